"""`clausetrace diff`: outputs and exit codes."""

import json

import pytest

from tests.cli.conftest import POLICY

NEWER = POLICY.replace("We pay for hospital treatment", "We pay for 30 days of hospital treatment").replace(
    "(c) treatment", "(d) treatment"
)


@pytest.fixture
def versions(write):
    """Two versions, named alike in two folders, as a publisher names them."""
    return write("v1/policy.md"), write("v2/policy.md", NEWER)


def test_a_document_does_not_differ_from_itself(run, write):
    ran = run("diff", write("v1/policy.md"), write("v2/policy.md"))

    assert ran.code == 0
    assert "unchanged" in ran.out


def test_files_of_one_name_in_two_folders_are_compared(run, versions):
    ran = run("diff", *versions, "--json")

    changes = json.loads(ran.out)["clauses"]
    assert ran.code == 1
    assert [(change["kinds"], change["weighty"], change["weights"]) for change in changes] == [
        (["reworded"], True, ["30"]),
        (["renumbered"], False, []),
    ]


def test_output_folders_are_compared(run, write):
    run("run", write("old.md"), write("new.md", NEWER))

    assert run("diff", "old", "out/new").code == 1


def test_the_terminal_names_the_clause_the_words_and_what_weighs(run, versions):
    ran = run("diff", *versions)

    assert "! reworded: 1 Scope" in ran.out
    assert "{+30 days of+}" in ran.out
    assert "weighs: 30" in ran.out
    assert "1 reworded, 1 renumbered; 1 weighty" in ran.out


def test_markdown_has_what_weighs_ahead_and_the_rest_in_a_fold(run, versions):
    ran = run("diff", *versions, "--markdown")

    weighty, fold = ran.out.split("<details>")
    assert "**30 days of**" in weighty
    assert "**renumbered**" in fold


def test_markdown_shows_a_removed_clause_with_its_words_outside_the_fold(run, write):
    old = write("v1/policy.md", POLICY + "\n3. Thanks\n\nWe thank all who have read this.\n")

    ran = run("diff", old, write("v2/policy.md", NEWER.replace("30 days of", "")), "--markdown")

    removed, fold = ran.out.partition("### Removed")[2].split("<details>")
    assert "**removed** 3 (p1)" in removed and "~~Thanks We thank all who have read this.~~" in removed
    assert "removed" not in fold
    assert "### Weighty" not in ran.out


def test_what_markdown_would_act_on_is_shown_as_it_stands(run, write):
    old = write("v1/policy.md")
    new = write("v2/policy.md", POLICY.replace("hospital treatment", "<b>hospital</b> treatment for @everyone *now*"))

    ran = run("diff", old, new, "--markdown")

    assert r"\@everyone \*now\*" in ran.out
    assert "<b>" not in ran.out.replace(r"\<b\>", "")


@pytest.mark.parametrize(
    ("fail_on", "code"),
    [("removed", 0), ("removed,weighty", 1), ("renumbered", 1), ("never", 0), ("tables", 0), ("anything", 1)],
)
def test_only_what_is_named_fails(run, versions, fail_on, code):
    assert run("diff", *versions, "--fail-on", fail_on).code == code


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("gone.pdf", "v2/policy.md"), "gone.pdf"),
        (("v1/policy.md", "broken.pdf"), "broken.pdf"),
        (("v1/policy.md", "v2/policy.md", "--fail-on", "lost"), "there is no 'lost'"),
        (("v1/policy.md", "v2/policy.md", "--json", "--markdown"), "choose one"),
    ],
)
def test_trouble_is_told_and_has_a_code_of_its_own(run, write, versions, words, said):
    write("broken.pdf", b"%PDF-1.7 and nothing else")

    ran = run("diff", *words)

    assert ran.code == 2
    assert said in ran.err
