"""Clauses: bold names that are run in ahead of a list or a table, told from bold words that begin a paragraph."""

import pytest

from pipeline.model import Area, ClauseTree
from tests.builders import LEFT, Drawn, line, page, styled
from tests.parsed import clauses_of, headings_of, owner_of, titled, tree_of

TEXT = LEFT + 20.0
TABLE = Area((TEXT, 198.0, 400.0, 230.0), (TEXT, 240.0, 400.0), (198.0, 212.0, 230.0), ruled=True, prose=False)


def items(row: int) -> list[Drawn]:
    return [line(f"{letter}. what was paid for it;", row=row + n, x0=TEXT + 14.0) for n, letter in enumerate("ab")]


def claims(
    name: str, *, heading: str = "Cashless treatment", x0: float = TEXT, last: str = "All of these are needed;"
) -> ClauseTree:
    """A clause with a heading and its list, and a paragraph that begins with a bold name above another."""
    return tree_of(
        page(
            line("1. Claims", bold=True, paragraph=True),
            line(heading, row=1, x0=TEXT, bold=True, paragraph=True),
            *items(2),
            line("Elsewhere you pay first.", row=4, x0=TEXT, paragraph=True),
            styled((name, True), (f" {last}", False), row=5, x0=x0, paragraph=True),
            *items(6),
        )
    )


def test_a_name_run_in_above_a_list_takes_the_place_of_the_heading_before_it() -> None:
    tree = claims("Documents to submit:")

    name = titled(tree, "Documents to submit:")
    assert headings_of(tree) == ["Cashless treatment", "Documents to submit:"]
    assert name.parent == "1"
    assert [span.start for span in name.own] == [len("Documents to submit: ")]
    assert [clause.parent for clause in clauses_of(tree)] == ["", *["1[cashless-treatment]"] * 2, *[name.id] * 2]


@pytest.mark.parametrize(
    "other",
    [
        claims("Note:"),
        claims("Documents to submit"),
        claims("Documents to submit:", x0=TEXT + 28.0),
        claims("Documents to submit:", heading="for cashless treatment"),
    ],
    ids=["one word", "no colon", "further in", "under no heading"],
)
def test_other_bold_words_above_a_list_are_text(other: ClauseTree) -> None:
    assert not [title for title in headings_of(other) if title.startswith(("Note", "Documents"))]


@pytest.mark.parametrize("between", [0, 1])
def test_a_name_run_in_above_a_table_is_one_too_and_only_directly_above(between: int) -> None:
    drawn = [
        line("1. Claims", bold=True, paragraph=True),
        line("Cashless treatment", row=1, x0=TEXT, bold=True, paragraph=True),
        *items(2),
        styled(("Limits of time:", True), (" See the table.", False), row=4, x0=TEXT, paragraph=True),
        *([line("It is kept up to date.", row=5, x0=TEXT, paragraph=True)] * between),
        line("Type of claim", row=9, x0=TEXT, area=0),
        line("Days", row=9, piece="b", x0=300.0, area=0),
        line("All of them", row=10, x0=TEXT, area=0),
        line("30", row=10, piece="b", x0=300.0, area=0),
    ]

    tree = tree_of(page(*drawn, areas=[TABLE]))

    assert ("Limits of time:" in headings_of(tree)) is not bool(between)
    assert ("limits-of-time" in owner_of(tree, "p1.l009")) is not bool(between)
