"""Whether citations hold: a number that names nothing, a figure that is not where it is said to be."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.config.settings import ABBREVIATIONS
from pipeline.retrieval.citations import Excerpt, FaultKind, check_citations

ROOM = Excerpt(1, "Room rent is paid up to Rs. 5,000 a day; of the ICU, 2% of the sum insured.", "Care › 4.1 Room rent", "12")
WAIT = Excerpt(2, "4. Cataract is covered after thirty-six months from 1.4.2021 (Code- Excl02).", "Care › 5 Waiting", "14")
TABLE = Excerpt(3, "Sum insured (in Lakhs): 5; Waiting period (months): 24", "Care › Annexure II", "30")


def check(answer, *excerpts):
    return check_citations(answer, excerpts or (ROOM, WAIT, TABLE), ABBREVIATIONS)


def faults(answer, *excerpts):
    return [(fault.kind, fault.printed, fault.cited) for fault in check(answer, *excerpts).faults]


@pytest.mark.parametrize(
    "answer",
    [
        "Room rent is paid up to Rs. 5,000 a day [1].",
        "Room rent is paid up to ₹5000 a day.[1]",
        "Room rent is paid up to Rs. 5,000 a day. [1]",
        "Room rent is paid up to Rs. 5,000 a day. [1] Cataract has to wait 3 years. [2]",
        "Room rent is paid up to Rs. 5,000 a day.\n[1]",
        "As [1] says, 5,000 rupees are paid.",
        "Room rent is paid up to Rs. 5,000 a day [1]. [2] says 36 months.",
        "Rs. 5,000 for a room [1] and 36 months for cataract [2].",
        "The ICU is paid up to 2 per cent [1, 2]; see also [1][3] and [1-3].",
        "The limit is Rs. 5,000. It is told for a day [1].",
        "Cataract waits for 36 months from April 2021 under Excl02 [2].",
        "A sum insured of 5 lakh has to wait for 24 months [3].",
        "Clause 4.1 on page 12 says so [1].",
        "1. The room costs 5,000 [1].\n2. Cataract waits 36 months [2].",
        "Die Wartezeit beträgt 36 Monate [2].",
        "The excerpts do not hold the answer.",
    ],
)
def test_what_stands_in_the_excerpt_cited_is_no_fault(answer):
    assert faults(answer) == []


def test_a_number_that_names_no_excerpt_is_false():
    assert faults("It is paid [4]. So it is [1, 7].") == [
        (FaultKind.NO_EXCERPT, "[4]", [4]),
        (FaultKind.NO_EXCERPT, "[1, 7]", [7]),
    ]


@pytest.mark.parametrize(
    ("answer", "printed", "cited"),
    [
        ("Room rent is paid up to Rs. 50,000 a day [1].", "Rs. 50,000", [1]),
        ("Room rent is paid up to Rs. 5,000 a day [2].", "Rs. 5,000", [2]),
        ("The ICU is paid up to 2 days [1].", "2 days", [1]),
        ("Cataract is covered after 36 days [2].", "36 days", [2]),
        ("Cataract is covered after 4 days [2].", "4 days", [2]),
        ("Cataract is covered from 1 April 2022 [2].", "1 April 2022", [2]),
        ("Cataract falls under Excl03 [2].", "Excl03", [2]),
        ("The limit is Rs. 6,000. It is told for a day [1].", "Rs. 6,000", [1]),
        ("The limit is Rs. 6,000.\n[1]", "Rs. 6,000", [1]),
        ("A sum of 5 crore waits for 24 months [3].", "5 crore", [3]),
        ("It waits 12 days [1].", "12 days", [1]),
    ],
)
def test_a_figure_that_is_not_in_the_excerpt_cited_is_false(answer, printed, cited):
    assert faults(answer) == [(FaultKind.NOT_THERE, printed, cited)]


def test_two_citations_that_were_swapped_are_seen():
    found = faults("Rs. 5,000 for a room [2] and 36 months for cataract [1].")

    assert (FaultKind.NOT_THERE, "Rs. 5,000", [2]) in found


def test_a_fault_says_where_the_figure_does_stand_and_in_which_sentence():
    [fault] = check("Cataract waits. Room rent is Rs. 5,000 a day [2].").faults

    assert fault.found_in == [1]
    assert fault.sentence == "Room rent is Rs. 5,000 a day [2]."


def test_a_figure_without_a_citation_is_told_and_makes_none_false():
    checked = check("Room rent is paid up to Rs. 5,000 a day.\nCataract is covered [2].")

    assert [(fault.kind, fault.printed) for fault in checked.faults] == [(FaultKind.UNCITED, "Rs. 5,000")]
    assert not checked.is_false


def test_a_citation_of_the_sentence_before_is_none_of_this_one():
    assert faults("Room rent is paid up to Rs. 5,000 a day. [1] The ICU is paid up to 2%.") == [(FaultKind.UNCITED, "2%", [])]
    assert faults("住院费为每日5,000。[1]重症监护为2%。") == [(FaultKind.UNCITED, "2%", [])]


def test_a_figure_whose_citation_names_nothing_is_told_once():
    assert faults("Room rent is paid up to Rs. 5,000 a day [4].") == [(FaultKind.NO_EXCERPT, "[4]", [4])]


def test_one_line_of_a_list_does_not_take_the_citation_of_another():
    assert faults("- Room rent: Rs. 5,000\n- Cataract: 36 months [2]") == [(FaultKind.UNCITED, "Rs. 5,000", [])]


def test_it_is_told_what_was_looked_at():
    checked = check("Rs. 5,000 for a room [1], 36 months [2][1], and 24 months [3].")

    assert (checked.cited, checked.citations, checked.figures) == ([1, 2, 3], 3, 3)


def test_a_footnote_mark_of_a_document_is_no_citation():
    assert check("Room rent is 5,000[^2] a day [1].").cited == [1]


@given(st.text() | st.text(alphabet="[]123,- .\nRs%aé"))
def test_any_answer_can_be_checked(answer):
    checked = check(answer)

    assert all(answer[fault.start : fault.end] == fault.printed for fault in checked.faults)
    assert all(not set(fault.cited) & set(fault.found_in) for fault in checked.faults)
