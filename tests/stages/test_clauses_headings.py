"""Clauses: headings without numbers, and where the text and the lists around them belong."""

import pytest

from pipeline.model import Area, ClauseTree, NodeKind
from pipeline.stages.clauses.rows import title_end
from tests.builders import LEFT, Drawn, line, page, styled
from tests.parsed import clauses_of, headings_of, ids, owner_of, paths, titled, tree_of

INNER = LEFT + 14.0
TEXT = LEFT + 28.0
FULL = "the Company shall bear the expenses that were incurred by the person insured within the"


@pytest.mark.parametrize(
    ("words", "title"),
    [
        ("Air ambulance:Subject to", "Air ambulance:"),
        ("Code Excl 15:Expenses for", "Code Excl 15:"),
        ("From 15:30 on", "From 15:30 on"),
    ],
)
def test_a_word_glued_behind_a_titles_colon_is_text(words: str, title: str) -> None:
    bold = words.rpartition(" ")[0] if title != words else words

    assert words[: title_end(words, 0, len(bold))] == title


def test_the_last_bold_words_of_a_sentence_are_no_heading() -> None:
    above = line(f"1. {FULL} - Code", row=0)
    runs = (
        above.runs[0],
        above.runs[0].__class__(len(above.text) - 4, len(above.text), "Body-Bold", 10.0, True, False, above.bbox),
    )
    plain = runs[0].__class__(0, len(above.text) - 5, "Body", 10.0, False, False, above.bbox)
    mixed = above.__class__(*(getattr(above, f) if f != "runs" else (plain, runs[1]) for f in above.__struct_fields__))

    tree = tree_of(page(mixed, line("Excl 13", row=1, bold=True), "2. the next of them."))

    assert headings_of(tree) == []
    assert ids(tree) == ["1", "2"]


def test_a_list_that_goes_on_behind_a_note_leaves_the_note_to_its_item() -> None:
    items = [line(f"{letter}. {FULL}", row=2 * n, x0=INNER) for n, letter in enumerate("abc")]
    below = [line("term of the policy.", row=2 * n + 1, x0=TEXT) for n in range(3)]
    note = line("Note:", row=6, x0=INNER, bold=True, paragraph=True)
    after = [
        line("This is paid once in a year.", row=7, x0=INNER),
        line(f"d. {FULL}", row=8, x0=INNER),
        line("term.", row=9, x0=TEXT),
    ]
    drawn = [line("1. Benefits", row=-1, top=58.0), *(row for pair in zip(items, below, strict=True) for row in pair), note, *after]

    tree = tree_of(page(*drawn))

    assert ids(tree) == ["1", "1.a", "1.b", "1.c", "1.d"]
    assert next(c for c in tree.clauses if c.title == "Note:").parent == "1.c"
    assert next(c for c in clauses_of(tree) if c.id == "1.d").parent == "1"


def test_text_back_at_the_margin_belongs_to_the_headed_item_not_to_the_section() -> None:
    drawn = [
        line("SECTION B BENEFITS", row=0, x0=252.5, bold=True, paragraph=True),
        line("1. Health check-up", row=1, bold=True, paragraph=True),
        line("We pay for a check-up in each year of the policy.", row=2, x0=TEXT, paragraph=True),
        line("i. once in a year;", row=3, x0=TEXT),
        line("ii. for each person.", row=4, x0=TEXT),
        line("For single policies the limits below hold for each person insured.", row=5, paragraph=True),
    ]

    tree = tree_of(page(*drawn))

    assert owner_of(tree, "p1.l005") == "section-B.1"


