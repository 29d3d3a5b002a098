"""Each kind of change on small made documents: it is named as what it is, and nothing else is called changed."""

import pytest

from tests.unit.diff.versions import compare_clauses, told

HOSPITAL = "We pay the costs of treatment in a hospital for up to 30 days in each policy year."
DENTAL = "Dental treatment that an accident has made necessary is paid by us as well."
ABROAD = "We shall not pay for treatment outside the country, save in an emergency."
CLAIMS = "Claims must be notified in writing within a week of admission to the hospital."
LAW = "This contract is governed by the law of the place where the insured person lives."
POLICY = [
    ("1", "Cover", ""),
    ("1.a", HOSPITAL),
    ("1.b", DENTAL),
    ("2", "Exclusions", "The following is left out of the cover:"),
    ("2.a", ABROAD),
    ("3", "Claims", CLAIMS),
    ("4", "Law", LAW),
]


def changed(**words):
    """The policy with other words in some clauses, by path with _ for a dot."""
    other = {name.removeprefix("c").replace("_", "."): text for name, text in words.items()}
    return [(*clause[:-1], other.get(clause[0], clause[-1])) for clause in POLICY]


def test_the_same_clauses_are_no_change():
    difference = compare_clauses(POLICY, POLICY)

    assert difference.same
    assert difference.unchanged == len(POLICY)


@pytest.mark.parametrize(
    "text",
    [
        HOSPITAL.replace("treatment in", "treatment\nin"),
        HOSPITAL.replace("treatment", "treat-ment"),
        HOSPITAL.replace("a hospital", "a  hospital").replace("We pay", "WE PAY"),
        HOSPITAL.replace("hospital", "hos\u00adpital").rstrip("."),
    ],
)
def test_line_breaks_hyphens_spaces_case_and_stops_are_no_change(text):
    assert compare_clauses(POLICY, changed(c1_a=text)).same


def test_other_words_are_a_rewording_with_the_words_that_changed():
    difference = compare_clauses(POLICY, changed(c1_b=DENTAL.replace("accident", "illness")))

    assert told(difference) == [("reworded", ["1.b"], ["1.b"])]
    [change] = difference.clauses
    assert [(piece.op, piece.words) for piece in change.words if piece.op != "equal"] == [
        ("removed", "accident"),
        ("added", "illness"),
    ]
    assert not change.weighty


@pytest.mark.parametrize(
    ("text", "weights"),
    [
        (HOSPITAL.replace("30", "20"), ("30", "20")),
        (HOSPITAL.replace("30 days", "30 weeks"), ("days", "weeks")),
        (HOSPITAL.replace("30", "thirty-one"), ("30", "thirty")),
        (HOSPITAL.replace("the costs", "80% of the costs"), ("80", "%")),
        (HOSPITAL.replace("for up to", "from 1 January 2030 for up to"), ("1", "january", "2030")),
        (HOSPITAL.replace("the costs", "₹ 5,00,000 of the costs"), ("₹", "5,00,000")),
    ],
)
def test_a_changed_figure_time_percentage_date_or_amount_is_weighty(text, weights):
    [change] = compare_clauses(POLICY, changed(c1_a=text)).clauses

    assert change.weighty
    assert change.weights == weights


@pytest.mark.parametrize(
    "text", [HOSPITAL.replace("each policy year", "all policy years"), HOSPITAL.replace("policy year", "policy")]
)
def test_a_time_by_itself_and_its_plural_are_words(text):
    [change] = compare_clauses(POLICY, changed(c1_a=text)).clauses

    assert not change.weighty


def test_a_not_that_went_is_weighty():
    difference = compare_clauses(POLICY, changed(c2_a=ABROAD.replace("not ", "")))

    assert told(difference) == [("reworded", ["2.a"], ["2.a"])]
    assert difference.clauses[0].weights == ("not",)


