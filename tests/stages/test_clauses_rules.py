"""Clauses: the rules around the search, each by the kind of document that needs it."""

from pipeline.config.settings import ClauseSettings
from pipeline.model import Area, Clause, ClauseTree, Mark, MarkKind, NodeKind, Page, Reason
from tests.builders import Drawn, line, page
from tests.parsed import clauses_of, paths, tree_of


def rows(*drawn: Drawn, number: int = 1) -> Page:
    return page(*drawn, number=number)


def by_path(tree: ClauseTree, path: str) -> Clause:
    return next(clause for clause in clauses_of(tree) if "/".join(clause.path) == path)


def test_a_full_row_that_ends_in_or_is_no_end_of_an_item() -> None:
    full = "(a) whoever makes or mends, or performs any part of the process of making or mending, or"
    tree = tree_of(rows("1. Coin", full, "buys, sells or disposes of any instrument shall be punished.", "(b) the next."))

    assert [span.line_id for span in by_path(tree, "1/a").own] == ["p1.l001", "p1.l002"]


def test_text_under_a_first_line_indent_belongs_to_its_item() -> None:
    def item(label: str, row: int) -> list[Drawn]:
        full = f"{label} of the persons to whom this part applies, where the act was done within the said limits and"
        return [line(full, row=row, x0=90.0), line("the person knew it.", row=row + 1)]

    tree = tree_of(rows(*item("1.", 0), *item("2.", 2), *item("3.", 4)))

    assert paths(tree) == ["1", "2", "3"]
    assert [len(clause.own) for clause in clauses_of(tree)] == [2, 2, 2]


def test_an_amended_section_is_found_behind_its_bracket() -> None:
    tree = tree_of(
        rows("353. Assault.", "354. Force.", "354A. Harassment.", "1[354B. Disrobing.", "354C. Voyeurism.", "355. Honour.")
    )

    assert paths(tree) == ["353", "354", "354A", "354B", "354C", "355"]


def test_the_heading_over_the_whole_document_opens_no_context() -> None:
    title = line("HOME POLICY", row=0, size=16.0, bold=True)

    tree = tree_of(rows(title, "Thank you.", *(line(f"{n}. a clause;", row=n + 2) for n in (1, 2, 3))))

    assert tree.clauses[0].kind is NodeKind.OVERVIEW
    assert [clause.parent for clause in clauses_of(tree)] == ["", "", ""]


def test_words_under_a_heading_end_the_lists_inside_the_items_above() -> None:
    drawn: list[Drawn] = [
        line("1. Cover", row=0),
        line("(a) first;", row=1, x0=90.0),
        line("(i) inner;", row=2, x0=110.0),
        line("Limits", row=3, bold=True, paragraph=True),
        line("2. Claims", row=4),
    ]

    tree = tree_of(rows(*drawn))

    assert paths(tree) == ["1", "1/a", "1/a/i", "2"]
    order = [span.line_id for clause in tree.clauses for span in (*clause.title_spans, *clause.own)]
    assert order == sorted(order)


def test_the_caption_of_a_table_leaves_the_list_around_it_open() -> None:
    area = Area((60.0, 110.0, 400.0, 140.0), (60.0, 200.0, 400.0), (110.0, 125.0, 140.0), ruled=True, prose=False)
    drawn = [
        line("1. Cover", row=0),
        line("(a) first;", row=1, x0=90.0),
        line("Waiting periods", row=2, bold=True, paragraph=True),
        line("Cataract", row=3, area=0),
        line("24 months", row=4, area=0),
        line("(b) second.", row=5, x0=90.0, paragraph=True),
    ]

    tree = tree_of(page(*drawn, areas=[area]))

    assert paths(tree) == ["1", "1/a", "1/b"]
    assert [clause.reason.rule for clause in tree.clauses if clause.kind is NodeKind.HEADING] == ["caption"]


def test_a_bare_letter_counts_only_in_a_hanging_indent() -> None:
    hanging = [line("a", row=1, piece="a"), line("claim form;", row=1, piece="b", x0=96.0)]
    more = [line("b", row=2, piece="a"), line("the summary.", row=2, piece="b", x0=96.0)]

    with_gap = tree_of(page(line("1. Documents", row=0), *hanging, *more))
    without = tree_of(rows("1. Documents", "a claim form is needed", "b is a letter"))

    assert paths(with_gap) == ["1", "1/a", "1/b"]
    assert paths(without) == ["1"]


def test_numbers_that_run_on_from_part_to_part_are_no_gap() -> None:
    parts = ["PART I", "1. first", "2. second", "PART II", "3. third", "4. fourth"]

    tree = tree_of(rows(*(line(text, row=at, bold=text.startswith("PART")) for at, text in enumerate(parts))))

    assert paths(tree) == ["I", "I/1", "I/2", "II", "II/3", "II/4"]
    assert [finding for finding in tree.findings if finding.code == "NUM001"] == []


