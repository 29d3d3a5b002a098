"""Where a figure stands that no passage holds."""

import shlex

from pipeline.model import Origin, Reason, TableAction, TableKind
from pipeline.retrieval.asking import AskedTerm
from pipeline.retrieval.places import asks_for_figure, choose_table, find_place, find_places, make_axes, write_look_up
from pipeline.store.rows import TableRow

PRICES = ("premium", "price", "cost")


def table(name, caption, labels=("18", "31-35", "36+"), header=("Age", "3,00,000", "5,00,000")):
    return TableRow(
        id=name, pages=[int(name[1:])], kind=TableKind.RATES, action=TableAction.EXCLUDED, origin=Origin.EXTRACTED, caption=caption,
        dimensions=[], clause_id="", bboxes=[], header=list(header), row_labels=1, rows=len(labels), columns=len(header),
        cells=[[label, "4,836", "5,499"] for label in labels], cell_boxes=[], reason=Reason("", ""),
    )  # fmt: skip


GRIDS = [table("t1", "Premium table 1: Gold"), table("t2", "Premium table 2: Silver")]
OTHER = table("t3", "Network hospitals", labels=("North", "South"), header=("Region", "Hospitals"))


def asked(*terms):
    return tuple(AskedTerm(term, term, 1.0) for term in terms)


def places(*tables):
    return find_places(list(tables), PRICES, str)


def test_tables_with_the_same_heads_are_one_place():
    assert [len(place.tables) for place in places(*GRIDS, OTHER)] == [2, 1]


def test_a_place_answers_to_a_price_an_age_within_a_band_and_an_amount_in_a_head():
    place, share = find_place(places(*GRIDS, OTHER), asked("price", "33", "500000", "helicopter"))

    assert place.tables[0] is GRIDS[0]
    assert share == 0.75


def test_a_price_is_no_word_of_a_table_that_tells_none():
    assert find_place(places(OTHER), asked("price")) is None


def test_the_table_whose_caption_fits_best_is_shown():
    [place] = places(*GRIDS)

    assert choose_table(asked("premium", "silver"), place) is GRIDS[1]


def test_a_figure_or_a_word_for_one_asks_for_a_figure():
    assert asks_for_figure("Gold at 35", asked("gold", "35"), PRICES)
    assert asks_for_figure("What is the PREMIUM?", asked("premium"), PRICES)
    assert not asks_for_figure("Who costs nerves?", asked("nerves"), PRICES)


def test_axes_tell_what_can_be_asked_for():
    [label, column] = make_axes(GRIDS[0])

    assert (label.name, label.first, label.last, label.values) == ("Age", "18", "36+", 3)
    assert (column.first, column.last) == ("3,00,000", "5,00,000")


def test_the_look_up_has_the_figures_of_the_question_that_fit():
    written = write_look_up("prospectus", GRIDS[0], asked("premium", "33", "777777"))

    assert written == "clausetrace lookup prospectus --table t1 --where age=33"


def test_a_hostile_doc_id_stays_one_word_of_a_shell():
    written = write_look_up("a; rm -rf 'x' $(y)", GRIDS[0], asked("premium"))

    assert shlex.split(written)[2] == "a; rm -rf 'x' $(y)"
