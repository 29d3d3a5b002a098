"""From the bytes of a PDF to lines in reading order: drawn pages, fixtures, and the ledger on every real document."""

from io import BytesIO
from itertools import pairwise
from pathlib import Path

import pytest
from pypdf import PdfWriter

from pipeline.config.settings import ExtractSettings
from pipeline.errors import Damaged, NotAPdf, PasswordNeeded, UnknownEncryption
from pipeline.model import Document, Flaw, Page
from pipeline.stages.extract import extract
from pipeline.wording import count_letters
from tests.drawn_pdf import BOLD, HEIGHT, at, box, column, drawn, grid, identity, read, rule

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures" / "pdf"
LEFT = [f"left {i} and so it goes on with words to the end of the row" for i in range(12)]
RIGHT = [f"right {i} and so it goes on with words to the end of the row" for i in range(12)]
NARROW = 7.5
"""Type size at which a row of LEFT is 200 points wide."""


def texts(page: Page) -> list[str]:
    return [line.text for line in page.lines]


def counted(page: Page) -> int:
    return sum(count_letters(line.text) for line in page.lines)


def two_columns() -> list:
    """A fifth of the page in two columns: as much as makes one believed by itself."""
    return columns_at(100)


def columns_at(y: float) -> list:
    return column(72, y, LEFT, size=NARROW, pitch=15) + column(310, y, RIGHT, size=NARROW, pitch=15)


# ---------------------------------------------------------------- rows and runs


def test_a_label_in_a_hanging_indent_is_a_piece_of_the_row_of_its_text():
    page = read([at(72, 100, "(a)"), at(108, 100, "fever of any kind;")]).pages[0]

    assert [(line.id, line.text) for line in page.lines] == [("p1.l000a", "(a)"), ("p1.l000b", "fever of any kind;")]


def test_a_label_drawn_a_little_low_comes_before_its_text_on_the_same_row():
    page = read([at(96, 100, "text of the clause"), at(72, 100.6, "(1)"), *column(96, 112, ["second row", "third row"])]).pages[0]

    assert texts(page)[:2] == ["(1)", "text of the clause"]
    assert page.lines[0].row == page.lines[1].row


def test_a_row_in_two_styles_is_one_line_of_two_runs():
    page = read([at(72, 100, "Accident", font=BOLD), at(72 + 46, 100, "means a sudden event.")]).pages[0]

    (line,) = page.lines
    first, second = line.runs
    assert line.text == "Accident means a sudden event."
    assert (line.text[first.start : first.end].strip(), first.bold) == ("Accident", True)
    assert (line.text[second.start : second.end], second.bold) == ("means a sudden event.", False)


def test_a_footnote_mark_is_a_word_and_a_run_of_its_own_and_never_part_of_a_figure():
    page = read([at(72, 100, "up to Rs. 5,000"), at(144, 96, "2", size=6), at(72, 120, "in all 5,0002")]).pages[0]

    assert texts(page) == ["up to Rs. 5,000 2", "in all 5,0002"]
    assert [run.size for run in page.lines[0].runs] == [10, 6]


def test_a_footnote_mark_ahead_of_a_bracket_is_a_word_of_its_own():
    page = read([at(72, 96, "12", size=6), at(78.7, 100, "[124A. Sedition"), at(72, 120, "12[124A. Sedition")]).pages[0]

    assert texts(page) == ["12 [124A. Sedition", "12[124A. Sedition"]


def test_edges_hold_one_pair_for_each_word_from_left_to_right():
    (line,) = read([at(72, 100, "one two three")]).pages[0].lines

    assert len(line.edges) == 3
    assert line.edges[0][0] == pytest.approx(72, abs=1)
    assert all(a[1] < b[0] for a, b in pairwise(line.edges))


def test_boxes_are_points_from_the_top_left():
    (line,) = read([at(72, 100, "Scope", size=20)]).pages[0].lines

    assert line.bbox[1] < 100 < line.bbox[3]
    assert line.size == 20


