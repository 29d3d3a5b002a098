"""Sentences of legal text: the passages on which the splitter was chosen."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.config.settings import ABBREVIATIONS
from pipeline.stages.chunks.sentences import find_sentences

LEGAL = [
    [
        "The benefit under Sec. 4.1 of Act No. 2 of 2002 is Rs. 5,000 p.a., viz. the sum in Cl. 3, w.e.f. 1.4.2021.",
        "No claim is payable before that date.",
    ],
    ["Rs. 5,000 p.a. is payable.", "Rs. 10,000 is the limit."],
    ["The Company, i.e. the Insurer, shall pay.", "It shall not, e.g. for Dr. A. B. Rao, pay twice."],
    ["See Art. 5 para. 2 lit. b of the Act.", "See also p. 12 and pp. 14-16 ibid."],
    ["M/s. Star Health and Allied Insurance Co. Ltd. is the insurer.", "Its office is at No. 1, New Tank St., Chennai."],
    ["The premium is Rs. 3.5 lakhs p.a.", "The limit is Rs. 2 crores."],
    [
        "Hospital means a hospital as defined in Sec. 2(1)(b) of the Clinical Establishments Act, 2010.",
        "It must have at least 10 beds.",
    ],
    ["Treatment taken at 6 a.m. on 1.4.2021 is covered.", "Treatment at 11 p.m. is not."],
    ["Claims are made by e-mail to claims@example.co.in or at www.example.co.in.", "A reply follows in 15 days."],
    ["The sum insured is increased by 5% p.a. subject to a max. of 50% of the S.I.", "The bonus lapses on a claim."],
    ['The word "Accident" is defined in Def. 1.', 'The word "Injury" is defined in Def. 21.'],
    ["Is the policy renewable?", "Yes, it is renewable for life!", "There is no exit age."],
    ["Expenses of (i) the donor, (ii) the recipient etc. are covered.", "Cosmetic surgery is not."],
    ["The policyholder (cf. Schedule II, Pt. A) pays the premium.", "The Insurer issues a receipt."],
    [
        "Notice is given u/s. 45 of the Insurance Act, 1938 as amended by the Insurance Laws (Amendment) Act, 2015.",
        "The text of S. 45 is set out below.",
    ],
    ["The U.S. dollar amounts in Fig. 3 are converted.", "The U.K. amounts aren't."],
    ["In the case of Smith v. Jones the court held otherwise.", "The ruling in Rao vs. State is the same."],
    ["Injury to e.g. the eye.", "Loss of limb."],
    ["The insured, Mr. S. K. Gupta, s/o. Mr. R. Gupta, resides at Flat No. 4.", "He is 45 yrs. of age."],
    ["Premium for approx. 30 days of cover is Rs. 300/-.", "The balance is refunded."],
    ["UIN: SHAHLIP21263V022021.", "Regd. Office: No. 1, Chennai."],
    ["The total (incl. GST) is Rs. 11,800.00.", "Interest accrues at 2.5% p.m. thereafter."],
    ["Exclusions: Code- Excl01.", "Expenses related to the treatment of a Pre-existing Disease are excluded."],
    ["Surgery by a M.B.B.S. doctor or a Ph.D. is admissible.", "B.Sc. nurses may assist."],
    ["The age limit is 65 yrs.", "No medical test is needed."],
    ["We pay up to Rs. 5 lacs.", "You pay the rest."],
    ["The plan covers you, your spouse, etc.", "It does not cover parents."],
    ["The policy starts at 00:01 hrs.", "It ends at midnight."],
    ["The claim ratio was 0.75.", "In 2021 it was 0.8."],
    ["Cover ends at the end of the month.", "2. Cover may be renewed."],
    [
        "Versichert sind Personen- und Sachschäden bis max. CHF 5 Mio. pro Ereignis.",
        "Nicht versichert sind u.a. Schäden infolge Abnützung.",
    ],
    ["El asegurado, según el art. 5 núm. 2 de la Ley, paga la prima.", "La Sra. López cobra EE. UU. 500.", "No hay reembolso."],
    ["L'assuré (cf. art. 12 al. 3) doit payer.", "M. Dupont n'est pas couvert."],
]
"""Each passage as its sentences."""


def sentences(text):
    return [text[start:end] for start, end in find_sentences(text, ABBREVIATIONS)]


@pytest.mark.parametrize("passage", LEGAL, ids=lambda passage: passage[0][:30])
def test_a_legal_passage_is_split_into_its_sentences(passage):
    assert sentences(" ".join(passage)) == passage


def test_an_ordinal_before_a_month_is_the_one_end_too_many_that_is_left():
    assert sentences("Nach Art. 5 Abs. 2 Ziff. 3 VVG gilt z.B. die Frist. Sie beginnt am 1. Januar 2021.") == [
        "Nach Art. 5 Abs. 2 Ziff. 3 VVG gilt z.B. die Frist.",
        "Sie beginnt am 1.",
        "Januar 2021.",
    ]


def test_a_bare_label_belongs_to_the_sentence_behind_it():
    assert sentences("It ends. 2. Cover is renewed. (a) Fever.") == ["It ends.", "2. Cover is renewed.", "(a) Fever."]


def test_a_date_with_points_is_not_taken_apart():
    assert sentences("It was amended on 2024. 10. 22. It is in force.") == ["It was amended on 2024. 10. 22.", "It is in force."]


def test_a_newline_always_ends_a_sentence():
    assert sentences("4 Exclusions\nWe pay for:\nfever") == ["4 Exclusions", "We pay for:", "fever"]


@given(st.text(alphabet="aB. \n(1)\u200b\U0001f600é;:…", max_size=60))
def test_no_word_is_lost_and_none_is_in_two_sentences(text):
    found = find_sentences(text, ABBREVIATIONS)

    assert "".join("".join(text[start:end].split()) for start, end in found) == "".join(text.split())
    assert all(before[1] <= after[0] for before, after in pairwise(found))


def test_pieces_that_are_joined_by_the_thousand_are_looked_at_once_each():
    """Labels without their text go on and on; looking at all that was joined before for each costs minutes from 10,000 on."""
    text = "1. a) (i) 1.1 " * 10_000

    assert [text[start:end] for start, end in find_sentences(text, ())] == [text.strip()]
