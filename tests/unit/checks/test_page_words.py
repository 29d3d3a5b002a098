"""Words of a page against those stored for it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.checks.page_words import find_changes, show_change
from pipeline.wording import bare

STORED = (
    "The policy is for 30 days. We shall not pay for treatment abroad or at sea; a waiting period of 4.5 months applies. Page 7"
)


def told(found, stored=STORED):
    return [(change.kind.value, " ".join(change.stored), " ".join(change.found)) for change in find_changes(stored, found)]


def test_the_same_words_differ_in_nothing():
    assert told(STORED) == []


@pytest.mark.parametrize(
    "found",
    [
        STORED.replace(" ", "\n"),
        STORED.replace("treatment", "treat-\nment"),
        STORED.replace("4.5 months", "4.5 mon\u00adths"),
        STORED.replace("at sea", "atsea"),
    ],
)
def test_spacing_and_hyphens_at_line_ends_are_no_difference(found):
    assert told(found) == []


def test_a_footnote_mark_is_the_same_with_and_without_its_brackets():
    assert told("a limit of 5,000 2 a day", "a limit of 5,000[^2] a day") == []


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (STORED.replace("30", "80"), ("changed", "30", "80")),
        (STORED.replace("4.5", "45"), ("changed", "4.5", "45")),
        (STORED.replace("not ", ""), ("lost", "not", "")),
        (STORED.replace("at sea", "at sea, and in the air"), ("changed", "sea;", "sea, and in the air;")),
        (STORED.replace("Page 7", "Page 7 of 9"), ("added", "", "of 9")),
        (STORED.replace("days.", "days"), ("changed", "days.", "days")),
    ],
)
def test_a_changed_a_lost_and_a_further_word_are_told_apart(found, expected):
    assert told(found) == [expected]


def test_words_that_went_elsewhere_are_moved_and_not_lost():
    assert told("Page 7 " + STORED.removesuffix(" Page 7")) == [("moved", "", "Page 7")]


def test_words_that_went_elsewhere_are_known_among_others_that_went_with_them():
    stored = "Heading TAB a few words of the first clause and then some more of the second clause of this page"
    found = "a few words of the first clause Heading and then some more of the second clause of this page TAB"

    assert {(kind, words) for kind, _, words in told(found, stored)} == {("moved", "Heading"), ("moved", "TAB")}


def test_a_word_lost_at_two_places_and_found_again_at_one_is_still_lost():
    stored = "not here we pay for all of it and not there we pay for none of it"
    found = "here we pay for all of it and there we pay not for none of it"

    assert sorted(kind for kind, *_ in told(found, stored)) == ["lost", "moved"]


def test_a_difference_is_shown_with_a_few_words_around_it():
    [change] = find_changes(STORED, STORED.replace("30", "80"))

    assert show_change(change) == "The policy is for [-30-] {+80+} days. We shall not pay"


WORDS = st.lists(
    st.sampled_from(
        ["pay", "not", "30", "4.5", "abroad", "pre-existing", "sum", "of", "the", "a", "Rs.", "5,00,000", "(ii)", "—", "days"]
    ),
    min_size=2,
    max_size=40,
)


@given(words=WORDS, at=st.integers(0, 39))
def test_no_word_can_go_without_being_told(words, at):
    at %= len(words)
    found = " ".join([*words[:at], *words[at + 1 :]])

    assert bare(" ".join(words)) == bare(found) or find_changes(" ".join(words), found)


@given(words=WORDS, shuffled=st.randoms())
def test_words_in_another_order_are_neither_lost_nor_added_in_number(words, shuffled):
    other = list(words)
    shuffled.shuffle(other)

    changes = find_changes(" ".join(words), " ".join(other))

    lost = sorted(bare("".join(word for change in changes if change.kind != "moved" for word in change.stored)))
    more = sorted(bare("".join(word for change in changes if change.kind != "moved" for word in change.found)))
    assert [sign for sign in lost if sign != "-"] == [sign for sign in more if sign != "-"]
