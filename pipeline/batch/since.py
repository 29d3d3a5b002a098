"""Both versions of every document that changed since a commit, run, and paired: the files of now, and those of then beside them.

Which version takes the place of which: a file of the same name; else what the YAML says (``supersedes``), whether the older file is
still there or not. A file that was only renamed is no new version. Nothing is guessed from names or words.
"""

from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec

from pipeline.batch.history import FileChange, Repository, Then, find_changes, list_then, load_then
from pipeline.batch.inputs import KINDS, find_own
from pipeline.batch.plan import Request, make_plan
from pipeline.config.names import safe_name
from pipeline.config.settings import Configuration
from pipeline.model import Record
from pipeline.store.remote.copies import new_copies
from pipeline.store.rows import Ending, How

Run = Callable[[Request], Sequence[Ending]]
"""Runs what is asked for; gives a row a document."""


class Pair(Record, frozen=True):
    """A document that changed, and the folders with the results of both versions, "" where there is none to compare.

    ``trouble`` is why a version could not be done, "" where it could.
    """

    change: FileChange
    old: str = ""
    new: str = ""
    trouble: str = ""

    @property
    def is_compared(self) -> bool:
        """Whether there are two versions with results."""
        return bool(self.old and self.new and not self.trouble)


def find_pairs(repository: Repository, request: Request, run: Run) -> list[Pair]:
    """The documents that changed below the places of ``request``, by name. ``run`` does what has no results yet."""
    changes = [change for change in find_changes(repository, request.places) if _is_document(change.new or change.old)]
    changes = _with_successors(repository, request, changes)
    both = [change for change in changes if change.then in (Then.CHANGED, Then.SUCCEEDED)]
    top = new_copies().resolve()
    for path in {change.old for change in both}:
        file = top / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(load_then(repository, path))
    then = msgspec.structs.replace(request, places=_places_in(top, repository, request.places), out=new_copies())
    old = _do(then, {top / change.old: change.old for change in both}, run)
    new = _do(request, {repository.root.resolve() / change.new: change.new for change in both}, run)
    return [_pair(change, old, new) if change in both else Pair(change) for change in changes]


def _is_document(path: str) -> bool:
    """Whether a run would read a file of this name when it walks through its folder."""
    return Path(path).suffix.lower() in KINDS and not any(part.startswith(".") for part in Path(path).parts)


def _with_successors(repository: Repository, request: Request, changes: Sequence[FileChange]) -> list[FileChange]:
    """The changes, an added file that supersedes another made a new version of that."""
    configuration = request.configuration
    before = {_doc_id(path, configuration): path for path in list_then(repository, request.places) if _is_document(path)}
    found = []
    for change in changes:
        older = before.get(find_own(configuration, change.new).supersedes, "") if change.then is Then.ADDED else ""
        found.append(FileChange(Then.SUCCEEDED, older, change.new) if older else change)
    taken = {change.old for change in found if change.then is Then.SUCCEEDED}
    return [change for change in found if change.then is not Then.REMOVED or change.old not in taken]


def _doc_id(path: str, configuration: Configuration) -> str:
    return find_own(configuration, path).doc_id or safe_name(Path(path).stem)


def _places_in(top: Path, repository: Repository, places: Sequence[str]) -> tuple[str, ...]:
    """The places of a request, in the folder of older files; those with none are left out."""
    root = repository.root.resolve()
    inside = [top / Path(place).resolve().relative_to(root) for place in places]
    return tuple(str(place) for place in inside if place.exists())


def _do(request: Request, wanted: dict[Path, str], run: Run) -> dict[str, tuple[str, str]]:
    """By path, the folder with the results of each wanted file, and why it failed; what was done before is not done again."""
    if not wanted or not request.places:
        return {}
    ids = {}
    for planned in make_plan(request):
        if planned.one.found.path.resolve() in wanted:
            ids[wanted[planned.one.found.path.resolve()]] = planned.one.duplicate_of or planned.one.identity.doc_id
    only = tuple(dict.fromkeys(ids.values()))
    ended = run(msgspec.structs.replace(request, only=only)) if only else ()
    failed = {row.doc_id: row.message for row in ended if row.how is How.FAILED}
    return {path: (str(request.out / doc_id), failed.get(doc_id, "")) for path, doc_id in ids.items()}


def _pair(change: FileChange, old: dict[str, tuple[str, str]], new: dict[str, tuple[str, str]]) -> Pair:
    (before, then), (after, now) = old.get(change.old, ("", "")), new.get(change.new, ("", ""))
    trouble = [f"before: {then}" if then else "", now]
    return Pair(change, before, after, "; ".join(filter(None, trouble)))