# ---------------------------------------------------------------- columns


def test_columns_are_read_one_after_the_other_though_their_rows_align():
    page = read(two_columns()).pages[0]

    assert texts(page) == LEFT + RIGHT
    assert [line.column for line in page.lines] == [1] * 12 + [2] * 12
    assert len(page.columns) == 2


def test_the_order_of_the_text_layer_plays_no_part():
    page = read(two_columns()[12:] + two_columns()[:12]).pages[0]

    assert texts(page) == LEFT + RIGHT


def test_a_full_width_block_parts_the_columns_above_from_those_below():
    across = "A heading that runs over the whole width of the page from the one side to the other side of it"

    page = read([*two_columns(), at(72, 290, across), *columns_at(320)]).pages[0]

    assert texts(page) == [*LEFT, *RIGHT, across, *LEFT, *RIGHT]
    assert page.lines[24].column == 0


def test_a_short_page_has_columns_where_its_neighbours_have_them():
    short = column(72, 100, ["1. Charges", "2. Stitches", "3. Gloves", "4. Masks"]) + column(
        310, 100, ["5. Gowns", "6. Caps", "7. Sheets", "8. Soap"]
    )

    document = read(two_columns(), short, two_columns())

    assert texts(document.pages[1]) == [
        f"{i}. {name}" for i, name in enumerate(["Charges", "Stitches", "Gloves", "Masks", "Gowns", "Caps", "Sheets", "Soap"], 1)
    ]


def test_a_narrow_column_beside_the_text_stands_aside():
    wide = [f"{i} {'words of the policy that run on ' * 2}" for i in range(16)]
    simple = [f"said simply and in few words {i}" for i in range(16)]

    page = read(column(72, 100, wide, pitch=14) + column(440, 100, simple, pitch=14)).pages[0]

    assert [(line.text, line.side) for line in page.lines] == [(row.strip(), False) for row in wide] + [
        (row, True) for row in simple
    ]


def test_columns_of_equal_width_do_not_stand_aside():
    assert not any(line.side for line in read(two_columns()).pages[0].lines)


def test_labels_in_a_hanging_indent_make_no_column():
    rows = [at(72, 100 + 12 * i, f"{i}.") for i in range(12)] + column(100, 100, LEFT)

    page = read(rows).pages[0]

    assert {line.column for line in page.lines} == {0}
    assert texts(page)[:4] == ["0.", LEFT[0], "1.", LEFT[1]]


def test_a_folio_under_one_column_comes_after_both():
    page = read([*two_columns(), at(290, 810, "7")]).pages[0]

    assert texts(page)[-1] == "7"


# ---------------------------------------------------------------- areas


def cells(xs: list[float], ys: list[float]) -> list:
    return [at(x + 4, y + 14, f"{chr(65 + c)}{r}") for r, y in enumerate(ys[:-1]) for c, x in enumerate(xs[:-1])]


XS, YS = [72.0, 172.0, 272.0, 372.0], [100.0, 120.0, 140.0, 160.0]


@pytest.mark.parametrize(
    "drawing",
    [
        grid(XS, YS),
        [box(x0, y0, x1, y1) for x0, x1 in pairwise(XS) for y0, y1 in pairwise(YS)],
        [box(x0, y0, x1, y1, fill=True, stroke=False) for x0, x1 in pairwise(XS) for y0, y1 in pairwise(YS)],
        [box(x, YS[0], x + 0.6, YS[-1], fill=True, stroke=False) for x in XS]
        + [box(XS[0], y, XS[-1], y + 0.6, fill=True, stroke=False) for y in YS],
    ],
    ids=["lines", "boxes", "shaded", "thin-boxes"],
)
def test_rules_however_drawn_make_one_grid_read_cell_by_cell(drawing):
    page = read([*drawing, *cells(XS, YS)]).pages[0]

    (area,) = page.areas
    assert area.ruled
    assert not area.prose
    assert area.xs == pytest.approx(XS, abs=1)
    assert area.ys == pytest.approx(YS, abs=1)
    assert texts(page) == ["A0", "B0", "C0", "A1", "B1", "C1", "A2", "B2", "C2"]
    assert {line.area for line in page.lines} == {0}


