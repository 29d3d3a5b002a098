"""Clauses: what stands beside the text or in a table never opens a context for the clauses after it."""

import msgspec

from pipeline.config.settings import ClauseSettings
from pipeline.model import Area, Boilerplate, Clause, ClauseTree, Gap, Line, NodeKind, Page
from pipeline.stages.clauses import parse_clauses
from tests.builders import document, line, page

NOTHING_MARKED = Boilerplate((), Gap(0.0, "by hand", 0.0, 0.0))
TABLE = Area((72.0, 120.0, 523.0, 260.0), (72.0, 300.0, 523.0), (120.0, 190.0, 260.0), ruled=True, prose=False)


def tree_of(*pages: Page) -> ClauseTree:
    return parse_clauses(document(*pages), NOTHING_MARKED, ClauseSettings())


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
    assert [span.line_id for span in clause(tree, "2").own] == ["p1.l003", "p1.l004", "p2.l000"]
    assert {"p1.l005", "p1.l006"} <= {span.line_id for span in (*clause(tree, "1").own, *clause(tree, "1").tail)}


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
