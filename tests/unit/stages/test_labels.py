"""The label grammar: what can be a label at a row's start, in every reading; what never can."""

import pytest

from pipeline.stages.clauses.labels import find_bare, find_label, roman_value


@pytest.mark.parametrize(
    ("text", "printed", "normal", "readings"),
    [
        ("(i) the cost", "(i)", "i", {("roman", (1,)), ("alpha", (9,))}),
        ("C. General", "C.", "C", {("roman", (100,)), ("alpha", (3,))}),
        ("(aa) the cost", "(aa)", "aa", {("alpha", (27,)), ("double", (1,))}),
        ("xl. the cost", "xl.", "xl", {("roman", (40,))}),
        ("( iv ) the cost", "( iv )", "iv", {("roman", (4,))}),
        ("(iii)Asthma", "(iii)", "iii", {("roman", (3,))}),
        ("9a. the cost", "9a.", "9a", {("d", (9, 1))}),
        ("3.a. the cost", "3.a.", "3.a", {("d.a", (3, 1))}),
        ("4.31.5 Documents", "4.31.5", "4.31.5", {("d.d.d", (4, 31, 5))}),
        ("4.1. Waiting", "4.1.", "4.1", {("d.d", (4, 1))}),
        ("D.1.2 Cover", "D.1.2", "D.1.2", {("A.d.d", (4, 1, 2))}),
        ("E.2.7 Cover", "E.2.7", "E.2.7", {("A.d.d", (5, 2, 7))}),
        ("Section VI Cover", "Section VI", "VI", {("section:roman", (6,))}),
        ("SECTION C) BENEFITS", "SECTION C)", "C", {("section:roman", (100,)), ("section:alpha", (3,))}),
        ("PART A- COVERAGE", "PART A-", "A", {("part:alpha", (1,))}),
        (
            "Annexure II: List",
            "Annexure II:",
            "II",
            {("annexure:roman", (2,)), ("annexure:alpha", (35,)), ("annexure:double", (9,))},
        ),
        ("Def. 3. Accident", "Def. 3.", "3", {("def:d", (3,))}),
        ("Art. 5bis Ausnahme", "Art. 5bis", "5bis", {("art:d", (5, 1))}),
        ("Art. 1.2A Ausnahme", "Art. 1.2A", "1.2A", {("art:d.d.a", (1, 2, 1))}),
        ("§ 3 Beitrag", "§ 3", "3", {("§:d", (3,))}),
        ("Section 8.02 Fees", "Section 8.02", "8.02", {("section:d.d", (8, 2))}),
        ("제3조(목적)", "제3조", "3", {("조:d", (3,))}),
        ("제3조의2(목적)", "제3조의2", "3-2", {("조:d", (3, 1))}),
        ("第三条 目的", "第三条", "3", {("条:d", (3,))}),
        ("① 이 법은", "①", "1", {("circled", (1,))}),
        ("1.In-patient care", "1.", "1", {("d", (1,))}),
        ("354D. Stalking", "354D.", "354D", {("d", (354, 4))}),
        ("5º Alcance", "5º", "5", {("d", (5,))}),
        ("B1. In-patient", "B1.", "B1", {("Bd", (1,))}),
        ("B12) Second opinion", "B12)", "B12", {("Bd", (12,))}),
    ],
)
def test_a_label_comes_back_with_every_reading(
    text: str, printed: str, normal: str, readings: set[tuple[str, tuple[int, ...]]]
) -> None:
    found = find_label(text)

    assert found is not None
    assert (found.printed, found.normal) == (printed, normal)
    assert {(form.core, form.value) for form in found.forms} == readings


@pytest.mark.parametrize(
    "text",
    [
        "3.000 EUR for each person",
        "F32 depressive episode",
        "A4 paper",
        "1.4.2021 and later",
        "Section 31.12.2024 and later",
        "e.g. a hospital",
        "i.e. a hospital",
        "U.S. dollars",
        "30-day waiting period",
        "24 (twenty-four) hours",
        "2.5% of the sum insured",
        "8.02, the original",
        "(b), where it applies",
        "civil) liability",
        "No. 2 of 2002",
        "part of the premium",
        "art is not insured",
        "1,24,810 rupees",
        "2023. The policy",
    ],
)
def test_what_is_no_label_never_comes_back(text: str) -> None:
    assert find_label(text) is None


@pytest.mark.parametrize(
    ("text", "normal"), [("3 Benefits", "3"), ("9a", "9a"), ("4(a) the cost", "4"), ("ii the cost", "ii"), ("b the cost", "b")]
)
def test_a_bare_number_or_letter_is_offered_for_type_and_space_to_decide(text: str, normal: str) -> None:
    found = find_bare(text)

    assert found is not None
    assert found.bare
    assert found.normal == normal


@pytest.mark.parametrize(("numeral", "value"), [("i", 1), ("iv", 4), ("ix", 9), ("xiv", 14), ("xl", 40), ("xcix", 99), ("cd", 400)])
def test_roman_numerals_have_their_value(numeral: str, value: int) -> None:
    assert roman_value(numeral) == value
