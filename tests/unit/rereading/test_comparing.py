"""Lines that chunks claim, on the pages of another reader."""

import pytest

from pipeline.rereading.comparing import compare_reading, find_lines
from tests.unit.rereading.claimed import chunk


def missed(ours, theirs):
    """The words of one chunk that claims a whole page, as far as the other reader lacks them; of a page read otherwise all."""
    reading = compare_reading([chunk(ours, (1, 0, len(ours)))], {1: ours}, {1: theirs})
    return [each.line.words for each in reading.missed] + [each.ours for each in reading.otherwise]


PAGE = "4.2 Exclusions\nWe shall not pay for treatment abroad\nwithin the first 30 days of the policy, and for\ncosmetic surgery."


@pytest.mark.parametrize(
    "theirs",
    [
        PAGE,
        PAGE.replace("\n", " "),
        "\n".join(reversed(PAGE.split("\n"))),
        "Hospital Cover " + PAGE + " Page 7",
    ],
)
def test_lines_are_found_in_whatever_order_they_are_read(theirs):
    assert missed(PAGE, theirs) == []


@pytest.mark.parametrize(
    ("theirs", "lacking"),
    [
        (PAGE.replace("30", "80"), "within the first 30 days of the policy, and for"),
        (PAGE.replace("shall not", "shall"), "We shall not pay for treatment abroad"),
        (PAGE.replace("shall", "shall perhaps"), "We shall not pay for treatment abroad"),
        (PAGE.replace("not pay", "pay not"), "We shall not pay for treatment abroad"),
        (PAGE.replace("4.2 ", "4.3 "), "4.2 Exclusions"),
    ],
)
def test_a_line_that_reads_otherwise_is_missed(theirs, lacking):
    assert missed(PAGE, theirs) == [lacking]


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("a\nb\nof the 16th day after", "a\nb\nth\nof the 16 day after"),
        ("a\nb\n2Bei der Bewertung", "a\nb\n1 Bei der Bewertung\n2"),
        ("a\nb\nHospital Cash (3) a day", "a\nb\n(3) Hospital Cash a day"),
        ("a\nb\n2 Der Mietwert", "a\n2\nb\nDer Mietwert"),
        ("a\nb\n2Bei der (3) Bewertung", "a\nb\n1 Bei der Bewertung\n2 (3)"),
        ("a\nb\nup to half a day*", "a\nb\n*\nup to half a day"),
    ],
)
def test_a_raised_mark_may_be_read_apart_from_its_line(ours, theirs):
    assert missed(ours, theirs) == []


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("a\nb\nof the 18th day after", "a\nb\nth\nof the 16 day after"),
        ("a\nb\n8.3", "a\nb\n1.3 and 8 and 3"),
        ("a\nb\n8%", "a\nb\n5% and 8"),
        ("a\nb\n305 of metacarpal bones", "a\nb\n305 Amputation of metacarpal bones"),
        ("a\nb\nc up to 2 a day", "a\nb\nc up to a day 2"),
        ("a\nb\nUSD 50,500", "a\nb\nUSD 50,000 and 500 and 50"),
        ("a\nb\nlimit of 30 days", "a\nb\nlimit of days"),
        ("a\nb\nc\n5 and 6\n5 and 6", "a\nb\nc\n5 and 6"),
    ],
)
def test_what_is_no_mark_may_not(ours, theirs):
    assert missed(ours, theirs)


def test_a_figure_that_is_cut_at_a_line_end_stands_with_its_other_half():
    assert missed("a b\nc d\n12,50\n,000", "a b\nc d\n12,50,000") == missed("a b\nc d\n750,\n000", "a b\nc d\n750,000") == []
    assert missed("a b\nc d\n750,\n000", "a b\nc d\n7500,000") == ["750,", "000"]


def test_a_label_does_not_stand_with_the_words_behind_it_where_it_is_claimed_twice():
    assert missed("1.\nScope\n1.\nScope\nmore\nwords", "1.\nScope\n2.\nScope\nmore\nwords") == ["1.", "1."]


def test_each_line_is_told_once_with_the_chunks_that_claim_it_and_the_nearest_that_is_read():
    chunks = [chunk("x", (1, 0, len(PAGE)), key="policy/a#1"), chunk("x", (1, 15, len(PAGE)), key="policy/b#1")]

    reading = compare_reading(chunks, {1: PAGE}, {1: PAGE.replace("treatment", "surgery")})

    [found] = reading.missed
    assert (found.chunks, found.line.chunk.clause_key, found.line.start) == (2, "policy/a#1", PAGE.index("We shall"))
    assert "We shall not pay for surgery abroad" in found.theirs and (reading.chunks, reading.agreed) == (2, 0)


def test_a_chunk_agrees_where_all_its_lines_on_the_pages_that_were_read_do():
    chunks = [chunk("x", (1, 0, 14), (2, 0, 9), key="policy/a#1"), chunk("x", (3, 0, 9), key="policy/b#1")]

    reading = compare_reading(chunks, {1: PAGE, 2: "another 1", 3: "another 2"}, {1: PAGE})

    assert (reading.chunks, reading.agreed) == (1, 1)


def test_a_page_of_which_most_lines_lack_is_read_otherwise_and_told_once():
    reading = compare_reading([chunk("x", (1, 0, len(PAGE)))], {1: PAGE}, {1: "Xq fkdoo qrw sdb"})

    [page] = reading.otherwise
    assert reading.missed == () and (page.page, page.lines, page.missed) == (1, 4, 4) and page.theirs == "Xq fkdoo qrw sdb"


def test_lines_are_known_by_their_characters_and_their_neighbours():
    lines = list(find_lines(chunk("x", (1, 4, 37)), {1: PAGE}))

    assert [(PAGE[line.start : line.end], line.before, line.behind) for line in lines] == [
        ("Exclusions", "", "We shall not pay for t"),
        ("We shall not pay for t", "Exclusions", ""),
    ]
