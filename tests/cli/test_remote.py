"""Inputs and results on an S3 server: the same bytes as on a disk, done once, and faults told as everywhere."""

import json
import subprocess
import sys
import time

import pytest

from tests.cli.conftest import POLICY, tree
from tests.cli.conftest import hows as hows_of
from tests.conftest import ROOT

PDFS = ("gap.pdf", "table-over-two-pages.pdf")
HOLD = """
import sys, time
from pipeline.store.remote.lease import leased
from pipeline.store.remote.objects import Place
with leased(Place(sys.argv[1])):
    print("held", flush=True)
    time.sleep(120)
"""


@pytest.fixture
def documents(write, here, bucket):
    """A folder of documents, here and in the bucket."""
    write("in/notes.md")
    write("in/deeper/rules.txt", "1. Rules\n(a) one rule;\n(b) another rule.\n")
    for name in PDFS:
        write(f"in/{name}", (ROOT / "fixtures/pdf" / name).read_bytes())
    bucket.put_folder(here / "in", "in")
    return here / "in"


def rows(content):
    return [{key: value for key, value in row.items() if key != "how"} for row in json.loads(content)["documents"]]


def hows(bucket, place="out/"):
    return {row["doc_id"]: row["how"] for row in json.loads(bucket.get(f"{place}run.json"))["documents"]}


def test_a_run_from_a_bucket_into_a_bucket_gives_the_bytes_of_a_local_one(run, here, documents, bucket):
    assert run("run", "in", "--quiet").code == 0

    ended = run("run", bucket.at("in"), "--out", bucket.at("out"))

    assert ended.code == 0 and bucket.at("out") in ended.out
    assert len(tree(here / "out")) > 40
    assert bucket.tree() == tree(here / "out")
    assert rows(bucket.get("out/run.json")) == rows((here / "out/run.json").read_bytes())


def test_a_second_run_writes_no_document(run, documents, bucket):
    run("run", bucket.at("in"), "--out", bucket.at("out"), "--quiet")
    before = {key: seen for key, seen in bucket.listed("out/").items() if "/" in key}

    assert run("run", bucket.at("in"), "--out", bucket.at("out"), "--quiet").code == 0

    assert set(hows(bucket).values()) == {"unchanged"}
    assert {key: seen for key, seen in bucket.listed("out/").items() if "/" in key} == before
    assert ".lock" not in bucket.listed("out/")


def test_local_files_go_into_a_bucket_and_a_buckets_into_a_folder(run, here, documents, bucket):
    run("run", "in", "--out", bucket.at("from-here"), "--quiet")
    run("run", bucket.at("in"), "--out", "from-there", "--quiet")

    assert bucket.tree("from-here/") == tree(here / "from-there") != {}


def test_a_changed_file_is_done_again_and_nothing_of_the_old_document_stays(run, here, documents, bucket):
    run("run", bucket.at("in/table-over-two-pages.pdf"), "--out", bucket.at("out"), "--quiet")
    assert any("/tables/" in key for key in bucket.listed("out/"))
    bucket.put("in/table-over-two-pages.pdf", (ROOT / "fixtures/pdf/gap.pdf").read_bytes())

    assert run("run", bucket.at("in/table-over-two-pages.pdf"), "--out", bucket.at("out"), "--quiet").code == 0

    (here / "other").mkdir()
    (here / "other/table-over-two-pages.pdf").write_bytes((ROOT / "fixtures/pdf/gap.pdf").read_bytes())
    run("run", "other", "--quiet")
    assert bucket.tree() == tree(here / "out")


@pytest.mark.parametrize("spoil", ["write", "remove"])
def test_a_document_that_another_has_spoiled_is_done_again(run, documents, bucket, spoil):
    run("run", bucket.at("in/notes.md"), "--out", bucket.at("out"), "--quiet")
    whole = bucket.tree()
    time.sleep(1.1)  # a store tells times by the second
    if spoil == "write":
        bucket.put("out/notes/chunks.jsonl", b"spoiled")
    else:
        bucket.client.delete_object(Bucket=bucket.name, Key="out/notes/chunks.jsonl")

    run("run", bucket.at("in/notes.md"), "--out", bucket.at("out"), "--quiet")

    assert hows(bucket) == {"notes": "done"}
    assert bucket.tree() == whole


