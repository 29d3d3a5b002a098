"""The memory of this process: the most that it had in use, and giving back what it holds and does not use."""

import ctypes
import os
import sys
from functools import cache
from typing import Any

KILOBYTE, MEGABYTE = 1024, 1_000_000


def peak_memory() -> float:
    """The most memory that this process has had in use, in MB; 0 where the system does not count.

    macOS counts in bytes, others in kilobytes.
    """
    if os.name == "nt":
        return 0.0
    import resource

    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return round(peak * (1 if sys.platform == "darwin" else KILOBYTE) / MEGABYTE, 1)


def give_back() -> None:
    """Hands memory that lies free between what is in use back to the system, where the C library knows how (glibc).

    What PDFium and the lists of words of 1,000 pages leave behind is 30 MB that nothing later is of a size to take; to hand them
    back takes 4 ms of CPU, and of a short document next to none.
    """
    trim = _find_trim()
    if trim:
        trim(0)


@cache
def _find_trim() -> Any:
    try:
        return None if os.name == "nt" else getattr(ctypes.CDLL(None), "malloc_trim", None)
    except OSError:  # a Python that is linked into one file has no C library to open
        return None
