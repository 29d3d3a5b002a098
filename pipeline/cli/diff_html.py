"""`clausetrace diff --html`: finds the PDFs of both versions, draws the pages on which something changed, and writes the file.

Where a PDF is not to be had, the words stand alone and the file says so; only one that was named by the user must be there.
"""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from pipeline import __version__
from pipeline.batch.opening import with_passwords
from pipeline.cli.diff_sides import Side
from pipeline.cli.originals import load_original
from pipeline.config.diff import DiffSettings
from pipeline.diff.records import Difference
from pipeline.diff.redline.sheets import SIDES, choose_pages, find_all_pages
from pipeline.diff.redline.write import write_redline
from pipeline.errors import DocumentError, InputError
from pipeline.model import Identity, SourceKind
from pipeline.pictures import Picture, draw_pages
from pipeline.store.folders import replace_file


class Wanted(NamedTuple):
    """Where the file goes, which PDFs were named for the old and the new version, and passwords to try."""

    file: Path
    pdfs: tuple[str, str]
    passwords: tuple[str, ...]


def save_redline(difference: Difference, sides: tuple[Side, Side], wanted: Wanted, settings: DiffSettings) -> tuple[str, ...]:
    """Writes the file; gives what it lacks and why, a sentence each. Raises InputError where a PDF that was named is another."""
    asked = choose_pages(difference, settings.pictures)
    drawn: dict[str, Mapping[int, Picture]] = {}
    notices: list[str] = []
    for name, side, pdf in zip(SIDES, sides, wanted.pdfs, strict=True):
        pages, lack = _draw(name, side, pdf, wanted.passwords, (asked[name], settings.picture_dpi))
        drawn[name] = pages
        notices += [lack] if lack else []
    notices += _left_out(difference, asked)
    replace_file(wanted.file, write_redline(difference, drawn, tuple(notices), __version__).encode())
    return tuple(notices)


def _draw(
    name: str, side: Side, pdf: str, passwords: tuple[str, ...], asked: tuple[tuple[int, ...], int]
) -> tuple[Mapping[int, Picture], str]:
    """The pictures of one version by page, and what to say where there are none or fewer."""
    pages, dpi = asked
    if side.read.kind is not SourceKind.PDF:
        return {}, f"The {name} version ({side.read.source}) is no PDF and has no pages to draw; its words stand alone."
    if not pages:
        return {}, ""
    read = side.read
    identity = Identity(read.doc_id, read.family, read.title, read.source, read.sha256)
    try:
        content = load_original(side.folder, identity, (pdf or side.doc,), named=bool(pdf), option=f"--{name}-pdf")
        drawn = with_passwords(passwords, lambda password: draw_pages(content, read.source, pages, dpi, password))
    except DocumentError as error:
        if pdf:
            raise InputError(str(error)) from None
        return {}, f"No pages of the {name} version are drawn, its words stand alone: {error}."
    lost = sorted(set(pages) - {picture.page for picture in drawn})
    lack = f"Of the {name} version PDFium cannot draw page {', '.join(map(str, lost))}." if lost else ""
    return {picture.page: picture for picture in drawn}, lack


def _left_out(difference: Difference, asked: Mapping[str, tuple[int, ...]]) -> Iterator[str]:
    wanted = find_all_pages(difference)
    kept = sum(len(pages) for pages in asked.values())
    if kept < len(wanted):
        yield (
            f"{len(wanted)} pages have changes; {kept} of them are drawn, those of weighty changes first. "
            "The setting diff.pictures says how many."
        )
