"""Sentences, the clauses in which they stand, and the windows around them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.config.settings import ChunkSettings
from pipeline.errors import UsageError
from pipeline.model import ChunkKind
from pipeline.retrieval.sentences import make_sentences
from pipeline.retrieval.windows import Bound, find_window, make_sentence_rows
from pipeline.wording import squeeze
from tests.unit.retrieval.document_rows import chunk_rows, clause_row, rows_of

SETTINGS = ChunkSettings()
EXCLUSIONS = "4 Exclusions\nWe shall not pay for:\n(a) cosmetic surgery;\n(b) war.\nThis holds in every plan. It has no exception."
CLAUSES = [
    clause_row("4", "4", "We shall not pay for: This holds in every plan. It has no exception.", title="Exclusions"),
    clause_row("4.a", "(a)", "cosmetic surgery;"),
    clause_row("4.b", "(b)", "war."),
    clause_row("5", "5", "Claims are told within 48 hours. They are paid in 30 days.", title="Claims"),
]
CHUNKS = chunk_rows((EXCLUSIONS, "4"), ("5 Claims\nClaims are told within 48 hours. They are paid in 30 days.", "5"))


def sentences(chunks=CHUNKS, clauses=CLAUSES):
    return make_sentences(chunks, clauses, SETTINGS)


def window(text, radius, bound=Bound.CLAUSE, chunks=CHUNKS, clauses=CLAUSES):
    made = sentences(chunks, clauses)
    [position] = [each.position for each in made if each.text.endswith(text)]
    return find_window(made, position, radius, bound)


@pytest.mark.parametrize(
    "text",
    [
        "It is paid under Act No. 2 of 2002 to the insured.",
        "The limit is Rs. 5,000 a day.",
        "Cover begins w.e.f. 1.4.2021 at noon.",
        "The Company, i.e. the insurer, pays.",
        "The policy is issued by M/s. Star Health in Regd. Offices.",
    ],
)
def test_an_abbreviation_ends_no_sentence(text):
    chunks = chunk_rows((f"{text} Nothing else is due.", "4"))

    made = sentences(chunks, [clause_row("4", "4", text)])

    assert [each.text for each in made] == [text, "Nothing else is due."]


def test_a_window_is_the_same_where_an_index_leaves_out_a_sentence_ahead_of_it():
    made = sentences()
    last = made[-1].position

    assert find_window(made[1:], last, 1) == find_window(made, last, 1)


def test_each_sentence_names_the_clause_in_which_it_stands():
    made = sentences()

    assert [(each.clause_id, each.text) for each in made] == [
        ("4", "We shall not pay for:"),
        ("4.a", "(a) cosmetic surgery;"),
        ("4.b", "(b) war."),
        ("4", "This holds in every plan."),
        ("4", "It has no exception."),
        ("5", "Claims are told within 48 hours."),
        ("5", "They are paid in 30 days."),
    ]


def test_the_inner_clause_has_a_line_that_two_labels_open():
    clauses = [
        clause_row("4", "4."),
        clause_row("4.c", "(c)"),
        clause_row("4.c.i", "(i)", "fever lasts."),
        clause_row("4.c.ii", "(ii)", "it ends."),
    ]

    made = sentences(chunk_rows(("(c) (i) fever lasts.\n(ii) it ends.", "4.c")), clauses)

    assert [each.clause_id for each in made] == ["4.c.i", "4.c.ii"]


def test_words_behind_a_list_belong_to_the_heading_that_the_chunk_is_about():
    heading = {"path": ["4"], "headings": ["Care", "Conditions:"]}
    chunks = chunk_rows(("Conditions:\na. A claim is told at once.\nNote: It may be told by telephone.", "4[conditions]", heading))
    clauses = [
        clause_row("4", "4", title="Care"),
        clause_row("4.a", "a.", "A claim is told at once.", headings=["Care", "Conditions:"]),
    ]

    made = sentences(chunks, clauses)

    assert [(each.clause_id, each.text) for each in made] == [
        ("4.a", "a. A claim is told at once."),
        ("4[conditions]", "Note: It may be told by telephone."),
    ]


def test_clauses_of_another_heading_are_not_taken_for_those_of_a_chunk():
    headings = ["Care", "Not covered:"]
    chunks = chunk_rows(("Not covered:\na. surgery abroad;", "4[not]", {"path": ["4"], "headings": headings}))
    clauses = [
        clause_row("4", "4", title="Care"),
        clause_row("4[covered].a", "a.", "surgery abroad;", parent="4", headings=["Care", "Covered:"], path=["4", "a"]),
        clause_row("4[not].a", "a.", "surgery abroad;", parent="4", headings=headings, path=["4", "a"]),
    ]

    [made] = sentences(chunks, clauses)

    assert made.clause_id == "4[not].a"


def test_a_plain_title_leads_in_to_nothing():
    chunks = chunk_rows(("4 Air ambulance\n(a) transport by aircraft;", "4"))
    clauses = [clause_row("4", "4", title="Air ambulance"), clause_row("4.a", "(a)", "transport by aircraft;")]

    assert window("(a) transport by aircraft;", 0, chunks=chunks, clauses=clauses) == "(a) transport by aircraft;"


def test_a_title_is_a_sentence_where_it_is_all_that_its_clause_says():
    made = sentences(
        chunk_rows(("8 Omitted", "8"), ("9 Claims\nA claim is told.", "9")),
        [clause_row("8", "8", title="Omitted"), clause_row("9", "9", "A claim is told.", title="Claims")],
    )

    assert [each.text for each in made] == ["8 Omitted", "A claim is told."]


def test_spans_positions_and_ids_are_those_of_the_chunks():
    made = sentences()

    texts = {chunk.id: chunk.text for chunk in CHUNKS}
    assert [texts[each.chunk_id][slice(*each.span)] for each in made] == [each.text for each in made]
    assert [each.position for each in made] == list(range(len(made)))
    assert len({each.id for each in made}) == len(made)


def test_what_repeats_the_part_before_is_no_sentence_again():
    first, second = "The insured pays a share. It is a tenth.", "It is a tenth. It is waived after an accident."

    made = sentences(chunk_rows((first, "4"), (second, "4", {"overlap": 14})), [clause_row("4", "4", "")])

    assert [each.text for each in made] == ["The insured pays a share.", "It is a tenth.", "It is waived after an accident."]


def test_a_sentence_that_was_cut_in_two_is_not_lost():
    first, second = "The insured pays a share of every claim", "a share of every claim that the plan names."

    made = sentences(chunk_rows((first, "4"), (second, "4", {"overlap": 22})), [clause_row("4", "4", "")])

    assert [each.text for each in made] == [first, "that the plan names."]


def test_a_row_is_one_sentence_and_the_table_of_printed_rows_is_none():
    rows = ["Item: Room rent; Gold: Rs. 5,000. A day.", "Item: Surgery; Gold: At actuals"]
    table = ("\n".join([*rows, "Item: Kept apart"]), "4", {"kind": ChunkKind.TABLE, "key": "policy/4/limits#1"})
    each_row = [(row, "4", {"kind": ChunkKind.ROW, "key": f"policy/4/limits/{at}#1"}) for at, row in enumerate(rows)]

    made = sentences(chunk_rows(table, *each_row), [clause_row("4", "4", "")])

    assert [each.text for each in made] == ["Item: Kept apart", *rows]
    assert {each.flow for each in made} == {"policy/4/limits"}


def test_a_window_has_so_many_sentences_on_either_side():
    assert window("(b) war.", 0) == "We shall not pay for:\n(b) war."
    assert window("(b) war.", 1) == "We shall not pay for:\n(a) cosmetic surgery;\n(b) war.\nThis holds in every plan."
    assert window("(b) war.", 2).startswith("We shall not pay for:\n(a) cosmetic surgery;\n(b) war.")
    assert window("This holds in every plan.", 1) == "(b) war.\nThis holds in every plan. It has no exception."


def test_a_window_ends_at_the_next_clause_of_the_top_numbered_level():
    assert window("It has no exception.", 1) == "This holds in every plan. It has no exception."
    assert window("Claims are told within 48 hours.", 9) == "Claims are told within 48 hours. They are paid in 30 days."


def test_a_window_goes_on_to_the_end_of_the_document_when_it_is_let():
    reached = window("It has no exception.", 1, Bound.DOCUMENT)

    assert reached == "This holds in every plan. It has no exception.\n5 Claims\nClaims are told within 48 hours."
    assert window("It has no exception.", 99, Bound.DOCUMENT).endswith("They are paid in 30 days.")


def test_a_window_counts_on_through_clauses_that_are_chunks_of_their_own():
    chunks = chunk_rows(
        ("4 We shall not pay for:", "4"), ("(a) surgery;", "4.a", {"context": "We shall not pay for:"}), ("(b) war.", "4.b")
    )
    clauses = [
        clause_row("4", "4", "We shall not pay for:"),
        clause_row("4.a", "(a)", "surgery;"),
        clause_row("4.b", "(b)", "war."),
    ]

    assert window("(a) surgery;", 1, chunks=chunks, clauses=clauses) == "4 We shall not pay for:\n(a) surgery;\n(b) war."
    assert window("(a) surgery;", 0, chunks=chunks, clauses=clauses) == "We shall not pay for:\n(a) surgery;"


def test_a_heading_that_leads_in_stands_in_the_window_of_what_is_under_it():
    chunks = chunk_rows(
        ("What is covered:", "4[covered]", {"kind": ChunkKind.SECTION, "path": ["4"], "headings": ["Care", "What is covered:"]}),
        ("i. surgery;", "4.i", {"headings": ["Care", "What is covered:"]}),
        (
            "What is not covered:",
            "4[not]",
            {"kind": ChunkKind.SECTION, "path": ["4"], "headings": ["Care", "What is not covered:"]},
        ),
        ("ii. war.", "4.ii", {"headings": ["Care", "What is not covered:"]}),
    )
    clauses = [clause_row("4", "4", title="Care"), clause_row("4.i", "i.", "surgery;"), clause_row("4.ii", "ii.", "war.")]

    assert window("war.", 0, chunks=chunks, clauses=clauses) == "What is not covered:\nii. war."
    assert window("war.", 1, chunks=chunks, clauses=clauses) == "i. surgery;\nWhat is not covered:\nii. war."


def test_a_window_passes_over_an_aside():
    aside = ("A note in the margin.", "4", {"kind": ChunkKind.ASIDE, "key": "policy/4[aside]#1"})

    chunks = chunk_rows(("One is paid.", "4"), aside, ("Two is paid.", "4"))

    assert window("One is paid.", 1, chunks=chunks, clauses=CLAUSES[:1]) == "One is paid.\nTwo is paid."
    assert window("A note in the margin.", 5, chunks=chunks, clauses=CLAUSES[:1]) == "A note in the margin."


def test_a_window_stays_with_its_sentence_where_an_index_left_some_out():
    aside = ("A note in the margin.", "4", {"kind": ChunkKind.ASIDE, "key": "policy/4[aside]#1"})
    made = sentences(chunk_rows(("One is paid.", "4"), ("Two is paid.", "4"), aside), CLAUSES[:1])

    assert find_window([each for each in made if each.position], 2, 1) == "A note in the margin."


def test_a_window_below_nothing_is_refused():
    with pytest.raises(UsageError, match="-1 sentences"):
        find_window(sentences(), 0, -1)


@pytest.mark.parametrize("name", ["letters-and-romans", "two-labels", "legal-sentences", "table-over-two-pages"])
def test_no_word_of_a_chunk_is_lost(name):
    chunks, clauses = rows_of(name)

    made = make_sentences(chunks, clauses, SETTINGS)

    kept = squeeze("".join(f"{each.heading} {each.text}" for each in made))
    assert made
    for chunk in chunks:
        if chunk.kind not in (ChunkKind.SECTION, ChunkKind.TABLE):
            assert all(squeeze(line) in kept for line in chunk.text[chunk.overlap :].split("\n"))


@given(st.data())
def test_a_wider_window_holds_the_narrower_and_its_own_sentence(data):
    made = make_sentences(*rows_of("tagged"), SETTINGS)
    position = data.draw(st.integers(0, len(made) - 1))
    radius, bound = data.draw(st.integers(0, 5)), data.draw(st.sampled_from(Bound))

    narrow, wide = find_window(made, position, radius, bound), find_window(made, position, radius + 1, bound)

    assert made[position].text in narrow
    assert squeeze(made[position].text) in squeeze(wide)
    assert all(squeeze(line) in squeeze(wide) for line in narrow.split("\n"))
    assert all(squeeze(line) in squeeze(narrow) for line in made[position].lead_in.split("\n"))


def test_the_rows_stand_in_the_order_of_the_document():
    aside = ("A note in the margin.", "4", {"kind": ChunkKind.ASIDE, "key": "policy/4[aside]#1"})

    rows = list(make_sentence_rows(chunk_rows(("One is paid.", "4"), aside, ("Two is paid.", "4")), CLAUSES[:1], SETTINGS))

    assert [(row.position, row.text) for row in rows] == [(0, "One is paid."), (1, "A note in the margin."), (2, "Two is paid.")]


def test_the_rows_have_the_window_that_is_asked_for():
    rows = list(make_sentence_rows(CHUNKS, CLAUSES, SETTINGS, 1))

    assert rows[2].window == "We shall not pay for:\n(a) cosmetic surgery;\n(b) war.\nThis holds in every plan."
    assert (rows[2].chunk_id, rows[2].position, rows[2].text) == ("doc-0", 2, "(b) war.")
