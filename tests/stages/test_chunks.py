"""Chunks: what becomes of clauses, headings, text ahead of them and asides."""

import msgspec
import pytest

from pipeline.config.settings import ChunkSettings
from pipeline.model import ChunkKind, NodeKind, Span, Strategy
from pipeline.stages.chunks import make_chunks
from tests.builders import document, line, page
from tests.trees import NO_TABLES, NOTHING_ASIDE, clause, lines_of, tree, whole

SMALL = ChunkSettings(size=30, overlap=10)
LONG = "The Insurer shall pay the reasonable and customary charges that the Insured Person incurs in a Hospital."


def chunk(made, *nodes, settings=SMALL, tables=NO_TABLES):
    return make_chunks(made, NOTHING_ASIDE, tree(*nodes), tables, settings)


def exclusions():
    """A lead-in, two items, and words that complete the list: too long for one chunk of 30 tokens."""
    made = document(
        [
            "4 Exclusions",
            "We shall not pay for:",
            "(a) any treatment of fever, cold or cough that is taken at home; or",
            "(b) any treatment that is taken outside India in the first year,",
            "unless agreed in writing.",
        ],
        updated="2021-05-01",
    )
    title, lead, a, b, tail = lines_of(made)
    nodes = [
        clause("4", "4", title, lead, title="Exclusions", tail=[tail]),
        clause("4.a", "(a)", a, parent="4"),
        clause("4.b", "(b)", b, parent="4"),
    ]
    return made, nodes


def test_a_clause_that_fits_is_one_chunk_with_its_printed_labels_and_titles():
    made, nodes = exclusions()

    [only] = chunk(made, *nodes, settings=ChunkSettings()).chunks

    assert only.text == (
        "4 Exclusions\nWe shall not pay for:\n(a) any treatment of fever, cold or cough that is taken at home; or\n"
        "(b) any treatment that is taken outside India in the first year,\nunless agreed in writing."
    )
    assert (only.clause_key, only.kind, only.strategy) == ("policy/4#1", ChunkKind.CLAUSE, Strategy.CLAUSE)


def test_children_of_a_clause_that_is_too_long_carry_its_lead_in_and_closing_words():
    made, nodes = exclusions()

    lead, a, b, tail = chunk(made, *nodes).chunks

    assert lead.text == "4 Exclusions\nWe shall not pay for:"
    assert a.context == b.context == "We shall not pay for:\nunless agreed in writing."
    assert a.embed_text == f"{a.label}\n{a.context}\n{a.text}"
    assert tail.text == "unless agreed in writing."
    assert tail.context == "We shall not pay for:"
    assert [lead.clause_key, tail.clause_key] == ["policy/4#1", "policy/4#2"]
    assert (lead.parts, tail.part) == (2, 2)


def test_the_label_names_title_date_and_every_level_as_printed():
    made, nodes = exclusions()

    a = chunk(made, *nodes).chunks[1]

    assert a.label == "Policy [updated 2021-05-01] › 4 Exclusions › (a)"
    assert a.section_path == "4 Exclusions › (a)"
    assert a.headings == ("Exclusions",)


def test_a_complete_sentence_is_no_lead_in_unless_it_points_onward():
    made = document(["1 Claims are settled in thirty days from the last document.", "(a) " + LONG, "(b) " + LONG])
    first, a, b = lines_of(made)
    nodes = [clause("1", "1", first), clause("1.a", "(a)", a, parent="1"), clause("1.b", "(b)", b, parent="1")]

    contexts = [each.context for each in chunk(made, *nodes).chunks]

    assert contexts == ["", "", ""]


@pytest.mark.parametrize("lead", ["We shall not pay any of the following.", "We pay the sum insured, provided that", "We pay:"])
def test_a_sentence_that_goes_on_or_points_onward_is_a_lead_in(lead):
    made = document([f"1 {lead}", "(a) " + LONG, "(b) " + LONG])
    first, a, b = lines_of(made)
    nodes = [clause("1", "1", first), clause("1.a", "(a)", a, parent="1"), clause("1.b", "(b)", b, parent="1")]

    assert [each.context for each in chunk(made, *nodes).chunks] == ["", lead, lead]


