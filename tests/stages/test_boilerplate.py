"""Furniture: what recurs at its place is set aside, what only looks so stays."""

from time import process_time

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pipeline.config.settings import BoilerplateSettings
from pipeline.model import Area, Document, MarkKind
from tests.builders import document, line, page
from tests.stages.boilerplate_pages import FOOT, HEAD, SETTINGS, at, found, furnished, pages_of, prose, texts, turned

OLD_FOOTER = "Regn. No. 148 | Corporate Identity U66010KL2006PLC018"
NEW_FOOTER = ("Registration number 148, valid until surrendered", "Corporate Identity Number: U66010KL2006PLC018")


def two_way_footer(number):
    """On every fifth page the footer wraps over two lines."""
    if number % 5 == 0:
        return [at(NEW_FOOTER[0], number, FOOT - 6, size=7), at(NEW_FOOTER[1], number, FOOT + 3, size=7)]
    return [at(OLD_FOOTER, number, FOOT, size=7)]


@pytest.mark.parametrize("count", [20, 291])
def test_a_footer_set_in_two_ways_is_set_aside_whole(count):
    read = pages_of(count, two_way_footer)

    boilerplate = found(read)

    assert texts(read, boilerplate, {MarkKind.FOOTER}) == [ln.text for n in range(1, count + 1) for ln in two_way_footer(n)]
    assert len(boilerplate.marks) == len(texts(read, boilerplate))


def test_the_threshold_lies_in_the_gap_between_prose_and_the_rarer_footer():
    gap = found(pages_of(50, two_way_footer)).gap

    assert gap.rule == "gap"
    assert gap.low < gap.threshold < gap.high == pytest.approx(0.2)
    assert gap.above[0] == (pytest.approx(0.2), "corporateidentitynumberu#kl#plc#")
    assert all(share < gap.threshold for share, _ in gap.below)
    assert sum(count for _, count in gap.shares) >= 3


def test_every_mark_carries_its_share_and_its_evidence():
    marks = found(pages_of(50, two_way_footer)).marks

    assert {round(mark.share, 2) for mark in marks} == {0.8, 0.2}
    assert all("of 50 pages" in mark.reason.evidence and "threshold" in mark.reason.evidence for mark in marks)


def test_a_footer_on_one_page_in_fifty_is_set_aside_with_the_one_that_it_replaces():
    def furnish(number):
        yield at("Care Assured Limited, registered office", number, FOOT - 12)
        yield at("An endorsement of its own" if number == 7 else "Terms and conditions", number, FOOT)

    read = pages_of(50, furnish)

    assert len(texts(read, found(read), {MarkKind.FOOTER})) == 100


def test_a_footer_on_half_of_the_pages_is_set_aside_there():
    read = pages_of(30, lambda n: [at("Version 4 of May", n, FOOT)] if n > 15 else [])

    assert texts(read, found(read)) == ["Version 4 of May"] * 15


def test_a_letterhead_in_a_frame_is_set_aside_on_five_pages():
    address = ("Care Assured Limited", "12 Harbour Road, Port Town", "Telephone 020 7946 0000")

    def letter(number):
        head = [at(text, number, 40 + 12 * k, area=0) for k, text in enumerate(address)]
        frame = Area((60, 30, 535, 84), (60, 535), (30, 84), ruled=True, prose=True)
        return furnished(number, [*head, *prose(number, number=number, first=110, rows=40)], [frame])

    read = document(*(letter(number) for number in range(1, 6)))

    assert texts(read, found(read), {MarkKind.HEADER}) == [*address] * 5
    assert len(found(read).marks) == 15


def test_a_running_head_that_changes_every_three_pages_is_set_aside():
    names = ("Hospital cover", "Dental cover", "Travel cover", "Claims")

    def furnish(number):
        yield at(f"Chapter {(number - 1) // 3 + 1} | {names[(number - 1) // 3]}", number, HEAD)
        yield at(f"Page {number} of 12", number, FOOT)

    read = pages_of(12, furnish)
    boilerplate = found(read)

    assert len(texts(read, boilerplate, {MarkKind.HEADER})) == 12
    assert len(texts(read, boilerplate, {MarkKind.PAGE_NUMBER})) == 12
    assert len(boilerplate.marks) == 24


def test_heads_that_differ_left_and_right_and_lack_on_first_pages_are_set_aside():
    def furnish(number):
        chapter = (number - 1) // 6 + 1
        if number % 6 != 1:
            yield at("Policy wording" if number % 2 else f"Part {chapter} of the cover", number, HEAD)

    read = pages_of(36, furnish)

    assert len(texts(read, found(read), {MarkKind.HEADER})) == 30
    assert len(found(read).marks) == 30


