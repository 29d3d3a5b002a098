"""`clausetrace diff --html`: one file with all that changed, the pages of both versions, and nothing that could act."""

import base64
import hashlib
import io
import json
import re
from html.parser import HTMLParser
from xml.sax.saxutils import escape

import pytest

from tests.cli.conftest import POLICY
from tests.cli.test_diff_layouts import CLAUSES, draw
from tests.cli.test_diff_made import ROWS, numbered, with_table

SIZE = (595, 842)
HOSTILE = (
    "Costs <script>window.acted = 1</script> are paid by <a href='javascript:window.acted=2'>us</a> & {{ 7 * 7 }} within 30 days."
)
NEWER = [(printed, text.replace("500 euros", "400 euros") if printed == "10." else text) for printed, text in CLAUSES]


class Tags(HTMLParser):
    """The tags of a file with their attributes, and the words between them."""

    def __init__(self, text):
        super().__init__()
        self.tags, self.words = [], []
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, text):
        self.words.append(text)

    def named(self, tag):
        return [attrs for name, attrs in self.tags if name == tag]


@pytest.fixture
def redline(run, write, here):
    """The HTML of two versions, and how the command ended."""

    def written(old, new, *words):
        files = [write(name, content) for name, content in (("old.pdf", old), ("new.pdf", new))]
        ran = run("diff", *files, "--html", "redline.html", *words)
        file = here / "redline.html"
        return ran, file.read_text(encoding="utf-8") if file.exists() else ""

    return written


def test_the_file_has_the_change_and_a_picture_of_its_page_from_both_versions(redline):
    from PIL import Image

    ran, html = redline(draw(1, SIZE), draw(2, SIZE, NEWER))

    tags = Tags(html)
    assert ran.code == 1
    assert "redline.html is written" in ran.err
    assert "1 reworded; 1 weighty" in ran.out
    assert "<del>" in html and "<strong>500</strong>" in html and "<strong>400</strong>" in html
    kept = [attrs["id"] for attrs in tags.named("script") if attrs.get("type") == "text/plain"]
    assert sorted(name.split("-")[1] for name in kept) == ["new", "old"]
    encoded = re.search(r'id="picture-new-\d+">([^<]+)<', html)
    with Image.open(io.BytesIO(base64.b64decode(encoded[1]))) as picture:
        assert picture.format == "WEBP"
        assert picture.width > 900


def test_boxes_stand_on_the_clause_and_the_json_has_them(redline, run):
    _, html = redline(draw(1, SIZE), draw(1, SIZE, NEWER))

    [change] = json.loads(run("diff", "old.pdf", "new.pdf", "--json").out)["clauses"]
    [box] = change["new"][0]["boxes"]
    marks = [attrs for attrs in Tags(html).named("rect") if "mark" in attrs["class"]]
    assert len(marks) == 2
    assert float(marks[1]["x"]) == pytest.approx(box["bbox"][0], abs=2)
    assert float(marks[1]["y"]) == pytest.approx(box["bbox"][1], abs=2)


def test_only_pages_with_changes_are_drawn(redline):
    many = numbered([text for _, text in CLAUSES] * 4)

    _, html = redline(
        draw(1, SIZE, many), draw(1, SIZE, [many[0], *[(n, t.replace("ten days", "two days")) for n, t in many[1:8]], *many[8:]])
    )

    assert 1 <= html.count('id="picture-old-') <= 2


def test_a_file_of_its_own_asks_nothing_of_others_and_names_what_it_runs(redline):
    _, html = redline(draw(1, SIZE), draw(1, SIZE, NEWER))

    tags = Tags(html)
    [policy] = [attrs["content"] for attrs in tags.named("meta") if attrs.get("http-equiv") == "Content-Security-Policy"]
    [script] = re.findall(r"<script>(.*?)</script>", html, re.S)
    [style] = re.findall(r"<style>(.*?)</style>", html, re.S)
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    for text in (script, style):
        assert base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() in policy
    addresses = [
        value for _, attrs in tags.tags for name, value in attrs.items() if name in ("src", "href", "xlink:href", "srcset")
    ]
    assert all(value.startswith("#") for value in addresses)
    assert not [name for _, attrs in tags.tags for name in attrs if name.startswith("on") or name == "style"]
    assert "http://" not in html and "https://" not in html


def test_words_of_a_document_stay_words(redline):
    hostile = [(printed, escape(HOSTILE) if printed == "5." else text) for printed, text in CLAUSES]
    other = [(printed, text.replace("30", "45")) for printed, text in hostile]

    _, html = redline(draw(1, SIZE, hostile), draw(1, SIZE, other))

    tags = Tags(html)
    assert "<script>window.acted = 1</script>" in "".join(tags.words)
    assert "{{ 7 * 7 }}" in html
    assert len(tags.named("script")) == 1 + html.count('type="text/plain"')
    assert not [attrs for attrs in tags.named("a") if "javascript" in attrs["href"]]


