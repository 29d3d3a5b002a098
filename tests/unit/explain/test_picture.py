"""The picture of a page: as it is shown, with what was decided in its place, notes beside it and a legend below."""

import io

import pytest
from PIL import Image

from pipeline.config.settings import Configuration, DocumentSettings
from pipeline.errors import Damaged, PasswordNeeded, UsageError
from pipeline.explain import canvas, picture
from pipeline.explain.canvas import INKS, LONGEST, MARGIN, PITCH, draw_shapes
from pipeline.explain.picture import Drawing, draw_page
from pipeline.explain.shapes import Layer, Shape, find_shapes
from pipeline.model import Identity, SourceKind
from pipeline.runner import Task, run_document
from tests.builders import document
from tests.conftest import ROOT
from tests.unit.explain.results import result

PDFS = ROOT / "fixtures" / "pdf"


def run(content, name="policy.pdf"):
    identity = Identity("policy", "policy", "Policy", name, "0" * 64)
    return run_document(Task(content, identity, Configuration(), DocumentSettings()))


def draw(content, number=1, **how):
    return Image.open(io.BytesIO(draw_page(content, run(content), number, Drawing(**how))))


def cropped(content):
    """The first page, its crop box 100 points inside its left and 50 inside its lower edge, turned by 90 degrees."""
    from pypdf import PdfReader, PdfWriter
    from pypdf.generic import RectangleObject

    writer = PdfWriter()
    page = PdfReader(io.BytesIO(content)).pages[0]
    box = page.mediabox
    page.cropbox = RectangleObject((50, 50, box.right, box.top))
    page.rotate(90)
    writer.add_page(page)
    written = io.BytesIO()
    writer.write(written)
    return written.getvalue()


def test_a_page_is_drawn_at_its_size_between_two_margins():
    content = (PDFS / "letterhead.pdf").read_bytes()
    page = run(content).document.pages[0]

    drawn = draw(content, dpi=72)

    assert abs(drawn.width - 2 * MARGIN - page.width) <= 1 and drawn.height > page.height + PITCH


def dark_share(image):
    pixels = image.convert("L").tobytes()
    return sum(value < 128 for value in pixels) / len(pixels)


@pytest.mark.parametrize("turned", [False, True])
def test_shapes_lie_on_the_words_also_of_turned_and_cropped_pages(turned, monkeypatch):
    content = (PDFS / "letters-and-romans.pdf").read_bytes()
    content = cropped(content) if turned else content
    made = run(content)
    seen = []
    monkeypatch.setattr(
        picture,
        "draw_shapes",
        lambda image, scale, *rest, **more: (seen.append((image, scale)), draw_shapes(image, scale, *rest, **more))[1],
    )

    draw_page(content, made, 1, Drawing(dpi=144))

    [(image, scale)] = seen
    lines = [shape for shape in find_shapes(made, 1) if shape.layer is Layer.LINE]
    assert lines
    for shape in lines:
        inked = dark_share(image.crop([round(edge * scale) for edge in shape.bbox]))
        assert inked > 0.04, shape
    assert dark_share(image) < 0.04


def test_a_clause_has_the_colour_of_its_depth_and_furniture_is_grey():
    paper = Image.new("RGB", (100, 60), (255, 255, 255))
    shapes = [
        Shape(Layer.FURNITURE, (0, 0, 40, 20), "p1.l000"),
        Shape(Layer.CLAUSE, (0, 20, 40, 40), "1", 1),
        Shape(Layer.CLAUSE, (0, 40, 40, 60), "1.a", 2),
    ]

    drawn = draw_shapes(paper, 1.0, shapes, "policy", lines=False)

    grey, first, second, nothing = (drawn.getpixel((MARGIN + x, y)) for x, y in ((20, 10), (20, 30), (20, 50), (80, 30)))
    assert len({grey, first, second, nothing}) == 4
    assert max(grey) - min(grey) <= 2 and nothing == (255, 255, 255)


def test_a_released_table_is_outlined_with_its_cells_and_not_filled():
    paper = Image.new("RGB", (100, 60), (255, 255, 255))

    drawn = draw_shapes(paper, 1.0, [Shape(Layer.TABLE_RELEASED, (10, 10, 90, 50), "t1")], "policy", lines=False)

    assert drawn.getpixel((MARGIN + 10, 30)) == INKS[Layer.TABLE_RELEASED]
    assert drawn.getpixel((MARGIN + 50, 30)) == (255, 255, 255)


