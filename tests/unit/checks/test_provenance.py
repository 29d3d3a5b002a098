"""Provenance: a chunk is verified only where its boxes, read again from the file, hold exactly its words."""

import msgspec
import pytest

from pipeline.checks import check
from pipeline.config.settings import ChunkSettings, ProvenanceSettings
from pipeline.model import Chunks, FixturePage, Mark, MarkKind, NodeKind, Severity, SourceKind, Tables
from pipeline.stages.chunks import make_chunks
from tests.drawn import draw, in_text
from tests.trees import BECAUSE, NO_TABLES, NOTHING_ASIDE, clause, lines_of, table, tree

ALONE = ProvenanceSettings(second_reader="none")
SET_SOLID = [
    ("1 We pay Rs. 5,000 for Type-gyp fever,", 72.0, 72.0),
    ("jumping to $1.50 a day.", 72.0, 82.0),
    ("2 We pay Rs. 9,000 for cold (Âé),", 72.0, 92.0),
    ("and nothing else; see page 7.", 72.0, 102.0),
]
"""Lines at ten points of ten-point type: their boxes overlap, with descenders above accents."""


def two_clauses(**drawing):
    """The bytes, document, tree and chunks of two clauses of two lines each."""
    content, made = draw(SET_SOLID, **drawing)
    a, b, c, d = lines_of(made)
    nodes = tree(clause("1", "1", a, b), clause("2", "2", c, d))
    return content, made, nodes, make_chunks(made, NOTHING_ASIDE, nodes, NO_TABLES, ChunkSettings())


def verified(content, made, nodes, chunks, *, tables=NO_TABLES, aside=NOTHING_ASIDE, **given):
    """Whether each place of each chunk is verified, and the codes of the findings."""
    checks = check(content, made, aside, nodes, tables, chunks, ALONE, **given)
    assert len(checks.places) == len(chunks.chunks)
    return [[place.verified for place in places] for places in checks.places], [finding.code for finding in checks.findings]


def with_place(chunks, index, **changed):
    """The chunks, the first place of one of them changed."""
    chunk = chunks.chunks[index]
    place = msgspec.structs.replace(chunk.places[0], **changed)
    return with_chunk(chunks, index, places=(place, *chunk.places[1:]))


def with_chunk(chunks, index, **changed):
    """The chunks, one of them changed."""
    held = list(chunks.chunks)
    held[index] = msgspec.structs.replace(held[index], **changed)
    return Chunks(tuple(held))


def test_boxes_that_hold_their_words_are_verified():
    assert verified(*two_clauses()) == ([[True], [True]], [])


@pytest.mark.parametrize("rotate", [0, 90, 180, 270])
@pytest.mark.parametrize("crop", [False, True])
def test_boxes_of_turned_and_cropped_pages_are_of_the_page_as_shown(rotate, crop):
    assert verified(*two_clauses(rotate=rotate, crop=crop)) == ([[True], [True]], [])


@pytest.mark.parametrize("by", [10, -10])
def test_a_box_moved_by_a_line_is_unverified(by):
    content, made, nodes, chunks = two_clauses()
    x0, top, x1, bottom = chunks.chunks[0].places[0].bbox

    moved = with_place(chunks, 0, bbox=(x0, top + by, x1, bottom + by))

    assert verified(content, made, nodes, moved) == ([[False], [True]], ["PRV001"])


def test_swapped_boxes_are_both_unverified():
    content, made, nodes, chunks = two_clauses()
    first, second = (chunk.places[0].bbox for chunk in chunks.chunks)

    swapped = with_place(with_place(chunks, 0, bbox=second), 1, bbox=first)

    assert verified(content, made, nodes, swapped) == ([[False], [False]], ["PRV001", "PRV001"])


def test_swapped_places_are_both_unverified():
    content, made, nodes, chunks = two_clauses()
    first, second = (chunk.places for chunk in chunks.chunks)

    swapped = with_chunk(with_chunk(chunks, 0, places=second), 1, places=first)

    assert verified(content, made, nodes, swapped)[0] == [[False], [False]]


@pytest.mark.parametrize(
    ("old", "new"), [("5,000", "6,000"), ("5,000", "5.000"), ("1.50", "150"), ("Rs.", "Rs"), ("fever", "Fever")]
)
def test_a_changed_digit_sign_or_letter_is_unverified(old, new):
    content, made, nodes, chunks = two_clauses()

    changed = with_chunk(chunks, 0, text=chunks.chunks[0].text.replace(old, new))

    assert verified(content, made, nodes, changed) == ([[False], [True]], ["PRV001"])


@pytest.mark.parametrize("edge", [1, 3])
def test_a_neighbours_line_inside_the_box_is_unverified(edge):
    content, made, nodes, chunks = two_clauses()
    index = 0 if edge == 3 else 1
    bbox = list(chunks.chunks[index].places[0].bbox)
    bbox[edge] += 10 if edge == 3 else -10

    wider = with_place(chunks, index, bbox=tuple(bbox))

    assert verified(content, made, nodes, wider)[0][index] == [False]


