"""The package as a library: `from pipeline import ingest, ingest_many, load_config, chunk_rows`."""

import ast
import doctest
import gc
import json
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

import pipeline
from pipeline import DocumentError, Result, chunk_rows, ingest, ingest_many, load_config
from pipeline.cli import run_command
from pipeline.errors import ConfigError, Damaged, NoSuchPages, NotAPdf, PasswordNeeded, TooLarge, Unreadable, UsageError
from tests.conftest import ROOT

PDFS = ROOT / "fixtures" / "pdf"
POLICY = b"1. Scope\n2. Exclusions\n(a) fever;\n(b) gout.\n"
PASSWORD = json.loads((ROOT / "fixtures/truth/encrypted-with-password.json").read_text())["password"]


def rows_of_a_run(tmp_path, file, *words):
    run_command(["run", str(file), "--out", str(tmp_path / "out"), "--quiet", *words])
    [folder] = (tmp_path / "out").glob("*/chunks.jsonl")
    return [json.loads(line) for line in folder.read_text(encoding="utf-8").splitlines()]


def test_a_path_gives_the_chunks_of_a_run(tmp_path):
    result = ingest(PDFS / "gap.pdf")

    assert isinstance(result, Result)
    assert chunk_rows(result) == rows_of_a_run(tmp_path, PDFS / "gap.pdf")


def test_bytes_give_what_their_file_gives():
    content = (PDFS / "gap.pdf").read_bytes()

    assert ingest(content, name="gap.pdf") == ingest(str(PDFS / "gap.pdf"))
    assert ingest(content).document.identity.doc_id == "document"
    assert ingest(POLICY).document.identity.kind == "text"


def test_a_configuration_is_in_force(tmp_path):
    file = tmp_path / "own.yaml"
    file.write_text("documents: {gap: {title: Named, updated: 2024-05-01}}\nchunks: {size: 60}\n")
    config = load_config(file)

    rows = chunk_rows(ingest(PDFS / "gap.pdf", config), config)

    assert rows[0]["label"].startswith("Named [updated 2024-05-01]")
    assert rows == rows_of_a_run(tmp_path, PDFS / "gap.pdf", "-c", str(file))


def test_the_configuration_of_the_current_folder_is_loaded_where_none_is_named_and_never_by_ingest(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "clausetrace.yaml").write_text("documents: {p: {title: Named}}\n")

    assert load_config().documents["p"].title == "Named"
    assert ingest(POLICY, name="p.txt").document.identity.title == "p"


def test_chosen_pages_and_passwords():
    encrypted = PDFS / "encrypted-with-password.pdf"

    assert len(ingest(PDFS / "front-matter.pdf", pages=[2, 1]).document.pages) == 2
    assert ingest(encrypted, passwords=["wrong", PASSWORD]).chunks.chunks
    with pytest.raises(PasswordNeeded):
        ingest(encrypted, passwords=["wrong"])


@pytest.mark.parametrize(
    ("document", "words", "error"),
    [
        ("missing.pdf", {}, Unreadable),
        (ROOT / "README.docx", {}, Unreadable),
        (b"no PDF", {"name": "a.pdf"}, NotAPdf),
        (b"%PDF- cut short", {}, Damaged),
        (PDFS / "gap.pdf", {"pages": [99]}, NoSuchPages),
        (PDFS / "prospectus.pdf", {"config": "limits: {file_mb: 1}"}, TooLarge),
        (POLICY, {"name": "a.docx"}, Unreadable),
    ],
)
def test_what_cannot_be_read_is_a_named_error_that_names_its_document(tmp_path, document, words, error):
    if "config" in words:
        (tmp_path / "c.yaml").write_text(words["config"])
        words = {"config": load_config(tmp_path / "c.yaml")}

    with pytest.raises(error) as raised:
        ingest(document, **words)

    named = words.get("name") or (Path(document).name if not isinstance(document, bytes) else "document.pdf")
    assert str(raised.value).startswith(named) and isinstance(raised.value, DocumentError)


def test_a_wrong_configuration_is_a_named_error(tmp_path):
    (tmp_path / "c.yaml").write_text("chunk: {}\nlimits: {pages: no}\n")

    with pytest.raises(ConfigError) as raised:
        load_config(tmp_path / "c.yaml")

    assert str(raised.value).count("\n") == 1


def test_nothing_is_printed_and_nothing_written(tmp_path, monkeypatch, capfd):
    monkeypatch.chdir(tmp_path)

    list(ingest_many([PDFS / "gap.pdf", b"%PDF- cut short"], workers=1))
    ingest(PDFS / "gap.pdf")

    assert capfd.readouterr() == ("", "")
    assert list(tmp_path.iterdir()) == []


# ---------------------------------------------------------------- many


def test_many_come_in_their_order_results_and_errors_alike():
    documents = [PDFS / "odd-and-even.pdf", b"%PDF- cut short", PDFS / "gap.pdf", POLICY, "missing.pdf"]

    found = list(ingest_many(documents, workers=2))

    assert [type(each).__name__ for each in found] == ["Result", "Damaged", "Result", "Result", "Unreadable"]
    assert found[2] == ingest(PDFS / "gap.pdf") and found[3] == ingest(POLICY)
    assert str(found[4]).startswith("missing.pdf")


