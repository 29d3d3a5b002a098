"""A second, independent reading of a sample of pages: another library, with no code in common with PDFium.

Evenly spread over the pages that gave chunks, so that the same document is always sampled alike. A word of ours counts as found
where the other reading has it as often, or has the whole of its line once spacing is left out of account: libraries set spaces
differently. PRV002 where too few are found, PRV003 where the other library cannot read a page at all. Says which words, and
does not judge which of the two is right.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

from pipeline.checks.subject import Subject
from pipeline.config.settings import ProvenanceSettings
from pipeline.model import Chunks, Finding, Line, Page, Severity, SourceKind, Stage
from pipeline.rereading.libraries import Library, read_pages, spread
from pipeline.wording import squeeze

LEAST = 2
"""Pages of a short document that are sampled, whatever share of it that is."""
SHOWN = 12
"""Words of each reading that a finding quotes."""


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
    for number, text in read_pages(Library(settings.second_reader), subject.content, subject.password, numbers):
        findings.extend(_compare(pages[number], text, subject, settings))
    return findings


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