def test_words_that_the_file_does_not_have_are_unverified_though_the_document_has_them():
    content, _, nodes, _ = two_clauses()
    _, other = draw([(text.replace("5,000", "6,000"), x0, top) for text, x0, top in SET_SOLID])
    chunks = make_chunks(other, NOTHING_ASIDE, nodes, NO_TABLES, ChunkSettings())

    assert verified(content, other, nodes, chunks)[0] == [[False], [True]]


def test_a_finding_of_a_miss_quotes_what_the_box_reads_and_what_the_chunk_has():
    content, _, nodes, _ = two_clauses()
    _, other = draw([(text.replace("5,000", "6,000"), x0, top) for text, x0, top in SET_SOLID])
    chunks = make_chunks(other, NOTHING_ASIDE, nodes, NO_TABLES, ChunkSettings())

    [finding] = [each for each in check(content, other, NOTHING_ASIDE, nodes, NO_TABLES, chunks, ALONE).findings if each.line_ids]

    assert finding.message.startswith("page 1: chunk policy/1#1 is unverified: its box reads ")
    assert (
        "5,000" in finding.message.split(" where the chunk has ")[0]
        and "6,000" in finding.message.split(" where the chunk has ")[1]
    )


def test_a_line_moved_to_another_page_is_unverified():
    content, made = draw([("1 We pay for fever,", 72.0, 72.0)], [("and for cold.", 72.0, 72.0)])
    first, second = lines_of(made)
    moved = msgspec.structs.replace(second, page=1, row=1, bbox=(72.0, 86.0, 130.0, 97.0))
    pages = (msgspec.structs.replace(made.pages[0], lines=(first, moved)), msgspec.structs.replace(made.pages[1], lines=()))
    other = msgspec.structs.replace(made, pages=pages)
    nodes = tree(clause("1", "1", first, moved))
    chunks = make_chunks(other, NOTHING_ASIDE, nodes, NO_TABLES, ChunkSettings())

    places, codes = verified(content, other, nodes, chunks)

    assert places == [[False]]
    assert set(codes) == {"PRV001", "LED001"}


def test_a_part_that_begins_inside_a_line_is_verified():
    content, made = draw(
        [
            ("1 The Insurer pays for fever and for a common cold. The Insured pays the rest", 72.0, 72.0),
            ("of the bill.", 72.0, 86.0),
        ]
    )
    nodes = tree(clause("1", "1", *lines_of(made)))
    chunks = make_chunks(made, NOTHING_ASIDE, nodes, NO_TABLES, ChunkSettings(size=16, overlap=0))

    assert len(chunks.chunks) == 2
    assert verified(content, made, nodes, chunks) == ([[True], [True]], [])


def test_two_clauses_on_one_line_are_verified():
    content, made = draw([("(c) (i) fever", 72.0, 72.0), ("(ii) cold", 90.0, 86.0)])
    both, second = lines_of(made)
    outer = msgspec.structs.replace(clause("c", "(c)", both), own=())
    inner = clause("c.i", "(i)", both, parent="c")
    nodes = tree(outer, inner, clause("c.ii", "(ii)", second, parent="c"))
    chunks = make_chunks(made, NOTHING_ASIDE, nodes, NO_TABLES, ChunkSettings(size=5, overlap=0))

    places, codes = verified(content, made, nodes, chunks)

    assert all(all(each) for each in places)
    assert codes == []


def test_a_watermark_across_the_words_does_not_hinder_where_it_was_set_aside():
    content, made = draw([("1 We pay for fever.", 72.0, 72.0), ("SPECIMEN", 90.0, 75.0)])
    text, mark = lines_of(made)
    nodes = tree(clause("1", "1", text))
    aside = msgspec.structs.replace(NOTHING_ASIDE, marks=(Mark(mark.id, MarkKind.WATERMARK, 1.0, BECAUSE),))
    chunks = make_chunks(made, aside, nodes, NO_TABLES, ChunkSettings())

    assert verified(content, made, nodes, chunks, aside=aside) == ([[True]], [])
    assert verified(content, made, nodes, chunks)[0] == [[False]]


def row_of_plans():
    content, made = draw([("Gold", 72.0, 72.0), ("5,000", 200.0, 72.0), ("5,500", 300.0, 72.0)])
    lines = lines_of(made)
    held = table([["Gold", "5,000", "5,500"]], [[each.bbox for each in lines]], lines, header=["Plan", "Rent 1", "Rent 2"])
    tables = Tables((held,))
    return content, made, tables, make_chunks(made, NOTHING_ASIDE, tree(), tables, ChunkSettings())


