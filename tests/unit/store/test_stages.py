"""What each stage gave, kept and read again."""

import pytest

from pipeline.errors import InputError
from pipeline.model import Boilerplate, Checks, Entry, Fate, Gap, Ledger, PlaceCheck, Reason, Stage
from pipeline.store.stages import load_result, load_stage, parts_of, save_stage
from tests.builders import document, page
from tests.fixture_runs import run

KEY = "0" * 64


@pytest.mark.parametrize("pages", [0, 1, 3])
def test_a_document_comes_back_with_its_pages_in_order(tmp_path, pages):
    read = document(*[page(f"{number}. Scope", "(a) fever;", number=number) for number in range(1, pages + 1)])

    save_stage(tmp_path, Stage.EXTRACT, read, KEY)

    assert load_stage(tmp_path, Stage.EXTRACT) == read


def test_what_another_stage_gave_comes_back_whole(tmp_path):
    given = Boilerplate((), Gap(0.5, "gap", 0.2, 0.8))

    save_stage(tmp_path, Stage.BOILERPLATE, given, KEY)

    assert load_stage(tmp_path, Stage.BOILERPLATE) == given


EXCLUDED = (Fate.TABLE_EXCLUDED, "t1", Reason("rates", "414 of 414 cells are amounts"))
BODY = (Fate.BODY, "2.1", Reason("continue", "follows 2"))


@pytest.mark.parametrize("fates", [[], [BODY], [EXCLUDED] * 3, [BODY, EXCLUDED, EXCLUDED, BODY, BODY]])
def test_a_ledger_comes_back_with_its_entries_in_order_whatever_neighbours_have_alike(tmp_path, fates):
    entries = tuple(Entry(f"p1.l{number:03d}", *ending) for number, ending in enumerate(fates))
    given = Checks(((PlaceCheck(True, "pdfium"),),), Ledger(entries, ((Fate.BODY, 12),), 12, 12))

    save_stage(tmp_path, Stage.CHECKS, given, KEY)

    assert load_stage(tmp_path, Stage.CHECKS) == given


def test_all_that_a_run_gave_comes_back_as_it_was(tmp_path):
    result = run("definition-table")

    for stage, given in parts_of(result).items():
        save_stage(tmp_path, stage, given, KEY)

    assert result.clauses.clauses and result.tables.tables and result.chunks.chunks
    assert load_result(tmp_path) == result


@pytest.mark.parametrize("cut", [0, 1, 65, 100])
def test_a_file_that_is_cut_short_says_what_to_run(tmp_path, cut):
    save_stage(tmp_path, Stage.EXTRACT, document(page("1. Scope")), KEY)
    [file] = (tmp_path / ".stages").iterdir()
    file.write_bytes(file.read_bytes()[:cut])

    with pytest.raises(InputError, match="run `clausetrace stage extract"):
        load_stage(tmp_path, Stage.EXTRACT)
