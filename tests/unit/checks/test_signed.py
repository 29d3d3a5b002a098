"""How much must be signed off: what is named, what is lacking, and what is counted."""

import pytest

from pipeline.audit.leaves import make_leaves
from pipeline.audit.verdicts import Said, Verdict, format_verdicts
from pipeline.batch.checking import load_shelved, load_written
from pipeline.checks.rules import hold_rules
from pipeline.errors import ConfigError
from pipeline.store.stages import load_result
from tests.unit.checks.standing import POLICY, configure, stand

ASKED = 'audit:\n  required: "{}"\n'


def told(folder, required, *, signed=(), rejected=(), yaml=""):
    """What the rule says of the policy, after clauses were accepted and rejected by id."""
    asked = ASKED.format(required) + yaml
    stand(folder, POLICY, asked)
    leaves = {leaf.id: leaf for leaf in make_leaves(load_result(folder / "out" / "policy"))}
    said = [(leaf_id, Said.ACCEPTED) for leaf_id in signed] + [(leaf_id, Said.REJECTED) for leaf_id in rejected]
    rows = [Verdict(leaves[leaf_id].key, leaves[leaf_id].hash, verdict) for leaf_id, verdict in said]
    (folder / "audit").mkdir()
    (folder / "audit" / "policy.csv").write_bytes(format_verdicts(rows))
    loaded = configure(folder, asked)
    written = load_written(folder / "out" / "policy", loaded, load_shelved(folder / "out"))
    return next(outcome.problems for outcome in hold_rules(written) if outcome.rule == "audit")


def test_nothing_is_asked_for_where_the_yaml_asks_for_nothing(tmp_path):
    written = stand(tmp_path)

    assert written.judged == ()
    assert not next(outcome.problems for outcome in hold_rules(written) if outcome.rule == "audit")


def test_what_is_lacking_is_named_with_its_place_in_the_yaml(tmp_path):
    [problem] = told(tmp_path, "100% of exclusions", signed=["2", "2.a"], rejected=["2.b"])

    assert problem.code == "AUD001"
    assert problem.message == (
        "2 of 4 clauses of exclusions are signed off, and 100% is asked for; rejected: 2.b; without a verdict: 2.c"
    )
    assert problem.clause_id == "2.b"
    assert problem.asked_at.endswith("clausetrace.yaml:2")


def test_it_holds_once_every_clause_under_the_title_is_signed_off(tmp_path):
    assert not told(tmp_path, "100% of exclusions", signed=["2", "2.a", "2.b", "2.c"])


@pytest.mark.parametrize(("required", "holds"), [("50% of clauses", True), ("67% of clauses", False), ("100% of 2.a", True)])
def test_a_share_of_all_or_one_clause_by_its_id_may_be_asked_for(tmp_path, required, holds):
    problems = told(tmp_path, required, signed=["2", "2.a", "2.b"])

    assert (not problems) is holds
    assert all("clauses of clauses" not in problem.message for problem in problems)


@pytest.mark.parametrize("required", ["100% of conclusions", "100% of 9.9", "100% of clu"])
def test_a_name_that_fits_nothing_is_an_error_and_no_success(tmp_path, required):
    [problem] = told(tmp_path, required)

    assert problem.code == "AUD002"


def test_several_may_be_asked_for_each_told_by_itself(tmp_path):
    yaml = "audit:\n  required:\n    - 100% of scope\n    - 100% of exclusions\n"
    written = stand(tmp_path, POLICY, yaml)

    problems = next(outcome.problems for outcome in hold_rules(written) if outcome.rule == "audit")

    assert [problem.asked_at.rpartition(":")[2] for problem in problems] == ["3", "4"]


@pytest.mark.parametrize(
    ("family", "lines"),
    [("policy", ["6", "7"]), ("another", ["2"])],
)
def test_what_a_family_requires_takes_the_place_of_what_is_required_of_all(tmp_path, family, lines):
    yaml = f"families:\n  {family}:\n    required:\n      - 100% of exclusions\n      - 100% of 2.c\n"

    problems = told(tmp_path, "100% of clauses", signed=["2"], yaml=yaml)

    assert [problem.asked_at.rpartition(":")[2] for problem in problems] == lines


def test_a_family_of_which_nothing_is_asked_is_not_asked_for_what_all_others_are(tmp_path):
    assert not told(tmp_path, "100% of clauses", yaml='families:\n  policy:\n    required: "0% of clauses"\n')


def test_what_says_no_share_is_refused_in_a_family_too(tmp_path):
    with pytest.raises(ConfigError, match=r"clausetrace.yaml:3: families.policy.required: 'all of them' says no share"):
        configure(tmp_path, 'families:\n  policy:\n    required: "all of them"\n')


def test_versions_that_are_not_in_force_are_not_asked(tmp_path):
    assert not told(tmp_path, "100% of clauses", yaml="documents:\n  policy:\n    status: archived\n")


@pytest.mark.parametrize("required", ["all exclusions", "120% of exclusions", "100% of", "-1% of clauses"])
def test_what_says_no_share_is_refused_with_its_line(tmp_path, required):
    with pytest.raises(ConfigError, match=r"clausetrace.yaml:2: audit.required"):
        configure(tmp_path, ASKED.format(required))
