"""Which verdicts still hold, and the CSV that they stand in."""

import pytest

from pipeline.audit.verdicts import NOTHING, Said, State, Verdict, format_verdicts, judge, parse_verdicts
from pipeline.errors import InputError
from pipeline.wording import hash_words

OLD, NEW, OTHER = (hash_words(words) for words in ("old words", "new words", "other words"))


def verdict(key, hash_, said=Said.ACCEPTED, note=""):
    return Verdict(key, hash_, said, note, "Asha", "2026-01-02T03:04:05Z")


def states(asked, *rows):
    return {key: (standing.state, standing.moved) for key, standing in judge(asked, rows).items()}


def test_a_verdict_stands_while_the_words_are_the_same():
    assert states([("f/1", OLD)], verdict("f/1", OLD)) == {"f/1": (State.ACCEPTED, False)}


def test_a_clause_whose_words_changed_is_asked_again_and_its_old_verdict_is_told():
    standing = judge([("f/1", NEW)], [verdict("f/1", OLD, Said.REJECTED, "wrong")])["f/1"]

    assert (standing.state, standing.row.note) == (State.CHANGED, "wrong")


def test_a_clause_that_was_never_judged_is_open():
    assert states([("f/1", OLD)]) == {"f/1": (State.OPEN, False)}


def test_a_renumbered_clause_keeps_its_verdict():
    assert states([("f/1", NEW), ("f/2", OLD)], verdict("f/1", OLD)) == {
        "f/1": (State.CHANGED, False),
        "f/2": (State.ACCEPTED, True),
    }


def test_words_that_stand_in_two_clauses_take_no_verdict_over():
    assert states([("f/2", OLD), ("f/3", OLD)], verdict("f/1", OLD)) == {"f/2": (State.OPEN, False), "f/3": (State.OPEN, False)}


def test_words_that_two_gone_clauses_had_take_no_verdict_over():
    rows = verdict("f/1", OLD), verdict("f/2", OLD, Said.REJECTED)

    assert states([("f/3", OLD)], *rows) == {"f/3": (State.OPEN, False)}


def test_no_verdict_is_taken_over_from_a_clause_that_still_has_its_words():
    assert states([("f/1", OLD), ("f/2", OLD)], verdict("f/1", OLD))["f/2"] == (State.OPEN, False)


def test_clauses_without_words_take_no_verdict_over():
    assert states([("f/2", NOTHING)], verdict("f/1", NOTHING)) == {"f/2": (State.OPEN, False)}


def test_cells_are_told_apart_by_key_alone_since_many_have_the_same_words():
    assert states([("f/1/rooms/gold/day", OLD)], verdict("f/1/rooms/silver/day", OLD)) == {
        "f/1/rooms/gold/day": (State.OPEN, False)
    }


def test_a_note_alone_signs_nothing_off():
    assert states([("f/1", OLD), ("f/2", OTHER)], verdict("f/1", OLD, Said.NOTED), verdict("f/2", OLD, Said.NOTED)) == {
        "f/1": (State.OPEN, False),
        "f/2": (State.OPEN, False),
    }


@pytest.mark.parametrize(
    "note", ["", "two\nlines", 'a "quote", a comma', "=1+1", "+44", "-", "@x", "'quoted", "\tx", "'=x", "über ①"]
)
def test_what_is_written_is_read_again(note):
    row = verdict("f/1", OLD, Said.REJECTED, note)

    assert parse_verdicts(format_verdicts([row]), "f.csv") == (row,)


@pytest.mark.parametrize("note", ["=1+1", "+44", "-1", "@x", "\tx", "\rx"])
def test_no_cell_is_a_formula(note):
    line = format_verdicts([verdict("f/1", OLD, note=note)]).decode().split("\n", 1)[1]

    assert line.split(",", 3)[3].lstrip('"').startswith("'")


def test_rows_are_in_the_order_of_their_keys():
    rows = [verdict("f/2", OLD), verdict("f/1", OLD)]

    assert format_verdicts(rows) == format_verdicts(reversed(rows))


def test_a_file_that_a_spreadsheet_saved_is_read():
    content = format_verdicts([verdict("f/1", OLD)]).replace(b"\n", b"\r\n")

    assert parse_verdicts(b"\xef\xbb\xbf" + content, "f.csv") == (verdict("f/1", OLD),)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a,b\n1,2\n", "f.csv, line 1: its columns must be key"),
        (b"key,content_hash,verdict,note,who,when\nf/1,x,perhaps,,,\n", "f.csv, row 2: 'perhaps' is no verdict"),
        (b"key,content_hash,verdict,note,who,when\nf/1,x\n", "f.csv, row 2: it has 2 cells and not 6"),
        (b"\xff\xfe", "f.csv cannot be read as CSV"),
    ],
)
def test_a_file_that_is_none_of_verdicts_is_refused_with_its_line(content, said):
    with pytest.raises(InputError, match=said):
        parse_verdicts(content, "f.csv")
