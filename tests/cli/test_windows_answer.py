"""Two short policies in which a rule, its exception and its threshold are neighbours: a window of one sentence shows all three."""

import json
import shutil

import pytest

from tests.fixture_runs import FIXTURES

QUESTIONS = [
    ("In which class are flights booked?", ("600 kilometres", "economy class", "longer than six hours")),
    ("Are meals reimbursed during a journey?", ("30 days", "against their receipts", "Alcohol is not")),
    ("When are passwords changed?", ("14 characters", "become known to others", "90 days")),
    ("Are visitors accompanied in the building?", ("sign the book", "accompanied in the building", "after 18:00")),
]
"""Each with what an answer must hold."""


@pytest.fixture
def policies(run, here):
    """Both policies, run and indexed together."""
    shutil.copytree(FIXTURES / "md", here / "md")
    assert run("run", "md", "--quiet").code == 0
    assert run("index").code == 0


def shown(run, question, window):
    answer = json.loads(run("search", question, "--unit", "sentence", "--window", window, "-k", "1", "--json").out)
    return " ".join(" ".join(hit["window"].split()) for hit in answer["hits"])


@pytest.mark.parametrize(("question", "concepts"), QUESTIONS)
def test_all_that_an_answer_must_hold_stands_in_a_window_of_one_sentence(run, policies, question, concepts):
    window = shown(run, question, 1)

    assert [concept for concept in concepts if concept not in window] == []


@pytest.mark.parametrize(("question", "concepts"), QUESTIONS)
def test_without_a_window_the_exception_and_the_threshold_are_not_shown(run, policies, question, concepts):
    sentence = shown(run, question, 0)

    assert [concept for concept in concepts if concept in sentence] == [concepts[1]]


@pytest.mark.parametrize("question", ["How long is parental leave?", "What does the dental plan cover?"])
def test_a_question_about_neither_is_not_answered(run, policies, question):
    assert run("search", question, "--unit", "sentence").out == "No passage found.\n"


def test_a_window_ends_with_the_document(run, policies):
    reached = shown(run, "The board is told of grave incidents on the same day", 50)

    assert "graded by the security officer" in reached
    assert "Travel" not in reached and "Advances" not in reached
