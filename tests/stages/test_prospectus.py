"""The synthetic prospectus of 291 pages, from its bytes to its chunks, against the source that it was written from."""

from collections import Counter
from itertools import pairwise

import pytest

from pipeline.model import FixturePage, MarkKind, Severity, TableAction, TableKind
from tests.fixture_runs import (
    clause_rows,
    codes,
    found_furniture,
    found_paths,
    holding,
    letters,
    lines_of,
    right_pages,
    run,
    true_furniture,
    true_paths,
    truth,
    words_in_chunks,
)

NAME = "prospectus"
EXCLUSIONS = ("C", "4", "4.2")
WITH_ROMANS = "aceghjnop"
"""The lettered exclusions that carry a roman list."""


def test_exactly_the_pages_of_the_terms_are_in_chunks():
    first, last = truth(NAME)["pages"]["coverage"]

    pages = {place.page for chunk in run(NAME).chunks.chunks for place in chunk.places}

    assert pages == set(range(first, last + 1))


def test_no_cell_of_a_premium_grid_is_in_a_chunk():
    terms = "\n".join(
        [*(clause["text"] for clause in truth(NAME)["clauses"]), *(str(table["rows"]) for table in truth(NAME)["tables"])]
    )
    cells = {cell for grid in truth(NAME)["grids"] for row in (grid["first"], grid["last"]) for cell in row if "," in cell}
    words = set(words_in_chunks(NAME).split())

    leaked = {cell for cell in cells if cell in words and cell not in terms}

    assert len(cells) > 2000
    assert not leaked


def test_every_premium_page_is_in_an_excluded_table_with_its_caption():
    tables = [table for table in run(NAME).tables.tables if table.action is TableAction.EXCLUDED]
    by_page = {page: table for table in tables for page in table.pages}

    wrong = [
        grid["page"]
        for grid in truth(NAME)["grids"]
        if grid["page"] not in by_page or grid["caption"] not in by_page[grid["page"]].caption
    ]

    assert not wrong
    assert {table.kind for table in tables} == {TableKind.RATES}


def test_no_footer_word_is_in_a_chunk():
    footers = truth(NAME)["footers"]
    words = letters(words_in_chunks(NAME))

    leaked = [line for line in (*footers["long"], *footers["short"]) if letters(line) in words]

    assert not leaked
    assert "PTHHLIP31001V023122" not in words_in_chunks(NAME)
    assert letters("Page 56 of 291") not in words
    assert letters("Section B - What We Pay, Page") not in words


def test_all_furniture_is_set_aside_and_nothing_else():
    true, found = true_furniture(NAME), found_furniture(NAME, but=("contents", "hidden", "watermark"))

    wrong = {page: (true.get(page), found.get(page)) for page in true.keys() | found.keys() if true.get(page) != found.get(page)}

    assert not wrong


def test_the_footer_set_in_two_ways_lies_above_the_gap():
    gap = run(NAME).boilerplate.gap

    assert gap.rule == "gap"
    assert gap.low < gap.threshold <= gap.high
    assert gap.threshold < 58 / 291


def test_the_contents_list_is_set_aside_as_contents():
    marks = [mark for mark in run(NAME).boilerplate.marks if mark.kind is MarkKind.CONTENTS]
    words = letters(" ".join(lines_of(NAME)[mark.line_id].text for mark in marks))

    missing = [entry["title"] for entry in truth(NAME)["outline"] if letters(f"{entry['title']} {entry['page']}") not in words]

    assert not missing
    assert {lines_of(NAME)[mark.line_id].page for mark in marks} == {3, 4}


def test_the_watermark_is_in_no_chunk():
    assert "specimen" not in letters(words_in_chunks(NAME))


def test_every_clause_stands_under_its_true_path():
    true, found = Counter(true_paths(NAME)), Counter(found_paths(NAME))

    assert sorted((true - found).elements()) == []
    assert sorted((found - true).elements()) == []


def test_clauses_come_in_the_order_of_the_source():
    assert found_paths(NAME) == true_paths(NAME)


def test_every_clause_has_its_own_words_and_no_others():
    rows = {(row.page, tuple(row.path)): [] for row in clause_rows(NAME)}
    for row in clause_rows(NAME):
        rows[row.page, tuple(row.path)].append(letters(row.title + row.text))

    wrong = [
        (clause["page"], clause["path"], clause["text"][:50])
        for clause in truth(NAME)["clauses"]
        if letters(clause["title"] + clause["text"]) not in rows.get((clause["page"], tuple(clause["path"])), [])
    ]

    assert wrong == []


def test_nine_lettered_exclusions_carry_roman_lists_under_nine_ids():
    ids = {row.path[3]: row.id for row in clause_rows(NAME) if tuple(row.path[:3]) == EXCLUSIONS and row.path[4:] == ["i"]}

    assert "".join(sorted(ids)) == WITH_ROMANS
    assert len(set(ids.values())) == 9


def test_h_i_j_are_letters_though_h_has_romans_of_its_own():
    labels = [row.path[3:] for row in clause_rows(NAME) if tuple(row.path[:3]) == EXCLUSIONS]
    start = labels.index(["h"])

    assert labels[start : start + 6] == [["h"], ["h", "i"], ["h", "ii"], ["h", "iii"], ["i"], ["j"]]