def contexts_under(lead, item="(a) " + LONG):
    made = document([f"1 {lead}", item, "(b) " + LONG])
    first, a, b = lines_of(made)
    nodes = [clause("1", "1", first), clause("1.a", "(a)", a, parent="1"), clause("1.b", "(b)", b, parent="1")]
    return [each.context for each in chunk(made, *nodes).chunks if each.clause_id != "1"]


@pytest.mark.parametrize(
    "words",
    [
        "Standard definitions",
        "These limits are shown in your Schedule",
        "We pay within 60 days following the discharge.",
        "Illustrations",
    ],
)
def test_words_without_a_stop_are_no_lead_in_unless_they_break_off(words):
    assert contexts_under(words) == ["", ""]


def test_words_that_the_first_item_goes_on_with_in_lower_case_are_a_lead_in():
    assert contexts_under("Wir leisten nicht bei Schäden", "(a) " + LONG.lower()) == ["Wir leisten nicht bei Schäden"] * 2


def test_what_is_said_behind_a_sentence_that_points_onward_belongs_to_the_lead_in():
    lead = "사용자는 다음 각 호의 사항을 명시하여야 한다. 이를 변경하는 경우에도 또한 같다. <개정 2010. 5. 25.>"

    assert contexts_under(lead) == [lead, lead]


def test_a_heading_ahead_of_a_very_short_lead_in_is_not_taken_along():
    made = document(["1 Eligibility Criteria", line("Note:", row=1, paragraph=True), "(a) " + LONG, "(b) " + LONG])
    first, note, a, b = lines_of(made)
    nodes = [clause("1", "1", first, note), clause("1.a", "(a)", a, parent="1"), clause("1.b", "(b)", b, parent="1")]

    assert [each.context for each in chunk(made, *nodes).chunks][1:] == ["Note:", "Note:"]


def test_a_very_short_lead_in_takes_the_sentence_before_it_along():
    made = document(["1 We pay for the care of a child. Exceptions:", "(a) " + LONG, "(b) " + LONG])
    first, a, b = lines_of(made)
    nodes = [clause("1", "1", first), clause("1.a", "(a)", a, parent="1"), clause("1.b", "(b)", b, parent="1")]

    assert chunk(made, *nodes).chunks[1].context == "We pay for the care of a child. Exceptions:"


def test_the_lead_in_nearest_to_an_item_is_the_one_that_counts():
    made = document(["1 We pay for:", "(a) " + LONG, "We do not pay for:", "(b) " + LONG, "in the first year."])
    first, a, turn, b, end = lines_of(made)
    nodes = [
        clause("1", "1", first, tail=[turn, end]),
        clause("1.a", "(a)", a, parent="1"),
        clause("1.b", "(b)", b, parent="1"),
    ]

    contexts = {each.clause_key: each.context for each in chunk(made, *nodes).chunks}

    assert contexts["policy/1.a#1"] == "We pay for:"
    assert contexts["policy/1.b#1"] == "We do not pay for:\nin the first year."


@pytest.mark.parametrize(
    ("item", "tail", "closing"),
    [
        (LONG, "unless agreed in writing.", "unless agreed in writing."),
        (LONG[:-1] + "; or", "is not covered.", "is not covered."),
        (LONG[:-1], "and of its clinics.", ""),
        (LONG, "o Exclusions: see below.", ""),
        (LONG, "l) Care at home", ""),
    ],
)
def test_words_behind_a_list_complete_it_where_they_do_not_go_on_with_its_last_item(item, tail, closing):
    made = document(["1 We pay for:", "(a) " + LONG, f"(b) {item}", tail])
    first, a, b, end = lines_of(made)
    nodes = [
        clause("1", "1", first, tail=[end]),
        clause("1.a", "(a)", a, parent="1"),
        clause("1.b", "(b)", b, parent="1"),
    ]

    [context] = [each.context for each in chunk(made, *nodes).chunks if each.clause_id == "1.a"]

    assert context == "\n".join(filter(None, ["We pay for:", closing]))


