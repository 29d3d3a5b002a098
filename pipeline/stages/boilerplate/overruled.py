"""A person's word on single lines: furniture or body, by page and words, whatever was found.

The words may be those of a line, of a row in pieces or of lines that follow one another; they must begin and end where lines do.
"""

from collections.abc import Iterator, Sequence

from pipeline.config.settings import Overrule, OverruleKind
from pipeline.model import Document, Finding, Mark, MarkKind, Page, Reason, Severity, Stage
from pipeline.wording import squeeze

OWNED = (OverruleKind.FURNITURE, OverruleKind.BODY)


def apply_overrules(
    document: Document, marks: Sequence[Mark], overrules: Sequence[Overrule]
) -> tuple[tuple[Mark, ...], tuple[Finding, ...]]:
    """The marks as overruled, and an error (CFG001) for each overrule of this stage whose words stand nowhere."""
    by_line = {mark.line_id: mark for mark in marks}
    findings = []
    for overrule in overrules:
        if overrule.is_ not in OWNED:
            continue
        ids = [line_id for page in document.pages if overrule.page in (0, page.number) for line_id in match(page, overrule.text)]
        if not ids:
            findings.append(_unmatched(overrule))
        for line_id in ids:
            by_line.pop(line_id, None)
            if overrule.is_ is OverruleKind.FURNITURE:
                by_line[line_id] = Mark(line_id, MarkKind.OVERRULED, 0.0, Reason("overrule", overrule.reason))
    return tuple(by_line.values()), tuple(findings)


def match(page: Page, words: str) -> Iterator[str]:
    """Ids of the lines of ``page`` that together say exactly ``words``, spacing and punctuation aside, wherever they do."""
    wanted = squeeze(words)
    pieces = [(line.id, squeeze(line.text)) for line in page.lines]
    starts, whole = [], ""
    for _, piece in pieces:
        starts.append(len(whole))
        whole += piece
    ends = [start + len(piece) for start, (_, piece) in zip(starts, pieces, strict=True)]
    begun, ended = set(starts), set(ends)
    at = whole.find(wanted) if wanted else -1
    while at >= 0:
        if at in begun and at + len(wanted) in ended:
            yield from (
                line_id
                for (line_id, piece), start, end in zip(pieces, starts, ends, strict=True)
                if piece and at <= start and end <= at + len(wanted)
            )
        at = whole.find(wanted, at + 1)


def _unmatched(overrule: Overrule) -> Finding:
    where = f"page {overrule.page}" if overrule.page else "any page"
    message = f"the overrule {overrule.is_.value!r} matches no line on {where}: {overrule.text!r}"
    return Finding("CFG001", Severity.ERROR, Stage.BOILERPLATE, message, page=overrule.page, text=overrule.text)
