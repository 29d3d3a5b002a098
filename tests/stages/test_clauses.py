"""Clauses: labels by sequence, decided over the whole document; every line in exactly one node."""

from itertools import pairwise

import pytest

from pipeline.config.settings import ClauseSettings, Overrule, OverruleKind
from pipeline.model import Document, NodeKind
from pipeline.stages.clauses import parse_clauses
from tests.builders import Drawn, document, line, page
from tests.parsed import clauses_of, paths, tree_of
from tests.trees import NOTHING_ASIDE


def letters(*labels: str) -> list[Drawn]:
    return [f"{label} the expenses that were incurred;" for label in labels]


H = [f"{letter}." for letter in "abcdefgh"]


def test_i_after_h_is_the_letter_where_j_follows() -> None:
    tree = tree_of("1. Scope", *letters(*H, "i.", "j."))

    assert paths(tree)[-3:] == ["1/h", "1/i", "1/j"]


def test_i_after_h_is_the_roman_numeral_where_ii_follows() -> None:
    tree = tree_of("1. Scope", *letters(*H, "i.", "ii."))

    assert paths(tree)[-3:] == ["1/h", "1/h/i", "1/h/ii"]


def test_a_roman_list_inside_c_does_not_end_the_letters() -> None:
    tree = tree_of("1. Scope", *letters("a.", "b.", "c.", "i.", "ii.", "d."))

    assert paths(tree) == ["1", "1/a", "1/b", "1/c", "1/c/i", "1/c/ii", "1/d"]


def test_h_i_ii_iii_i_j_has_both_readings_of_i() -> None:
    tree = tree_of("1. Scope", *letters(*H, "i.", "ii.", "iii.", "i.", "j."))

    assert paths(tree)[-6:] == ["1/h", "1/h/i", "1/h/ii", "1/h/iii", "1/i", "1/j"]


def test_a_beam_of_one_takes_the_first_likely_reading_and_is_wrong() -> None:
    greedy = ClauseSettings(beam=1)
    ambiguous = [letters(*H, "i.", "j."), letters(*H, "i.", "ii.")]

    wrong = [paths(tree_of("1. Scope", *drawn, settings=greedy)) != paths(tree_of("1. Scope", *drawn)) for drawn in ambiguous]

    assert any(wrong)


def test_double_letters_inside_a_letter_are_a_list_of_their_own() -> None:
    """German laws and policies count so below a., b., c."""
    tree = tree_of("1. Duties", *letters("a.", "b.", "c.", "aa.", "bb.", "cc.", "d."))

    assert paths(tree) == ["1", "1/a", "1/b", "1/c", "1/c/aa", "1/c/bb", "1/c/cc", "1/d"]
    assert [finding for finding in tree.findings if finding.code == "NUM001"] == []


def test_letters_go_on_through_v_x_and_aa() -> None:
    every = [*(chr(code) for code in range(ord("a"), ord("z") + 1)), "aa", "bb"]

    tree = tree_of("1. Scope", *letters(*(f"({letter})" for letter in every)))

    assert paths(tree)[1:] == [f"1/{letter}" for letter in every]