def test_a_heading_that_leads_in_itself_ends_the_lead_in_above_it():
    made = document(["1 We pay for:", "(a) " + LONG, "Not covered:", "(b) " + LONG])
    first, a, heading, b = lines_of(made)
    nodes = [
        clause("1", "1", first),
        clause("1.a", "(a)", a, parent="1"),
        clause("1[not-covered]", "", heading, parent="1", title="Not covered:", kind=NodeKind.HEADING),
        clause("1[not-covered].b", "(b)", b, parent="1[not-covered]"),
    ]

    contexts = {each.clause_id: each.context for each in chunk(made, *nodes).chunks}

    assert contexts["1.a"] == "We pay for:"
    assert contexts["1[not-covered]"] == ""


def test_a_sentence_that_a_title_begins_is_not_broken_behind_it():
    made = document(["Def. 18 Hospital means any institution for in-", "patient care that:", "(a) " + LONG, "(b) " + LONG])
    first, second, a, b = lines_of(made)
    nodes = [
        clause("18", "Def. 18", first, second, title="Hospital means any institution for in-"),
        clause("18.a", "(a)", a, parent="18"),
        clause("18.b", "(b)", b, parent="18"),
    ]

    head, item, _ = chunk(made, *nodes).chunks

    assert head.text == "Def. 18 Hospital means any institution for inpatient care that:"
    assert len(head.places) == 1
    assert item.context == "Hospital means any institution for inpatient care that:"


def test_a_note_between_two_items_stands_between_them():
    made = document(["1 Scope", "(a) fever", "Note: not cold.", "(b) cough"])
    title, a, note, b = lines_of(made)
    nodes = [
        clause("1", "1", title, title="Scope", tail=[note]),
        clause("1.a", "(a)", a, parent="1"),
        clause("1.b", "(b)", b, parent="1"),
    ]

    assert [each.text for each in chunk(made, *nodes).chunks] == ["1 Scope\n(a) fever\nNote: not cold.\n(b) cough"]


def test_a_bare_heading_whose_clauses_went_to_their_own_chunks_is_a_section():
    made = document(["PART II", "1 " + LONG, "2 " + LONG])
    heading, first, second = lines_of(made)
    nodes = [
        clause("[part-ii]", "", heading, title="PART II", kind=NodeKind.HEADING),
        clause("1", "1", first, parent="[part-ii]"),
        clause("2", "2", second, parent="[part-ii]"),
    ]

    made_chunks = chunk(made, *nodes).chunks

    assert [each.kind for each in made_chunks] == [ChunkKind.SECTION, ChunkKind.CLAUSE, ChunkKind.CLAUSE]
    assert made_chunks[0].text == "PART II"
    assert made_chunks[1].label == "Policy › PART II › 1"
    assert made_chunks[1].clause_path == ("1",)


def test_text_ahead_of_the_first_clause_is_a_preamble_named_overview():
    made = document(["This policy is a contract.", "1 Scope"])
    first, second = lines_of(made)
    overview = clause("overview", "", first, kind=NodeKind.OVERVIEW)

    ahead = chunk(made, overview, clause("1", "1", second, title="Scope")).chunks[0]

    assert (ahead.kind, ahead.clause_id, ahead.clause_key) == (ChunkKind.PREAMBLE, "overview", "policy/overview#1")
    assert ahead.label == "Policy › Overview"


def test_an_aside_is_a_chunk_of_its_own_and_not_in_its_clause():
    made = document([line("1 We pay for fever.", row=0), line("Simply put: fever.", row=1, x0=400, side=True)])
    text, aside = lines_of(made)
    nodes = [clause("1", "1", text), clause("1[aside]", "", aside, parent="1", kind=NodeKind.ASIDE)]

    made_chunks = chunk(made, *nodes).chunks

    assert [(each.kind, each.text) for each in made_chunks] == [
        (ChunkKind.CLAUSE, "1 We pay for fever."),
        (ChunkKind.ASIDE, "Simply put: fever."),
    ]


def test_a_short_document_without_headings_is_one_chunk_with_its_label():
    made = document([line("We pay.", row=0), line("You pay.", row=1, paragraph=True)], updated="2024-01-31")

    [only] = chunk(made, clause("overview", "", *lines_of(made), kind=NodeKind.OVERVIEW)).chunks

    assert (only.text, only.strategy, only.label) == ("We pay.\nYou pay.", Strategy.PARAGRAPH, "Policy [updated 2024-01-31]")
    assert only.clause_key == f"policy/para-{only.content_hash[:8]}#1"


