"""The audit page in a browser: clauses beside their pages, verdicts by key and by CSV, hostile words, keys, screen readers."""

import csv
import re

import pytest
import yaml

from pipeline.cli import run_command
from tests.audited import CROPPED, FORMULA, LINK, ROOMS, SCRIPT, TURNED, policy, words_under
from tests.browser import Opened, chromium
from tests.drawn_pdf import at, drawn

PLACES = "found => found.map(each => { const b = each.getBoundingClientRect(); return [b.left, b.top, b.right, b.bottom]; })"
KNOWN = {"1": (1, SCRIPT), "5": (2, TURNED), "6": (3, CROPPED)}
"""Page and words of clauses: on a page as it is, on one with /Rotate 90, on one whose crop box is inset."""


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def content():
    return policy()


@pytest.fixture(scope="module")
def file(tmp_path_factory, content):
    """The audit page of the document, as the command writes it."""
    here = tmp_path_factory.mktemp("audit")
    (here / "policy.pdf").write_bytes(content)
    words = [here / "policy.pdf", "--out", here / "out", "--verdicts", here / "audit", "-o", here / "audit.html"]
    assert run_command(["audit", "build", *map(str, words)]) == 0
    return here / "audit.html"


def open_page(browser, file, **how):
    """The page with a name signed in; what the browser keeps is empty."""
    opened = Opened(browser, file, **{"viewport": {"width": 1280, "height": 800}, **how})
    opened.page.fill("#who", "Asha")
    return opened


def choose(page, clause_id):
    page.locator(f'#list [aria-label^="{clause_id}."]').first.click()


def chosen_words(page, content, number):
    """What PDFium reads under the boxes of what is chosen, at the size at which the page is shown."""
    left, top, right, bottom = page.locator("#picture").evaluate_all(PLACES)[0]
    size = (right - left, bottom - top)
    boxes = page.locator("#boxes .chosen").evaluate_all(PLACES)
    inside = [(x0 - left - 1, y0 - top - 1, x1 - left + 1, y1 - top + 1) for x0, y0, x1, y1 in boxes]
    return " ".join(words_under(content, number, box, size) for box in inside)


@pytest.mark.parametrize("clause_id", KNOWN)
@pytest.mark.parametrize("larger", [0, 3])
def test_a_clause_that_is_chosen_has_its_words_under_its_box_at_any_zoom(browser, file, content, clause_id, larger):
    page = open_page(browser, file).page
    number, words = KNOWN[clause_id]

    choose(page, clause_id)
    for _ in range(larger):
        page.keyboard.press("+")

    assert page.input_value("#page-number") == str(number)
    assert words in chosen_words(page, content, number)
    assert words in page.locator("#detail .words").first.inner_text()
    assert page.locator("#picture").evaluate("image => image.decode().then(() => image.naturalWidth)") > 500


def test_a_box_on_the_page_shows_its_clause(browser, file):
    page = open_page(browser, file).page

    page.locator('#boxes rect[data-owner="3"]').first.click()

    assert page.locator('#list [aria-selected="true"]').get_attribute("aria-label").startswith("3.")


def test_words_of_the_document_stay_words(browser, file):
    opened = open_page(browser, file)

    for clause_id in ("1", "2"):
        choose(opened.page, clause_id)
        assert (SCRIPT if clause_id == "1" else LINK) in opened.page.locator("#detail .words").first.inner_text()

    assert opened.page.evaluate("window.acted") is None
    assert opened.page.locator('a[href^="javascript:"]').count() == 0
    assert [url for url in opened.requests if not url.startswith("data:")] == []
    assert opened.said == []


def test_a_verdict_given_with_a_key_is_there_after_the_page_was_loaded_again(browser, file):
    page = open_page(browser, file).page

    choose(page, "3")
    page.keyboard.press("a")
    page.keyboard.press("r")
    page.keyboard.type("the amount is wrong")
    page.keyboard.press("Escape")
    page.reload()

    marks = {label[:2]: label for label in page.locator("#list .row").evaluate_all("rows => rows.map(row => row.ariaLabel)")}
    assert "accepted" in marks["3."] and "rejected" in marks["4."]
    assert page.input_value("#who") == "Asha"
    assert page.locator("#progress").inner_text() == "1 of 6 clauses signed off · 1 rejected"
    choose(page, "4")
    assert page.locator("#note").input_value() == "the amount is wrong"


def test_keys_go_from_clause_to_clause_to_findings_and_back(browser, file):
    page = open_page(browser, file).page
    chosen = page.locator('#list [aria-selected="true"]')
    page.locator("#list").click(position={"x": 200, "y": 10})

    first = chosen.get_attribute("id")
    page.keyboard.press("j")
    second = chosen.get_attribute("id")
    page.keyboard.press("k")
    page.keyboard.press("?")
    helped = page.locator("#help").is_visible()
    page.keyboard.press("Escape")

    assert (first, second, helped) == ("leaf-0", "leaf-1", True)
    assert chosen.get_attribute("id") == "leaf-0"
    page.keyboard.press("f")
    assert page.locator("#said").inner_text().startswith(("TXT", "NUM", "META", "TAB", "CHK"))
    page.keyboard.press("/")
    assert page.evaluate("document.activeElement.id") == "find"


