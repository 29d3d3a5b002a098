"""Whether another library finds the words of every chunk where the chunk says that they stand: the written files against the PDF.

PRV003 a page that the library cannot read; PRV004 words that it does not have on their page; PRV005 a page that it reads otherwise
as a whole, told once; PRV006 a chunk whose text is not the words that ``pages.jsonl`` has at its place; PRV007 a file that is not
there to be read again. A disagreement names the page, the characters of the span, and both readings.
"""

from collections.abc import Iterator, Mapping, Sequence

from pipeline.checks.outcome import Outcome, Problem
from pipeline.checks.written import Written
from pipeline.model import Record, Severity
from pipeline.rereading.claiming import find_contradiction, find_foreign, find_heads
from pipeline.rereading.comparing import Missed, Otherwise, compare_reading
from pipeline.rereading.folding import Folded, fold_page
from pipeline.rereading.libraries import Library, read_pages, spread
from pipeline.store.rows import ChunkRow, TableRow
from pipeline.wording import hash_words

RULE = "reread"
SHOWN = 160
"""Characters of each reading that a message quotes: two lines of a page."""


class Reader(Record, frozen=True):
    """Who reads again: how many pages at most (0: all), evenly spread, and the passwords to try."""

    library: Library
    sample: int
    passwords: Sequence[str] = ()


def reread(written: Written, content: bytes, reader: Reader) -> Outcome:
    """The rule of the independent reader with what breaks it. ``content`` is the file that was run."""
    texts = {row.page: row.text for row in written.pages}
    claimed = sorted({place.page for chunk in written.chunks for place in chunk.provenance})
    numbers = spread(claimed, reader.sample) if reader.sample else claimed
    read = _read(reader, content, numbers)
    theirs = {number: text for number, text in read.items() if text is not None}
    reading = compare_reading(written.chunks, texts, theirs)
    otherwise = {page.page for page in reading.otherwise}
    folded = {number: fold_page(text) for number, text in theirs.items() if number not in otherwise}
    problems = [
        *_tell_unread(reader.library, [number for number, text in read.items() if text is None], len(numbers)),
        *_find_contradictions(written.chunks, texts),
        *(_tell_otherwise(page, reader.library, texts) for page in reading.otherwise),
        *(_tell_missed(missed, reader.library) for missed in reading.missed),
        *_find_foreign_heads(written, texts, folded, reader.library),
    ]
    asked = f"{reading.agreed} of {reading.chunks} chunks on {len(theirs)} of {len(claimed)} pages agree"
    return Outcome(RULE, f"{reader.library} has the words of every chunk on its page ({asked})", tuple(problems))


def say_absent(why: str, library: Library, *, severity: Severity) -> Outcome:
    """The rule where the file is not there to be read."""
    problem = Problem("PRV007", severity, f"not read a second time: {why}")
    return Outcome(RULE, f"{library} has the words of every chunk on its page (not asked)", (problem,))


def _read(reader: Reader, content: bytes, numbers: Sequence[int]) -> dict[int, str | None]:
    """The pages by number, with the first password that opens them."""
    read: dict[int, str | None] = {}
    for password in ("", *reader.passwords):
        read = dict(read_pages(reader.library, content, password, numbers))
        if any(text is not None for text in read.values()):
            break
    return read


def _tell_unread(library: Library, unread: Sequence[int], asked: int) -> Iterator[Problem]:
    if unread and len(unread) == asked:
        yield Problem("PRV003", Severity.WARNING, f"{library} cannot read any of the {asked} pages that it was asked for")
        return
    for number in unread:
        yield Problem("PRV003", Severity.WARNING, f"{library} cannot read this page", number)


def _find_contradictions(chunks: Sequence[ChunkRow], texts: Mapping[int, str]) -> Iterator[Problem]:
    for chunk in chunks:
        if found := find_contradiction(chunk, texts):
            where = f"characters {found.place.char_start} to {found.place.char_end}"
            told = f'the text of chunk {chunk.clause_key} has "{_cut(found.text)}" where pages.jsonl has "{_cut(found.stands)}"'
            yield Problem(
                "PRV006",
                Severity.ERROR,
                f"{told} ({where})",
                found.place.page,
                tuple(found.place.bbox),
                chunk.metadata.clause_id,
                _cut(found.text),
                chunk.content_hash,
            )


def _tell_otherwise(page: Otherwise, library: Library, texts: Mapping[int, str]) -> Problem:
    share = f"{library} reads this page otherwise: it lacks {page.missed} of the {page.lines} lines that chunks have from it"
    readings = f'"{_cut(page.ours)}" is one; it begins "{_cut(page.theirs)}"'
    return Problem("PRV005", Severity.ERROR, f"{share}. {readings}", page.page, content_hash=hash_words(texts[page.page]))


def _tell_missed(missed: Missed, library: Library) -> Problem:
    line = missed.line
    more = f" and {missed.chunks - 1} more" if missed.chunks > 1 else ""
    theirs = f'has "{_cut(missed.theirs)}"' if missed.theirs else "has nothing like it"
    ours = f'chunk {line.chunk.clause_key}{more} has "{_cut(line.words)}" from characters {line.start} to {line.end}'
    return Problem(
        "PRV004",
        Severity.ERROR,
        f"{ours}; {library} {theirs}",
        line.page,
        tuple(line.place.bbox),
        line.chunk.metadata.clause_id,
        _cut(line.words),
        hash_words(line.words),
    )


def _find_foreign_heads(
    written: Written, texts: Mapping[int, str], theirs: Mapping[int, Folded], library: Library
) -> Iterator[Problem]:
    """Heads that the library has on no page of their table, of tables whose pages it read; the same ones once."""
    told: set[tuple[Sequence[int], Sequence[str]]] = set()
    for chunk in written.chunks:
        heads = find_heads(chunk, texts)
        pages = _pages_of_table(chunk, written.tables) if heads else ()
        if not heads or not all(page in theirs for page in pages):
            continue
        foreign = tuple(find_foreign(heads, [theirs[page] for page in pages]))
        if foreign and (pages, foreign) not in told:
            told.add((pages, foreign))
            yield _tell_heads(chunk, foreign, pages, library)


def _pages_of_table(chunk: ChunkRow, tables: Sequence[TableRow]) -> tuple[int, ...]:
    """The pages of a chunk, and of every table that stands on one of them: heads may be printed pages before."""
    own = {place.page for place in chunk.provenance}
    return tuple(sorted(own.union(*(table.pages for table in tables if own.intersection(table.pages)))))


def _tell_heads(chunk: ChunkRow, foreign: Sequence[str], pages: Sequence[int], library: Library) -> Problem:
    place, words = chunk.provenance[0], " ".join(foreign)
    told = f'chunk {chunk.clause_key} has "{_cut(words)}" as heads of its table; {library} has that on no page of it'
    return Problem(
        "PRV004",
        Severity.ERROR,
        f"{told} ({', '.join(map(str, pages))})",
        place.page,
        tuple(place.bbox),
        chunk.metadata.clause_id,
        _cut(words),
        hash_words(words),
    )


def _cut(text: str) -> str:
    words = " ".join(text.split())
    return words if len(words) <= SHOWN else words[: SHOWN - 1] + "…"
