"""Clauses: what stands beside the text or in a table never opens a context for the clauses after it."""

import msgspec

from pipeline.model import Area, Clause, ClauseTree, Line, NodeKind
from tests.builders import line, page
from tests.parsed import tree_of

TABLE = Area((72.0, 120.0, 523.0, 260.0), (72.0, 300.0, 523.0), (120.0, 190.0, 260.0), ruled=True, prose=False)


def clause(tree: ClauseTree, *path: str) -> Clause:
    return next(found for found in tree.clauses if found.path == path)


def turned(text: str, row: int, x0: float) -> Line:
    """Words on their side in the table, behind the text of the page as the extraction gives them."""
    upright = line(text, row=row, bold=True, size=12.0)
    return msgspec.structs.replace(upright, rotation=90, bbox=(x0, 130.0, x0 + 12, 250.0))


def test_a_turned_head_of_a_table_is_no_heading_over_the_text_behind_it() -> None:
    text = [
        line("1. Domiciliary treatment is covered:", row=0, top=72.0),
        line("A", row=1, top=140.0, area=0),
        line("1,000", row=2, top=210.0, area=0),
        line("2. Modern treatment", row=3, top=300.0),
        line("is covered where the", row=4, top=314.0),
    ]
    first = page(*text, turned("Stem cell therapy", 5, 330.0), turned("Balloon", 6, 360.0), areas=[TABLE])

    tree = tree_of(first, page("doctor says so.", "3. Other", number=2))

    assert [node.kind for node in tree.clauses] == [NodeKind.CLAUSE] * 3
    assert [span.line_id for span in clause(tree, "2").own] == ["p1.l003", "p1.l004", "p1.l005", "p1.l006", "p2.l000"]


def noted(mark: str) -> ClauseTree:
    """Two pages of sections; a raised ``mark`` at the beginning of a row, and a note 1 at the foot of the first page."""
    section = line(f"{mark} [152A. Hatred", row=2)
    runs = (
        msgspec.structs.replace(section.runs[0], start=0, end=len(mark) + 1, size=6.0, bbox=(72.0, 100.0, 78.0, 106.0)),
        msgspec.structs.replace(section.runs[0], start=len(mark) + 1),
    )
    text = [line("151. Assembly", row=0), line("152. Assault", row=1), msgspec.structs.replace(section, runs=runs)]
    note = line("1. Put in by Act 35 of 1969.", row=5, top=760.0, size=7.0)
    return tree_of(page(*text, line("between groups.", row=3), note), page("that are at odds.", "153. Riot", number=2))


def test_small_print_at_the_foot_is_a_footnote_where_its_mark_begins_a_row() -> None:
    tree = noted("1")

    assert [node.reason.rule for node in tree.clauses if node.kind is NodeKind.ASIDE] == ["footnote"]
    assert [found.path[-1] for found in tree.clauses if found.kind is NodeKind.CLAUSE] == ["151", "152", "152A", "153"]


def test_small_print_at_the_foot_is_text_where_a_row_begins_with_another_raised_number() -> None:
    assert [node for node in noted("2").clauses if node.kind is NodeKind.ASIDE] == []


def raised(text: str, mark: str, *, row: int) -> Line:
    """Words with a small raised mark behind them."""
    whole = line(f"{text} {mark}", row=row)
    at = len(text) + 1
    runs = (
        msgspec.structs.replace(whole.runs[0], end=at),
        msgspec.structs.replace(whole.runs[0], start=at, size=6.0, bbox=(200.0, whole.bbox[1] - 2, 204.0, whole.bbox[1] + 4)),
    )
    return msgspec.structs.replace(whole, runs=runs)


def ended(*notes: str) -> ClauseTree:
    """A page with marks 1 and 2, and a last page with small print at its end."""
    text = [raised("1. Change of", "1", row=0), raised("2. The act", "2", row=1), line("is changed.", row=2)]
    last = [
        line("3. Law", row=0, page=2),
        *(line(note, page=2, row=5 + at, top=300.0 + 10 * at, size=7.0) for at, note in enumerate(notes)),
    ]
    return tree_of(page(*text), page(*last, number=2))


def test_notes_at_the_end_of_a_document_answer_the_marks_of_its_pages() -> None:
    tree = ended("1 A 2021, page 4", "2 NG 521.1")

    assert [node.reason.rule for node in tree.clauses if node.kind is NodeKind.ASIDE] == ["footnote"]
    assert [found.path for found in tree.clauses if found.kind is NodeKind.CLAUSE] == [("1",), ("2",), ("3",)]


