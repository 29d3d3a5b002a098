"""`clausetrace audit build` and `status`, and what `check` makes of verdicts: files, sums, errors that say what to do."""

import json
import re
from pathlib import Path

import pytest

from pipeline.audit.leaves import make_leaves
from pipeline.audit.verdicts import Said, Verdict, format_verdicts
from pipeline.cli.audit_build import Wanted, find_place
from pipeline.store.stages import load_result
from tests.audited import SCRIPT, policy
from tests.cli.conftest import POLICY


def sign(here, **said):
    """Writes verdicts on clauses of the policy under out/, by what the clause is called: ``sign(here, c1="accepted")``."""
    leaves = {leaf.id: leaf for leaf in make_leaves(load_result(here / "out" / "policy"))}
    rows = [Verdict(leaves[name[1:]].key, leaves[name[1:]].hash, Said(word), "", "Asha") for name, word in said.items()]
    (here / "audit").mkdir(exist_ok=True)
    (here / "audit" / "policy.csv").write_bytes(format_verdicts(rows))


def embedded(page, name):
    """What stands as JSON in a page under an id."""
    return json.loads(re.search(f'<script type="application/json" id="{name}">(.*?)</script>', page, re.S)[1])


def test_the_page_lies_in_the_documents_folder_and_holds_all_of_it(run, write, here):
    write("policy.pdf", policy())

    ran = run("audit", "build", "policy.pdf")

    page = (here / "out" / "policy" / "audit.html").read_text(encoding="utf-8")
    view = embedded(page, "view")
    assert ran.code == 0 and "out/policy/audit.html is written: 3 pages" in ran.out
    assert [leaf["id"] for leaf in view["leaves"]] == ["1", "2", "3", "4", "5", "6"]
    assert len(re.findall(r'id="picture-\d+"', page)) == 3
    assert "src=" not in page and "@import" not in page and "url(" not in page


@pytest.mark.parametrize(
    ("output", "out", "place"),
    [("page.html", "out", "page.html"), ("", "out", "copy/policy/audit.html"), ("", "s3://bucket/out", "policy-audit.html")],
)
def test_of_a_document_on_an_object_store_the_page_is_written_here_and_not_into_its_copy(output, out, place):
    wanted = Wanted("policy", "", out, "", output, "", 36, ())

    assert find_place(wanted, Path("copy/policy")) == Path(place)


def test_words_that_would_end_a_script_are_escaped(run, write, here):
    write("policy.pdf", policy())

    run("audit", "build", "policy.pdf", "-o", "page.html")

    page = (here / "page.html").read_text(encoding="utf-8")
    assert embedded(page, "view")["leaves"][0]["text"].startswith(SCRIPT[:8])
    assert page.count("</script>") == page.count("<script")


def test_what_is_no_pdf_shows_its_words_in_place_of_pictures(run, write, here):
    write("policy.md")
    write("drawn.pdf", policy())

    ran = run("audit", "build", "policy.md")
    run("audit", "build", "drawn.pdf")

    [page] = embedded((here / "out" / "policy" / "audit.html").read_text(encoding="utf-8"), "view")["pages"]
    drawn = embedded((here / "out" / "drawn" / "audit.html").read_text(encoding="utf-8"), "view")["pages"]
    assert ran.code == 0 and "is no PDF" in ran.out
    assert "We shall not pay for:" in [line[4] for line in page["words"]]
    assert [page["words"] for page in drawn] == [[], [], []]


def test_a_pdf_that_has_gone_leaves_the_words_and_one_that_is_named_must_be_there(run, write):
    file = write("policy.pdf", policy())
    run("run", "policy.pdf")
    file.unlink()

    without = run("audit", "build", "policy")
    named = run("audit", "build", "policy", "--pdf", "elsewhere.pdf")

    assert without.code == 0 and "no pages are drawn" in without.out
    assert named.code == 3 and "name it with --pdf" in named.err


def test_verdicts_beside_the_configuration_come_with_the_page(run, write, here):
    write("policy.pdf", policy())
    run("run", "policy.pdf")
    sign(here, c3="accepted")

    run("audit", "build", "policy")

    [row] = embedded((here / "out" / "policy" / "audit.html").read_text(encoding="utf-8"), "verdicts")
    assert (row["key"], row["verdict"], row["who"]) == ("policy/3", "accepted", "Asha")


def test_status_adds_up_and_names_what_is_asked_again(run, write, here):
    write("policy.pdf", policy())
    run("run", "policy.pdf")
    sign(here, c3="accepted", c4="accepted", c5="rejected")
    write("policy.pdf", policy(third="We pay for hospital treatment in a shared room alone"))
    run("run", "policy.pdf", "--force")

    ran = run("audit", "status", "--list", "changed", "--list", "rejected")
    [status] = json.loads(run("audit", "status", "policy", "--json").out)

    sums = status["sums"]
    assert (sums["clauses"], sums["accepted"], sums["rejected"], sums["changed"], sums["open"]) == (6, 1, 1, 1, 3)
    assert re.search(r"policy +6 +1 +17% +1 +1 +3 +0", ran.out)
    assert re.search(r"changed +p1 +policy/3  3\. We pay for hospital treatment in a shared room", ran.out)
    assert "policy/5" in ran.out and "policy/4" not in ran.out


def test_check_fails_until_as_much_is_signed_off_as_the_yaml_asks_for(run, write, here):
    write("policy.md", POLICY)
    write("clausetrace.yaml", 'audit:\n  required: "100% of exclusions"\n')
    run("run", "policy.md")

    before = run("check", "policy")
    sign(here, **{"c2": "accepted", "c2.a": "accepted", "c2.b": "accepted", "c2.c": "accepted"})
    after = run("check", "policy")

    assert before.code == 1 and "AUD001" in before.out and "0 of 4 clauses of exclusions are signed off" in before.out
    assert after.code == 0


def test_a_file_that_is_none_of_verdicts_is_named_with_its_row(run, write):
    write("policy.md")
    run("run", "policy.md")
    write("audit/policy.csv", "key,content_hash,verdict,note,who,when\npolicy/1,abc,maybe,,,\n")

    ran = run("audit", "status", "policy")

    assert ran.code == 2 and "policy.csv, row 2: 'maybe' is no verdict; there are accepted, rejected, noted" in ran.err


@pytest.mark.parametrize("words", [("build", "nothing"), ("status", "nothing"), ("serve", "nothing")])
def test_a_document_that_is_not_there_is_named(run, words):
    ran = run("audit", *words)

    assert ran.code == 2 and "nothing" in ran.err
