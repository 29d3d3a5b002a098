"""Arrays in numpy's own files: written and flushed, mapped and not read."""

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.errors import OutputError

if TYPE_CHECKING:
    from numpy.typing import NDArray


def save_array(file: Path, array: "NDArray[Any]") -> None:
    """Writes an array and flushes it to the disk."""
    import numpy

    with file.open("wb") as opened:
        numpy.save(opened, array)
        opened.flush()
        os.fsync(opened.fileno())


def load_array(file: Path) -> "NDArray[Any]":
    """An array, mapped and not read. Raises OutputError where it is damaged."""
    import numpy

    try:
        array: NDArray[Any] = numpy.asarray(numpy.load(file, mmap_mode="r"))
    except ValueError as error:
        raise OutputError(f"{file} is damaged ({error}); make the index anew with --rebuild") from None
    return array
