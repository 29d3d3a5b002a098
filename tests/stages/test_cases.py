"""Small documents, one a case that readers of such files have met, each against the right answer that was written with it."""

from collections import Counter

import pytest

from pipeline.config.settings import ChunkSettings
from pipeline.errors import DocumentError, PasswordNeeded
from pipeline.model import Flaw, MarkKind, Severity, TableAction
from pipeline.stages.chunks.sentences import find_sentences
from tests.fixture_runs import (
    FIXTURES,
    clause_rows,
    codes,
    found_furniture,
    found_paths,
    holding,
    letters,
    lines_of,
    run,
    true_furniture,
    true_paths,
    truth,
    words_in_chunks,
)

WITH_CLAUSES = sorted(
    file.stem
    for file in (FIXTURES / "truth").glob("*.json")
    if file.stem not in ("prospectus", "encrypted-with-password") and truth(file.stem).get("clauses")
)
READABLE = sorted(
    file.stem for file in (FIXTURES / "pdf").glob("*.pdf") if file.stem not in ("prospectus", "encrypted-with-password")
)
WITH_TABLES = ("numbers-that-stay", "table-over-two-pages", "definition-table", "turned-page")


@pytest.mark.parametrize("name", WITH_CLAUSES)
def test_every_clause_stands_under_its_true_path_in_order(name):
    assert found_paths(name) == true_paths(name)


@pytest.mark.parametrize("name", WITH_CLAUSES)
def test_every_clause_has_its_own_words(name):
    found = Counter(letters(row.title + row.text) for row in clause_rows(name))

    true = Counter(letters(clause["title"] + clause["text"]) for clause in truth(name)["clauses"])

    assert true - found == Counter()


@pytest.mark.parametrize("name", sorted({name for name in WITH_CLAUSES if name != "watermark"}))
def test_the_furniture_is_set_aside_and_nothing_else(name):
    assert found_furniture(name) == true_furniture(name)


def unverified(name):
    checked = zip(run(name).chunks.chunks, run(name).checks.places, strict=True)
    return [chunk for chunk, checks in checked if not all(check.verified for check in checks)]


@pytest.mark.parametrize("name", sorted(set(READABLE) - {"nameless-ligature"}))
def test_every_chunk_of_a_small_document_is_verified(name):
    assert not unverified(name)


def test_words_with_a_letter_that_the_file_does_not_name_are_unverified_and_said_to_be_garbled():
    """The page shows "benefit" and the text layer has no fi: no reading again can confirm a word that nobody could read."""
    told = {line_id for finding in run("nameless-ligature").findings if finding.code == "TXT001" for line_id in finding.line_ids}
    doubtful = [chunk for chunk in run("nameless-ligature").chunks.chunks if "\ufffd" in chunk.text]

    assert doubtful
    assert unverified("nameless-ligature") == doubtful
    assert {span.line_id for chunk in doubtful for place in chunk.places for span in place.pieces} <= told


@pytest.mark.parametrize("name", READABLE)
def test_the_ledger_of_a_small_document_is_whole(name):
    ledger = run(name).checks.ledger

    assert ledger.counted == ledger.by_reader
    assert len({entry.line_id for entry in ledger.entries}) == len(ledger.entries) == len(lines_of(name))


@pytest.mark.parametrize("name", WITH_TABLES)
def test_a_table_is_one_with_its_rows_and_its_head_once(name):
    kept = [table for table in run(name).tables.tables if table.action is TableAction.KEPT]

    assert [[list(map(letters, row)) for row in table.cells] for table in kept] == [
        [list(map(letters, row)) for row in table["rows"]] for table in truth(name)["tables"]
    ]
    assert [list(map(letters, table.header)) for table in kept] == [
        list(map(letters, table["header"])) for table in truth(name)["tables"]
    ]


def test_a_letterhead_in_a_frame_gives_fifteen_furniture_lines():
    lines = [line for lines in truth("letterhead")["furniture"].values() for line in lines]

    marks = run("letterhead").boilerplate.marks

    assert len(lines) == len(marks) == 15
    assert letters("Banyan Avenue") not in letters(words_in_chunks("letterhead"))


