"""What a person lives with, for as long as its words stay as they are."""

import msgspec

from pipeline.batch.checking import check_written
from pipeline.checks.accepting import accept
from pipeline.checks.outcome import Outcome
from pipeline.config.asked import gather
from tests.drawn_pdf import at, drawn
from tests.unit.checks.standing import configure, stand

GAP = """# Care

## 1. Exclusions
We shall not pay for:
(a) treatment abroad;
(b) cosmetic surgery;
(d) treatment before the policy began.
"""


def check(folder, content=GAP, accept="", name="policy.md", more=""):
    """The outcome of a check by rule, and the gap finding where there is one."""
    yaml = f"families:\n  policy:\n    accept: [{accept}]\n{more}"
    checked = check_written(stand(folder, content, yaml, name=name), configure(folder, yaml))
    outcomes = {outcome.rule: outcome.problems for outcome in checked.outcomes}
    return outcomes, next((problem for problem in outcomes["numbers"] if problem.code == "NUM001"), None)


def accepting(problem, *, clause='clause: "1.d", ', digits=12):
    return f'{{code: NUM001, {clause}hash: "{problem.content_hash[:digits]}", reason: the insurer took it out}}'


def test_a_gap_is_an_error_of_a_check_until_it_is_accepted(tmp_path):
    _, gap = check(tmp_path / "a")

    outcomes, accepted = check(tmp_path / "b", accept=accepting(gap))

    assert (gap.severity.value, gap.accepted) == ("error", "")
    assert (accepted.accepted, accepted.counts([accepted.severity])) == ("the insurer took it out", False)
    assert outcomes["acceptances"] == ()


def test_eight_digits_and_a_part_of_the_id_or_none_are_enough(tmp_path):
    _, gap = check(tmp_path / "a")

    assert check(tmp_path / "b", accept=accepting(gap, clause="clause: d, ", digits=8))[1].accepted
    assert check(tmp_path / "c", accept=accepting(gap, clause=""))[1].accepted


def test_another_finding_of_the_same_clause_is_not_accepted_with_it(tmp_path):
    _, gap = check(tmp_path / "a")
    loaded = configure(tmp_path / "b", f"families:\n  policy:\n    accept: [{accepting(gap)}]\n")
    asked = gather(loaded, "", "policy", in_force=True).accept
    other = msgspec.structs.replace(gap, code="NUM003")

    [judged] = accept((Outcome("numbers", "", (gap, other)),), asked, {})[:1]

    assert [problem.accepted for problem in judged.problems] == ["the insurer took it out", ""]


def test_it_comes_back_when_a_word_of_the_clause_changes_and_says_what_to_write(tmp_path):
    _, gap = check(tmp_path / "a")

    outcomes, back = check(tmp_path / "b", GAP.replace("before the policy", "after the policy"), accepting(gap))

    [note] = outcomes["acceptances"]
    assert back.accepted == ""
    assert (note.code, note.severity.value) == ("ACC001", "note")
    assert "was accepted for other words" in note.message and back.content_hash[:12] in note.message
    assert note.asked_at.endswith("clausetrace.yaml:3")


def test_it_comes_back_when_one_more_clause_is_lost_before_it(tmp_path):
    _, gap = check(tmp_path / "a")

    assert check(tmp_path / "b", GAP.replace("(b) cosmetic surgery;\n", ""), accepting(gap))[1].accepted == ""


def test_it_stays_when_another_clause_changes(tmp_path):
    _, gap = check(tmp_path / "a")

    assert check(tmp_path / "b", GAP.replace("cosmetic", "plastic"), accepting(gap))[1].accepted


def test_an_acceptance_of_what_is_no_longer_found_is_told(tmp_path):
    _, gap = check(tmp_path / "a")

    outcomes, none = check(tmp_path / "b", GAP.replace("(d)", "(c)"), accepting(gap))

    assert none is None
    assert [note.message for note in outcomes["acceptances"]] == [
        "NUM001 of 1.d is accepted and no longer found; take the acceptance out"
    ]


def set_on(*pages):
    """The clauses of a list over pages, a line each; a clause may go on in a further line."""
    return drawn(*([at(x, 100 + 14 * row, text) for row, (x, text) in enumerate(rows)] for rows in pages))


def test_a_page_break_and_other_line_breaks_do_not_bring_it_back(tmp_path):
    head = [(72, "1. Exclusions"), (72, "We shall not pay for:"), (90, "(a) treatment abroad;"), (90, "(b) cosmetic surgery;")]
    tail = [(90, "(e) care at home;"), (90, "(f) a stay in a spa.")]
    whole = set_on([*head, (90, "(d) treatment before the policy began;"), *tail])
    broken = set_on([*head, (90, "(d) treatment before the")], [(108, "policy began;"), *tail])
    _, gap = check(tmp_path / "a", whole, name="policy.pdf")

    _, same = check(tmp_path / "b", broken, accepting(gap), name="policy.pdf")

    assert same.accepted


def test_the_yaml_says_how_grave_a_code_is(tmp_path):
    _, gap = check(tmp_path, more="check: {severity: {NUM001: note}}\n")

    assert gap.severity.value == "note"


def test_what_is_accepted_in_a_document_is_accepted_there_alone(tmp_path):
    _, gap = check(tmp_path / "a")
    own = f"documents:\n  policy:\n    accept: [{accepting(gap)}]\n  other:\n    accept: []\n"

    assert check(tmp_path / "b", more=own)[1].accepted
    assert not check(tmp_path / "c", more=own.replace("  policy:", "  third:"))[1].accepted
