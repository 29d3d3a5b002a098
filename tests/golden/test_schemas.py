"""The contract with whoever reads the output: no key goes or changes its type or meaning without a new ``schema_version``.

`fixtures/golden/schemas.json` holds the schemas as they were last agreed on. `--rewrite-golden` writes them anew where keys were
only added, or where SCHEMA_VERSION was counted up; it refuses anything else.
"""

import copy
import json
from collections.abc import Iterator
from typing import Any

import pytest

from pipeline.store.rows import SCHEMA_VERSION
from pipeline.store.schema import FILES, make_schema
from tests.fixture_runs import FIXTURES

AGREED = FIXTURES / "golden" / "schemas.json"
WORDS = {"description", "title", "$id", "schema_version"}
"""What says something to a reader and binds no program."""


def schemas() -> dict[str, Any]:
    return {name: make_schema(name) for name in FILES}


def find_breaks(agreed: Any, now: Any, place: str = "") -> Iterator[str]:
    """Where what was agreed on is no longer so: a key that went, a type, a bound or a pattern that is another, a value that went.

    A key or a value more is no break: readers pass over what they do not know.
    """
    if isinstance(agreed, dict) and isinstance(now, dict):
        named = place.endswith(("/properties", "/$defs")) or not place
        for key in agreed.keys() - (set() if named else WORDS):
            if key in now:
                yield from find_breaks(agreed[key], now[key], f"{place}/{key}")
            else:
                yield f"{place}/{key} went"
        if not named:
            yield from (f"{place}/{key} came" for key in now.keys() - agreed.keys() - WORDS if key not in ("properties", "$defs"))
    elif isinstance(agreed, list) and isinstance(now, list):
        gone = [value for value in agreed if value not in now]
        yield from (f"{place}: {value} went" for value in gone)
    elif agreed != now:
        yield f"{place} is {now}, was {agreed}"


def breaks(agreed: dict[str, Any], now: dict[str, Any]) -> list[str]:
    return [found for name in agreed for found in find_breaks(agreed[name], now.get(name, {}), name)]


def test_a_change_of_a_schema_is_agreed_on_and_a_break_counts_the_version_up(rewrite_golden: bool) -> None:
    agreed = json.loads(AGREED.read_text(encoding="utf-8")) if AGREED.is_file() else {"schema_version": 0, "schemas": {}}
    if agreed["schema_version"] == SCHEMA_VERSION:
        found = breaks(agreed["schemas"], schemas())
        assert not found, f"count SCHEMA_VERSION up and say so in CHANGELOG.md: {found}"
    if rewrite_golden:
        text = json.dumps({"schema_version": SCHEMA_VERSION, "schemas": schemas()}, indent=1, ensure_ascii=False, sort_keys=True)
        AGREED.write_text(f"{text}\n", encoding="utf-8")

    assert json.loads(AGREED.read_text(encoding="utf-8")) == {"schema_version": SCHEMA_VERSION, "schemas": schemas()}


@pytest.mark.parametrize("name", FILES)
def test_every_schema_names_its_version(name: str) -> None:
    schema = make_schema(name)

    assert schema["schema_version"] == SCHEMA_VERSION
    assert schema["$id"].endswith(f":{name}:{SCHEMA_VERSION}")


CHUNKS = make_schema("chunks")


def changed(**changes: Any) -> dict[str, Any]:
    """The schema of a chunk with properties changed; None takes one away."""
    schema = copy.deepcopy(CHUNKS)
    for name, value in changes.items():
        if value is None:
            del schema["properties"][name]
            schema["required"].remove(name)
        else:
            schema["properties"][name] = value
    return schema


@pytest.mark.parametrize(
    ("now", "where"),
    [
        (changed(text=None), "properties/text went"),
        (changed(text={"type": "integer"}), "properties/text/type is integer"),
        ({**CHUNKS, "$defs": {**CHUNKS["$defs"], "MetadataRow": {"properties": {"title": {"type": "integer"}}}}}, "MetadataRow/"),
        (changed(tokens={"type": "integer", "minimum": 1}), "properties/tokens/minimum is 1"),
        (changed(label={"type": "string", "maxLength": 9}), "properties/label/maxLength came"),
        ({**CHUNKS, "required": CHUNKS["required"][:-1]}, "required: warnings went"),
    ],
)
def test_a_break_is_seen(now: dict[str, Any], where: str) -> None:
    assert any(where in found for found in find_breaks(CHUNKS, now, "chunks"))


@pytest.mark.parametrize(
    "now",
    [
        CHUNKS,
        changed(more={"type": "string"}),
        {**CHUNKS, "required": [*CHUNKS["required"], "more"]},
        {**CHUNKS, "description": "other words"},
    ],
)
def test_a_key_more_and_other_words_are_no_break(now: dict[str, Any]) -> None:
    assert list(find_breaks(CHUNKS, now, "chunks")) == []
