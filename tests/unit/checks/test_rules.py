"""The rules as a whole, and those that hold a document's files against each other."""

import msgspec
import pytest

from pipeline.batch.checking import check_written
from pipeline.checks.rules import RULES, hold_rules
from pipeline.checks.rules.told import tell
from pipeline.model import Severity, Stage
from pipeline.store.rows import Ending, FindingRow, How
from tests.unit.checks.standing import POLICY, changed, configure, stand


@pytest.fixture
def standing(tmp_path):
    return stand(tmp_path)


def broken(written):
    """Rule to the codes of what broke it, of those that are broken by more than notes."""
    outcomes = hold_rules(written)
    found = {outcome.rule: [p.code for p in outcome.problems if p.severity is not Severity.NOTE] for outcome in outcomes}
    return {rule: codes for rule, codes in found.items() if codes}


def finding(code, **more):
    return FindingRow(**{
        "id": "f1", "code": code, "severity": Severity.ERROR, "stage": Stage.CHECKS, "message": "m", "page": 0, "clause_id": "",
        "bbox": [], "line_ids": [], "text": "", **more,
    })  # fmt: skip


def test_a_document_as_it_was_run_breaks_no_rule_and_every_rule_is_told(standing):
    assert broken(standing) == {}
    assert [outcome.rule for outcome in hold_rules(standing)] == [rule.name for rule in RULES]
    assert len({rule.name for rule in RULES}) == len(RULES)


@pytest.mark.parametrize(
    ("code", "rule"),
    [
        ("EXT001", "read"), ("TXT002", "read"), ("LED003", "ledger"), ("PRV002", "verified"), ("FUR002", "furniture"),
        ("NUM004", "numbers"), ("TAB010", "transcriptions"), ("TAB013", "transcriptions"), ("TAB004", "tables"),
        ("CFG001", "overrules"), ("META001", "findings"), ("XYZ999", "findings"),
    ],
)  # fmt: skip
def test_every_finding_is_told_by_exactly_one_rule(standing, code, rule):
    assert broken(changed(standing, findings=[finding(code)])) == {rule: [code]}


@pytest.mark.parametrize(
    ("parts", "rule", "code"),
    [
        ({"changed": ["chunks.jsonl"]}, "files", "OUT001"),
        ({"settings_sha256": "1" * 64}, "settings", "OUT002"),
        ({"failed": "policy.md is encrypted"}, "done", "OUT007"),
    ],
)
def test_what_is_not_as_the_run_left_it_is_told(standing, parts, rule, code):
    assert broken(changed(standing, **parts)) == {rule: [code]}


@pytest.mark.parametrize("name", ["chunks", "clauses", "lines"])
def test_an_id_that_two_rows_have_is_told(standing, name):
    rows = getattr(standing, name)

    assert set(broken(changed(standing, **{name: [*rows, rows[0]]}))["ids"]) == {"OUT003"}


def test_a_ledger_that_does_not_add_up_is_told_with_both_sums(standing):
    ledger = msgspec.structs.replace(standing.run.ledger, counted=7, by_reader=9)

    [problem] = _of(changed(standing, run=msgspec.structs.replace(standing.run, ledger=ledger)), "ledger")

    assert problem.code == "OUT004" and "7 letters" in problem.message and "9 apart" in problem.message


def test_a_chunk_that_is_not_verified_is_told_unless_a_finding_says_so(standing):
    chunk = standing.chunks[1]
    places = [msgspec.structs.replace(place, verified=False) for place in chunk.provenance]
    chunks = [standing.chunks[0], msgspec.structs.replace(chunk, provenance=places)]

    [problem] = _of(changed(standing, chunks=chunks), "verified")
    told = _of(changed(standing, chunks=chunks, findings=[finding("PRV001")]), "verified")

    assert (problem.code, problem.page, problem.text) == ("OUT005", 1, chunk.text)
    assert [each.code for each in told] == ["PRV001"]


def test_pages_that_were_not_asked_for_are_lacking(tmp_path):
    standing = stand(tmp_path, pages=(1,))

    [problem] = _of(standing, "read")

    assert problem.code == "OUT006" and "only the 1 pages asked for with --pages" in problem.message


def test_a_page_that_has_no_row_is_lacking(standing):
    page = standing.pages[0]
    pages = [msgspec.structs.replace(page, page=number) for number in (1, 2, 5)]

    [problem] = _of(changed(standing, pages=pages), "read")

    assert (problem.code, problem.page) == ("OUT006", 3) and "pages.jsonl lacks 2 of 5 pages: 3, 4;" in problem.message


def _of(written, rule):
    return next(outcome.problems for outcome in hold_rules(written) if outcome.rule == rule)


# ---------------------------------------------------------------- what an acceptance of a finding hangs on


