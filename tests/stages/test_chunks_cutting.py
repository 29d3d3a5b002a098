"""Cutting a clause that is too long: what must always hold."""

from itertools import pairwise

from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.config.settings import ChunkSettings
from pipeline.stages.chunks import make_chunks
from pipeline.stages.chunks.cutting import cut_text
from pipeline.stages.chunks.sentences import find_sentences
from pipeline.stages.chunks.tokens import load_counter
from tests.builders import document, line, page
from tests.trees import NO_TABLES, NOTHING_ASIDE, clause, lines_of, tree

COUNT = load_counter("wordllama")
WORDS = st.sampled_from(["insurer", "pays", "Rs. 5,000", "p.a.", "the", "hospital", "(a)", "claim,", "x" * 40, "第三条"])
SENTENCE = st.builds(lambda words: "The " + " ".join(words) + ".", st.lists(WORDS, min_size=1, max_size=30))
PARAGRAPH = st.builds(" ".join, st.lists(SENTENCE, min_size=1, max_size=5))
TEXT = st.builds("\n".join, st.lists(PARAGRAPH, min_size=1, max_size=5))
BUDGET = st.integers(12, 60).flatmap(lambda size: st.tuples(st.just(size), st.integers(0, size - 1)))


def parts_of(text, size, overlap):
    cuts = cut_text(text, ChunkSettings(size=size, overlap=overlap), COUNT)
    return [(text[cut.start : cut.end], cut.overlap) for cut in cuts]


@given(TEXT, BUDGET)
@settings(deadline=None)
def test_every_part_fits_the_budget(text, budget):
    assert all(COUNT(part) <= budget[0] for part, _ in parts_of(text, *budget))


@given(TEXT, BUDGET)
@settings(deadline=None)
def test_the_parts_without_what_they_repeat_are_the_text(text, budget):
    parts = parts_of(text, *budget)

    assert "".join("".join(part[overlap:].split()) for part, overlap in parts) == "".join(text.split())


@given(TEXT, BUDGET)
@settings(deadline=None)
def test_what_a_part_repeats_is_the_end_of_the_part_before_and_within_the_overlap(text, budget):
    parts = parts_of(text, *budget)

    assert parts[0][1] == 0
    for (before, _), (part, overlap) in pairwise(parts):
        assert before.endswith(part[:overlap])
        assert COUNT(part[:overlap].strip()) <= budget[1]


@given(TEXT, BUDGET)
@settings(deadline=None)
def test_a_sentence_no_longer_than_the_overlap_stands_whole_in_one_part(text, budget):
    size, overlap = budget
    parts = [part for part, _ in parts_of(text, size, overlap)]

    for start, end in find_sentences(text, ChunkSettings().abbreviations):
        if COUNT(text[start:end]) <= overlap:
            assert any(text[start:end] in part for part in parts)


@given(st.lists(SENTENCE, min_size=1, max_size=12), BUDGET)
@settings(deadline=None, max_examples=50)
def test_the_places_of_a_cut_clause_hold_exactly_its_words(sentences, budget):
    made = document(page(*(line(text, row=row, paragraph=row % 3 == 0) for row, text in enumerate(sentences))))
    node = clause("1", "The", *lines_of(made))

    chunks = make_chunks(made, NOTHING_ASIDE, tree(node), NO_TABLES, ChunkSettings(size=budget[0], overlap=budget[1])).chunks

    for chunk in chunks:
        spans = [made.pages[0].text[place.char_start : place.char_end] for place in chunk.places]
        assert "".join(" ".join(spans).split()) == "".join(chunk.text.split())


def test_a_part_ends_early_to_keep_the_next_paragraph_whole():
    first = "The insurer pays. " * 6
    second = "The insured pays the rest of the bill to the hospital. " * 2

    parts = parts_of(f"{first.strip()}\n{second.strip()}", 40, 8)

    assert parts[0][0] == first.strip()
    assert parts[1][0].endswith(second.strip())


def test_a_sentence_longer_than_a_part_is_cut_at_words_with_a_finding():
    made = document(["1 " + "word " * 200 + "end."])

    chunks = make_chunks(
        made, NOTHING_ASIDE, tree(clause("1", "1", *lines_of(made))), NO_TABLES, ChunkSettings(size=60, overlap=10)
    )

    assert all(chunk.text.split()[-1] in ("word", "end.") for chunk in chunks.chunks)
    assert [finding.code for finding in chunks.findings] == ["CHK004"]
