"""`clausetrace lookup`: a figure on the command line."""

import json

import pytest

from tests.fixture_runs import FIXTURES

PDF = FIXTURES / "pdf" / "table-over-two-pages.pdf"


@pytest.fixture
def done(run):
    assert run("run", PDF, "--quiet").code == 0
    return "table-over-two-pages"


def test_one_figure_is_given_with_page_and_box(run, done):
    ran = run("lookup", done, "--where", "procedure=Dialysis, each session", "column=Prime")

    assert ran.code == 0
    assert ran.out.startswith("Rs. 3,400  page 2  box [")


def test_as_json_it_says_all_of_it(run, done):
    ran = run("lookup", done, "--where", "procedure=Hernia of any kind", "column=Classic", "--json")

    [figure] = json.loads(ran.out)["figures"]
    assert (figure["value"], figure["page"], figure["table"], figure["column"]) == ("Rs. 65,000", 1, "t1", "Classic")
    assert figure["row"] == [["Procedure", "Hernia of any kind"]]


def test_no_answer_is_an_answer_that_says_what_there_is(run, done):
    ran = run("lookup", done, "--where", "procedure=Teleportation", "column=Prime")

    assert ran.code == 0
    assert "does not fit: procedure=Teleportation" in ran.out
    assert "column: Classic, Prime" in ran.out


@pytest.mark.parametrize("words", [("--where", "age"), ("--where", "=35"), ("age=35", "zone")])
def test_what_is_no_condition_is_refused(run, done, words):
    ran = run("lookup", done, *words)

    assert ran.code == 2
    assert "is no condition; write NAME=VALUE" in ran.err
