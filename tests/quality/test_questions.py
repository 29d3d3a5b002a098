"""The questions about real wordings: their right answers stand on their pages, and paraphrases share no word with theirs.

The pages are read by PDFium alone, so nothing that this project cuts or marks takes part. ``ends`` of a gold passage is how it
ends where it is longer than its first words, ``under`` the headings above it; both are asked for in paraphrases alone.
"""

import json
import re
from collections import Counter
from pathlib import Path

import pypdfium2
import pytest
import tantivy

from pipeline.config.function_words import FUNCTION_WORDS
from pipeline.retrieval.evaluation.questions import FIRST, letters_of, parse_questions

QUESTIONS = Path(__file__).resolve().parents[2] / "fixtures/questions"
DOCUMENTS = {"care-advantage-pw": "bench/labelled", "niva-aspire-prospectus": "real"}
KINDS = {"exact": 10, "paraphrase": 10, "qualified": 6, "table": 4, "premium": 5, "absent": 5}
LONG = 5
"""Letters of a stem that is looked for across the gaps of words, too: a text layer may space the letters of a word out."""
STEMMER = (
    tantivy.TextAnalyzerBuilder(tantivy.Tokenizer.simple())
    .filter(tantivy.Filter.lowercase())
    .filter(tantivy.Filter.stemmer("english"))
    .build()
)


def rows_of(name):
    """The questions of a document with all that stands in their file."""
    return [json.loads(row) for row in (QUESTIONS / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]


def golds_of(row):
    return [*row["gold"], *row["also_acceptable"]]


def passage(pages, gold):
    """The printed words of a gold passage, from its first to its last."""
    text = pages[gold["page"]] + " " + pages.get(gold["page"] + 1, "")
    places = [at for at, character in enumerate(text) if character.isalnum()]
    letters = letters_of(text)
    assert len(letters) == len(places)

    starts, ends = letters_of(gold["starts"]), letters_of(gold.get("ends", gold["starts"]))
    first = letters.index(starts)
    last = letters.index(ends, first) + len(ends)
    return text[places[first] : places[last - 1] + 1]


def words_of(text):
    """Words in lower case; a hyphen that PDFium reads at the end of a line is taken out."""
    return re.findall(r"[^\W_]+(?:'[^\W_]+)*", text.lower().replace("\ufffe", "").replace("’", "'"))


def stems_of(text):
    """The stems of its words, without those that only join others."""
    kept = (word for word in words_of(text) if word not in FUNCTION_WORDS["en"])
    return {stem for word in kept for stem in STEMMER.analyze(word)}


@pytest.fixture(scope="module", params=DOCUMENTS)
def read(request, shared):
    """A document's questions, and the text of its pages."""
    with pypdfium2.PdfDocument(shared / DOCUMENTS[request.param] / f"{request.param}.pdf") as pdf:
        pages = {number: pdf[number - 1].get_textpage().get_text_range() for number in range(1, len(pdf) + 1)}
    return rows_of(request.param), pages


@pytest.mark.parametrize("name", DOCUMENTS)
def test_there_are_forty_questions_of_six_kinds_and_a_third_is_held_back(name):
    asked = parse_questions((QUESTIONS / f"{name}.jsonl").read_bytes(), f"{name}.jsonl")

    assert Counter(each.kind for each in asked) == KINDS
    assert len({each.id for each in asked}) == len({each.question for each in asked}) == len(asked)
    assert 0.25 < sum(each.held for each in asked) / len(asked) < 0.4
    assert {each.kind for each in asked if each.held} == set(KINDS)


@pytest.mark.parametrize("name", DOCUMENTS)
def test_what_is_answered_has_a_passage_and_words_that_it_needs_and_what_is_not_has_none(name):
    asked = parse_questions((QUESTIONS / f"{name}.jsonl").read_bytes(), f"{name}.jsonl")

    for each in asked:
        answered = each.kind not in ("premium", "absent")
        assert each.answerable is answered, each.id
        assert bool(each.gold) is bool(each.required_concepts) is answered, each.id
        assert each.doc_id == (name if answered else ""), each.id
        assert each.kind != "qualified" or len(each.required_concepts) > 1, each.id


def test_every_right_passage_stands_on_its_page(read):
    rows, pages = read

    for row in rows:
        for gold in golds_of(row):
            assert letters_of(gold["starts"])[:FIRST] in letters_of(pages[gold["page"]]), (row["id"], gold)


def test_every_required_concept_stands_on_a_page_of_a_gold_passage(read):
    rows, pages = read

    for row in rows:
        letters = "|".join(letters_of(pages[gold["page"]]) for gold in row["gold"])
        for concept in row["required_concepts"]:
            assert letters_of(concept) in letters, (row["id"], concept)


def test_a_paraphrase_shares_no_stem_with_its_passage_or_the_headings_above_it(read):
    rows, pages = read

    for row in (row for row in rows if row["kind"] == "paraphrase"):
        asked = stems_of(row["question"])
        for gold in row["gold"]:
            answer = " ".join([*gold["under"], passage(pages, gold)])
            spaced_out = {stem for stem in asked if len(stem) >= LONG and stem in letters_of(answer)}
            assert (asked & stems_of(answer)) | spaced_out == set(), (row["id"], row["question"])


def test_a_shared_stem_is_seen_whatever_its_ending():
    assert stems_of("Are my travels insured?") & stems_of("an insurer of travelling people") == {"travel", "insur"}
