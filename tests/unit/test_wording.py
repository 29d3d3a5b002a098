"""Words across lines."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.model import Run, Span
from pipeline.wording import Lexicon, Opening, bare, join_lines, join_spans, make_lexicon, squeeze, weave, write_marks
from tests.builders import document, line, page

NOTHING = Lexicon(frozenset(), frozenset())


def spans_of(made):
    return [Span(ln.id, 0, len(ln.text)) for pg in made.pages for ln in pg.lines]


def lines_of(made):
    return {ln.id: ln for pg in made.pages for ln in pg.lines}


@pytest.mark.parametrize(
    ("first", "second", "shown", "joined"),
    [
        ("the main-", "tenance of", "", "the maintenance of"),
        ("the main-", "tenance of", "maintenance", "the maintenance of"),
        ("a co-", "payment of", "co-payment", "a co-payment of"),
        ("a co-", "payment of", "copayment co-payment", "a copayment of"),
        ("pre-", "and post-natal", "", "pre- and post-natal"),
        ("Personen-", "und Sachschäden", "", "Personen- und Sachschäden"),
        ("the Anglo-", "Saxon law", "", "the Anglo-Saxon law"),
        ("from 2019-", "20 onward", "", "from 2019- 20 onward"),
        ("the begin", "- term", "", "the begin - term"),
        ("被保险人", "应当", "", "被保险人应当"),
    ],
)
def test_a_word_cut_at_a_line_end_is_joined_as_the_document_shows_it(first, second, shown, joined):
    made = document([first, second, shown])

    text = join_spans(spans_of(made)[:2], lines_of(made), make_lexicon(made))

    assert text == joined


def test_a_paragraph_becomes_a_newline_and_pieces_of_one_row_a_space():
    made = document(
        page(
            line("(a)", row=0, piece="a"),
            line("fever;", row=0, piece="b", x0=100, paragraph=True),
            line("New.", row=1, paragraph=True),
        )
    )

    assert join_spans(spans_of(made), lines_of(made), NOTHING) == "(a) fever;\nNew."


def test_a_label_glued_to_its_word_stays_as_printed():
    made = document(["(a)fever"])
    [whole] = spans_of(made)

    woven = weave([(Span(whole.line_id, 0, 3), Opening.FLOW), (Span(whole.line_id, 3, 8), Opening.FLOW)], lines_of(made), NOTHING)

    assert woven.text == "(a)fever"


def test_a_new_opening_breaks_only_at_the_start_of_a_line():
    made = document(["(c) (i) fever", "(ii) cold"])
    first, second = spans_of(made)
    asked = [(Span(first.line_id, 0, 3), Opening.NEW), (Span(first.line_id, 4, 13), Opening.NEW), (second, Opening.NEW)]

    assert weave(asked, lines_of(made), NOTHING).text == "(c) (i) fever\n(ii) cold"


def test_a_bullet_begins_a_paragraph():
    made = document(["We pay for", "• fever", "• cold", "and cough"])

    assert join_spans(spans_of(made), lines_of(made), NOTHING) == "We pay for\n• fever\n• cold and cough"


def marked(text, mark_at, *, size=6.0, raised=4.0):
    """A line whose one character at ``mark_at`` is set small and raised."""
    plain = line(text)
    [run] = plain.runs
    x0, top, x1, bottom = run.bbox
    small = Run(mark_at, mark_at + 1, "Body", size, False, False, (x0, top, x1, bottom - raised))
    runs = (msgspec.structs.replace(run, end=mark_at), small, msgspec.structs.replace(run, start=mark_at + 1))
    return msgspec.structs.replace(plain, runs=tuple(run for run in runs if run.start < run.end))


@pytest.mark.parametrize(
    ("drawn", "text"),
    [
        (marked("Rs. 5,000 2 a day", 10), "Rs. 5,000[^2] a day"),
        (marked("Rs. 5,0002 a day", 9), "Rs. 5,000[^2] a day"),
        (marked("the last edition 1", 17), "the last edition[^1]"),
        (marked("Rs. 5,000 2 a day", 10, raised=0.0), "Rs. 5,000 2 a day"),
        (marked("Rs. 5,000 2 a day", 10, size=9.0), "Rs. 5,000 2 a day"),
        (marked("1 By endorsement", 0), "1 By endorsement"),
    ],
)
def test_a_small_raised_figure_behind_words_is_a_footnote_mark_and_never_glued_to_a_figure(drawn, text):
    made = document([drawn])

    woven = weave([(span, Opening.FLOW) for span in spans_of(made)], lines_of(made), NOTHING)

    assert woven.text == text == write_marks(drawn)
    assert bare(woven.text) == bare(drawn.text)
    assert [woven.text[s.start : s.end] for s in woven.strands] == [drawn.text[s.span.start : s.span.end] for s in woven.strands]


@given(st.lists(st.text(alphabet="ab- é漢\t", max_size=8), max_size=6))
def test_every_strand_holds_the_very_words_of_its_line(texts):
    made = document(texts)

    woven = weave([(s, Opening.FLOW) for s in spans_of(made)], lines_of(made), make_lexicon(made))

    for strand in woven.strands:
        words = lines_of(made)[strand.span.line_id].text[strand.span.start : strand.span.end]
        assert woven.text[strand.start : strand.end] == words
    assert squeeze(woven.text) == squeeze("".join(texts))


@given(st.lists(st.tuples(st.text(alphabet="ab-. ", max_size=6), st.just(False)), max_size=6))
def test_joining_lines_and_weaving_spans_agree(texts):
    made = document([text for text, _ in texts])

    assert join_lines(texts, make_lexicon(made)) == join_spans(spans_of(made), lines_of(made), make_lexicon(made))


@pytest.mark.parametrize(
    ("left", "right"),
    [
        ("Rs. 5,000[^2] p.a.", "Rs.5,0002p.a."),
        ("main\ufffetenance", "maintenance"),
        ("ﬁve ﬂoors", "five floors"),
        ("co-\npay", "copay"),
    ],
)
def test_spacing_line_end_hyphens_and_footnote_brackets_do_not_count_in_comparing(left, right):
    assert bare(left) == bare(right)


@pytest.mark.parametrize(("left", "right"), [("1.5", "15"), ("-5%", "5%"), ("2019-20", "201920"), ("Plan A", "Plan a")])
def test_points_signs_and_case_count_in_comparing(left, right):
    assert bare(left) != bare(right)


KOREAN = [
    ["모든 사용자는 근로자에게 임금을 지급하여야 하고 근로", "자에게 휴일을 주어야 한다"],
    ["이 법은 근로계약을 정한 것으로 노동위원회는 체결된 것", "으로 본다"],
    ["그 밖에 노동위원회가 정한 것은 근로계약을 체결한 근로", "계약을 말한다"],
    ["다음 각 호의 것은 사용자가 근로조건을 정한 것으로 사용자", "를 말한다"],
    ["그 사유가 있는 근로자는 휴일을 청구할 수 있는", "권리를 가진다"],
]


def test_a_korean_word_parted_at_a_line_end_is_one_word_where_the_document_parts_words():
    made = document(*KOREAN)
    lexicon = make_lexicon(made)

    joined = [join_spans(spans_of(document(rows)), lines_of(document(rows)), lexicon) for rows in KOREAN]

    assert [text.split()[-2] for text in joined] == ["주어야", "것으로", "근로계약을", "사용자를", "권리를"]
    assert "근로자에게 휴일을" in joined[0]
    assert "있는 권리를" in joined[4]


def test_korean_lines_that_end_between_words_keep_their_spaces():
    made = document(["모든 근로 계약은 근로계약을 말하고 근로", "계약을 정한다"], ["이 법은", "사람을 위한 것이다"])

    assert "근로 계약을" in join_spans(spans_of(made), lines_of(made), make_lexicon(made))
