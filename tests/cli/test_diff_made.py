"""`clausetrace diff` on drawn PDFs: each kind of change is named as what it is, and nothing else is named."""

import json

import pytest

from tests.cli.test_diff_layouts import CLAUSES, draw

OLD, NEW = (595, 842), (420, 595)
"""Sizes of a page: the new version has other page breaks, so that every clause behind the first page stands elsewhere."""
LIMIT = "Dental treatment is paid up to 900 euros a year, but not for cosmetic reasons and not before the policy began."
PARTS = (
    "We pay for an ambulance with a crew that brings the insured person to the nearest hospital, and",
    "for the flight home with a nurse where two doctors have ordered it in writing before the journey.",
)
TWO = (
    "Premiums are due on the first day of each quarter and are collected from the account named in the schedule.",
    "Disputes are heard by the courts of the place where the insured person lives when the claim is brought.",
)
WHOLE = " ".join(PARTS)


def numbered(texts, first=1):
    return [(f"{number}.", text) for number, text in enumerate(texts, first)]


TEXTS = [text for _, text in CLAUSES]
POLICY = [*TEXTS[:4], LIMIT, *TEXTS[5:10], WHOLE, *TEXTS[11:18], *TWO, *TEXTS[20:]]


@pytest.fixture
def differ(run, write):
    """What the command says of two lists of clauses: (kinds, old ids, new ids, what weighs)."""

    def told(old, new):
        write("old.pdf", draw(1, OLD, old))
        write("new.pdf", draw(1, NEW, new))
        ran = run("diff", "old.pdf", "new.pdf", "--json")
        difference = json.loads(ran.out)
        assert ran.code == (1 if difference["clauses"] else 0), ran.err
        return [
            (
                "+".join(change["kinds"]),
                [place["id"] for place in change["old"]],
                [place["id"] for place in change["new"]],
                change["weights"],
            )
            for change in difference["clauses"]
        ]

    return told


def test_one_amount_that_changed_is_named_as_that(differ):
    new = [text.replace("900", "950") for text in POLICY]

    assert differ(numbered(POLICY), numbered(new)) == [("reworded", ["5"], ["5"], ["900", "950"])]


def test_one_not_that_went_is_named_as_that(differ):
    new = [text.replace("but not for", "but for") for text in POLICY]

    assert differ(numbered(POLICY), numbered(new)) == [("reworded", ["5"], ["5"], ["not"])]


def test_a_clause_split_in_two_items_is_named_as_that(differ):
    new = numbered(POLICY)
    new[10:11] = [("11.", "We pay:"), ("(a)", PARTS[0].removeprefix("We pay ")), ("(b)", PARTS[1])]

    assert differ(numbered(POLICY), new) == [("split", ["11"], ["11", "11.a", "11.b"], [])]


def test_two_clauses_that_changed_places_are_named_as_that(differ):
    new = [*POLICY[:18], TWO[1], TWO[0], *POLICY[20:]]

    assert differ(numbered(POLICY), numbered(new)) == [
        ("moved+renumbered", ["20"], ["19"], []),
        ("moved+renumbered", ["19"], ["20"], []),
    ]


def test_a_new_number_and_those_of_all_behind_it_are_named_and_their_items_follow(differ, run):
    new = [*numbered(POLICY[:19]), *numbered(POLICY[19:], 21)]

    assert differ(numbered(POLICY), new) == [("renumbered", [str(n)], [str(n + 1)], []) for n in range(20, 25)]
    follows = [change["follow"] for change in json.loads(run("diff", "old.pdf", "new.pdf", "--json").out)["clauses"]]
    assert follows == [[], ["22.a", "22.b", "22.c"], [], [], ["25.a", "25.b", "25.c"]]


HEADS = ("Benefit", "Gold", "Silver")
ROWS = (
    ("Room rent a day", "5,000", "3,000"),
    ("Ambulance", "2,000", "1,500"),
    ("Dental treatment", "900", "Not covered"),
    ("Eye surgery", "40,000", "25,000"),
)


def with_table(rows=ROWS, heads=HEADS, behind=5):
    """A policy with a ruled table behind clause ``behind``, on pages of its own numbering."""
    from reportlab.platypus import Table

    table = Table([heads, *rows], colWidths=(150, 90, 90), style=[("GRID", (0, 0), (-1, -1), 0.5, "black")])
    clauses = numbered(POLICY)
    return [*clauses[:behind], table, *clauses[behind:]]


@pytest.fixture
def cells(run, write):
    """What the command says of two policies with a table: its exit code, and (row, column, old, new, weighty) of each cell."""

    def told(old, new):
        write("old.pdf", draw(1, OLD, old))
        write("new.pdf", draw(1, NEW, new))
        ran = run("diff", "old.pdf", "new.pdf", "--json")
        difference = json.loads(ran.out)
        assert difference["clauses"] == []
        return ran.code, [
            tuple(cell[key] for key in ("row", "column", "old", "new", "weighty"))
            for table in difference["tables"]
            for cell in table["cells"]
        ]

    return told


def test_a_table_that_moved_to_another_page_is_no_change(cells, run):
    assert cells(with_table(), with_table(behind=18)) == (0, [])


def test_a_cell_that_changed_is_named_by_its_row_and_column(cells):
    new = [(name, gold.replace("2,000", "2,500"), silver) for name, gold, silver in ROWS]

    assert cells(with_table(), with_table(new)) == (1, [("Ambulance", "Gold", "2,000", "2,500", True)])


def test_a_row_that_was_added_is_named_and_those_behind_it_are_not(cells):
    new = [*ROWS[:1], ("Nursing at home", "700", "500"), *ROWS[1:]]

    assert cells(with_table(), with_table(new)) == (
        1,
        [
            ("Nursing at home", "Benefit", "", "Nursing at home", False),
            ("Nursing at home", "Gold", "", "700", True),
            ("Nursing at home", "Silver", "", "500", True),
        ],
    )


def test_a_column_with_another_head_is_named_and_its_cells_are_not(cells):
    assert cells(with_table(), with_table(heads=("Benefit", "Gold", "Basic"))) == (1, [("", "Basic", "Silver", "Basic", False)])


def test_a_table_that_a_page_break_parts_is_no_change(cells):
    many = [(f"{name} {number}", gold, silver) for number in range(1, 9) for name, gold, silver in ROWS]

    assert cells(with_table(many), with_table(many)) == (0, [])