def test_a_not_that_moved_within_its_clause_is_weighty():
    [change] = compare_clauses([("1", "We pay for this but not for that.")], [("1", "We pay not for this but for that.")]).clauses

    assert change.weighty


def test_a_clause_that_comes_last_is_added_and_one_that_goes_is_removed():
    longer = [*POLICY, ("5", "Premium", "The premium is due ahead of each quarter by direct debit.")]

    assert told(compare_clauses(POLICY, longer)) == [("added", [], ["5"])]
    assert told(compare_clauses(longer, POLICY)) == [("removed", ["5"], [])]


def test_what_stands_behind_a_new_clause_is_renumbered_and_its_items_only_follow():
    new = [("1", "Parties", "The insurer and the person named in the schedule make this contract.")]
    new += [(str(int(path[0]) + 1) + path[1:], *rest) for path, *rest in POLICY]

    difference = compare_clauses(POLICY, new)

    assert told(difference) == [
        ("added", [], ["1"]),
        *[("renumbered", [str(number)], [str(number + 1)]) for number in (1, 2, 3, 4)],
    ]
    assert difference.clauses[1].follow == ("2.a", "2.b")


def test_decimals_under_a_renumbered_clause_only_follow_it():
    old = [("4", "Claims", LAW), ("4/4.1", CLAIMS), ("4/4.2", DENTAL)]
    new = [("5", "Claims", LAW), ("5/5.1", CLAIMS), ("5/5.2", DENTAL)]

    assert told(compare_clauses(old, new)) == [("renumbered", ["4"], ["5"])]


def test_two_clauses_that_change_places_both_moved():
    old = [("1", HOSPITAL), ("2", DENTAL), ("3", CLAIMS), ("4", LAW)]
    new = [("1", HOSPITAL), ("2", CLAIMS), ("3", DENTAL), ("4", LAW)]

    assert told(compare_clauses(old, new)) == [("moved+renumbered", ["3"], ["2"]), ("moved+renumbered", ["2"], ["3"])]


def test_a_clause_under_another_parent_moved_with_what_stands_under_it():
    old = [("1", "Cover", ""), ("1.a", HOSPITAL), ("1.b", DENTAL), ("1.b.i", CLAIMS), ("2", "Rules", LAW)]
    new = [("1", "Cover", ""), ("1.a", HOSPITAL), ("2", "Rules", LAW), ("2.b", DENTAL), ("2.b.i", CLAIMS)]

    difference = compare_clauses(old, new)

    assert told(difference) == [("moved", ["1.b"], ["2.b"])]
    assert difference.clauses[0].follow == ("2.b.i",)


def test_a_clause_with_another_title_is_retitled():
    new = [(*clause[:-2], "Duties", clause[-1]) if clause[0] == "3" else clause for clause in POLICY]

    assert told(compare_clauses(POLICY, new)) == [("retitled", ["3"], ["3"])]


SPLIT = [
    ("1", "We pay for treatment in a hospital by a doctor, and for the journey to it in an ambulance with a crew."),
    ("2", LAW),
]
PARTS = [
    ("1", "We pay:"),
    ("1.a", "for treatment in a hospital by a doctor, and"),
    ("1.b", "for the journey to it in an ambulance with a crew."),
    ("2", LAW),
]


def test_a_clause_whose_words_stand_in_several_was_split():
    difference = compare_clauses(SPLIT, PARTS)

    assert told(difference) == [("split", ["1"], ["1", "1.a", "1.b"])]
    assert not difference.clauses[0].weighty


def test_clauses_whose_words_stand_in_one_were_merged():
    assert told(compare_clauses(PARTS, SPLIT)) == [("merged", ["1", "1.a", "1.b"], ["1"])]


def test_a_split_in_two_brothers_renumbers_what_stands_behind():
    old = [("1", f"{HOSPITAL} {DENTAL}"), ("2", CLAIMS)]
    new = [("1", HOSPITAL), ("2", DENTAL), ("3", CLAIMS)]

    assert told(compare_clauses(old, new)) == [("split", ["1"], ["1", "2"]), ("renumbered", ["2"], ["3"])]


