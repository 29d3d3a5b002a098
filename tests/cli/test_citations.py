"""`clausetrace citations`: what is read, what is said, and the exit codes."""

import io
import json

import msgspec
import pytest

from pipeline.retrieval.prompting import make_prompt
from tests.unit.retrieval.document_rows import hit

SOURCES = '[{"number": 1, "text": "Room rent is paid up to Rs. 5,000 a day."}, {"number": 2, "text": "Cataract: 36 months."}]'


def test_an_answer_that_holds_ends_with_0(run, write):
    write("answer.txt", "Room rent is paid up to 5000 rupees [1].")
    write("s.json", SOURCES)

    ran = run("citations", "answer.txt", "--sources", "s.json")

    assert (ran.code, ran.out) == (0, "1 citation of 1 excerpt, 1 figure: all hold\n")


def test_a_false_citation_ends_with_1_and_says_where_the_figure_stands(run, write):
    write("answer.txt", "Room rent is paid up to Rs. 5,000 a day [2]. So says [7].")
    write("s.json", SOURCES)

    ran = run("citations", "answer.txt", "--sources", "s.json")

    assert ran.code == 1
    assert "false    Rs. 5,000 does not stand in [2]; it stands in [1]" in ran.out
    assert "false    [7]: there is no excerpt [7]" in ran.out
    assert ran.out.endswith("2 citations of 2 excerpts, 1 figure: 2 false\n")


def test_a_figure_without_a_citation_fails_only_where_that_is_asked_for(run, write):
    write("answer.txt", "Room rent is paid up to Rs. 5,000 a day.")
    write("s.json", SOURCES)

    lenient, strict = (run("citations", "answer.txt", "--sources", "s.json", *more) for more in ([], ["--strict"]))

    assert (lenient.code, strict.code) == (0, 1)
    assert "uncited  Rs. 5,000 has no citation; it stands in [1]" in lenient.out


def test_the_prompt_is_taken_as_it_was_printed_and_found_beside_the_answer(run, write):
    prompt = make_prompt("What is paid?", [hit("Room rent is paid up to Rs. 5,000 a day.")])
    write("a/answer.txt", "It is Rs. 6,000 [1], see page 12 [1].")
    write("a/prompt.json", msgspec.json.encode(prompt))

    ran = run("citations", "a/answer.txt", "--json")

    told = json.loads(ran.out)
    assert ran.code == 1
    assert [(fault["kind"], fault["printed"]) for fault in told["faults"]] == [("not_there", "Rs. 6,000")]


def test_an_answer_is_read_from_stdin(run, write, monkeypatch):
    write("s.json", SOURCES)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"Cataract waits three years [2].")))

    ran = run("citations", "-", "--sources", "s.json")

    assert (ran.code, ran.out) == (0, "1 citation of 1 excerpt, 1 figure: all hold\n")


@pytest.mark.parametrize(
    ("answer", "sources", "says"),
    [
        ("answer.txt", "", "give --sources FILE"),
        ("nowhere.txt", "s.json", "nowhere.txt cannot be read"),
        ("answer.txt", "nowhere.json", "nowhere.json cannot be read"),
        ("answer.txt", "answer.txt", "answer.txt has no sources"),
        ("answer.txt", "bad.json", "bad.json has no sources"),
        ("latin.txt", "s.json", "latin.txt is not UTF-8"),
    ],
)
def test_what_cannot_be_read_is_one_line_and_exit_code_2(run, write, answer, sources, says):
    write("answer.txt", "It is paid [1].")
    write("latin.txt", "Prämie".encode("latin-1"))
    write("bad.json", '[{"number": "one"}]')
    write("s.json", SOURCES)

    ran = run("citations", answer, *(["--sources", sources] if sources else []))

    assert ran.code == 2
    assert says in ran.err
    assert len(ran.err.splitlines()) == 1


def test_hostile_text_reaches_no_terminal(run, write):
    write("answer.txt", "Rs. 5,000 \x1b[2Jred\x07 [2].")
    write("s.json", SOURCES)

    ran = run("citations", "answer.txt", "--sources", "s.json")

    assert ran.out.replace("\n", "").isprintable()
