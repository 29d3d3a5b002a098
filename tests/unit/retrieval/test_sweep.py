"""Settings tried at many values: which can be, at which values, and what the curve says."""

import pytest

from pipeline.config.retrieval import RetrievalSettings
from pipeline.errors import UsageError
from pipeline.retrieval.evaluation.curve import BALANCED, OBJECTIVES, make_point, read_curve
from pipeline.retrieval.evaluation.drawing import draw_curve
from pipeline.retrieval.evaluation.judging import Outcome
from pipeline.retrieval.evaluation.swept import choose_values, find_swept, with_value

SETTINGS = RetrievalSettings()
FLOOR = find_swept("retrieval.keyword_floor", SETTINGS)
QUESTIONS = 20


def outcome(number, *, right, answerable=True):
    return Outcome(
        id=f"q{number}", kind="", answerable=answerable, doubtful=False, shown=int(right is answerable),
        rank=int(right and answerable), concepts=1, held=int(right), in_snippet=0, in_head=0, characters=0, tokens=0, within=right,
        held_within=0, wrong_document=False,
    )  # fmt: skip


def points(*rights):
    """Points at 0, 1, 2, ...: each with so many questions of twenty that went well, always the first ones."""
    outcomes = [[outcome(at, right=at < number) for at in range(QUESTIONS)] for number in rights]
    return [make_point(value, each, "went well") for value, each in enumerate(outcomes)]


def read(*rights, whole=False):
    return read_curve(points(*rights), "went well", whole=whole)


def test_the_widest_flat_stretch_near_the_top_is_found_and_its_middle_proposed():
    reading = read(4, 9, 15, 15, 16, 15, 15, 8, 2)

    assert (reading.first, reading.last, reading.middle) == (2, 6, 4)
    assert reading.spikes == []


def test_a_wide_flat_stretch_far_below_the_top_is_not_proposed():
    reading = read(3, 3, 3, 3, 3, 3, 12, 13, 12)

    assert (reading.first, reading.last) == (6, 8)


def test_of_two_flat_stretches_the_wider_is_taken():
    reading = read(10, 10, 10, 3, 10, 10, 10, 10, 10)

    assert (reading.first, reading.last) == (4, 8)


def test_one_question_more_or_less_does_not_end_a_stretch_and_two_do():
    assert read(10, 11, 10, 9, 10).everywhere
    assert not read(10, 10, 10, 8, 10).everywhere


def test_a_spike_is_named_and_not_proposed():
    reading = read(12, 12, 12, 16, 12, 12, 12)

    [spike] = reading.spikes
    assert spike.values == [3]
    assert spike.gain == pytest.approx(0.2)
    assert reading.middle == 3 and reading.level == pytest.approx(0.6)


def test_a_spike_of_two_questions_is_within_the_noise_and_one_of_twelve_is_not():
    small, large = read(5, 5, 5, 7, 5, 5).spikes, read(5, 5, 5, 17, 5, 5).spikes

    assert [spike.chance for spike in (*small, *large)] == [True, False]


def test_three_values_that_rise_together_are_no_spike():
    reading = read(5, 5, 12, 12, 12, 5)

    assert reading.spikes == []
    assert (reading.first, reading.last) == (2, 4)


def test_the_values_at_both_ends_between_which_no_question_changes_are_told():
    reading = read(5, 5, 9, 12, 12, 12)

    assert (reading.still_to, reading.still_from) == (1, 3)


def test_the_middle_of_whole_numbers_is_one():
    assert read(5, 9, 9, 9, 9, 2, whole=True).middle in (2, 3)


def test_balanced_weighs_found_and_absent_alike_however_many_there_are_of_each():
    outcomes = [
        *(outcome(at, right=True) for at in range(18)),
        *(outcome(at, right=False, answerable=False) for at in range(18, 20)),
    ]

    point = make_point(0.5, outcomes, BALANCED)

    assert point.mean == pytest.approx(0.5)
    assert point.one_question == pytest.approx(0.25)


def test_an_objective_that_is_none_is_refused_with_those_there_are():
    with pytest.raises(UsageError, match="recall@5"):
        make_point(0.5, [outcome(1, right=True)], "wrong document at 1")
    assert "wrong document at 1" not in OBJECTIVES


def test_an_objective_in_which_no_question_counts_is_refused():
    with pytest.raises(UsageError, match="no question counts"):
        make_point(0.5, [outcome(1, right=True)], "absent not answered")


def test_a_share_is_tried_over_all_of_its_range_with_the_value_in_force():
    values = choose_values(FLOOR, None, None, 5)

    assert values == [0, 0.25, 0.5, 0.7, 0.75, 1]


def test_whole_numbers_are_tried_once_each_and_up_to_twice_the_value_in_force():
    assert choose_values(find_swept("near_words", SETTINGS), None, None, 21) == list(range(11))
    assert choose_values(find_swept("pool", SETTINGS), None, None, 3)[-1] == 100


def test_too_few_values_for_a_curve_are_refused():
    with pytest.raises(UsageError, match="a curve needs 3"):
        choose_values(find_swept("pool", SETTINGS), 50, 51, 21)


def test_a_value_reaches_the_settings_of_a_section_below():
    limit = find_swept("retrieval.snippets.limit", SETTINGS)

    assert with_value(SETTINGS, limit, 90.0).snippets.limit == 90
    assert with_value(SETTINGS, FLOOR, 0.25).keyword_floor == 0.25


def test_a_value_outside_the_range_of_a_setting_is_refused():
    with pytest.raises(UsageError, match=r"keyword_floor cannot be 1\.2"):
        with_value(SETTINGS, FLOOR, 1.2)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("retrieval.embedder.length", "index is made with"),
        ("retrieval.words.batch", "index is made with"),
        ("chunks.size", "no setting of searching"),
        ("retrieval.synonyms", "is no number"),
        ("retrieval.snippets.at_words", "is no number"),
        ("retrieval.keywordfloor", r"did you mean retrieval\.keyword_floor"),
        ("retrieval.snippets", "is no number"),
    ],
)
def test_what_cannot_be_swept_is_refused_and_why(name, said):
    with pytest.raises(UsageError, match=said):
        find_swept(name, SETTINGS)


def test_the_same_curve_is_drawn_in_the_same_bytes():
    held = points(5, 5, 16, 9, 9, 9)
    reading = read_curve(held, "went well", whole=False)

    first, second = draw_curve(FLOOR, held, reading), draw_curve(FLOOR, held, reading)

    assert first.startswith(b"\x89PNG")
    assert first == second
