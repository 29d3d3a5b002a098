"""The words for a gap in a list."""

import pytest

from tests.parsed import tree_of


@pytest.mark.parametrize(
    ("labels", "told"),
    [
        (("(a)", "(c)", "(d)"), "(b) is missing between (a) and (c)"),
        (("i)", "ii)", "v)", "vi)"), "iii) and iv) are missing between ii) and v)"),
        (("1.", "2.", "7.", "8."), "3. to 6. are missing between 2. and 7."),
        (("Section 1", "Section 3", "Section 4"), "Section 2 is missing between Section 1 and Section 3"),
        (("PART A -", "PART C -", "PART D -"), "PART B is missing between PART A and PART C"),
        (("1.", "1.01", "1.02", "1.04", "1.05"), "1.03 is missing between 1.02 and 1.04"),
        (("1.", "(aa)", "(cc)", "(dd)"), "(bb) is missing between (aa) and (cc)"),
        (("①", "③", "④"), "② is missing between ① and ③"),
        (("가.", "다.", "라."), "나. is missing between 가. and 다."),
        (("제1조", "제3조", "제4조"), "제2조 is missing between 제1조 and 제3조"),
        (("第一条", "第三条", "第四条"), "1 label is missing between 第一条 and 第三条"),
        (("1.", "2.", "2A.", "2C.", "2D.", "3."), "1 label is missing between 2A. and 2C."),
        (("B.", "C.", "D.", "E."), "A. is missing before B."),
        (("1.", "1.3", "1.4", "1.5"), "1.1 and 1.2 are missing before 1.3"),
    ],
)
def test_a_gap_says_which_labels_are_missing_and_where(labels: tuple[str, ...], told: str) -> None:
    tree = tree_of(*(f"{label} Each of the persons insured." for label in labels))

    assert told in [finding.message for finding in tree.findings if finding.code == "NUM001"]


def test_an_article_inserted_at_the_head_of_a_chapter_is_no_gap() -> None:
    tree = tree_of("제6장 안전", "제75조 조치", "제76조 규칙", "제6장의2 괴롭힘의 금지", "제76조의2 금지", "제76조의3 조치")

    assert [finding for finding in tree.findings if finding.code == "NUM001" and "76" in finding.text] == []


def test_a_list_that_begins_at_nought_lacks_nothing() -> None:
    tree = tree_of("0. Preface", "1. Scope of this policy", "2. Claims and how to make them")

    assert [finding for finding in tree.findings if finding.code == "NUM001"] == []