def test_a_paragraph_over_a_page_break_is_one_text_without_furniture():
    texts = {tuple(clause["path"]): clause["text"] for clause in truth("broken-paragraph")["clauses"]}
    broken = [tuple(path) for path in ([number] for number in truth("broken-paragraph")["broken"])]

    rows = {tuple(row.path): row for row in clause_rows("broken-paragraph")}

    assert broken
    assert all(rows[path].text == texts[path] and rows[path].page_end == rows[path].page + 1 for path in broken)
    assert "UIN PTH0001" not in words_in_chunks("broken-paragraph")


def test_a_clause_over_two_pages_has_a_place_on_each():
    path = tuple(truth("clause-over-two-pages")["over"])

    pages = {
        place.page for chunk in run("clause-over-two-pages").chunks.chunks if chunk.clause_path == path for place in chunk.places
    }

    assert pages == {1, 2}


def test_the_last_line_of_a_page_without_footer_is_kept():
    words = letters(words_in_chunks("last-line"))

    lost = [line for line in truth("last-line")["last_lines"] if letters(line) not in words]

    assert not lost
    assert not run("last-line").boilerplate.marks


def test_numbers_that_are_no_page_numbers_stay():
    set_aside = [lines_of("numbers-that-stay")[mark.line_id].text for mark in run("numbers-that-stay").boilerplate.marks]

    assert set_aside == ["1", "2", "3"]


def test_a_footnote_mark_is_not_glued_to_a_word():
    words = words_in_chunks("numbers-that-stay")

    assert "edition1" not in words
    assert "edition[^1]" in words.replace(" [", "[")


def test_not_one_letter_of_a_watermark_is_in_a_chunk():
    marks = run("watermark").boilerplate.marks

    assert "specimen" not in letters(words_in_chunks("watermark"))
    assert sum(mark.kind is MarkKind.WATERMARK for mark in marks) == 36


def test_page_and_printed_label_of_front_matter_are_both_right():
    pages = run("front-matter").document.pages

    assert [(page.number, page.label) for page in pages] == list(enumerate(truth("front-matter")["labels"], 1))


def test_a_gap_in_the_letters_is_reported_where_it_is():
    gaps = [finding for finding in run("gap").findings if finding.code == "NUM001"]

    assert [finding.clause_id for finding in gaps] == [".".join(truth("gap")["gap_at"])]


def test_a_label_drawn_low_stands_before_its_text():
    lines = [line.text for line in run("label-low").document.pages[0].lines]
    first = truth("label-low")["clauses"][1]

    assert lines.index("(1)") + 1 == next(k for k, text in enumerate(lines) if text and first["text"].startswith(text))


def test_a_hyphen_at_a_line_start_is_no_list_item():
    rows = clause_rows("hyphen-at-line-start")

    assert [row.label for row in rows] == ["1.", "2."]
    assert letters("Such long- term care is paid for") in letters(rows[0].text)


def test_a_heading_of_1200_words_is_whole_in_its_clause_and_short_in_the_label():
    title = truth("endless-heading")["clauses"][0]["title"]
    chunks = [chunk for chunk in run("endless-heading").chunks.chunks if chunk.clause_path == ("1",)]

    assert letters(title) in letters(clause_rows("endless-heading")[0].title + clause_rows("endless-heading")[0].text)
    assert chunks
    assert all(len(chunk.label) < len(title) / 4 and "…" in chunk.label for chunk in chunks)
    assert letters(title) in "".join(letters(chunk.text[chunk.overlap :]) for chunk in chunks)


def test_definition_and_meaning_stand_in_one_chunk():
    rows = truth("definition-table")["tables"][0]["rows"]

    apart = [term for term, meaning in rows if not holding("definition-table", term, meaning)]

    assert not apart