def test_filters_and_search_show_what_they_name(browser, file):
    page = open_page(browser, file).page
    choose(page, "3")
    page.keyboard.press("a")
    shown = page.locator("#list .row:visible")

    page.select_option("#show", "open")
    still_open = shown.count()
    page.select_option("#show", "accepted")
    accepted = shown.count()
    page.select_option("#show", "all")
    page.fill("#find", "two doctors")
    found = shown.count()
    page.fill("#find", "no such words")

    assert (still_open, accepted, found) == (5, 1, 1)
    assert page.locator("#none").is_visible()


def test_verdicts_are_exported_and_taken_in_elsewhere(browser, file, tmp_path):
    page = open_page(browser, file).page
    choose(page, "1")
    page.keyboard.press("r")
    page.keyboard.type('=SUM(A1), "quoted"\nand a second line')
    page.keyboard.press("Escape")

    with page.expect_download() as download:
        page.click("#export")
    download.value.save_as(tmp_path / "policy.csv")
    elsewhere = open_page(browser, file).page
    elsewhere.set_input_files("#file", tmp_path / "policy.csv")
    elsewhere.get_by_text("1 verdict taken in").wait_for()

    with (tmp_path / "policy.csv").open(encoding="utf-8", newline="") as opened:
        [row] = csv.DictReader(opened)
    assert download.value.suggested_filename == "policy.csv"
    assert (row["key"], row["verdict"], row["who"]) == ("policy/1", "rejected", "Asha")
    assert row["note"] == '\'=SUM(A1), "quoted"\nand a second line'
    assert elsewhere.locator("#progress").inner_text().endswith("1 rejected")
    choose(elsewhere, "1")
    assert elsewhere.locator("#note").input_value() == '=SUM(A1), "quoted"\nand a second line'


def test_a_wrong_cell_is_marked_beside_its_picture(browser, file, content):
    page = open_page(browser, file).page
    page.click("#tab-tables")
    page.locator("#tables .item").first.click()

    page.locator("#cells button", has_text="7,500").click()
    under = chosen_words(page, content, 1)
    page.keyboard.press("r")
    page.keyboard.press("Escape")

    assert under == "7,500"
    assert page.locator("#cells td.rejected").inner_text().startswith("7,500")
    assert page.locator("#tables .item").first.inner_text().count("1 wrong cell") == 1
    page.locator('#cells [data-cell="1,1"]').focus()
    page.keyboard.press("ArrowRight")
    assert page.locator("#cells td.chosen").inner_text().startswith("2,500")


def test_a_new_version_asks_only_for_clauses_whose_words_changed(browser, file, tmp_path):
    page = open_page(browser, file).page
    for clause_id in ("2", "3", "4", "5"):
        choose(page, clause_id)
        page.keyboard.press("a")
    with page.expect_download() as download:
        page.click("#export")
    (tmp_path / "audit").mkdir()
    download.value.save_as(tmp_path / "audit" / "policy.csv")
    (tmp_path / "policy.pdf").write_bytes(policy(third="We pay for hospital treatment in a shared room alone", extra=True))
    words = [tmp_path / "policy.pdf", "--out", tmp_path / "out", "--verdicts", tmp_path / "audit", "-o", tmp_path / "next.html"]
    assert run_command(["audit", "build", *map(str, words)]) == 0

    new = open_page(browser, tmp_path / "next.html").page

    marks = new.locator("#list .row").evaluate_all("rows => rows.map(row => row.ariaLabel)")
    said = {label.split(",")[0]: re.findall("accepted|changed|under another number", label) for label in marks}
    assert said["2."] == ["accepted"]
    assert said["3."] == ["changed"]
    assert said["4."] == ["changed"]
    assert said["5."] == ["accepted", "under another number"], FORMULA
    assert said["6."] == ["accepted", "under another number"]
    new.select_option("#show", "changed")
    assert new.locator("#list .row:visible").count() == 2


