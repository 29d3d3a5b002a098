"""Expectations: what is asked of clauses, cells and pages, and what is said where it does not hold."""

import pytest

from pipeline.checks.rules.expected import find_unmet
from tests.drawn_pdf import at, drawn, grid
from tests.fixture_runs import FIXTURES
from tests.unit.checks.standing import POLICY, stand

TABLE = "table-over-two-pages"


def unmet(folder, expectation, content=POLICY, name="policy.md"):
    """What breaks one expectation, written in the YAML of the document's family."""
    family = name.rpartition(".")[0]
    yaml = f"families:\n  {family}:\n    expect:\n      - {expectation}\n"
    return list(find_unmet(stand(folder, content, yaml, name=name)))


@pytest.mark.parametrize(
    "asked",
    [
        'clause: "2.b"',
        'clause: "2 (b)"',
        "clause: b",
        '{clause: "2", page: 1, title: Exclusions, starts_with: We shall not pay, ends_with: before the policy began.}',
        '{clause: "2", ends_with: "We shall not pay for:"}',
        '{clause: "2", starts_with: "2. Exclusions"}',
        '{clause: "2", contains: [cosmetic, treatment abroad, Exclusions], not_contains: [Regn, hospital]}',
        '{clause: "2.d", absent: true}',
        '{page: 1, contains: [Care Advantage, "(c) treatment"], not_contains: Page 2}',
        "{table: Premium, absent: true}",
    ],
)
def test_what_holds_breaks_nothing(tmp_path, asked):
    assert unmet(tmp_path, asked) == []


@pytest.mark.parametrize(
    ("asked", "code", "says"),
    [
        ('clause: "2.d"', "EXP001", "there is no clause '2.d'; near are 2.c, 2.b, 2.a; under 2 (page 1) there is a, b, c"),
        ('clause: "3"', "EXP001", "there is no clause '3'"),
        ("clause: exclusions", "EXP001", "there is no clause 'exclusions'; titles with these words have 2"),
        ('{clause: "2.d", contains: cosmetic}', "EXP001", 'the words "cosmetic" stand in 2.b, page 1'),
        ('{clause: "2.b", absent: true}', "EXP002", 'clause 2.b should not be there; it reads "(b) cosmetic surgery'),
        ('{clause: "2.b", page: 3}', "EXP003", "2.b: it begins on page 1, and page 3 is asked for"),
        ('{clause: "2", title: Extras}', "EXP004", '2: its title is "Exclusions", and "Extras" is asked for'),
        ('{clause: "2", title: Exclusion}', "EXP004", "its title is"),
        ('{clause: "2.b", contains: abroad}', "EXP005", '2.b: it lacks "abroad"; it reads "(b) cosmetic surgery, unless'),
        ('{clause: "2.b", contains: abroad}', "EXP005", "the words stand in 2.a, page 1"),
        ('{clause: "2.b", contains: maternity}', "EXP005", "the words stand nowhere in the document"),
        ('{clause: "2.b", starts_with: surgery}', "EXP005", 'it begins with "cosmetic surgery'),
        ('{clause: "2.b", ends_with: made it}', "EXP005", 'it ends with "cosmetic surgery, unless an accident made it needful;"'),
        (
            '{clause: "2", not_contains: cosmetic}',
            "EXP006",
            '2: it has "cosmetic", which should not be there: "… Exclusions We shall',
        ),
        ("{page: 1, contains: maternity}", "EXP005", 'the page lacks "maternity"'),
        ("{page: 1, not_contains: abroad}", "EXP006", 'the page has "abroad", which should not be there'),
        ("{page: 4, contains: abroad}", "EXP001", "there is no page 4; the document has 1"),
        ("{table: Premium}", "EXP001", "no kept table is called 'Premium'; there are none"),
    ],
)
def test_what_does_not_hold_says_what_was_asked_and_what_stands_there(tmp_path, asked, code, says):
    [problem] = unmet(tmp_path, asked)

    assert problem.code == code
    assert says in problem.message
    assert problem.asked_at.endswith("clausetrace.yaml:4")


def test_a_name_that_fits_several_clauses_is_told_with_their_ids(tmp_path):
    policy = f"{POLICY}\n## 3. Extras\nWe also pay for:\n(a) a second opinion;\n(b) an escort.\n"

    [problem] = unmet(tmp_path, "clause: b", policy)

    assert problem.code == "EXP001" and "'b' names 2 clauses: 2.b, 3.b; name one by its id" in problem.message


def test_words_that_should_not_be_there_are_shown_at_their_line(tmp_path):
    rows = [at(72, 100, "1. Scope"), at(72, 120, "We pay for care in a hospital,"), at(72, 132, "Regn. No. 148, and at home.")]

    [problem] = unmet(tmp_path, '{clause: "1", not_contains: Regn}', drawn(rows), "policy.pdf")

    assert problem.page == 1
    assert 122 < problem.bbox[1] < problem.bbox[3] < 136


