"""What each stage's result depends on, as a chain of hashes: a changed setting breaks it at the first stage that it shapes.

A stage's key covers the key of the stage before it, so equal keys mean equal results. The file's name is in none, since a renamed
file is the same document; what the YAML says of a document comes in where a stage first asks for it.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from pipeline.batch.jobs import Job
from pipeline.model import Stage
from pipeline.store.stages import KINDS

PLACES = {"fixture_pages"}
"""Settings that say where something is kept; what stands there comes in by itself."""
NO_KEY = ""
"""The key of a result of which it is not known what it was made from: it equals no other."""


def make_stage_keys(job: Job, given_up: Mapping[int, str]) -> dict[Stage, str]:
    """SHA-256 (hex) of all that each stage's result depends on, in the order of the stages: the file's own stands before them."""
    keys: dict[Stage, str] = {}
    before = job.identity.sha256
    for stage in KINDS:
        before = keys[stage] = link(before, stage, job, given_up)
    return keys


def link(before: str, stage: Stage, job: Job, given_up: Mapping[int, str]) -> str:
    """The key of ``stage`` behind a result of the key ``before``; none behind one that has none."""
    if before == NO_KEY:
        return NO_KEY
    asked = _asked(stage, job, given_up)
    return hashlib.sha256(msgspec.json.encode([before, stage, job.versions, asked], order="sorted")).hexdigest()


def _asked(stage: Stage, job: Job, given_up: Mapping[int, str]) -> list[Any]:
    """What a stage is given besides the results before it. Builtins, in the forms in which settings are written as JSON."""
    own = job.own.model_dump(mode="json")
    section = getattr(job.configuration, SECTIONS[stage]).model_dump(mode="json", exclude=PLACES)
    known = msgspec.structs.replace(job.identity, source="")
    further: dict[Stage, list[Any]] = {
        Stage.EXTRACT: [job.identity.kind, job.pages, sorted(given_up.items())],
        Stage.BOILERPLATE: [own["overrules"], job.identity.skip_pages],
        Stage.TABLES: [own["transcriptions"]],
        Stage.CHUNKS: [known, bool(own["title"]), bool(own["updated"])],
        Stage.CHECKS: [sorted(job.fixture_pages.items())],
    }
    return [section, *further.get(stage, [])]


SECTIONS = {
    Stage.EXTRACT: "extract",
    Stage.BOILERPLATE: "boilerplate",
    Stage.CLAUSES: "clauses",
    Stage.TABLES: "tables",
    Stage.CHUNKS: "chunks",
    Stage.CHECKS: "provenance",
}
"""The section of the configuration that shapes each stage."""
