"""Clauses: what is a heading by its type, and at which depth headings, captions and text stand."""

import msgspec
import pytest

from pipeline.model import Area, Clause, ClauseTree, Line
from tests.builders import LEFT, RIGHT, Drawn, line, page, styled
from tests.parsed import clauses_of, headings_of, ids, owner_of, titled, tree_of

INNER, TEXT = LEFT + 14.0, LEFT + 28.0
FULL = "the Company shall bear the expenses that were incurred by the person insured within the"


def in_face(face: str, drawn: Line) -> Line:
    return msgspec.structs.replace(drawn, runs=tuple(msgspec.structs.replace(run, font=face) for run in drawn.runs))


def full(drawn: Line) -> Line:
    """A row that leaves no room at its end."""
    return msgspec.structs.replace(drawn, bbox=(*drawn.bbox[:2], RIGHT, drawn.bbox[3]))


def plain(*rows: int, x0: float = LEFT) -> list[Drawn]:
    return [line(f"{FULL} term.", row=row, x0=x0) for row in rows]


# ---------------------------------------------------------------- what is a heading


def test_bold_rows_that_go_on_in_a_row_bold_in_part_are_a_sentence() -> None:
    bold = full(line("No expense is paid that arises in respect", row=1, bold=True, paragraph=True))
    partly = styled(("of any of these kinds of illness", True), (" known before.", False), row=2)
    wholly = line("of any of these", row=2, bold=True)

    def tree_with(below: Line) -> ClauseTree:
        return tree_of(page("1. Exclusions", bold, below, "2. Claims", *plain(5, 6, 7)))

    assert headings_of(tree_with(wholly)) == ["No expense is paid that arises in respect of any of these"]
    assert headings_of(tree_with(partly)) == []
    assert ids(tree_with(partly)) == ["1", "2"]


def test_a_bold_title_in_its_own_paragraph_stands_over_words_that_begin_with_a_capital() -> None:
    title = full(line("Waiting periods for every person insured", row=1, bold=True, paragraph=True))

    def tree_with(word: str) -> ClauseTree:
        return tree_of(page("1. Exclusions", title, line(f"{word} illnesses are left out.", row=2), "2. Claims", *plain(5, 6, 7)))

    assert headings_of(tree_with("These")) == ["Waiting periods for every person insured"]
    assert headings_of(tree_with("these")) == []


def test_a_row_in_the_middle_in_another_face_is_a_heading() -> None:
    middle = line("Of Hurt", row=3, x0=287.0, paragraph=True)
    text = [*plain(0, 1, 2), *plain(4, 5, 6)]

    assert headings_of(tree_of(page(*text[:3], in_face("Italic", middle), *text[3:]))) == ["Of Hurt"]
    assert headings_of(tree_of(page(*text[:3], middle, *text[3:]))) == []


def test_a_heading_goes_on_below_in_its_own_face_alone() -> None:
    head = in_face("Head-Bold", full(line("Health check-up of all persons and", row=1, bold=True, paragraph=True)))

    def tree_with(face: str) -> ClauseTree:
        below = in_face(face, line("Schedule of benefits", row=2, bold=True))
        return tree_of(page("1. Benefits", head, below, line("We pay once.", row=3, paragraph=True), *plain(5, 6, 7)))

    assert headings_of(tree_with("Head-Bold"))[0] == "Health check-up of all persons and Schedule of benefits"
    assert headings_of(tree_with("Other-Bold"))[0] == "Health check-up of all persons and"


def test_a_bold_paragraph_is_no_heading() -> None:
    def tree_with(count: int) -> ClauseTree:
        rows = [full(line("Notice to every person insured", row=row, bold=True, paragraph=row == 1)) for row in range(1, count + 1)]
        return tree_of(page("1. Benefits", *rows, line("We pay once.", row=count + 1, paragraph=True), *plain(*range(9, 16))))

    assert len(headings_of(tree_with(3))) == 1
    assert headings_of(tree_with(4)) == []


def test_a_row_of_capitals_inside_a_paragraph_is_no_heading() -> None:
    drawn = line("BREACH OF DUTY", row=2)
    above = line("A claim is not paid where there was a", row=1)

    assert headings_of(tree_of(page("1. Duties", above, drawn, "2. Claims"))) == []
    assert headings_of(tree_of(page("1. Duties", above, msgspec.structs.replace(drawn, paragraph=True), "2. Claims"))) == [
        "BREACH OF DUTY"
    ]


def test_on_a_page_set_larger_throughout_the_usual_rows_are_no_headings() -> None:
    front = [line("We thank you for your trust", page=1, row=row, size=14.0, paragraph=True) for row in range(10)]
    text = [line(f"{FULL} term.", page=2, row=row) for row in range(30)]

    assert headings_of(tree_of(page(*front), page(*text, number=2))) == []


