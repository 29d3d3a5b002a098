"""What `clausetrace changes` says of documents: a line each, their sums, and Markdown for a pull request.

Each document has an even share of the 65,536 characters that GitHub takes of a comment; what is beyond it is cut, with a word.
"""

from collections.abc import Iterator, Sequence

from pipeline.cli.diff import ANYTHING, kinds_of
from pipeline.cli.diff_lines import count_kinds
from pipeline.cli.diff_markdown import write_markdown
from pipeline.cli.options import printable
from pipeline.diff.records import Difference
from pipeline.model import Record
from pipeline.reports.markdown import escape

MOST = 60_000
"""Characters of the Markdown, less than a comment may have."""
FOLD, FOLDED = "<details>", "</details>"


class Changed(Record, frozen=True):
    """A document that is not as it was: changed, added, removed, renamed, or a new version of another file.

    ``old`` and ``new`` are its paths from the root of the repository, "" where there is none. ``differences`` has one where two
    versions were compared, else none. ``trouble`` is why they could not be.
    """

    then: str
    old: str
    new: str
    trouble: str
    differences: tuple[Difference, ...]


def name_changed(one: Changed) -> str:
    """The document and what became of it, in a line."""
    old, new = printable(one.old), printable(one.new)
    name = f"{old} → {new}" if old and new and old != new else new or old
    if one.trouble:
        return f"{name}: {one.then}, and not compared: {printable(one.trouble)}"
    if all(difference.same for difference in one.differences) and one.differences:
        return f"{name}: {one.then}, and every clause and table is as it was"
    return f"{name}: {one.then}"


def find_kinds(changed: Sequence[Changed]) -> set[str]:
    """All that changed, in the words of --fail-on. A file that was renamed alone is no change of any clause."""
    kinds = {kind for one in changed for difference in one.differences for kind in kinds_of(difference)}
    came_or_went = {one.then for one in changed} & {"added", "removed"}
    return kinds | came_or_went | ({ANYTHING} if came_or_went else set())


def count_changed(changed: Sequence[Changed], commit: str) -> str:
    """The sum in a line."""
    if not changed:
        return f"No document changed since {commit}."
    return f"{len(changed)} {'document' if len(changed) == 1 else 'documents'} changed since {commit}."


def write_changes(changed: Sequence[Changed], commit: str) -> Iterator[str]:
    """Lines of Markdown: a row a document, then what changed in each."""
    yield f"## {count_changed(changed, commit).rstrip('.')}"
    if changed:
        yield from ("", "| document | | clauses and tables |", "|---|---|---|")
    for one in changed:
        yield f"| {escape(one.new or one.old)} | {one.then} | {_sum(one)} |"
    compared = [difference for one in changed for difference in one.differences if not difference.same]
    for difference in compared:
        lines = [f"#{line}" if line.startswith("#") else line for line in write_markdown(difference)]
        yield from ("", *_cut(lines, MOST // len(compared)))


def _sum(one: Changed) -> str:
    if one.trouble:
        return f"not compared: {escape(one.trouble)}"
    if one.then == "added":
        return "new; where it takes the place of another, write `supersedes` into the YAML to see what changed"
    return "".join(count_kinds(difference) for difference in one.differences)


def _cut(lines: Sequence[str], most: int) -> Iterator[str]:
    """The lines that have ``most`` characters together, a fold that is open then closed behind them."""
    letters, open_folds = 0, 0
    for at, line in enumerate(lines):
        letters += len(line) + 1
        if letters > most:
            yield from [FOLDED] * open_folds
            yield from ("", f"{len(lines) - at} lines more are cut; `clausetrace changes` shows them.")
            return
        open_folds += line.startswith(FOLD) - line.startswith(FOLDED)
        yield line