def test_no_more_is_taken_than_is_needed():
    taken = []

    def endless():
        for number in count():
            taken.append(number)
            yield b"1. Scope of %d\n" % number

    many = ingest_many(endless(), workers=2)
    texts = [next(many).chunks.chunks[0].text for _ in range(10)]
    many.close()

    assert texts == [f"1. Scope of {number}" for number in range(10)]
    assert len(taken) <= 9 + 2 * 2 + 1


def test_a_slow_first_document_lets_no_results_pile_up():
    from pipeline.batch.pool import run_in_order
    from pipeline.config.settings import LimitSettings
    from tests.unit.batch.test_pool import Watched

    taken = []

    def jobs():
        for number in range(30):
            taken.append(number)
            yield ["wait"] if number == 0 else ["fine"]

    answers = run_in_order("tests.unit.batch.jobs_for_pool:read_pages", jobs(), 2, LimitSettings(), Watched(), 4)
    next(answers)
    seen_at_first = len(taken)

    assert seen_at_first <= 4
    assert len(list(answers)) == 29


def test_a_limit_is_an_error_that_names_its_document(tmp_path):
    (tmp_path / "c.yaml").write_text("limits: {document_seconds: 0.2}\n")
    slow = b"1. Scope\n" * 200_000

    [found] = ingest_many([slow], load_config(tmp_path / "c.yaml"), workers=1)

    assert type(found).__name__ == "TimedOut" and str(found).startswith("document.txt: took longer")


def test_a_caller_that_takes_its_time_costs_no_document():
    """While the caller is busy nobody hears what a worker says, until it can say no more and waits: that time is not its own."""
    from pipeline.batch.pool import run_in_order
    from pipeline.config.settings import LimitSettings
    from tests.unit.batch.test_pool import Watched

    limits = LimitSettings(document_seconds=6, page_seconds=60)
    more_than_a_pipe_holds = ["fine"] * 6_000
    answers = run_in_order("tests.unit.batch.jobs_for_pool:read_pages", [["fine"], more_than_a_pipe_holds], 2, limits, Watched(), 4)

    next(answers)
    time.sleep(limits.document_seconds)

    [(read, given_up, _)] = answers
    assert len(read) == 6_000 and not given_up


def test_processes_end_with_the_iterator():
    import multiprocessing

    many = ingest_many([POLICY] * 9, workers=2)
    next(many)
    assert multiprocessing.active_children()

    del many
    gc.collect()

    assert not multiprocessing.active_children()


def test_no_worker_is_a_wrong_use_and_said_at_once():
    with pytest.raises(UsageError):
        ingest_many([POLICY], workers=0)


def test_a_script_needs_no_guard(tmp_path):
    script = tmp_path / "script.py"
    script.write_text(
        "from pipeline import ingest_many\n"
        "print('begun')\n"
        "print([len(each.chunks.chunks) for each in ingest_many([b'1. a\\n2. b\\n'] * 2, workers=2)])\n"
    )

    ran = subprocess.run([sys.executable, script], capture_output=True, text=True, env={"PYTHONPATH": str(ROOT)}, check=False)

    assert (ran.stdout, ran.stderr) == ("begun\n[2, 2]\n", "")


# ---------------------------------------------------------------- the package


def test_the_examples_of_the_docstrings_are_right(monkeypatch):
    from pipeline.batch import ingest as module

    monkeypatch.chdir(ROOT)

    assert doctest.testmod(module).failed == 0
    assert doctest.testmod(module).attempted >= 5


def test_the_package_itself_imports_nothing_else():
    loaded = "import sys; before = set(sys.modules); import pipeline; print(sorted(set(sys.modules) - before))"

    shown = subprocess.run([sys.executable, "-c", loaded], capture_output=True, text=True, check=True, cwd=ROOT).stdout

    assert [name for name in ast.literal_eval(shown) if name.partition(".")[0] not in sys.stdlib_module_names] == ["pipeline"]


def test_the_types_of_the_public_names_are_told():
    stub = ast.parse((ROOT / "pipeline/__init__.pyi").read_text())
    told = {(node.names[0].asname, node.module) for node in stub.body if isinstance(node, ast.ImportFrom)}

    assert told == set(pipeline.PUBLIC.items())
    assert set(pipeline.__all__) == {"__version__", *pipeline.PUBLIC} <= set(dir(pipeline))
    assert (ROOT / "pipeline/py.typed").is_file()
    assert all(getattr(pipeline, name).__doc__ for name in pipeline.PUBLIC)


def test_a_name_that_is_not_there_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'ingst'"):
        pipeline.ingst  # noqa: B018


def test_a_program_that_uses_it_passes_the_type_checker(tmp_path):
    pytest.importorskip("mypy")
    program = tmp_path / "program.py"
    program.write_text(
        "from pipeline import DocumentError, Result, ingest, ingest_many, load_config\n"
        "result: Result = ingest(b'', load_config('c.yaml'), pages=[1])\n"
        "texts: list[str] = [chunk.text for chunk in result.chunks.chunks]\n"
        "for found in ingest_many(['a.pdf'], workers=2):\n"
        "    if isinstance(found, DocumentError):\n"
        "        code: str = found.code\n"
        "    else:\n"
        "        title: str = found.document.identity.title\n"
        "ingest(3)  # wrong\n"
    )

    ran = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", program],
        capture_output=True,
        text=True,
        cwd=ROOT,
        check=False,
    )

    assert [line.partition(": error: ")[2][:29] for line in ran.stdout.splitlines()] == ['Argument 1 to "ingest" has in']
