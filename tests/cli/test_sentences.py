"""`sentences.jsonl`, where the configuration asks for it."""

import msgspec

from pipeline.store.rows import SentenceRow
from tests.cli.conftest import rows

WANTED = "sentences:\n  write: true\n"


def test_a_run_writes_the_sentences_where_it_is_asked_to(run, write, here):
    write("care.md")
    write("clausetrace.yaml", WANTED)

    run("run", "care.md", "--quiet")

    file = here / "out" / "care" / "sentences.jsonl"
    made = [msgspec.json.decode(line, type=SentenceRow) for line in file.read_bytes().splitlines()]
    assert [row.text for row in made][-3:] == [
        "(a) treatment abroad;",
        "(b) cosmetic surgery;",
        "(c) treatment before the policy began.",
    ]
    assert made[-1].window == "We shall not pay for:\n(b) cosmetic surgery;\n(c) treatment before the policy began."
    chunks = {row["id"]: row["text"] for row in rows(here / "out" / "care" / "chunks.jsonl")}
    assert [chunks[row.chunk_id][slice(*row.span)] for row in made] == [row.text for row in made]


def test_a_run_writes_none_unasked(run, write, here):
    write("care.md")

    run("run", "care.md", "--quiet")

    assert not (here / "out" / "care" / "sentences.jsonl").exists()


def test_the_window_is_that_of_the_setting_and_a_change_is_seen(run, write, here):
    write("care.md")
    write("clausetrace.yaml", WANTED)
    run("run", "care.md", "--quiet")

    write("clausetrace.yaml", f"{WANTED}  window: 0\n")
    run("run", "care.md", "--quiet")

    assert rows(here / "out" / "care" / "sentences.jsonl")[-1]["window"] == (
        "We shall not pay for:\n(c) treatment before the policy began."
    )


def test_a_renamed_file_keeps_its_sentences(run, write, here):
    write("care.md")
    write("clausetrace.yaml", WANTED)
    run("run", "care.md", "--quiet")
    before = rows(here / "out" / "care" / "sentences.jsonl")

    (here / "care.md").rename(here / "other.md")
    run("run", "other.md", "--quiet")

    assert rows(here / "out" / "care" / "sentences.jsonl") == before


def test_settings_of_answers_make_no_document_stale(run, write, here):
    write("care.md")
    run("run", "care.md", "--quiet")

    write("clausetrace.yaml", "retrieval:\n  snippets:\n    limit: 90\nask:\n  model: small\nsentences:\n  window: 3\n")
    shown = run("run", "care.md")

    assert "unchanged" in shown.out
