"""`clausetrace changes` in a git repository of its own: what is compared with what, outputs, exit codes."""

import json
import re
import subprocess

import pytest

from tests.cli.conftest import POLICY

NEWER = POLICY.replace("We pay for hospital treatment", "We pay for 30 days of hospital treatment")


@pytest.fixture
def git(here, monkeypatch):
    """Runs git in the current folder, a repository with two policies in its first commit."""
    for name in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{name}_NAME", "a person")
        monkeypatch.setenv(f"GIT_{name}_EMAIL", "person@localhost")

    def ran(*words):
        return subprocess.run(["git", *words], cwd=here, check=True, capture_output=True, text=True).stdout

    ran("init", "--quiet", "--initial-branch", "main")
    return ran


@pytest.fixture
def repository(git, write):
    write("policies/care.md")
    write("policies/travel.md", POLICY.replace("treatment", "travel"))
    write(".gitignore", "out/\n")
    git("add", "--all")
    git("commit", "--quiet", "--message", "two policies")
    return git


def changed(ran):
    """What became of which document, and the kinds of its changes."""
    return [
        (one["then"], one["old"], one["new"], [kind for each in one["differences"] for c in each["clauses"] for kind in c["kinds"]])
        for one in json.loads(ran.out)
    ]


def test_nothing_changed_is_exit_code_0(run, repository):
    ran = run("changes", "policies")

    assert ran.code == 0 and ran.out.startswith("No document changed since ")


def test_a_file_that_is_not_committed_is_compared_with_the_last_commit(run, repository, write):
    write("policies/care.md", NEWER)

    ran = run("changes", "policies", "--json")

    assert ran.code == 1
    assert changed(ran) == [("changed", "policies/care.md", "policies/care.md", ["reworded"])]


def test_a_commit_is_compared_with_the_branch_that_it_comes_from(run, repository, write):
    repository("switch", "--quiet", "--create", "newer")
    write("policies/care.md", NEWER)
    repository("commit", "--quiet", "--all", "--message", "newer")

    assert run("changes", "policies", "--since", "main").code == 1
    assert run("changes", "policies").code == 0


def test_files_that_came_went_and_moved_are_told_apart(run, repository, write, here):
    (here / "policies/travel.md").rename(here / "policies/journeys.md")
    repository("add", "--all")
    write("policies/home.md", POLICY.replace("hospital", "household"))
    (here / "policies/care.md").unlink()

    ran = run("changes", "policies", "--json")

    assert changed(ran) == [
        ("removed", "policies/care.md", "", []),
        ("added", "", "policies/home.md", []),
        ("renamed", "policies/travel.md", "policies/journeys.md", []),
    ]


def test_a_new_file_is_compared_with_the_version_that_the_yaml_says_it_supersedes(run, repository, write):
    write("clausetrace.yaml", "documents: {care-2: {family: care, supersedes: care}}\n")
    write("policies/care-2.md", NEWER)

    ran = run("changes", "policies", "--json")

    assert changed(ran) == [("new version", "policies/care.md", "policies/care-2.md", ["reworded"])]


def test_a_superseded_file_that_went_is_not_told_as_removed_too(run, repository, write, here):
    write("clausetrace.yaml", "documents: {care-2: {family: care, supersedes: care}}\n")
    write("policies/care-2.md", NEWER)
    (here / "policies/care.md").unlink()

    ran = run("changes", "policies", "--json")

    assert changed(ran) == [("new version", "policies/care.md", "policies/care-2.md", ["reworded"])]


def test_what_the_yaml_says_of_a_path_holds_for_both_versions(run, repository, write):
    write("clausetrace.yaml", "documents: {sub/terms: {doc_id: special}}\n")
    write("policies/sub/terms.md")
    repository("add", "--all")
    repository("commit", "--quiet", "--message", "terms")
    write("policies/sub/terms.md", NEWER)

    ran = run("changes", "policies", "--json")

    assert changed(ran) == [("changed", "policies/sub/terms.md", "policies/sub/terms.md", ["reworded"])]


