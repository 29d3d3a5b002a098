"""Stored pages: what their first lines say, and what counts as confirmed."""

import hashlib

import pytest

from pipeline.errors import InputError
from pipeline.store.stored_pages import (
    PageState,
    concerns,
    find_families,
    find_right_texts,
    load_stored,
    make_confirmation,
    make_draft,
    parse_page,
    place_of,
)

TEXT = "4.2 Exclusions\n(a) treatment abroad;\n"
SHA = hashlib.sha256(TEXT.encode()).hexdigest()
SOURCE_SHA = "a" * 64
CONFIRMED = f"# confirmed: Jane Roe 2026-11-30 sha256={SHA}\n{TEXT}"


def test_a_confirmed_page_says_who_and_when():
    page = parse_page(12, CONFIRMED)

    assert (page.state, page.by, page.on, page.text) == (PageState.CONFIRMED, "Jane Roe", "2026-11-30", TEXT.rstrip())


def test_a_draft_is_confirmed_by_nobody_and_knows_its_file():
    page = parse_page(12, make_draft(12, TEXT, "wordings/policy.pdf", SOURCE_SHA))

    assert (page.state, page.text, page.source, page.source_sha256) == (
        PageState.UNCONFIRMED,
        TEXT.rstrip(),
        "wordings/policy.pdf",
        SOURCE_SHA,
    )


def test_a_draft_with_its_first_line_put_in_by_a_person_is_confirmed():
    draft = make_draft(12, TEXT, "policy.pdf", SOURCE_SHA)
    line = make_confirmation(parse_page(12, draft)).replace("NAME YYYY-MM-DD", "Jane Roe 2026-11-30")

    page = parse_page(12, f"{line}\n{draft.split(chr(10), 1)[1]}")

    assert page.state is PageState.CONFIRMED and page.source_sha256 == SOURCE_SHA


def test_a_file_without_a_first_line_of_ours_is_all_text():
    page = parse_page(1, TEXT)

    assert (page.state, page.text, page.sha256) == (PageState.UNCONFIRMED, TEXT.rstrip(), SHA)


def test_putting_the_line_on_top_of_a_file_without_one_confirms_it():
    page = parse_page(1, TEXT)

    assert parse_page(1, f"# confirmed: J 2026-11-30 sha256={page.sha256}\n{TEXT}").state is PageState.CONFIRMED


@pytest.mark.parametrize("text", [TEXT.replace("abroad", "at home"), TEXT + "more\n", "\n" + TEXT, TEXT.replace("\n", " ", 1)])
def test_a_text_that_was_changed_after_it_was_confirmed_is_no_longer(text):
    page = parse_page(12, f"# confirmed: Jane Roe 2026-11-30 sha256={SHA}\n{text}")

    assert page.state is PageState.EDITED and page.by == "Jane Roe"


@pytest.mark.parametrize(
    "first",
    [
        f"# confirmed: NAME YYYY-MM-DD sha256={SHA}",
        f"# confirmed: Jane Roe 2026-13-30 sha256={SHA}",
        f"# confirmed: 2026-11-30 sha256={SHA}",
        f"# confirmed: Jane Roe 2026-11-30 sha256={SHA[:12]}",
        "# confirmed:",
    ],
)
def test_a_line_that_does_not_say_who_when_and_what_confirms_nothing(first):
    page = parse_page(12, f"{first}\n{TEXT}")

    assert page.state is PageState.UNREADABLE and page.text == TEXT.rstrip()


def test_a_source_that_gives_orders_to_a_terminal_stands_on_one_line():
    page = parse_page(1, make_draft(1, TEXT, "a\n# confirmed: x\x1b[2J.pdf", SOURCE_SHA))

    assert page.source == "a?# confirmed: x?[2J.pdf" and page.text == TEXT.rstrip()


def test_line_ends_of_windows_and_a_mark_at_the_beginning_change_nothing(tmp_path):
    (tmp_path / "p").mkdir()
    (tmp_path / "p/p0012.txt").write_bytes(b"\xef\xbb\xbf" + CONFIRMED.replace("\n", "\r\n").encode() + b"\r\n\r\n")

    [page] = load_stored(tmp_path, "p")

    assert (page.number, page.state) == (12, PageState.CONFIRMED)


def test_an_empty_file_is_a_page_without_text():
    assert (parse_page(3, "").text, parse_page(3, "").state) == ("", PageState.UNCONFIRMED)


def test_pages_come_by_number_however_their_files_are_called_and_other_files_are_none(tmp_path):
    (tmp_path / "p").mkdir()
    for name in ("p0012.txt", "p9.txt", "p0100.txt", "plan.txt", "p12-old.txt", "notes.md"):
        (tmp_path / "p" / name).write_text(TEXT)

    assert [page.number for page in load_stored(tmp_path, "p")] == [9, 12, 100]
    assert place_of(tmp_path, "p", 9) == tmp_path / "p/p9.txt" and place_of(tmp_path, "p", 8) == tmp_path / "p/p0008.txt"
    assert find_families(tmp_path) == ["p"] and load_stored(tmp_path, "none") == []


def test_two_files_of_one_page_are_an_error_that_names_both(tmp_path):
    (tmp_path / "p").mkdir()
    for name in ("p0012.txt", "p12.txt"):
        (tmp_path / "p" / name).write_text(TEXT)

    with pytest.raises(InputError, match=r"p0012\.txt and .*p12\.txt are both page 12"):
        load_stored(tmp_path, "p")


def test_only_confirmed_pages_are_right_texts():
    pages = [parse_page(1, CONFIRMED), parse_page(2, TEXT), parse_page(3, CONFIRMED + "more")]

    assert find_right_texts(pages, SOURCE_SHA, in_force=True) == {1: TEXT.rstrip()}


@pytest.mark.parametrize(
    ("sha256", "in_force", "held"), [("b" * 64, True, True), ("b" * 64, False, False), (SOURCE_SHA, False, True)]
)
def test_a_version_that_is_not_in_force_is_held_against_its_own_pages_alone(sha256, in_force, held):
    page = parse_page(1, make_draft(1, TEXT, "policy.pdf", SOURCE_SHA))

    assert concerns(page, sha256, in_force=in_force) is held
    assert concerns(parse_page(1, TEXT), sha256, in_force=in_force)