def test_the_paragraph_behind_a_list_may_stand_with_the_last_item_or_with_the_clause_above():
    behind = "All of this holds for the first policy period alone."
    old = [("1", f"We pay for: {behind}"), ("1.a", HOSPITAL), ("1.b", DENTAL)]
    new = [("1", "We pay for:"), ("1.a", HOSPITAL), ("1.b", f"{DENTAL} {behind}")]

    assert compare_clauses(old, new).same


def test_the_paragraph_behind_a_list_in_a_list_may_stand_with_the_clause_above_both():
    behind = "All of this holds for the first policy period alone."
    old = [("1", f"We pay for: {behind}"), ("1.a", HOSPITAL), ("1.b", "Also:"), ("1.b.i", DENTAL), ("1.b.ii", CLAIMS)]
    new = [("1", "We pay for:"), ("1.a", HOSPITAL), ("1.b", "Also:"), ("1.b.i", DENTAL), ("1.b.ii", f"{CLAIMS} {behind}")]

    assert compare_clauses(old, new).same


def test_where_such_a_paragraph_stands_is_no_change_of_clauses_with_another_number_either():
    behind = "All of this holds for the first policy period alone, and no longer than that."
    old = [("1", LAW), ("1.A", "Travel", ""), ("1.A.a", HOSPITAL), ("1.A.b", f"{DENTAL} {behind}"), ("1.B", "Stay", CLAIMS)]
    new = [("1", LAW), ("1.1", "Travel", behind), ("1.1.a", HOSPITAL), ("1.1.b", DENTAL), ("1.2", "Stay", CLAIMS)]

    assert told(compare_clauses(old, new)) == [("renumbered", ["1.A"], ["1.1"]), ("renumbered", ["1.B"], ["1.2"])]


def test_the_last_of_its_list_that_lost_nearly_all_of_its_words_is_the_same_clause():
    items = [("2.a", HOSPITAL), ("2.b", DENTAL), ("2.c", ABROAD)]
    old = [("1", LAW), ("2", f"Cover. {' '.join([CLAIMS.replace('writing', f'form {n}') for n in range(9)])}"), *items]
    new = [("1", LAW), ("2", "Cover."), *items]

    assert told(compare_clauses(old, new)) == [("reworded", ["2"], ["2"])]


def test_headings_that_are_all_the_same_keep_their_order_where_something_ahead_of_them_went():
    annexes = [("IV", "List of hospitals", "") for _ in range(8)]
    old = [("1", HOSPITAL), ("2", DENTAL), ("3", CLAIMS), *annexes, ("V", "Law", LAW)]
    new = [("1", HOSPITAL), ("3", CLAIMS), *annexes, ("V", "Law", LAW)]

    assert told(compare_clauses(old, new)) == [("removed", ["2"], [])]


def test_what_came_or_went_says_behind_what_it_stands_in_the_other_version():
    longer = [*POLICY[:3], ("1.c", "Nursing at home is paid where two doctors ordered it."), *POLICY[3:]]

    [came], [went] = compare_clauses(POLICY, longer).clauses, compare_clauses(longer, POLICY).clauses

    assert [place.id for place in came.behind] == [place.id for place in went.behind] == ["1.b"]


def test_the_same_words_twice_are_matched_by_what_stands_around_them():
    old = [("1", "Cover", HOSPITAL), ("1.a", "Nil"), ("2", "Rules", LAW), ("2.a", "Nil"), ("2.b", "Deleted")]
    new = [("1", "Cover", HOSPITAL), ("1.a", "Nil"), ("2", "Rules", LAW), ("2.a", "Nil"), ("2.b", "Nil")]

    assert told(compare_clauses(old, new)) == [("removed", ["2.b"], []), ("added", [], ["2.b"])]
