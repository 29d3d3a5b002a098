"""What must hold of any document whatever: no line without a fate, no id twice, no chunk whose words are not those of its places.

The pages are random: rows of one to three pieces at random indents, some of them labels, bold, large, in a grid of rules or the
same on every page. Nobody could say what their clause tree should be; that it accounts for every letter can be said.
"""

import random

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pipeline.config.settings import Configuration, DocumentSettings
from pipeline.model import ChunkKind, Result
from pipeline.runner import Task, run_document
from pipeline.wording import Lexicon, bare, join_lines, squeeze
from tests.drawn_pdf import BODY, BOLD, Mark, at, drawn, grid, identity

TEXT = (
    "the cover, an insured person; hospital pre- post-natal co-payment re- imbursed (a) (b) (ii) iv. 1. 2. 2.1 3.4.1 A. B) Section "
    "Article 5. Annexure Note: * 5,000 31.12.2024 24 % of premium benefit: claim. and or IV"
)
WORDS = tuple(TEXT.split())
PITCH, TOP, LEFT = 15.0, 60.0, 60.0
PIECES = (0.0, 14.0, 36.0, 170.0, 330.0)
"""Points from the left margin at which a piece may begin; pieces of one row are cut to end before the next."""
WIDEST = {0.0: 2, 14.0: 3, 36.0: 18, 170.0: 20, 330.0: 26}
"""Letters for which there is room at each of them."""

SLOW = (HealthCheck.too_slow, HealthCheck.data_too_large)
some = settings(max_examples=40, derandomize=True, deadline=None, suppress_health_check=SLOW)


@st.composite
def pages(draw: st.DrawFn) -> list[list[Mark]]:
    """One to four pages of random rows, with a footer or without, with a grid or without."""
    words = random.Random(draw(st.integers(0, 2**16)))
    footer = draw(st.booleans())
    made = []
    for number in range(1, draw(st.integers(1, 4)) + 1):
        rows = draw(st.lists(st.sets(st.sampled_from(PIECES), min_size=1, max_size=3), max_size=30))
        marks = [mark for row, starts in enumerate(rows) for mark in _row(TOP + PITCH * row, sorted(starts), words)]
        if draw(st.booleans()):
            marks += grid([LEFT - 4, LEFT + 160, LEFT + 320, 540], [TOP - 11 + PITCH * row for row in range(0, len(rows) + 1, 2)])
        if footer:
            marks.append(at(280, 815, f"Page {number}"))
        made.append(marks)
    return made


def _row(y: float, starts: list[float], words: random.Random) -> list[Mark]:
    font, size = words.choice((BODY, BODY, BOLD)), words.choice((9, 9, 9, 12))
    return [at(LEFT + x, y, _text(WIDEST[x], words), font=font, size=size) for x in starts]


def _text(room: int, words: random.Random) -> str:
    text = words.choice([word for word in WORDS if len(word) <= room])
    while len(longer := f"{text} {words.choice(WORDS)}") <= room:
        text = longer
    return text


def run(made: list[list[Mark]]) -> Result:
    return run_document(Task(drawn(*made), identity(), Configuration(), DocumentSettings()))


WHOLE = ("LED001", "LED002")
"""A line without one fate, words that no chunk has. Not LED003: where random words end a list, their order may be any."""


@some
@given(pages())
def test_every_line_has_one_fate_and_the_letters_add_up(made: list[list[Mark]]) -> None:
    result = run(made)

    ledger = result.checks.ledger
    assert [finding.message for finding in result.checks.findings if finding.code in WHOLE] == []
    assert ledger.counted == ledger.by_reader == sum(letters for _, letters in ledger.letters)
    assert [entry.line_id for entry in ledger.entries] == [line.id for page in result.document.pages for line in page.lines]


@some
@given(pages())
def test_no_id_and_no_key_is_given_twice(made: list[list[Mark]]) -> None:
    result = run(made)

    lines = [line.id for page in result.document.pages for line in page.lines]
    nodes = [node.id for node in result.clauses.clauses]
    keys = [chunk.clause_key for chunk in result.chunks.chunks]
    tables = [table.id for table in result.tables.tables]
    for ids in (lines, nodes, keys, tables):
        assert len(ids) == len(set(ids))
    parents = {node.parent for node in result.clauses.clauses} - {""}
    assert parents <= set(nodes)


@some
@given(pages())
def test_the_words_of_a_chunk_are_those_of_its_places(made: list[list[Mark]]) -> None:
    result = run(made)

    texts = {page.number: page.text for page in result.document.pages}
    for chunk in result.chunks.chunks:
        if chunk.kind in (ChunkKind.TABLE, ChunkKind.ROW):
            continue
        shown = " ".join(texts[place.page][place.char_start : place.char_end] for place in chunk.places)
        assert bare(chunk.text) == bare(shown)


@settings(derandomize=True)
@given(st.lists(st.tuples(st.text(), st.booleans())), st.frozensets(st.text()))
def test_joining_lines_changes_no_letter(texts: list[tuple[str, bool]], words: frozenset[str]) -> None:
    joined = join_lines(texts, Lexicon(words, frozenset()))

    assert squeeze(joined) == squeeze("".join(text for text, _ in texts))
