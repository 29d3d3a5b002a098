"""The clause tree as Markdown, read by a Markdown reader that lets HTML and bare addresses through."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from pipeline.export.markdown import escape, make_markdown
from pipeline.export.outline import EntryKind
from pipeline.model import TableAction
from tests.unit.export.outlines import entry
from tests.unit.retrieval.tables_rows import table_row

READER = MarkdownIt("gfm-like", {"html": True, "linkify": False})
HOSTILE = [
    "<script>alert(1)</script>", "[click](javascript:alert(1))", "![x](https://host/x.png)", "<https://host>", "*a* _b_ **c**",
    "~~d~~", "`e`", "# head", "> quote", "1. item", "- item", "+ item", "===", "---", "a | b", "&lt;b&gt; &amp;", r"back\slash",
    "[^2] [x]: y",
]  # fmt: skip


def tokens(text):
    read = READER.parse(text)
    return read + [child for token in read for child in token.children or ()]


def words(text):
    return "".join(token.content for token in tokens(text) if token.type in ("text", "code_inline", "text_special"))


@pytest.mark.parametrize("text", HOSTILE)
def test_a_text_is_read_as_its_own_words_and_nothing_else(text):
    written = escape(text)

    assert {token.type for token in tokens(written)} <= {"paragraph_open", "paragraph_close", "inline", "text", "text_special"}
    assert words(written) == text


@given(st.text(alphabet="<>[]()*_`#!&;|~\\-+=1.:a$ ", min_size=1, max_size=12).map(str.strip).filter(bool))
def test_no_mixture_of_signs_becomes_markup(text):
    kinds = {token.type for token in tokens(escape(text))}

    assert not {kind for kind in kinds if kind.partition("_")[0] not in ("paragraph", "inline", "text", "softbreak")}


@pytest.mark.parametrize("address", ["https://host/x", "www.host.example", "someone@host.example"])
def test_an_address_in_a_document_is_no_link_even_to_a_reader_that_looks_for_them(address):
    pytest.importorskip("linkify_it", reason="linkify-it-py is not installed; pip install 'clausetrace[dev]'")
    eager = MarkdownIt("gfm-like", {"html": True, "linkify": True})

    assert "<a " not in eager.render(escape(address))


def test_titles_are_headings_and_clauses_without_one_are_nested_items():
    entries = [
        entry(label="1", title="Cover", depth=1),
        entry("We pay:", label="1.1", depth=2),
        entry("a bed", label="(a)", depth=3),
        entry(label="2", title="Limits", depth=1),
    ]

    html = READER.render(make_markdown("Policy", entries).decode())

    assert html.count("<h1>") == 1 and html.count("<h2>") == 2
    outer = html[html.index("<ul>") : html.rindex("</ul>")]
    assert outer.count("<ul>") == 2 and "<strong>(a)</strong> a bed" in outer


def test_a_table_is_a_table_with_every_cell_as_printed():
    table = table_row(["Plan", "Room | day"], ("A<b>", "Rs. 5,000"), ("B", "1\n2"), action=TableAction.KEPT)

    html = READER.render(make_markdown("Policy", [entry(title="Rooms", kind=EntryKind.TABLE, tables=[table])]).decode())

    assert "<th>Room | day</th>" in html and "<td>A&lt;b&gt;</td>" in html and "<td>1 2</td>" in html


def test_pages_lead_to_the_pdf_where_its_address_is_given():
    html = READER.render(make_markdown("Policy", [entry("words", label="1.")], "https://host/a(1).pdf").decode())

    assert 'href="https://host/a(1).pdf#page=1"' in html
