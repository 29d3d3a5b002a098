"""Frames, grids, rows and gutters alone."""

from hypothesis import given
from hypothesis import strategies as st

from pipeline.config.settings import ExtractSettings
from pipeline.stages.extract.areas import Grid, find_edges, find_grids
from pipeline.stages.extract.columns import Gutter, believe_gutters, offer_gutters
from pipeline.stages.extract.frame import Frame
from pipeline.stages.extract.lines import name_of, suffix_of
from pipeline.stages.extract.reader import Drawn, RawPage, Words
from pipeline.stages.extract.rows import Piece, find_rows
from pipeline.stages.extract.turned import turn_back, turn_box

SETTINGS = ExtractSettings()
EMPTY = Words((), (), (), (), (), ())


def piece(x0: float, top: float, x1: float, bottom: float) -> Piece:
    return Piece(range(1), (x0, top, x1, bottom), 0, cut=False)


def page_of(*boxes: tuple[float, float, float, float]) -> RawPage:
    return RawPage(595, 842, EMPTY, (), (), tuple(Drawn(box, stroked=True, filled=False) for box in boxes), (), 0)


def grids_of(raw: RawPage) -> tuple[Grid, ...]:
    return find_grids(find_edges(raw.drawn, SETTINGS), raw.width * raw.height, SETTINGS)


# ---------------------------------------------------------------- frames


def test_each_quarter_turn_puts_the_top_left_corner_where_it_is_shown():
    corner = (100, 640, 110, 650)
    frames = [Frame(100, 50, 500, 650, turn) for turn in range(4)]

    shown = [frame.shown(*corner) for frame in frames]

    assert shown == [(0, 0, 10, 10), (590, 0, 600, 10), (390, 590, 400, 600), (0, 390, 10, 400)]
    assert [frame.size for frame in frames] == [(400, 600), (600, 400), (400, 600), (600, 400)]


@given(st.tuples(*[st.integers(0, 500)] * 4), st.sampled_from([0, 90, 180, 270]))
def test_turning_a_box_there_and_back_changes_nothing(box, angle):
    raw = page_of()

    assert turn_back(turn_box(box, angle, raw), angle, raw) == box


# ---------------------------------------------------------------- grids


def test_a_merged_cell_has_one_slot_wherever_it_is_asked_for():
    rules = [(0, y, 90, y) for y in (0, 20, 40)] + [(x, 0, x, 40) for x in (0, 90)] + [(x, 20, x, 40) for x in (30, 60)]

    (grid,) = grids_of(page_of(*rules))

    assert {grid.cell(x, 10) for x in (5, 45, 80)} == {(0, 0)}
    assert [grid.cell(x, 30) for x in (5, 45, 80)] == [(1, 0), (1, 1), (1, 2)]
    assert grid.cell(100, 10) == (-1, -1)


def test_a_table_open_at_the_foot_ends_where_its_upright_rules_end():
    rules = [(0, y, 90, y) for y in (0, 20)] + [(x, 0, x, 60) for x in (0, 30, 90)]

    (grid,) = grids_of(page_of(*rules))

    assert grid.ys == (0, 20, 60)


def test_a_box_of_one_column_is_no_table():
    assert grids_of(page_of((0, 0, 300, 20), (0, 20, 300, 200))) == ()


def test_two_tables_that_do_not_touch_are_two():
    first = [(0, y, 90, y) for y in (0, 20, 40)] + [(x, 0, x, 40) for x in (0, 30, 90)]
    second = [(x0, top + 100, x1, bottom + 100) for x0, top, x1, bottom in first]

    assert [grid.ys[0] for grid in grids_of(page_of(*second, *first))] == [0, 100]


@given(st.integers(2, 12), st.integers(2, 30), st.randoms())
def test_a_grid_of_single_cells_is_whole_in_whatever_order_it_is_drawn(columns, rows, random):
    boxes = [(c * 30, r * 15, c * 30 + 30, r * 15 + 15) for c in range(columns) for r in range(rows)]
    random.shuffle(boxes)

    (grid,) = grids_of(page_of(*boxes))

    assert (len(grid.xs), len(grid.ys)) == (columns + 1, rows + 1)
    assert grid.cell(45, 22) == (1, 1)


# ---------------------------------------------------------------- rows


def test_two_lines_set_solid_stay_two_rows():
    assert len(find_rows([piece(0, 0, 100, 12), piece(0, 10, 100, 22)], SETTINGS)) == 2


def test_a_mark_set_high_stays_on_its_row():
    (row,) = find_rows([piece(0, 10, 100, 22), piece(101, 8, 105, 15)], SETTINGS)

    assert len(row) == 1


def test_pieces_far_apart_stay_pieces_of_one_row():
    (row,) = find_rows([piece(200, 10, 300, 22), piece(0, 10, 100, 22)], SETTINGS)

    assert [p.bbox[0] for p in row] == [0, 200]


@given(st.lists(st.tuples(st.integers(0, 500), st.integers(0, 800), st.integers(1, 90), st.integers(6, 14)), max_size=30))
def test_no_piece_is_lost_in_the_rows(places):
    pieces = [Piece([i], (x, y, x + w, y + h), 0, cut=False) for i, (x, y, w, h) in enumerate(places)]

    rows = find_rows(pieces, SETTINGS)

    assert sorted(word for row in rows for p in row for word in p.words) == list(range(len(places)))


def test_pieces_past_the_alphabet_keep_ids_of_their_own():
    ids = [name_of(3, 7) + suffix_of(k) for k in range(60)]

    assert (name_of(3, 7), ids[0], ids[25], ids[26], ids[59]) == ("p3.l007", "p3.l007a", "p3.l007z", "p3.l007aa", "p3.l007bh")
    assert len(set(ids)) == 60


# ---------------------------------------------------------------- gutters


def rows_of(x0: float, x1: float, count: int, top: float = 100) -> list[tuple[float, float, float, float]]:
    return [(x0, top + 14 * i, x1, top + 14 * i + 10) for i in range(count)]


def test_two_columns_of_full_rows_offer_one_gutter():
    (gutter,) = offer_gutters(rows_of(72, 280, 20) + rows_of(310, 520, 20), SETTINGS)

    assert (gutter.x0, gutter.x1) == (280, 310)


def test_rows_over_the_whole_page_offer_none():
    assert offer_gutters(rows_of(72, 520, 30), SETTINGS) == ()


def test_short_cells_beside_a_wide_column_offer_none():
    cells = [(460, 100 + 14 * i, 480 + (i % 2) * 60, 110 + 14 * i) for i in range(20)]

    assert offer_gutters(rows_of(72, 400, 20) + cells, SETTINGS) == ()


def test_three_columns_offer_two_gutters():
    boxes = rows_of(40, 190, 20) + rows_of(210, 360, 20) + rows_of(380, 530, 20)

    assert sorted(gutter.x0 for gutter in offer_gutters(boxes, SETTINGS)) == [190, 360]


def test_a_low_offer_is_believed_only_where_another_page_has_it():
    low, high = Gutter(280, 310, 60), Gutter(281, 309, 400)

    alone = believe_gutters([(low,), ()], [[], []], [842, 842], SETTINGS)
    in_company = believe_gutters([(low,), (high,)], [[], []], [842, 842], SETTINGS)

    assert alone == [(), ()]
    assert in_company == [(low,), (high,)]
