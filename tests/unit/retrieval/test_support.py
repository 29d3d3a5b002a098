"""Whether each statement of an answer is supported by what it cites."""

import json
import re

import pytest

from pipeline.config.load import load_packaged
from pipeline.retrieval.citations import Excerpt
from pipeline.retrieval.index.keyword import Keywords, Written, build_keyword
from pipeline.retrieval.support import Rules, Verdict, Why, check_statements
from tests.conftest import ROOT

PACKAGED = load_packaged()
RULES = Rules(frozenset(PACKAGED.chunks.abbreviations), PACKAGED.ask.support, PACKAGED.ask.no_answer)
STEM = Keywords(build_keyword([Written(0, 0, "", "nothing")], None)).stem
ROOM = Excerpt(1, "Room rent is paid up to Rs. 5,000 a day of hospitalisation.", "Care › 4.1 Room rent", "12")
WAIT = Excerpt(2, "Cataract surgery is covered after thirty-six months of continuous cover.", "Care › 5 Waiting", "14")


def check(answer, rules=RULES):
    return check_statements(answer, (ROOM, WAIT), rules, STEM)


def verdicts(answer):
    return [(each.verdict, each.why) for each in check(answer)]


SUPPORTED, UNSUPPORTED = Verdict.SUPPORTED, Verdict.UNSUPPORTED


@pytest.mark.parametrize(
    "answer",
    [
        "Room rent is paid up to Rs. 5,000 a day [1].",
        "For the room five thousand rupees a day are paid in hospitals. [1]",
        "Cataract surgeries are covered after 3 years [2].",
        "Cataracts: surgeries of all kinds [2].",
        "Yes. Room rent is paid up to Rs. 5,000 a day [1].",
        "We pay the room rent of:\n- Rs. 5,000 a day [1]",
        "**Room rent** is paid [1][2].",
    ],
)
def test_what_its_excerpt_says_is_supported(answer):
    assert {verdict for verdict, _ in verdicts(answer)} == {SUPPORTED}


@pytest.mark.parametrize(
    ("answer", "why", "missing"),
    [
        ("Room rent is paid up to Rs. 6,000 a day [1].", Why.FIGURE, ["Rs. 6,000"]),
        ("Room rent is paid up to Rs. 5,000 a day [2].", Why.FIGURE, ["Rs. 5,000"]),
        ("Room rent is paid [7].", Why.NO_EXCERPT, ["[7]"]),
        ("Scuba diving lessons abroad are reimbursed [1].", Why.WORDS, ["scuba", "diving", "lessons", "abroad", "reimbursed"]),
    ],
)
def test_what_its_excerpt_does_not_say_is_not_supported_and_what_is_missing_is_named(answer, why, missing):
    [statement] = check(answer)

    assert (statement.verdict, statement.why, statement.missing) == (UNSUPPORTED, why, missing)


def test_a_statement_that_cites_nothing_is_uncited():
    assert verdicts("Room rent is paid up to Rs. 5,000 a day.\nCataract surgery is covered after three years [2].") == [
        (Verdict.UNCITED, Why.NO_CITATION),
        (SUPPORTED, Why.NOTHING),
    ]


def test_a_sentence_takes_the_next_citation_on_its_line():
    assert verdicts("Room rent is paid. It is Rs. 5,000 a day of hospitalisation [1].") == [(SUPPORTED, Why.NOTHING)] * 2


@pytest.mark.parametrize(
    "answer",
    [
        "The excerpts do not mention dental implants.",
        "I couldn't find anything about implants in the excerpts [1][2].",
        "The documents don't contain the answer.",
        "Die Auszüge enthalten keine Angaben dazu.",
        "Les extraits ne contiennent pas la réponse.",
    ],
)
def test_what_says_that_there_is_no_answer_claims_nothing(answer):
    assert {verdict for verdict, _ in verdicts(answer)} == {Verdict.NO_CLAIM}


def test_a_rule_that_has_the_words_of_having_no_answer_is_a_claim_where_it_is_cited():
    [statement] = check("Hospitals that do not contain a ward are not covered for room rent [1].")

    assert statement.verdict is not Verdict.NO_CLAIM


def test_citations_and_labels_of_lists_alone_are_no_statements():
    assert check("1. [1]\n- [2]\n***") == []


ANSWERS = [json.loads(line) for line in (ROOT / "fixtures/questions/prospectus-answers.jsonl").read_bytes().splitlines()]
TRUE = [row for row in ANSWERS if row["id"] not in ("p75", "p76", "p82")]


def excerpts_of(row):
    return [Excerpt(source["number"], source["text"]) for source in row["sources"]]


@pytest.mark.parametrize("row", TRUE, ids=[row["id"] for row in TRUE])
def test_an_answer_written_after_its_clause_is_supported(row):
    statements = check_statements(row["answer"], excerpts_of(row), RULES, STEM)

    assert [each.verdict for each in statements] == [SUPPORTED] * len(statements)


def test_the_same_answers_cited_to_other_passages_found_for_their_questions_are_not():
    judged = []
    for row in TRUE:
        own = int(re.search(r"\[(\d)\]", row["answer"])[1])
        for other in {source["number"] for source in row["sources"]} - {own}:
            cited = re.sub(r"\[\d\]", f"[{other}]", row["answer"])
            judged += check_statements(cited, excerpts_of(row), RULES, STEM)

    caught = sum(each.verdict is UNSUPPORTED for each in judged)
    assert len(judged) > 50
    assert caught / len(judged) > 0.85
