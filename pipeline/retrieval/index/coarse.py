"""Vectors in a byte a number, and how far a product of theirs can be from the true one.

A quarter of the memory and a tenth of the time of the vectors themselves, so that all of them can be looked through for a question.
Each is kept as whole numbers from -127 to 127 and a step, with how long the difference between the two is. So a product is known to
lie between two bounds, and only vectors whose bounds say that they may count need be looked at as they are. Nothing is ever ordered
by these products.
"""

from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pipeline.errors import DependencyMissing
from pipeline.retrieval.index.arrays import load_array, save_array

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from pipeline.retrieval.embedding import Vectors

    Scores = NDArray[numpy.float32]
    Codes = NDArray[numpy.int8]

MOST = 127
"""The largest whole number of a code."""
SLACK = 1e-5
"""What the rounding of single precision adds to a product at most, with room: 1.4e-7 were seen in 96,000 of 256 numbers."""
INSTALL = 'search needs simsimd; install it with: pip install "clausetrace[search]"'


class Bounds(NamedTuple):
    """Between which two products each of some vectors has its own."""

    low: "Scores"
    high: "Scores"


class Coarse(NamedTuple):
    """Vectors, a row each: their whole numbers, what 1 stands for in each, and how far each is from the vector itself."""

    codes: "Codes"
    steps: "Scores"
    errors: "Scores"


def make_coarse(vectors: "Vectors") -> Coarse:
    """Vectors of length one, or zero, in a byte a number."""
    import numpy

    if not vectors.size:
        none = numpy.zeros(len(vectors), numpy.float32)
        return Coarse(numpy.zeros(vectors.shape, numpy.int8), none, none)
    steps = numpy.abs(vectors).max(axis=1) / MOST
    codes = numpy.rint(vectors / numpy.where(steps, steps, 1)[:, None]).astype(numpy.int8)
    errors = numpy.linalg.norm(vectors - codes * steps[:, None], axis=1)
    return Coarse(codes, steps.astype(numpy.float32), errors.astype(numpy.float32))


def join_coarse(parts: "list[Coarse]") -> Coarse:
    """Several as one, those without rows left out."""
    import numpy

    held = [each for each in parts if len(each.codes)]
    if not held:
        return make_coarse(numpy.zeros((0, 0), numpy.float32))
    codes, steps, errors = (numpy.concatenate(each) for each in zip(*held, strict=True))
    return Coarse(codes, steps, errors)


def bound(coarse: Coarse, vector: "Scores") -> Bounds:
    """The bounds of the product of each with a vector of length one. Raises DependencyMissing."""
    import numpy

    if not coarse.codes.size:
        none = numpy.zeros(len(coarse.codes), numpy.float32)
        return Bounds(none, none)
    asked = make_coarse(vector[None])
    products = _multiply(coarse.codes, asked.codes) * (coarse.steps * asked.steps[0])
    # |q·v - q'·v'| <= |q| |v - v'| + |q - q'| |v'|, and |v'| <= |v| + |v - v'|
    margins = coarse.errors + asked.errors[0] * (1 + coarse.errors) + SLACK
    return Bounds(products - margins, products + margins)


def _multiply(codes: "Codes", asked: "Codes") -> "Scores":
    import numpy

    try:
        import simsimd
    except ImportError:
        raise DependencyMissing(INSTALL) from None
    products: Scores = numpy.asarray(simsimd.cdist(codes, asked, metric="dot"), numpy.float32)[:, 0]
    return products


def save_coarse(folder: Path, name: str, coarse: Coarse) -> None:
    """Keeps vectors in a folder under ``name``."""
    for part, array in coarse._asdict().items():
        save_array(folder / f"{name}.{part}.npy", array)


def load_coarse(folder: Path, name: str) -> Coarse:
    """What is kept in a folder under ``name``, mapped and not read."""
    return Coarse(*(load_array(folder / f"{name}.{part}.npy") for part in Coarse._fields))
