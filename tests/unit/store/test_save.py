"""What is written for a document, and when it is still right."""

import msgspec
import pytest

from pipeline.config.settings import Configuration, DocumentSettings
from pipeline.errors import IdTaken
from pipeline.model import Identity, SourceKind
from pipeline.runner import Task, run_document
from pipeline.store.save import About, is_current, make_fingerprint, save_result

IDENTITY = Identity("policy", "policy", "policy", "policy.md", "a" * 64, kind=SourceKind.MARKDOWN)
CONTENT = b"## 1. Scope\nWe pay.\n\n## 2. Exclusions\nWe shall not pay for:\n(a) fever;\n(b) gout.\n"
ABOUT = About("b" * 64, {"clausetrace": "0"}, "c" * 64, len(CONTENT), (), {})


@pytest.fixture(scope="module")
def result():
    return run_document(Task(CONTENT, IDENTITY, Configuration(), DocumentSettings()))


def twice(of, field):
    """The record with the last of its entries given twice."""
    entries = getattr(of, field)
    return msgspec.structs.replace(of, **{field: (*entries, entries[-1])})


@pytest.mark.parametrize(("part", "field", "says"), [("clauses", "clauses", "clause id"), ("chunks", "chunks", "chunk id")])
def test_an_id_that_is_taken_is_an_error_and_nothing_is_written(result, tmp_path, part, field, says):
    doubled = msgspec.structs.replace(result, **{part: twice(getattr(result, part), field)})

    with pytest.raises(IdTaken, match=says):
        save_result(tmp_path, doubled, ABOUT)

    assert list(tmp_path.iterdir()) == []


def test_two_chunks_with_one_key_are_an_error(result, tmp_path):
    [first, *_] = result.chunks.chunks
    other = msgspec.structs.replace(first, id="other-1", chunk_index=99)
    doubled = msgspec.structs.replace(result, chunks=msgspec.structs.replace(result.chunks, chunks=(first, other)))

    with pytest.raises(IdTaken, match="chunk key"):
        save_result(tmp_path, doubled, ABOUT)


def test_a_folder_is_current_until_anything_changes(result, tmp_path):
    save_result(tmp_path, result, ABOUT)
    assert is_current(tmp_path, ABOUT.fingerprint)

    assert not is_current(tmp_path, "d" * 64)
    (tmp_path / "chunks.jsonl").write_bytes((tmp_path / "chunks.jsonl").read_bytes() + b"\n")
    assert not is_current(tmp_path, ABOUT.fingerprint)


def test_a_folder_with_a_page_given_up_is_tried_again(result, tmp_path):
    save_result(tmp_path, result, msgspec.structs.replace(ABOUT, given_up={1: "it took longer than 10 s"}))

    assert not is_current(tmp_path, ABOUT.fingerprint)


def test_a_fingerprint_knows_all_but_the_name_of_the_file():
    known = make_fingerprint({"a": "1"}, IDENTITY, "settings", (1, 2))

    assert make_fingerprint({"a": "1"}, msgspec.structs.replace(IDENTITY, source="other.md"), "settings", (1, 2)) == known
    assert make_fingerprint({"a": "2"}, IDENTITY, "settings", (1, 2)) != known
    assert make_fingerprint({"a": "1"}, msgspec.structs.replace(IDENTITY, title="x"), "settings", (1, 2)) != known
    assert make_fingerprint({"a": "1"}, IDENTITY, "other", (1, 2)) != known
    assert make_fingerprint({"a": "1"}, IDENTITY, "settings", (1,)) != known