def test_a_row_is_verified_cell_by_cell():
    content, made, tables, chunks = row_of_plans()

    assert verified(content, made, tree(), chunks, tables=tables) == ([[True], [True, True, True]], [])


@pytest.mark.parametrize(
    ("old", "new"), [("5,000", "5,500"), ("Rent 1", "Rent 3"), ("Gold", "Silver"), ("Rent 2: 5,500", "Rent 2: ")]
)
@pytest.mark.parametrize("index", [0, 1])
def test_a_row_with_another_figure_head_or_label_is_unverified(old, new, index):
    content, made, tables, chunks = row_of_plans()

    changed = with_chunk(chunks, index, text=chunks.chunks[index].text.replace(old, new))

    assert not any(verified(content, made, tree(), changed, tables=tables)[0][index])


def test_a_value_moved_to_another_column_is_unverified():
    content, made, tables, chunks = row_of_plans()
    row = chunks.chunks[1]

    moved = with_chunk(chunks, 1, places=(row.places[0], row.places[2], row.places[1]))

    assert verified(content, made, tree(), moved, tables=tables)[0][1] == [False] * 3


def test_a_place_is_compared_with_the_page_that_a_person_wrote_down():
    content, made, nodes, chunks = two_clauses()
    right = "1 We pay Rs. 5,000 for Type-gyp fever, jumping to $1.50 a day. 2 We pay Rs. 8,000"

    checks = check(content, made, NOTHING_ASIDE, nodes, NO_TABLES, chunks, ALONE, fixture_pages={1: right})
    without = check(content, made, NOTHING_ASIDE, nodes, NO_TABLES, chunks, ALONE)

    assert [places[0].fixture_page for places in checks.places] == [FixturePage.MATCHED, FixturePage.DIFFERS]
    assert without.places[0][0].fixture_page is FixturePage.NONE


@pytest.mark.parametrize("kind", [SourceKind.TEXT, SourceKind.MARKDOWN])
def test_a_text_file_is_compared_by_its_span_of_characters(kind):
    content, made = in_text("1 We pay **5,000** for fever.\n\n2 We pay 9,000 for cold.", kind=kind)
    first, second = lines_of(made)
    nodes = tree(clause("1", "1", first), clause("2", "2", second))
    chunks = make_chunks(made, NOTHING_ASIDE, nodes, NO_TABLES, ChunkSettings())

    assert verified(content, made, nodes, chunks) == ([[True], [True]], [])
    assert verified(content.replace(b"9,000", b"8,000"), made, nodes, chunks)[0] == [[True], [False]]


def test_a_finding_of_a_miss_is_an_error_that_names_chunk_page_and_words():
    content, made, nodes, chunks = two_clauses()
    changed = with_chunk(chunks, 0, text=chunks.chunks[0].text.replace("5,000", "6,000"))

    [finding] = check(content, made, NOTHING_ASIDE, nodes, NO_TABLES, changed, ALONE).findings

    assert (finding.code, finding.severity, finding.page, finding.clause_id) == ("PRV001", Severity.ERROR, 1, "1")
    assert "policy/1#1" in finding.message and finding.text.startswith("1 We pay Rs. 6,000")


def test_a_heading_of_its_own_is_verified():
    content, made = draw([("PART II", 72.0, 72.0)])
    nodes = tree(clause("[part-ii]", "", *lines_of(made), title="PART II", kind=NodeKind.HEADING))
    chunks = make_chunks(made, NOTHING_ASIDE, nodes, NO_TABLES, ChunkSettings())

    assert verified(content, made, nodes, chunks) == ([[True]], [])


def test_a_raised_mark_may_be_stored_anywhere_in_its_line_and_a_changed_one_is_unverified():
    content, other = (draw([(mark, 150.0, 72.0), ("1 Hospital Cash", 72.0, 72.0)])[0] for mark in ("(3)", "(4)"))
    _, made = draw([("1 Hospital Cash (3)", 72.0, 72.0)])
    [line] = lines_of(made)
    [run] = line.runs
    x0, top, _, bottom = run.bbox
    wide = msgspec.structs.replace(run, end=15)
    raised = msgspec.structs.replace(run, start=16, end=19, size=6.0, bbox=(150.0, top, 164.0, bottom - 4))
    edges = (*line.edges[:-1], (150.0, 164.0))
    whole = msgspec.structs.replace(line, runs=(wide, raised), edges=edges, bbox=(x0, top, 164.0, bottom))
    made = msgspec.structs.replace(made, pages=(msgspec.structs.replace(made.pages[0], lines=(whole,)),))
    nodes = tree(clause("1", "1", whole))
    chunks = make_chunks(made, NOTHING_ASIDE, nodes, NO_TABLES, ChunkSettings())

    assert verified(content, made, nodes, chunks) == ([[True]], [])
    assert verified(other, made, nodes, chunks)[0] == [[False]]