def test_a_long_document_without_headings_is_cut_by_paragraph_and_nothing_is_repeated():
    rows = [line(LONG, row=row, paragraph=True) for row in range(3)]
    made = document(page(*rows, line(LONG, row=3, paragraph=True)))

    made_chunks = chunk(made, clause("overview", "", *lines_of(made), kind=NodeKind.OVERVIEW)).chunks

    assert [each.text for each in made_chunks] == [LONG] * 4
    assert [each.overlap for each in made_chunks] == [0] * 4
    assert made_chunks[1].clause_key == f"policy/para-{made_chunks[1].content_hash[:8]}~2#1"


def test_a_short_paragraph_goes_with_the_next_one():
    made = document(page(line("Premium", row=0), line(LONG, row=1, paragraph=True), line(LONG, row=2, paragraph=True)))

    made_chunks = chunk(made, clause("overview", "", *lines_of(made), kind=NodeKind.OVERVIEW)).chunks

    assert [each.text for each in made_chunks] == [f"Premium\n{LONG}", LONG]


def test_a_paragraph_broken_over_two_pages_is_one_text_with_a_place_on_each():
    made = document(["Registered office", "1 The Insurer shall main-"], ["tain a record of claims.", "Page 2"])
    _, first, second, _ = lines_of(made)

    [only] = chunk(made, clause("1", "1", first, second)).chunks

    assert only.text == "1 The Insurer shall maintain a record of claims."
    assert [(place.page, place.char_start, place.char_end) for place in only.places] == [(1, 18, 42), (2, 0, 24)]


def test_a_clause_in_two_columns_has_a_place_in_each():
    left = line("1 The Insurer shall", row=0, column=1)
    right = line("pay the claim.", row=1, x0=320, top=72, column=2)
    made = document([left, right])

    [only] = chunk(made, clause("1", "1", left, right)).chunks

    assert [place.bbox for place in only.places] == [left.bbox, right.bbox]


def test_lines_beside_each_other_do_not_share_a_box():
    label = line("Cataract", row=0, top=72)
    label_on = line("surgery", row=1, top=86)
    meaning = line("a lens put in", row=2, top=79, x0=200)
    made = document([label, label_on, meaning])

    places = chunk(made, clause("1", "", label, label_on), clause("2", "", meaning)).chunks[0].places

    assert all(place.bbox[2] < meaning.bbox[0] for place in places)


def test_an_endless_heading_keeps_its_words_in_chunks_and_is_shortened_in_the_label():
    words = " ".join(f"word{number}" for number in range(1200))
    made = document([f"1 {words}"])
    [only] = lines_of(made)
    settings = ChunkSettings(size=220, overlap=0)

    made_chunks = chunk(made, clause("1", "1", only, title=words), settings=settings)

    joined = " ".join(each.text for each in made_chunks.chunks)
    assert joined == f"1 {words}"
    assert all("…" in each.label and each.label.startswith("Policy › 1 word0") for each in made_chunks.chunks)
    assert "CHK001" in made_chunks.chunks[0].warnings
    assert [finding.code for finding in made_chunks.findings].count("CHK001") == 1


def with_heading(words, *, bold=True):
    """A clause too long for one chunk, a line in another face at the end of its own words, and two items."""
    made = document(["6 " + LONG, line(words, row=1, bold=bold, paragraph=True), "(a) " + LONG, "(b) " + LONG])
    first, heading, a, b = lines_of(made)
    nodes = [clause("6", "6", first, heading), clause("6.a", "(a)", a, parent="6"), clause("6.b", "(b)", b, parent="6")]
    return [each.text for each in chunk(made, *nodes, settings=ChunkSettings(size=50, overlap=0)).chunks]


def test_a_heading_at_the_end_of_a_clause_goes_to_what_follows():
    assert with_heading("Illustrations") == [f"6 {LONG}", f"Illustrations\n(a) {LONG}", f"(b) {LONG}"]


@pytest.mark.parametrize("words", ["Code Excl 12", "II. Terrorism", "Policy Period: 3 years", "unless agreed", "We pay if"])
def test_what_is_no_heading_stays_at_the_end_of_its_clause(words):
    assert with_heading(words)[0] == f"6 {LONG}\n{words}"


