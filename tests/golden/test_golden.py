"""Whole outputs of small documents, word for word: a change of any file that a run writes shows here as a change of text.

``pytest tests/golden --rewrite-golden`` writes what the program makes now, to be read in the diff before it is committed; the flag
itself is a failure, so that no run that passed can have used it.
"""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec
import pytest

from pipeline.model import Result
from pipeline.store.make import (
    make_chunk_rows,
    make_clause_rows,
    make_finding_rows,
    make_furniture_rows,
    make_line_rows,
    make_page_rows,
    make_table_rows,
)
from tests.fixture_runs import FIXTURES, run

NAMES = ("letters-and-romans", "outer-after-inner", "letterhead", "table-over-two-pages", "definition-table", "two-labels")
GOLDEN = FIXTURES / "golden"
CONFIG = "0" * 64
FILES: dict[str, Callable[[Result], Iterator[msgspec.Struct]]] = {
    "chunks": lambda result: make_chunk_rows(result, CONFIG),
    "clauses": make_clause_rows,
    "pages": make_page_rows,
    "lines": make_line_rows,
    "furniture": make_furniture_rows,
    "tables": make_table_rows,
    "findings": make_finding_rows,
}


def written(name: str, file: str) -> str:
    rows = (json.dumps(msgspec.to_builtins(row), ensure_ascii=False, sort_keys=True) for row in FILES[file](run(name)))
    return "".join(f"{row}\n" for row in rows)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("file", FILES)
def test_a_run_writes_what_it_wrote_before(name: str, file: str, rewrite_golden: bool) -> None:
    golden: Path = GOLDEN / name / f"{file}.jsonl"
    if rewrite_golden:
        golden.parent.mkdir(parents=True, exist_ok=True)
        golden.write_text(written(name, file), encoding="utf-8")

    assert written(name, file) == golden.read_text(encoding="utf-8")


def test_the_flag_that_rewrites_is_off(rewrite_golden: bool) -> None:
    assert not rewrite_golden, "golden files were rewritten: read their diff, then run without --rewrite-golden"
