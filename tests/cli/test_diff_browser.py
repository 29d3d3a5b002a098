"""The HTML redline in a browser: read, filtered and walked through by keyboard, printed, and seen by those who do not see."""

from xml.sax.saxutils import escape

import pytest

from pipeline.cli import run_command
from tests.browser import Opened, chromium
from tests.cli.test_diff_html import HOSTILE
from tests.cli.test_diff_layouts import draw
from tests.cli.test_diff_made import ROWS, with_table

SIZE = (595, 842)
DRAWN = "[...document.querySelectorAll('svg image')].filter((image) => image.hasAttribute('href')).length"


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A redline with a weighty change, others, a hostile clause and a table."""
    here = tmp_path_factory.mktemp("redline")
    old = with_table()
    new = with_table([(name, gold.replace("2,000", "2,500"), silver) for name, gold, silver in ROWS])
    old[1] = ("2.", escape(HOSTILE))
    new[1] = ("2.", escape(HOSTILE.replace("30", "45")))
    new[8] = (new[8][0], f"Moreover, {new[8][1]}")
    new.append(("25.", "Nursing at home is paid where two doctors have ordered it in writing."))
    (here / "old.pdf").write_bytes(draw(1, SIZE, old))
    (here / "new.pdf").write_bytes(draw(1, (420, 595), new))
    places = [str(here / name) for name in ("old.pdf", "new.pdf", "out", "redline.html")]
    assert run_command(["diff", *places[:2], "--out", places[2], "--html", places[3]]) == 1
    return here / "redline.html"


def drawn_beyond(page, count):
    """How many pictures are drawn, once they are more than ``count``; the policy of the file forbids Playwright's own waiting."""
    for _ in range(50):
        if page.evaluate(DRAWN) > count:
            break
        page.wait_for_timeout(100)
    return page.evaluate(DRAWN)


def test_it_is_whole_in_itself_and_a_document_cannot_act_in_it(browser, file):
    opened = Opened(browser, file)

    opened.page.mouse.wheel(0, 20000)
    opened.page.wait_for_timeout(300)

    assert opened.requests == []
    assert opened.said == []
    assert opened.page.evaluate("window.acted") is None
    assert opened.page.get_by_text("<script>window.acted = 1</script>").count() >= 1


def test_a_script_that_got_into_it_would_not_run(browser, file):
    broken = file.with_name("broken.html")
    broken.write_text(file.read_text(encoding="utf-8").replace("<main", "<script>window.acted = 3</script><main"), encoding="utf-8")

    opened = Opened(browser, broken)

    assert opened.page.evaluate("window.acted") is None
    assert any("Content Security Policy" in said for said in opened.said)


def test_pages_become_pictures_where_they_come_into_sight(browser, file):
    page = Opened(browser, file, viewport={"width": 1280, "height": 500}).page

    first = drawn_beyond(page, 0)
    page.keyboard.press("End")
    then = drawn_beyond(page, first)

    assert first < then <= page.locator("svg image").count()
    sizes = page.evaluate(
        "Promise.all([...document.querySelectorAll('svg image[href]')].map(async (at) => "
        "{ const image = new Image(); image.src = at.getAttribute('href'); await image.decode(); return image.naturalWidth; }))"
    )
    assert min(sizes) >= 700


def test_the_whole_page_is_shown_on_request(browser, file):
    page = Opened(browser, file).page
    view = page.locator("svg[data-picture]").first

    part = view.get_attribute("viewBox")
    page.get_by_role("button", name="Whole pages").click()

    assert view.get_attribute("viewBox") == view.get_attribute("data-whole") != part


def test_it_is_filtered_and_walked_through_by_keyboard_alone(browser, file):
    page = Opened(browser, file).page
    count = page.locator("article").count()

    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.textContent") == "Skip to the changes"
    page.keyboard.press("Tab")
    page.keyboard.press("Space")
    shown = page.locator("article:visible").count()
    while page.evaluate("document.activeElement.closest('#list') === null"):
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_timeout(100)

    assert 1 < shown < count
    assert page.locator("#shown").inner_text() == f"{shown} of {count} shown"
    second = page.locator("article:visible").nth(1).get_attribute("id")
    assert page.evaluate("document.activeElement.id") == second


def test_kinds_and_words_are_filters_and_all_comes_back(browser, file):
    page = Opened(browser, file).page
    count = page.locator("article").count()

    page.get_by_label("added").uncheck()
    without = page.locator("article:visible").count()
    page.get_by_label("Find words").fill("moreover")
    found = page.locator("article:visible").count()
    page.get_by_label("Find words").fill("no such words")
    empty = page.get_by_text("No change is of these kinds.").is_visible()
    page.get_by_role("button", name="Show all").first.click()
    page.wait_for_timeout(100)

    assert (without, found, empty) == (count - 1, 1, True)
    assert page.locator("article:visible").count() == count


def test_without_scripts_every_word_is_there(browser, file):
    page = Opened(browser, file, java_script_enabled=False).page

    assert page.locator("article:visible").count() == page.locator("article").count()
    assert page.locator("noscript p").is_visible()
    assert page.locator(".folded:visible").count() == page.locator(".folded").count()


def test_on_paper_every_picture_is_drawn_and_nothing_is_folded(browser, file):
    page = Opened(browser, file, viewport={"width": 1280, "height": 400}).page

    page.pdf()

    assert page.evaluate(DRAWN) == page.locator("svg image").count()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [390, 1280])
def test_it_can_be_read_by_all(browser, file, scheme, width):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python").Axe()
    page = Opened(browser, file, color_scheme=scheme, bypass_csp=True, viewport={"width": width, "height": 800}).page

    found = axe.run(page)

    assert found.violations_count == 0, found.generate_report()


def test_nothing_is_wider_than_the_window(browser, file):
    for width in (390, 800, 1280, 1920):
        page = Opened(browser, file, viewport={"width": width, "height": 800}).page

        assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_clauses_are_there_in_the_order_of_the_document(browser, file):
    page = Opened(browser, file).page

    names = page.locator("article h2").all_inner_texts()

    assert names[:3] == ["2", "8", "25"]
