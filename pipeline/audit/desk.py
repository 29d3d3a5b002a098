"""What the audit server works with: documents as pages, pictures drawn when asked for, and verdicts written to their files.

An edit says which row it knew. Where the file has another by now, nothing is written and that row is given back: whoever came
second sees what the first one wrote. Rows of other keys are as the file has them, so that edits of two people lie side by side.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from threading import Lock
from time import monotonic
from typing import Annotated, NamedTuple, TypeVar

from msgspec import Meta

from pipeline.audit.leaves import make_leaves
from pipeline.audit.make import make_view
from pipeline.audit.standing import Tally, add_up
from pipeline.audit.verdicts import Said, Verdict, format_verdicts, judge, parse_verdicts
from pipeline.audit.view import Leaf
from pipeline.audit.write import Content, Setup, write_page
from pipeline.errors import UsageError
from pipeline.model import Record, Result
from pipeline.pictures import draw_pages
from pipeline.store.verdicts import VerdictFiles

Key = TypeVar("Key")
Thing = TypeVar("Thing")

DPI = 144
"""Dots an inch of a page: two pixels a point, so that type of 7 points is read with ease."""
KEPT_PICTURES, KEPT_OPEN = 64, 8
"""What is kept in memory: some 6 MB of pictures; pages and PDFs of so many documents, 2 to 10 MB each."""
LONGEST = 4000
"""Letters of a note."""
Words = Annotated[str, Meta(max_length=LONGEST)]


class Row(Record, frozen=True):
    """A verdict as a page sends it: without a moment, which the server sets, unless it was taken in from a CSV."""

    key: Words
    content_hash: Annotated[str, Meta(pattern="^[0-9a-f]{64}$")]
    verdict: Said
    note: Words = ""
    who: Annotated[str, Meta(max_length=200)] = ""
    when: Annotated[str, Meta(max_length=40)] = ""


class Edit(Record, frozen=True):
    """What a page wants written for a key: ``row``, None to take it away; ``known`` is the row that it believes to be there."""

    key: Words
    row: Row | None
    known: Row | None


class Written(NamedTuple):
    """What stands in the file now for the key of an edit; ``done`` whether that is the edit."""

    done: bool
    row: Verdict | None


class Book(NamedTuple):
    """A document: its family, what the YAML calls it, and how to get at it.

    ``stamp`` tells one run of it from another, ``load`` gives its results, ``load_pdf`` the bytes of its PDF (b"" where that is not
    to be had) and the password that opens it.
    """

    doc_id: str
    family: str
    entry: str
    stamp: Callable[[], str]
    load: Callable[[], Result]
    load_pdf: Callable[[Result], tuple[bytes, str]]


class Opened(NamedTuple):
    """A document as it was run last: its page, and its PDF with its password."""

    stamp: str
    page: str
    pdf: tuple[bytes, str]


class Outline(NamedTuple):
    """What is kept of every document that was opened once: the keys and hashes of the clauses that want a verdict."""

    stamp: str
    asked: tuple[tuple[str, str], ...]


class Desk:
    """All documents of a folder, each opened when it is asked for first, and again when it was run again.

    One thread at a time opens and draws (PDFium is not safe in threads), and one writes: opening a long document takes seconds, in
    which others go on judging.
    """

    def __init__(self, books: Mapping[str, Book], files: VerdictFiles, version: str, who: str = "") -> None:
        self.books = books
        self._files = files
        self._version = version
        self._who = who
        self._opened: OrderedDict[str, Opened] = OrderedDict()
        self._outlines: dict[str, Outline] = {}
        self._pictures: OrderedDict[tuple[str, str, int], bytes] = OrderedDict()
        self._opening, self._writing = Lock(), Lock()

    def page(self, doc_id: str) -> str:
        """The page of a document; its verdicts are asked for by itself."""
        with self._opening:
            return self._open(doc_id).page

    def picture(self, doc_id: str, number: int) -> bytes:
        """A page as WebP; b"" where there is no such page, or PDFium cannot draw it."""
        with self._opening:
            opened = self._open(doc_id)
            key = (doc_id, opened.stamp, number)
            if key not in self._pictures:
                content, password = opened.pdf
                drawn = draw_pages(content, doc_id, (number,), DPI, password) if content and number > 0 else ()
                self._pictures[key] = drawn[0].webp if drawn else b""
            _keep_last(self._pictures, key, KEPT_PICTURES)
            return self._pictures[key]

    def verdicts(self, doc_id: str) -> tuple[Verdict, ...]:
        """The verdicts of the document's family, as its file has them now."""
        return self._load(self.books[doc_id].family)

    def tallies(self, patience: float) -> dict[str, Tally | None]:
        """How much of each document is signed off; None of those that could not be opened within ``patience`` seconds in all."""
        until = monotonic() + patience
        return {doc_id: self._tally(doc_id, until) for doc_id in self.books}

    def _tally(self, doc_id: str, until: float) -> Tally | None:
        with self._opening:
            stamp = self.books[doc_id].stamp()
            if doc_id not in self._outlines or self._outlines[doc_id].stamp != stamp:
                if monotonic() > until:
                    return None
                self._outline(doc_id, stamp, tuple(make_leaves(self.books[doc_id].load())))
        standings = judge(self._outlines[doc_id].asked, self._load(self.books[doc_id].family))
        return add_up(list(standings.values()))

    def write(self, doc_id: str, edit: Edit) -> Written:
        """Writes an edit, unless the file has another row than the edit knew.

        Raises UsageError where the key is none of the family.
        """
        family = self.books[doc_id].family
        if not edit.key.startswith(f"{family}/") or (edit.row and edit.row.key != edit.key):
            raise UsageError(f"{edit.key!r} is no key of {family}; load the page again")
        with self._writing, self._files.held():
            rows = {row.key: row for row in self._load(family)}
            there = rows.pop(edit.key, None)
            if there != _as_verdict(edit.known):
                return Written(False, there)
            row = _as_verdict(edit.row, datetime.now(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"))
            self._files.save(family, format_verdicts([*rows.values(), *([row] if row else [])]))
        return Written(True, row)

    def _load(self, family: str) -> tuple[Verdict, ...]:
        return parse_verdicts(self._files.load(family), self._files.name(family))

    def _open(self, doc_id: str) -> Opened:
        book = self.books[doc_id]
        stamp = book.stamp()
        if doc_id not in self._opened or self._opened[doc_id].stamp != stamp:
            result = book.load()
            pdf = book.load_pdf(result)
            view = make_view(result, self._version, {page.number for page in result.document.pages} if pdf[0] else ())
            setup = Setup(server=True, pictures=bool(pdf[0]), entry=book.entry)
            page = write_page(Content(view, result.boilerplate.gap, who=self._who), setup)
            self._opened[doc_id] = Opened(stamp, page, pdf)
            self._outline(doc_id, stamp, view.leaves)
        _keep_last(self._opened, doc_id, KEPT_OPEN)
        return self._opened[doc_id]

    def _outline(self, doc_id: str, stamp: str, leaves: tuple[Leaf, ...]) -> None:
        self._outlines[doc_id] = Outline(stamp, tuple((leaf.key, leaf.hash) for leaf in leaves if leaf.asked))


def _keep_last(kept: OrderedDict[Key, Thing], used: Key, most: int) -> None:
    """Lets go of what was not used for longest, beyond ``most``."""
    kept.move_to_end(used)
    while len(kept) > most:
        kept.popitem(last=False)


def _as_verdict(row: Row | None, when: str = "") -> Verdict | None:
    return Verdict(row.key, row.content_hash, row.verdict, row.note, row.who, row.when or when) if row else None
