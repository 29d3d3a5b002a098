"""What is no part of the text, in the order in which one decision frees the next.

Pages left out and lines that a reader does not see go first and count for nothing. Then watermarks, then furniture, whose threshold
the document's own recurrence gives, then contents lists among what is left; a person's overrules come last and win.
Every line is marked at most once; nothing is deleted, and no stage before this one is asked to change anything.
"""

from collections.abc import Collection, Iterator, Sequence

import msgspec

from pipeline.config.settings import BoilerplateSettings, Overrule
from pipeline.model import Boilerplate, Document, Finding, Flaw, Mark, MarkKind, Page, Reason, Severity, SourceKind, Stage
from pipeline.stages.boilerplate.contents import find_contents
from pipeline.stages.boilerplate.furniture import Found, find_furniture
from pipeline.stages.boilerplate.gap import find_gap
from pipeline.stages.boilerplate.normalise import Band, Sighting, find_band, make_sighting
from pipeline.stages.boilerplate.overruled import apply_overrules
from pipeline.stages.boilerplate.recurrence import make_census
from pipeline.stages.boilerplate.watermarks import find_watermarks

FLAWED = {
    Flaw.INVISIBLE: (MarkKind.HIDDEN, "drawn so that no reader sees it"),
    Flaw.OUTSIDE: (MarkKind.HIDDEN, "outside the page as shown"),
    Flaw.DUPLICATE: (MarkKind.HIDDEN, "drawn over an equal line"),
    Flaw.GARBLED: (MarkKind.GARBLED, "its characters are no words"),
}


def find_boilerplate(document: Document, settings: BoilerplateSettings, overrules: Sequence[Overrule] = ()) -> Boilerplate:
    """The lines of ``document`` that are no part of its text, each with its reason, and the evidence for the threshold.

    Findings: FUR001 where no clear gap gave the threshold, FUR002 where most of the text recurs,
    CFG001 for an overrule that matches nothing.
    """
    early = tuple(_early_marks(document))
    if document.identity.kind is SourceKind.PDF:
        pages = _seen(document, {mark.line_id for mark in early})
        found = _find_laid_out(pages, settings)
    else:
        found = Found((), *find_gap((), settings.few_pages, settings))
    marks, unmatched = apply_overrules(document, (*early, *found.marks), overrules)
    return Boilerplate(marks, found.gap, (*found.findings, *unmatched))


def _early_marks(document: Document) -> Iterator[Mark]:
    """Marks for the pages that the YAML leaves out, and for what no reader of a page sees."""
    for page in document.pages:
        if page.number in document.identity.skip_pages:
            left_out = Reason("page left out", f"page {page.number} is in skip_pages")
            yield from (Mark(line.id, MarkKind.LEFT_OUT, 0.0, left_out) for line in page.lines)
            continue
        for line in page.lines:
            if line.flaw and line.flaw in FLAWED:
                kind, why = FLAWED[line.flaw]
                yield Mark(line.id, kind, 0.0, Reason(f"{line.flaw.value} text", why))


def _seen(document: Document, unseen: set[str]) -> tuple[Page, ...]:
    if not unseen:
        return document.pages
    return tuple(
        msgspec.structs.replace(page, lines=tuple(ln for ln in page.lines if ln.id not in unseen)) for page in document.pages
    )


def _find_laid_out(pages: Sequence[Page], settings: BoilerplateSettings) -> Found:
    """Watermarks, furniture and contents lists of pages that hold only what a reader sees."""
    census = make_census(pages)
    watermarks = tuple(find_watermarks(pages, census, settings))
    aside = {mark.line_id for mark in watermarks}
    found = find_furniture(pages, tuple(_banded(pages, aside, settings)), census, settings)
    found = _believed(found, pages, settings)
    aside.update(mark.line_id for mark in found.marks)
    contents = find_contents(pages, aside, settings)
    return Found((*watermarks, *found.marks, *contents), found.gap, found.findings)


def _believed(found: Found, pages: Sequence[Page], settings: BoilerplateSettings) -> Found:
    """What was found, or nothing of it (FUR002) where it would be most of the document: a form printed twice is no furniture."""
    marked = {mark.line_id for mark in found.marks}
    total = sum([len(line.text) for page in pages for line in page.lines])
    aside = sum([len(line.text) for page in pages for line in page.lines if line.id in marked])
    if aside <= settings.most_furniture * total:
        return found
    message = f"{aside / total:.0%} of the text says the same on page after page; nothing was taken for furniture"
    doubt = Finding("FUR002", Severity.WARNING, Stage.BOILERPLATE, message)
    return Found((), found.gap, (*found.findings, doubt))


def _banded(pages: Sequence[Page], aside: Collection[str], settings: BoilerplateSettings) -> Iterator[Sighting]:
    """The lines in the bands of their pages, where furniture may stand; the prose among them stands for all prose."""
    low, high = settings.band, 1 - settings.band
    for page in pages:
        height = page.height
        for line in page.lines:
            # most lines are upright and in the middle, which takes no more than this to see
            if not line.rotation and low < (line.bbox[1] + line.bbox[3]) / 2 / height < high:
                continue
            band = find_band(line, page, settings)
            if band is not Band.MIDDLE and line.id not in aside:
                yield make_sighting(line, page, band)
