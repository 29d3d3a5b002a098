"""Markdown and plain text become one page of lines."""

import pytest

from pipeline.config.settings import ExtractSettings
from pipeline.errors import WrongEncoding
from pipeline.model import Document, Identity, SourceKind
from pipeline.stages.extract import extract
from pipeline.stages.extract.plain import BOLD, ESCAPED, FENCE, HEADING, OWN_LINE, find_title
from pipeline.wording import count_letters

MARKDOWN = """# Care Advantage

## **4** Exclusions ##
We shall not pay
for:
(a) fever;
  (i) any kind
1\\. Terms

```text
# no heading
```
| Plan | Limit |
"""


def read(content: str | bytes, kind: SourceKind = SourceKind.MARKDOWN) -> Document:
    identity = Identity("policy", "policy", "Policy", "policy.md", "0" * 64, kind=kind)
    return extract(content.encode() if isinstance(content, str) else content, identity, ExtractSettings())


def texts(document: Document) -> list[str]:
    return [line.text for page in document.pages for line in page.lines]


def fonts(document: Document) -> dict[str, str]:
    return {line.text: line.runs[0].font for line in document.pages[0].lines}


def test_a_heading_loses_its_marks_and_keeps_its_level() -> None:
    document = read(MARKDOWN)

    assert fonts(document)["Care Advantage"] == "h1"
    assert fonts(document)["4 Exclusions"] == "h2"
    assert all(line.bold for line in document.pages[0].lines[:2])


def test_markup_is_no_word_and_everything_else_stays_as_written() -> None:
    document = read(MARKDOWN)

    assert texts(document)[2:] == [
        "We shall not pay",
        "for:",
        "(a) fever;",
        "(i) any kind",
        "1. Terms",
        "```text",
        "# no heading",
        "```",
        "| Plan | Limit |",
    ]


def test_a_list_item_begins_a_paragraph_and_a_broken_line_does_not() -> None:
    begins = {line.text: line.paragraph for line in read(MARKDOWN).pages[0].lines}

    assert not begins["for:"]
    assert begins["We shall not pay"] and begins["(a) fever;"] and begins["(i) any kind"] and begins["| Plan | Limit |"]


def test_leading_spaces_set_a_line_in() -> None:
    left = {line.text: line.bbox[0] for line in read(MARKDOWN).pages[0].lines}

    assert left["(i) any kind"] - left["(a) fever;"] == 12


def test_a_tab_reaches_to_the_next_stop() -> None:
    document = read("a\n \tb", SourceKind.TEXT)

    assert [line.bbox[0] for line in document.pages[0].lines] == [0, 24]


def test_line_ends_and_a_byte_order_mark_play_no_part() -> None:
    unix = read(MARKDOWN)

    assert read(b"\xef\xbb\xbf" + MARKDOWN.replace("\n", "\r\n").encode()) == unix
    assert read(MARKDOWN.replace("\n", "\r")) == unix


def test_accents_come_out_in_one_code_however_they_went_in() -> None:
    assert texts(read("cafe\u0301", SourceKind.TEXT)) == ["caf\u00e9"]


def test_plain_text_keeps_number_signs_and_stars() -> None:
    assert texts(read("# 4 **x**\n", SourceKind.TEXT)) == ["# 4 **x**"]


def test_every_letter_of_the_file_stands_in_a_line() -> None:
    page = read(MARKDOWN).pages[0]

    assert page.letters == count_letters(page.text) > 0


def test_every_line_has_its_own_id_and_an_edge_for_each_word() -> None:
    lines = read(MARKDOWN).pages[0].lines

    assert len({line.id for line in lines}) == len(lines)
    assert all(len(line.edges) == len(line.text.split()) for line in lines)
    assert all(line.runs[-1].end == len(line.text) for line in lines)


@pytest.mark.parametrize("content", [b"", b"\n\n", b"\xef\xbb\xbf", b"---\n", b"#\n"])
def test_a_file_without_words_gives_a_finding(content: bytes) -> None:
    document = read(content)

    assert [finding.code for finding in document.findings] == ["TXT002"]


@pytest.mark.parametrize(
    ("content", "where"),
    [
        ("a\nPr\u00e4mie".encode("latin-1"), "line 2, byte 4"),
        ("ab".encode("utf-16"), "line 1, byte 0"),
        ("a\nb".encode("utf-16-le"), "line 1, byte 1"),
    ],
)
def test_another_encoding_is_refused_with_its_place(content: bytes, where: str) -> None:
    with pytest.raises(WrongEncoding, match=where):
        read(content)


def test_the_title_is_the_first_first_level_heading() -> None:
    assert find_title(b"## Part\n# Care **Plus** #\n# Other", "a.md") == "Care Plus"
    assert find_title(b"text\n```\n# no\n```\n", "a.md") == ""


@pytest.mark.parametrize(
    ("pattern", "matched", "others"),
    [
        (HEADING, ["# Title", "## 4 Exclusions ##", "   ### x", "#"], ["#4", "    # code", "####### seven"]),
        (FENCE, ["```", "~~~ python", "   ````"], ["``", "    ```"]),
        (OWN_LINE, ["- x", "| x", "4. x", "(iv) x", "a) x", "> x"], ["-x", "and. x", "(see above) x", "4.x"]),
        (BOLD, ["**4.1 Scope**", "__x__"], ["2 ** 3", "****"]),
        (ESCAPED, ["1\\.", "\\*"], ["\\d"]),
    ],
)
def test_patterns_match_their_examples(pattern, matched, others) -> None:
    assert all(pattern.search(example) for example in matched)
    assert not any(pattern.search(example) for example in others)
