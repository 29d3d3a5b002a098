"""Guards of furniture: what was set aside and behaves as text. Each is shown furniture as it is, and text set aside as such."""

import msgspec
import pytest

from pipeline.checks.rules.guards import find_text_set_aside
from pipeline.model import Fate, MarkKind, Reason
from pipeline.store.rows import FurnitureRow
from tests.drawn_pdf import at, drawn
from tests.fixture_runs import FIXTURES
from tests.unit.checks.standing import changed, stand

PAGES = 8
NUMBERS = ["one", "two", "three", "four", "five", "six", "seven", "eight"]


def wording(*, contents=(), lists=()):
    """A section a page under a running head, over a footer with the page's number."""
    first = [at(72, 60 + 13 * row, text) for row, text in enumerate(contents)]
    pages = [
        [
            at(72, 30, "Care Advantage, policy wording"),
            *(first if number == 1 else []),
            at(72, 200, f"{number}. Section {NUMBERS[number - 1]}"),
            at(72, 220, f"We pay for {NUMBERS[number - 1]} kinds of treatment in a hospital, as the schedule says."),
            *(at(90, 240 + 14 * row, text) for row, text in enumerate(lists if number == 2 else ())),
            at(72, 800, "Acme Insurance Ltd, Regn. No. 148"),
            at(500, 800, f"Page {number} of {PAGES}"),
        ]
        for number in range(1, PAGES + 1)
    ]
    return drawn(*pages)


@pytest.fixture
def standing(tmp_path):
    return stand(tmp_path, wording(), name="policy.pdf")


def set_aside(written, line_id, *, kind=MarkKind.HEADER, share=1.0):
    """``written`` with one line of its text taken for furniture, as a rule that errs would."""
    [line] = [line for line in written.lines if line.id == line_id]
    row = FurnitureRow(line.id, line.page, line.text, kind, line.bbox, share, Reason("recurrence", "planted"))
    lines = [msgspec.structs.replace(each, fate=Fate.FURNITURE) if each.id == line_id else each for each in written.lines]
    return changed(written, furniture=[*written.furniture, row], lines=lines)


def codes(written):
    return [problem.code for problem in find_text_set_aside(written)]


def line_of(written, words):
    return next(line for line in written.lines if line.text.startswith(words))


def test_true_furniture_breaks_nothing(standing):
    kinds = {row.kind for row in standing.furniture}

    assert {MarkKind.HEADER, MarkKind.FOOTER, MarkKind.PAGE_NUMBER} <= kinds
    assert codes(standing) == []


@pytest.mark.parametrize(
    "name", ["letterhead", "changing-header", "odd-and-even", "front-matter", "numbers-that-stay", "last-line"]
)
def test_the_furniture_of_odd_documents_breaks_nothing(tmp_path, name):
    content = (FIXTURES / "pdf" / f"{name}.pdf").read_bytes()

    assert codes(stand(tmp_path, content, name=f"{name}.pdf")) == []


def test_text_of_one_page_is_told_with_the_line_to_look_at(standing):
    line = line_of(standing, "3. Section three")

    [problem] = find_text_set_aside(set_aside(standing, line.id))

    assert (problem.code, problem.page, problem.bbox) == ("FUR014", 3, tuple(line.bbox))
    assert problem.message == (
        '"3. Section three" is set aside as header (recurrence) and has words that are furniture on no other page'
    )


def test_text_that_was_set_aside_on_every_page_is_told(standing):
    for number in range(1, PAGES + 1):
        standing = set_aside(standing, line_of(standing, f"{number}. Section").id)

    assert codes(standing) == ["FUR014"] * PAGES


def test_a_line_with_text_on_both_sides_is_told(tmp_path):
    standing = stand(tmp_path, wording(lists=("(a) What is covered: care;", "(b) all else.")), name="policy.pdf")
    line = line_of(standing, "(a) What is covered")

    assert "FUR013" in codes(set_aside(standing, line.id))


def test_a_folio_on_the_baseline_of_text_is_none(standing):
    line = line_of(standing, "Page 3")
    between = [
        msgspec.structs.replace(each, bbox=[500.0, 210.0, 523.0, 215.0]) if each.line_id == line.id else each
        for each in standing.furniture
    ]

    assert codes(changed(standing, furniture=between)) == []


def test_page_numbers_in_letters_stand_on_one_page_each(standing):
    roman = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii"]
    numbered = [
        msgspec.structs.replace(row, text=roman[row.page - 1]) if row.kind is MarkKind.PAGE_NUMBER else row
        for row in standing.furniture
    ]

    assert codes(changed(standing, furniture=numbered)) == []


def test_what_recurs_below_the_threshold_is_told(standing):
    rare = [msgspec.structs.replace(row, share=0.01) if row.page == 2 else row for row in standing.furniture]

    problems = list(find_text_set_aside(changed(standing, furniture=rare)))

    assert {(problem.code, problem.page) for problem in problems} == {("FUR012", 2)}
    assert "recurs on 1.0% of the pages, and the threshold is" in problems[0].message


def test_a_line_inside_a_table_is_told(tmp_path):
    content = (FIXTURES / "pdf" / "table-over-two-pages.pdf").read_bytes()
    standing = stand(tmp_path, content, name="table.pdf")

    problems = list(find_text_set_aside(set_aside(standing, line_of(standing, "Hernia").id)))

    assert problems[0].code == "FUR011" and "stands inside table t1" in problems[0].message


LIST = ("(a) treatment abroad;", "(b) cosmetic surgery;", "(d) treatment before the policy;", "(e) care at home.")


def test_a_label_that_is_missing_in_the_numbers_is_found_among_furniture(tmp_path):
    full = (*LIST[:2], "(c) dental care;", *LIST[2:])
    standing = stand(tmp_path / "full", wording(lists=full), name="policy.pdf")
    gap = stand(tmp_path / "gap", wording(lists=LIST), name="policy.pdf")
    clauses = [clause for clause in standing.clauses if clause.id != "2.c"]
    written = changed(set_aside(standing, line_of(standing, "(c)").id), findings=gap.findings, clauses=clauses)

    problems = [problem for problem in find_text_set_aside(written) if problem.code == "FUR015"]

    assert [row.code for row in gap.findings if row.code == "NUM001"] == ["NUM001"]
    assert [problem.text for problem in problems] == ["(c) dental care;"]
    assert "begins with a label, and one is missing before (d) (2.d)" in problems[0].message


def test_a_heading_that_the_contents_list_names_is_missed_in_the_text(tmp_path):
    entries = [f"{number}. Section {NUMBERS[number - 1]} {'.' * 40} {number}" for number in range(1, PAGES + 1)]
    standing = stand(tmp_path, wording(contents=("Contents", *entries)), name="policy.pdf")
    first = next(row for row in standing.furniture if row.kind is MarkKind.HEADER)
    running = msgspec.structs.replace(first, text="5. Section five")
    assert Fate.CONTENTS in {line.fate for line in standing.lines}
    assert "FUR015" not in codes(changed(standing, furniture=[*standing.furniture, running]))
    lost = [line for line in standing.lines if line.text.startswith("5. Section five") and line.page == 5]

    problems = [problem for problem in find_text_set_aside(set_aside(standing, lost[0].id)) if problem.code == "FUR015"]

    assert [problem.page for problem in problems] == [5]
    assert "has words that the contents list names and no text has" in problems[0].message


def test_what_a_person_overruled_is_not_looked_at(standing):
    line = line_of(standing, "3. Section three")

    assert codes(set_aside(standing, line.id, kind=MarkKind.OVERRULED, share=0.0)) == []
