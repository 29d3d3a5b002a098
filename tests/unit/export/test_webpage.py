"""The clause tree as one HTML file."""

from html.parser import HTMLParser

import pytest

from pipeline.export.outline import EntryKind
from pipeline.export.webpage import make_webpage
from pipeline.model import TableAction
from tests.unit.export.outlines import entry
from tests.unit.retrieval.tables_rows import table_row

HOSTILE = "\"'><script>alert(1)</script><img src=x onerror=alert(1)><a href=javascript:alert(1)>"
VOID = {"meta", "br", "img", "link"}


class Reader(HTMLParser):
    """The elements of a page, with the ids of the sections that each stands in."""

    def __init__(self, page):
        super().__init__()
        self.opened, self.seen, self.words = [], [], []
        self.feed(page.decode())
        self.close()

    def handle_starttag(self, tag, attrs):
        self.seen.append((tag, dict(attrs), [name for _, name in self.opened if name]))
        if tag not in VOID:
            self.opened.append((tag, dict(attrs).get("id")))

    def handle_endtag(self, tag):
        assert self.opened.pop()[0] == tag

    def handle_data(self, words):
        self.words.append(words)


def test_whatever_a_document_holds_stays_text():
    table = table_row([HOSTILE, HOSTILE], (HOSTILE, HOSTILE), caption=HOSTILE, action=TableAction.KEPT)
    entries = [
        entry(HOSTILE, label=HOSTILE, title=HOSTILE, name=HOSTILE),
        entry(HOSTILE, kind=EntryKind.TEXT, depth=2),
        entry(kind=EntryKind.TABLE, tables=[table], depth=2),
    ]

    read = Reader(make_webpage(HOSTILE, HOSTILE, entries))

    assert not {"script", "img"} & {tag for tag, _, _ in read.seen}
    assert not [attrs for _, attrs, _ in read.seen if "onerror" in attrs or (attrs.get("href") or "#")[0] != "#"]
    told = 2 + 2 + 3 + 1 + 5  # title and head, list of contents, clause, text, table
    assert "".join(read.words).count(HOSTILE) == told


def test_what_is_deeper_stands_inside_and_every_section_is_closed():
    entries = [entry(label="1", name="1"), entry(label="a", name="1.a", depth=2), entry(label="2", name="2")]

    read = Reader(make_webpage("Policy", "en", entries))

    assert [(attrs["id"], around) for tag, attrs, around in read.seen if tag == "section"] == [("1", []), ("1.a", ["1"]), ("2", [])]
    assert not read.opened


@pytest.mark.parametrize("depth", [1, 5, 6, 9])
def test_a_title_is_a_heading_of_its_depth_and_none_is_deeper_than_html_has(depth):
    read = Reader(make_webpage("Policy", "", [entry(title="Cover", depth=depth)]))

    assert [tag for tag, _, _ in read.seen if tag in {f"h{n}" for n in range(2, 10)}] == [f"h{min(depth + 1, 6)}"]


def test_a_row_label_and_a_head_are_named_as_such():
    table = table_row(["Plan", "Room"], ("A", "Rs. 5,000"), action=TableAction.KEPT)

    read = Reader(make_webpage("Policy", "", [entry(kind=EntryKind.TABLE, tables=[table])]))

    assert [attrs["scope"] for tag, attrs, _ in read.seen if tag == "th"] == ["col", "col", "row"]


def test_the_page_forbids_scripts_and_loads_nothing():
    [policy] = [attrs for _, attrs, _ in Reader(make_webpage("Policy", "", [])).seen if "http-equiv" in attrs]

    assert policy["content"].startswith("default-src 'none'")