def test_words_run_together_over_a_rule_are_parted_at_it():
    page = read([*grid(XS, YS), at(150, 114, "12,000 13,000"), at(76, 134, "Plan")]).pages[0]

    assert "12,000" in texts(page)
    assert "13,000" in texts(page)


def test_lines_of_a_cell_stand_together():
    page = read([*grid(XS, [100, 140, 160]), *column(76, 112, ["Room", "rent"]), *column(176, 112, ["up to", "Rs. 500"])]).pages[0]

    assert texts(page) == ["Room", "rent", "up to", "Rs. 500"]


def test_a_merged_cell_is_read_as_one():
    across = "This cell runs over all three columns and its words cross where the rules would be"
    rules = (
        [rule(72, y, 372, y) for y in (100, 130, 150)]
        + [rule(x, 130, x, 150) for x in XS]
        + [rule(x, 100, x, 150) for x in (72, 372)]
    )

    page = read([*rules, *column(76, 112, [across[:41], across[42:]]), *cells(XS, [130, 150])]).pages[0]

    assert texts(page)[:2] == [across[:41], across[42:]]


def test_a_frame_round_the_page_is_no_table_and_hides_none():
    frame = [rule(40, 40, 555, 40), rule(40, 800, 555, 800), rule(40, 40, 40, 800), rule(555, 40, 555, 800), rule(40, 90, 555, 90)]
    inner = [rule(300, 40, 300, 90)]

    page = read([*frame, *inner, *column(72, 300, LEFT), *grid(XS, YS), *cells(XS, YS)]).pages[0]

    assert [area.xs for area in page.areas] == [pytest.approx(XS, abs=1)]


def test_a_table_over_the_whole_page_with_one_large_cell_is_no_frame():
    sides, levels = [40.0, 70.0, 150.0, 480.0, 555.0], [40.0, 80.0, 700.0, 800.0]
    words = [
        at(x + 4, y + 14, word) for y in levels[:3] for x, word in zip(sides, ["4", "Waiting", "As set out", "C.1"], strict=False)
    ]

    page = read([*grid(sides, levels), *words]).pages[0]

    assert [area.xs for area in page.areas] == [pytest.approx(sides, abs=1)]


def test_clauses_printed_in_boxes_are_a_prose_area():
    long = [f"{i} words of a clause that is printed inside a box, as some wordings" for i in range(14)]
    page = read(
        [*grid([72, 150, 520], [100, 300, 500]), at(76, 112, "Scope"), *column(154, 112, long), *column(154, 312, long)]
    ).pages[0]

    assert [area.prose for area in page.areas] == [True]


def test_aligned_rows_without_rules_are_an_area():
    rows = [["Plan", "Limit", "Share"], ["Basic", "500", "10%"], ["Select", "900", "20%"], ["Prime", "1,200", "nil"]]
    marks = [at(72 + 120 * c, 100 + 14 * r, word) for r, row in enumerate(rows) for c, word in enumerate(row)]

    page = read([*marks, *column(72, 200, LEFT)]).pages[0]

    (area,) = page.areas
    assert not area.ruled
    assert (len(area.xs), len(area.ys)) == (4, 5)
    assert sum(line.area == 0 for line in page.lines) == 12


# ---------------------------------------------------------------- turned text, page boxes


def test_text_on_its_side_comes_after_the_upright_text_in_its_own_order():
    side = [at(40, 400, "first on its side", angle=90), at(52, 400, "second on its side", angle=90)]

    page = read([*side, *column(72, 100, LEFT)]).pages[0]

    assert texts(page) == [*LEFT, "first on its side", "second on its side"]
    assert page.lines[-1].rotation == 90
    x0, top, x1, bottom = page.lines[-1].bbox
    assert 40 < x0 < x1 < 60
    assert top < bottom < 405


