"""Codes that name a document: what is one, and what a question that has one asks for."""

import pytest

from pipeline.model import Reason, Status
from pipeline.model.decisions import MarkKind
from pipeline.retrieval.codes import find_codes, find_printed_codes
from pipeline.retrieval.index.records import IndexedDocument
from pipeline.retrieval.products import find_named, part_from_names
from pipeline.store.rows import FurnitureRow


def document(doc_id, *codes):
    return IndexedDocument(doc_id, "0" * 24, doc_id, doc_id, Status.CURRENT, "", [], f"{doc_id}.pdf", "", 1, 1, list(codes))


def line(text, kind=MarkKind.PAGE_NUMBER):
    return FurnitureRow("p1.l001", 1, text, kind, [], 1.0, Reason("", ""))


TITLES = (("a", "Care Advantage"), ("b", "Maternity Policy"))
TWO = [document("care", "abchlip31001v023122", "u66010mh2000plc1234"), document("motor", "irda/nl-mot/13-14")]


@pytest.mark.parametrize("text", ["UIN: ABCHLIP31001V023122", "abchlip31001v023122.", "(ABCHLIP31001V023122)"])
def test_a_uin_is_a_code_whatever_stands_around_it(text):
    assert find_codes(text) == ["abchlip31001v023122"]


@pytest.mark.parametrize("text", ["No.146", "24x7", "V.13", "1st", "2023", "5,00,000", "1800-102-4488", "Wording", "excl18"])
def test_a_label_a_figure_and_a_word_are_no_codes(text):
    assert find_codes(text) == []


@pytest.mark.parametrize("text", ["01-April-2019", "April-2023", "Rs.5,00,000", "Page1of25", "1.Januar.2024"])
def test_a_date_an_amount_and_the_number_of_a_page_are_no_codes(text):
    assert find_codes(text) == []


def test_codes_are_taken_from_footers_and_not_from_contents_or_what_is_hidden():
    furniture = [line("UIN ABCHLIP31001V023122"), line("XYZHLIP1V2", MarkKind.CONTENTS), line("QQQHLIP1V2", MarkKind.HIDDEN)]

    assert find_printed_codes(furniture) == ["abchlip31001v023122"]


def test_a_code_names_the_document_that_prints_it():
    assert find_named("Is theft covered under IRDA/NL-MOT/13-14?", TWO) == [1]


def test_a_code_is_left_out_of_what_is_looked_for():
    assert part_from_names("Is maternity covered under ABCHLIP31001V023122?", TWO) == "Is maternity covered under"
    assert part_from_names("UIN: ABCHLIP31001V023122 maternity", TWO) == "maternity"


@pytest.mark.parametrize("question", ["ABCHLIP31001V023122", "Which product has the UIN ABCHLIP31001V023122?"])
def test_a_code_with_nothing_else_to_look_for_is_looked_for_itself(question):
    assert part_from_names(question, TWO).lower().startswith("abchlip31001v023122")


def test_a_name_is_left_out_of_what_is_looked_for_and_a_name_of_one_word_is_not():
    named = [IndexedDocument(each, "0" * 24, each, title, Status.CURRENT, "", [], "", "", 1, 1) for each, title in TITLES]

    assert part_from_names("Does Care Advantage pay for care at home?", named) == "Does pay for care at home?"
    assert part_from_names("Is maternity covered?", named) == "Is maternity covered?"
    assert part_from_names("Care Advantage", named) == "Care Advantage"


def test_a_question_without_a_code_of_a_document_stays_as_it_is():
    assert part_from_names("policy wording XYZHLIP99999V1", TWO) == "policy wording XYZHLIP99999V1"
