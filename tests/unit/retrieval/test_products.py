"""Documents that a question names."""

from pipeline.model import Status
from pipeline.retrieval.index.records import IndexedDocument
from pipeline.retrieval.products import find_named, product_of


def documents(*named):
    return [
        IndexedDocument(doc_id, "0" * 24, doc_id, title, Status.CURRENT, "", [], f"{doc_id}.pdf", "", 1, 1)
        for doc_id, title in named
    ]


THREE = documents(
    ("care-advantage-pw", "Care Advantage"),
    ("optima-secure-v1", "my: Optima Secure"),
    ("optima-secure-v2", "my: Optima Secure 2025"),
)


def test_a_product_that_is_named_narrows_to_all_its_versions():
    assert find_named("Is maternity covered in Optima Secure?", THREE) == [1, 2]


def test_a_product_is_named_whatever_its_case():
    assert find_named("CARE ADVANTAGE room rent", THREE) == [0]


def test_a_word_that_a_name_shares_with_the_language_names_nothing():
    assert find_named("Is my care at home secure?", THREE) == []


def test_words_that_all_names_share_name_nothing():
    assert (
        find_named("star health policy", documents(("a", "Star Health One"), ("b", "Star Health Two"), ("c", "Star Health"))) == []
    )


def test_two_products_are_both_named():
    four = [*THREE, *documents(("niva-aspire", "Niva Aspire"))]

    assert find_named("Care Advantage or Optima Secure?", four) == [0, 1, 2]


def test_the_longer_name_is_meant_where_all_of_it_is_said():
    plans = documents(("one", "Shield Classic"), ("two", "Shield Classic Plus"))

    assert find_named("room rent in Shield Classic Plus", plans) == [1]


def test_the_only_document_is_not_narrowed_to():
    assert find_named("Care Advantage", THREE[:1]) == []


def test_a_product_is_called_by_the_words_of_its_title_that_name_it():
    [care, optima, file] = documents(
        ("a", "Care Advantage Policy Wording 2021"), ("b", "my: Optima Secure"), ("tata-medicare-pw", "")
    )

    assert [product_of(each) for each in (care, optima, file)] == ["Care Advantage", "Optima Secure", "tata medicare"]
