"""What is told of many cells, boxes or texts at once is what is told of each: long documents are charts, and pay for every step."""

import re

from hypothesis import example, given
from hypothesis import strategies as st

from pipeline.config.settings import BoilerplateSettings, ExtractSettings, TableSettings
from pipeline.model import Area, Flaw
from pipeline.stages.boilerplate.boxes import find_tables
from pipeline.stages.boilerplate.normalise import Band, make_sighting, mask
from pipeline.stages.boilerplate.recurrence import Strand
from pipeline.stages.extract import flaws
from pipeline.stages.extract.areas import Grid, make_locate
from pipeline.stages.extract.pdfium_spacing import APART, MAY_BE_APART
from pipeline.stages.tables import dimensions
from pipeline.stages.tables.grid import DESCENT, Texts
from pipeline.stages.tables.places import Before
from pipeline.stages.tables.reading import count_round, find_amounts, is_amount, is_round
from tests.builders import line, page

TEXTS = st.sampled_from(
    ["", ",", "1,234", "50", "1,00,000", ",5", "12%", "Rs. 500/-", "Nil", "٣٤٠", "1.50", "5,000[^2]", "60 days"]
)
EDGES = st.sampled_from([0.0, 1.0, 4.0, 9.9, 10.0, 10.1, 15.0, 20.0, 20.5, 30.0])


@given(st.lists(TEXTS))
@example([",", "5"])
@example(["1,200", "50", "٣٤٠"])
def test_the_amounts_of_a_column_are_the_cells_that_are_one_each_by_itself(texts):
    told = find_amounts(texts)

    assert told == [text for text in texts if is_amount(text)]


@given(st.lists(TEXTS.filter(is_amount)), st.sampled_from([1, 50, 100, 1000]))
@example(["1,200", "50", "75"], 50)
def test_as_many_amounts_of_a_column_are_round_as_each_by_itself(texts, step):
    assert count_round(texts, step) == sum(is_round(text, step) for text in texts)


@st.composite
def boxes(draw):
    edges = [sorted(draw(st.lists(EDGES, min_size=2, max_size=2, unique=True))) for _ in range(2)]
    return (edges[0][0], edges[1][0], edges[0][1], edges[1][1])


@given(st.lists(boxes()), st.lists(EDGES, unique=True).map(sorted), st.sampled_from([0, 1]), st.sampled_from([0.0, DESCENT]))
def test_boxes_run_across_the_lines_that_each_of_them_does(held, lines, side, bare):
    slack = 0.5

    told = [(list(crossing), middle) for crossing, middle in Texts(held, side).crossings(lines, slack, bare)]

    wanted = []
    for box in held:
        low, high = box[side], box[side + 2]
        off = max(slack, bare * (high - low))
        across = [i for i, at in enumerate(lines) if low + off < at < high - off]
        if across:
            wanted.append((across, (box[1 - side] + box[3 - side]) / 2))
    assert told == wanted


@st.composite
def grids(draw):
    xs, ys = (tuple(sorted(draw(st.lists(EDGES, min_size=2, max_size=5, unique=True)))) for _ in range(2))
    walls = draw(st.sets(st.tuples(st.integers(0, len(ys) - 2), st.integers(0, len(xs) - 1))))
    floors = draw(st.sets(st.tuples(st.integers(0, len(ys) - 1), st.integers(0, len(xs) - 2))))
    return Grid((xs[0], ys[0], xs[-1], ys[-1]), xs, ys, frozenset(walls), frozenset(floors))


@given(grids(), st.lists(st.lists(boxes(), max_size=4), max_size=3))
def test_boxes_are_located_in_the_cells_in_which_their_middles_lie_page_after_page(grid, of_pages):
    locate = make_locate(grid)

    for held in of_pages:
        inside = [box for box in held if grid.holds((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)]
        cells = [grid.cell((x0 + x1) / 2, (top + bottom) / 2) for x0, top, x1, bottom in inside]
        assert locate(inside) == [row * (len(grid.xs) - 1) + column for row, column in cells]


CAPTIONS = st.sampled_from(
    ["Plan", "plan", "sum  insured", "Sum insured", "A", "5 Lakh", "Zone", ":", "\u017fum insured", "1", "Year"]
)


@given(st.lists(CAPTIONS))
def test_a_dimension_word_that_a_caption_gives_a_value_is_one_whose_letters_are_looked_for(words):
    settings, piece = TableSettings(), " ".join(words)

    names = dimensions._names_in(piece, settings)

    others = [name for name in settings.dimension_words if name not in names]
    assert not [name for name in others if dimensions._value_beside(piece, name, is_measure=False)]


@given(st.text(alphabet="ab2 \ufffe", max_size=40))
@example("i n s u")
@example("i n s u r a n c e")
def test_letters_set_apart_are_never_passed_over(text):
    text = f"x {text}"

    assert MAY_BE_APART.search(text) or not APART.search(text)


@given(st.from_regex(r"[0-9#.,]{1,8}", fullmatch=True))
def test_a_figure_is_masked_as_any_text_is(text):
    digits = tuple(int(number) for number in re.findall(r"\d+", text))

    masked = mask(text)

    assert (masked.key, masked.numbers, masked.letters) == (re.sub(r"\d+", "#", text), digits, 0)


@given(st.lists(st.tuples(st.integers(0, 9), st.sampled_from("abc")), unique_by=lambda owned: owned[0]), st.integers(0, 10))
def test_the_clause_before_a_place_is_the_last_that_owns_a_line_ahead_of_it(owned, at):
    owned = sorted(owned)
    before = Before(tuple(place for place, _ in owned), tuple(clause for _, clause in owned))

    assert before.last(at) == next((clause for place, clause in reversed(owned) if place < at), "")


@given(st.lists(st.tuples(st.sampled_from(["5", "7", "Age"]), st.sampled_from([-30.0, 10.0, 10.2, 60.0])), max_size=8))
def test_lines_drawn_twice_or_outside_are_found_whether_or_not_all_lie_on_the_page(drawn):
    lines = [line(text, row=row, x0=x, top=100.0) for row, (text, x) in enumerate(drawn)]
    settings = ExtractSettings()

    told = flaws._find_flaws(page(*lines), settings)

    assert told == _flaws_one_by_one(lines, settings)


def _flaws_one_by_one(lines, settings):
    found, seen = {}, []
    for i, each in enumerate(lines):
        if each.bbox[0] + each.bbox[2] < 0:
            found[i] = Flaw.OUTSIDE
        elif any(text == each.text and flaws._same_place(each.bbox, box, settings.duplicate_shift) for text, box in seen):
            found[i] = Flaw.DUPLICATE
        seen.append((each.text, each.bbox))
    return found


def test_an_area_whose_lines_recur_is_no_table_and_one_of_figures_is():
    settings = BoilerplateSettings()
    head, figure = line("Registered 1234", area=0), line("5,167", row=1, area=1)
    areas = [Area((0.0, 0.0, 500.0, 90.0), (0.0, 500.0), (0.0, 90.0), True, False)] * 2
    pages = [page(head, figure, areas=areas)]
    strand = Strand("registered#", Band.TOP, 72.0, 10.0, (make_sighting(head, pages[0], Band.TOP),), (1,), 0.9, "")

    assert find_tables(pages, [strand], settings) == {(1, 1)}
