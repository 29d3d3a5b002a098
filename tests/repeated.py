"""A document of as many pages as are wanted: the pages of the prospectus again and again, with a line on each that no other has."""

import io
from pathlib import Path

from pypdf import PdfReader, PdfWriter
from pypdf.generic import ArrayObject, DictionaryObject, NameObject, StreamObject

STAMP_FONT = "/Stamp"
PROSPECTUS = Path(__file__).resolve().parent.parent / "fixtures" / "pdf" / "prospectus.pdf"


def repeat_pages(count: int) -> bytes:
    """A PDF of ``count`` pages, three quarters of them rate grids as in the prospectus, evenly mixed from its first page on."""
    source = PdfReader(PROSPECTUS)
    most = min(count, len(source.pages))
    chosen = [source.pages[index * len(source.pages) // most] for index in range(most)]
    writer = PdfWriter()
    font = writer._add_object(
        DictionaryObject({NameObject("/Type"): NameObject("/Font"), NameObject("/Subtype"): NameObject("/Type1"),
                          NameObject("/BaseFont"): NameObject("/Helvetica")})
    )  # fmt: skip
    for number in range(count):
        page = writer.add_page(chosen[number % most])
        drawn = StreamObject()
        drawn.set_data(f"BT {STAMP_FONT} 9 Tf 72 790 Td (Copy {number // most}, sheet {number} of the file) Tj ET".encode())
        held = page.raw_get("/Contents")
        whole = held.get_object()
        before = list(whole) if isinstance(whole, ArrayObject) else [held]
        page[NameObject("/Contents")] = ArrayObject([*before, writer._add_object(drawn)])
        page["/Resources"]["/Font"][NameObject(STAMP_FONT)] = font
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()