def test_a_bracket_that_opens_ahead_of_a_label_goes_to_the_clause_that_it_holds():
    made = document(["1 Scope.", "9 [", "2 Extension]"])
    first, opening, second = lines_of(made)

    texts = [each.text for each in chunk(made, clause("1", "1", first, tail=[opening]), clause("2", "2", second)).chunks]

    assert texts == ["1 Scope.", "9 [ 2 Extension]"]


def test_a_last_line_in_the_face_of_its_clause_stays_with_it():
    assert with_heading("Illustrations", bold=False)[0] == f"6 {LONG}\nIllustrations"


def test_a_title_hyphenated_at_a_line_end_is_one_word_in_the_label():
    made = document(["1 Pflichten des Versicherungs-", "nehmers", "(a) " + LONG, "(b) " + LONG])
    first, second, a, b = lines_of(made)
    spans = (Span(first.id, 2, len(first.text)), Span(second.id, 0, len(second.text)))
    head = msgspec.structs.replace(clause("1", "1", first, title="Pflichten des Versicherungs-"), title_spans=spans)
    nodes = [head, clause("1.a", "(a)", a, parent="1"), clause("1.b", "(b)", b, parent="1")]

    item = chunk(made, *nodes).chunks[1]

    assert item.label == "Policy › 1 Pflichten des Versicherungsnehmers › (a)"
    assert item.headings == ("Pflichten des Versicherungsnehmers",)


def test_one_finding_says_how_many_labels_were_shortened_and_where_the_first_stand():
    words = "endless " * 60
    made = document([f"{number} {words}" for number in range(1, 6)])
    nodes = [clause(f"{number}", f"{number}", each, title=words) for number, each in enumerate(lines_of(made), 1)]

    [finding] = [each for each in chunk(made, *nodes, settings=ChunkSettings()).findings if each.code == "CHK001"]

    assert finding.message.startswith("5 labels over chunks.label_size (96 tokens), shortened: 1 (page 1), 2 (page 1), 3 (page 1)")
    assert finding.message.endswith("and 2 more")


def test_a_long_context_is_shortened_in_the_middle_and_said_once():
    words = " ".join(f"word{number}" for number in range(80))
    made = document([f"1 {words}:", "(a) " + LONG, "(b) " + LONG])
    first, a, b = lines_of(made)
    nodes = [clause("1", "1", first), clause("1.a", "(a)", a, parent="1"), clause("1.b", "(b)", b, parent="1")]

    made_chunks = chunk(made, *nodes, settings=ChunkSettings(size=100, overlap=0, context_size=20))

    item = next(each for each in made_chunks.chunks if each.clause_id == "1.a")
    assert item.context.startswith("word0 ") and " … " in item.context and item.context.endswith("word79:")
    assert [finding.code for finding in made_chunks.findings].count("CHK002") == 1


def test_a_later_part_of_a_cut_clause_carries_the_sentence_that_leads_in():
    made = document([line("1 Not covered:", row=0), *(line(LONG, row=row, paragraph=True) for row in (1, 2, 3))])

    made_chunks = chunk(made, clause("1", "1", *lines_of(made))).chunks

    assert len(made_chunks) > 2
    assert made_chunks[0].context == ""
    assert {each.context for each in made_chunks[1:]} == {"1 Not covered:"}


def test_ids_begin_with_the_file_hash_and_keys_with_the_family():
    made, nodes = exclusions()

    made_chunks = chunk(made, *nodes).chunks

    assert [each.id for each in made_chunks] == [f"000000000000-{index}" for index in range(4)]
    assert len({each.clause_key for each in made_chunks}) == 4


def test_equal_input_gives_equal_chunks():
    made, nodes = exclusions()

    assert chunk(made, *nodes) == chunk(made, *nodes)


def test_a_label_drawn_low_is_joined_ahead_of_its_text():
    text, low = line("the Insured Person recovers.", row=0, x0=100), line("(1)", row=1, top=72.6)
    made = document([text, low])

    node = msgspec.structs.replace(clause("1", "(1)", low), own=(whole(text),))

    assert chunk(made, node).chunks[0].text == "(1) the Insured Person recovers."
