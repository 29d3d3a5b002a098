"""The questions about two real documents hold against the documents themselves, read by PDFium and not by this program.

Each right passage stands on the page that is told for it, and one of them holds every required concept. A paraphrase shares no word
with its clause nor with the headings above it, by the stems of words; what only joins words is left out of account. Where each
clause ends, and which headings stand above it, is written down here, read off the page. Of a question without an answer, the words
that would have to stand in one are sought and not found.
"""

import re
from functools import cache

import pypdfium2
import pytest
import tantivy

from pipeline.config.function_words import FUNCTION_WORDS
from pipeline.retrieval.evaluation.questions import FIRST, letters_of, parse_questions
from tests.conftest import ROOT

WORDING, PROSPECTUS = "tata-medicare-plus-pw", "star-mediclassic-prospectus"
BOTH = pytest.mark.parametrize("name", [WORDING, PROSPECTUS])
REACH = 600
"""Letters from the first of a passage within which its concepts end; the last of them ends after 535."""
LONGEST = 1000
"""Letters of a clause with its headings, at most; the longest has 907."""
WHOLE = 4
"""Letters of a stem that may not even stand within a word: some lines are printed with a space between all letters."""
KINDS = {"exact": 10, "paraphrase": 10, "qualified": 6, "table": 4, "premium": 5, "absent": 5}
MEDICAL = "Section 3 – Exclusions | Standard Exclusions | Medical Exclusions"
SPORTS = "Section 3 – Exclusions | Standard Exclusions | Non-Medical Exclusions | Hazardous or Adventure Sports"
OTHER = "Section 3 – Exclusions | Specific Exclusions | Non-Medical Exclusions"
TERMS = "Section 4 – General Terms and Clauses | Standard General Terms and Clauses"
ROAD = "Optional Covers | Gold Plan | Additional Basic Sum Insured for Road Traffic Accident (RTA)"
EXCLUDED = "What are the exclusions applicable? | Standard Exclusions"
SPECIFIC = "What are the exclusions applicable? | Specific Exclusions"
CARE = "What are the Optional Covers available on payment of additional premium? | Patient Care"
CLAUSES = {
    "t11": ("Section 2 – Benefits | Domiciliary Treatment", "(Section 1) of this Policy."),
    "t12": ("Section 2 – Benefits | Organ Donor", "Treatment (section B1)."),
    "t13": ("Section 2 – Benefits | Health Checkup", "Deductible shall not be applicable for this benefit."),
    "t14": (f"{MEDICAL} | Maternity", "lawful medical termination of pregnancy during the policy period."),
    "t15": (SPORTS, "deep-sea diving."),
    "t16": (f"{TERMS} | Nomination", "full and final discharge of its liability under the policy."),
    "t17": (f"{TERMS} | Portability", "their subsequent amendments thereof."),
    "t18": (f"{TERMS} | Disclosure of Information", "in the context of underwriting the risk.)"),
    "t19": (OTHER, "diabetic test strips, and similar products."),
    "t20": (OTHER, "immediate relative of an Insured Person’s family."),
    "s11": ("Optional Covers | Gold Plan", "All other terms, conditions and exclusions shall apply for the New Born Baby"),
    "s12": (ROAD, "Claim under this benefit will impact the Cumulative bonus"),
    "s13": (CARE, "becomes payable only upon a valid claim for hospitalization."),
    "s14": ("Optional Covers | Gold Plan | Shared accommodation", "Date of admission and date of discharge will not be counted"),
    "s15": (f"{EXCLUDED} | Change-of-Gender treatments", "those of the opposite sex."),
    "s16": (f"{EXCLUDED} | Obesity / Weight Control", "Uncontrolled Type2 Diabetes"),
    "s17": (f"{EXCLUDED} | Breach of law", "breach of law with criminal intent."),
    "s18": (SPECIFIC, "therapeutic reasons) - Code Excl 31"),
    "s19": (SPECIFIC, "other similar aids - Code Excl 35"),
    "s20": ("Withdrawal of policy", "provided the policy has been maintained without a break"),
}
"""Of each paraphrase the headings above its clause and the clause's last words, as printed."""
NOWHERE = {
    "t36": ("restor", "reinstat", "refill"),
    "t37": ("copay", "copayment"),
    "t38": ("lumpsum", "criticalillness"),
    "t39": ("dailycash", "dailyallowance", "foreachday"),
    "t40": ("wellness", "walking", "reward"),
    "s36": ("nomin",),
    "s37": ("bankrate", "penalinterest", "payinterest", "delayinthepayment"),
    "s38": ("opinion",),
    "s39": ("abroad", "overseas", "foreigncountr", "worldwide", "outsideindia", "global"),
    "s40": ("marri", "wedd", "midterm", "midyear", "newlyadded"),
}
"""Of each question without an answer the letters that an answer would have to hold."""
JOINING = frozenset(FUNCTION_WORDS["en"])
"""Words that only join others."""


