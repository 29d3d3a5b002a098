"""What must hold for every real document: it is done to its end, nothing is lost, every chunk is found on its page."""

import hashlib
import json

import pytest

from pipeline.batch.checking import load_shelved, load_written
from pipeline.checks.rules.guards import find_text_set_aside
from pipeline.cli import run_command
from pipeline.config.load import load_configuration

WITHOUT_TEXT = "*-notext.pdf"
SMALL = ("kr-labor-law.pdf", "ch-nw-steuergesetz-v1-landrat.pdf", "ch-nw-steuergesetz-v2-2lesung.pdf")


@pytest.fixture(scope="session")
def textless(shared):
    (file,) = (shared / "real").glob(WITHOUT_TEXT)
    return file


def rows(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def hashes(folder):
    """Every file of a document's folder by its SHA-256, save what tells of time and machine."""
    files = (file for file in sorted(folder.rglob("*")) if file.is_file() and file.name != "timings.json")
    return {file.relative_to(folder).as_posix(): hashlib.sha256(file.read_bytes()).hexdigest() for file in files}


def test_every_document_is_done_to_its_end(shared, ran, runs):
    asked = {file.stem for folder in ("bench/labelled", "bench/statutes", "real") for file in (shared / folder).glob("*.pdf")}

    assert ran.code == 0
    assert set(runs) == asked


def test_the_letters_of_every_document_add_up_to_what_its_reader_counts(runs):
    wrong = {name: run["ledger"] for name, run in runs.items() if run["ledger"]["share"] != 1.0}

    assert wrong == {}


def test_every_chunk_is_found_on_its_page(runs, ran):
    missed = {name: run["counts"]["chunks"] - run["counts"]["chunks_verified"] for name, run in runs.items()}

    told = {name: sum(f["code"] == "PRV001" for f in rows(ran.out / name / "findings.jsonl")) for name in runs}

    assert {name: count for name, count in missed.items() if count} == {}
    assert told == missed


def test_no_guard_of_furniture_goes_off(runs, ran):
    loaded, shelved = load_configuration(), load_shelved(ran.out)

    told = {name: list(find_text_set_aside(load_written(ran.out / name, loaded, shelved))) for name in runs}

    assert {name: problems for name, problems in told.items() if problems} == {}


def test_every_document_with_text_has_chunks(runs, textless):
    assert [name for name, run in runs.items() if not run["counts"]["chunks"]] == [textless.stem]


def test_of_a_document_without_text_nothing_is_invented(ran, textless):
    folder = ran.out / textless.stem

    findings = rows(folder / "findings.jsonl")

    assert {"TXT002"} <= {finding["code"] for finding in findings}
    assert rows(folder / "chunks.jsonl") == [] and rows(folder / "clauses.jsonl") == []


def test_a_document_without_text_alone_ends_with_exit_code_0(textless, tmp_path):
    assert run_command(["run", str(textless), "--out", str(tmp_path), "--quiet"]) == 0


def test_another_run_with_one_worker_gives_equal_bytes(shared, ran, tmp_path):
    files = [str(shared / "real" / name) for name in SMALL]

    run_command(["run", *files, "--out", str(tmp_path), "--quiet", "--workers", "1"])

    names = [name.removesuffix(".pdf") for name in SMALL]
    assert {name: hashes(tmp_path / name) for name in names} == {name: hashes(ran.out / name) for name in names}
