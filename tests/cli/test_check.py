"""`clausetrace check`: in CI, on a new version of a document. What was lost or spoiled makes it red, and it says where to look."""

import json
import re

import pytest

from tests.cli.conftest import POLICY, rows
from tests.drawn_pdf import at, drawn
from tests.fixture_runs import FIXTURES

TOPICS = ("Scope", "Hospital care", "Day care", "Exclusions", "Claims", "Renewal", "Disputes", "Notices")
FOOTER = "Acme Insurance Ltd, Regn. No. 148"
LIST = ("(a) treatment abroad;", "(b) cosmetic surgery;", "(c) maternity and what follows from it;", "(d) care at home.")


def page(number, topic, footer=FOOTER, items=LIST):
    listed = items if topic == "Exclusions" else ()
    return [
        at(72, 120, f"{number}. {topic}"),
        at(72, 140, f"What the policy says of {topic.lower()} holds for every insured person from the first day on."),
        *(at(90, 160 + 14 * row, text) for row, text in enumerate(listed)),
        at(72, 800, footer),
        at(500, 800, f"Page {number} of 8"),
    ]


def policy(**changes):
    """A wording of eight pages, a clause each."""
    return [page(number, topic, **changes) for number, topic in enumerate(TOPICS, 1)]


CONFIG = """\
families:
  care:
    floors:
      at_least: {pages: 8, clauses: 12}
    expect:
      - clause: "4.c"
        page: 4
        contains: maternity
        not_contains: Regn
        ends_with: follows from it;
documents:
  policy-2023: {family: care, status: archived}
  policy-2024: {family: care}
"""


@pytest.fixture
def ci(run, write):
    """Runs a version of the policy and checks it: what a workflow does when a new file comes."""

    def checked(*pages, config=CONFIG, words=()):
        write("clausetrace.yaml", config)
        write("policy-2024.pdf", drawn(*pages))
        assert run("run", "policy-2024.pdf", "--quiet").code == 0
        return run("check", "policy-2024", *words)

    return checked


def test_a_version_with_all_that_is_asked_for_is_green(ci):
    ran = ci(*policy())

    assert ran.code == 0
    assert re.fullmatch(r"policy-2024: 0 errors, 0 warnings, 0 notes; (\d+) of \1 rules hold\n", ran.out)


def test_a_dropped_page_is_red(ci):
    ran = ci(*policy()[:6], policy()[7])

    assert ran.code == 1
    assert "error FLR001 pages: 7, and at least 8 are asked for\n  asked for at clausetrace.yaml:4" in ran.out


def test_a_page_that_the_yaml_leaves_out_is_red_and_named(ci):
    ran = ci(*policy(), config=CONFIG.replace("{family: care}", "{family: care, skip_pages: [6]}"))

    assert ran.code == 1
    assert "error FLR001 page 6: pages: 7, and at least 8 are asked for; not covered: page 6" in ran.out
    assert "to look at it: clausetrace explain page policy-2024 6" in ran.out


def test_a_lost_clause_is_red_by_its_gap_its_expectation_and_the_floor(ci):
    ran = ci(*policy(items=[item for item in LIST if "(c)" not in item]))

    assert ran.code == 1
    assert "error NUM001 page 4 [" in ran.out and "4.d: (c) is missing between (b) and (d)" in ran.out
    assert "error EXP001 page 4: there is no clause '4.c'; near are 4.d, 4.b, 4.a; under 4 (page 4) there is a, b, d" in ran.out
    assert "error FLR001" in ran.out and "clauses: 11, and at least 12 are asked for" in ran.out


def test_a_footer_in_a_clause_is_red_at_its_line(ci):
    pages = policy()
    pages[3] = [*page(4, "Exclusions", items=LIST[:3]), at(90, 202, FOOTER), at(90, 216, "(d) care at home.")]

    ran = ci(*pages)

    assert ran.code == 1
    assert 'error EXP006 page 4 [90 192.55 248.97 204.24]: 4.c: it has "Regn", which should not be there: "(c) maternity' in ran.out
    assert f'4.c: it ends with "… and what follows from it; {FOOTER}", and "follows from it;" is asked for' in ran.out
    assert "asked for at clausetrace.yaml:6" in ran.out and "clausetrace explain page policy-2024 4" in ran.out