def test_romans_go_on_to_xl() -> None:
    tens, ones = ["", "x", "xx", "xxx"], ["", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix"]
    to_39 = [ten + one for ten in tens for one in ones][1:]
    romans = [*to_39, "xl"]

    tree = tree_of("1. Scope", *letters(*(f"({roman})" for roman in romans)))

    assert paths(tree)[1:] == [f"1/{roman}" for roman in romans]


def test_an_outer_number_goes_on_after_an_inner_list() -> None:
    tree = tree_of(*letters("1.", "2.", "a.", "b.", "3."))

    assert paths(tree) == ["1", "2", "2/a", "2/b", "3"]


def test_an_inner_list_that_counts_like_the_outer_one_does_not_close_it() -> None:
    indented: list[Drawn] = [(f"{n}. an item of the inner list;", 100.0) for n in (1, 2, 3)]

    tree = tree_of(*letters(*(f"{n}." for n in range(1, 20))), *indented, *letters("20."))

    assert paths(tree)[-5:] == ["19", "19/1", "19/2", "19/3", "20"]


def test_a_gap_keeps_the_printed_letter_and_is_a_finding() -> None:
    tree = tree_of("1. Scope", *letters("(a)", "(b)", "(d)"))

    assert paths(tree) == ["1", "1/a", "1/b", "1/d"]
    gaps = [finding for finding in tree.findings if finding.code == "NUM001"]
    assert [gap.clause_id for gap in gaps] == ["1.d"]


def test_gaps_can_be_rejected() -> None:
    tree = tree_of("1. Scope", *letters("(a)", "(b)", "(d)"), settings=ClauseSettings(gaps="reject"))

    assert paths(tree) == ["1", "1/a", "1/b"]
    assert [rejected.printed for rejected in tree.rejected] == ["(d)"]


def test_letters_on_numbers_stand_beside_the_number() -> None:
    tree = tree_of(*letters("9.", "9a.", "9b.", "10."))

    assert paths(tree) == ["9", "9a", "9b", "10"]


def test_a_dotted_number_names_its_parents_even_where_they_are_not_printed() -> None:
    tree = tree_of(*letters("4.31.5", "4.31.6", "4.32", "4.32.1"))

    assert paths(tree) == ["4/4.31/4.31.5", "4/4.31/4.31.6", "4/4.32", "4/4.32/4.32.1"]


def test_a_section_of_an_article_is_under_it_by_its_number() -> None:
    tree = tree_of("ARTICLE VIII", "Section 8.01 Payment of the loan.", "Section 8.02 Fees.", "ARTICLE IX", "Section 9.01 Notices.")

    assert paths(tree) == ["VIII", "VIII/8.01", "VIII/8.02", "IX", "IX/9.01"]


def test_two_labels_on_one_row_are_two_clauses_and_share_its_words() -> None:
    tree = tree_of("1. Scope", "(c) (i) the first of two;", "(ii) the second;", "(d) the rest.")

    found = clauses_of(tree)
    assert paths(tree) == ["1", "1/c", "1/c/i", "1/c/ii", "1/d"]
    assert found[1].own == ()
    assert [span.start for span in found[2].own] == [len("(c) (i) ")]


def test_a_run_in_title_and_the_first_item_on_one_row() -> None:
    tree = tree_of("SECTION 2.14. Taxes. (a) Each payment is made free of tax;", "(b) Each lender gives notice.")

    assert paths(tree) == ["2.14", "2.14/a", "2.14/b"]


@pytest.mark.parametrize(
    "wrapped",
    [
        "(b) above, the insured shall give notice",
        "Section 8.02, the original of the notice",
        "3.000 EUR for each of the persons insured",
    ],
)
def test_a_wrapped_reference_or_amount_is_no_label(wrapped: str) -> None:
    full = "(a) the insured shall, in every case that is mentioned in the schedule to this policy or"
    tree = tree_of(
        "1. Scope", full, wrapped + " in writing within the time that is stated there and", "without delay;", "(b) the next item."
    )

    assert paths(tree) == ["1", "1/a", "1/b"]


def test_text_set_back_behind_a_list_belongs_to_the_parent_again() -> None:
    tree = tree_of(
        "1. Scope",
        ("We shall not pay for the following:", 90.0),
        ("a. the first kind of expense, where the same has been incurred outside of the country or", 90.0),
        ("before the start of cover;", 108.0),
        ("b. the second kind.", 90.0),
        ("Note: both apply to every insured person.", 90.0),
    )

    scope = clauses_of(tree)[0]
    assert [span.line_id for span in scope.tail] == ["p1.l005"]


def test_a_list_that_restarts_under_each_heading_is_a_list_of_its_own() -> None:
    def under(heading: str, row: int) -> list[Drawn]:
        items: list[Drawn] = [line(heading, row=row, bold=True, paragraph=True)]
        return [*items, *(line(f"{letter}. an item;", row=row + n) for n, letter in enumerate("ab", 1))]

    tree = tree_of(line("1. Cover", row=0, bold=True), *under("Option A", 1), *under("Option B", 4), *under("Option C", 7))

    ids = [clause.id for clause in clauses_of(tree)]
    assert paths(tree) == ["1", "1/a", "1/b", "1/a", "1/b", "1/a", "1/b"]
    assert ids[1:] == [f"1[option-{option}].{letter}" for option in "abc" for letter in "ab"]


def test_ids_are_unique_where_a_document_repeats_itself() -> None:
    tree = tree_of(*letters("1.", "2.", "1.", "2.", "1.", "2."))

    ids = [clause.id for clause in tree.clauses]
    assert len(ids) == len(set(ids))


def test_every_character_of_every_row_is_given_to_exactly_one_node() -> None:
    drawn: list[Drawn] = [
        "Welcome to your policy.",
        "1. Scope",
        "(a) (i) first;",
        "more of it",
        "(ii) second;",
        "(b) last.",
        "Thank you.",
    ]

    made: Document = document(list(drawn))
    tree = parse_clauses(made, NOTHING_ASIDE, ClauseSettings())

    spans = [s for c in tree.clauses for s in (*([c.label_span] if c.label_span else []), *c.title_spans, *c.own, *c.tail)]
    for one in made.pages[0].lines:
        covered = sorted((s.start, s.end) for s in spans if s.line_id == one.id)
        words = "".join(one.text[start:end] for start, end in covered)
        assert words.replace(" ", "") == one.text.replace(" ", "")
        assert all(before[1] <= after[0] for before, after in pairwise(covered))


def test_words_before_the_first_label_are_the_overview() -> None:
    tree = tree_of("Thank you for choosing this policy.", *letters("1.", "2."))

    assert [clause.kind for clause in tree.clauses] == [NodeKind.OVERVIEW, NodeKind.CLAUSE, NodeKind.CLAUSE]
    assert tree.clauses[0].id == "overview"


def test_lines_in_a_grid_are_no_labels() -> None:
    from pipeline.model import Area

    area = Area((60.0, 80.0, 400.0, 130.0), (60.0, 100.0, 400.0), (80.0, 95.0, 110.0, 130.0), ruled=True, prose=False)
    rows = [line("1. Scope", row=0), *(line(f"{n}. Ward", row=n - 1, area=0) for n in (2, 3)), line("2. Limits", row=5)]

    tree = tree_of(page(*rows, areas=[area]))

    assert paths(tree) == ["1", "2"]


def test_a_person_can_say_that_a_row_is_no_clause_or_is_one() -> None:
    barred = Overrule.model_validate(
        {"page": 1, "text": "3. the expenses", "is": OverruleKind.NOT_CLAUSE, "reason": "a heading of the annex"}
    )
    forced = Overrule.model_validate(
        {"page": 0, "text": "7. the expenses", "is": OverruleKind.CLAUSE, "reason": "read from the print"}
    )

    tree = tree_of(*letters("1.", "2.", "3.", "7."), overrules=(barred, forced))

    assert paths(tree) == ["1", "2", "7"]


def test_an_overrule_that_matches_nothing_is_an_error_finding() -> None:
    lost = Overrule.model_validate({"page": 9, "text": "nowhere", "is": OverruleKind.CLAUSE, "reason": "typing error"})

    tree = tree_of(*letters("1."), overrules=(lost,))

    assert [(finding.code, finding.severity) for finding in tree.findings] == [("CFG001", "error")]


def test_every_accepted_label_says_why_and_how_near_the_next_reading_was() -> None:
    tree = tree_of("1. Scope", *letters(*H, "i.", "j."))

    i = next(clause for clause in clauses_of(tree) if clause.path == ("1", "i"))
    assert "follows h." in i.reason.evidence
    assert "dearer by" in i.alternatives[0].evidence
    assert 0.5 < i.confidence < 1


@pytest.mark.parametrize(
    ("labels", "expected"),
    [
        (
            ("제1조(목적)", "① 이 법은", "② 그 밖에", "제2조(정의)", "제2조의2(적용)", "제3조(기준)"),
            ["1", "1/1", "1/2", "2", "2-2", "3"],
        ),
        (("第一条 目的", "第二条 定义", "第三条 范围"), ["1", "2", "3"]),
        (("Art. 5 Umfang", "Art. 5bis Ausnahme", "Art. 6 Dauer"), ["5", "5bis", "6"]),
        (("§ 3 Beitrag", "§ 4 Dauer", "§ 5 Ende"), ["3", "4", "5"]),
    ],
)
def test_labels_of_other_languages_make_sequences(labels: tuple[str, ...], expected: list[str]) -> None:
    tree = tree_of(*labels)

    assert paths(tree) == expected


def test_the_id_of_a_root_keeps_the_word_with_which_it_is_printed() -> None:
    tree = tree_of("Section III Cover", "1. Maternity", "(i) first;", "(ii) second;")

    assert [clause.id for clause in clauses_of(tree)] == ["section-III", "section-III.1", "section-III.1.i", "section-III.1.ii"]
