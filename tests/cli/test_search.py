"""`clausetrace search` and `evaluate` on the example: what the questions of its reader find."""

import json
from pathlib import Path

import pytest

from pipeline.cli import run_command
from pipeline.config.load import load_packaged
from pipeline.retrieval.index.models import open_models
from pipeline.retrieval.index.opened import open_index
from pipeline.retrieval.search import find_answer
from pipeline.retrieval.wanted import Wanted
from tests.fixture_runs import FIXTURES

EXCEPTION = "this exclusion does not apply to an ectopic pregnancy"


@pytest.fixture(scope="module")
def out(tmp_path_factory):
    """The example, run and indexed; the folder of the results."""
    folder = tmp_path_factory.mktemp("search") / "out"
    assert run_command(["run", str(FIXTURES / "pdf/prospectus.pdf"), "--out", str(folder), "--workers", "1"]) == 0
    assert run_command(["index", str(folder)]) == 0
    return folder


@pytest.fixture(scope="module")
def ask(out):
    """Asks the index: ``ask(question, k=3)`` is an answer."""
    settings = load_packaged().retrieval
    index = open_index(out / ".index/all", open_models(settings))

    def asked(question, **wanted):
        return find_answer(question, index, settings, Wanted(**wanted))

    return asked


def clauses(answer):
    return [hit.clause_id for hit in answer.hits]


def test_treatment_at_home_is_found_under_its_technical_name(ask):
    assert "section-B.3.10" in clauses(ask("Can I get treated at home instead of being admitted?"))


def test_an_exclusion_is_found_with_its_exception(ask):
    answer = ask("is maternity covered?")

    [hit] = [hit for hit in answer.hits if hit.clause_id == "section-C.4.2.o"]
    assert EXCEPTION in hit.passage


def test_a_premium_is_answered_with_the_place_of_its_table(ask):
    answer = ask("premium for a 35-year-old, 5 lakh")

    [place] = answer.places
    assert answer.hits == []
    assert (place.tables, place.pages[0], place.pages[-1]) == (216, 72, 287)
    assert place.look_up.startswith("clausetrace lookup prospectus --table ")
    assert "age=35" in place.look_up


def test_the_command_that_a_place_gives_looks_the_figure_up(ask, out, capsys):
    import shlex

    [place] = ask("premium for a 35-year-old, 5 lakh").places
    words = shlex.split(place.look_up)[1:]

    assert run_command([*words, "column=500000", "--out", str(out)]) == 0
    assert place.caption.split(" | ")[0] in capsys.readouterr().out


def test_what_the_document_does_not_hold_is_not_answered(ask):
    answer = ask("parental leave policy")

    assert answer.hits == [] and answer.places == []
    assert len(answer.nearest) == 3


@pytest.mark.parametrize("code", ["Excl18", "excl18", "EXCL18"])
def test_a_code_is_found_exactly(ask, code):
    assert clauses(ask(code, k=1)) == ["section-C.4.2.o"]


@pytest.mark.parametrize(
    "question",
    ["PTHHLIP31001V023122", "pthhlip31001v023122", "Which product has UIN PTHHLIP31001V023122?", "U66010KA2031PLC000999"],
)
def test_a_code_that_stands_in_the_footers_alone_is_answered_with_the_documents_beginning(ask, out, question):
    searched = (out / "prospectus/chunks.jsonl").read_text(encoding="utf-8").upper()

    [hit] = ask(question, k=1).hits

    assert "PTHHLIP31001V023122" not in searched and "U66010KA2031PLC000999" not in searched
    assert hit.clause_key == "prospectus/overview#1"


def test_a_code_beside_a_question_takes_nothing_from_its_answer(ask):
    plain, coded = (ask(f"Is maternity covered{more}?", k=5) for more in ("", " under UIN PTHHLIP31001V023122"))

    assert clauses(coded)[:2] == clauses(plain)[:2]


@pytest.mark.parametrize("written", ["sub-limit", "sub limit", "sublimit"])
def test_a_sub_limit_is_found_however_it_is_written(ask, written):
    answer = ask(written)

    assert all("sub-limit" in hit.passage.lower() for hit in answer.hits)


def test_a_sentence_is_shown_with_those_around_it_and_its_lead_in(ask):
    from pipeline.retrieval.index.records import Unit

    [hit, *_] = ask("civil war, rebellion and mutiny", unit=Unit.SENTENCE, k=1).hits

    assert hit.sentence in hit.window
    assert "We shall not pay for any expense" in hit.window
    assert hit.level == "sentence"


@pytest.mark.parametrize("unit", ["chunk", "sentence"])
def test_every_question_of_the_example_has_the_same_answer_out_of_lancedb(ask, out, tmp_path_factory, unit):
    pytest.importorskip("lancedb", reason="lancedb is not installed: pip install -e '.[lance]'")
    from pipeline.retrieval.index.records import Unit

    place = tmp_path_factory.getbasetemp() / "lance"
    assert run_command(["index", str(out), "--store", "lance", "--index", str(place)]) == 0
    settings = load_packaged().retrieval
    index = open_index(place / "all", open_models(settings))
    lines = (FIXTURES / "questions/prospectus.jsonl").read_text(encoding="utf-8").splitlines()
    questions = [json.loads(line)["question"] for line in lines]

    answers = [find_answer(question, index, settings, Wanted(k=5, unit=Unit(unit))) for question in questions]

    assert answers == [ask(question, k=5, unit=Unit(unit)) for question in questions]


def test_the_questions_of_the_example_are_measured_beside_fixed_windows(out, capsys):
    questions = FIXTURES / "questions/prospectus.jsonl"

    assert run_command(["evaluate", str(questions), "--part", "open", "--out", str(out), "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    figures = {each["system"]: {figure["name"]: figure["value"] for figure in each["figures"]} for each in told["scores"]}
    windows = [figures["windows 400/50"], figures["windows 900/160"]]
    assert all(figures["hybrid"]["recall@5"] > each["recall@5"] for each in windows)
    assert all(figures["hybrid"]["every concept in five"] > each["every concept in five"] for each in windows)
    assert figures["hybrid"]["absent not answered"] >= 0.8


def test_an_earlier_evaluation_tells_what_was_won_and_lost(out, capsys, tmp_path):
    questions = tmp_path / "prospectus.jsonl"
    lines = (FIXTURES / "questions/prospectus.jsonl").read_text(encoding="utf-8").splitlines()[:4]
    questions.write_text("\n".join(lines), encoding="utf-8")
    run_command(["evaluate", str(questions), "--out", str(out), "--json"])
    before = json.loads(capsys.readouterr().out)
    for outcome in before["scores"][0]["outcomes"]:
        outcome["rank"] = 0
    Path(tmp_path / "before.json").write_text(json.dumps(before), encoding="utf-8")

    assert run_command(["evaluate", str(questions), "--out", str(out), "--against", str(tmp_path / "before.json")]) == 0

    assert "hybrid: won p01, p02, p03, p04; lost none" in capsys.readouterr().out


def test_questions_about_a_document_that_is_not_there_are_refused(out, capsys):
    questions = FIXTURES / "questions/prospectus.jsonl"

    assert run_command(["evaluate", str(questions), "--doc", "other", "--out", str(out)]) == 2
    assert "no document 'other'" in capsys.readouterr().err
