"""One run of the product over all documents of the benchmark, for all tests of this folder, done as the command line does it."""

import fcntl
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from pipeline.cli import run_command
from tests.quality.figures import measure

FOLDERS = ("bench/labelled", "bench/statutes", "real")


class Ran(NamedTuple):
    """How the run ended and what it wrote into."""

    code: int
    out: Path


def pytest_addoption(parser):
    parser.addoption("--raise-floors", action="store_true", help="raise each floor of tests/quality/floors.json to its figure")


@pytest.fixture(scope="session")
def raise_floors(pytestconfig):
    return pytestconfig.getoption("--raise-floors", default=False)


@pytest.fixture(scope="session")
def ran(shared, tmp_path_factory):
    """The run over every document. With pytest-xdist one process does it; the others then find all unchanged."""
    base = tmp_path_factory.getbasetemp()
    folder = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    with alone(folder / "quality.lock"):
        code = run_command(["run", *(str(shared / name) for name in FOLDERS), "--out", str(folder / "quality"), "--quiet"])
    return Ran(code, folder / "quality")


@contextmanager
def alone(file: Path) -> Iterator[None]:
    """Waits until no other process is within."""
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


@pytest.fixture(scope="session")
def runs(ran):
    """Each document's `run.json`, by doc_id."""
    return {file.parent.name: json.loads(file.read_text(encoding="utf-8")) for file in sorted(ran.out.glob("*/run.json"))}


@pytest.fixture(scope="session")
def figures(shared, ran):
    """The figures of every scorer."""
    return measure(shared / "bench", ran.out)
