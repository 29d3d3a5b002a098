"""A second, independent reading of a sample of pages: another library, with no code in common with PDFium.

Evenly spread over the pages that gave chunks, so that the same document is always sampled alike. A word of ours counts as found
where the other reading has it as often, or has the whole of its line once spacing is left out of account: libraries set spaces
differently. PRV002 where too few are found, PRV003 where the other library cannot read a page at all. Says which words, and
does not judge which of the two is right.
"""

import logging
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from io import BytesIO

from pipeline.checks.subject import Subject
from pipeline.checks.thinned import without_paths
from pipeline.config.settings import ProvenanceSettings
from pipeline.errors import STUMBLES
from pipeline.model import Chunks, Finding, Line, Page, Severity, SourceKind, Stage
from pipeline.wording import squeeze

LEAST = 2
"""Pages of a short document that are sampled, whatever share of it that is."""
CONTENTS = "/Contents"
SHOWN = 12
"""Words of each reading that a finding quotes."""
Reading = Callable[[int], str]
"""The words of a page, by its number."""


def compare_sample(subject: Subject, chunks: Chunks, settings: ProvenanceSettings) -> list[Finding]:
    """What the second reader does not confirm."""
    if settings.second_reader == "none" or subject.document.identity.kind is not SourceKind.PDF:
        return []
    with_chunks = {place.page for chunk in chunks.chunks for place in chunk.places}
    pages_read = [page.number for page in subject.document.pages if page.number in with_chunks]
    numbers = spread(pages_read, min(settings.sample, max(LEAST, round(settings.sample_share * len(pages_read)))))
    if not numbers:
        return []
    pages = {page.number: page for page in subject.document.pages}
    findings: list[Finding] = []
    for number, text in _read(subject, settings.second_reader, numbers):
        findings.extend(_compare(pages[number], text, subject, settings))
    return findings


def spread(numbers: Sequence[int], most: int) -> list[int]:
    """At most ``most`` of ``numbers``, evenly spread: the middles of as many equal stretches."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[(2 * at + 1) * len(numbers) // (2 * most)] for at in range(most)]


def _read(subject: Subject, library: str, numbers: Sequence[int]) -> Iterator[tuple[int, str | None]]:
    """The words of each page, None where the library cannot read it."""
    opened = _open_pypdf if library == "pypdf" else _open_pdfplumber
    reading: Reading | None = None
    with ExitStack() as stack:
        for number in numbers:
            try:
                reading = reading or stack.enter_context(opened(subject))
                yield number, reading(number)
            except _faults():
                yield number, None


def _faults() -> tuple[type[Exception], ...]:
    """What these libraries raise on files that they cannot read; memory that one of them lacks is no error of the document."""
    from pdfminer.psexceptions import PSException
    from pypdf.errors import DependencyError, DeprecationError, PyPdfError

    return (PyPdfError, DependencyError, DeprecationError, PSException, MemoryError, *STUMBLES)


@contextmanager
def _open_pypdf(subject: Subject) -> Iterator[Reading]:
    from pypdf import PdfReader
    from pypdf.generic import ContentStream, NameObject

    logging.getLogger("pypdf").setLevel(logging.CRITICAL)
    reader = PdfReader(BytesIO(subject.content), password=subject.password or None)

    def read(number: int) -> str:
        page = reader.pages[number - 1]
        if CONTENTS in page:
            content = ContentStream(page[CONTENTS], reader, "bytes")
            content.set_data(without_paths(content.get_data()))
            page[NameObject(CONTENTS)] = content
        return page.extract_text()

    yield read
    # its objects hold one another, and while a run lasts nothing looks for such rings: 6 MB of a file of 500 pages
    reader.close()


@contextmanager
def _open_pdfplumber(subject: Subject) -> Iterator[Reading]:
    import pdfplumber

    with pdfplumber.open(BytesIO(subject.content), password=subject.password or None) as opened:
        yield lambda number: opened.pages[number - 1].extract_text()


def _compare(page: Page, other: str | None, subject: Subject, settings: ProvenanceSettings) -> Iterator[Finding]:
    library = settings.second_reader
    if other is None:
        yield Finding("PRV003", Severity.NOTE, Stage.CHECKS, f"page {page.number}: {library} cannot read it", page.number)
        return
    lines = [line for line in page.lines if line.id not in subject.aside and not line.flaw]
    words, missing = _missing_words(lines, other)
    if words and 1 - len(missing) / words < settings.agreement:
        ours, theirs = " ".join(missing[:SHOWN]), " ".join(_not_ours(lines, other)[:SHOWN])
        share = f"{library} has {1 - len(missing) / words:.0%} of the {words} words read"
        yield Finding(
            "PRV002", Severity.WARNING, Stage.CHECKS, f"page {page.number}: {share}", page.number, text=f"{ours} | {theirs}"
        )


def _missing_words(lines: Sequence[Line], other: str) -> tuple[int, list[str]]:
    """How many words the lines have, and which of them the other reading lacks."""
    whole, left = squeeze(other), Counter(map(squeeze, other.split()))
    words = 0
    missing: list[str] = []
    for line in lines:
        here = [word for word in map(squeeze, line.text.split()) if word]
        words += len(here)
        if "".join(here) in whole:
            continue
        for word in here:
            if left[word] > 0:
                left[word] -= 1
            else:
                missing.append(word)
    return words, missing


def _not_ours(lines: Sequence[Line], other: str) -> list[str]:
    """The words of the other reading that the lines lack."""
    left = Counter(squeeze(word) for line in lines for word in line.text.split())
    lacking = []
    for word in map(squeeze, other.split()):
        if left[word] > 0:
            left[word] -= 1
        elif word:
            lacking.append(word)
    return lacking
