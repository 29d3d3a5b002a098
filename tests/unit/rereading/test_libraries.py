"""Pages as other libraries read them."""

import io
import subprocess
import sys

import pytest
from reportlab.pdfgen.canvas import Canvas

from pipeline.rereading.libraries import Library, read_pages
from tests.conftest import ROOT

BOTH = pytest.mark.parametrize("library", Library)


def read(library, content, password="", pages=(1,)):
    return dict(read_pages(library, content, password, pages))


def drawn(*turned):
    """A page with words as they are read, and further ones turned by degrees around (300, 400)."""
    file = io.BytesIO()
    canvas = Canvas(file, pagesize=(600, 800))
    canvas.drawString(72, 700, "Sum insured in rupees")
    for degrees, words in turned:
        canvas.saveState()
        canvas.translate(300, 400)
        canvas.rotate(degrees)
        canvas.drawString(10, 10, words)
        canvas.restoreState()
    canvas.save()
    return file.getvalue()


@BOTH
def test_pages_come_by_number(library):
    content = (ROOT / "fixtures/pdf/clause-over-two-pages.pdf").read_bytes()

    pages = read(library, content, pages=(2, 1))

    assert "ombudsman" in pages[2] and "chronic condition" in pages[1]


@BOTH
def test_words_on_their_side_are_read_forwards(library):
    page = read(library, drawn((90, "Uterine artery"), (270, "Balloon")))[1]

    assert "Sum insured in rupees" in page
    assert all(words in page.replace("\n", " ") for words in ("Uterine artery", "Balloon"))


@BOTH
@pytest.mark.parametrize("content", [b"", b"%PDF-1.7 nothing", b"no PDF"])
def test_a_file_that_cannot_be_read_is_no_error(library, content):
    assert read(library, content) == {1: None}


@BOTH
def test_a_page_that_is_not_there_costs_the_others_nothing(library):
    assert [page is None for page in read(library, drawn(), pages=(1, 9)).values()] == [False, True]


@BOTH
def test_a_file_with_a_password_is_read_with_it_alone(library):
    content = (ROOT / "fixtures/pdf/encrypted-with-password.pdf").read_bytes()

    assert read(library, content) == read(library, content, "wrong") == {1: None}
    assert read(library, content, "banyan-2031")[1]


APART = """
import sys
from pathlib import Path
import pipeline.rereading.claiming, pipeline.rereading.comparing
from pipeline.rereading.libraries import Library, read_pages
assert all(text for _, text in read_pages(Library("{library}"), Path("{file}").read_bytes(), "", [1, 2]))
print([name for name in sys.modules if name.startswith(("pipeline.stages", "pipeline.checks", "pipeline.runner"))])
print("pypdfium2" in sys.modules)
"""


@BOTH
def test_the_reader_imports_nothing_of_the_extraction(library):
    words = APART.format(library=library, file=ROOT / "fixtures/pdf/clause-over-two-pages.pdf")

    shown = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, check=True, cwd=ROOT).stdout

    assert shown.splitlines() == ["[]", "False"]