def test_side_tabs_are_set_aside_also_where_they_move_down_by_chapter():
    def furnish(number):
        chapter = (number - 1) // 4
        yield turned(at(("Cover", "Claims", "Limits", "Terms")[chapter], number, 200.0 + 90 * chapter, x0=570), 90)

    read = pages_of(16, furnish)

    assert len(texts(read, found(read), {MarkKind.SIDE})) == 16


def test_running_heads_and_tabs_of_one_part_of_a_long_document_are_set_aside():
    def furnish(number):
        chapter = (number - 1) // 6
        if chapter < 4:
            yield at(("Cover", "Claims", "Limits", "Terms")[chapter] + " in detail", number, HEAD)
            yield turned(at(("COVER", "CLAIMS", "LIMITS", "TERMS")[chapter], number, 300, x0=570), 90)

    read = pages_of(100, furnish)

    assert len(texts(read, found(read), {MarkKind.SIDE})) == 24
    assert len(texts(read, found(read), {MarkKind.HEADER})) == 24
    assert len(found(read).marks) == 48


def test_a_heading_whose_words_stand_in_the_footer_stays():
    def furnish(number):
        yield at("PART II - POLICY ADMINISTRATION", number, FOOT)
        if number == 4:
            yield at("PART II - POLICY ADMINISTRATION", number, 60)

    read = pages_of(20, furnish)
    tops = {ln.id for pg in read.pages for ln in pg.lines if ln.bbox[1] < 100}

    boilerplate = found(read)

    assert len(boilerplate.marks) == 20
    assert not tops & {mark.line_id for mark in boilerplate.marks}


def test_what_the_title_page_has_in_place_of_the_running_head_is_set_aside():
    def furnish(number):
        name = "Second reading" if number == 1 else "Tax act"
        return [line(name, page=number, row=1, top=HEAD, x0=72.0), line("521.1", page=number, row=1, top=HEAD, x0=480.0)]

    read = pages_of(6, furnish)

    assert texts(read, found(read)) == ["Second reading", "521.1", *["Tax act", "521.1"] * 5]


def test_the_first_line_of_text_on_the_row_of_the_page_number_stays():
    def furnish(number):
        first = prose(100 + number, 1, first=HEAD, number=number)[0]
        return [msgspec.structs.replace(first, row=1), line(str(number), page=number, row=1, top=HEAD, x0=500.0)]

    read = pages_of(6, furnish)

    assert texts(read, found(read)) == [str(number) for number in range(1, 7)]


def test_a_heading_that_recurs_at_varying_places_stays():
    def furnish(number):
        return [at("What is covered:", number, 82 + (number * 37) % 690, bold=True)] if number % 3 == 0 else []

    read = pages_of(60, furnish)

    assert found(read).marks == ()


def test_last_lines_close_to_the_edge_stay():
    read = document(*(furnished(n, prose(n, 52, first=80 + 6, number=n)) for n in range(1, 13)))

    assert max(ln.bbox[3] for ln in read.pages[0].lines) > read.pages[0].height - 40
    assert found(read).marks == ()


def test_headings_that_count_up_at_the_top_of_pages_stay():
    read = pages_of(30, lambda n: [at(f"SECTION {n // 4 + 1}", n, 60, bold=True)] if n % 4 == 1 else [])

    assert found(read).marks == ()


def test_heads_and_captions_of_tables_stay():
    def rated(number):
        cells = [
            line(
                f"{number * 97 + 31 * row + 7 * column},000", page=number, row=row, x0=60 + 120 * column, top=80 + 14 * row, area=0
            )
            for row in range(1, 49)
            for column in range(4)
        ]
        heads = [
            line(text, page=number, row=0, x0=60 + 120 * k, top=80, area=0) for k, text in enumerate(("Age", "3 L", "5 L", "9 L"))
        ]
        caption = at("Annual premium in rupees, tier 1", number, 64)
        box = Area((55, 78, 540, 770), (55, 170, 290, 410, 540), tuple(78.0 + 14 * k for k in range(50)), ruled=True, prose=False)
        return furnished(number, [caption, *heads, *cells, at("Reg. No. 148", number, FOOT)], [box])

    words = [furnished(n, [*prose(n, number=n), at("Reg. No. 148", n, FOOT)]) for n in range(1, 12)]
    read = document(*words, *(rated(n) for n in range(12, 41)))

    assert texts(read, found(read)) == ["Reg. No. 148"] * 40
    assert len(found(read).marks) == 40