def test_an_annex_stands_beside_the_sections_before_it() -> None:
    tree = tree_of(
        rows("SECTION A Cover", "1. first", "(a) inner", "SECTION B Claims", "1. other", "ANNEXURE I", "1. item", "ANNEXURE II")
    )

    assert paths(tree) == ["A", "A/1", "A/1/a", "B", "B/1", "I", "I/1", "II"]
    assert [clause.id for clause in clauses_of(tree)][-3:] == ["annexure-I", "annexure-I.1", "annexure-II"]


def test_another_delimiter_is_another_list() -> None:
    drawn = ["3. Rest", "4. Obesity", *(f"{n}) a condition;" for n in (1, 2, 3, 4)), "5. Gender", "6. Surgery"]

    tree = tree_of(rows(*drawn))

    assert paths(tree)[-2:] == ["5", "6"]


def test_the_contents_list_is_evidence_for_a_label_whose_list_begins_late() -> None:
    entry = line("B. DUTIES OF THE PERSONS ........ 5", row=0)
    mark = Mark(entry.id, MarkKind.CONTENTS, 0.0, Reason("contents", "by hand"))
    text = [line("B. DUTIES OF THE PERSONS", row=0, page=2), line("words", row=1, page=2), line("C. OTHER", row=2, page=2)]

    listed = tree_of(page(entry), page(*text, number=2), marks=(mark,))

    assert paths(listed) == ["B", "C"]


def test_columns_with_other_margins_share_one_measure_of_indent() -> None:
    left = [line(f"{n}. item of the left column;", row=n, column=1) for n in (1, 2, 3)]
    right = [line(f"{n}. item of the right column;", row=n, column=2, x0=330.0) for n in (4, 5)]
    inner = [line(f"{letter}) inner item;", row=10 + n, column=2, x0=350.0) for n, letter in enumerate("ab")]
    last = [line("6. last item;", row=20, column=2, x0=330.0)]

    tree = tree_of(page(*left, *right, *inner, *last))

    assert paths(tree) == ["1", "2", "3", "4", "5", "5/a", "5/b", "6"]


def test_small_print_with_marks_in_the_text_above_stands_aside() -> None:
    from pipeline.model import Line, Run

    text = "1. Premium as stated1 in the schedule"
    bbox = (72.0, 72.0, 260.0, 82.0)
    runs = (
        Run(0, 20, "Body", 10.0, False, False, (72.0, 72.0, 172.0, 82.0)),
        Run(20, 21, "Body", 6.0, False, False, (172.0, 70.0, 175.0, 76.0)),
        Run(21, len(text), "Body", 10.0, False, False, (175.0, 72.0, 260.0, 82.0)),
    )
    edges = ((72.0, 80.0), (82.0, 120.0), (122.0, 130.0), (132.0, 175.0), (178.0, 186.0), (188.0, 202.0), (204.0, 260.0))
    marked = Line("p1.l000", 1, bbox, text, runs, edges, 0)

    tree = tree_of(page(marked, line("2. Claims", row=1), line("1 By endorsement 731.", row=2, size=7.0, paragraph=True)))

    assert paths(tree) == ["1", "2"]
    assert [clause.reason.rule for clause in tree.clauses if clause.kind is NodeKind.ASIDE] == ["footnote"]


def test_the_raised_number_of_a_paragraph_of_a_law_is_its_label() -> None:
    from pipeline.model import Line, Run

    def paragraph(number: int, words: str, row: int) -> Line:
        text, top = f"{number} {words}", 72.0 + 14.0 * row
        ends = 72.0 + 5.0 * len(text)
        bbox = (72.0, top, ends, top + 10.0)
        small = Run(0, 2, "Body", 6.0, False, False, (72.0, top - 2, 80.0, top + 4))
        plain = Run(2, len(text), "Body", 10.0, False, False, (82.0, top, ends, top + 10.0))
        edges = ((72.0, 76.0), *((82.0 + 30.0 * n, 108.0 + 30.0 * n) for n in range(len(words.split()))))
        return Line(f"p1.l{row:03d}", 1, bbox, text, (small, plain), edges, row, paragraph=True)

    articles = [
        line("Art. 24 Boden", row=0, bold=True),
        paragraph(1, "Steuerbar sind Erträge.", 1),
        paragraph(2, "Der Wert gilt.", 2),
    ]

    tree = tree_of(page(*articles, line("Art. 25 Haus", row=3, bold=True), paragraph(1, "Es gilt dasselbe.", 4)))

    assert paths(tree) == ["24", "24/1", "24/2", "25", "25/1"]


def test_a_label_that_only_repeats_nests_no_deeper_than_a_bound() -> None:
    pages = [rows(*(line("1. Scope", row=row) for row in range(50)), number=number) for number in range(1, 9)]

    tree = tree_of(*pages, settings=ClauseSettings(depth=5))

    assert max(clause.level for clause in tree.clauses) == 5
