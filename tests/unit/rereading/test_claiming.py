"""What chunks claim, against the pages that were written."""

from pipeline.model import ChunkKind
from pipeline.rereading.claiming import find_contradiction, find_foreign, find_heads
from pipeline.rereading.folding import fold_page
from tests.unit.rereading.claimed import chunk

PAGES = {1: "2. We pay for main-\ntenance of 5,000 2 a day", 2: "and no more. Page 2", 3: "Plan\nGold\nFee\nRs. 500\nRs. 700"}
FEE, FIRST, SECOND = (3, 10, 13), (3, 14, 21), (3, 22, 29)


def test_the_text_of_a_clause_is_the_words_of_its_spans():
    same = chunk("2. We pay for maintenance of 5,000[^2] a day and no more.", (1, 0, 45), (2, 0, 12))

    assert find_contradiction(same, PAGES) is None


def test_where_they_part_both_are_quoted_with_the_place():
    other = chunk("2. We pay for maintenance of 5,000[^2] a day and much more.", (1, 0, 45), (2, 0, 12))

    found = find_contradiction(other, PAGES)

    assert found.place.page == 2 and found.text.endswith("a day and much more.") and found.stands.endswith("a day and no more.")


def test_a_span_that_is_too_long_or_on_no_page_is_a_contradiction():
    text = "2. We pay for maintenance of 5,000[^2] a day and no more."

    assert find_contradiction(chunk(text, (1, 0, 45), (2, 0, 19)), PAGES).stands.endswith("Page 2")
    assert find_contradiction(chunk(text, (9, 0, 45)), PAGES).stands == ""


def test_of_a_row_every_cell_stands_in_its_text_in_order():
    assert find_contradiction(chunk("Fee; Gold: Rs. 500; Rs. 700", FEE, FIRST, SECOND, kind=ChunkKind.ROW), PAGES) is None

    found = find_contradiction(chunk("Fee; Gold: Rs. 700; Rs. 500", FEE, FIRST, SECOND, kind=ChunkKind.ROW), PAGES)
    assert found.stands == "Rs. 700"


def test_words_of_a_table_that_are_in_no_cell_are_heads_and_stand_on_its_pages():
    row = chunk("Plan: Fee; Gold: Rs. 500; Silver: Rs. 700", FEE, FIRST, SECOND, kind=ChunkKind.ROW)

    heads = find_heads(row, PAGES)

    assert heads == ["Plan", "Gold", "Silver"] and find_foreign(heads, [fold_page(PAGES[2]), fold_page(PAGES[3])]) == ["Silver"]
    assert find_heads(chunk("Plan", (1, 0, 5)), PAGES) == []


def test_a_figure_of_a_whole_table_that_is_in_no_cell_is_foreign():
    table = chunk("Plan: Fee; Gold: Rs. 500\nPlan: Fee; Gold: Rs. 50", (3, 10, 29), kind=ChunkKind.TABLE)

    assert find_contradiction(table, PAGES) is None
    assert find_foreign(find_heads(table, PAGES), [fold_page(PAGES[3])]) == ["50"]
