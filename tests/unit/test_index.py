"""The lines of a document by id and in order, found once."""

from weakref import ref

from pipeline.model import index, index_lines
from tests.builders import document, line, page


def test_lines_are_found_by_id_and_in_reading_order_over_all_pages():
    read = document(page("1. Scope", "(a) fever;"), page("(b) a cough", number=2))

    found = index_lines(read)

    assert [one.text for one in found.every] == ["1. Scope", "(a) fever;", "(b) a cough"]
    assert all(found.lines[one.id] is one and found.order[one.id] == at for at, one in enumerate(found.every))


def test_the_same_document_is_looked_through_once_and_another_anew():
    first, second = document(page("1. Scope")), document(page("1. Scope"))

    once = index_lines(first)

    assert index_lines(first) is once
    assert index_lines(second) is not once
    assert index_lines(second).every[0] is second.pages[0].lines[0]


def test_two_lines_of_one_id_can_be_told_by_the_number_of_ids():
    twice = document(page(line("1. Scope"), line("2. Term")))

    found = index_lines(twice)

    assert (len(found.every), len(found.lines)) == (2, 1)


def test_nothing_is_held_of_a_document_that_has_gone():
    read = document(page("1. Scope"))
    index_lines(read)
    gone = ref(read)

    del read

    assert gone() is None
    assert index._latest == []