@pytest.mark.parametrize("hanging", [False, True])
def test_a_dotted_list_that_begins_again_behind_a_heading_is_a_list_of_its_own(*, hanging: bool) -> None:
    def titled_row(label: str, title: str, row: int) -> list[Drawn]:
        if not hanging:
            return [line(f"{label} {title}", row=row, bold=True, paragraph=True)]
        return [
            line(label, row=row, piece="a", bold=True, paragraph=True),
            line(title, row=row, piece="b", x0=TEXT, bold=True),
        ]

    def terms(first: int) -> list[Drawn]:
        drawn: list[Drawn] = []
        for n in (1, 2, 3):
            drawn.extend(titled_row(f"1.{n}", f"Term {n}", first + 2 * n))
            drawn.append(line("The words of this term.", row=first + 2 * n + 1, x0=TEXT, paragraph=True))
        return drawn

    specific = line("Specific terms", row=9, bold=True, paragraph=True)

    tree = tree_of(page(*titled_row("1.", "Standard terms", 0), *terms(1), specific, *terms(10)))

    assert len(set(ids(tree))) == 7
    assert all("specific-terms" in one for one in ids(tree)[-3:])


@pytest.mark.parametrize("words", ["A claim shall never exceed the sum of", "A claim shall never exceed the least of these:"])
def test_a_lead_in_that_breaks_off_begins_a_list_again_beside_the_one_before(words: str) -> None:
    def items(first: int) -> list[Drawn]:
        return [
            drawn
            for n, letter in enumerate("abc")
            for drawn in (
                line(f"{letter}. {FULL}", row=first + 2 * n, x0=INNER),
                line("term of the policy;", row=first + 2 * n + 1, x0=TEXT),
            )
        ]

    def tree_with(lead: str) -> ClauseTree:
        between = line(lead, row=7, x0=INNER, paragraph=True)
        return tree_of(page("1. Sum insured", *items(1), between, *items(8)))

    assert [len(c.path) for c in clauses_of(tree_with(words))] == [1, 2, 2, 2, 2, 2, 2]
    assert headings_of(tree_with(words)) == [words]
    assert headings_of(tree_with("A claim shall never exceed the sum.")) != ["A claim shall never exceed the sum."]


def test_a_row_that_looks_like_a_label_and_is_none_is_a_heading_where_it_is_set_as_one() -> None:
    drawn = [
        line("I Cover of the house", row=0, bold=True, paragraph=True),
        line(f"{FULL} term.", row=1, paragraph=True),
        line("II Cover of the car", row=2, bold=True, paragraph=True),
        line(f"{FULL} term.", row=3, paragraph=True),
        line("XX Difference in conditions", row=4, size=14.0, bold=True, paragraph=True),
        line("1 Scope of the cover", row=5, bold=True, paragraph=True),
        line(f"{FULL} term.", row=6, paragraph=True),
        line("2 Exclusions of the cover", row=7, bold=True, paragraph=True),
        line(f"{FULL} term.", row=8, paragraph=True),
    ]

    tree = tree_of(page(*drawn))

    heading = next(clause for clause in tree.clauses if clause.title == "XX Difference in conditions")
    assert heading.kind is NodeKind.HEADING
    assert [clause.parent for clause in clauses_of(tree)][-2:] == [heading.id, heading.id]


@pytest.mark.parametrize("letters", ["AABBCC", "DA"])
def test_no_named_label_stands_under_its_own_name(letters: str) -> None:
    """Also where each is printed twice, "STANDARD EXCLUSIONS" and "SPECIFIC EXCLUSIONS", or one by mistake."""
    tree = tree_of(page(*(line(f"SECTION {letter}) TERMS", row=row, bold=True) for row, letter in enumerate(letters))))

    assert paths(tree) == list(letters)


def test_a_section_that_begins_the_letters_again_ends_the_lists_of_the_one_before() -> None:
    items = [
        line(f"{label} the Company shall pay for each of them;", row=row, x0=LEFT + 14.0 * row)
        for row, label in enumerate(("1.", "(a)", "(i)"), 1)
    ]

    tree = tree_of(page(line("SECTION D. CLAIMS", bold=True, paragraph=True), *items, line("SECTION A. OTHER", row=4, bold=True)))

    assert paths(tree) == ["D", "D/1", "D/1/a", "D/1/a/i", "A"]


