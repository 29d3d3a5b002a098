"""`clausetrace compare`: the page, read as HTML and in a browser."""

import shutil
from html.parser import HTMLParser

import pytest

HOSTILE = """# Care <script>window.acted = 1</script>

## 1. Scope </style><img src=x onerror="window.acted = 2">
We pay Rs. 5,000 a day </blockquote><script>window.acted = 3</script> {{ 7 * 7 }} &amp; </excerpt>.

## 2. Exclusions
We shall not pay for:
(a) the first 30 days;
(b) cosmetic surgery.
"""


class Read(HTMLParser):
    """The tags of a page and its text."""

    def __init__(self, html):
        super().__init__(convert_charrefs=True)
        self.tags, self.text = [], ""
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.tags.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.text += data


@pytest.fixture
def page(run, write, here):
    """The page of a document that is made to do harm."""
    write("care.md", HOSTILE)
    ran = run("compare", "care.md")
    assert (ran.code, ran.out) == (0, "compare.html: 1 document, 2 facts\n")
    return here / "compare.html"


def test_the_page_shows_a_fact_in_both_cuts(page):
    read = Read(page.read_text(encoding="utf-8"))

    assert [tag for tag, _ in read.tags].count("article") == 2
    assert "the first 30 days" in read.text
    assert "In equal pieces" in read.text and "By clause" in read.text
    assert "We shall not pay for:" in read.text


def test_a_document_cannot_act_in_the_page(page):
    read = Read(page.read_text(encoding="utf-8"))

    assert [tag for tag, _ in read.tags if tag in ("script", "img", "style", "iframe", "link")] == ["style", "script"]
    assert "<script>window.acted = 3</script>" in read.text
    assert "{{ 7 * 7 }}" in read.text
    assert not [name for _, attributes in read.tags for name in attributes if name.startswith("on")]


def test_the_page_asks_nothing_of_a_network(page):
    read = Read(page.read_text(encoding="utf-8"))

    named = [(name, value) for _, attributes in read.tags for name, value in attributes.items()]
    addresses = [value for name, value in named if name in ("href", "src", "action")]
    assert addresses and all(address.startswith("#") for address in addresses)
    assert any(value.startswith("default-src 'none'") for name, value in named if name == "content")
    assert "url(" not in read.text


def test_several_documents_stand_in_one_page(run, write, here):
    write("a.md")
    write("b.md", HOSTILE)

    ran = run("compare", "a.md", "b.md", "-o", "both.html", "--words", "pay")

    read = Read((here / "both.html").read_text(encoding="utf-8"))
    assert ran.code == 0
    assert [tag for tag, _ in read.tags].count("main") == 2
    assert len({attributes["id"] for tag, attributes in read.tags if tag == "article"}) == 4


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("nowhere.pdf",), "is no document"),
        (("care.md", "-o", "none/page.html"), "cannot be written"),
        (("care.md", "--facts", "0"), "0"),
    ],
)
def test_what_cannot_be_done_is_told_and_ends_with_2(run, write, words, says):
    write("care.md")

    ran = run("compare", *words)

    assert ran.code == 2
    assert says in ran.err


def test_in_a_browser_a_fact_is_picked_and_the_other_is_put_away(page):
    playwright = pytest.importorskip("playwright.sync_api")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or pytest.skip("Chromium is not installed")
    said, asked = [], []

    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox", "--disable-gpu"])
        tab = browser.new_page()
        tab.on("console", lambda message: said.append(message.text))
        tab.on("pageerror", lambda error: said.append(str(error)))
        tab.on("request", lambda request: asked.append(request.url))
        tab.goto(page.as_uri())
        first = tab.locator("article:visible h3").all_inner_texts()
        tab.get_by_role("link", name="the first 30 days").click()
        second = tab.locator("article:visible h3").all_inner_texts()
        tab.get_by_role("searchbox").fill("Rs. 5,000")
        count, third = tab.locator("output").inner_text(), tab.locator("article:visible h3").all_inner_texts()
        acted = tab.evaluate("window.acted === undefined")
        browser.close()

    assert (said, asked, acted) == ([], [page.as_uri()], True)
    assert len(first) == 1 and "5,000" in first[0]
    assert second == ["(a) the first 30 days;"]
    assert count == "1 fact" and third == first