def test_a_renamed_file_keeps_its_doc_id(run, documents, bucket):
    run("run", bucket.at("in"), "--out", bucket.at("out"), "--quiet")
    bucket.client.delete_object(Bucket=bucket.name, Key="in/notes.md")
    bucket.put("in/renamed.md", POLICY)

    run("run", bucket.at("in"), "--out", bucket.at("out"), "--quiet")

    assert hows(bucket)["notes"] == "renamed"
    assert bucket.whole("notes")
    assert json.loads(bucket.get("out/notes/run.json"))["input"]["source"] == "renamed.md"
    assert json.loads(bucket.get("out/notes/timings.json"))["path"] == bucket.at("in/renamed.md")


def test_a_second_run_is_refused_and_names_the_first_and_a_dead_one_is_in_nobodys_way(run, documents, bucket):
    first = subprocess.Popen([sys.executable, "-c", HOLD, bucket.at("out")], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert first.stdout.readline() == "held\n"

    refused = run("run", bucket.at("in"), "--out", bucket.at("out"))
    first.kill()
    first.wait()
    after = run("run", bucket.at("in"), "--out", bucket.at("out"), "--quiet")

    assert refused.code == 2
    assert f"{bucket.at('out')} is in use by process {first.pid} on " in refused.err
    assert after.code == 0 and set(hows(bucket).values()) == {"done"}


def test_what_no_run_has_written_is_not_written_over(run, documents, bucket):
    bucket.put("out/notes/letters.txt", b"mine")

    refused = run("run", bucket.at("in/notes.md"), "--out", bucket.at("out"))

    assert refused.code == 2 and f"{bucket.at('out/notes')} is there and no result of clausetrace" in refused.err
    assert set(bucket.listed("out/")) == {"notes/letters.txt"} | ({"run.json"} & set(bucket.listed("out/")))


def test_a_dry_run_writes_nothing(run, documents, bucket):
    shown = run("run", bucket.at("in"), "--out", bucket.at("out"), "--dry-run")

    assert shown.code == 0 and "do         notes  <-  notes.md" in shown.out
    assert bucket.listed("out/") == {}


def test_the_results_below_the_inputs_are_no_inputs(run, bucket):
    bucket.put("notes.md", POLICY)
    bucket.put("out/notes/stray.md", POLICY)
    bucket.client.delete_object(Bucket=bucket.name, Key="out/notes/stray.md")
    bucket.put("out/.stages/stray.txt", b"1. One\n")

    assert run("run", f"s3://{bucket.name}", "--out", bucket.at("out"), "--quiet").code == 0

    assert hows(bucket) == {"notes": "done"}


def test_names_in_a_bucket_lead_nowhere(run, here, bucket):
    bucket.put("in/notes.md", POLICY)
    for name in ("../../escaped.md", "a//b.md", "bell\x07.md", "back\\slash.md"):
        bucket.put(f"in/{name}", POLICY + name)
    before = set(here.parent.rglob("*"))

    assert run("run", bucket.at("in"), "--out", "out", "--quiet").code == 0

    assert hows_of(here / "out") == {"notes": "done"}
    assert not [path for path in set(here.parent.rglob("*")) - before if (here / "out") not in (path, *path.parents)]


def test_a_file_over_the_limit_is_not_copied_and_the_others_are_done(run, here, write, bucket):
    bucket.put("in/large.txt", b"1. Much\n" * 200_000)
    bucket.put("in/notes.md", POLICY)
    write("clausetrace.yaml", "limits: {file_mb: 1}\n")

    ended = run("run", bucket.at("in"), "--out", "out", "--quiet")

    assert ended.code == 3 and "large.txt is larger than 1 MB; raise limits.file_mb" in ended.err
    assert hows_of(here / "out") == {"large": "failed", "notes": "done"}


def test_a_bucket_that_is_not_there_is_an_output_that_cannot_be_written(run, documents, bucket):
    ended = run("run", "in", "--out", f"s3://{bucket.name}-not/out")

    assert ended.code == 2
    assert ended.err.strip() == (
        f"clausetrace: s3://{bucket.name}-not/out cannot be written (there is no such bucket); choose another with --out"
    )


@pytest.mark.parametrize("place", ["in", "in/gone.pdf"])
def test_an_address_with_nothing_at_it_ends_the_run_before_any_work(run, here, bucket, place):
    ended = run("run", bucket.at(place))

    assert ended.code == 2 and f"{bucket.at(place)} has nothing to read" in ended.err
    assert not (here / "out").exists()


def test_a_scheme_that_is_not_known_is_named(run):
    ended = run("run", "ftp://host/policy.pdf")

    assert ended.code == 2 and "ftp:// is not known" in ended.err


def test_without_the_extra_the_error_says_what_to_install(run, bucket, monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)

    ended = run("run", bucket.at("in"))

    assert ended.code == 2
    assert ended.err.strip().endswith("s3:// needs fsspec and s3fs; pip install 'clausetrace[remote]'")


def test_check_and_others_read_a_bucket(run, here, documents, bucket):
    run("run", "in", "--quiet")
    run("run", bucket.at("in"), "--out", bucket.at("out"), "--quiet")

    assert run("check", "--out", bucket.at("out")).out == run("check").out != ""
    assert run("check", bucket.at("out/notes")).out == run("check", "notes").out
    assert run("explain", "clause", "notes", "2.a", "--out", bucket.at("out")).out == run("explain", "clause", "notes", "2.a").out
    lookup = ("lookup", "table-over-two-pages", "--where", "plan=Gold")
    assert run(*lookup, "--out", bucket.at("out")).out == run(*lookup).out
    assert run("lookup", "nothing", "--out", bucket.at("out"), "--where", "a=1").code == 2


def test_a_page_is_drawn_from_the_file_in_the_bucket(run, here, documents, bucket):
    run("run", bucket.at("in"), "--out", bucket.at("out"), "--quiet")
    run("run", "in", "--quiet")

    drawn = run("explain", "page", "gap", "1", "--out", bucket.at("out"), "-o", "there.png")

    assert drawn.code == 0, drawn.err
    run("explain", "page", "gap", "1", "-o", "here.png")
    assert (here / "there.png").read_bytes() == (here / "here.png").read_bytes()


def test_check_sees_a_file_that_was_spoiled(run, documents, bucket):
    run("run", bucket.at("in/notes.md"), "--out", bucket.at("out"), "--quiet")
    bucket.put("out/notes/chunks.jsonl", bucket.get("out/notes/chunks.jsonl").replace(b"cosmetic", b"cosmedic"))

    ended = run("check", "notes", "--out", bucket.at("out"))

    assert ended.code == 1 and "chunks.jsonl" in ended.out


def test_a_run_into_a_bucket_passes_over_what_is_accepted(run, write, documents, bucket):
    words = ("run", bucket.at("in/gap.pdf"), "--out", bucket.at("out"), "--quiet", "--fail-on", "warning")
    before = run(*words)
    write("clausetrace.yaml", run("check", "--out", bucket.at("out"), "--show-accept").out.replace('""', "right so"))

    after = run(*words)

    assert (before.code, after.code) == (1, 0)
    assert run("check", "--out", bucket.at("out")).code == 0


def test_a_file_at_an_address_is_run_first_where_it_is_no_document(run, documents, bucket):
    ended = run("check", bucket.at("in/notes.md"), "--out", bucket.at("out"))

    assert ended.code == 0 and hows(bucket) == {"notes": "done"}


def test_a_stage_alone_needs_a_local_folder_and_reads_its_file_from_the_bucket(run, documents, bucket):
    run("run", bucket.at("in/gap.pdf"), "--out", "out", "--quiet")

    assert run("stage", "extract", "gap").code == 0
    assert run("stage", "extract", "gap", "--out", bucket.at("out")).code == 2
