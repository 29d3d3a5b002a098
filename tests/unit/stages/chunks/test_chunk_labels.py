"""Labels and what is shortened in them."""

from hypothesis import given
from hypothesis import strategies as st

from pipeline.model import Identity, Status
from pipeline.stages.chunks.labels import Element, make_label, share_room, shorten
from pipeline.stages.chunks.tokens import load_counter

COUNT = load_counter("wordllama")


def identity(**known):
    return Identity("policy", "policy", "Care Advantage", "policy.pdf", "0" * 64, **known)


def test_the_bracket_says_date_and_status_and_is_left_out_without_either():
    versions = [identity(), identity(updated="2021-05-01"), identity(status=Status.ARCHIVED),
                identity(updated="2021-05-01", status=Status.ARCHIVED)]  # fmt: skip

    assert [make_label(known, [Element("4", "Exclusions")], 90, COUNT).text for known in versions] == [
        "Care Advantage › 4 Exclusions",
        "Care Advantage [updated 2021-05-01] › 4 Exclusions",
        "Care Advantage [ARCHIVED] › 4 Exclusions",
        "Care Advantage [ARCHIVED, updated 2021-05-01] › 4 Exclusions",
    ]


@given(st.lists(st.text(alphabet="abc ", min_size=1, max_size=300).filter(str.strip), min_size=0, max_size=12))
def test_a_label_keeps_within_its_limit_and_says_that_it_was_shortened(elements):
    path = [Element(f"{number}.", title) for number, title in enumerate(elements, 1)]
    whole = make_label(identity(), path, 100_000, COUNT)

    label = make_label(identity(), path, 96, COUNT)

    assert COUNT(label.text) <= 96
    assert label.shortened == (label.text != whole.text)
    assert label.text.startswith("Care Advantage")
    assert [part.split()[0] for part in label.text.split(" › ")[1:]] == [element.number for element in path]


def test_headings_in_the_middle_of_an_endless_path_are_left_out_and_marked_once():
    path = [Element("1", "Cover"), *(Element("", f"heading {word} " * 9) for word in "abcdefghijkl"), Element("(iv)", "")]

    label = make_label(identity(), path, 40, COUNT)

    assert label.section_path.startswith("1 Cover › ") and label.section_path.endswith(" › (iv)")
    assert label.section_path.split(" › ").count("…") == 1
    assert label.tokens <= 40


def test_a_short_element_is_not_touched_for_a_long_one():
    label = make_label(identity(), [Element("SECTION A", "- Exclusions"), Element("4.1", "endless " * 200)], 60, COUNT)

    assert label.section_path.startswith("SECTION A - Exclusions › 4.1 endless")
    assert "…" in label.section_path


@given(st.text(alphabet="abcé ", max_size=200), st.integers(4, 40))
def test_what_is_shortened_keeps_both_ends_and_the_limit(text, limit):
    short = shorten(text, limit, COUNT)

    assert COUNT(short) <= max(limit, 0) or short == "…"
    if short != text and " … " in short:
        front, back = short.split(" … ")
        assert " ".join(text.split()).startswith(front) and " ".join(text.split()).endswith(back)


@given(st.lists(st.integers(0, 100), max_size=8), st.integers(0, 300))
def test_room_is_shared_so_that_nobody_gets_more_than_asked_or_less_than_another_who_asks_for_more(costs, room):
    shares = share_room(costs, room)

    assert sum(shares) <= room
    assert all(share <= cost for share, cost in zip(shares, costs, strict=True))
    if sum(costs) <= room:
        assert shares == costs