def test_only_what_changed_is_run(run, repository, write, here):
    write("policies/care.md", NEWER)

    run("changes", "policies")

    assert sorted(folder.name for folder in (here / "out").iterdir() if folder.is_dir()) == ["care"]


def test_files_beside_the_places_and_of_no_document_are_left_alone(run, repository, write):
    write("notes.md", "a note")
    write("policies/.hidden.md", "a draft")
    write("policies/picture.png", b"png")

    assert run("changes", "policies").code == 0


def test_markdown_has_a_row_a_document_and_what_weighs(run, repository, write):
    write("policies/care.md", NEWER)
    write("policies/home.md", POLICY.replace("hospital", "household"))

    ran = run("changes", "policies", "--markdown", "-")

    assert "| policies/care.md | changed | 5 unchanged, 1 reworded; 1 weighty |" in ran.out
    assert "| policies/home.md | added | new; where it takes the place of another" in ran.out
    assert "### Weighty" in ran.out and "**30 days of**" in ran.out


def test_a_redline_is_written_for_each_document_with_two_versions(run, repository, write, here):
    write("policies/care.md", NEWER)
    write("policies/home.md", POLICY.replace("hospital", "household"))

    ran = run("changes", "policies", "--html", "redlines")

    written = [file.relative_to(here).as_posix() for file in here.glob("redlines/**/*.html")]
    assert written == ["redlines/policies/care.html"]
    assert re.search(r"<ins>.*30.*days of", (here / written[0]).read_text(encoding="utf-8"))
    assert "redlines/policies/care.html is written" in ran.err and "{+30 days of+}" not in ran.out


def test_long_markdown_is_cut_to_what_a_comment_takes(run, repository, write):
    long = "\n".join(f"({number}) item number {number} of a list that is long;" for number in range(1, 900))
    write("policies/care.md", POLICY + long)

    ran = run("changes", "policies", "--markdown", "-")

    assert len(ran.out) < 65_536
    assert "lines more are cut" in ran.out
    assert ran.out.count("<details>") == ran.out.count("</details>")


@pytest.mark.parametrize(
    ("fail_on", "code"), [("anything", 1), ("weighty", 1), ("reworded,moved", 1), ("removed", 0), ("never", 0)]
)
def test_fail_on_names_what_ends_with_exit_code_1(run, repository, write, fail_on, code):
    write("policies/care.md", NEWER)

    assert run("changes", "policies", "--fail-on", fail_on).code == code


def test_a_removed_file_counts_as_removed(run, repository, here):
    (here / "policies/care.md").unlink()

    assert run("changes", "policies", "--fail-on", "removed").code == 1
    assert run("changes", "policies", "--fail-on", "added").code == 0


def test_a_version_that_cannot_be_read_is_exit_code_3_and_named(run, repository, write):
    write("policies/care.md", b"\xff\xfe")
    write("policies/travel.md", NEWER)

    ran = run("changes", "policies", "--fail-on", "never")

    assert ran.code == 3
    assert "policies/care.md: changed, and not compared: care.md is not UTF-8" in ran.out
    assert "policies/travel.md: changed\n" in ran.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("policies", "--since", "nowhere"), "--since nowhere: there is no such commit here"),
        (("policies", "--since", "--output=x"), "there is no such commit here"),
        (("..",), ".. is not in the repository"),
        (("policies", "--fail-on", "odd"), "there is no 'odd'"),
        (("policies", "--json", "--markdown", "-"), "would both be printed"),
        (("policies", "--out", "s3://bucket/out"), "name a local folder"),
    ],
)
def test_what_cannot_be_done_is_exit_code_2_and_says_why(run, repository, words, said):
    ran = run("changes", *words)

    assert ran.code == 2 and said in ran.err


def test_outside_a_repository_two_files_can_be_compared_instead(run, write, monkeypatch, here):
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(here.parent))

    ran = run("changes", "policies")

    assert ran.code == 2 and "clausetrace diff OLD NEW" in ran.err
