"""Every fixture's furniture, page by page, against what its source says it printed there."""

import json
from pathlib import Path

import pytest

from pipeline.config.settings import BoilerplateSettings, ExtractSettings
from pipeline.model import Identity, MarkKind
from pipeline.stages.boilerplate import find_boilerplate
from pipeline.stages.extract import extract
from pipeline.wording import squeeze

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
FURNITURE = {MarkKind.HEADER, MarkKind.FOOTER, MarkKind.SIDE, MarkKind.PAGE_NUMBER}
NAMES = (
    "broken-paragraph",
    "changing-header",
    "clause-over-two-pages",
    "definition-table",
    "front-matter",
    "last-line",
    "letterhead",
    "numbers-that-stay",
    "odd-and-even",
    "table-over-two-pages",
    "turned-text",
    "watermark",
)


def letters_by_page(lines):
    """Letters and digits of each page, in no order: how lines are cut does not matter."""
    return {page: sorted(squeeze(" ".join(texts))) for page, texts in lines.items() if texts}


def compare(name, kinds):
    truth = json.loads((FIXTURES / "truth" / f"{name}.json").read_text(encoding="utf-8"))
    content = (FIXTURES / "pdf" / f"{name}.pdf").read_bytes()
    read = extract(content, Identity(name, name, name, f"{name}.pdf", "0" * 64), ExtractSettings())
    marked = {mark.line_id for mark in find_boilerplate(read, BoilerplateSettings()).marks if mark.kind in kinds}
    found = {page.number: [ln.text for ln in page.lines if ln.id in marked] for page in read.pages}
    printed = {int(page): texts for page, texts in truth["furniture"].items()}
    assert letters_by_page(found) == letters_by_page(printed)


@pytest.mark.parametrize("name", NAMES)
def test_the_furniture_of_a_fixture_is_set_aside_and_nothing_else(name):
    compare(name, FURNITURE | {MarkKind.WATERMARK})


@pytest.mark.full
def test_the_furniture_of_the_prospectus_is_set_aside_and_nothing_else():
    compare("prospectus", FURNITURE)