def hashes(written, *findings):
    return [problem.content_hash for problem in tell(changed(written, findings=findings))]


def test_of_a_clause_its_words_its_label_and_the_label_before_it_count(tmp_path):
    first = stand(tmp_path / "a")
    of = finding("NUM003", clause_id="2.b")

    def now(content, name):
        return hashes(stand(tmp_path / name, content), of)

    assert now(f"{POLICY}\n## 3. Extras\nNone.\n", "b") == hashes(first, of)
    assert now(POLICY.replace("needful", "needed"), "c") != hashes(first, of)
    assert now(POLICY.replace("(b)", "(c)").replace("(c) treatment", "(d) treatment"), "d") != hashes(first, of)
    assert now(POLICY.replace("(a) treatment abroad;\n", ""), "e") != hashes(first, of)


def test_without_a_clause_the_words_quoted_count_then_those_of_the_lines_then_those_of_the_page(standing):
    line = standing.lines[2]
    quoted, of_line, of_page = (
        finding("NUM002", text="x y", line_ids=[line.id], page=1),
        finding("NUM002", line_ids=[line.id], page=1),
        finding("TXT002", page=1),
    )
    other = [msgspec.structs.replace(each, text="z") if each.id == line.id else each for each in standing.lines]
    blank = [msgspec.structs.replace(page, text="") for page in standing.pages]

    now = hashes(standing, quoted, of_line, of_page)

    assert len(set(now)) == 3
    assert hashes(changed(standing, lines=other), quoted, of_line)[0] == now[0]
    assert hashes(changed(standing, lines=other), quoted, of_line)[1] != now[1]
    assert hashes(changed(standing, pages=blank), of_page) != now[2:]
    assert hashes(standing, finding("NUM002", text="x\n y")) == now[:1]


def test_pages_without_words_are_told_apart(standing):
    assert len(set(hashes(standing, finding("EXT001", page=2), finding("EXT001", page=3)))) == 2


def test_a_finding_about_the_whole_hangs_on_the_file(standing):
    of = msgspec.structs.replace(standing.run.input, sha256="2" * 64)
    newer = changed(standing, run=msgspec.structs.replace(standing.run, input=of))

    assert hashes(standing, finding("FUR001")) != hashes(newer, finding("FUR001"))


# ---------------------------------------------------------------- documents that have no results


def test_what_is_asked_of_no_document_is_said_with_what_may_be_meant(tmp_path):
    from pipeline.batch.checking import find_unasked

    yaml = "families: {polcy: {}, policy: {}}\ndocuments: {poliyc: {expect: [{clause: a}]}, other: {title: Other}}\n"
    stand(tmp_path, yaml=yaml)

    said = list(find_unasked(tmp_path / "out", configure(tmp_path, yaml)))

    assert said == [
        "families: what is asked of 'polcy' is asked of no document under this folder; is 'policy' meant?"
        "; a document is of it where its entry says family",
        "documents: what is asked of 'poliyc' is asked of no document under this folder; is 'policy' meant?",
    ]


def test_a_family_asks_versions_in_force_alone(tmp_path):
    asks = 'families: {policy: {expect: [{clause: "9"}], floors: {at_least: {clauses: 99}}}}\n'
    codes = {}
    for name, own in {
        "current": "{}",
        "archived": "{status: archived}",
        "superseded": "{}\n  newer: {supersedes: policy}",
        "alone": '{status: archived, expect: [{clause: "8"}]}',
    }.items():
        yaml = f"{asks}documents:\n  policy: {own}\n"
        checked = check_written(stand(tmp_path / name, yaml=yaml), configure(tmp_path / name, yaml))
        codes[name] = [p.code for p in checked.problems if p.severity is Severity.ERROR]

    assert codes == {"current": ["FLR001", "EXP001"], "archived": [], "superseded": [], "alone": ["EXP001"]}


def test_a_document_that_failed_and_left_nothing_is_checked_too(tmp_path):
    from pipeline.batch.checking import check_failed
    from pipeline.store.folders import indented
    from pipeline.store.rows import BatchRun

    stand(tmp_path)
    row = Ending(
        "torn",
        How.FAILED,
        "unreadable",
        "torn.pdf is no PDF",
        "",
        "torn.pdf",
        "torn.pdf",
        "",
        "torn",
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0,
        0.0,
    )
    (tmp_path / "out/run.json").write_bytes(indented(BatchRun(1, "0", "", "", [row])))

    [checked] = check_failed(tmp_path / "out", configure(tmp_path, "documents: {torn: {family: care}}"))

    assert (checked.doc_id, checked.family) == ("torn", "care")
    assert [(p.code, p.message) for p in checked.problems] == [("OUT007", "the last run of it failed: torn.pdf is no PDF")]