def test_a_row_under_another_that_stands_in_no_middle_does_not_stand_there_either() -> None:
    def tree_with(above: str) -> ClauseTree:
        rows = [line(above, row=3, x0=287.0), in_face("Italic", line("Of Hurt", row=4, x0=287.0, paragraph=True))]
        return tree_of(page(*plain(0, 1, 2), *rows, *plain(5, 6)))

    assert headings_of(tree_with("Of Harm")) == ["Of Hurt"]
    assert headings_of(tree_with("the rules for those that are hurt")) == []


def test_two_rows_in_the_middle_under_one_another_are_one_heading() -> None:
    rows = [in_face("Italic", line(text, row=row, x0=287.0, paragraph=row == 3)) for row, text in ((3, "Of Hurt"), (4, "Of Harm"))]

    tree = tree_of(page(*plain(0, 1, 2), *rows, *plain(5, 6)))

    assert headings_of(tree) == ["Of Hurt Of Harm"]


# ---------------------------------------------------------------- how deep it stands


def test_words_behind_a_list_at_the_label_of_the_item_above_stay_with_that_item_for_all_rows() -> None:
    drawn = [
        line("SECTION B BENEFITS", row=0, x0=252.5, bold=True, paragraph=True),
        line("1. Health check-up", row=1, bold=True, paragraph=True),
        line("We pay for a check-up in each year of the policy.", row=2, x0=TEXT, paragraph=True),
        line("i. once in a year;", row=3, x0=TEXT),
        line("ii. for each person.", row=4, x0=TEXT),
        line("For single policies the limits below hold.", row=5, paragraph=True),
        line("For families they hold for all together.", row=6, paragraph=True),
        line("a. for the first year;", row=7),
        line("b. for the others.", row=8),
    ]

    tree = tree_of(page(*drawn))

    assert [owner_of(tree, f"p1.l00{row}") for row in (5, 6)] == ["section-B.1"] * 2
    assert [clause.parent for clause in clauses_of(tree)][-2:] == ["section-B.1"] * 2


def test_a_heading_with_a_colon_at_the_label_of_an_item_set_as_a_heading_stands_in_it() -> None:
    drawn = [
        line("SECTION B BENEFITS", row=0, x0=252.5, bold=True, paragraph=True),
        line("1. Health check-up", row=1, bold=True, paragraph=True),
        line("We pay for a check-up in each year of the policy.", row=2, x0=TEXT, paragraph=True),
        line("Notes:", row=3, bold=True, paragraph=True),
        line("It is paid once.", row=4, x0=TEXT, paragraph=True),
    ]

    tree = tree_of(page(*drawn))

    assert titled(tree, "Notes:").parent == "section-B.1"


def test_text_at_the_label_of_an_item_draws_no_heading_into_it() -> None:
    drawn = [
        line("SECTION B BENEFITS", row=0, x0=252.5, bold=True, paragraph=True),
        line("1. Health check-up", row=1, bold=True, paragraph=True),
        line("We pay for a check-up in each year of the policy.", row=2, x0=TEXT, paragraph=True),
        line("i. once in a year;", row=3, x0=TEXT),
        line("ii. for each person.", row=4, x0=TEXT),
        line("For single policies the limits below hold.", row=5, paragraph=True),
        line("Specific terms", row=6, bold=True, paragraph=True),
        line("They hold for all.", row=7, paragraph=True),
    ]

    tree = tree_of(page(*drawn))

    assert owner_of(tree, "p1.l005") == "section-B.1"
    assert titled(tree, "Specific terms").parent == "section-B"


def test_a_heading_ends_no_lists_within_lists_to_stand_beside_its_like() -> None:
    def tree_with(*items: str) -> ClauseTree:
        middle = [line("Exclusions", row=row, x0=272.0, bold=True, paragraph=True) for row in (0, 5)]
        rows = [line(text, row=row, x0=INNER + 14.0 * row) for row, text in enumerate(items, 1)]
        return tree_of(page(middle[0], *rows, middle[1], line("None is paid.", row=6), "X. Claims", "XI. Law"))

    def second(tree: ClauseTree) -> Clause:
        return [clause for clause in tree.clauses if clause.title == "Exclusions"][-1]

    assert second(tree_with("1. the first of them;")).parent == ""
    assert second(tree_with("1. the first of them;", "(a) inside of it;")).parent.endswith("1.a")