def test_a_code_on_its_side_in_the_margin_stands_aside_and_a_turned_head_inside_the_text_does_not():
    code = at(560, 700, "R1/24", size=7, angle=90)
    head = at(200, 400, "Sum insured", angle=90)

    page = read([*column(72, 100, LEFT), at(72, 500, "to the right edge of the text " * 3), code, head]).pages[0]

    assert {line.text: line.side for line in page.lines if line.rotation} == {"R1/24": True, "Sum insured": False}
    assert not any(line.side for line in page.lines if not line.rotation)


def test_words_of_a_page_that_are_mostly_turned_are_its_text():
    page = read([at(300, 820, "7"), *(at(100 + 14 * i, 700, words, angle=90) for i, words in enumerate(LEFT))]).pages[0]

    assert not any(line.side for line in page.lines)


def test_a_watermark_tiled_at_45_degrees_is_turned_lines():
    tiles = [at(100 + 150 * i, 200 + 200 * j, "SPECIMEN", angle=45, grey=0.8) for i in range(3) for j in range(3)]

    page = read([*tiles, *column(72, 100, LEFT)]).pages[0]

    assert [line.rotation for line in page.lines if line.text == "SPECIMEN"] == [45] * 9
    assert texts(page)[:12] == LEFT


def turned(content: bytes, angle: int) -> bytes:
    """The same PDF shown turned clockwise."""
    writer = PdfWriter(clone_from=BytesIO(content))
    for page in writer.pages:
        page.rotate(angle)
    out = BytesIO()
    writer.write(out)
    return out.getvalue()


def test_boxes_are_of_the_page_as_shown_when_it_is_turned():
    content = turned(drawn([at(72, 100, "Scope")]), 90)

    (page,) = extract(content, identity(), ExtractSettings()).pages

    assert (page.width, page.height) == (842, 595)
    assert page.lines[0].rotation == 270
    assert page.lines[0].bbox[0] == pytest.approx(HEIGHT - 100, abs=10)


def test_an_inset_crop_box_moves_the_origin():
    content = drawn([at(72, 100, "Scope"), at(5, 100, "cut off")], prepare=lambda canvas: canvas.setCropBox((50, 50, 545, 792)))

    (page,) = extract(content, identity(), ExtractSettings()).pages

    assert (page.width, page.height) == (495, 742)
    assert page.lines[0].bbox[0] == pytest.approx(22, abs=1)
    assert [(line.text, line.flaw) for line in page.lines] == [("Scope", Flaw.NONE), ("cut off", Flaw.OUTSIDE)]


# ---------------------------------------------------------------- flaws


def codes(document: Document) -> list[str]:
    return [finding.code for finding in document.findings]


def test_invisible_text_is_marked_and_told():
    document = read([at(72, 100, "seen"), at(72, 120, "unseen", mode=3)])

    assert [line.flaw for line in document.pages[0].lines] == [Flaw.NONE, Flaw.INVISIBLE]
    assert codes(document) == ["TXT003"]


def test_a_line_drawn_twice_to_look_bold_is_kept_once():
    document = read([at(72, 100, "Exclusions"), at(72.4, 100, "Exclusions"), *column(72, 120, LEFT)])

    found = [line.flaw for line in document.pages[0].lines if line.text == "Exclusions"]
    assert found.count(Flaw.NONE) == 1
    assert counted(document.pages[0]) == document.pages[0].letters


def test_the_same_words_further_down_are_no_duplicate():
    document = read([at(72, 100, "Not covered"), at(72, 130, "Not covered")])

    assert [line.flaw for line in document.pages[0].lines] == [Flaw.NONE, Flaw.NONE]


def test_a_shifted_map_is_garbled_and_told():
    plain = "the company pays the benefit that the schedule shows for each insured person in the family of the member, "
    plain += "and for no one else"
    shifted = "".join(chr((ord(ch) - 97 + 3) % 26 + 97) if ch.isalpha() else ch for ch in plain)

    document = read([at(72, 100, shifted[:52]), at(72, 112, shifted[53:])])

    assert {line.flaw for line in document.pages[0].lines} == {Flaw.GARBLED}
    assert codes(document) == ["TXT001"]


