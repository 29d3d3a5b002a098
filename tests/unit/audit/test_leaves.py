"""What an auditor reads of each clause, table and cell, and by which keys it is judged."""

import msgspec
import pytest

from pipeline.audit.grids import make_grids, make_unique
from pipeline.audit.leaves import hash_of, make_leaves
from pipeline.audit.make import make_view
from pipeline.model import Finding, NodeKind, Severity, Stage
from pipeline.store.make import make_clause_rows
from tests.fixture_runs import run


def leaves_of(result):
    return {leaf.id: leaf for leaf in make_leaves(result)}


def with_finding(result, **how):
    finding = Finding(**{"code": "TAB009", "severity": Severity.WARNING, "stage": Stage.CLAUSES, "message": "look", **how})
    clauses = msgspec.structs.replace(result.clauses, findings=(*result.clauses.findings, finding))
    return msgspec.structs.replace(result, clauses=clauses)


def test_every_numbered_clause_has_the_key_and_the_words_of_its_row():
    result = run("letters-and-romans")

    leaves = leaves_of(result)

    for row in make_clause_rows(result):
        leaf = leaves[row.id]
        assert (leaf.key, leaf.text, leaf.title, leaf.asked) == (row.clause_key, row.text, row.title, True)


def test_another_title_is_other_words_and_line_breaks_are_none():
    assert hash_of("Exclusions", "We pay") != hash_of("Cover", "We pay")
    assert hash_of("Exclusions", "We  pay\nnothing") == hash_of("Exclusions", "We pay nothing")


def test_a_clause_stands_under_its_parent_one_deeper():
    leaves = leaves_of(run("letters-and-romans"))

    under = [leaf for leaf in leaves.values() if leaf.parent]

    assert under
    assert all(leaf.depth == leaves[leaf.parent].depth + 1 for leaf in under)


def test_its_boxes_are_those_of_its_lines():
    result = run("clause-over-two-pages")
    lines = {line.id: line for page in result.document.pages for line in page.lines}

    for row in make_clause_rows(result):
        leaf = leaves_of(result)[row.id]
        assert {spot[0] for spot in leaf.spots} == {lines[line_id].page for line_id in row.line_ids}


@pytest.mark.parametrize(
    ("how", "looks"),
    [
        ({"clause_id": "1"}, True),
        ({"clause_id": "1", "severity": Severity.NOTE}, False),
        ({"clause_id": "1", "severity": Severity.NOTE, "code": "NUM003"}, True),
        ({"line_ids": ("p1.l000",)}, True),
        ({"line_ids": ("p9.l999",)}, False),
    ],
)
def test_a_clause_wants_a_look_where_a_finding_that_is_grave_or_about_labels_names_it(how, looks):
    plain = run("turned-page")

    leaf = leaves_of(with_finding(plain, **how))["1"]

    assert not leaves_of(plain)["1"].look
    assert leaf.look is looks


def test_a_clause_whose_words_were_not_found_is_unverified_and_wants_a_look():
    plain = run("turned-page")
    places = tuple(tuple(msgspec.structs.replace(check, verified=False) for check in of) for of in plain.checks.places)
    result = msgspec.structs.replace(plain, checks=msgspec.structs.replace(plain.checks, places=places))

    leaf = leaves_of(result)["1"]

    assert (leaf.verified, leaf.look) == (False, True)
    assert leaves_of(plain)["1"].verified


def test_headings_without_words_ask_for_no_verdict():
    leaves = [leaf for name in ("tagged", "changing-header") for leaf in make_leaves(run(name)) if leaf.kind != NodeKind.CLAUSE]

    assert {leaf.asked for leaf in leaves if not leaf.text} <= {False}
    assert {leaf.asked for leaf in leaves if leaf.text} <= {True}


def test_the_cells_of_a_kept_table_have_their_words_places_and_keys_of_their_own():
    [grid] = make_grids(run("turned-page"))

    assert [cell.text for cell in grid.rows[0]] == ["Classic", "Rs. 4,500", "Rs. 1,500"]
    assert grid.rows[1][2].key == f"{grid.key}/select/ambulance"
    assert all(cell.spot[3] > cell.spot[1] for row in grid.rows for cell in row)
    keys = [cell.key for row in grid.rows for cell in row]
    assert len(set(keys)) == len(keys)


def test_a_cell_that_a_finding_is_about_says_so():
    plain = run("turned-page")
    [grid] = make_grids(plain)
    page, *box = grid.rows[1][2].spot
    result = with_finding(plain, code="TAB010", page=page, bbox=tuple(box))

    [told] = make_grids(result)

    assert told.rows[1][2].finding == len(result.clauses.findings) - 1 + len(result.document.findings) + len(
        result.boilerplate.findings
    )
    assert told.rows[1][1].finding == -1
    assert told.rows[1][2].finding in told.findings


def test_names_that_are_taken_are_told_apart():
    assert list(make_unique(["a", "b", "a", "a"])) == ["a", "b", "a~2", "a~3"]


def test_excluded_tables_are_named_without_their_cells():
    excluded = [grid for grid in make_grids(run("prospectus")) if grid.action == "excluded"]

    assert len(excluded) == 220
    assert all(not grid.rows and grid.size[0] for grid in excluded)


def test_every_line_set_aside_stands_in_one_group_with_its_share():
    result = run("odd-and-even")

    groups = make_view(result, "1").aside

    listed = [line_id for group in groups for _, line_id, _ in group.lines]
    assert sorted(listed) == sorted(mark.line_id for mark in result.boilerplate.marks)
    assert [len(group.lines) for group in groups] == sorted((len(group.lines) for group in groups), reverse=True)
