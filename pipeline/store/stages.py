"""What each stage gave, kept in `.stages/` so that one stage can be run alone. Private: the format may change with any version."""

from pathlib import Path
from typing import Any

import msgspec

from pipeline.errors import InputError
from pipeline.model import Boilerplate, Checks, Chunks, ClauseTree, Document, Record, Result, Stage, Tables
from pipeline.store.folders import STAGES, replace_file, write_file

KINDS: dict[Stage, type[Record]] = {
    Stage.EXTRACT: Document,
    Stage.BOILERPLATE: Boilerplate,
    Stage.CLAUSES: ClauseTree,
    Stage.TABLES: Tables,
    Stage.CHUNKS: Chunks,
    Stage.CHECKS: Checks,
}
"""What each stage gives, in the order of the work."""


def save_stage(folder: Path, stage: Stage, given: Record) -> None:
    """Keeps what ``stage`` gave for the document in ``folder``."""
    kept = folder / STAGES
    kept.mkdir(parents=True, exist_ok=True)
    write_file(kept / f"{stage}.msgpack", msgspec.msgpack.encode(given))


def renew_stage(folder: Path, stage: Stage, given: Record) -> None:
    """Keeps what ``stage`` gave in place of what was kept before."""
    replace_file(folder / STAGES / f"{stage}.msgpack", msgspec.msgpack.encode(given))


def load_stage(folder: Path, stage: Stage) -> Record:
    """What ``stage`` gave. Raises InputError where that is missing or another version kept it."""
    file = folder / STAGES / f"{stage}.msgpack"
    try:
        return msgspec.msgpack.decode(file.read_bytes(), type=KINDS[stage])
    except OSError:
        raise InputError(f"{folder} has no result of the stage {stage}; run `clausetrace stage {stage} {folder}` first") from None
    except msgspec.DecodeError:
        raise InputError(f"{file} was kept by another version; run `clausetrace stage {stage} {folder}` again") from None


def has_stages(folder: Path) -> bool:
    """Whether all stages' results are there."""
    return all((folder / STAGES / f"{stage}.msgpack").is_file() for stage in KINDS)


def load_result(folder: Path) -> Result:
    """All of a document's results. Raises InputError where one is missing."""
    parts: Any = [load_stage(folder, stage) for stage in KINDS]
    return Result(*parts)


def parts_of(result: Result) -> dict[Stage, Record]:
    """What each stage gave, by its name."""
    parts = (result.document, result.boilerplate, result.clauses, result.tables, result.chunks, result.checks)
    return dict(zip(KINDS, parts, strict=True))