def test_the_same_words_unshifted_are_not():
    document = read([at(72, 100, "the company pays the benefit that the schedule shows for each insured person in the family")])

    assert document.findings == ()


def test_a_page_of_pictures_without_text_is_told():
    document = read([rule(72, 100 + i, 300, 100 + i) for i in range(0, 100, 4)], [at(72, 100, "text")])

    assert [(finding.code, finding.page) for finding in document.findings] == [("TXT002", 1)]


def test_a_blank_page_is_no_fault():
    assert read([], [at(72, 100, "text")]).findings == ()


def test_a_drawing_past_the_limit_is_left_and_told_and_its_words_are_read():
    marks = [rule(10, i / 10, 500, 700 - i / 10) for i in range(400)]

    document = read([*marks, at(72, 100, "text")], settings=ExtractSettings(path_segments=500))

    assert codes(document) == ["EXT002"]
    assert texts(document.pages[0]) == ["text"]


# ---------------------------------------------------------------- paragraphs


def starts(page: Page) -> list[bool]:
    return [line.paragraph for line in page.lines]


def test_a_wider_gap_begins_a_paragraph():
    page = read(column(72, 100, LEFT[:4]) + column(72, 160, LEFT[4:8])).pages[0]

    assert starts(page)[1:] == [False, False, False, True, False, False, False]


def test_an_indented_first_line_begins_a_paragraph():
    rows = [*column(72, 100, LEFT[:3]), at(84, 136, LEFT[3].capitalize()), *column(72, 148, LEFT[4:8])]

    assert starts(read(rows).pages[0])[1:] == [False, False, True, False, False, False, False]


def test_wide_leading_throughout_begins_none():
    solid = [column(72, 100, LEFT) for _ in range(3)]

    document = read(*solid, column(72, 100, LEFT, pitch=20))

    assert starts(document.pages[3])[1:] == [False] * 11


def test_a_paragraph_goes_on_over_a_page_break_under_a_running_head():
    head = at(72, 40, "Policy wording")

    document = read([head, *column(72, 100, LEFT)], [head, *column(72, 100, RIGHT)])

    assert not document.pages[1].lines[1].paragraph


# ---------------------------------------------------------------- the file


def test_what_is_no_pdf_is_said_to_be_none():
    with pytest.raises(NotAPdf, match=r"policy\.pdf is not a PDF"):
        extract(b"PK\x03\x04", identity(), ExtractSettings())


@pytest.mark.parametrize("reader", ["pdfium", "pdfplumber"])
def test_a_truncated_file_is_damaged(reader):
    with pytest.raises(Damaged, match="damaged or cut short"):
        extract(b"%PDF-1.4\n1 0 obj\n<<", identity(), ExtractSettings(reader=reader))


@pytest.mark.parametrize("reader", ["pdfium", "pdfplumber"])
def test_a_password_is_asked_for_and_used(reader):
    content = (FIXTURES / "encrypted-with-password.pdf").read_bytes()

    with pytest.raises(PasswordNeeded, match="--password-file"):
        extract(content, identity(), ExtractSettings(reader=reader))


def test_an_empty_user_password_needs_none():
    content = (FIXTURES / "encrypted-empty-password.pdf").read_bytes()

    assert extract(content, identity(), ExtractSettings()).pages[0].lines


def test_labels_are_those_that_the_pdf_gives_its_pages():
    document = extract((FIXTURES / "front-matter.pdf").read_bytes(), identity(), ExtractSettings())

    assert [page.label for page in document.pages][:8] == ["i", "ii", "iii", "iv", "v", "vi", "1", "2"]


