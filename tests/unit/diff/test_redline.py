"""What the HTML redline shows of a change: its words, and which parts of which pages."""

import io

import pytest
from PIL import Image

from pipeline.diff.records import CellChange, Change, Difference, Edition, Kind, Piece, Place, Spot, TableChange
from pipeline.diff.redline.cards import ALL_CELLS, ENDS, FEWEST_CELLS, LONG_EQUAL, SHOWN_CELLS, make_cards
from pipeline.diff.redline.sheets import MOST_CELLS, MOST_SHEETS, choose_pages, count_pages_left_out, make_sheets
from pipeline.errors import Damaged
from pipeline.pictures import Picture, draw_pages
from tests.drawn_pdf import at, drawn

WIDTH, HEIGHT = 600.0, 800.0


def spot(page=1, x0=100.0, top=100.0, x1=280.0, bottom=140.0):
    return Spot(page, (x0, top, x1, bottom))


def change(*, old=(), new=(), words=(), weights=(), kind=Kind.REWORDED, behind=()):
    places = [(Place("4.1", "4.1", "Room rent", 1, tuple(boxes)),) if boxes else () for boxes in (old, new)]
    return Change(kind, (kind,), *places, bool(weights), tuple(weights), tuple(words), (), tuple(behind))


def table(cells):
    return TableChange(Kind.REWORDED, Place("t1", page=1), Place("t1", page=1, boxes=(spot(),)), False, tuple(cells))


def cell(number=0, box=None):
    return CellChange("row", "column", "", str(number), False, (), (box,) if box else (), ())


def difference(*changes):
    clauses = tuple(each for each in changes if isinstance(each, Change))
    return Difference(
        "old", "new", 0, clauses, tuple(each for each in changes if not isinstance(each, Change)), (Edition(), Edition())
    )


def pictures(*pages):
    return {page: Picture(page, WIDTH, HEIGHT, b"") for page in pages}


def views(*boxes):
    return [tuple(map(float, sheet.crop.split())) for sheet in make_sheets(change(new=boxes), "new", pictures(1, 2, 3))]


def test_a_view_shows_the_clause_with_some_of_its_page_and_lies_on_the_page():
    [(x, y, width, height)] = views(spot())
    [corner] = views(spot(x0=580.0, top=790.0, x1=598.0, bottom=799.0))

    assert x <= 82 and x + width >= 298
    assert y <= 82 and y + height >= 158
    assert width >= WIDTH / 2
    assert corner[0] >= 0 and corner[0] + corner[2] <= WIDTH
    assert corner[1] >= 0 and corner[1] + corner[3] <= HEIGHT


def test_a_clause_that_goes_on_in_the_next_column_has_a_view_of_each():
    assert len(views(spot(), spot(top=200.0, bottom=240.0))) == 1
    assert len(views(spot(), spot(x0=320.0, x1=500.0))) == 2
    assert len(views(spot(), spot(x0=320.0, x1=500.0), spot(x0=90.0, x1=510.0, top=300.0, bottom=320.0))) == 1


def test_of_a_clause_on_many_pages_the_first_are_shown_and_the_rest_counted():
    long = change(new=[spot(page=page) for page in range(1, 8)])

    assert len(make_sheets(long, "new", pictures(*range(1, 8)))) == MOST_SHEETS
    assert count_pages_left_out(long, "new") == 7 - MOST_SHEETS


def test_pages_of_weighty_changes_are_drawn_first():
    light, heavy = change(new=[spot(page=3)]), change(new=[spot(page=9)], weights=["30"])

    assert choose_pages(difference(light, heavy), 1) == {"old": (), "new": (9,)}


def test_a_clause_that_came_is_shown_where_it_would_stand():
    came = change(new=[spot()], kind=Kind.ADDED, behind=[Place("3", page=2, boxes=(spot(page=1), spot(page=2)))])

    [sheet] = make_sheets(came, "old", pictures(1, 2))

    assert sheet.page == 2
    assert [mark.of for mark in sheet.marks] == ["behind"]


def test_cells_have_boxes_unless_the_whole_table_changed():
    few = table([cell(box=spot(x0=120.0, x1=140.0, top=110.0, bottom=120.0))])
    many = table([cell(n, spot()) for n in range(MOST_CELLS + 1)])

    assert [mark.of for mark in make_sheets(few, "new", pictures(1))[0].marks] == ["whole", "cell"]
    assert [mark.of for mark in make_sheets(many, "new", pictures(1))[0].marks] == ["whole"]


def test_a_view_of_cells_is_as_wide_as_their_table():
    [sheet] = make_sheets(table([cell(box=spot(x0=250.0, x1=270.0, top=110.0, bottom=120.0))]), "new", pictures(1))

    assert float(sheet.crop.split()[0]) <= 100


def test_words_that_weigh_are_marked_where_they_changed_and_nowhere_else():
    pieces = [Piece("equal", "within 30 days"), Piece("removed", "of 30 days"), Piece("added", "of 45 days")]

    [card] = make_cards(difference(change(old=[spot()], new=[spot()], words=pieces, weights=["30", "45"])), {})

    assert [stretch.parts for stretch in card.stretches] == [
        (("within 30 days", False),),
        (("of", False), ("30", True), ("days", False)),
        (("of", False), ("45", True), ("days", False)),
    ]


@pytest.mark.parametrize("place", [0, 1, 2])
def test_a_long_stretch_that_did_not_change_is_folded_away_from_what_did(place):
    long = Piece("equal", " ".join(f"w{n}" for n in range(LONG_EQUAL + 1)))
    pieces = [[long, Piece("added", "x")], [Piece("added", "x"), long, Piece("added", "y")], [Piece("added", "x"), long]][place]

    [card] = make_cards(difference(change(old=[spot()], new=[spot()], words=pieces)), {})

    folded = next(stretch for stretch in card.stretches if stretch.op == "folded")
    sides = 2 if place == 1 else 1
    assert len(folded.parts[0][0].split()) == LONG_EQUAL + 1 - sides * ENDS
    words = [word for stretch in card.stretches for part, _ in stretch.parts for word in part.split()]
    assert words == [word for piece in pieces for word in piece.words.split()]


def test_the_cells_of_many_tables_are_bounded_together():
    [one] = make_cards(difference(table([cell(n) for n in range(500)])), {})
    many = list(make_cards(difference(*[table([cell(n) for n in range(100)])] * 400), {}))

    assert (len(one.cells), one.cells_left_out) == (SHOWN_CELLS, 400)
    assert sum(len(card.cells) for card in many) <= max(ALL_CELLS, 400 * FEWEST_CELLS)


def test_a_page_is_drawn_as_shown_and_small():
    content = drawn(
        [at(72, 100 + 14 * row, "Costs of treatment in a hospital are paid up to 500 euros a day.") for row in range(45)]
    )

    [picture] = draw_pages(content, "policy.pdf", [1, 7], 120)

    with Image.open(io.BytesIO(picture.webp)) as image:
        assert image.size == (round(595 * 120 / 72), pytest.approx(842 * 120 / 72, abs=1))
        assert image.convert("L").getpixel((5, 5)) == 255
    assert len(picture.webp) < 120_000


def test_what_is_no_pdf_is_told():
    with pytest.raises(Damaged, match=r"policy\.pdf cannot be drawn"):
        draw_pages(b"%PDF-1.7 and nothing else", "policy.pdf", [1], 120)
