"""What stderr shows of a run: a table on a terminal, a line now and then elsewhere, events as JSON where asked for."""

import io
import json
import re
import signal

import pytest
from rich.console import Console

from pipeline.cli import progress
from pipeline.cli.progress import Lines, Progress, Unseen, choose_progress, clock
from tests.cli.conftest import hows

NAMES = ("prospectus", "a very long name of a policy wording that no narrow terminal can hold", "c")
KEYS = ["time", "event", "doc_id", "stage", "seconds", "pages", "how", "code", "message"]


class Row:
    """As much of a row as a watcher looks at."""

    doc_id, code = "c", "damaged"


def at_work(shown):
    """Two documents under way, one failed."""
    shown.watch(NAMES)
    shown.stage(2, "extract")
    shown.page(2, 7, 7)
    shown.ended(2)
    shown.settled(Row())
    shown.stage(0, "extract")
    shown.page(0, 12, 291)
    shown.stage(1, "clauses")
    return shown


def drawn(width):
    shown = at_work(Progress())
    shown._live.stop()
    console = Console(file=io.StringIO(), width=width, color_system=None)
    shown._live.console = console
    console.print(shown._table())
    return console.file.getvalue().splitlines()


@pytest.mark.parametrize("width", [120, 80, 60, 40, 30])
def test_the_table_fits_the_terminal_and_shows_stage_page_time_and_totals(width):
    lines = drawn(width)

    assert max(map(len, lines)) <= width and len(lines) == 3
    assert re.match(r"docum(ents|…) +1 failed +1 of 3 0:00", lines[0])
    assert any("extract" in line and "12 of 291 0:00" in line for line in lines)
    assert any(line.startswith("a ver") and "…" in line and "clauses" in line for line in lines) == (width < 100)


def test_a_document_that_ended_is_no_row_any_more():
    assert not [line for line in drawn(80) if line.startswith("c ")]


def test_no_table_where_stderr_is_no_terminal_and_nothing_where_nothing_is_wanted(monkeypatch):
    assert type(choose_progress(quiet=True)) is Unseen
    assert type(choose_progress(quiet=False)) is Lines
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    assert type(choose_progress(quiet=False)) is Progress


def test_a_line_is_said_no_more_often_than_that(monkeypatch, capsys):
    now = [100.0]
    monkeypatch.setattr(progress.time, "monotonic", lambda: now[0])
    lines = at_work(Lines())
    assert capsys.readouterr().err == ""

    now[0] += progress.LINE_SECONDS
    lines.page(0, 13, 291)
    lines.page(0, 14, 291)

    at = f"prospectus extract page 13 of 291; {NAMES[1]} clauses"
    assert capsys.readouterr().err == f"clausetrace: 1 of 3 documents done, 1 failed, 7 pages, 0:15; at work: {at}\n"


@pytest.mark.parametrize(("seconds", "shown"), [(7.9, "0:07"), (750, "12:30"), (3723, "1:02:03")])
def test_seconds_are_shown_as_a_clock(seconds, shown):
    assert clock(seconds) == shown


# ---------------------------------------------------------------- events


def events(err):
    found = [json.loads(line) for line in err.splitlines()]
    assert all(list(event) == KEYS for event in found)
    return found


def short(found):
    return [(event["event"], event["doc_id"], event["stage"]) for event in found]


def test_each_document_and_stage_that_begins_and_ends_is_an_event(run, write):
    write("a.txt", "1. Scope\n")

    ran = run("run", "a.txt", "--log", "json", "--quiet")

    stages = ["extract", "boilerplate", "clauses", "tables", "chunks", "checks", "write"]
    each = [(event, "a", stage) for stage in stages for event in ("begun", "ended")]
    assert short(events(ran.err)) == [("begun", "a", "document"), *each, ("ended", "a", "document")]
    last = events(ran.err)[-1]
    assert (last["how"], last["pages"]) == ("done", 1) and last["seconds"] > 0
    assert [event["how"] for event in events(run("run", "a.txt", "--log", "json", "--quiet").err)] == ["unchanged"]


def test_a_document_that_fails_is_told_by_its_stage_and_code(run, write, here):
    write("a.pdf", b"no PDF")
    write("b.txt", "1. Scope\n")

    ran = run("run", here, "--log", "json")

    failed = [event for event in events(ran.err) if event["event"] == "failed"]
    assert ran.code == 3 and short(failed) == [("failed", "a", "extract"), ("failed", "a", "document")]
    assert {event["code"] for event in failed} == {"not_a_pdf"} and "is not a PDF" in failed[0]["message"]


def test_a_document_that_begins_again_is_told(capsys):
    from pipeline.cli.events import Events

    watcher = Events().watch(["a"])
    watcher.stage(0, "extract")
    watcher.page(0, 1, 3)
    watcher.stage(0, "extract")

    found = events(capsys.readouterr().err)
    assert short(found)[2:] == [("failed", "a", "extract"), ("begun", "a", "extract")]
    assert found[2]["message"].startswith("begun again") and found[2]["pages"] == 3


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (["nothing.pdf"], "InputError", "is not there"),
        (["a.txt", "-c", "bad.yaml"], "ConfigError", "chunk"),
        (["a.txt", "--out", "a.txt"], "OutputError", "cannot be written"),
    ],
)
def test_what_cannot_be_done_at_all_is_an_event_too(run, write, words, code, says):
    write("a.txt", "1. Scope\n")
    write("bad.yaml", "chunk: {}\n")

    ran = run("run", *words, "--log", "json")

    [event] = events(ran.err)
    assert ran.code == 2 and (event["event"], event["stage"], event["code"]) == ("failed", "batch", code)
    assert says in event["message"]


def test_what_is_to_be_noted_is_an_event(run, write):
    write("policy-one.txt", "1. Scope\n3. Terms\n")
    write("clausetrace.yaml", "documents: {policy_one: {title: X}}")

    ran = run("run", "policy-one.txt", "--log", "json", "--fail-on", "note")

    notes = [event["message"] for event in events(ran.err) if event["event"] == "note"]
    assert ran.code == 1 and len(notes) == 2
    assert "is 'policy-one' meant?" in notes[0] and "--fail-on" in notes[1]


def test_a_run_that_is_stopped_says_so_in_an_event(write, here):
    from tests.cli.test_interrupted import SLOW, running, wait_for

    write("big.txt", SLOW)
    with running("big.txt", "--log", "json") as stopped:
        wait_for(here / "out/.lock")
        assert '"begun"' in stopped.stderr.readline()
        stopped.send_signal(signal.SIGINT)
        said = stopped.stderr.read()

    last = events(said)[-1]
    assert stopped.returncode == 130 and (last["event"], last["code"]) == ("failed", "Interrupted")
    assert hows(here / "out") == {}
