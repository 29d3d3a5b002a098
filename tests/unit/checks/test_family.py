"""Versions of one document: which takes the place of which, and which are in force on one day."""

import pytest

from pipeline.batch.checking import load_shelved, load_written
from pipeline.checks.rules.family import find_misfits
from tests.unit.checks.standing import POLICY, configure, save


def misfits(folder, **versions):
    """The problems of all versions of one family, by doc_id. Each version: the keys of its entry, as YAML."""
    entries = "".join(f"  {name}: {{family: care, {keys}}}\n" for name, keys in versions.items())
    loaded = configure(folder, f"documents:\n{entries}")
    for name in versions:
        save(folder, f"{POLICY}\n{name}", loaded, name=f"{name}.md")
    shelved = load_shelved(folder / "out")
    return {name: list(find_misfits(load_written(folder / "out" / name, loaded, shelved))) for name in versions}


@pytest.mark.parametrize(
    "versions",
    [
        {"old": "status: archived", "new": ""},
        {"old": "", "new": "supersedes: old"},
        {"old": "supersedes: new", "new": ""},
        {"old": 'effective_to: "2024-03-31"', "new": 'effective_from: "2024-04-01"'},
        {"a": "", "b": "supersedes: a", "c": "supersedes: b"},
        {"only": 'effective_from: "2024-04-01"'},
    ],
)
def test_versions_that_follow_each_other_fit(tmp_path, versions):
    assert not any(misfits(tmp_path, **versions).values())


def test_two_versions_without_dates_are_in_force_at_once_and_only_the_later_tells_it(tmp_path):
    found = misfits(tmp_path, v1="", v2="")

    [problem] = found["v2"]
    assert found["v1"] == []
    assert (problem.code, problem.severity.value) == ("FAM003", "warning")
    assert "v1 and v2 of the family 'care' are both in force; write supersedes: v1" in problem.message


def test_dates_that_overlap_are_an_error_with_the_first_day_of_both(tmp_path):
    found = misfits(tmp_path, v1='effective_from: "2023-01-01", effective_to: "2024-04-01"', v2='effective_from: "2024-04-01"')

    [problem] = found["v2"]
    assert (problem.code, problem.severity.value) == ("FAM003", "error")
    assert "both in force on 2024-04-01" in problem.message


def test_of_two_that_supersede_one_neither_has_the_others_place(tmp_path):
    found = misfits(tmp_path, a="", b="supersedes: a", c="supersedes: a")

    assert [problem.code for problem in found["c"]] == ["FAM003"] and found["a"] == found["b"] == []


def test_a_version_before_it_that_nobody_knows_is_told(tmp_path):
    [problem] = misfits(tmp_path, new="supersedes: odl")["new"]

    assert (problem.code, problem.severity.value) == ("FAM001", "warning") and "'odl'" in problem.message


def test_versions_that_supersede_each_other_in_a_ring_are_told(tmp_path):
    found = misfits(tmp_path, a="supersedes: b", b="supersedes: c", c="supersedes: a")

    assert all([problem.code for problem in problems] == ["FAM002"] for problems in found.values())


def test_a_version_before_it_of_another_family_is_told(tmp_path):
    loaded = configure(tmp_path, "documents: {new: {family: care, supersedes: other}}")
    save(tmp_path, POLICY, loaded, name="new.md")
    save(tmp_path, POLICY, loaded, name="other.md")

    [problem] = find_misfits(load_written(tmp_path / "out/new", loaded, load_shelved(tmp_path / "out")))

    assert problem.code == "FAM002" and "the family 'other'" in problem.message
