"""The account of a clause: its path, its neighbours, and what was passed over around it."""

import msgspec
import pytest

from pipeline.errors import UsageError
from pipeline.explain.clause import NEAR, explain_clause, write_clause
from pipeline.model import Finding, NodeKind, Reason, Rejected, Severity, Stage
from tests.builders import document
from tests.trees import clause, lines_of
from tests.unit.explain.results import result

DOCUMENT = document(
    ["Cover", "4. Exclusions", "(a) abroad, see", "(ii) of the schedule", "(b) cosmetic"],
    ["(c) early", *["more words"] * 12, "9. of March"],
)
LINES = lines_of(DOCUMENT)
NODES = [
    clause("[cover]", "", LINES[0], kind=NodeKind.HEADING),
    clause("4", "4.", LINES[1], parent="[cover]", title="Exclusions"),
    clause("4.a", "(a)", LINES[2], LINES[3], parent="4"),
    clause("4.b", "(b)", LINES[4], parent="4"),
    clause("4.c", "(c)", *LINES[5:], parent="4"),
]
REJECTED = [
    Rejected(LINES[-1].id, "9.", Reason("rejected", "reads on like a date")),
    Rejected(LINES[3].id, "(ii)", Reason("rejected", "no list was waiting for it")),
]


def account(clause_id, **more):
    return explain_clause(result(DOCUMENT, NODES, rejected=REJECTED, **more), clause_id)


def test_the_path_is_told_from_its_outermost_node_headings_included():
    path = account("4.b").path

    assert [(one.id, one.kind, one.printed, one.line_id) for one in path] == [
        ("[cover]", "heading", "", "p1.l000"),
        ("4", "clause", "4.", "p1.l001"),
        ("4.b", "clause", "(b)", "p1.l004"),
    ]


@pytest.mark.parametrize(("clause_id", "around"), [("4.a", ("", "4.b")), ("4.b", ("4.a", "4.c")), ("4.c", ("4.b", ""))])
def test_the_neighbours_in_the_list_are_named(clause_id, around):
    told = account(clause_id)

    assert (told.before, told.after) == around


def test_children_are_those_right_under_it():
    assert account("4").children == ("4.a", "4.b", "4.c")


def test_what_was_passed_over_is_told_with_its_distance_in_reading_order():
    assert [(one.printed, one.lines_away) for one in account("4.a").passed_over] == [("(ii)", 0), ("9.", 15)]
    assert [(one.printed, one.lines_away) for one in account("4.b").passed_over] == [("(ii)", -1), ("9.", 14)]


def test_what_stands_pages_away_is_not_around_it():
    far = document(*([f"{number}. text"] for number in range(1, 6)))
    first, *_, last = lines_of(far)
    nodes = [clause("1", "1.", first)]

    told = explain_clause(result(far, nodes, rejected=[Rejected(last.id, "5.", Reason("rejected", ""))]), "1")

    assert told.passed_over == ()


def test_findings_on_the_path_are_told():
    gap = Finding("NUM001", Severity.WARNING, Stage.CLAUSES, "3 missing before 4.", 1, "4")
    other = Finding("NUM001", Severity.WARNING, Stage.CLAUSES, "(b) is missing between (a) and (c)", 2, "4.c")

    assert account("4.b", findings=[gap, other]).findings == (gap,)


@pytest.mark.parametrize("name", ["4.a", "policy/4.a#1", "policy/4.a", "4.a#2"])
def test_a_clause_key_names_its_clause(name):
    assert account(name).id == "4.a"


def test_an_id_that_is_not_there_gets_the_nearest_ones():
    with pytest.raises(UsageError, match=r"policy has no clause '4\.d'; nearest: 4\.[abc]"):
        account("4.d")


def test_a_document_without_clauses_says_so():
    with pytest.raises(UsageError, match="it has no clauses"):
        explain_clause(result(document(["words"])), "1")


def test_the_text_says_why_each_label_was_accepted_and_what_was_near():
    near = msgspec.structs.replace(NODES[3], alternatives=(Reason("near", "no label (dearer by 0.4)"),), confidence=0.66)
    told = explain_clause(result(DOCUMENT, [*NODES[:3], near, NODES[4]], rejected=REJECTED), "4.b")

    text = list(write_clause(told))

    assert "between 4.a and 4.c; 0 nodes under it" in text
    assert "          near: no label (dearer by 0.4)" in text
    assert any("accepted: made for a test (test); confidence 0.66" in line for line in text)
    assert "  (ii)  p1.l003 (1 line before it): no list was waiting for it" in text


def test_the_text_lists_far_ones_apart_and_only_some():
    many = [Rejected(LINES[-1].id, "9.", Reason("rejected", "a date"))] * 20

    text = "\n".join(write_clause(explain_clause(result(DOCUMENT, NODES, rejected=many), "4.a")))

    assert f"passed over within {NEAR} lines" in text
    assert "Further ones on these pages and those beside them: 20" in text and "and 8 more; --json has all" in text
