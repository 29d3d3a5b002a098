"""What the audit server works with: documents as pages, pictures drawn when asked for, and verdicts written to their files.

An edit says which row it knew. Where the file has another by now, nothing is written and that row is given back: whoever came
second sees what the first one wrote. Rows of other keys are as the file has them, so that edits of two people lie side by side.
"""

from collections import OrderedDict
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from threading import Lock
from typing import Annotated, NamedTuple

from msgspec import Meta

from pipeline.audit.make import make_view
from pipeline.audit.standing import Tally, count_standings
from pipeline.audit.verdicts import Said, Verdict, format_verdicts, parse_verdicts
from pipeline.audit.view import View
from pipeline.audit.write import Content, Setup, write_page
from pipeline.errors import UsageError
from pipeline.model import Record, Result
from pipeline.pictures import draw_pages
from pipeline.store.verdicts import VerdictFiles

DPI = 144
"""Dots an inch of a page: two pixels a point, so that type of 7 points is read with ease."""
KEPT = 64
"""Pictures kept in memory: some 6 MB."""
LONGEST = 4000
"""Letters of a note."""
Words = Annotated[str, Meta(max_length=LONGEST)]


class Row(Record, frozen=True):
    """A verdict as a page sends it. The moment is the server's to set."""

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
    """A document: what the YAML calls it, what tells one run of it from another, its results, and its PDF with its password.

    Of a PDF that is not to be had the bytes are b"".
    """

    doc_id: str
    entry: str
    stamp: Callable[[], str]
    load: Callable[[], Result]
    load_pdf: Callable[[Result], tuple[bytes, str]]


class Opened(NamedTuple):
    """A document as it was run last: its page and what the page was made of; its PDF with its password."""

    stamp: str
    view: View
    page: str
    pdf: tuple[bytes, str]


class Desk:
    """All documents of a folder, each opened when it is asked for first, and again when it was run again.

    One thread at a time opens, draws (PDFium is not safe in threads) or writes.
    """

    def __init__(self, books: Mapping[str, Book], files: VerdictFiles, version: str, who: str = "") -> None:
        self.books = books
        self._files = files
        self._version = version
        self._who = who
        self._opened: dict[str, Opened] = {}
        self._pictures: OrderedDict[tuple[str, str, int], bytes] = OrderedDict()
        self._lock = Lock()

    def page(self, doc_id: str) -> str:
        """The page of a document; its verdicts are asked for by itself."""
        with self._lock:
            return self._open(doc_id).page

    def picture(self, doc_id: str, number: int) -> bytes:
        """A page as WebP; b"" where there is no such page, or PDFium cannot draw it."""
        with self._lock:
            opened = self._open(doc_id)
            key = (doc_id, opened.stamp, number)
            if key not in self._pictures:
                content, password = opened.pdf
                drawn = draw_pages(content, doc_id, (number,), DPI, password) if content and number > 0 else ()
                self._pictures[key] = drawn[0].webp if drawn else b""
            self._pictures.move_to_end(key)
            while len(self._pictures) > KEPT:
                self._pictures.popitem(last=False)
            return self._pictures[key]

    def verdicts(self, doc_id: str) -> tuple[Verdict, ...]:
        """The verdicts of the document's family, as its file has them now."""
        with self._lock:
            return self._load(self._open(doc_id).view.cover.family)

    def tally(self, doc_id: str) -> Tally:
        """How much of the document is signed off."""
        with self._lock:
            view = self._open(doc_id).view
            return count_standings(view.leaves, self._load(view.cover.family))

    def write(self, doc_id: str, edit: Edit) -> Written:
        """Writes an edit, unless the file has another row than the edit knew.

        Raises UsageError where the key is none of the family.
        """
        with self._lock:
            family = self._open(doc_id).view.cover.family
            if not edit.key.startswith(f"{family}/") or (edit.row and edit.row.key != edit.key):
                raise UsageError(f"{edit.key!r} is no key of {family}; load the page again")
            with self._files.held():
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
            view, pdf = make_view(result, self._version), book.load_pdf(result)
            setup = Setup(server=True, pictures=bool(pdf[0]), entry=book.entry)
            page = write_page(Content(view, result.boilerplate.gap, who=self._who), setup)
            self._opened[doc_id] = Opened(stamp, view, page, pdf)
        return self._opened[doc_id]


def _as_verdict(row: Row | None, when: str = "") -> Verdict | None:
    return Verdict(row.key, row.content_hash, row.verdict, row.note, row.who, when or row.when) if row else None
