"""Workers without a job of their own read pages for others; whatever becomes of those, the job gives what one worker gives."""

import msgspec
import pytest

from pipeline.batch import lending
from pipeline.batch.lending import LEAST, MOST, Reading
from pipeline.batch.pool import run_jobs
from pipeline.config.settings import ExtractSettings, LimitSettings
from pipeline.stages.extract.opening import open_reader
from pipeline.stages.extract.ranges import decode_pages, read_range
from tests.cli.conftest import tree
from tests.conftest import ROOT
from tests.unit.batch.test_pool import Watched

SHARED = "tests.unit.batch.jobs_for_pool:read_shared"
LIMITS = LimitSettings(page_seconds=1, document_seconds=20, memory_mb=400)


def reading(page, count, claimed=0, open_=0):
    return Reading(page=page, count=count, claimed=claimed or page, open=open_)


def test_half_of_what_is_left_is_lent_to_one_and_the_owner_keeps_the_nearer_half():
    assert reading(1, 291).part(1) == (147, 291)


def test_three_take_equal_parts_behind_the_owners():
    one = reading(1, 401)
    lent = []
    for helpers in (3, 2, 1):
        lent.append(one.part(helpers))
        one.lend(lent[-1])

    assert lent == [(102, 201), (202, 301), (302, 401)]
    assert one.left == 0


def test_no_more_is_lent_than_may_stand_in_memory_and_no_less_than_is_worth_it():
    assert reading(1, 10_000).part(1) == (2 + MOST, 1 + 2 * MOST)
    assert reading(1, 2 * LEAST).part(1) is None
    assert reading(1, 2 * LEAST + 1).part(1) == (LEAST + 2, 2 * LEAST + 1)


def test_a_document_that_is_laid_out_lends_nothing():
    one = Reading()
    for number in (1, 2, 3, 1):
        one.note(number, 500)

    assert one.over and one.part(1) is None


# ---------------------------------------------------------------- the pool


def share(job, pages, folder):
    return ("range", job, pages, folder)


def shared(pages, monkeypatch, workers=2):
    """What a job of these pages gives, and which of them others read for it; two pages are enough to be lent."""
    monkeypatch.setattr(lending, "LEAST", 2)
    [(_, answer)] = run_jobs(SHARED, [("document", pages)], workers, LIMITS, Watched(), share)
    return answer


SLOW = ["slow"] * 12


def test_pages_that_another_has_read_are_taken_as_they_are(monkeypatch):
    read, by_others, given_up = shared(SLOW, monkeypatch)

    assert read == list(range(1, 13)) and not given_up
    assert len(by_others) >= 4


@pytest.mark.parametrize("trouble", ["crash_in_range", "hang_in_range", "fail_in_range"])
def test_what_goes_wrong_with_another_is_read_by_the_owner(monkeypatch, trouble):
    read, _, given_up = shared([*SLOW, trouble], monkeypatch)

    assert read == list(range(1, 14)) and not given_up


def test_a_page_that_hangs_everywhere_is_given_up_and_the_others_are_read(monkeypatch):
    read, _, given_up = shared([*SLOW, "hang", "fine"], monkeypatch)

    assert read == [*range(1, 13), 14]
    assert given_up == {13: "it took longer than 1 s"}


def test_an_owner_that_crashes_begins_again(monkeypatch, tmp_path):
    read, _, given_up = shared([*SLOW[:3], f"crash_once:{tmp_path / 'mark'}", *SLOW], monkeypatch)

    assert read == list(range(1, 17)) and not given_up


def test_jobs_of_their_own_come_before_pages_of_others(monkeypatch):
    monkeypatch.setattr(lending, "LEAST", 2)
    lent = []

    def noted(job, pages, folder):
        lent.append(pages)
        return share(job, pages, folder)

    answers = dict(run_jobs(SHARED, [("document", ["slow"] * 4)] * 4, 2, LIMITS, Watched(), noted))

    assert [answers[index][0] for index in range(4)] == [[1, 2, 3, 4]] * 4
    assert len(lent) <= 1


# ---------------------------------------------------------------- pages


@pytest.mark.parametrize("name", ["gap", "odd-and-even", "turned-page", "script-arabic", "table-over-two-pages", "hidden-text"])
@pytest.mark.parametrize("reader", ["pdfium", "pdfplumber"])
def test_a_page_read_apart_is_the_page_to_the_last_bit(name, reader):
    content, settings = (ROOT / "fixtures/pdf" / f"{name}.pdf").read_bytes(), ExtractSettings(reader=reader)
    opened = open_reader(content, name, settings, "")
    numbers = range(1, len(opened) + 1)

    apart = decode_pages(read_range(content, name, numbers, settings, on_page=lambda number, of: None))

    for number in numbers:
        assert msgspec.msgpack.encode(apart[number]) == msgspec.msgpack.encode(opened.read_page(number))


@pytest.mark.parametrize("workers", [2, 3])
def test_a_document_read_by_several_has_the_bytes_of_one(tmp_path, monkeypatch, workers):
    from pipeline.batch.engines import engine
    from pipeline.batch.jobs import share_pages
    from pipeline.cli import run_command

    lent = []

    def noted(job, pages, folder):
        lent.append(pages)
        return share_pages(job, pages, folder)

    monkeypatch.setattr(lending, "LEAST", 2)
    monkeypatch.setattr(engine, "share_pages", noted)
    file = ROOT / "fixtures/pdf/odd-and-even.pdf"
    for count in (1, workers):
        assert run_command(["run", str(file), "--out", str(tmp_path / str(count)), "--workers", str(count), "--quiet"]) == 0
        assert bool(lent) == (count > 1)

    assert tree(tmp_path / "1") == tree(tmp_path / str(workers))