def test_notes_stand_in_the_margin_apart_from_each_other():
    paper = Image.new("RGB", (200, 100), (255, 255, 255))
    many = [Shape(Layer.LABEL, (10, 1, 20, 5), f"1.{n}", 2, f"1.{n}") for n in range(3)]

    drawn = draw_shapes(paper, 1.0, many, "policy", lines=False)

    inked = [any(drawn.getpixel((x, y)) != (255, 255, 255) for x in range(MARGIN - 40, MARGIN - 10)) for y in range(3 * PITCH)]
    assert all(any(inked[n * PITCH : (n + 1) * PITCH]) for n in range(3))


def test_more_notes_than_fit_stay_on_the_page():
    paper = Image.new("RGB", (200, 60), (255, 255, 255))
    many = [Shape(Layer.REJECTED, (10, 50, 20, 55), f"l{n}", 0, f"not a label: {n}") for n in range(12)]

    assert draw_shapes(paper, 1.0, many, "policy", lines=True).height > 60


@pytest.mark.parametrize(
    ("layer", "note", "shown"),
    [
        (Layer.LABEL, "[für-gefälligkeit].a", "[fur-gefalligkeit].a"),
        (Layer.REJECTED, "not a label: ①", "not a label: 1"),
        (Layer.REJECTED, "not a label: 제3조", "not a label: ..3.."),
        (Layer.LABEL, "x" * 40 + ".4.1", ".." + "x" * (LONGEST - 4) + ".4.1"),
        (Layer.TABLE_KEPT, "t1 " + "x" * 40, "t1 " + "x" * (LONGEST - 3) + ".."),
    ],
)
def test_notes_are_cut_and_written_in_signs_that_the_font_has(layer, note, shown):
    assert canvas._shown(Shape(layer, (0, 0, 1, 1), note=note)) == shown


def test_a_box_the_wrong_way_round_is_drawn_all_the_same():
    paper = Image.new("RGB", (100, 60), (255, 255, 255))
    odd = [Shape(layer, (40, 30, 10, 20), "x", 0, "x" if layer is not Layer.RUN else "1") for layer in Layer]

    assert draw_shapes(paper, 1.0, odd, "제3조 policy", lines=True).width == 100 + 2 * MARGIN


def test_the_same_page_gives_the_same_bytes():
    content = (PDFS / "gap.pdf").read_bytes()
    made = run(content)

    assert draw_page(content, made, 1, Drawing()) == draw_page(content, made, 1, Drawing())


def test_a_page_of_more_pixels_than_there_is_memory_for_is_drawn_smaller(monkeypatch):
    monkeypatch.setattr(picture, "MOST_PIXELS", 10_000)

    drawn = draw((PDFS / "gap.pdf").read_bytes(), dpi=300)

    assert drawn.width - 2 * MARGIN <= 101


def test_a_page_that_is_not_there_is_named_with_those_that_are():
    content = (PDFS / "gap.pdf").read_bytes()

    with pytest.raises(UsageError, match="has no page 9; pages 1 to 1 were read"):
        draw_page(content, run(content), 9, Drawing())


def test_a_text_has_no_page_to_draw():
    plain = document(["1. Scope"])
    identity = Identity("notes", "notes", "Notes", "notes.md", "0" * 64, kind=SourceKind.MARKDOWN)

    with pytest.raises(UsageError, match=r"notes\.md is no PDF"):
        draw_page(b"", result(type(plain)(identity, plain.pages)), 1, Drawing())


def test_a_file_that_cannot_be_opened_is_a_named_error():
    with pytest.raises(Damaged, match=r"page 1 of policy\.pdf cannot be drawn"):
        draw_page(b"no PDF", result(document(["1. Scope"])), 1, Drawing())


def test_an_encrypted_file_asks_for_its_password():
    content = (PDFS / "encrypted-with-password.pdf").read_bytes()

    with pytest.raises(PasswordNeeded, match="--password-file"):
        draw_page(content, result(document(["1. Scope"])), 1, Drawing())