def test_a_heading_right_of_one_set_alike_may_stand_inside_an_item_between() -> None:
    def tree_with(x0: float) -> ClauseTree:
        drawn = [
            line("General terms", row=0, bold=True, paragraph=True),
            line(f"1. {FULL}", row=1),
            line("term.", row=2, x0=INNER),
            line(f"2. {FULL}", row=3),
            line("term.", row=4, x0=INNER),
            line("Special terms", row=5, x0=x0, bold=True, paragraph=True),
            line("They hold for all.", row=6, x0=x0),
        ]
        return tree_of(page(*drawn))

    assert titled(tree_with(LEFT), "Special terms").parent == ""
    assert titled(tree_with(INNER), "Special terms").parent.endswith("2")


def test_a_part_ends_the_items_of_the_part_before_it() -> None:
    def chapter(letter: str, row: int) -> list[Drawn]:
        return [
            line(f"SECTION {letter}. TERMS", row=row, bold=True, paragraph=True),
            line("1. the first of them;", row=row + 1, x0=INNER),
            line("(a) inside of it;", row=row + 2, x0=TEXT),
            line("(i) and further in;", row=row + 3, x0=TEXT + 14.0),
        ]

    tree = tree_of(page(*chapter("A", 0), *chapter("B", 4)))

    assert ids(tree)[4:] == ["section-B", "section-B.1", "section-B.1.a", "section-B.1.a.i"]


@pytest.mark.parametrize("bold", [True, False])
def test_a_heading_directly_below_a_bold_label_stands_in_it(bold: bool) -> None:
    drawn = [
        line("1. Premium", row=0, bold=bold, x0=INNER, paragraph=True),
        line("How it is paid", row=1, bold=True, paragraph=True),
        *plain(2, 3, x0=TEXT),
    ]

    tree = tree_of(page("A word before.", *[msgspec.structs.replace(ln, row=ln.row + 1) for ln in drawn if isinstance(ln, Line)]))

    assert (titled(tree, "How it is paid").parent == "1") is bold


def terms(title: str, first: int) -> list[Drawn]:
    """A heading and five dotted items under it, each with a row of text further in."""
    drawn: list[Drawn] = [line(title, row=first, bold=True, paragraph=True)]
    for n in range(1, 6):
        drawn.append(line(f"1.{n}. Term {n}", row=first + 2 * n - 1, bold=True, paragraph=True))
        drawn.append(line("The words of this term.", row=first + 2 * n, x0=TEXT, paragraph=True))
    return drawn


def test_dotted_numbers_that_begin_again_behind_a_heading_within_a_section_are_none_of_the_parent_before() -> None:
    section = line("SECTION D. GENERAL TERMS", row=0, x0=240.0, bold=True, paragraph=True)

    last = line("What is said above holds for all that are insured.", row=12, paragraph=True)

    tree = tree_of(page(section, *terms("1. Standard terms", 1), last, *terms("Specific terms", 13)))

    assert ids(tree)[2] == "section-D.1.1"
    assert ids(tree)[7] == "section-D[specific-terms].1.1"


def test_a_centred_heading_of_capitals_ends_the_items_before_it() -> None:
    def tree_with(title: str) -> ClauseTree:
        rows = [line(f"{n}. the rule of this number.", row=n) for n in (1, 2)]
        after = [line(f"{n}. the rule of this number.", row=n + 1) for n in (3, 4)]
        return tree_of(page("A word before.", *rows, in_face("Head", line(title, row=3, x0=280.0, paragraph=True)), *after))

    assert titled(tree_with("OF HURT"), "OF HURT").parent == ""
    assert titled(tree_with("Of Hurt"), "Of Hurt").parent == "2"


def test_the_caption_of_a_bold_list_stands_in_its_item() -> None:
    table = Area((LEFT, 142.0, 500.0, 200.0), (LEFT, 286.0, 500.0), (142.0, 170.0, 200.0), ruled=True, prose=False)

    def tree_with(*, bold: bool) -> ClauseTree:
        drawn = [
            line("1. Pain management and other kinds of treatment that are named below", row=0),
            line("a. Pain", row=1, x0=LEFT + 15.0, bold=bold),
            line("b. Stroke", row=2, x0=LEFT + 15.0, bold=bold),
            line("Limits of pain management", row=3, x0=LEFT + 15.0, bold=True, paragraph=True),
            line("Treatment", row=5, x0=LEFT + 2.0, area=0),
            line("Limit", row=5, x0=300.0, piece="b", area=0),
        ]
        return tree_of(page(*drawn, areas=[table]))

    assert next(c for c in tree_with(bold=True).clauses if c.title.startswith("Limits")).parent == "1.b"
    assert next(c for c in tree_with(bold=False).clauses if c.title.startswith("Limits")).parent == "1"
