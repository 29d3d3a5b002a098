"""Stored pages against the pages of a run."""

import pytest

from pipeline.checks.page_texts import Pages, find_page_problems
from pipeline.model import Fate, Reason
from pipeline.store.rows import LineRow, PageRow
from pipeline.store.stored_pages import make_draft, parse_page

LINES = [
    ("Hospital Cover", Fate.FURNITURE),
    ("4.2 Exclusions", Fate.BODY),
    ("We shall not pay for:", Fate.BODY),
    ("Page 7", Fate.FURNITURE),
]


def page_of(number, lines):
    text = "\n".join(words for words, _ in lines)
    rows = [
        LineRow(f"p{number}.l{at}", number, [0.0, 10.0 * at, 90.0, 10.0 * at + 9], words, fate, "", Reason("", ""))
        for at, (words, fate) in enumerate(lines)
    ]
    return PageRow(number, "", 100.0, 100.0, 1, text), rows


def pages_of(*pages, chosen=()):
    made = [page_of(number, lines) for number, lines in pages]
    return Pages([row for row, _ in made], [line for _, lines in made for line in lines], chosen)


def told(text, pages, number=7):
    problems = find_page_problems([parse_page(number, text, "p0007.txt")], pages)
    return [(problem.code, problem.page) for problem in problems if problem.code != "PAG006"]


STORED = "\n".join(words for words, _ in LINES)
SAME = pages_of((7, LINES))


def test_the_same_words_are_no_problem():
    assert told(STORED, SAME) == []


def test_furniture_may_stand_anywhere_among_the_words():
    assert told("\n".join(words for words, _ in [LINES[3], *LINES[1:3], LINES[0]]), SAME) == []


def test_text_in_another_order_is_told():
    assert told("\n".join(words for words, _ in [LINES[0], LINES[2], LINES[1], LINES[3]]), SAME) == [("PAG004", 7)]


def test_furniture_that_is_lost_or_changed_is_told():
    assert told(STORED.replace("Page 7", "Page 8"), SAME) == [("PAG002", 7)]
    assert told(STORED + " of 9", SAME) == [("PAG001", 7)]


def test_a_problem_has_the_box_of_the_line_where_it_is_and_the_words():
    [note, problem] = find_page_problems([parse_page(7, STORED.replace("not pay", "pay"), "p0007.txt")], SAME)

    assert note.code == "PAG006" and problem.code == "PAG003"
    assert problem.bbox == (0.0, 20.0, 90.0, 29.0) and problem.text == "not"
    assert problem.message == (
        'there are words that do not stand in p0007.txt (not confirmed): "Cover 4.2 Exclusions We shall {+not+} pay for: Page 7"'
    )


def test_a_page_that_is_gone_and_one_that_moved_are_told_apart():
    assert told(STORED, pages_of((1, LINES[:2]))) == [("PAG005", 7)]
    assert told(STORED, pages_of((7, LINES[:2]), (9, LINES))) == [("PAG005", 9)]


def test_pages_that_were_not_asked_for_are_not_missed():
    assert told(STORED, pages_of((1, LINES), chosen=[1])) == []
    assert told(STORED, pages_of((1, LINES[:1]), chosen=[1, 7])) == [("PAG005", 7)]


def test_a_page_of_which_nothing_was_read_has_lost_all_its_words():
    assert told(STORED, pages_of((7, []))) == [("PAG001", 7)]


def test_an_empty_page_that_is_stored_is_not_taken_for_another_empty_one():
    draft = make_draft(7, "", "policy.pdf", "a" * 64)

    assert told(draft, pages_of((3, []), (7, LINES))) == [("PAG003", 7)] and told(draft, pages_of((7, []))) == []


@pytest.mark.parametrize("places", [3, 5])
def test_many_differences_of_one_kind_are_counted_and_a_few_shown(places):
    words = [f"word{chr(97 + at)}" for at in range(12 * places)]
    stored = " ".join("changed" if at % 12 == 6 else word for at, word in enumerate(words))

    [problem] = [
        each
        for each in find_page_problems([parse_page(7, stored)], pages_of((7, [(" ".join(words), Fate.BODY)])))
        if each.code != "PAG006"
    ]

    assert problem.message.count("[-changed-]") == 3
    assert ("and 2 more" in problem.message) is (places == 5)