def test_small_print_at_the_end_is_text_where_one_of_its_numbers_stands_raised_nowhere() -> None:
    tree = ended("1 A 2021, page 4", "2 NG 521.1", "3 Not pointed to")

    assert [node for node in tree.clauses if node.kind is NodeKind.ASIDE] == []


def beside(text: str, top: float, *, row: int, bold: bool = False, paragraph: bool = False, number: int = 1) -> Line:
    """A line of the side column, behind the text of its page."""
    return line(text, page=number, row=row, x0=430.0, top=top, bold=bold, paragraph=paragraph, column=2, side=True)


def asides_of(tree: ClauseTree) -> dict[str, tuple[str, str, tuple[str, ...]]]:
    """Each aside's clause, title and lines, by its id."""
    found = (node for node in tree.clauses if node.kind is NodeKind.ASIDE)
    return {node.id: (node.parent, node.title, tuple(span.line_id for span in node.own)) for node in found}


def test_each_note_of_a_side_column_belongs_to_the_clause_at_whose_height_it_begins() -> None:
    text = [
        line("5. Terms", row=0, top=72.0),
        line("5.1 Free look", row=1, top=100.0),
        line("Send the policy back in time.", row=2, top=114.0),
        line("5.2 Cancellation", row=3, top=200.0),
        line("Tell us in writing.", row=4, top=214.0),
    ]
    notes = [
        beside("In plain words", 96.0, row=5, bold=True, paragraph=True),
        beside("Fifteen days to", 112.0, row=6, paragraph=True),
        beside("change your mind.", 122.0, row=7),
        beside("In plain words", 138.0, row=8, bold=True, paragraph=True),
        beside("No need to say why.", 154.0, row=9, paragraph=True),
        beside("Cancel whenever you wish.", 200.0, row=10, paragraph=True),
    ]

    tree = tree_of(page(*text, *notes), page("6. Law", beside("Ours.", 72.0, row=1, number=2), number=2))

    assert asides_of(tree) == {
        "5.1[aside]": ("5.1", "In plain words", ("p1.l006", "p1.l007")),
        "5.1[aside]~2": ("5.1", "In plain words", ("p1.l009",)),
        "5.2[aside]": ("5.2", "", ("p1.l010",)),
        "6[aside]": ("6", "", ("p2.l001",)),
    }
    assert next(node for node in tree.clauses if node.id == "5.2[aside]").path == ("5", "5.2")


def test_words_on_their_side_in_the_margin_belong_to_no_clause() -> None:
    code = msgspec.structs.replace(beside("R1/24", 100.0, row=2), rotation=90)

    assert asides_of(tree_of(page("1. Cover", "2. Claims", code))) == {"aside": ("", "", ("p1.l002",))}


def marked_line(text: str, at: int, row: int) -> Line:
    """A line with a raised mark of one figure at ``at``."""
    plain = line(text, row=row)
    x = plain.bbox[0] + 5.0 * at
    cuts = [
        (0, at, 10.0, plain.bbox),
        (at, at + 1, 6.0, (x, 68.0 + 14 * row, x + 5, 76.0 + 14 * row)),
        (at + 1, len(text), 10.0, plain.bbox),
    ]
    runs = tuple(msgspec.structs.replace(plain.runs[0], start=a, end=b, size=size, bbox=box) for a, b, size, box in cuts if a < b)
    return msgspec.structs.replace(plain, runs=runs)


def test_the_footnotes_of_a_page_belong_to_the_clauses_in_which_their_marks_stand() -> None:
    text = [
        marked_line("1. Cover for partners1 too", 21, 0),
        marked_line("2. Claims2 and proof", 9, 1),
        marked_line("and3 more", 3, 2),
        "3. Law",
    ]
    small = [
        line(words, row=10 + n, top=760.0 + 9 * n, size=7.0)
        for n, words in enumerate(["1 Of either sex.", "2 In writing.", "3 As we ask", "for it.", "4 Repealed."])
    ]

    assert asides_of(tree_of(page(*text, *small))) == {
        "1[aside]": ("1", "", ("p1.l010",)),
        "2[aside]": ("2", "", ("p1.l011", "p1.l012", "p1.l013")),
        "aside": ("", "", ("p1.l014",)),
    }
