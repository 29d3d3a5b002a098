"""Bold faces whose names do not say so, told by their ink: drawn in Vera under numbered names."""

import re

import pytest
from reportlab.pdfbase import pdfmetrics
from reportlab.pdfbase.ttfonts import TTFont

from pipeline.config.settings import ExtractSettings
from pipeline.model import Document
from pipeline.stages.extract import extract
from tests.drawn_pdf import Mark, at, drawn, identity

PLAIN, HEAVY, SLANTED = "Vera", "VeraBd", "VeraIt"
TEXT = "payable when hospitalised under this policy within the period"
NAMES = re.compile(rb"BitstreamVeraSans-(Roman|Bold|Oblique)")
FLAGS = re.compile(rb"/Flags \d+")


@pytest.fixture(autouse=True)
def _vera() -> None:
    for name in (PLAIN, HEAVY, SLANTED):
        pdfmetrics.registerFont(TTFont(name, f"{name}.ttf"))


def renamed(content: bytes, names: dict[bytes, bytes]) -> bytes:
    """The PDF with its faces under other names of the same length, and no flag that says bold."""
    content = NAMES.sub(lambda found: (b"Vera-" + names[found[1]]).ljust(len(found[0]), b"0"), content)
    return FLAGS.sub(lambda found: b"/Flags 4".ljust(len(found[0])), content)


def document(names: dict[bytes, bytes], *heads: Mark) -> Document:
    """A page of text in the plain face with ``heads`` above, its faces renamed."""
    rows = [at(72, 200 + 14 * i, TEXT, font=PLAIN) for i in range(8)]
    return extract(renamed(drawn([*heads, *rows]), names), identity(), ExtractSettings())


def bold(read: Document) -> list[str]:
    return [line.text for line in read.pages[0].lines if line.bold]


NUMBERED = {b"Roman": b"1", b"Bold": b"2", b"Oblique": b"3"}


def test_a_numbered_face_with_more_ink_than_the_text_is_bold():
    read = document(NUMBERED, at(72, 100, "Scope of the cover", font=HEAVY))

    assert bold(read) == ["Scope of the cover"]


def test_a_numbered_face_with_the_ink_of_the_text_is_not():
    read = document(NUMBERED, at(72, 100, "Scope of the cover", font=SLANTED))

    assert bold(read) == []


def test_a_medium_face_beside_a_light_text_is_bold():
    read = document({b"Roman": b"Book", b"Bold": b"Medium", b"Oblique": b"3"}, at(72, 100, "Scope of the cover", font=HEAVY))

    assert bold(read) == ["Scope of the cover"]


def test_a_face_with_too_few_words_to_measure_stays_as_it_is_named():
    read = document(NUMBERED, at(72, 100, "Scope", font=HEAVY))

    assert bold(read) == []
