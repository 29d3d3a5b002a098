"""The file of verdicts of one family, in a folder that people commit: read whole, and written whole beside its place."""

from pathlib import Path

from pipeline.errors import OutputError
from pipeline.store.folders import replace_file

SUFFIX = ".csv"


def verdict_file(folder: Path, family: str) -> Path:
    """Where a family's verdicts are."""
    return folder / f"{family}{SUFFIX}"


def load_verdict_file(folder: Path, family: str) -> bytes:
    """What the file holds; b"" where there is none yet."""
    try:
        return verdict_file(folder, family).read_bytes()
    except FileNotFoundError:
        return b""


def save_verdict_file(folder: Path, family: str, content: bytes) -> None:
    """Puts ``content`` in the place of what was there. Raises OutputError where the folder cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        replace_file(verdict_file(folder, family), content)
    except OSError as error:
        raise OutputError(
            f"{folder} cannot be written ({error.strerror or error}); choose another folder with --verdicts"
        ) from None
