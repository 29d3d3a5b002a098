"""`clausetrace index --store lance`: the same answers out of LanceDB, in a folder and on an S3 server, whatever ends an update."""

import json
import shutil

import pytest

from pipeline.retrieval.index.lance import reading, writing
from pipeline.retrieval.index.lance.database import Database, load_run
from tests.cli.test_index import ARCHIVED, CARE, MOTOR, PRICES, SECRET, TAGS, Killed, ask, places

pytest.importorskip("lancedb", reason="lancedb is not installed: pip install -e '.[lance]'")
ASKED = ("race track secret", "Co-payment", "Is the repair of my car paid?", "Which wine goes with oysters?")
WAYS = [(), ("--unit", "sentence"), ("--mode", "dense")]


@pytest.fixture
def documents(run, write):
    """Runs documents; ``documents(config, name=text)``."""

    def made(config="", **texts):
        for name, text in texts.items():
            write(f"in/{name}.md", text)
        write("clausetrace.yaml", config)
        assert run("run", "in").code == 0

    return made


def index(run, place="lance", *more):
    ended = run("index", "--store", "lance", "--index", place, "--json", *more)
    assert ended.code == 0, ended.err
    return json.loads(ended.out)


def answers(run, place, *more):
    return [run("search", question, "--json", "-k", 9, "--index", place, *way, *more) for question in ASKED for way in WAYS]


def test_answers_are_those_of_an_index_in_a_folder(documents, run):
    documents(TAGS, care=CARE, motor=MOTOR, secret=SECRET, a_scan="")
    run("index", "--index", "folder")

    index(run)

    assert answers(run, "lance") == answers(run, "folder")
    assert answers(run, "lance", "--access", "board") == answers(run, "folder", "--access", "board")
    assert answers(run, "lance", "--doc", "motor") == answers(run, "folder", "--doc", "motor")


def test_answers_are_the_same_where_a_table_is_asked_again_for_more(documents, run, write, monkeypatch):
    documents(care=CARE, motor=MOTOR, secret=SECRET)
    run("index", "--index", "folder")
    index(run)
    monkeypatch.setattr(reading, "FIRST", 1)
    asked = []
    real = reading.LanceStore._ask
    monkeypatch.setattr(reading.LanceStore, "_ask", lambda *given: asked.append(given[3]) or real(*given))
    write("clausetrace.yaml", "retrieval:\n  pool: 3\n")

    same = [answers(run, place) for place in ("lance", "folder")]

    assert same[0] == same[1]
    assert {3, 12} <= set(asked)


def test_archived_documents_and_equal_passages_are_told_as_everywhere(documents, run):
    documents(
        ARCHIVED,
        **{"prices-2023": PRICES.format(price=400), "prices-2024": PRICES.format(price=500)},
        one=CARE,
        two=f"{CARE}\n## 4. More\nAnd a word of its own.\n",
    )
    index(run)

    prices = ask(run, "What does a consultation cost?", "--index", "lance")
    cosmetic = ask(run, "cosmetic surgery", "-k", 1, "--index", "lance")

    assert [hit["doc_id"] for hit in prices["hits"]] == ["prices-2024", "prices-2023"]
    assert [copy["doc_id"] for copy in cosmetic["hits"][0]["copies"]] == ["two"]


def test_what_is_hidden_changes_no_byte_of_any_answer(documents, run, here):
    documents(TAGS, care=CARE, motor=MOTOR, secret=SECRET)
    index(run)
    hidden = answers(run, "lance")
    shutil.rmtree(here / "out/secret")
    shutil.rmtree(here / "lance")

    index(run)

    assert answers(run, "lance") == hidden


def test_rows_name_document_status_and_tags_for_other_programs(documents, run):
    documents(TAGS, care=CARE, secret=SECRET)
    index(run)

    tables = Database("lance/all")
    chunks, sentences = (tables.open(name).to_arrow().to_pylist() for name in sorted(tables.names()) if "_" in name)

    assert {(row["doc_id"], row["status"], *row["access"]) for row in chunks} == {
        ("care", "current"),
        ("secret", "current", "board"),
    }
    assert all(len(row["vector"]) == 256 and row["text"] for row in (*chunks, *sentences))
    assert {json.loads(row["json"])["chunk_id"] for row in sentences} <= {row["id"] for row in chunks}


def test_what_is_unchanged_is_not_done_again_and_what_is_gone_is_taken_out(documents, run, write, here):
    documents(care=CARE, motor=MOTOR)
    index(run)
    write("in/care.md", CARE.replace("10%", "20%"))
    run("run", "in")

    changed, again = index(run), index(run)
    shutil.rmtree(here / "out/motor")
    removed = index(run)

    assert (changed["changed"], changed["unchanged"]) == (["care"], ["motor"])
    assert 0 < changed["embedded"] <= 2
    assert (again["unchanged"], again["embedded"], again["index"]["number"]) == (["care", "motor"], 0, changed["index"]["number"])
    assert (removed["removed"], removed["embedded"]) == (["motor"], 0)
    tables = Database("lance/all")
    held = load_run(tables).documents
    rows = {name: tables.open(name).count_rows() for name in tables.names()}
    assert sorted(rows.values()) == sorted([1, 1, held[0].chunks, held[0].sentences])


