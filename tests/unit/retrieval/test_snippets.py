"""Excerpts: one test a rule, and what holds for any text, query and limit."""

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from pipeline.errors import UsageError
from pipeline.retrieval.folding import fold
from pipeline.retrieval.snippets import ELLIPSIS, snippet

AHEAD, BEHIND = "The policy pays for a room. " * 20, "No other thing is paid for. " * 20
MIDDLE = f"{AHEAD}Dialysis is covered with a co-payment of 20%. {BEHIND}"
texts = st.text() | st.text(alphabet="ab ß́é…\n中文のฉันक्षि한국 ") | st.lists(st.sampled_from(MIDDLE.split())).map(" ".join)
limits = st.integers(1, 300)


def collapsed(text):
    return " ".join(text.split())


def body(shown):
    return shown.removeprefix(ELLIPSIS).removesuffix(ELLIPSIS)


def test_a_match_in_mid_chunk_stands_in_the_middle_between_two_ellipses():
    shown = snippet(MIDDLE, "dialysis", 60)

    before, _, after = shown.partition("Dialysis")
    assert shown.startswith(ELLIPSIS) and shown.endswith(ELLIPSIS)
    assert abs(len(before) - len(after)) <= 2


def test_an_absent_query_gives_the_head():
    assert snippet(MIDDLE, "chemotherapy", 60) == MIDDLE[:59].rstrip() + ELLIPSIS


def test_an_empty_query_gives_the_head():
    assert snippet(MIDDLE, "", 60) == snippet(MIDDLE, " \n", 60) == MIDDLE[:59].rstrip() + ELLIPSIS


def test_an_empty_text_gives_nothing():
    assert snippet("", "dialysis") == snippet(" \n\t ", "dialysis") == ""


def test_white_space_is_collapsed_before_anything_is_cut():
    spaced = MIDDLE.replace(" ", " \n\t  ")

    assert snippet(spaced, "dialysis", 60) == snippet(MIDDLE, "dialysis", 60)
    assert snippet("a \n  b", "", 3) == "a b"
    assert snippet(spaced, "dialysis   is\ncovered", 60) == snippet(MIDDLE, "dialysis is covered", 60)


def test_the_cap_is_200_where_nothing_is_said():
    assert 190 < len(snippet(MIDDLE, "dialysis")) <= 200
    assert snippet("a" * 200, "") == "a" * 200
    assert snippet("a" * 201, "") == "a" * 199 + ELLIPSIS


@pytest.mark.parametrize("limit", [1, 2, 3, 10, 59, 199, 200, 400])
def test_the_cap_holds_at_other_limits_and_counts_the_ellipses(limit):
    shown = snippet("a" * 1000 + "b" + "a" * 1000, "b", limit)

    assert len(shown) == (limit if limit > 2 else min(limit, 2))


@pytest.mark.parametrize("limit", [0, -1])
def test_a_limit_below_one_is_refused(limit):
    with pytest.raises(UsageError, match="must be 1 or more"):
        snippet("short", "", limit)


def test_the_first_match_of_the_whole_query_goes_before_its_longest_word():
    text = f"Conditions for an implant apply. {AHEAD}The implant limit is one lakh. {BEHIND}"

    assert "The implant limit" in snippet(text, "implant limit", 60)


def test_the_first_of_several_matches_is_shown():
    text = f"{AHEAD}First dialysis. {AHEAD}Second dialysis. {BEHIND}"

    assert "First dialysis" in snippet(text, "dialysis", 60)


def test_the_longest_word_that_occurs_is_shown():
    text = f"Is it paid? {AHEAD}A reimbursement is made. {BEHIND} {AHEAD}The limit is one lakh. {BEHIND}"

    assert "reimbursement" in snippet(text, "what limit has reimbursement in hospitals", 60)
    assert "The limit" in snippet(text, "what limit has chemotherapy", 60)