def test_a_caption_set_as_the_parents_text_stands_beside_the_list() -> None:
    table = Area((LEFT, 142.0, 500.0, 200.0), (LEFT, 286.0, 500.0), (142.0, 170.0, 200.0), ruled=True, prose=False)
    drawn = [
        line("1. Pain management and other kinds of treatment that are named below", row=0),
        line("a. Pain", row=1, x0=LEFT + 15.0),
        line("b. Stroke", row=2, x0=LEFT + 15.0),
        line("Limits of pain management", row=3, x0=LEFT + 15.0, bold=True, paragraph=True),
        line("Treatment", row=5, x0=LEFT + 2.0, area=0),
        line("Limit", row=5, x0=300.0, piece="b", area=0),
    ]

    tree = tree_of(page(*drawn, areas=[table]))

    assert next(c for c in tree.clauses if c.title.startswith("Limits")).parent == "1"


def test_a_second_item_under_it_speaks_for_a_first_below_a_full_row() -> None:
    def tree_with(second: str) -> ClauseTree:
        drawn = [
            line(f"1. Treatment at home: {FULL}", row=0),
            line(f"{FULL} term of the whole policy", row=1, x0=TEXT),
            line("a. the condition of the person insured is such that no house of the kind that is", row=2, x0=TEXT),
            line("named takes the person in;", row=3, x0=TEXT),
            line(f"{second} the person is treated at home.", row=4, x0=TEXT),
            line("2. Treatment abroad", row=5),
        ]
        return tree_of(page(*drawn))

    assert ids(tree_with("b.")) == ["1", "1.a", "1.b", "2"]
    assert ids(tree_with("where")) == ["1", "2"]


@pytest.mark.parametrize(("bold", "owner"), [((False, True), "section-1"), ((True, True), "1.2")])
def test_text_back_at_a_label_is_that_items_only_where_those_before_begin_in_bold_too(bold: tuple[bool, bool], owner: str) -> None:
    items = [
        drawn
        for n, is_bold in enumerate(bold, 1)
        for drawn in (
            line(f"1.{n}", row=n, piece="a", bold=is_bold, paragraph=True),
            styled(("Care", is_bold), (" is paid to the person insured.", False), row=n, x0=TEXT),
        )
    ]
    back = line("This is all that is paid.", row=3, paragraph=True)

    tree = tree_of(page(line("Section 1 Cover", bold=True, paragraph=True), *items, back))

    assert owner_of(tree, back.id) == owner


def law_with(added: str) -> ClauseTree:
    """A law of one chapter, behind which something is set small and further in, over articles that count from 1 again."""
    law = ["제1장 총칙", "제1조(목적) 이 법은 다음을 목적으로 한다.", "제2조(정의) 뜻은 다음과 같다.", "1. 근로자", "2. 사용자"]
    articles = [line(f"제{n}조 이 법은 공포한 날부터 시행한다.", row=6 + n, paragraph=True) for n in (1, 2)]
    return tree_of(page(*law, line(added, row=6, x0=LEFT + 40.0, size=9.0, paragraph=True), *articles))


@pytest.mark.parametrize("words", ["부칙 <제21065호,2025. 10. 1.>", "부칙(2020. 1. 1.) <제16270호,", "부  칙", "附則", "附则"])
def test_what_is_added_to_a_law_stands_beside_its_chapters_and_counts_from_1_again(words: str) -> None:
    tree = law_with(words)

    assert headings_of(tree) == [words]
    assert [(clause.path, clause.parent) for clause in clauses_of(tree)[-2:]] == [
        (("1",), titled(tree, words).id),
        (("2",), titled(tree, words).id),
    ]


@pytest.mark.parametrize(
    "words", ["부칙 제7조에 따라 개정되는 법률", "부칙(2020.1.1)에 따라 지급합니다", "대통령령으로 정하는 사람"]
)
def test_a_row_that_only_begins_with_such_a_word_heads_nothing(words: str) -> None:
    assert headings_of(law_with(words)) == []
