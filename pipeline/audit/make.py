"""From a result to what the audit page shows of it: its cover, its pages with their boxes, and lists of what was decided."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping

from pipeline.audit.grids import make_grids
from pipeline.audit.leaves import make_leaves
from pipeline.audit.view import Cover, Group, NoLabel, Note, Sheet, Shown, View, Worded
from pipeline.explain.shapes import Layer, Shape, find_all_shapes
from pipeline.geometry import rounded
from pipeline.model import Line, Mark, Page, Result
from pipeline.store.make import make_finding_rows

SHOWN = {
    Layer.FURNITURE: "furniture",
    Layer.CONTENTS: "contents",
    Layer.UNSEEN: "unseen",
    Layer.ASIDE: "aside",
    Layer.OVERVIEW: "overview",
    Layer.HEADING: "heading",
    Layer.UNDER_HEADING: "body",
    Layer.CLAUSE: "body",
    Layer.TITLE: "title",
    Layer.LABEL: "label",
    Layer.TABLE_KEPT: "kept",
    Layer.TABLE_EXCLUDED: "excluded",
    Layer.TABLE_RELEASED: "released",
    Layer.REJECTED: "rejected",
}
"""What each layer is called on the page; cells and the reading order are not drawn there."""
SHARE_DIGITS = 4
NUMBERS = re.compile(r"\d+")
"""What changes from page to page in a footer: matches the 12 in "Page 12 of 40"."""


def make_view(result: Result, version: str, drawn: Collection[int] = ()) -> View:
    """All that the page shows. ``drawn`` are the pages of which there are pictures; of others it shows the words."""
    lines = {line.id: line for page in result.document.pages for line in page.lines}
    return View(
        cover=_cover(result, version),
        pages=tuple(_sheet(page, shapes, page.number in drawn) for page, shapes in find_all_shapes(result)),
        leaves=tuple(make_leaves(result)),
        grids=tuple(make_grids(result)),
        aside=tuple(_groups(result, lines)),
        findings=tuple(_notes(result)),
        rejected=tuple(_no_labels(result, lines)),
    )


def _cover(result: Result, version: str) -> Cover:
    identity = result.document.identity
    return Cover(
        doc_id=identity.doc_id,
        family=identity.family,
        title=identity.title,
        updated=identity.updated,
        status=identity.status.value,
        language=identity.language,
        source=identity.source,
        sha256=identity.sha256,
        made=version,
    )


def _sheet(page: Page, shapes: Iterable[Shape], drawn: bool) -> Sheet:
    width, height = rounded((page.width, page.height, 0.0, 0.0))[:2]
    boxes = tuple(_shown(shape) for shape in shapes if shape.layer in SHOWN)
    return Sheet(page.number, page.label, width, height, boxes, () if drawn else tuple(_words(page)))


def _words(page: Page) -> Iterator[Worded]:
    for line in page.lines:
        if not line.rotation and not line.flaw:
            x0, top, x1, bottom = rounded(line.bbox)
            yield (x0, top, x1, bottom, line.text)


def _shown(shape: Shape) -> Shown:
    x0, top, x1, bottom = rounded(shape.bbox)
    return (SHOWN[shape.layer], x0, top, x1, bottom, shape.owner)


def _groups(result: Result, lines: Mapping[str, Line]) -> Iterator[Group]:
    """Lines set aside alike, the most first: of one kind and share, and the same words but for their numbers."""
    found: dict[tuple[str, float, str], list[Mark]] = {}
    for mark in result.boilerplate.marks:
        words = NUMBERS.sub("#", lines[mark.line_id].text)
        found.setdefault((mark.kind.value, round(mark.share, SHARE_DIGITS), words), []).append(mark)
    for (kind, share, _), marks in sorted(found.items(), key=lambda entry: -len(entry[1])):
        reason = marks[0].reason
        where = tuple((lines[mark.line_id].page, mark.line_id, lines[mark.line_id].text) for mark in marks)
        yield Group(kind, reason.rule, reason.evidence, share, where)


def _notes(result: Result) -> Iterator[Note]:
    for row in make_finding_rows(result):
        yield Note(row.id, row.code, row.severity.value, row.message, row.page, row.clause_id, tuple(row.bbox), row.text)


def _no_labels(result: Result, lines: Mapping[str, Line]) -> Iterator[NoLabel]:
    for one in result.clauses.rejected:
        line = lines[one.line_id]
        yield NoLabel(line.page, line.id, one.printed, line.text, one.reason.rule, one.reason.evidence)