def test_a_digit_changed_in_a_transcription_is_red_at_its_cell(run, here, write):
    name = "table-over-two-pages"
    write(f"{name}.pdf", (FIXTURES / "pdf" / f"{name}.pdf").read_bytes())
    assert run("run", f"{name}.pdf", "--quiet").code == run("tables", "draft", name, "-o", "copy.csv").code == 0
    copy = here / "copy.csv"
    copy.write_text(copy.read_text().replace("Rs. 65,000", "Rs. 66,000"))
    write("clausetrace.yaml", f"documents: {{{name}: {{transcriptions: [{{csv: copy.csv, pages: [1, 2]}}]}}}}")

    ran = run("check", f"{name}.pdf", "--json")

    [checked] = json.loads(ran.out)
    told = {outcome["rule"]: outcome["problems"] for outcome in checked["outcomes"]}
    [problem] = told["transcriptions"]
    assert ran.code == 1
    assert (problem["code"], problem["severity"], problem["page"], len(problem["bbox"])) == ("TAB010", "error", 1, 4)
    assert 'it claims "Rs. 66,000"; page 1 has "Rs. 65,000"' in problem["message"]


def test_furniture_that_eats_text_is_red(ci):
    text = "What the policy says holds for every insured person from the first day on to its last."
    pages = [
        [
            at(72, 60, f"{number}. The reader of section {topic.lower()} looks at its own words first"),
            *(at(72, 120 + 30 * row, f"{number}.{row + 1} {text}") for row in range(20)),
            at(72, 800, FOOTER),
        ]
        for number, topic in enumerate(TOPICS, 1)
    ]
    greedy = "boilerplate: {threshold: 0.01, least_pages: 1, apart: 0.1, attached: 0.01, majority: 0}\n"

    ran = ci(*pages, config=greedy)

    assert ran.code == 1
    assert "error FUR01" in ran.out


# ---------------------------------------------------------------- accepting


GAP = POLICY.replace("(b) cosmetic surgery;\n", "")


def test_what_is_shown_for_accepting_is_accepted_once_it_has_a_reason(run, write):
    write("policy.md", GAP)
    assert run("run", "policy.md").code == 0
    assert run("check").code == 1

    shown = run("check", "--show-accept").out
    write("clausetrace.yaml", shown)
    refused = run("check")
    write("clausetrace.yaml", shown.replace('reason: ""', "reason: the insurer took (b) out"))
    ran = run("check")

    assert "code: NUM001    # policy, page 1: (b) is missing between (a) and (c)" in shown
    assert refused.code == 2 and "reason: must not be empty" in refused.err
    assert ran.code == 0 and "1 accepted" in ran.out


def test_what_is_shown_of_several_documents_can_be_put_into_one_file(run, write):
    for name, title in {"a": "Alpha", "b": "Beta", "c": "Gamma"}.items():
        write(f"{name}.md", GAP.replace("Care", title))
    config = "documents: {a: {family: care}, b: {family: care}}\n"
    write("clausetrace.yaml", config)
    run("run", "a.md", "b.md", "c.md")

    shown = run("check", "--show-accept").out
    write("clausetrace.yaml", config + shown.replace('reason: ""', "reason: right so"))

    assert shown.count("code: NUM001") == 2 and shown.count("families:\n") == 1
    assert run("check").code == 0


def test_an_accepted_finding_is_back_with_other_words_and_says_what_to_write(run, write):
    write("policy.md", GAP)
    run("run", "policy.md")
    write("clausetrace.yaml", run("check", "--show-accept").out.replace('reason: ""', "reason: right so"))
    write("policy.md", GAP.replace("before the policy", "after the policy"))
    run("run", "policy.md")

    ran = run("check", "--fail-on", "note")

    assert ran.code == 1
    assert "error NUM001" in ran.out
    assert "note ACC001 page 1: NUM001 of 2.c was accepted for other words" in ran.out
    assert "asked for at clausetrace.yaml:5" in ran.out


def test_a_run_fails_on_what_nobody_accepted_alone(run, write, here):
    write("policy.md", GAP)
    before = run("run", "policy.md", "--fail-on", "warning")
    write("clausetrace.yaml", run("check", "--show-accept").out.replace('reason: ""', "reason: right so"))

    after = run("run", "policy.md", "--fail-on", "warning")

    assert (before.code, after.code) == (1, 0)
    assert "policy has 1 of severity error or warning" in before.err and "--fail-on" not in after.err
    assert "NUM001" in [row["code"] for row in rows(here / "out/policy/findings.jsonl")]


