"""No rule and no setting may know a document of the benchmark: no publisher's and no product's name stands in the product."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LOOKED_THROUGH = ("pipeline", "config")
NAMES = (
    "assistcard", "assist card", "bajaj", "baloise", "bupa", "global health care", "hdfc", "optima secure", "niva", "health premia",
    "aspire prospectus", "principal group", "principal life", "star health", "super star", "star assure", "star super",
    "star combined", "mediclassic", "tata", "medicare", "care advantage", "care joy", "care health", "joy maternity", "usc17",
)  # fmt: skip
"""Names that no ordinary sentence holds; "star", "care" and "principal" alone do."""
PARTS_OF_A_STEM = 2
"""Words of a file's stem that name its publisher and product, at least; one alone may be an ordinary word."""


def pattern(names):
    """Any of the names as whole words, in any case, their words parted as sentences, file names and code part them."""
    words = (r"[ _-]?".join(map(re.escape, re.split(r"[\W_]+", name))) for name in names)
    return re.compile(rf"(?<![a-z])(?:{'|'.join(words)})(?![a-z])", re.IGNORECASE)


def places(names):
    """Where any of the names stands: file, line and what was found."""
    wanted = pattern(names)
    files = (file for folder in LOOKED_THROUGH for file in sorted((ROOT / folder).rglob("*")) if file.suffix in (".py", ".yaml"))
    return [
        f"{file.relative_to(ROOT)}:{number}: {found[0]}"
        for file in files
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1)
        if (found := wanted.search(line))
    ]


def test_no_publisher_and_no_product_is_named():
    assert places(NAMES) == []


def test_no_document_of_the_benchmark_is_named(shared):
    stems = {file.stem for folder in ("bench/labelled", "bench/statutes", "real") for file in (shared / folder).glob("*.pdf")}
    beginnings = {"-".join(stem.split("-")[:PARTS_OF_A_STEM]) for stem in stems}

    assert places(sorted(stems | beginnings)) == []


@pytest.mark.parametrize("line", ["if 'Care Advantage' in title:", "CARE_ADVANTAGE = 1", "careAdvantage", "# as in Tata's wording"])
def test_a_name_is_seen_however_it_is_written(line):
    assert pattern(NAMES).search(line)


@pytest.mark.parametrize(
    "line", ["the principal's share", "a star beside it", "take care: advantage", "start = data", "advantages"]
)
def test_ordinary_words_are_none(line):
    assert not pattern(NAMES).search(line)