def test_names_of_files_and_titles_stay_words(run, write, here):
    write("clausetrace.yaml", "documents: {old: {title: '<img src=x onerror=act()>'}}")
    write("old.md")
    write("new.md", POLICY.replace("Scope", "</script><script>act()</script>"))

    run("diff", "old.md", "new.md", "--html", "redline.html")

    html = (here / "redline.html").read_text(encoding="utf-8")
    assert Tags(html).named("img") == []
    assert "<script>act()" not in html


def test_what_is_no_pdf_has_its_words_alone_and_that_is_said(run, write, here):
    files = write("old.md"), write("new.md", POLICY.replace("hospital", "home"))

    ran = run("diff", *files, "--html", "redline.html")

    html = (here / "redline.html").read_text(encoding="utf-8")
    assert ran.code == 1
    assert "The old version (old.md) is no PDF and has no pages to draw; its words stand alone." in html
    assert "is no PDF" in ran.err
    assert "<svg" not in html


def test_where_the_pdf_has_gone_the_words_stand_alone_and_that_is_said(run, write, here):
    files = write("old.pdf", draw(1, SIZE)), write("new.pdf", draw(1, SIZE, NEWER))
    run("run", *files)
    files[0].unlink()

    run("diff", "old", "new", "--html", "redline.html")

    html = (here / "redline.html").read_text(encoding="utf-8")
    assert "No pages of the old version are drawn" in html
    assert "name it with --old-pdf" in html
    assert "<strong>500</strong>" in html
    assert html.count('id="picture-new-') == 1


def test_the_pdf_can_be_named_and_another_one_is_refused(run, write, here):
    files = write("old.pdf", draw(1, SIZE)), write("new.pdf", draw(1, SIZE, NEWER))
    run("run", *files)
    files[0].rename(here / "kept.pdf")

    refused = run("diff", "old", "new", "--html", "redline.html", "--old-pdf", "new.pdf")
    ran = run("diff", "old", "new", "--html", "redline.html", "--old-pdf", "kept.pdf")

    assert refused.code == 2
    assert "name the right file with --old-pdf" in refused.err
    assert ran.code == 1
    assert 'id="picture-old-' in (here / "redline.html").read_text(encoding="utf-8")


def test_how_many_pages_are_drawn_is_a_setting(redline, write):
    write("clausetrace.yaml", "diff: {pictures: 1}")

    ran, html = redline(draw(1, SIZE), draw(1, SIZE, NEWER))

    assert html.count('type="text/plain"') == 1
    assert "2 pages have changes; 1 of them are drawn" in html
    assert "2 pages have changes" in ran.err


def test_cells_are_listed_and_stand_in_boxes(redline):
    new = [(name, gold.replace("2,000", "2,500"), silver) for name, gold, silver in ROWS]

    _, html = redline(draw(1, SIZE, with_table()), draw(1, SIZE, with_table(new)))

    assert '<th scope="row" dir="auto">Ambulance</th><td dir="auto">Gold</td>' in html
    assert "<del>2,000</del>" in html and "<ins>2,500</ins>" in html
    assert html.count('class="mark cell"') == 2


def test_a_clause_that_came_shows_where_it_would_stand(redline):
    longer = [*CLAUSES, ("25.", "Nursing at home is paid where two doctors have ordered it in writing.")]

    _, html = redline(draw(1, SIZE), draw(1, SIZE, longer))

    assert "not in this version; it would stand behind <bdi>24.c</bdi>" in html
    assert html.count('class="caret"') == 1


def test_nothing_that_changed_is_said_and_ends_with_0(redline):
    ran, html = redline(draw(1, SIZE), draw(2, SIZE))

    assert ran.code == 0
    assert "Nothing changed." in html


@pytest.mark.parametrize("form", ["--json", "--markdown"])
def test_beside_the_file_another_output_has_stdout_to_itself(redline, form):
    ran, html = redline(draw(1, SIZE), draw(1, SIZE, NEWER), form)

    assert html
    assert ran.out.startswith("{" if form == "--json" else "## ")


def test_without_jinja2_the_pip_line_is_told_before_anything_is_run(redline, monkeypatch, here):
    monkeypatch.setitem(__import__("sys").modules, "jinja2", None)

    ran, _ = redline(draw(1, SIZE), draw(1, SIZE, NEWER))

    assert ran.code == 2
    assert "pip install 'clausetrace[audit]'" in ran.err
    assert not (here / "out").exists()


def test_pdfs_without_html_are_refused(run, write):
    ran = run("diff", write("old.md"), write("new.md"), "--old-pdf", "old.pdf")

    assert ran.code == 2
    assert "give --html FILE too" in ran.err