def test_a_page_not_to_be_tried_is_a_finding_and_an_empty_page():
    content = drawn([at(72, 100, "one")], [at(72, 100, "two")], [at(72, 100, "three")])

    document = extract(content, identity(), ExtractSettings(), unreadable={2: "took longer than 10 seconds"})

    assert [texts(page) for page in document.pages] == [["one"], [], ["three"]]
    assert [(finding.code, finding.page) for finding in document.findings] == [("EXT001", 2)]
    assert "took longer than 10 seconds" in document.findings[0].message


def test_some_pages_alone_keep_their_numbers_and_are_told_as_they_come():
    content = drawn([at(72, 100, "one")], [at(72, 100, "two")], [at(72, 100, "three")])
    seen = []

    document = extract(content, identity(), ExtractSettings(), pages=(3, 1), on_page=lambda number, of: seen.append((number, of)))

    assert [page.number for page in document.pages] == [1, 3]
    assert document.pages[1].lines[0].id == "p3.l000"
    once = [(1, 3), (3, 3), (0, 2)]
    assert seen == once * 2, "read one by one, then laid out one by one; behind both, what is worked out of the two together"


@pytest.mark.parametrize("name", ["script-hebrew", "script-arabic"])
def test_text_from_right_to_left_keeps_its_order_and_is_told(name):
    document = extract((FIXTURES / f"{name}.pdf").read_bytes(), identity(), ExtractSettings())

    assert codes(document) == ["TXT004"]
    assert len(document.pages[0].lines) == 2


def test_a_glyph_without_unicode_is_never_dropped_in_silence():
    document = extract((FIXTURES / "nameless-ligature.pdf").read_bytes(), identity(), ExtractSettings())

    assert codes(document) == ["TXT001"]
    assert "bene\ufffdt" in document.pages[0].text


# ---------------------------------------------------------------- the second reader


def test_both_readers_give_the_same_words_in_the_same_order():
    content = drawn([*two_columns(), *grid(XS, [300, 320, 340]), *cells(XS, [300, 320, 340])], [at(72, 100, "Last", font=BOLD)])

    ours = extract(content, identity(), ExtractSettings())
    theirs = extract(content, identity(), ExtractSettings(reader="pdfplumber"))

    assert [texts(page) for page in theirs.pages] == [texts(page) for page in ours.pages]
    assert [page.letters for page in theirs.pages] == [page.letters for page in ours.pages]
    assert [line.column for line in theirs.pages[0].lines] == [line.column for line in ours.pages[0].lines]
    assert theirs.pages[0].areas[0].xs == pytest.approx(ours.pages[0].areas[0].xs, abs=1)
    assert theirs.pages[1].lines[0].bold


# ---------------------------------------------------------------- every real document


def test_no_letter_of_a_real_document_is_lost_or_doubled(shared):
    wrong = []
    for path in [*sorted(shared.glob("real/*.pdf")), *sorted(shared.glob("bench/labelled/*.pdf"))]:
        document = extract(path.read_bytes(), identity(path.stem), ExtractSettings())
        wrong += [(path.stem, page.number) for page in document.pages if counted(page) != page.letters]
        ids = [line.id for page in document.pages for line in page.lines]
        assert len(ids) == len(set(ids)), path.stem
        assert all(len(line.edges) == len(line.text.split()) for page in document.pages for line in page.lines), path.stem

    assert wrong == []


def test_two_columns_of_a_statute_are_read_in_the_order_of_its_truth(shared):
    path = shared / "bench" / "statutes" / "usc17-usc-twocol.pdf"

    document = extract(path.read_bytes(), identity(path.stem), ExtractSettings())

    assert [len(page.columns) for page in document.pages[:-1]] == [2] * (len(document.pages) - 1)


@pytest.mark.full
def test_every_hostile_file_is_read_or_refused_by_name(shared):
    wrong = []
    for path in sorted(shared.glob("hostile/*.pdf")):
        try:
            document = extract(path.read_bytes(), identity(path.stem), ExtractSettings())
        except (NotAPdf, Damaged, PasswordNeeded, UnknownEncryption):
            continue
        wrong += [(path.stem, page.number) for page in document.pages if counted(page) != page.letters]

    assert wrong == []