def test_a_word_counts_as_a_whole_word_only():
    text = f"{AHEAD}Hospitalisation is paid. {BEHIND}{AHEAD}The hospital is listed. {BEHIND}"

    assert "The hospital is" in snippet(text, "hospital beds", 60)
    assert snippet(f"{AHEAD}Hospitalisation. {BEHIND}", "which hospital", 60) == AHEAD[:59].rstrip() + ELLIPSIS


def test_the_whole_query_inside_a_word_is_better_than_nothing():
    assert "Hospitalisation" in snippet(f"{AHEAD}Hospitalisation is paid. {BEHIND}", "hospital", 60)


def test_a_function_word_is_nothing_to_centre_on():
    text = f"{'Policies pay for one room. ' * 20}At noon the gate is shut. {BEHIND}"

    shown = snippet(text, "is the dialysis covered", 60)

    assert shown == text[:59].rstrip() + ELLIPSIS


@pytest.mark.parametrize(
    ("query", "shown"),
    [
        ("wie lang ist die kündigungsfrist", "Kündigungsfrist"),
        ("quel est le délai de carence", "carence"),
        ("¿cuál es la franquicia?", "franquicia"),
        ("qual è la franchigia", "franchigia"),
    ],
)
def test_function_words_are_known_in_the_language_of_the_query(query, shown):
    text = f"Die la le il. {AHEAD}Kündigungsfrist, carence, franquicia, franchigia. {BEHIND}"

    assert shown in snippet(text, query, 70)


def test_case_and_accents_do_not_count():
    text = f"{AHEAD}Die KÜNDIGUNGSFRIST beträgt drei Monate. {BEHIND}"

    assert "KÜNDIGUNGSFRIST" in snippet(text, "kundigungsfrist", 60)
    assert "KU\u0308NDIGUNGSFRIST" in snippet(text.replace("Ü", "U\u0308"), "kündigungsfrist", 60)
    assert "STRASSE" in snippet(f"{AHEAD}STRASSE {BEHIND}", "straße", 60)


def test_signs_around_the_query_do_not_count():
    assert "Dialysis is covered" in snippet(f"Covered dialysis. {MIDDLE}", '"dialysis is covered?"', 60)


def test_a_joined_word_is_found_before_its_parts():
    text = f"The payment is due. {AHEAD}A co-payment of 20% applies. {BEHIND}"

    assert "co-payment" in snippet(text, "is there any co-payment", 60)
    assert "The payment" in snippet(text.replace("co-payment", "share"), "is there any co-payment", 60)


def test_there_is_no_leading_ellipsis_where_the_match_stands_near_the_start():
    shown = snippet(f"A dialysis is covered. {BEHIND}", "dialysis", 60)

    assert shown.startswith("A dialysis") and shown.endswith(ELLIPSIS)


def test_there_is_no_trailing_ellipsis_where_the_match_stands_near_the_end():
    shown = snippet(f"{AHEAD}A dialysis is covered.", "dialysis", 60)

    assert shown.startswith(ELLIPSIS) and shown.endswith("covered.")
    assert 59 <= len(shown) <= 60


@pytest.mark.parametrize("behind", range(0, 61, 3))
def test_the_room_is_used_up_wherever_the_match_stands(behind):
    texts = ["a" * 300 + "b" + "a" * behind, "a" * behind + "b" + "a" * 300]

    shown = [snippet(text, "b", 60) for text in texts]

    assert all(len(each) == 60 and "b" in each for each in shown)


def test_of_a_match_that_is_too_long_the_beginning_is_shown():
    assert snippet(MIDDLE, "Dialysis is covered with a co-payment of 20%", 22) == "…Dialysis is covered…"


