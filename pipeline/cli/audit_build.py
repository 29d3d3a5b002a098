"""`clausetrace audit build`: finds the results, the PDF and the verdicts, draws the pages, and writes the file.

Where the PDF is not to be had the page has the words alone and says so; only one that was named must be there.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from pipeline import __version__
from pipeline.audit.fitting import Original, draw_within
from pipeline.audit.make import make_view
from pipeline.audit.write import Content, Setup, write_page
from pipeline.batch.opening import with_passwords
from pipeline.batch.verdicts import find_verdict_files, load_verdicts
from pipeline.cli.documents import find_folder
from pipeline.cli.originals import load_original
from pipeline.config.load import load_configuration
from pipeline.errors import DocumentError
from pipeline.model import Identity, Result, SourceKind
from pipeline.pictures import Picture
from pipeline.store.folders import replace_file
from pipeline.store.remote.urls import is_remote
from pipeline.store.stages import load_result
from pipeline.webpage import require_templates

NAME = "audit.html"
MEGABYTE = 1_000_000


class Wanted(NamedTuple):
    """What the command was told."""

    doc: str
    config: str
    out: str
    verdicts: str
    output: str
    pdf: str
    most_mb: int
    passwords: tuple[str, ...]


def build_page(wanted: Wanted) -> Iterator[str]:
    """Writes the page; gives what to say of it, a line each."""
    require_templates("the audit page")
    loaded = load_configuration(wanted.config)
    folder = find_folder(wanted.doc, wanted.out, loaded.configuration, wanted.passwords)
    result = load_result(folder)
    verdicts = load_verdicts(find_verdict_files(loaded, wanted.verdicts), result.document.identity.family)
    pictures, said = _draw(folder, result, wanted)
    view = make_view(result, __version__, pictures.keys())
    setup = Setup(server=False, pictures=bool(pictures), entry=entry_of(result.document.identity))
    content = Content(view, result.boilerplate.gap, verdicts, pictures)
    written = write_page(content, setup).encode()
    place = find_place(wanted, folder)
    replace_file(place, written)
    yield f"{place} is written: {len(view.pages)} pages, {len(written) / MEGABYTE:.1f} MB{said}"


def find_place(wanted: Wanted, folder: Path) -> Path:
    """Where the page goes: as told, else into the document's folder; of one on an object store, whose copy is no place, here."""
    if wanted.output:
        return Path(wanted.output)
    return Path(f"{folder.name}-{NAME}") if is_remote(wanted.out) or is_remote(wanted.doc) else folder / NAME


def entry_of(identity: Identity) -> str:
    """What the YAML calls a document: the stem of its file."""
    return Path(identity.source).stem


def _draw(folder: Path, result: Result, wanted: Wanted) -> tuple[dict[int, Picture], str]:
    """The pictures by page, and what to say of them."""
    identity = result.document.identity
    if identity.kind is not SourceKind.PDF:
        return {}, f"; {identity.source} is no PDF, so that there are no pages to draw"
    numbers = [page.number for page in result.document.pages]
    try:
        content = load_original(folder, identity, (wanted.pdf or wanted.doc,), named=bool(wanted.pdf))
        pictures, dpi = with_passwords(
            wanted.passwords,
            lambda password: draw_within(Original(content, identity.source, password), numbers, wanted.most_mb * MEGABYTE),
        )
    except DocumentError as error:
        if wanted.pdf:
            raise
        return {}, f"; no pages are drawn: {error}"
    lost = len(numbers) - len(pictures)
    return pictures, f", drawn at {dpi} dots an inch" + (f"; PDFium cannot draw {lost} of them" if lost else "")
