"""What a model for vectors has to be able to do, and how vectors are compared.

Two texts are compared by the product of their vectors, which have length one, so that 1 is the same direction and 0 nothing in
common. Vectors of two models are never compared: an index names the ``identity`` of the one that made it.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Vectors = NDArray[numpy.float32]
    """One row a text, each of length one; a text without a single known word is all zeros."""


class Embedder(Protocol):
    """A model that gives texts vectors. A user's own takes the place of the packaged ones by having these."""

    @property
    def identity(self) -> str:
        """What names the model: vectors of equal identity can be compared."""

    def embed_passages(self, texts: Sequence[str]) -> "Vectors":
        """The vectors of what is searched, a row each. Raises UsageError where the model cannot be reached."""

    def embed_question(self, text: str) -> "Vectors":
        """The vector of what is asked, as one row. Raises UsageError where the model cannot be reached."""


def to_unit(vectors: "NDArray[numpy.float32]") -> "Vectors":
    """``vectors`` at length one; a row of zeros stays."""
    import numpy

    lengths = numpy.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = numpy.divide(vectors, lengths, out=numpy.zeros_like(vectors), where=lengths > 0).astype(numpy.float32)
    return unit


def multiply(vectors: "Vectors", vector: "NDArray[numpy.float32]") -> "NDArray[numpy.float32]":
    """The product of each with a vector, row by row: a faster one of all together depends on what stands beside a row."""
    import numpy

    products: NDArray[numpy.float32] = (
        numpy.einsum("ij,j->i", vectors, vector) if vectors.size else numpy.zeros(len(vectors), numpy.float32)
    )
    return products
