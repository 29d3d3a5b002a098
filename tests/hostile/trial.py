"""A run over files that mean harm, in a process of its own, and what must hold of every one whatever the files are."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.conftest import ROOT

ENDINGS = {
    "", "not_a_pdf", "damaged", "password_needed", "unknown_encryption", "wrong_encoding", "unreadable", "too_large", "timed_out",
    "out_of_memory",
}  # fmt: skip
"""How a document may end. A worker that crashes is none of them: it costs its document alone, and is a fault of the program."""
ORDERS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
"""What a terminal may take for an order; tables and messages need none but the line end."""
MEMORY_MB, ALL_SECONDS = 1500, 1500
SETTINGS = "limits: {{page_seconds: {page}, document_seconds: {document}, memory_mb: {memory}}}\n"


class Ended(NamedTuple):
    """A run: its rows by source, what it said, and the folder in which it worked."""

    rows: dict[str, dict[str, Any]]
    said: str
    here: Path


def run_over(here: Path, *, page_seconds: float = 30, document_seconds: float = 120, memory_mb: int = MEMORY_MB) -> Ended:
    """Runs over the folder ``in`` of ``here`` and holds what holds of every run: it ends, with a row for each file that is named,
    none over its limits, nothing beside the output folder, no order to the terminal.
    """
    (here / "clausetrace.yaml").write_text(SETTINGS.format(page=page_seconds, document=document_seconds, memory=memory_mb))
    before = _outside(here)
    command = [sys.executable, "-m", "pipeline", "run", "in", "--workers", "2"]
    ran = subprocess.run(
        command, cwd=here, capture_output=True, timeout=ALL_SECONDS, env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False
    )
    said = (ran.stdout + ran.stderr).decode("utf-8", "strict")

    assert ran.returncode in (0, 3), said[-2000:]
    assert "Traceback" not in said
    assert not ORDERS.search(said), ascii(ORDERS.findall(said))
    assert _outside(here) == before
    rows = json.loads((here / "out/run.json").read_text())["documents"]
    for row in rows:
        _hold_limits(here / "out" / row["doc_id"], row, document_seconds, memory_mb)
    return Ended({row["source"]: row for row in rows}, said, here)


def _outside(here: Path) -> set[str]:
    """Everything around the output folder, inside the working folder and beside it."""
    return {str(path) for path in (*here.rglob("*"), *here.parent.glob("*")) if here / "out" not in (path, *path.parents)}


def _hold_limits(folder: Path, row: dict[str, Any], document_seconds: float, memory_mb: int) -> None:
    source = ascii(row["source"])
    assert row["code"] in ENDINGS, f"{source}: {row['code']} {row['message']}"
    assert row["how"] in ("done", "duplicate", "failed"), source
    if row["how"] == "failed":
        assert row["message"].startswith(row["source"]), f"{source}: {row['message']}"
    if row["how"] == "done":
        timings = json.loads((folder / "timings.json").read_text())
        assert timings["peak_memory_mb"] <= memory_mb * 1.1, source
        assert timings["seconds"] <= document_seconds * 1.1, source
        assert row["ledger_percent"] == 100 or row["errors"], f"{source}: letters are lost and no finding says so"


def findings(ended: Ended, source: str) -> list[tuple[str, str]]:
    """The codes and messages of what was found in a document."""
    file = ended.here / "out" / ended.rows[source]["doc_id"] / "findings.jsonl"
    return [(row["code"], row["message"]) for row in map(json.loads, file.read_text(encoding="utf-8").splitlines())]


def text(ended: Ended, source: str) -> str:
    """All that the chunks of a document hold."""
    file = ended.here / "out" / ended.rows[source]["doc_id"] / "chunks.jsonl"
    return "\n".join(json.loads(line)["text"] for line in file.read_text(encoding="utf-8").splitlines())