def test_the_maternity_exclusion_is_whole_with_its_code_and_its_exception():
    chunks = holding(
        NAME, "traced to childbirth", "a miscarriage", "Exception: this exclusion does not apply to an ectopic pregnancy"
    )

    assert len(chunks) == 1
    assert "Excl18" in chunks[0].embed_text
    assert chunks[0].clause_path[:4] == (*EXCLUSIONS, "o")


def test_every_figure_of_the_comparison_stands_in_a_row_with_its_plan():
    comparison = next(table for table in truth(NAME)["tables"] if table["name"] == "comparison")
    pieces = [
        letters(chunk.text)
        for chunk in run(NAME).chunks.chunks
        if chunk.kind in ("row", "table") and any(p.page == 45 for p in chunk.places)
    ]

    missing = [
        (row[0], plan, figure)
        for row in comparison["rows"]
        for plan, figure in zip(comparison["header"][1:], row[1:], strict=True)
        if not any(letters(row[0]) in piece and letters(plan + figure) in piece for piece in pieces)
    ]

    assert not missing


@pytest.mark.parametrize(
    "name", ["definitions", "rooms", "modern", "waiting", "comparison", "limits", "wellness", "items", "offices"]
)
def test_a_kept_table_has_the_rows_of_its_source(name):
    true = next(table for table in truth(NAME)["tables"] if table["name"] == name)

    near = [table for table in run(NAME).tables.tables if table.action is TableAction.KEPT and table.pages[0] == true["pages"][0]]

    assert [list(map(letters, row)) for row in true["rows"]] in [[list(map(letters, row)) for row in table.cells] for table in near]
    assert list(map(letters, true["header"])) in [list(map(letters, table.header)) for table in near]


def test_a_definition_stands_with_its_meaning():
    definitions = next(table for table in truth(NAME)["tables"] if table["name"] == "definitions")

    apart = [term for term, meaning in definitions["rows"] if not holding(NAME, term, meaning)]

    assert not apart


def test_every_chunk_is_verified():
    chunks, places = run(NAME).chunks.chunks, run(NAME).checks.places

    unverified = [
        chunk.clause_key for chunk, checks in zip(chunks, places, strict=True) if not all(check.verified for check in checks)
    ]

    assert not unverified


def test_every_place_on_a_page_whose_text_was_written_down_matches_it():
    chunks, places = run(NAME).chunks.chunks, run(NAME).checks.places
    pairs = [
        (place, check)
        for chunk, checks in zip(chunks, places, strict=True)
        for place, check in zip(chunk.places, checks, strict=True)
    ]

    seen = Counter(check.fixture_page for place, check in pairs if place.page in right_pages(NAME))

    assert set(seen) == {FixturePage.MATCHED}


@pytest.mark.parametrize("page", sorted(right_pages(NAME)))
def test_a_page_reads_in_the_right_order(page):
    aside = {mark.line_id for mark in run(NAME).boilerplate.marks if mark.kind is not MarkKind.CONTENTS}
    furniture = truth(NAME)["furniture"][str(page)]
    heads = {f"{left} {right}" for left, right in pairwise(furniture)}

    found = "".join(letters(line.text) for line in run(NAME).document.pages[page - 1].lines if line.id not in aside)

    assert found == "".join(letters(row) for row in right_pages(NAME)[page].splitlines() if row not in heads.union(furniture))


def test_the_ledger_is_whole():
    ledger = run(NAME).checks.ledger

    assert ledger.counted == ledger.by_reader
    assert sum(count for _, count in ledger.letters) == ledger.counted
    assert len({entry.line_id for entry in ledger.entries}) == len(ledger.entries) == len(lines_of(NAME))
    assert "LED001" not in codes(NAME)


def test_no_finding_is_an_error():
    errors = [(finding.code, finding.page, finding.message) for finding in run(NAME).findings if finding.severity is Severity.ERROR]

    assert not errors


def test_page_labels_are_those_of_the_file():
    assert [page.label for page in run(NAME).document.pages] == truth(NAME)["labels"]


def test_the_outline_is_read_with_levels_and_pages():
    found = [{"title": entry.title, "level": entry.level, "page": entry.page} for entry in run(NAME).document.outline]

    assert found == truth(NAME)["outline"]


def test_the_gap_in_the_letters_is_reported():
    page = truth(NAME)["traps"]["gap in the letters (a) (b) (d)"][0]

    gaps = [finding for finding in run(NAME).findings if finding.code == "NUM001"]

    assert [(finding.page, finding.clause_id.rsplit(".", 1)[-1]) for finding in gaps] == [(page, "d")]


@pytest.mark.parametrize(
    "words", ["3.000 EUR or its equal in rupees", "2019. A person who joined", "Section 7.02, the original documents included"]
)
def test_a_line_that_begins_like_a_label_stays_within_its_clause(words):
    chunks = holding(NAME, words)

    assert chunks
    assert all(chunk.clause_path[:3] == ("D", "5", "5.4") for chunk in chunks)


def test_a_clause_goes_on_under_the_table_that_interrupts_it():
    row = next(row for row in clause_rows(NAME) if row.path == ["B", "3", "3.5"])

    assert row.text.index("the amount in this table") < row.text.index("and where a dearer room was taken")


def test_words_cut_at_a_line_end_are_made_whole_and_hyphens_of_their_own_stay():
    words = words_in_chunks(NAME)

    assert "third party administrator by telephone" in words
    assert "hospitalisation papers" in words
    assert "pre-authorisation" in words
    assert "preauthorisation" not in words
    assert "administrator" in words
    assert "admin-istrator" not in words
