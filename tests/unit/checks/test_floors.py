"""Bounds of what is counted."""

import pytest

from pipeline.checks.rules.floors import find_out_of_bounds
from tests.drawn_pdf import at, drawn
from tests.unit.checks.standing import POLICY, stand


def bounds(folder, floors, content=POLICY, name="policy.md", more=""):
    yaml = f"documents:\n  policy:\n    floors: {floors}\n{more}"
    return list(find_out_of_bounds(stand(folder, content, yaml, name=name)))


@pytest.mark.parametrize(
    "floors",
    [
        "{}",
        "{at_least: {pages: 1, clauses: 5, chunks: 1}}",
        "{at_most: {pages: 1, clauses: 5, tables: 1, excluded_pages: 0, excluded_letters: 0.0, furniture_letters: 0}}",
    ],
)
def test_amounts_within_their_bounds_break_nothing(tmp_path, floors):
    assert bounds(tmp_path, floors) == []


@pytest.mark.parametrize(
    ("floors", "code", "says"),
    [
        ("{at_least: {clauses: 6}}", "FLR001", "clauses: 5, and at least 6 are asked for"),
        ("{at_least: {pages: 2}}", "FLR001", "pages: 1, and at least 2 are asked for"),
        ("{at_least: {tables: 1}}", "FLR001", "tables: 0, and at least 1 are asked for"),
        ("{at_most: {clauses: 4}}", "FLR002", "clauses: 5, and at most 4 may be"),
        ("{at_least: {excluded_letters: 0.25}}", "FLR001", "excluded letters: 0.000, and at least 0.25 are asked for"),
    ],
)
def test_an_amount_out_of_its_bounds_is_told_with_both_figures_and_its_line(tmp_path, floors, code, says):
    [problem] = bounds(tmp_path, floors)

    assert (problem.code, problem.message) == (code, says)
    assert problem.asked_at.endswith("clausetrace.yaml:3")


def wording(pages=8):
    """A page a clause, with a footer."""
    return drawn(
        *(
            [
                at(72, 200, f"{page}. Section {'abcdefghij'[page]}"),
                at(72, 220, f"We pay for {'abcdefghij'[page] * 9} in full."),
                at(72, 800, "Acme Insurance Ltd"),
            ]
            for page in range(1, pages + 1)
        )
    )


def test_a_page_that_is_left_out_is_not_covered_and_is_named(tmp_path):
    [problem] = bounds(tmp_path, "{at_least: {pages: 8}}", wording(), "policy.pdf", "    skip_pages: [3, 4]\n")

    assert problem.message == "pages: 6, and at least 8 are asked for; not covered: pages 3-4"
    assert problem.page == 3


def test_a_page_without_words_is_not_covered(tmp_path):
    content = drawn([at(72, 100, "1. Scope")], [], [at(72, 100, "2. Exclusions")])

    [problem] = bounds(tmp_path, "{at_least: {pages: 3}}", content, "policy.pdf")

    assert (problem.page, problem.message) == (2, "pages: 2, and at least 3 are asked for; not covered: page 2")


def test_letters_set_aside_as_furniture_are_bounded(tmp_path):
    [problem] = bounds(tmp_path, "{at_most: {furniture_letters: 0.1}}", wording(), "policy.pdf")

    assert problem.code == "FLR002" and "furniture letters: 0.3" in problem.message


def test_pages_of_which_nothing_is_in_a_chunk_are_named(tmp_path):
    footer, words = at(72, 800, "Acme Insurance Ltd"), "We pay for care in a hospital as the schedule says, from the first day on."
    texts = ([at(72, 200, f"{n}. Scope {n}"), at(72, 220, f"{n} times. {words}"), footer] for n in range(1, 8))
    content = drawn(*texts, [footer], [footer])

    [problem] = bounds(tmp_path, "{at_most: {excluded_pages: 0.1}}", content, "policy.pdf")

    assert (problem.page, problem.message) == (
        8,
        "excluded pages: 0.222, and at most 0.1 may be; nothing in a chunk: pages 8-9",
    )