MOMENTS = ["add", "replace", "delete", "tidy"]


@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("after", [False, True], ids=["before", "behind"])
def test_killed_at_any_moment_the_index_still_answers_and_the_next_update_ends_it(documents, run, write, monkeypatch, name, after):
    documents(care=CARE, motor=MOTOR)
    index(run)
    write("in/care.md", CARE.replace("10%", "20%"))
    run("run", "in")
    real = getattr(Database, name)

    def killed(*given):
        if after:
            real(*given)
        raise Killed

    with monkeypatch.context() as patched, pytest.raises(Killed):
        patched.setattr(Database, name, killed)
        index(run)
    meanwhile = ask(run, "co-payment", "--index", "lance")
    index(run)

    assert meanwhile["hits"][0]["doc_id"] == "care"
    assert "20%" in ask(run, "co-payment", "--index", "lance")["hits"][0]["text"]


def test_an_update_that_was_killed_goes_on_with_what_was_written(documents, run, monkeypatch):
    documents(care=CARE, motor=MOTOR)
    monkeypatch.setattr(writing, "BATCH", 1)
    real = Database.replace

    def killed(*given):
        raise Killed

    monkeypatch.setattr(Database, "replace", killed)
    with pytest.raises(Killed):
        index(run)
    monkeypatch.setattr(Database, "replace", real)

    assert index(run)["embedded"] == 0
    assert places(ask(run, "cosmetic surgery", "--index", "lance"))[0] == ("care", "2")


def test_an_index_on_an_s3_server_answers_as_one_in_a_folder(documents, run, bucket, monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    documents(TAGS, care=CARE, motor=MOTOR, secret=SECRET)
    run("index", "--index", "folder")

    first, again = index(run, bucket.at("indexes")), index(run, bucket.at("indexes"))
    shutil.rmtree(tmp_path / "cache")

    assert first["embedded"] > 0 == again["embedded"]
    assert any(key.startswith("all/documents.lance/") for key in bucket.listed("indexes/"))
    assert answers(run, bucket.at("indexes")) == answers(run, "folder")
    assert answers(run, bucket.at("indexes"), "--access", "board") == answers(run, "folder", "--access", "board")


def test_an_index_is_asked_the_same_way_whatever_it_is_kept_in(documents, run):
    documents(care=CARE)
    run("index", "--store", "lance")

    assert places(ask(run, "cosmetic surgery"))[0] == ("care", "2")
    assert "Care Advantage" in run("prompt", "cosmetic surgery").out
    assert run("index").code == 0


def test_an_index_of_one_kind_is_not_written_over_by_another(documents, run):
    documents(care=CARE)
    run("index")

    refused = run("index", "--store", "lance")
    anew = run("index", "--store", "lance", "--rebuild")

    assert refused.code == 2 and "--rebuild" in refused.err
    assert anew.code == 0
    assert places(ask(run, "cosmetic surgery"))[0] == ("care", "2")


def test_an_index_that_is_made_anew_stays_in_what_it_is_kept_in(documents, run):
    documents(care=CARE)
    run("index", "--store", "lance")

    anew = run("index", "--rebuild")

    assert anew.code == 0
    assert run("index", "--store", "lance").code == 0


def test_a_document_that_had_no_passages_is_taken_in(documents, run):
    documents(care=CARE, empty="# Only a heading\n")
    run("index", "--store", "lance")
    documents(care=CARE, empty=CARE)

    assert run("index").code == 0


def test_an_index_at_an_address_is_in_lancedb_alone(documents, run):
    documents(care=CARE)

    refused = run("index", "--store", "folder", "--index", "s3://bucket/x")

    assert refused.code == 2 and "--store lance" in refused.err


def test_lancedb_that_is_missing_is_named_with_what_to_do(documents, run, monkeypatch):
    import sys

    documents(care=CARE)
    monkeypatch.setitem(sys.modules, "lancedb", None)

    refused = run("index", "--store", "lance")

    assert refused.code == 2
    assert 'pip install "clausetrace[lance]"' in refused.err


@pytest.mark.parametrize("damage", ["documents.lance/data", "outlines.lance/_versions"])
def test_a_damaged_index_is_told_in_a_line(documents, run, here, damage):
    documents(care=CARE)
    index(run)
    shutil.rmtree(here / "lance/all" / damage)

    told = run("search", "cosmetic surgery", "--index", "lance")

    assert told.code == 2
    assert "lance/all" in told.err and len(told.err.strip().splitlines()) == 1


def test_an_index_of_another_model_is_named_and_made_anew(documents, run, write):
    documents(care=CARE)
    index(run)
    write("clausetrace.yaml", "retrieval:\n  embedder:\n    kind: minilm\n")

    refused = run("search", "cosmetic surgery", "--index", "lance")
    index(run)

    assert "index again" in refused.err
    assert places(ask(run, "cosmetic surgery", "--index", "lance"))[0] == ("care", "2")
    assert len(Database("lance/all").names()) == 4
