"""Extract: the bytes of a document -> its pages with lines, rules, areas and columns. Nothing is decided about their meaning.

In this order: a reader gives the words and drawings of each page (``pdfium``, ``plumber``); each page is sketched alone (grids,
pieces, offered gutters); what a run of pages offers decides the gutters; then rows, reading order, lines, flaws and paragraphs. A
page that cannot be read is a finding and an empty page. Nothing that stands in the text layer is left out.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import closing
from types import MappingProxyType

from pipeline.config.settings import ExtractSettings
from pipeline.model import Document, Finding, Identity, Page, Severity, SourceKind, Stage
from pipeline.stages.extract.alike import forgetting
from pipeline.stages.extract.columns import Gutters, believe_gutters
from pipeline.stages.extract.drawings import FindDrawing, make_finder
from pipeline.stages.extract.faces import mark_bold
from pipeline.stages.extract.flaws import find_page_findings, mark_flaws
from pipeline.stages.extract.layout import Sketch, make_page, sketch_page
from pipeline.stages.extract.opening import open_reader
from pipeline.stages.extract.paragraphs import mark_paragraphs
from pipeline.stages.extract.ranges import AheadReader, ReadAhead
from pipeline.stages.extract.reader import NO_PAGE, Reader, UnreadablePage

__all__ = ["extract"]

TOGETHER = 0
"""What stands for the number of a page while no page is at work, but all of them together."""
ALL_READABLE: Mapping[int, str] = MappingProxyType({})


def _silent(number: int, of: int) -> None:
    """Reports no progress."""


def extract(
    content: bytes,
    identity: Identity,
    settings: ExtractSettings,
    *,
    password: str = "",
    pages: Collection[int] = (),
    unreadable: Mapping[int, str] = ALL_READABLE,
    on_page: Callable[[int, int], None] = _silent,
    ahead: ReadAhead | None = None,
) -> Document:
    """The document as read: all pages or those of ``pages`` (from 1).

    ``unreadable`` names pages that are not to be tried, each with why. ``on_page(number, of)`` is called before each page
    is read, and again before it is laid out, so that whoever watches knows which page takes its time; number 0 says that what is
    worked out of all pages together comes next. ``ahead`` gives pages that another process has read.
    Raises ``NotAPdf``, ``Damaged`` or ``PasswordNeeded``; for text and Markdown what ``plain`` raises.
    """
    if identity.kind is not SourceKind.PDF:
        from pipeline.stages.extract.plain import extract_plain

        return extract_plain(content, identity)
    with forgetting(), closing(_open(content, identity.source, settings, password, ahead)) as reader:
        wanted = [n for n in range(1, len(reader) + 1) if not pages or n in pages]
        find_drawing = make_finder(settings)
        sketches: list[Sketch] = []
        findings: list[Finding] = []
        for number in wanted:
            on_page(number, len(reader))
            sketch, trouble = _sketch(reader, number, unreadable.get(number, ""), find_drawing, settings)
            sketches.append(sketch)
            findings += trouble
        on_page(TOGETHER, len(wanted))
        sketches = mark_bold(sketches, reader, settings)
        laid_out = _lay_out(sketches, _believe(sketches, settings), settings)
        made: list[Page] = []
        for number in wanted:
            on_page(number, len(reader))
            made.append(next(laid_out))
        on_page(TOGETHER, len(wanted))
        findings += [finding for page in made for finding in find_page_findings(page, settings)]
        outline, metadata = reader.outline(), reader.metadata()
    return Document(identity, mark_paragraphs(made, settings), outline, metadata, tuple(findings))


def _open(content: bytes, name: str, settings: ExtractSettings, password: str, ahead: ReadAhead | None) -> Reader:
    reader = open_reader(content, name, settings, password)
    return AheadReader(reader, ahead) if ahead else reader


def _sketch(
    reader: Reader, number: int, why: str, find_drawing: FindDrawing, settings: ExtractSettings
) -> tuple[Sketch, list[Finding]]:
    """One page and what was wrong with it; ``why`` it is not to be tried, "" where it is."""
    label = reader.label(number) or str(number)
    findings = []
    raw = NO_PAGE
    try:
        if why:
            raise UnreadablePage(why)
        raw = reader.read_page(number)
    except UnreadablePage as error:
        message = f"page {number} cannot be read ({error}); its words are missing from everything that follows"
        findings.append(Finding("EXT001", Severity.ERROR, Stage.EXTRACT, message, number))
    if raw.cut_short:
        message = f"page {number} is a drawing of more than {settings.path_segments} strokes; {raw.cut_short} were not looked at"
        findings.append(Finding("EXT002", Severity.NOTE, Stage.EXTRACT, message, number))
    return sketch_page(raw, number, label, find_drawing, settings), findings


def _believe(sketches: Sequence[Sketch], settings: ExtractSettings) -> list[Gutters]:
    """The gutters of each page, by what all pages offer together."""
    offered = [sketch.offered for sketch in sketches]
    heights = [sketch.wordless.height for sketch in sketches]
    return believe_gutters(offered, [sketch.boxes for sketch in sketches], heights, settings)


def _lay_out(sketches: list[Sketch], believed: Sequence[Gutters], settings: ExtractSettings) -> Iterator[Page]:
    """The pages in order. Takes each sketch out of the list when its turn comes: all of them with all pages beside them would be
    the most memory that a run takes.
    """
    sketches.reverse()
    for gutters in believed:
        yield mark_flaws(make_page(sketches.pop(), gutters, settings), settings)
