"""What is left of a page's content for a reader that is asked for words alone."""

from io import BytesIO

import pytest
from pypdf import PdfReader
from reportlab.pdfgen.canvas import Canvas

from pipeline.rereading.thinned import without_paths

WORDS = b"BT /F1 9 Tf (1 2 m 3 4 l S) Tj ET"


@pytest.mark.parametrize(
    ("drawn", "left"),
    [
        (b"q 1 2 m 3 4 l h S Q ", b"q S Q "),
        (b"q\n1 2 3 4 re\nf\n", b"q\nf\n"),
        (b"q 1 .5 m -1 2 3 4 5 6 c 1 2 3 4 v B* 5 5 m ", b"q B* "),
        (b"q 1 0 0 1 5 5 cm 0.5 w 1 0 0 rg ", b"q 1 0 0 1 5 5 cm 0.5 w 1 0 0 rg "),
        (b"q 9 1 2 m S ", b"q 9 1 2 m S "),
    ],
)
def test_path_operators_go_and_all_others_stay(drawn, left):
    assert without_paths(drawn + WORDS + b" " + drawn) == left + WORDS + b" " + left


@pytest.mark.parametrize("content", [b"q 1 2 m 3 4 l S Q", b"q 1 2 m S BI /W 1 /H 1 ID \x00 EI " + WORDS])
def test_content_without_text_or_with_a_picture_in_it_stays_as_it_is(content):
    assert without_paths(content) == content


def test_pypdf_reads_the_same_words_without_the_drawing():
    file = BytesIO()
    canvas = Canvas(file, pageCompression=0)
    for row in range(20):
        canvas.drawString(50, 700 - 20 * row, f"Row {row} (of 20) 1 2 m")
        canvas.grid([50, 150, 250], [690 - 20 * row, 710 - 20 * row])
        canvas.circle(300, 700 - 20 * row, 5)
    canvas.save()
    whole = PdfReader(file).pages[0]
    before, content = whole.extract_text(), whole.get_contents()

    content.set_data(without_paths(content.get_data()))
    thinned = PdfReader(file).pages[0]
    thinned[next(key for key in thinned if key == "/Contents")] = content

    assert len(content.get_data()) < 0.7 * len(PdfReader(file).pages[0].get_contents().get_data())
    assert thinned.extract_text() == before
