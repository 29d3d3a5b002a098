"""The command line, run in this process, in a folder of its own."""

import hashlib
import json
from pathlib import Path
from typing import NamedTuple

import pytest

from pipeline.cli import run_command

POLICY = """# Care Advantage

## 1. Scope
We pay for hospital treatment of the insured person.

## 2. Exclusions
We shall not pay for:
(a) treatment abroad;
(b) cosmetic surgery;
(c) treatment before the policy began.
"""


class Ran(NamedTuple):
    """How a command ended and what it said."""

    code: int
    out: str
    err: str


@pytest.fixture
def here(tmp_path, monkeypatch):
    """The current folder, empty."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def run(here, capsys):
    """Runs `clausetrace` with words as given."""

    def ran(*words):
        code = run_command([str(word) for word in words])
        said = capsys.readouterr()
        assert "Traceback" not in said.err
        return Ran(code, said.out, said.err)

    return ran


@pytest.fixture
def write(here):
    """Writes a file, making its folders."""

    def written(name, content=POLICY):
        file = here / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return written


def rows(file: Path):
    """The rows of a .jsonl file."""
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def confirmed(text: str, by: str = "Jane Roe") -> str:
    """The file of a page that a person confirmed, with ``text`` below the first line."""
    below = text.rstrip() + "\n"
    return f"# confirmed: {by} 2026-11-30 sha256={hashlib.sha256(below.encode()).hexdigest()}\n{below}"


def confirm(file: Path, by: str = "Jane Roe") -> None:
    """Does what a person does who has compared a stored page: puts a first line in place of the one that is there."""
    file.write_text(confirmed(file.read_text(encoding="utf-8").split("\n", 1)[1], by), encoding="utf-8")


def hows(out: Path):
    """doc_id to how it ended."""
    return {row["doc_id"]: row["how"] for row in json.loads((out / "run.json").read_text())["documents"]}


def tree(folder: Path):
    """Every file below a folder with its bytes, save what tells of time and machine."""
    files = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name not in ("timings.json", ".lock"))
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in files if path != folder / "run.json"}


def ending(here: Path):
    """The one row of out/run.json."""
    [row] = json.loads((here / "out/run.json").read_text())["documents"]
    return row
