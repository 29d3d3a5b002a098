"""Two real pairs of versions, read clause by clause on their pages: what was read is found, nothing else is called a change."""

import json

import pytest

from pipeline.cli import run_command
from tests.quality.score_diff import locate, score_file, tell

FALSE = {"A12-nw-v1-v2": 3, "B-hdfc-v1-v2": 0}
"""Changes named that are none, at most. Of A12: a line of its running header and two footnotes that are read as clauses in one of
its versions."""


@pytest.mark.parametrize("name", FALSE)
def test_every_change_that_was_read_is_found_as_its_kind(shared, ran, name, record_property):
    got = score_file(shared / "bench" / "diff" / f"{name}.json", ran.out)

    record_property("scores", tell(name, got))
    assert got.share == 1.0, tell(name, got)
    assert not got.unlocated
    assert not got.weighty_wrong, tell(name, got)
    assert not got.unchanged_called_changed, tell(name, got)
    assert got.false.total() <= FALSE[name], tell(name, got)


@pytest.mark.parametrize("name", FALSE)
def test_the_command_finds_the_same_within_the_documents(shared, ran, name, capsys):
    truth = json.loads((shared / "bench" / "diff" / f"{name}.json").read_text(encoding="utf-8"))
    folders = [str(ran.out / truth[side].removesuffix(".pdf")) for side in ("old", "new")]

    code = run_command(["diff", *folders, "--json"])

    given = json.loads(capsys.readouterr().out)
    assert code == 1
    assert sum(change["weighty"] for change in given["clauses"]) >= sum(change["weighty"] for change in truth["changes"])


@pytest.mark.parametrize("name", FALSE)
def test_swapped_versions_swap_added_and_removed_and_keep_all_else(shared, ran, name, capsys):
    truth = json.loads((shared / "bench" / "diff" / f"{name}.json").read_text(encoding="utf-8"))
    folders = [str(ran.out / truth[side].removesuffix(".pdf")) for side in ("old", "new")]

    there, back = (differ(order, capsys) for order in (folders, folders[::-1]))

    assert sides(there, "old", "new") == sides(back, "new", "old")
    assert there["unchanged"] == back["unchanged"]


def differ(folders, capsys):
    run_command(["diff", *folders, "--json"])
    return json.loads(capsys.readouterr().out)


def sides(difference, old, new):
    """Every change with its places, by the side that is named; what has one side alone says so by that."""
    return sorted(
        (
            [place["id"] for place in change[old]],
            [place["id"] for place in change[new]],
            sorted(set(change["kinds"]) - {"added", "removed", "split", "merged"}),
            sorted(change["weights"]),
        )
        for change in difference["clauses"]
    )


def test_a_noted_place_is_not_found_on_another_page():
    assert locate({"path": ["1"], "starts": "Cover"}, 2, []) is None
