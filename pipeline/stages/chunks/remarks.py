"""What a person should know about the chunks: one finding a kind and document, with how many there are and where the first stand.

A wording of 300 clauses may have 300 labels that were shortened; each chunk says so itself, in its warnings.
"""

from collections.abc import Iterable, Iterator

from pipeline.config.settings import ChunkSettings
from pipeline.model import Finding, Record, Severity, Stage
from pipeline.stages.chunks.drafts import Draft

NAMED = 3
"""Places that a finding names."""
SHOWN = 60
"""Characters of a chunk that a finding quotes."""
TOLD = {
    "CHK001": ("label", "labels", "over chunks.label_size ({label_size} tokens), shortened"),
    "CHK002": ("context", "contexts", "over chunks.context_size ({context_size} tokens), shortened"),
    "CHK003": ("table or row", "tables or rows", "over chunks.size ({size} tokens), kept whole"),
    "CHK004": ("clause", "clauses", "with a sentence over chunks.size ({size} tokens), cut between words"),
    "CHK005": ("row", "rows", "with a cell over chunks.size ({size} tokens), cut"),
}
"""What each code says: of one, of several, and what about them."""


class Remark(Record, frozen=True):
    """Something about a chunk. ``about`` is what it is about: the same thing counts once, however many chunks have it."""

    code: str
    severity: Severity
    about: tuple[str, ...]
    draft: Draft


def make_findings(remarks: Iterable[Remark], settings: ChunkSettings) -> Iterator[Finding]:
    """One finding for all remarks of one code and severity, in the order of the first of each."""
    alike: dict[tuple[str, Severity], dict[tuple[str, ...], Draft]] = {}
    for remark in remarks:
        alike.setdefault((remark.code, remark.severity), {}).setdefault(remark.about, remark.draft)
    for (code, severity), held in alike.items():
        drafts = list(held.values())
        first, place = drafts[0], next(iter(drafts[0].places), None)
        yield Finding(
            code,
            severity,
            Stage.CHUNKS,
            _message(code, drafts, settings),
            place.page if place else 0,
            first.node.id if first.node else "",
            place.bbox if place else (),
            text=first.text[:SHOWN],
        )


def _message(code: str, drafts: list[Draft], settings: ChunkSettings) -> str:
    one, several, what = TOLD[code]
    places = ", ".join(f"{draft.name} (page {draft.at[0]})" for draft in drafts[:NAMED])
    more = f" and {len(drafts) - NAMED} more" if len(drafts) > NAMED else ""
    return f"{len(drafts)} {several if len(drafts) > 1 else one} {what.format(**settings.model_dump())}: {places}{more}"
