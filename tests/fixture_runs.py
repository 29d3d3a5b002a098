"""The committed fixtures: their right answers, and what a run makes of each, done once and in memory."""

import hashlib
import json
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

from pipeline.config.settings import Configuration, DocumentSettings
from pipeline.model import Chunk, Identity, Line, Result, SourceKind
from pipeline.runner import Task, Wishes, run_document
from pipeline.store.make import make_clause_rows
from pipeline.store.rows import ClauseRow

FIXTURES = Path(__file__).resolve().parent.parent / "fixtures"
KINDS = {".pdf": SourceKind.PDF, ".md": SourceKind.MARKDOWN, ".txt": SourceKind.TEXT}


@cache
def truth(name: str) -> dict[str, Any]:
    """The right answer that was written with a fixture."""
    answer: dict[str, Any] = json.loads((FIXTURES / "truth" / f"{name}.json").read_text(encoding="utf-8"))
    return answer


@cache
def right_pages(name: str) -> dict[int, str]:
    """The right text of chosen pages, by number."""
    folder = FIXTURES / "pages" / name
    return {int(file.stem[1:]): file.read_text(encoding="utf-8") for file in sorted(folder.glob("p*.txt"))}


@cache
def run(name: str, *, password: str = "") -> Result:
    """What the stages make of ``pdf/<name>.pdf``, or of ``name`` where that is a path under fixtures."""
    file = FIXTURES / name if "/" in name else FIXTURES / "pdf" / f"{name}.pdf"
    content = file.read_bytes()
    sha256 = hashlib.sha256(content).hexdigest()
    identity = Identity(file.stem, file.stem, file.stem, file.name, sha256, kind=KINDS[file.suffix])
    wishes = Wishes(password=password, fixture_pages=right_pages(file.stem))
    return run_document(Task(content, identity, Configuration(), DocumentSettings(), wishes))


@cache
def clause_rows(name: str) -> tuple[ClauseRow, ...]:
    """The clauses as they are written."""
    return tuple(make_clause_rows(run(name)))


@cache
def lines_of(name: str) -> dict[str, Line]:
    """Every line of a document by its id."""
    return {line.id: line for page in run(name).document.pages for line in page.lines}


def letters(text: str) -> str:
    """Letters and digits alone, in lower case: what is left when spacing, hyphens and stops are left out of account."""
    return "".join(ch for ch in text.lower() if ch.isalnum())


def true_paths(name: str) -> list[tuple[int, tuple[str, ...]]]:
    """Page and path of every clause of the source, in order."""
    return [(clause["page"], tuple(clause["path"])) for clause in truth(name)["clauses"]]


def found_paths(name: str) -> list[tuple[int, tuple[str, ...]]]:
    """Page and path of every clause found, in order."""
    return [(row.page, tuple(row.path)) for row in clause_rows(name)]


def true_furniture(name: str) -> dict[int, str]:
    """The letters of all furniture of each page."""
    return {int(page): "".join(sorted(letters(" ".join(lines)))) for page, lines in truth(name)["furniture"].items()}


def found_furniture(name: str, *, but: Iterable[str] = ("contents", "hidden", "garbled")) -> dict[int, str]:
    """The letters of all lines set aside on each page, kinds in ``but`` left out."""
    pages: dict[int, str] = {}
    for mark in run(name).boilerplate.marks:
        if mark.kind not in but:
            line = lines_of(name)[mark.line_id]
            pages[line.page] = pages.get(line.page, "") + letters(line.text)
    return {page: "".join(sorted(text)) for page, text in pages.items() if text}


def words_in_chunks(name: str) -> str:
    """All that the chunks hold, label and context with it."""
    return "\n".join(chunk.embed_text for chunk in run(name).chunks.chunks)


def holding(name: str, *parts: str) -> list[Chunk]:
    """The chunks in whose text every one of ``parts`` stands, spacing left out of account."""
    return [chunk for chunk in run(name).chunks.chunks if all(letters(part) in letters(chunk.text) for part in parts)]


def codes(name: str) -> list[str]:
    """The codes of all findings."""
    return [finding.code for finding in run(name).findings]
