"""Extract: the bytes of a document -> its pages with lines, rules, areas and columns. Nothing is decided about their meaning."""

from collections.abc import Callable, Collection, Mapping

from pipeline.config.settings import ExtractSettings
from pipeline.model import Document, Finding, Identity, Severity, SourceKind, Stage
from pipeline.stages.extract.columns import believe_gutters
from pipeline.stages.extract.flaws import find_page_findings, mark_flaws
from pipeline.stages.extract.layout import Sketch, make_page, sketch_page
from pipeline.stages.extract.paragraphs import mark_paragraphs
from pipeline.stages.extract.pdfium import PdfiumReader
from pipeline.stages.extract.reader import NO_PAGE, Reader, UnreadablePage

__all__ = ["extract"]


def _silent(number: int, of: int) -> None:
    """Reports no progress."""


def extract(
    content: bytes,
    identity: Identity,
    settings: ExtractSettings,
    *,
    password: str = "",
    pages: Collection[int] = (),
    unreadable: Mapping[int, str] = {},
    on_page: Callable[[int, int], None] = _silent,
) -> Document:
    """The document as read."""
    if identity.kind is not SourceKind.PDF:
        from pipeline.stages.extract.plain import extract_plain

        return extract_plain(content, identity)
    reader: Reader = PdfiumReader(content, identity.source, settings, password)
    try:
        sketches: list[Sketch] = []
        findings: list[Finding] = []
        for number in range(1, len(reader) + 1):
            if pages and number not in pages:
                continue
            on_page(number, len(reader))
            label = reader.label(number) or str(number)
            try:
                if number in unreadable:
                    raise UnreadablePage(unreadable[number])
                raw = reader.read_page(number)
            except UnreadablePage as why:
                raw = NO_PAGE
                findings.append(Finding("EXT001", Severity.ERROR, Stage.EXTRACT, f"page {number} cannot be read: {why}", number))
            sketches.append(sketch_page(raw, number, label, settings))
        heights = [sketch.raw.height for sketch in sketches]
        believed = believe_gutters([s.offered for s in sketches], [s.boxes for s in sketches], heights, settings)
        made = [mark_flaws(make_page(s, gutters, settings), settings) for s, gutters in zip(sketches, believed, strict=True)]
        findings += [finding for page in made for finding in find_page_findings(page, settings)]
        whole = mark_paragraphs(made, settings)
        return Document(identity, whole, reader.outline(), reader.metadata(), tuple(findings))
    finally:
        reader.close()
