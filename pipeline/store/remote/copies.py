"""Local folders for copies of what is remote: one below the system's temporary folder, removed when this process ends."""

import atexit
import shutil
import tempfile
from functools import cache
from itertools import count
from pathlib import Path

_NUMBERS = count(1)


def new_copies() -> Path:
    """A new empty folder, with a name that no address has a part in."""
    folder = _folder() / f"{next(_NUMBERS)}"
    folder.mkdir()
    return folder


@cache
def _folder() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="clausetrace-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder
