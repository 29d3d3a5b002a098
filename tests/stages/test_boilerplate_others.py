"""Contents lists, watermarks, what no reader sees, pages left out, and a person's overrules."""

from itertools import product

import msgspec
import pytest

from pipeline.config.settings import Overrule
from pipeline.model import Flaw, MarkKind, SourceKind
from pipeline.stages.boilerplate import find_boilerplate
from pipeline.stages.boilerplate.contents import LEADERS, Row, last_number
from tests.builders import document, line, page
from tests.stages.boilerplate_pages import FOOT, SETTINGS, at, found, furnished, pages_of, prose, texts, turned

TITLES = [
    f"{n} {name}"
    for n, name in enumerate(
        (
            "Scope",
            "Definitions",
            "Hospital cover",
            "Dental cover",
            "Exclusions",
            "Waiting periods",
            "Claims",
            "Renewal",
            "Fraud",
            "Law",
        ),
        1,
    )
]
CONTENTS = {MarkKind.CONTENTS}


def wording(listed, titles=TITLES):
    """Contents on the first page (or pages), then a page for each title."""
    fronts = listed if isinstance(listed[0], list) else [listed]
    first = [furnished(n, lines) for n, lines in enumerate(fronts, 1)]
    body = [
        furnished(n, [line(title, page=n, row=900, top=60, bold=True), *prose(n, 30, number=n)])
        for n, title in enumerate(titles, len(first) + 1)
    ]
    return document(*first, *body)


@pytest.mark.parametrize(
    ("text", "leads"), [("Scope ........ 4", True), ("Scope . . . . . 4", True), ("Scope ... and so on", False)]
)
def test_leaders_are_told_from_an_ellipsis(text, leads):
    assert bool(LEADERS.search(text)) is leads


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("Scope 4", 4),
        ("Scope....4", 4),
        ("Chapter 1 5", 5),
        ("Act 2/2002", None),
        ("A4", None),
        ("Rate 7.50", None),
        ("Index 69.2 68", None),
    ],
)
def test_a_row_ends_in_a_page_number_or_not(text, number):
    assert last_number(Row((line(text),), text, boxed=False)) == number


def test_a_contents_list_with_leaders_is_set_aside_with_its_heading():
    listed = [at("Contents", 1, 60), *(at(f"{t} ........ {n}", 1, 80 + 14 * n) for n, t in enumerate(TITLES, 2))]

    read = wording(listed)

    assert texts(read, found(read), CONTENTS) == [ln.text for ln in listed]


def test_a_contents_list_in_two_pieces_a_row_is_set_aside():
    listed = [at("INHALT", 1, 60)]
    for n, title in enumerate(TITLES, 2):
        listed += [at(title, 1, 80 + 14 * n, row=n), at(str(n), 1, 80 + 14 * n, row=n, x0=500)]

    read = wording(listed)

    assert len(texts(read, found(read), CONTENTS)) == 21


def test_a_contents_list_without_page_numbers_is_known_by_the_headings_it_lists():
    listed = [at("ARRANGEMENT OF SECTIONS", 1, 60), *(at(t, 1, 80 + 14 * n) for n, t in enumerate(TITLES, 2))]

    read = wording(listed)

    assert len(texts(read, found(read), CONTENTS)) == 11


def test_a_contents_list_over_two_pages_is_set_aside_and_the_text_behind_it_stays():
    titles = [
        f"{n} {a} {b}"
        for n, (a, b) in enumerate(product(("Risk", "Cover", "Claim", "Limit", "Term"), ("one", "two", "three", "four")), 1)
    ]
    first = [at("Table of Contents", 1, 60), *(at(t, 1, 80 + 14 * n) for n, t in enumerate(titles[:10]))]
    second = [at(t, 2, 80 + 14 * n) for n, t in enumerate(titles[10:])]

    read = wording([first, second], titles)

    assert texts(read, found(read), CONTENTS) == ["Table of Contents", *titles]


def test_a_contents_list_without_a_heading_is_known_by_leaders_and_ascending_numbers():
    listed = [at("Care Advantage", 1, 60), *(at(f"{t} ........ {n}", 1, 80 + 14 * n) for n, t in enumerate(TITLES, 2))]

    read = wording(listed)

    assert len(texts(read, found(read), CONTENTS)) == 10


def test_the_last_entries_of_a_contents_list_may_be_set_in_another_wrap_than_their_headings():
    titles = [f"{n} {a} {b}" for n, (a, b) in enumerate(product(("Risk", "Cover", "Claim", "Limit"), ("one", "two", "three")), 1)]
    wrapped = [["13 Sums insured and", "differences in cover"], ["14 Unemploy-", "ment"]]
    entries = [*titles, "13 Sums insured and differences in cover", "14 Unemployment"]
    listed = [at(t, 1, 60 + 14 * n) for n, t in enumerate(entries)]
    body = [
        furnished(n, [*(at(row, n, 60 + 14 * k, bold=True) for k, row in enumerate(heading)), *prose(n, 30, first=120, number=n)])
        for n, heading in enumerate([*([t] for t in titles), *wrapped], 2)
    ]

    read = document(furnished(1, [*listed, *prose(1, 20, first=320)]), *body)

    assert texts(read, found(read), CONTENTS) == entries


def test_a_form_with_dotted_lines_is_no_contents_list():
    form = [
        at(f"{field} ..............", 1, 80 + 14 * n)
        for n, field in enumerate(("Name", "Born", "Address", "Town", "Date", "Signed"))
    ]

    read = wording(form)

    assert texts(read, found(read), CONTENTS) == []


def test_a_passage_printed_twice_is_no_contents_list():
    twice = prose(99, 40)
    pages = [furnished(n, twice if n in (2, 9) else prose(n, number=n)) for n in range(1, 12)]

    read = document(*pages)

    assert found(read).marks == ()


def test_a_contents_list_ends_where_the_text_begins_on_its_page():
    listed = [at("Contents", 1, 60), *(at(f"{t} ........ {n}", 1, 80 + 14 * n) for n, t in enumerate(TITLES[:5], 1))]

    read = wording([*listed, at(TITLES[0], 1, 300, bold=True), *prose(31, 10, first=320)], TITLES[1:5])

    assert texts(read, found(read), CONTENTS) == [ln.text for ln in listed]


def test_text_that_is_said_again_and_again_is_not_drawn_into_a_contents_list():
    listed = [at("Contents", 1, 60)]
    for n, title in enumerate(TITLES, 2):
        listed += [at(title, 1, 80 + 14 * n, row=n), at(str(n), 1, 80 + 14 * n, row=n, x0=500)]
    same = prose(7, 30)
    body = [furnished(n, [line(title, page=n, row=900, top=60), *same]) for n, title in enumerate(TITLES, 2)]

    read = document(furnished(1, listed), *body)

    assert {ln.split()[0] for ln in texts(read, found(read), CONTENTS)} <= {"Contents", *"123456789", "10", "11"}


def test_a_table_with_index_in_a_cell_is_no_contents_list():
    cells = [
        at(text, 1, 80 + 14 * n, row=n) for n, text in enumerate(("(Gini", "index)", "Deaths 12.1 14.0 15.2", "Births 1.2 3.4 5"))
    ]
    cells += [at(f"State {n} {n}.25 {n}.5 {n * 3}", 1, 200 + 14 * n, row=20 + n) for n in range(1, 12)]

    read = wording(cells)

    assert texts(read, found(read), CONTENTS) == []


def test_a_list_under_a_word_like_index_that_lists_nothing_stays():
    read = wording([at("Index", 1, 60), *prose(50, 20)])

    assert texts(read, found(read), CONTENTS) == []


