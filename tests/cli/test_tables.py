"""`clausetrace tables`, `export` and `check`: from a draft to a copy that is checked."""

import csv
import io
import json

import pytest

from tests.fixture_runs import FIXTURES

PDF = FIXTURES / "pdf" / "table-over-two-pages.pdf"
NAME = "table-over-two-pages"
YAML = f"documents:\n  {NAME}:\n    transcriptions:\n      - csv: copy.csv\n        pages: [1, 2]\n"


@pytest.fixture
def done(run):
    assert run("run", PDF, "--quiet").code == 0
    return NAME


@pytest.fixture
def copy(run, done, here):
    """A draft of the only table, and the configuration that names it."""
    assert run("tables", "draft", done, "-o", "copy.csv").code == 0
    (here / "clausetrace.yaml").write_text(YAML)
    return here / "copy.csv"


def test_the_tables_are_listed_with_what_was_decided(run, done):
    ran = run("tables", "list", done)

    assert ran.code == 0
    assert ran.out.split()[:7] == ["t1", "p1-2", "data", "kept", "extracted", "14", "x"]


def test_a_draft_is_the_table_as_it_was_extracted_and_says_what_to_write(run, done):
    ran = run("tables", "draft", done)

    rows = list(csv.reader(io.StringIO(ran.out)))
    assert rows[0] == ["Procedure", "Classic", "Prime"]
    assert rows[1] == ["Cataract, for each eye", "Rs. 40,000", "Rs. 80,000"]
    assert "transcriptions:" in ran.err and "pages: [1, 2]" in ran.err


def test_a_draft_is_never_written_over_a_file(run, done, here):
    (here / "copy.csv").write_text("corrected by hand")

    ran = run("tables", "draft", done, "-o", "copy.csv")

    assert ran.code == 2
    assert (here / "copy.csv").read_text() == "corrected by hand"


def test_a_table_that_is_not_there_is_refused_with_those_that_are(run, done):
    ran = run("tables", "draft", done, "--table", "t9")

    assert ran.code == 2 and "there is t1 (page 1)" in ran.err


def test_a_draft_that_is_named_as_it_is_passes_the_check(run, copy):
    ran = run("check", PDF)

    assert ran.code == 0
    assert "0 errors" in ran.out


def test_a_digit_typed_wrong_fails_the_check_with_the_cell_and_what_the_page_says(run, copy):
    copy.write_text(copy.read_text().replace("Rs. 65,000", "Rs. 66,000"))

    ran = run("check", PDF)

    assert ran.code == 1
    assert 'line 3, row "Hernia of any kind", column "Classic": it claims "Rs. 66,000"; page 1 has "Rs. 65,000"' in ran.out
    assert f"clausetrace explain page {NAME} 1" in ran.out


def test_with_never_the_check_only_says_so(run, copy):
    copy.write_text(copy.read_text().replace("Rs. 65,000", "Rs. 66,000"))

    assert run("check", PDF, "--fail-on", "never").code == 0


def test_a_copy_that_changed_since_the_run_is_told(run, done, copy):
    ran = run("check", done)

    assert ran.code == 1 and "OUT002" in ran.out


def test_a_file_that_changed_since_the_run_is_told(run, done, here):
    assert run("check").code == 0
    chunks = here / "out" / done / "chunks.jsonl"
    first, *_ = chunks.read_text().splitlines()
    chunks.write_text(f"{chunks.read_text()}{first}\n")

    ran = run("check", "--json")

    [checked] = json.loads(ran.out)
    codes = {problem["code"] for outcome in checked["outcomes"] for problem in outcome["problems"]}
    assert (ran.code, checked["doc_id"]) == (1, done)
    assert {"OUT001", "OUT003"} <= codes


def test_nothing_to_check_is_an_error_of_usage(run, here):
    assert run("check").code == 2


def test_tables_are_written_with_typed_columns(run, here, write):
    pytest.importorskip("pandas")
    assert run("run", FIXTURES / "pdf" / "prospectus.pdf", "--pages", "290", "--quiet").code == 0

    ran = run("export", "prospectus", "--to", "csv")

    [file] = (here / "export").iterdir()
    assert ran.code == 0 and file.name == "prospectus.t1.csv"
    assert file.read_text().splitlines()[:2] == [
        "Years paid at once,1 adult,Family of 2 to 3,Family of 4 to 6,page",
        "1,7.0,9.25,11.5,290",
    ]


def test_tables_are_written_as_parquet(run, done, here):
    pandas = pytest.importorskip("pandas")
    fastparquet = pytest.importorskip("fastparquet")

    assert run("export", done, "--to", "parquet", "--table", "t1", "-o", "typed").code == 0

    frame = fastparquet.ParquetFile(str(here / "typed" / f"{done}.t1.parquet")).to_pandas()
    assert list(frame.columns) == ["Procedure", "Classic", "Prime", "page"]
    assert frame["Classic"].tolist()[:2] == [40000, 65000]
    assert pandas.api.types.is_integer_dtype(frame["page"])