def test_sentences_with_abbreviations_are_cut_only_at_their_ends():
    text = " ".join(truth("legal-sentences")["sentences"])

    assert [text[start:end] for start, end in find_sentences(text, ChunkSettings().abbreviations)] == truth("legal-sentences")[
        "sentences"
    ]


@pytest.mark.parametrize("name", ["shifted-map", "nameless-ligature", "kerned-runs"])
def test_a_text_layer_reads_right_or_says_that_it_is_garbled(name):
    garbled = {finding.page for finding in run(name).findings if finding.code == "TXT001"}
    sound = [page for page in run(name).document.pages if page.number not in garbled]

    assert garbled <= set(truth(name)["garbled_pages"])
    assert all(letters(sentence) in letters(page.text) for page in sound for sentence in truth(name)["shown"])


def test_no_garbled_word_is_in_a_chunk():
    assert "frpsdqb" not in words_in_chunks("shifted-map")


def test_words_that_no_reader_sees_are_in_no_chunk():
    words = letters(words_in_chunks("hidden-text"))

    assert not [line for line in truth("hidden-text")["hidden"] if letters(line) in words]
    assert [line.flaw for line in lines_of("hidden-text").values() if line.text == truth("hidden-text")["once"]].count(
        Flaw.NONE
    ) == 1
    assert "TXT003" in codes("hidden-text")


def test_a_turned_page_reads_as_shown():
    page = run("turned-page").document.pages[0]

    assert (page.width, page.height) == (842.0, 595.0)
    assert [line.text for line in page.lines][:3] == truth("turned-page")["shown"]
    assert all(line.rotation == 0 and line.bbox[2] > line.bbox[0] for line in page.lines)


def test_turned_text_is_one_line_with_its_angle():
    words = truth("turned-text")["turned"][0]

    lines = [line for line in run("turned-text").document.pages[0].lines if line.rotation]

    assert [(line.text, line.rotation) for line in lines] == [(words, 90)]


def test_an_empty_user_password_is_no_hindrance():
    assert found_paths("encrypted-empty-password") == true_paths("encrypted-empty-password")


def test_a_real_password_is_asked_for_by_name():
    with pytest.raises(PasswordNeeded, match=r"encrypted-with-password\.pdf.*--password-file"):
        run("encrypted-with-password")


def test_a_real_password_opens_the_file():
    assert run("encrypted-with-password", password=truth("encrypted-with-password")["password"]).chunks.chunks


@pytest.mark.parametrize("name", ["broken/truncated.pdf", "broken/no-pdf.pdf", "broken/latin-1.txt"])
def test_a_file_that_cannot_be_read_is_a_named_error(name):
    with pytest.raises(DocumentError, match=name.split("/")[1]):
        run(name)


def test_sixty_thousand_paths_do_no_harm_to_the_pages_around():
    assert found_paths("drawing") == true_paths("drawing")


@pytest.mark.parametrize("name", ["hebrew", "arabic", "devanagari", "korean", "chinese"])
def test_a_script_is_in_logical_order_or_named_in_a_finding(name):
    result = run(f"script-{name}")
    text = letters(" ".join(page.text for page in result.document.pages))

    right = all(letters(line) in text for line in truth(f"script-{name}")["lines"])

    assert right or any(name in finding.message.lower() for finding in result.findings)


def test_a_tagged_file_gives_the_paths_that_its_typesetter_counted():
    assert [list(path) for _, path in found_paths("tagged")] == truth("tagged")["paths"]


@pytest.mark.parametrize(("one", "other"), [("care-basic.md", "care-basic-crlf.md"), ("care-plain.txt", "care-plain-bom.txt")])
def test_line_ends_and_byte_order_marks_change_nothing(one, other):
    texts = [[chunk.text for chunk in run(f"text/{name}").chunks.chunks] for name in (one, other)]

    assert texts[0] == texts[1] != []


def test_an_empty_file_gives_no_chunk_and_a_finding():
    assert not run("text/empty.md").chunks.chunks
    assert [finding for finding in run("text/empty.md").findings if finding.severity is not Severity.NOTE]
