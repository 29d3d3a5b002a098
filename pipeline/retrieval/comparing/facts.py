"""Facts of a document, each in the equal piece and in the clause chunk that hold it, and what those still say of where it is from.

A fact is a sentence with a figure (an amount, a share, a time, a date or a code), or with words that are asked for. Where it is
from is told by the title of the document, the headings and labels on the path to its clause, and the lead-in of its parents. Both
sides are asked alike: whether the words of each stand in the piece. A fact whose words cannot be found in the plain text (a footer
between them, say) is counted and left out, since neither side could be blamed.
"""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from pipeline.config.settings import ChunkSettings
from pipeline.model import ChunkKind, Record
from pipeline.retrieval.comparing.cutting import Letters, Piece, Plain, cut_quickly, make_plain
from pipeline.retrieval.figures import Kind, find_figures
from pipeline.retrieval.folding import fold
from pipeline.retrieval.sentences import Sentence, make_sentences
from pipeline.store.rows import ChunkRow, ClauseRow, PageRow

PATH_SIGN = " › "
SHORTENED = "…"
LONG = 4
"""Letters from which words are looked for by their letters alone; shorter ones ("c.", "(ii)") must stand as they are."""


class Stretch(Record, frozen=True):
    """Words of a piece: whether they are the fact's, whether another piece repeats them, whether they are the label."""

    text: str
    fact: bool = False
    repeated: bool = False
    label: bool = False


class Told(Record, frozen=True):
    """Something that says where a fact came from, and whether the piece says it."""

    what: str
    words: str
    is_told: bool


class Shown(Record, frozen=True):
    """One side of a fact: the pieces that hold it, several where none holds all of it, and what they say of where it came from."""

    pieces: tuple[tuple[Stretch, ...], ...]
    whole: bool
    told: tuple[Told, ...]


class Fact(Record, frozen=True):
    """A fact and its two sides."""

    text: str
    label: str
    page: str
    quick: Shown
    careful: Shown


class Tally(Record, frozen=True):
    """Of all facts: for how many something holds on each side."""

    what: str
    of: int
    quick: int
    careful: int


class Wish(Record, frozen=True):
    """Which facts are wanted: sentences with these words ("" for those with a figure), and how many of them are shown."""

    words: str = ""
    most: int = 200


class Comparison(Record, frozen=True):
    """A document cut both ways. ``lost`` facts could not be found in the plain text."""

    title: str
    source: str
    quick_pieces: int
    careful_pieces: int
    quick_characters: int
    careful_characters: int
    characters: int
    facts: tuple[Fact, ...]
    lost: int
    tallies: tuple[Tally, ...]


def compare_cuts(
    chunks: Sequence[ChunkRow], clauses: Sequence[ClauseRow], pages: Sequence[PageRow], settings: ChunkSettings, wish: Wish
) -> Comparison:
    """A document of these rows, cut both ways, with the facts that are wanted, evenly spread; the tallies are of all."""
    plain = make_plain([(page.page, page.text) for page in pages])
    pieces = cut_quickly(plain.text)
    known = {chunk.id: chunk for chunk in chunks}
    stated = [each for each in make_sentences(chunks, clauses, settings) if _is_fact(each.text, wish.words)]
    finder = Letters(plain.text)
    facts = list(filter(None, (_make_fact(each, known[each.chunk_id], plain, pieces, finder) for each in stated)))
    first = chunks[0].metadata if chunks else None
    return Comparison(
        title=first.title if first else "",
        source=first.source if first else "",
        quick_pieces=len(pieces),
        careful_pieces=len(chunks),
        quick_characters=sum(piece.end - piece.start for piece in pieces),
        careful_characters=sum(len(chunk.embed_text) for chunk in chunks),
        characters=len(plain.text),
        facts=tuple(_spread(facts, wish.most)),
        lost=len(stated) - len(facts),
        tallies=tuple(_tally(facts)),
    )


def _is_fact(sentence: str, words: str) -> bool:
    if words:
        return fold(" ".join(words.split())).text in fold(" ".join(sentence.split())).text
    return any(figure.unit or figure.kind in (Kind.DATE, Kind.CODE) for figure in find_figures(sentence))