def test_a_figure_that_was_copied_wrongly_is_shown_in_its_cell_and_on_its_page(browser, tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "policy.pdf").write_bytes(content)
    rows = [",".join(f'"{cell}"' for cell in row) for row in ROOMS]
    (tmp_path / "rooms.csv").write_text("\n".join(rows).replace("7,500", "7,900"), encoding="utf-8")
    configured = {"documents": {"policy": {"transcriptions": [{"csv": "rooms.csv", "pages": [1]}]}}}
    (tmp_path / "clausetrace.yaml").write_text(yaml.safe_dump(configured), encoding="utf-8")
    assert run_command(["audit", "build", "policy.pdf", "-o", "audit.html"]) == 0
    page = open_page(browser, tmp_path / "audit.html").page

    page.click("#tab-findings")
    page.locator("#findings .item", has_text="TAB010").click()
    on_page = chosen_words(page, content, 1)
    page.get_by_role("button", name="the cell in its table").click()

    assert on_page == "7,500"
    assert page.locator("#cells td.mismatch").count() == 1
    assert page.locator("#cells td.mismatch").inner_text().startswith("7,500")
    assert 'it claims "7,900"' in page.locator("#detail .found").first.inner_text()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_it_can_be_read_by_all(browser, file, scheme):
    axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="pip install axe-playwright-python").Axe()
    page = open_page(browser, file, color_scheme=scheme, bypass_csp=True).page
    seen = {}

    choose(page, "3")
    page.keyboard.press("a")
    seen["clauses"] = axe.run(page)
    page.keyboard.press("2")
    page.locator("#tables .item").first.click()
    page.locator("#cells button").nth(4).click()
    page.locator(".legend summary").click()
    seen["tables"] = axe.run(page)
    page.click("#tab-aside")
    seen["aside"] = axe.run(page)
    page.keyboard.press("4")
    page.locator("#findings .item").first.click()
    seen["findings"] = axe.run(page)
    page.click("#help-button")
    seen["help"] = axe.run(page)

    for where, found in seen.items():
        assert found.violations_count == 0, f"{where}: {found.generate_report()}"


@pytest.mark.parametrize("width", [1280, 1920])
def test_nothing_is_wider_than_the_window_and_page_and_tree_are_both_in_sight(browser, file, width):
    page = open_page(browser, file, viewport={"width": width, "height": 800}).page

    choose(page, "3")

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    for place in ("#picture", "#list", "#detail"):
        assert page.locator(place).is_visible()
        assert page.locator(place).bounding_box()["width"] > width / 5


def test_on_paper_stand_the_clauses_that_are_shown_with_their_verdicts(browser, file):
    page = open_page(browser, file).page
    choose(page, "3")
    page.keyboard.press("a")
    page.select_option("#show", "accepted")

    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")

    printed = page.locator("#printed").inner_text()
    assert "hospital treatment" in printed and "accepted by Asha" in printed
    assert TURNED not in printed
    assert not page.locator("#canvas").is_visible()


PAID = [
    "ambulances",
    "aprons",
    "bandages",
    "beds",
    "braces",
    "canes",
    "casts",
    "clinics",
    "crutches",
    "doctors",
    "drips",
    "gauze",
    "gowns",
    "heaters",
    "insulin",
    "kettles",
    "lamps",
    "lenses",
    "masks",
    "nurses",
    "oxygen",
    "pillows",
    "scans",
    "splints",
]


def wording():
    """Six pages of clauses with a footer, and a line that only looks like a clause."""
    pages = []
    for page in range(6):
        rows = [(4 * page + row, 100 + 40 * row) for row in range(4)]
        clauses = [at(72, y, f"{number + 1}. We pay for {PAID[number]} that a {PAID[-number]} seller lists.") for number, y in rows]
        pages.append([*clauses, at(72, 800, "Wording of the year 2031, not for use abroad", size=8)])
    pages[2] += [at(72, 300, "The insurer relies on what is said elsewhere, and on section")]
    pages[2] += [at(72, 312, "45. of the Act, if wider.")]
    return drawn(*pages)


def overrule(page, tab, item):
    """The YAML that the page offers for the first of a list."""
    page.click(f"#tab-{tab}")
    page.locator(f"{item} .item").first.click()
    page.locator("#detail .yaml summary").click()
    return yaml.safe_load(page.locator("#detail pre").inner_text())["documents"]["wording"]["overrules"]


def test_a_newcomer_audits_twenty_clauses_corrects_two_things_in_the_yaml_and_sees_the_change(browser, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wording.pdf").write_bytes(wording())
    assert run_command(["audit", "build", "wording.pdf"]) == 0
    page = open_page(browser, tmp_path / "out" / "wording" / "audit.html").page

    choose(page, "1")
    for _ in range(20):
        page.keyboard.press("a")
    signed = page.locator("#progress").inner_text()
    with page.expect_download() as download:
        page.click("#export")
    (tmp_path / "audit").mkdir()
    download.value.save_as(tmp_path / "audit" / "wording.csv")
    overrules = overrule(page, "aside", "#aside") + overrule(page, "findings", "#rejected")
    configured = {"documents": {"wording": {"overrules": overrules}}}
    (tmp_path / "clausetrace.yaml").write_text(yaml.safe_dump(configured), encoding="utf-8")
    assert run_command(["run", "wording.pdf"]) == 0
    assert run_command(["audit", "build", "wording"]) == 0

    assert signed == "20 of 24 clauses signed off"
    new = open_page(browser, tmp_path / "out" / "wording" / "audit.html").page
    assert new.locator("#aside .item").count() == 0
    assert new.locator("#rejected .item").count() == 0
    assert new.locator("#progress").inner_text() == "15 of 25 clauses signed off · 5 changed"
    choose(new, "45")
    assert "of the Act" in new.locator("#detail .words").first.inner_text()
