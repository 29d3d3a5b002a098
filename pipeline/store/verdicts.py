"""The files of verdicts, one a family, in a folder that people commit: read whole, and written whole beside their place."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.errors import OutputError
from pipeline.store.folders import replace_file

SUFFIX = ".csv"


class VerdictFiles:
    """The files in ``folder``, which is made when the first verdict is written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def name(self, family: str) -> str:
        """What a family's file is called in messages."""
        return str(self._file(family))

    def load(self, family: str) -> bytes:
        """What a family's file holds; b"" where there is none yet."""
        try:
            return self._file(family).read_bytes()
        except FileNotFoundError:
            return b""

    def save(self, family: str, content: bytes) -> None:
        """Puts ``content`` in the place of what was there. Raises OutputError where the folder cannot be written."""
        try:
            replace_file(self._file(family), content)
        except OSError as error:
            raise self._unwritable(error) from None

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds the folder against other processes that write verdicts; waits for them.

        The system gives the hold up when the process ends, however it ends. Windows knows no hold on a folder: there two servers
        over one folder are not kept apart, two people at one server are. Raises OutputError where the folder cannot be made.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise self._unwritable(error) from None
        if os.name == "nt":
            yield
            return
        import fcntl

        handle = os.open(self.folder, os.O_RDONLY)
        try:
            fcntl.flock(handle, fcntl.LOCK_EX)
            yield
        finally:
            os.close(handle)

    def _file(self, family: str) -> Path:
        return self.folder / f"{family}{SUFFIX}"

    def _unwritable(self, error: OSError) -> OutputError:
        return OutputError(f"{self.folder} cannot be written ({error.strerror or error}); choose another folder with --verdicts")