def _spread(facts: Sequence[Fact], most: int) -> list[Fact]:
    if len(facts) <= most:
        return list(facts)
    return [facts[at * len(facts) // most] for at in range(most)]


def _make_fact(sentence: Sentence, chunk: ChunkRow, plain: Plain, pieces: Sequence[Piece], finder: Letters) -> Fact | None:
    page = chunk.metadata.page_first
    words = _as_printed(sentence.text) if chunk.kind in (ChunkKind.ROW, ChunkKind.TABLE) else sentence.text
    place = finder.find(words, plain.pages.get(page, 0))
    if place is None:
        return None
    sources = list(_find_sources(chunk))
    return Fact(
        text=" ".join(sentence.text.split()),
        label=chunk.label,
        page=chunk.metadata.page_label or str(page or ""),
        quick=_show_quick(plain.text, pieces, place, sources),
        careful=_show_careful(chunk, sentence, sources),
    )


def _as_printed(row: str) -> str:
    """The cells of a row without their heads: as the page has them."""
    return " ".join(cell.partition(": ")[2] or cell for cell in row.split("; "))


def _find_sources(chunk: ChunkRow) -> Iterator[tuple[str, str]]:
    """(what, words) of all that says where a chunk came from, outermost first."""
    yield "document", chunk.metadata.title
    for part in filter(None, chunk.metadata.section_path.split(PATH_SIGN)):
        yield "heading", part
    for line in filter(None, chunk.context.split("\n")):
        yield "lead-in", line


def _show_quick(text: str, pieces: Sequence[Piece], fact: tuple[int, int], sources: Sequence[tuple[str, str]]) -> Shown:
    touching = [at for at, piece in enumerate(pieces) if piece.start < fact[1] and fact[0] < piece.end]
    whole = [at for at in touching if pieces[at].start <= fact[0] and fact[1] <= pieces[at].end]
    shown = whole[:1] or touching
    words = " ".join(text[pieces[at].start : pieces[at].end] for at in shown)
    return Shown(tuple(tuple(_divide(text, pieces, at, fact)) for at in shown), bool(whole), tuple(_ask(words, sources)))


def _divide(text: str, pieces: Sequence[Piece], at: int, fact: tuple[int, int]) -> Iterator[Stretch]:
    """The stretches of a piece: what its neighbours repeat, and what is the fact's."""
    piece = pieces[at]
    before = pieces[at - 1].end if at else piece.start
    behind = pieces[at + 1].start if at + 1 < len(pieces) else piece.end
    edges = sorted({piece.start, piece.end, *(edge for edge in (before, behind, *fact) if piece.start < edge < piece.end)})
    for start, end in pairwise(edges):
        yield Stretch(text[start:end], fact[0] <= start < fact[1], start < before or start >= behind)


def _show_careful(chunk: ChunkRow, sentence: Sentence, sources: Sequence[tuple[str, str]]) -> Shown:
    start, end = sentence.span
    overlap = min(chunk.overlap, start)
    stretches = [
        Stretch(f"{chunk.label}\n", label=True),
        Stretch(f"{chunk.context}\n" if chunk.context else "", repeated=True),
        Stretch(chunk.text[:overlap], repeated=True),
        Stretch(chunk.text[overlap:start]),
        Stretch(chunk.text[start:end], fact=True),
        Stretch(chunk.text[end:]),
    ]
    return Shown((tuple(each for each in stretches if each.text),), True, tuple(_ask(chunk.embed_text, sources)))


def _ask(piece: str, sources: Sequence[tuple[str, str]]) -> Iterator[Told]:
    finder = Letters(piece)
    for what, words in sources:
        parts = [part.strip() for part in words.split(SHORTENED) if part.strip()]
        yield Told(what, words, all(_says(piece, finder, part) for part in parts))


def _says(piece: str, finder: Letters, words: str) -> bool:
    if sum(character.isalnum() for character in words) >= LONG:
        return finder.find(words) is not None
    return re.search(rf"(?<![^\W_]){re.escape(words)}(?![^\W_])", piece) is not None


def _tally(facts: Sequence[Fact]) -> Iterator[Tally]:
    """How many facts are whole in a piece, and of how many the piece says where they came from, one thing after the other."""
    sides = [(fact.quick, fact.careful) for fact in facts]
    yield _count("the fact stands whole in one piece", [(quick.whole, careful.whole) for quick, careful in sides])
    for what, words in (
        ("document", "the piece names the document"),
        ("clause", "it names the clause itself"),
        ("heading", "it names every heading on the path"),
        ("lead-in", "it has the lead-in that the clause needs"),
    ):
        asked = [(_tells(quick, what), _tells(careful, what)) for quick, careful in sides]
        yield _count(words, [(bool(quick), bool(careful)) for quick, careful in asked if quick is not None and careful is not None])


def _tells(shown: Shown, what: str) -> bool | None:
    """Whether a piece tells all of one kind; of the clause itself, the last of the path. None where there is none to tell."""
    kind = "heading" if what == "clause" else what
    asked = [told.is_told for told in shown.told if told.what == kind]
    return (asked[-1] if what == "clause" else all(asked)) if asked else None


def _count(what: str, answers: Sequence[tuple[bool, bool]]) -> Tally:
    return Tally(what, len(answers), sum(quick for quick, _ in answers), sum(careful for _, careful in answers))
