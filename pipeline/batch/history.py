"""What git knows of documents: which files differ from an earlier commit, and their bytes then. Writes nothing into the repository.

Files as they are on the disk count, committed or not; a file that git is told to ignore does not. A file whose bytes moved to
another name was renamed; one that was replaced by a similar one under another name is removed and added: PDFs of two versions are
as unlike as two documents.
"""

import os
import subprocess
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from pipeline.errors import DependencyMissing, UsageError
from pipeline.model import Record

SHOWN_DIGITS = 10
"""Of a commit, where a person reads it."""


class Then(StrEnum):
    """What became of a file since."""

    CHANGED = "changed"
    ADDED = "added"
    REMOVED = "removed"
    RENAMED = "renamed"
    SUCCEEDED = "new version"


class FileChange(Record, frozen=True):
    """A file that is not as it was. Paths from the root of the repository, with /; "" for the side on which there is none.

    A new version has the path of the one that it takes the place of in ``old``.
    """

    then: Then
    old: str
    new: str


class Repository(Record, frozen=True):
    """A repository and the commit that its files are compared with."""

    root: Path
    commit: str

    @property
    def shown(self) -> str:
        """The commit as a person reads it."""
        return self.commit[:SHOWN_DIGITS]


def open_repository(since: str) -> Repository:
    """The repository around the current folder, and the commit that ``since`` names. Raises UsageError where there is none."""
    if _run(Path.cwd(), "rev-parse", "--show-toplevel").returncode:
        raise UsageError(f"{Path.cwd()} is in no git repository; compare two files with `clausetrace diff OLD NEW`")
    root = Path(os.fsdecode(_run(Path.cwd(), "rev-parse", "--show-toplevel").stdout).rstrip("\n"))
    found = _run(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{since}^{{commit}}")
    if found.returncode:
        raise UsageError(
            f"--since {since}: there is no such commit here; where the clone is shallow, fetch it first: git fetch origin {since}"
        )
    return Repository(root, found.stdout.decode().strip())


def find_changes(repository: Repository, places: Sequence[str]) -> list[FileChange]:
    """What changed below ``places`` (paths from the current folder), by name."""
    inside = _within(repository, places)
    told = _ask(repository, "diff", "--name-status", "-z", "--find-renames=100%", repository.commit, "--", *inside)
    new = _ask(repository, "ls-files", "--others", "--exclude-standard", "-z", "--", *inside)
    found = [*_parse(told), *(FileChange(Then.ADDED, "", name) for name in _names(new))]
    return sorted(found, key=lambda change: change.new or change.old)


def _within(repository: Repository, places: Sequence[str]) -> list[str]:
    """The places from the root of the repository. Raises UsageError where one is outside."""
    root = repository.root.resolve()
    found = {place: Path(place).resolve() for place in places}
    for place, path in found.items():
        if not path.is_relative_to(root):
            raise UsageError(f"{place} is not in the repository {repository.root}")
    return [path.relative_to(root).as_posix() for path in found.values()]


def _parse(told: bytes) -> list[FileChange]:
    """A letter, and a name; of a renamed file two."""
    found, words = [], iter(_names(told))
    for letter in words:
        name = next(words)
        if letter.startswith(("R", "C")):
            found.append(FileChange(Then.RENAMED, name, next(words)))
        elif letter == "A":
            found.append(FileChange(Then.ADDED, "", name))
        elif letter == "D":
            found.append(FileChange(Then.REMOVED, name, ""))
        else:
            found.append(FileChange(Then.CHANGED, name, name))
    return found


def _names(told: bytes) -> list[str]:
    return [os.fsdecode(name) for name in told.split(b"\0") if name]


def list_then(repository: Repository, places: Sequence[str]) -> list[str]:
    """The files that the commit has below ``places``, by name."""
    return _names(_ask(repository, "ls-tree", "-r", "--name-only", "-z", repository.commit, "--", *_within(repository, places)))


def load_then(repository: Repository, path: str) -> bytes:
    """The bytes of a file at the commit, as a checkout would write them (a file of Git LFS itself, not its pointer)."""
    return _ask(repository, "cat-file", "--filters", f"{repository.commit}:{path}")


def _ask(repository: Repository, *words: str) -> bytes:
    ended = _run(repository.root, *words)
    if ended.returncode:
        raise UsageError(f"git {words[0]}: {os.fsdecode(ended.stderr).strip()}")
    return ended.stdout


def _run(folder: Path, *words: str) -> "subprocess.CompletedProcess[bytes]":
    try:
        return subprocess.run(["git", *words], cwd=folder, capture_output=True, check=False, env={**os.environ, "LC_ALL": "C"})
    except FileNotFoundError:
        raise DependencyMissing("git is not installed; compare two files with `clausetrace diff OLD NEW`") from None