@pytest.mark.parametrize(
    ("text", "query", "run"),
    [
        (
            "本保险合同由保险单及所附条款组成。" * 9 + "被保险人住院治疗的医疗费用予以给付。" + "其他事项另行约定。" * 9,
            "住院医疗费用是否报销",
            "医疗费用",
        ),
        (
            "この保険契約は約款によります。" * 9 + "入院給付金をお支払いします。" + "その他の事項は別に定めます。" * 9,
            "入院したときの給付金",
            "給付金",
        ),
        ("กรมธรรม์นี้มีผลบังคับใช้" * 9 + "ค่ารักษาพยาบาลผู้ป่วยใน" + "เงื่อนไขอื่นเป็นไปตามสัญญา" * 9, "จ่ายค่ารักษาไหม", "ค่ารักษา"),
        (
            "피보험자는 보험료를 납입한다. " * 9 + "입원의료비를 보상합니다. " + "기타 사항은 따로 정한다. " * 9,
            "입원의료비는?",
            "입원의료비",
        ),
    ],
)
def test_a_script_without_spaces_is_searched_by_the_longest_shared_run(text, query, run):
    shown = snippet(text, query, 40)

    assert run in shown
    assert run not in snippet(text, "", 40)


def test_a_particle_or_one_letter_is_no_shared_run():
    japanese, chinese = "保険契約。" * 20 + "保険の契約。" * 20, "保险合同。" * 20 + "保险的合同。" * 20

    assert snippet(f"{japanese}カタカナ", "キタ", 20) == japanese[:19] + ELLIPSIS
    assert snippet(japanese, "癌の治療", 20) == japanese[:19] + ELLIPSIS
    assert snippet(chinese, "癌的治疗", 20) == chinese[:19] + ELLIPSIS


def test_words_are_kept_whole_on_request_alone():
    plain = [body(snippet(MIDDLE, "dialysis", limit)).split() for limit in range(40, 60)]
    whole = [body(snippet(MIDDLE, "dialysis", limit, at_words=True)).split() for limit in range(40, 60)]

    words = set(MIDDLE.split())
    assert sum(set(shown) <= words for shown in plain) < len(plain) / 2
    assert all(set(shown) <= words and "Dialysis" in shown for shown in whole)


@pytest.mark.parametrize("limit", range(21, 40))
def test_words_that_are_kept_whole_leave_the_match_whole(limit):
    assert "Dialysis is covered" in snippet(MIDDLE, "dialysis is covered", limit, at_words=True)
    assert "nickel is cov" in snippet(f"{AHEAD}cupronickel is covered. {BEHIND}", "nickel is cov", limit, at_words=True)


def test_an_accent_is_never_parted_from_its_letter():
    text = "e\u0301" * 400

    shown = [body(snippet(text, "", limit)) for limit in range(3, 50)]

    assert all(each.count("e") == each.count("\u0301") for each in shown)


@given(texts, texts, limits, st.booleans())
@example("\u0301" * 9, "x", 3, False)
@example("a" * 9 + "\u0301" * 9, "", 12, True)
def test_an_excerpt_is_never_longer_than_the_limit(text, query, limit, at_words):
    assert len(snippet(text, query, limit, at_words=at_words)) <= limit


@given(texts, texts, limits, st.booleans())
@example("\u0301" * 9, "\u0301", 4, False)
def test_an_excerpt_is_a_stretch_of_the_text_with_ellipses_where_it_was_cut(text, query, limit, at_words):
    text = text.replace(ELLIPSIS, "")
    whole = collapsed(text)

    shown = snippet(text, query, limit, at_words=at_words)

    assert body(shown) in whole
    if len(whole) <= limit:
        assert shown == whole
    else:
        assert shown.startswith(ELLIPSIS) or whole.startswith(body(shown))
        assert shown.endswith(ELLIPSIS) or whole.endswith(body(shown))
        assert body(shown) == body(shown).strip()
        assert ELLIPSIS in shown
        assert body(shown) or limit == 1


@given(texts, st.from_regex(r"[a-zé]{4,12}( [a-z]{4,12})?", fullmatch=True), texts, limits, st.booleans())
def test_what_is_asked_for_is_shown_wherever_it_stands(before, query, behind, limit, at_words):
    assume(limit >= len(query) + 2)

    shown = snippet(f"{before} {query} {behind}", query.upper(), limit, at_words=at_words)

    assert fold(query).text in fold(shown).text
