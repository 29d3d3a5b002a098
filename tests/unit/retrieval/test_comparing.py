"""The quick cut, and what each side says of where a fact is from."""

from hypothesis import given
from hypothesis import strategies as st

from pipeline.config.settings import ChunkSettings
from pipeline.model import ChunkKind
from pipeline.retrieval.comparing.cutting import SIZE, STEP, Letters, cut_quickly, make_plain
from pipeline.retrieval.comparing.facts import Wish, compare_cuts
from pipeline.store.rows import PageRow
from tests.unit.retrieval.document_rows import chunk_rows, clause_row

FILLER = "The policy pays for a room. " * 30
FACT = "(a) a stay at home of 10 days;"
PAGE = f"4 Exclusions\nWe shall not pay for:\n{FILLER}\n{FACT}\n{FILLER}"
CHUNKS = chunk_rows(
    (f"4 Exclusions\nWe shall not pay for:\n{FILLER}", "4"),
    (FACT, "4.a", {"context": "We shall not pay for:", "path": ["4", "a"]}),
)
CLAUSES = [clause_row("4", "4", f"We shall not pay for: {FILLER}", title="Exclusions"), clause_row("4.a", "(a)", FACT[4:])]


def compared(page=PAGE, chunks=CHUNKS, **wish):
    return compare_cuts(chunks, CLAUSES, [PageRow(1, "1", 595, 842, 1, page)], ChunkSettings(), Wish(**wish))


def told(shown):
    return [(each.what, each.words, each.is_told) for each in shown.told]


def test_the_quick_cut_is_400_characters_at_a_step_of_350_without_white_space_at_its_ends():
    text = make_plain([(1, "word \n\t " * 300)]).text

    pieces = [text[piece.start : piece.end] for piece in cut_quickly(text)]

    assert text == " ".join(["word"] * 300)
    assert pieces[:2] == [text[0:400].strip(), text[350:750].strip()]
    assert pieces == [text[at : at + 400].strip() for at in range(0, len(text), 350)]


def test_a_piece_that_would_begin_with_a_space_begins_behind_it():
    text = f"{'x' * STEP} {'y' * 100}"

    assert [text[piece.start : piece.end] for piece in cut_quickly(text)] == [text[:SIZE], "y" * 100]


@given(st.text(alphabet="ab \n", max_size=3000))
def test_every_character_is_in_a_piece_and_no_piece_is_longer_than_its_size(text):
    plain = make_plain([(1, text)]).text

    pieces = cut_quickly(plain)

    assert all(0 < piece.end - piece.start <= SIZE for piece in pieces)
    assert {at for piece in pieces for at in range(piece.start, piece.end)} >= {
        at for at, character in enumerate(plain) if character != " "
    }


def test_a_page_begins_where_its_words_do():
    plain = make_plain([(3, " one  two "), (4, ""), (5, "three")])

    assert plain.text == "one two three"
    assert plain.text[plain.pages[5] :] == "three"


@given(st.text(), st.text(), st.text())
def test_words_are_found_by_their_letters_whatever_stands_between_them(before, words, behind):
    text = f"{before}{words}{behind}"

    found = Letters(text).find(words.upper() if words.isascii() else words)

    letters = [character for character in words if character.isalnum()]
    assert (found is None) == (not letters)
    if found:
        assert [character.lower() for character in text[slice(*found)] if character.isalnum()] == [each.lower() for each in letters]


def test_both_sides_are_asked_for_document_headings_and_lead_in():
    [fact] = compared().facts

    assert fact.text == FACT
    assert told(fact.quick) == [
        ("document", "Policy", True),
        ("heading", "4.a", False),
        ("lead-in", "We shall not pay for:", False),
    ]
    assert told(fact.careful) == [
        ("document", "Policy", True),
        ("heading", "4.a", True),
        ("lead-in", "We shall not pay for:", True),
    ]


def test_a_piece_that_has_the_headings_is_said_to_have_them():
    [fact] = compared(page=f"4 Exclusions\nWe shall not pay for:\n{FACT}\n4.a").facts

    assert [each.is_told for each in fact.quick.told] == [False, True, True]


def test_a_fact_that_the_quick_cut_parts_is_shown_in_both_pieces():
    long = "(a) a stay at home of 10 days that two doctors of the hospital have ordered in writing;"

    [fact] = compared(page=f"{'x' * (STEP - 10)} {long} {FILLER}", chunks=chunk_rows((long, "4.a"))).facts

    assert not fact.quick.whole and fact.careful.whole
    first, second = ("".join(each.text for each in piece if each.fact) for piece in fact.quick.pieces)
    assert long[1:].startswith(first) and long.rstrip(";").endswith(second)


def test_a_fact_that_two_pieces_hold_is_shown_in_the_first():
    [fact] = compared(page=f"{'x' * (STEP + 5)} {FACT} {FILLER}").facts

    assert fact.quick.whole and len(fact.quick.pieces) == 1


def test_a_short_label_must_stand_as_it_is():
    [fact] = compared(page=f"14.ab 4.abc\n{FACT}").facts

    assert ("heading", "4.a", False) in told(fact.quick)


def test_what_another_piece_has_too_is_marked_as_repeated():
    [fact] = compared().facts

    [piece] = fact.quick.pieces
    words = "".join(each.text for each in piece)
    grey = [each.text for each in piece if each.repeated]
    assert [words.startswith(grey[0]), words.endswith(grey[-1])] == [True, True]
    assert all(0 < len(each) <= SIZE - STEP for each in grey)
    [careful] = fact.careful.pieces
    assert [(each.text, each.repeated, each.label, each.fact) for each in careful] == [
        ("Policy › 4.a\n", False, True, False),
        ("We shall not pay for:\n", True, False, False),
        (FACT, False, False, True),
    ]


def test_the_careful_side_shows_the_very_pieces_that_are_indexed():
    [fact] = compared().facts

    assert "".join(each.text for each in fact.careful.pieces[0]) == CHUNKS[1].embed_text


def test_facts_are_sentences_with_a_figure_or_with_the_words_that_are_asked_for():
    assert [fact.text for fact in compared().facts] == [FACT]
    assert [fact.text for fact in compared(words="SHALL  not").facts] == ["We shall not pay for:"]
    assert compared(words="maternity").facts == ()


def test_no_more_facts_are_shown_than_are_asked_for_and_all_are_counted():
    result = compared(words="policy", most=3)

    assert len(result.facts) == 3
    assert result.tallies[0].of == 30


def test_a_fact_that_the_plain_text_does_not_have_is_left_out_and_counted():
    result = compared(page="Nothing of the kind.")

    assert (result.facts, result.lost) == ((), 1)


def test_the_tallies_are_those_of_the_facts():
    tallies = {tally.what: (tally.of, tally.quick, tally.careful) for tally in compared().tallies}

    assert list(tallies.values()) == [(1, 1, 1), (1, 1, 1), (1, 0, 1), (1, 0, 1), (1, 0, 1)]


def test_a_row_is_found_by_its_cells():
    row = ("Item: Room rent; Gold: Rs. 5,000", "4", {"kind": ChunkKind.ROW, "key": "policy/4/limits/room#1"})

    [fact] = compared(page=f"{FILLER} Item Gold Room rent Rs. 5,000", chunks=chunk_rows(row)).facts

    assert [each.text for each in fact.quick.pieces[0] if each.fact] == ["Room rent Rs. 5,000"]