def test_a_tiled_watermark_is_set_aside_to_the_last_letter():
    def furnish(number):
        return [
            turned(at("SPECIMEN", number, 60 + 180 * (tile // 3), x0=40 + 180 * (tile % 3), size=20, row=2000 + tile), 45)
            for tile in range(12)
        ]

    read = pages_of(4, furnish)

    assert texts(read, found(read), {MarkKind.WATERMARK}) == ["SPECIMEN"] * 48


def test_one_large_slanted_word_is_a_watermark_and_a_small_one_is_not():
    read = pages_of(1, lambda n: [turned(at("DRAFT", n, 400, size=60), 45), turned(at("2021", n, 500, size=8), 45)])

    assert texts(read, found(read), {MarkKind.WATERMARK}) == ["DRAFT"]


def test_large_upright_words_across_most_pages_are_a_watermark():
    read = pages_of(8, lambda n: [at("SPECIMEN", n, 400, size=60)])

    assert texts(read, found(read), {MarkKind.WATERMARK}) == ["SPECIMEN"] * 8


@pytest.mark.parametrize(
    ("flaw", "kind"),
    [
        (Flaw.INVISIBLE, MarkKind.HIDDEN),
        (Flaw.OUTSIDE, MarkKind.HIDDEN),
        (Flaw.DUPLICATE, MarkKind.HIDDEN),
        (Flaw.GARBLED, MarkKind.GARBLED),
    ],
)
def test_lines_that_no_reader_can_read_are_marked(flaw, kind):
    read = document(page("Scope", msgspec.structs.replace(line("xq zv", row=1), flaw=flaw)))

    marks = found(read).marks

    assert [(mark.line_id, mark.kind) for mark in marks] == [("p1.l001", kind)]


def test_every_line_of_a_page_left_out_is_marked_so_and_counts_for_nothing():
    read = pages_of(12, lambda n: [at("Reg. No. 148", n, FOOT)])
    skipping = msgspec.structs.replace(read, identity=msgspec.structs.replace(read.identity, skip_pages=(1, 2)))

    marks = found(skipping).marks

    left_out = [mark.line_id for mark in marks if mark.kind is MarkKind.LEFT_OUT]
    assert left_out == [ln.id for pg in read.pages[:2] for ln in pg.lines]
    assert [mark.share for mark in marks if mark.kind is MarkKind.FOOTER] == [1.0] * 10


def test_markdown_has_no_furniture():
    read = pages_of(12, lambda n: [at("Reg. No. 148", n, FOOT)])
    markdown = msgspec.structs.replace(read, identity=msgspec.structs.replace(read.identity, kind=SourceKind.MARKDOWN))

    assert found(markdown).marks == ()


def overrule(text, kind, number=0):
    return Overrule.model_validate({"page": number, "text": text, "is": kind, "reason": "seen on the page"}, strict=False)


def test_a_person_can_say_that_a_line_is_furniture():
    read = document(page("Scope", "Printed on recycled paper"), ["Printed on recycled paper", "Claims"])

    marks = find_boilerplate(read, SETTINGS, [overrule("Printed on  recycled paper.", "furniture", 2)]).marks

    assert [(mark.line_id, mark.kind, mark.reason.evidence) for mark in marks] == [
        ("p2.l000", MarkKind.OVERRULED, "seen on the page")
    ]


def test_a_person_can_say_that_a_line_is_body():
    read = pages_of(12, lambda n: [at("Cover is worldwide", n, FOOT)])

    boilerplate = find_boilerplate(read, SETTINGS, [overrule("Cover is worldwide", "body", 3)])

    assert len(boilerplate.marks) == 11
    assert boilerplate.findings == found(read).findings


def test_an_overrule_may_name_lines_that_follow_one_another_but_not_half_of_one():
    read = document(page("Registered office", "12 Harbour Road", "Scope of cover"))

    whole = find_boilerplate(read, SETTINGS, [overrule("Registered office 12 Harbour Road", "furniture")])
    half = find_boilerplate(read, SETTINGS, [overrule("Registered office 12", "furniture")])

    assert [mark.line_id for mark in whole.marks] == ["p1.l000", "p1.l001"]
    assert half.marks == ()


def test_an_overrule_that_matches_nothing_is_an_error():
    read = document(page("Scope"))

    findings = find_boilerplate(read, SETTINGS, [overrule("No such words", "body"), overrule("Not mine", "clause")]).findings

    assert [(f.code, f.severity, f.text) for f in findings if f.code == "CFG001"] == [("CFG001", "error", "No such words")]