def test_a_document_with_nothing_to_accept_says_so(run, write):
    write("policy.md")
    run("run", "policy.md")

    assert run("check", "--show-accept") == (0, "# there is nothing to accept\n", "")


def test_two_outputs_at_once_are_refused(run, write):
    assert run("check", "--json", "--show-accept").code == 2


# ---------------------------------------------------------------- families, and what the command says


def test_dates_and_the_version_before_stand_in_the_metadata_of_every_chunk(run, write, here):
    write("policy-2024.md")
    write(
        "clausetrace.yaml",
        'documents: {policy-2024: {effective_from: "2024-04-01", effective_to: "2025-03-31", supersedes: policy-2023}}',
    )

    run("run", "policy-2024.md")

    chunks = rows(here / "out/policy-2024/chunks.jsonl")
    told = {tuple(row["metadata"][key] for key in ("effective_from", "effective_to", "supersedes")) for row in chunks}
    assert told == {("2024-04-01", "2025-03-31", "policy-2023")}
    assert list(chunks[0]["metadata"])[-3:] == ["effective_from", "effective_to", "supersedes"]
    assert json.loads((here / "out/policy-2024/run.json").read_text())["input"]["supersedes"] == "policy-2023"


def test_two_versions_in_force_on_one_day_are_red(run, write):
    write("v1.md")
    write("v2.md", f"{POLICY}(d) more.\n")
    config = 'documents:\n  v1: {family: care, effective_from: "2023-01-01"}\n  v2: {family: care, effective_from: "2024-01-01"}\n'
    write("clausetrace.yaml", config)
    run("run", "v1.md", "v2.md")

    ran = run("check")
    write("clausetrace.yaml", config.replace('"2024-01-01"', '"2024-01-01", supersedes: v1'))
    run("run", "v1.md", "v2.md")

    assert ran.code == 1
    assert "v2: error FAM003 v1 and v2 of the family 'care' are both in force on 2024-01-01; write supersedes: v1" in ran.out
    assert run("check").code == 0


def test_what_a_check_asks_makes_no_document_stale(run, write):
    write("policy.md")
    run("run", "policy.md")
    write("clausetrace.yaml", 'check: {severity: {NUM003: error}}\nfamilies: {policy: {expect: [{clause: "2.b"}]}}\n')

    assert '"unchanged"' in run("run", "policy.md", "--json").out
    assert run("status", "--json").out.count('"done"') == 1
    assert run("check").code == 0


def test_a_family_that_no_document_is_of_is_told(run, write):
    write("policy.md")
    run("run", "policy.md")
    write("clausetrace.yaml", 'families: {polciy: {expect: [{clause: "2.b"}]}}\n')

    ran = run("check")

    assert ran.code == 0 and "families: what is asked of 'polciy' is asked of no document" in ran.err
    assert "is 'policy' meant?" in ran.err
    assert run("check", "policy").err == ""


def test_a_document_whose_last_run_failed_is_red(run, write):
    write("policy.md")
    write("torn.pdf", b"no PDF")
    assert run("run", "policy.md", "torn.pdf").code == 3

    ran = run("check")

    assert ran.code == 1 and "torn: error OUT007 the last run of it failed: torn.pdf" in ran.out


def test_json_has_every_rule_of_every_document_with_the_place_in_the_yaml(run, write):
    write("policy.md", GAP)
    write("clausetrace.yaml", 'families: {policy: {expect: [{clause: "2.b"}]}}\n')
    run("run", "policy.md")

    [checked] = json.loads(run("check", "--json").out)

    outcomes = {outcome["rule"]: outcome for outcome in checked["outcomes"]}
    [gap], [lost] = outcomes["numbers"]["problems"], outcomes["expectations"]["problems"]
    assert (checked["doc_id"], checked["family"], checked["source"]) == ("policy", "policy", "policy.md")
    assert outcomes["ledger"] == {"rule": "ledger", "title": "Every letter of the pages has exactly one fate", "problems": []}
    assert (gap["clause_id"], len(gap["content_hash"]), gap["asked_at"]) == ("2.c", 64, "")
    assert (lost["code"], lost["asked_at"]) == ("EXP001", "clausetrace.yaml:1")