@cache
def printed(shared, name):
    """The words of each page as PDFium reads them, by its number from 1; a hyphen at a line's end is let go."""
    document = pypdfium2.PdfDocument(shared / "real" / f"{name}.pdf")
    texts = {number: page.get_textpage().get_text_range() for number, page in enumerate(document, 1)}
    return {number: text.replace("\ufffe", "").replace("\r\n", " ") for number, text in texts.items()}


def questions_of(name, *kinds):
    asked = parse_questions((ROOT / f"fixtures/questions/{name}.jsonl").read_bytes(), name)
    return [each for each in asked if not kinds or each.kind in kinds]


def letters_from(gold, pages):
    """Letters from the first of a passage on, over the end of its page."""
    both = letters_of(pages[gold.page] + pages.get(gold.page + 1, ""))
    at = both.find(letters_of(gold.starts)[:FIRST])
    return both[at : at + REACH] if at >= 0 else ""


def clause_of(question, pages):
    """The words of the clause that a paraphrase asks for: headings above it, and from its first to its last words as printed."""
    above, last = CLAUSES[question.id]
    gold = question.gold[-1]
    text = pages[gold.page] + pages.get(gold.page + 1, "")
    ends = [match.end() for match in re.finditer(loosely(last), text)]
    start = re.search(loosely(letters_of(gold.starts)[:FIRST]), text, re.IGNORECASE)
    return f"{above} {text[start.start() : min(end for end in ends if end > start.start())]}"


def loosely(words):
    """A pattern of letters with whatever else stands between."""
    return r"[\W_]*".join(map(re.escape, (character for character in words if character.isalnum())))


def stems(text):
    stemmer = tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple()).filter(tantivy.Filter.lowercase())
    words = re.sub(r"(?<=\w)['’]\w+", "", text)
    telling = " ".join(word for word in re.findall(r"\w+", words) if word.lower() not in JOINING)
    return set(stemmer.filter(tantivy.Filter.stemmer("english")).build().analyze(telling))


@BOTH
def test_every_right_passage_stands_on_its_page(shared, name):
    pages = printed(shared, name)

    for asked in questions_of(name):
        for gold in (*asked.gold, *asked.also_acceptable):
            assert letters_of(gold.starts)[:FIRST] in letters_of(pages[gold.page]), (asked.id, gold.starts)


@BOTH
def test_every_concept_stands_in_the_passage_that_answers(shared, name):
    pages = printed(shared, name)

    for asked in questions_of(name, "exact", "paraphrase", "qualified", "table"):
        wanted = [letters_of(concept) for concept in asked.required_concepts]
        assert wanted, asked.id
        assert any(all(each in letters_from(gold, pages) for each in wanted) for gold in asked.gold), asked.id


@BOTH
def test_a_paraphrase_shares_no_stem_with_its_clause_and_its_headings(shared, name):
    pages = printed(shared, name)

    for asked in questions_of(name, "paraphrase"):
        clause = clause_of(asked, pages)
        assert stems(asked.question) & stems(clause) == set(), asked.id
        assert [each for each in stems(asked.question) if len(each) >= WHOLE and each in letters_of(clause)] == [], asked.id


@BOTH
def test_the_headings_of_a_paraphrase_stand_before_its_clause_which_is_short(shared, name):
    pages = printed(shared, name)

    for asked in questions_of(name, "paraphrase"):
        before = letters_of("".join(text for number, text in pages.items() if number <= asked.gold[0].page))
        assert [each for each in CLAUSES[asked.id][0].split(" | ") if letters_of(each) not in before] == [], asked.id
        assert len(letters_of(clause_of(asked, pages))) < LONGEST, asked.id


@BOTH
def test_what_an_absent_answer_would_hold_stands_nowhere(shared, name):
    letters = letters_of("".join(printed(shared, name).values()))

    for asked in questions_of(name, "absent"):
        assert [each for each in NOWHERE[asked.id] if each in letters] == [], asked.id


@BOTH
def test_the_set_has_forty_questions_of_six_kinds_a_third_held_back(name):
    asked = questions_of(name)

    assert {kind: sum(each.kind == kind for each in asked) for kind in KINDS} == KINDS
    assert len({each.id for each in asked}) == len(asked) == sum(KINDS.values())
    assert 0.25 < sum(each.held for each in asked) / len(asked) < 0.4
    assert all(bool(each.gold) == each.answerable == (each.kind not in ("premium", "absent")) for each in asked)
    assert all(any(each.held for each in asked if each.kind == kind) for kind in KINDS)