def test_words_that_were_set_aside_are_found_where_they_stand(tmp_path):
    pages = [
        [
            at(72, 200, f"{page}. Scope {'abcdefgh'[page]}"),
            at(72, 220, f"We pay for {'abcdefgh'[page] * 9}."),
            at(72, 800, "Acme Ltd"),
        ]
        for page in range(1, 8)
    ]

    [problem] = unmet(tmp_path, '{clause: "3", contains: Acme Ltd}', drawn(*pages), "policy.pdf")

    assert "the words stand on page 1, set aside as furniture" in problem.message


def table(folder, asked):
    return unmet(folder, asked, (FIXTURES / "pdf" / f"{TABLE}.pdf").read_bytes(), f"{TABLE}.pdf")


@pytest.mark.parametrize(
    "asked",
    [
        "table: t1",
        "{table: Procedure, row: Cataract}",
        '{table: Procedure, row: Cataract, column: Prime, is: "Rs. 80,000"}',
        '{table: t1, page: 2, row: "Cataract, for each eye", column: Classic, is: "Rs. 40,000"}',
    ],
)
def test_a_cell_that_is_as_asked_breaks_nothing(tmp_path, asked):
    assert table(tmp_path, asked) == []


@pytest.mark.parametrize(
    ("asked", "code", "says"),
    [
        (
            '{table: t1, row: Cataract, column: Classic, is: "Rs. 45,000"}',
            "EXP007",
            'table t1, row "Cataract", column "Classic": it has "Rs. 40,000", and "Rs. 45,000" is asked for',
        ),
        ('{table: t1, row: Cataract, column: Classic, is: "40,000"}', "EXP007", 'it has "Rs. 40,000"'),
        ("{table: t1, row: Cataracts}", "EXP001", "table t1 has no row 'Cataracts'; there are \"Cataract, for each eye\""),
        ("{table: t1, column: Gold}", "EXP001", 'table t1 has no column \'Gold\'; there are "Procedure", "Classic", "Prime"'),
        ("{table: t1, absent: true}", "EXP002", "table t1 should not be there"),
        ("{table: t1, page: 9}", "EXP001", "no kept table is called 't1' on page 9"),
    ],
)
def test_a_cell_that_is_not_as_asked_is_shown_with_its_box(tmp_path, asked, code, says):
    [problem] = table(tmp_path, asked)

    assert (problem.code, says in problem.message) == (code, True)
    assert problem.page > 0 and (problem.bbox or "page 9" in problem.message)


def test_a_row_and_a_column_that_are_the_words_go_before_those_that_have_them(tmp_path):
    rows = ["| Benefit | Gold Plus | Gold |", "|---|---|---|", "| Room rent | 1 | 2 |", "| Room | 3 | 4 |", "| ICU | 5 | 6 |"]
    xs, ys = [72, 200, 300, 400], [100, 120, 140, 160, 180]
    cells = [[cell.strip() for cell in row.strip("| ").split("|")] for row in (rows[0], *rows[2:])]
    words = [at(x + 4, y + 14, cell) for y, row in zip(ys, cells, strict=False) for x, cell in zip(xs, row, strict=False)]
    content = drawn([at(72, 60, "1. Benefits"), *grid(xs, ys), *words])

    assert unmet(tmp_path / "a", '{table: Benefit, row: Room, column: Gold, is: "4"}', content, "policy.pdf") == []
    [problem] = unmet(tmp_path / "b", '{table: Benefit, row: Room, column: Gold, is: "1"}', content, "policy.pdf")
    assert 'it has "4"' in problem.message


def test_what_has_no_number_is_named_by_the_clause_id_of_its_chunks(tmp_path):
    policy = POLICY.replace("# Care Advantage", "# Care Advantage\n\nA word to the reader before the policy begins.")

    assert unmet(tmp_path / "a", "{clause: overview, contains: to the reader, page: 1}", policy) == []
    [problem] = unmet(tmp_path / "b", "{clause: overview, contains: to the writer}", policy)
    assert problem.code == "EXP005" and problem.page == 1


def test_words_are_looked_for_on_the_page_that_is_asked_for_first(tmp_path):
    pages = [[at(72, 100, f"{number}. Scope of part {number}"), at(72, 120, "We pay for care.")] for number in (1, 2, 3)]

    [problem] = unmet(tmp_path, '{clause: "1.a", page: 3, contains: We pay for care}', drawn(*pages), "policy.pdf")

    assert 'the words "We pay for care" stand in 3, page 3' in problem.message and problem.page == 3
