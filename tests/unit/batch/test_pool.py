"""A document that hangs, grows or crashes costs itself alone."""

import pytest

from pipeline.batch.pool import run_jobs
from pipeline.config.settings import LimitSettings
from pipeline.errors import Crashed, Damaged, OutOfMemory, TimedOut

READ = "tests.unit.batch.jobs_for_pool:read_pages"
LIMITS = LimitSettings(page_seconds=0.5, document_seconds=20, memory_mb=400)


class Watched:
    """Notes what a watcher is told."""

    def __init__(self):
        self.said = []

    def page(self, index, number, of):
        self.said.append((index, "page", number, of))

    def stage(self, index, name):
        self.said.append((index, "stage", name))

    def ended(self, index):
        self.said.append((index, "ended"))


def run(jobs, workers=1, work=READ, limits=LIMITS, watcher=None):
    answers = dict(run_jobs(work, jobs, workers, limits, watcher or Watched()))
    return [answers[index] for index in range(len(jobs))]


@pytest.mark.parametrize("workers", [1, 3])
def test_every_job_gives_its_answer(workers):
    answers = run([["fine"] * count for count in range(1, 6)], workers)

    assert [read for read, _, _ in answers] == [list(range(1, count + 1)) for count in range(1, 6)]


def test_a_worker_is_used_again():
    answers = run([["fine"], ["fine"], ["refuse"], ["fine"]])

    assert answers[0][2] == answers[1][2] == answers[3][2]


def test_a_page_that_hangs_is_given_up_and_the_others_are_read():
    [(read, given_up, _)] = run([["fine", "hang", "fine"]])

    assert read == [1, 3]
    assert given_up == {2: "it took longer than 0.5 s"}


def test_the_last_page_is_watched_too():
    [(read, given_up, _)] = run([["fine", "hang"]])

    assert read == [1] and list(given_up) == [2]


@pytest.mark.parametrize("greed", ["grow", "huge"])
def test_a_page_that_takes_too_much_memory_is_given_up(greed):
    [(read, given_up, _)] = run(
        [["fine", greed, "fine"]], limits=LimitSettings(page_seconds=20, document_seconds=60, memory_mb=400)
    )

    assert read == [1, 3]
    assert given_up == {2: "it took more than 400 MB"}


def test_a_page_that_crashes_twice_is_given_up():
    [(read, given_up, _)] = run([["fine", "crash", "fine"]])

    assert read == [1, 3]
    assert "signal 11" in given_up[2]


def test_a_worker_killed_from_outside_loses_nothing(tmp_path):
    [(read, given_up, _)] = run([["fine", f"crash_once:{tmp_path / 'mark'}", "fine"]])

    assert read == [1, 2, 3] and not given_up


def test_a_fault_of_the_program_on_a_page_names_its_place():
    [(read, given_up, _)] = run([["fail", "fine"]])

    assert read == [2]
    assert "KeyError: 'a fault of the program' at jobs_for_pool.py:" in given_up[1]


def test_an_error_of_the_document_comes_back_and_the_others_go_on():
    answers = run([["refuse"], ["fine"]])

    assert isinstance(answers[0], Damaged) and str(answers[0]) == "is cut short"
    assert answers[1][0] == [1]


def test_a_document_has_its_time_and_no_more():
    limits = LimitSettings(page_seconds=0.2, document_seconds=1, memory_mb=400)

    [answer] = run([["hang"] * 40], limits=limits)

    assert isinstance(answer, TimedOut)


def test_a_stage_that_hangs_ends_the_document_when_its_time_is_over():
    limits = LimitSettings(page_seconds=0.2, document_seconds=1, memory_mb=400)

    [answer] = run([[]], work="tests.unit.batch.jobs_for_pool:never_ends", limits=limits)

    assert isinstance(answer, TimedOut)


def test_a_crash_outside_the_pages_is_an_error_of_the_document():
    [answer] = run([[]], work="tests.unit.batch.jobs_for_pool:always_dies")

    assert isinstance(answer, Crashed) and "signal 11" in str(answer)


def test_a_worker_that_is_too_big_before_any_page_ends_its_document():
    [answer] = run([["fine", "hang"]], limits=LimitSettings(page_seconds=20, document_seconds=20, memory_mb=1))

    assert isinstance(answer, OutOfMemory)


@pytest.mark.parametrize(("work", "error"), [("crashes_behind_pages", Crashed), ("hangs_behind_pages", TimedOut)])
def test_what_goes_wrong_again_without_the_page_is_an_error_of_the_document(work, error):
    [answer] = run([[]], work=f"tests.unit.batch.jobs_for_pool:{work}")

    assert isinstance(answer, error)


TOGETHER = "tests.unit.batch.jobs_for_pool:takes_together"


def test_what_is_worked_out_of_all_pages_together_has_time_by_their_number():
    limits = LimitSettings(page_seconds=0.1, together_seconds=0.04, document_seconds=20, memory_mb=400)
    watcher = Watched()

    [few, many] = run([(2, "wait"), (100, "wait")], work=TOGETHER, limits=limits, watcher=watcher)

    assert isinstance(few, TimedOut)
    assert str(few) == "what is worked out of its 2 pages together took longer than 0.1 s; raise limits.together_seconds"
    assert many == {}
    assert watcher.said == [(0, "page", 2, 2), (0, "ended"), (1, "page", 100, 100), (1, "ended")]


def test_it_stays_within_the_time_of_the_document():
    limits = LimitSettings(page_seconds=0.1, together_seconds=10, document_seconds=1, memory_mb=400)

    [answer] = run([(1000, "hang")], work=TOGETHER, limits=limits)

    assert str(answer) == "took longer than 1 s; raise limits.document_seconds"


def test_a_crash_while_all_pages_are_worked_on_gives_up_none_of_them():
    [answer] = run([(3, "crash")], work=TOGETHER)

    assert isinstance(answer, Crashed) and "signal 11" in str(answer)


def test_the_watcher_hears_pages_stages_and_the_end():
    watcher = Watched()

    run([["fine", "fine"]], watcher=watcher)

    assert watcher.said == [
        (0, "stage", "extract"),
        (0, "page", 1, 2),
        (0, "page", 2, 2),
        (0, "stage", "chunks"),
        (0, "ended"),
    ]
