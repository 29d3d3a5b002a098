"""Two real pairs of versions, read clause by clause on their pages: what was read is found, nothing else is called a change."""

import json

import pytest

from pipeline.cli import run_command
from pipeline.config.load import load_packaged
from pipeline.diff.compare import compare
from pipeline.diff.records import Edition, Kind
from pipeline.diff.tables import compare_tables
from pipeline.diff.units import make_version
from pipeline.diff.words import make_key
from pipeline.store.read import load_chunks, load_clauses, load_tables
from tests.quality.edits import Edit, edit
from tests.quality.redrawn import redraw
from tests.quality.score_diff import locate, score_file, tell

FALSE = {"A12-nw-v1-v2": 0, "B-hdfc-v1-v2": 0}
"""Changes named that are none, at most."""
LAYOUTS = [
    ("usc-twocol", "usc-indented", 3),
    ("policy-hanging", "policy-flush", 0),
    ("paren-indented", "paren-flush", 0),
    ("nested-twocol", "nested-hanging", 2),
    ("half-hanging", "half-flush", 0),
    ("decimal-twocol", "decimal-indented", 2),
]
"""One statute under one scheme of labels in two layouts, and how many changes are named, at most, that are none: in two columns a
title is read without its last word, a label is missed, and a paragraph is read twice."""
SEEDS = (1, 2)
FEWEST_CLAUSES = 20
"""Documents with fewer have no place for every edit."""


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


def read(folder):
    clauses = load_clauses(folder)
    return clauses, make_version(clauses, (), Edition())


@pytest.mark.parametrize(("old", "new", "most"), LAYOUTS)
def test_one_statute_in_two_layouts_differs_where_its_words_do(shared, ran, old, new, most):
    truth = [load_truth(shared / "bench" / "statutes" / f"usc17-{name}.truth.jsonl") for name in (old, new)]
    changed = {path for path in truth[0] if make_key(truth[0][path]) != make_key(truth[1][path])}
    rows, versions = zip(*(read(ran.out / f"usc17-{name}") for name in (old, new)), strict=True)

    difference = compare(*versions, (), load_packaged().diff)

    paths = {row.id: tuple(row.path[1:]) for row in rows[1]}
    found = {paths[change.new[0].id] for change in difference.clauses if change.kinds == (Kind.REWORDED,)}
    assert truth[0].keys() == truth[1].keys()
    assert changed <= found
    assert len(difference.clauses) - len(changed) <= most, difference.clauses


def load_truth(file):
    """Words by path, which these files give without the part that the scheme puts above all."""
    rows = map(json.loads, file.read_text(encoding="utf-8").splitlines())
    return {tuple(row["path"]): row["text"] for row in rows}


def test_edits_made_to_real_documents_are_told_as_what_they_are(ran, record_property):
    counts = []
    wrong = []
    for folder in sorted(each for each in ran.out.iterdir() if (each / "clauses.jsonl").is_file()):
        clauses, old = read(folder)
        for seed in SEEDS if len(clauses) >= FEWEST_CLAUSES else ():
            edited, done = edit(clauses, seed)
            told = tell_edits(compare(old, make_version(edited, (), Edition()), (), load_packaged().diff))
            counts.append(len(done))
            wrong += [(folder.name, seed, *each) for each in told ^ done]

    record_property("scores", f"{sum(counts)} edits in {len(counts)} made versions; {len(wrong)} missed or false: {wrong}")
    assert sum(counts) > 4 * len(counts) > 0
    assert not wrong


def tell_edits(difference):
    """What a difference says, as edits."""
    return {
        Edit(
            frozenset(kind.value for kind in change.kinds),
            *("+".join(place.id for place in side) for side in (change.old, change.new)),
            change.weighty,
        )
        for change in difference.clauses
    }


@pytest.mark.parametrize("name", ["principal-group-life-sample", "niva-health-premia-pw"])
def test_the_clauses_of_a_real_document_on_other_pages_are_the_same(ran, name, tmp_path, capsys):
    clauses = load_clauses(ran.out / name)
    for height in (842, 600):
        (tmp_path / f"{height}.pdf").write_bytes(redraw(clauses, float(height)))

    code = run_command(["diff", str(tmp_path / "842.pdf"), str(tmp_path / "600.pdf"), "--out", str(tmp_path / "out")])

    assert code == 0, capsys.readouterr().out
    assert f"{len(clauses)} unchanged" in capsys.readouterr().out


def test_no_document_differs_from_itself(ran):
    for folder in sorted(each for each in ran.out.iterdir() if (each / "clauses.jsonl").is_file()):
        tables = load_tables(folder)
        version = make_version(load_clauses(folder), load_chunks(folder), Edition())
        settings = load_packaged().diff

        difference = compare(version, version, compare_tables(tables, tables, settings), settings)

        assert difference.same, folder.name


def test_a_noted_place_is_not_found_on_another_page():
    assert locate({"path": ["1"], "starts": "Cover"}, 2, []) is None