def test_furniture_set_in_pieces_on_one_page_is_set_aside_there_too():
    def furnish(number):
        if number != 9:
            return [at("Care Assured Limited - UIN 21015", number, FOOT)]
        return [
            at(text, number, FOOT, x0=x0, row=800) for text, x0 in (("Care As", 72), ("sured Limited -", 120), ("UIN 21015", 220))
        ]

    read = pages_of(20, furnish)

    assert len(texts(read, found(read), {MarkKind.FOOTER})) == 22


def test_nothing_is_invented_on_a_single_page():
    read = pages_of(1, lambda n: [at("Care Assured Limited", n, HEAD), at("1", n, FOOT), at("Reg. No. 148", n, FOOT + 12)])

    assert found(read).marks == ()


@pytest.mark.parametrize(("count", "marks"), [(2, 4), (5, 10)])
def test_on_few_pages_only_what_recurs_and_stands_apart_is_set_aside(count, marks):
    def furnish(number):
        yield at("Care Assured Limited, Reg. No. 148", number, FOOT + 10)
        if number < 3:
            yield at("Schedule of benefits", number, 66)
        yield at(f"Page {number}", number, 30, x0=500)

    read = pages_of(count, furnish, rows=48)
    boilerplate = found(read)

    assert len(boilerplate.marks) == marks
    assert "Schedule of benefits" not in texts(read, boilerplate)
    assert boilerplate.gap.rule == "fallback"
    assert [finding.code for finding in boilerplate.findings] == ["FUR001"]


def test_a_form_printed_twice_is_no_furniture():
    form = [
        *prose(5, 3),
        *(at(text, 1, 700 + 20 * k) for k, text in enumerate(("Seller", "Buyer", "Date of sale", "Place of sale"))),
    ]

    boilerplate = found(document(*(furnished(n, form) for n in (1, 2))))

    assert boilerplate.marks == ()
    assert "FUR002" in [finding.code for finding in boilerplate.findings]


def test_heads_of_tables_without_rules_stay_where_every_page_has_them():
    def row(number, k, texts):
        return [at(text, number, 80 + 14 * k, x0=60 + 110 * c, row=k) for c, text in enumerate(texts)]

    def charted(number):
        rows = [row(number, k, [str(1990 + k), *(f"{number * 13 + k * 7 + c}.5" for c in range(3))]) for k in range(2, 48)]
        lines = [*row(number, 0, ("Year", "Births", "Deaths", "Growth")), at("Actual", number, 94), *(ln for r in rows for ln in r)]
        return furnished(number, [*lines, at("Reference Tables", number, FOOT)])

    read = document(*(charted(n) for n in range(1, 13)))

    assert texts(read, found(read)) == ["Reference Tables"] * 12
    assert len(found(read).marks) == 12


def test_a_threshold_set_by_hand_is_kept():
    by_hand = BoilerplateSettings(threshold=0.5)

    boilerplate = found(pages_of(50, two_way_footer), by_hand)

    assert boilerplate.gap.rule == "set by hand"
    assert boilerplate.gap.threshold == 0.5
    assert len([mark for mark in boilerplate.marks if mark.share >= 0.5]) == 40


def test_without_furniture_the_gap_is_above_all_lines():
    boilerplate = found(pages_of(40, lambda n: []))

    assert boilerplate.marks == ()
    assert boilerplate.findings == ()
    assert boilerplate.gap.above == ()


def test_a_document_without_text_gives_nothing():
    boilerplate = found(document(page(), page(number=2)))

    assert boilerplate.marks == ()


def test_the_work_grows_with_the_lines():
    def seconds(pages):
        read = pages_of(pages, two_way_footer)
        start = process_time()
        found(read)
        return process_time() - start

    seconds(20)

    assert min(seconds(400) for _ in range(2)) < 8 * min(seconds(100) for _ in range(2))


def test_twice_the_same_document_gives_the_same():
    read = pages_of(30, two_way_footer)

    assert found(read) == found(read)


LINES = st.lists(
    st.tuples(st.text("abi1 .-", max_size=8), st.floats(0, 830), st.floats(0, 500), st.sampled_from((0, 45, 90)), st.floats(4, 30)),
    max_size=12,
)


@settings(max_examples=60, deadline=None)
@given(st.lists(LINES, max_size=9))
def test_every_line_is_marked_at_most_once_and_every_mark_has_its_line(drawn):
    read: Document = document(
        *(
            furnished(n, [turned(at(text, n, top, x0=x0, size=size), degrees) for text, top, x0, degrees, size in lines])
            for n, lines in enumerate(drawn, 1)
        )
    )

    marks = found(read, SETTINGS).marks

    ids = [mark.line_id for mark in marks]
    assert len(ids) == len(set(ids))
    assert set(ids) <= {ln.id for pg in read.pages for ln in pg.lines}
    assert all(0 <= mark.share <= 1 and mark.reason.evidence for mark in marks)
