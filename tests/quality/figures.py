"""The figures of a run by the scorers that stand beside the labelled documents, and the tables in which they are shown.

The scorers are imported from the folder of the benchmark, never copied, so that what is measured here is what anyone else measures.
"""

import importlib
import json
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

from pipeline.config.settings import ChunkSettings
from pipeline.stages.chunks import make_chunks
from pipeline.store.stages import load_result

Row = dict[str, float]
Figures = dict[str, dict[str, Row]]
"""By scorer, then by document or MEAN, then by the name of the figure: shares from 0 to 1, to DIGITS digits."""

MEAN = "mean"
DIGITS = 4
LARGE_CHUNK = 700
"""Tokens of a chunk in the second measurement of chunks: what embedding models of a longer reach take."""
CLAUSES = ("F1", "parent", "path", "text", "furn_P", "furn_R")
CHUNKS = ("whole", "addressed", "clean")
TABLES = ("found", "kind", "rows", "cells")
RATES = ("kept", "out", "look-ups", "rows", "cells")


class Scorers(NamedTuple):
    """The modules of the benchmark, by their file names."""

    score: ModuleType
    chunks: ModuleType
    tables: ModuleType
    rates: ModuleType


def measure(bench: Path, out: Path) -> Figures:
    """Every figure of the output folders under ``out``; a document without output has 0 in all of them."""
    scorers = load_scorers(bench)
    labelled = {file.stem: load_json(file) for file in sorted((bench / "labelled").glob("*.json"))}
    statutes = [file.name.removesuffix(".truth.jsonl") for file in sorted((bench / "statutes").glob("*.truth.jsonl"))]
    tabled = [name for name, truth in labelled.items() if truth.get("tables")]
    rates = Rates(scorers, bench / "rates", out)

    def clauses_in(folder: str) -> Callable[[str], Row]:
        return lambda name: scorers.score.score_document(name, bench / folder, out)[0]

    def rows_of(name: str, file: str) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = scorers.score.read_jsonl(out / name / file)
        return rows

    return {
        "labelled": table(labelled, CLAUSES, clauses_in("labelled")),
        "statutes": table(statutes, CLAUSES, clauses_in("statutes")),
        "chunks": table(labelled, CHUNKS, lambda name: scorers.chunks.judge(labelled[name], rows_of(name, "chunks.jsonl"))[0]),
        f"chunks of {LARGE_CHUNK} tokens": table(
            labelled, ("whole",), lambda name: scorers.chunks.judge(labelled[name], large_chunks(out / name))[0]
        ),
        "tables": table(tabled, TABLES, lambda name: scorers.tables.judge(labelled[name], rows_of(name, "tables.jsonl"))[0]),
        "rates": table(rates.names, RATES, rates.judge),
    }


def load_scorers(bench: Path) -> Scorers:
    """The scorers, which import each other by their bare names."""
    sys.path.insert(0, str(bench))
    try:
        return Scorers(*map(importlib.import_module, Scorers._fields))
    finally:
        sys.path.remove(str(bench))


def load_json(file: Path) -> Any:
    return json.loads(file.read_text(encoding="utf-8"))


def table(names: Iterable[str], keys: tuple[str, ...], judge: Callable[[str], Mapping[str, float]]) -> dict[str, Row]:
    """One row a document and, last, their mean."""
    rows = {name: judged(name, keys, judge) for name in names}
    means = {key: sum(row[key] for row in rows.values()) / max(len(rows), 1) for key in keys}
    return {name: {key: round(row[key], DIGITS) for key in keys} for name, row in (*rows.items(), (MEAN, means))}


def judged(name: str, keys: tuple[str, ...], judge: Callable[[str], Mapping[str, float]]) -> Mapping[str, float]:
    try:
        return judge(name)
    except FileNotFoundError:
        return dict.fromkeys(keys, 0.0)


def large_chunks(folder: Path) -> list[dict[str, Any]]:
    """The chunks that the stage makes of the same document with a larger budget, with what the scorer reads of them."""
    if not folder.is_dir():
        raise FileNotFoundError(folder)
    result = load_result(folder)
    settings = ChunkSettings(size=LARGE_CHUNK)
    chunks = make_chunks(result.document, result.boilerplate, result.clauses, result.tables, settings).chunks
    return [{"text": chunk.text, "label": chunk.label, "clause_path": list(chunk.clause_path)} for chunk in chunks]


class Rates:
    """The prospectuses with premium charts, scored as the scorer's own command does."""

    def __init__(self, scorers: Scorers, truth: Path, out: Path) -> None:
        self.scorers, self.out = scorers, out
        self.classes = load_json(truth / "page-classes.json")
        self.lookups = load_json(truth / "lookups.json")
        self.benefits = load_json(truth / "benefits.json")
        self.names = list(self.classes)

    def judge(self, name: str) -> Row:
        chunks, tables = (self.scorers.score.read_jsonl(self.out / name / file) for file in ("chunks.jsonl", "tables.jsonl"))
        kept, out, _ = self.scorers.rates.score_pages(self.classes[name], chunks)
        looked_up, _ = self.scorers.rates.score_lookups([x for x in self.lookups if x["doc"] == name], tables)
        rows, cells, _ = self.scorers.rates.score_benefits([x for x in self.benefits if x["doc"] == name], tables)
        return dict(zip(RATES, (kept, out, looked_up, rows, cells), strict=True))


def shown(figures: Figures) -> str:
    """The score tables as text."""
    return "\n\n".join(shown_table(scorer, rows) for scorer, rows in figures.items())


def shown_table(scorer: str, rows: Mapping[str, Row]) -> str:
    keys = tuple(rows[MEAN])
    head = f"{scorer:38} " + " ".join(f"{key:>9}" for key in keys)
    return "\n".join([head, *(f"{name:38} " + " ".join(f"{row[key]:9.4f}" for key in keys) for name, row in rows.items())])
