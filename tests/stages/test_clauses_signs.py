"""Clauses: the parts of a document that a sign and a bold title head, told from the items of a list that a sign begins."""

import pytest

from pipeline.model import ClauseTree, NodeKind
from pipeline.wording import BULLET
from tests.builders import LEFT, Drawn, line, page, styled
from tests.parsed import clauses_of, titled, tree_of

INNER = LEFT + 14.0


def signed(tree: ClauseTree) -> list[str]:
    """The titles of the headings that a sign begins."""
    return [node.title for node in tree.clauses if node.kind is NodeKind.HEADING and "behind a sign" in node.reason.evidence]


def items(row: int, x0: float = INNER) -> list[Drawn]:
    return [line("i. the first of them;", row=row, x0=x0), line("ii. the second of them.", row=row + 1, x0=x0)]


def part(title: str, row: int, *, sign: str = "❑", x0: float = LEFT) -> list[Drawn]:
    """A bold heading behind a sign and a list of two items further in."""
    return [line(f"{sign} {title}", row=row, x0=x0, bold=True, paragraph=True), *items(row + 1, x0 + 14.0)]


def plain(row: int, *, x0: float = LEFT) -> list[Drawn]:
    return [line("❑ the age of the person insured", row=row, x0=x0, paragraph=True)]


@pytest.mark.parametrize("sign", ["❑", "o", "➢"])
def test_a_sign_before_bold_titles_over_lists_heads_the_parts_of_a_document(sign: str) -> None:
    tree = tree_of(page(*part("Renewal", 0, sign=sign), *part("Cancellation", 3, sign=sign), *part("Claims", 6, sign=sign)))

    assert signed(tree) == ["Renewal", "Cancellation", "Claims"]
    assert [clause.parent for clause in clauses_of(tree)] == [
        h.id for h in tree.clauses if h.kind is NodeKind.HEADING for _ in "12"
    ]


def test_a_sign_before_plain_words_begins_an_item_of_a_list() -> None:
    bullets = [
        line(f"❑ {word} of the person insured", row=row, paragraph=True) for row, word in enumerate(("Age", "Health", "Home"))
    ]

    tree = tree_of(page(*bullets, line("i. the first of them;", row=3, x0=INNER), line("ii. the second.", row=4, x0=INNER)))

    assert [node for node in tree.clauses if node.kind is NodeKind.HEADING] == []


def test_a_sign_that_stands_before_plain_words_as_well_heads_nothing() -> None:
    parts = [*part("Renewal", 0), *part("Cancellation", 3), *part("Claims", 6)]

    assert signed(tree_of(page(*parts, *plain(9)))) == []
    assert len(signed(tree_of(page(*parts)))) == 3


def test_signs_at_another_indent_are_judged_apart() -> None:
    parts = [*part("Renewal", 0), *part("Cancellation", 3), *part("Claims", 6)]

    assert len(signed(tree_of(page(*parts, *plain(9, x0=INNER), *plain(10, x0=INNER))))) == 3


def test_a_little_play_in_the_indent_parts_no_signs() -> None:
    drawn = [*part("Renewal", 0), *part("Cancellation", 3, x0=LEFT + 1.6), *part("Claims", 6, x0=LEFT + 3.2)]

    assert len(signed(tree_of(page(*drawn)))) == 3


@pytest.mark.parametrize("lists", [1, 2])
def test_a_sign_heads_parts_only_where_lists_stand_under_several(lists: int) -> None:
    words = line("The words of this part.", row=10, x0=INNER)
    alone = [line(f"❑ {title}", row=row, bold=True, paragraph=True) for row, title in ((9, "Notice"), (11, "Law"))]
    drawn = [*part("Renewal", 0), *(part("Claims", 3) if lists == 2 else []), alone[0], words, alone[1]]

    assert bool(signed(tree_of(page(*drawn)))) is (lists == 2)


def test_a_list_at_the_indent_of_the_sign_does_not_stand_under_it() -> None:
    drawn = [
        drawn
        for row, title in ((0, "Renewal"), (3, "Cancellation"), (6, "Claims"))
        for drawn in (line(f"❑ {title}", row=row, bold=True, paragraph=True), *items(row + 1, LEFT))
    ]

    assert signed(tree_of(page(*drawn))) == []


def test_words_run_in_behind_a_signed_title_are_text_under_it() -> None:
    def run_in(title: str, row: int) -> list[Drawn]:
        head = styled((f"❑ {title}:", True), (" this holds for all that are insured.", False), row=row, paragraph=True)
        return [head, *items(row + 1)]

    tree = tree_of(page(*run_in("Renewal", 0), *run_in("Cancellation", 3), *run_in("Claims", 6)))

    assert signed(tree) == ["Renewal:", "Cancellation:", "Claims:"]
    assert [(span.line_id, span.start) for span in titled(tree, "Claims:").own] == [("p1.l006", 10)]


def test_the_part_that_a_sign_heads_ends_what_a_heading_of_capitals_began() -> None:
    capitals = line("STANDARD EXCLUSIONS", row=3, bold=True, paragraph=True)
    words = line("What follows is not covered by this policy.", row=4, paragraph=True)

    tree = tree_of(page(*part("Benefits", 0), capitals, words, *part("Claims", 5), *part("Cancellation", 8)))

    assert titled(tree, "STANDARD EXCLUSIONS").parent == titled(tree, "Benefits").id
    assert titled(tree, "Claims").parent == titled(tree, "Cancellation").parent == ""


def test_what_begins_an_item_is_told_from_a_word() -> None:
    assert all(BULLET.match(text) for text in ("• Discounts", "o Discounts", "❑ Claims", "➢ Renewal"))
    assert not any(BULLET.match(text) for text in ("of Discounts", "other", "- Discounts"))
