"""What the search is told of a row before it begins: where sentences end, and which labels stand on one row."""

import pytest

from pipeline.stages.clauses.rows import ends_sentence
from tests.builders import Drawn
from tests.parsed import paths, tree_of


@pytest.mark.parametrize(
    ("text", "early", "ends"),
    [
        ("the term of the policy;", False, True),
        ("the term of the policy", False, False),
        ("이 법을 적용한다. <개정 2021. 5. 18.>", False, True),
        ("이 법을 적용하는 <개정 2021. 5. 18.>", False, False),
        ("the first of them; and", False, True),
        ("the first of them and", False, False),
        ("the first of them and", True, True),
    ],
)
def test_where_a_row_ends_a_sentence_or_an_item(text: str, early: bool, ends: bool) -> None:
    assert ends_sentence(text, early=early) is ends


@pytest.mark.parametrize(
    ("above", "first", "second"),
    [
        ("13. Fees. Each of them.", "14. Taxes. (a) Each of them;", "(b) all of them."),
        ("353. Assault.", "354. Stalking.—(1) Any man who follows;", "(2) Whoever commits it."),
        ("제1조(목적) 이 법은 다음과 같다.", "제2조(정의) ① 이 법에서 말한다.", "② 그 밖의 것은 따로 정한다."),
    ],
)
def test_a_first_item_behind_a_run_in_title_opens_its_list(above: str, first: str, second: str) -> None:
    found = paths(tree_of(above, first, second))

    assert [path.count("/") for path in found] == [0, 0, 1, 1]


def test_a_note_to_a_table_closes_no_list() -> None:
    def tree_with(mark: str) -> list[str]:
        items: list[Drawn] = [("(a) the first of them;", 100.0), (f"{mark} as in the table.", 72.0), ("(i) inside of it;", 128.0)]
        return paths(tree_of("1. Cover", *items, ("(ii) inside as well.", 128.0)))

    assert tree_with("*") == ["1", "1/a", "1/a/i", "1/a/ii"]
