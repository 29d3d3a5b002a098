"""The last step of a chunk: its label, context, counts, hash and names, and the findings that it gives rise to."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pipeline.config.settings import ChunkSettings
from pipeline.model import Chunk, ChunkKind, Finding, Identity, Severity, Stage, Strategy
from pipeline.stages.chunks.context import Context, make_context
from pipeline.stages.chunks.drafts import OVERVIEW, Draft
from pipeline.stages.chunks.keys import make_embed_text, make_id
from pipeline.stages.chunks.labels import Label, make_label
from pipeline.stages.chunks.tokens import Counter
from pipeline.wording import hash_words

SHOWN = 60
"""Characters of a chunk that a finding quotes."""


class Namer:
    """Names the chunks of one document."""

    def __init__(self, identity: Identity, earlier: Sequence[Finding], settings: ChunkSettings, count: Counter) -> None:
        self._identity = identity
        self._settings = settings
        self._count = count
        self._labels: dict[tuple[str, ...], Label] = {}
        self._contexts: dict[tuple[str, ...], Context] = {}
        self._told: set[tuple[str, ...]] = set()
        self._by_clause: Mapping[str, set[str]] = defaultdict(set)
        self._by_line: Mapping[str, set[str]] = defaultdict(set)
        for finding in earlier:
            if finding.clause_id:
                self._by_clause[finding.clause_id].add(finding.code)
            for line_id in finding.line_ids:
                self._by_line[line_id].add(finding.code)

    def name(self, index: int, key: str, draft: Draft) -> tuple[Chunk, list[Finding]]:
        """The chunk at ``index``, and what should be known about it."""
        label = self._label(draft.elements)
        context = self._context(draft.context)
        tokens = self._count(draft.text)
        found = list(self._find(draft, label, context, tokens))
        warnings = self._touching(draft) | {finding.code for _, finding in found}
        findings = [finding for of, finding in found if of not in self._told]
        self._told.update(of for of, _ in found)
        node = draft.node
        chunk = Chunk(
            chunk_index=index,
            id=make_id(self._identity.sha256, index),
            clause_key=key,
            clause_id=node.id if node else _id_without_clause(draft),
            kind=draft.kind,
            strategy=draft.strategy,
            label=label.text,
            text=draft.text,
            context=context.text,
            embed_text=make_embed_text(label.text, context.text, draft.text),
            overlap=draft.overlap,
            tokens=tokens,
            tokens_label=label.tokens + context.tokens,
            content_hash=hash_words(draft.text),
            clause_path=node.path if node else (),
            headings=draft.headings,
            section_path=label.section_path,
            part=draft.part,
            parts=draft.parts,
            places=draft.places,
            warnings=tuple(sorted(warnings)),
        )
        return chunk, findings

    def _label(self, elements: tuple[str, ...]) -> Label:
        if elements not in self._labels:
            self._labels[elements] = make_label(self._identity, elements, self._settings.label_size, self._count)
        return self._labels[elements]

    def _context(self, pieces: tuple[str, ...]) -> Context:
        if pieces not in self._contexts:
            self._contexts[pieces] = make_context(pieces, self._settings.context_size, self._count)
        return self._contexts[pieces]

    def _find(self, draft: Draft, label: Label, context: Context, tokens: int) -> Iterator[tuple[tuple[str, ...], Finding]]:
        """The findings of a chunk, each with what it is about: said once, however many chunks have it."""
        size = self._settings.size
        if label.shortened:
            endless = any(self._count(element) > self._settings.label_size for element in draft.elements)
            told = f"the label is over its limit and was shortened: {label.text}"
            yield ("CHK001", *draft.elements), _finding("CHK001", Severity.WARNING if endless else Severity.NOTE, draft, told)
        if context.shortened:
            told = "the words from above are over their limit and were shortened"
            yield ("CHK002", context.text), _finding("CHK002", Severity.NOTE, draft, told)
        if draft.strategy is Strategy.TABLE and tokens > size:
            told = f"the {draft.kind} has {tokens} tokens, more than {size}; it is kept whole"
            yield ("CHK003", draft.name), _finding("CHK003", Severity.NOTE, draft, told)
        if draft.inside:
            told = f"a sentence is longer than {size} tokens and was cut between words"
            yield ("CHK004", draft.name), _finding("CHK004", Severity.NOTE, draft, told)
        if draft.kind is ChunkKind.ROW and draft.parts > 1:
            yield (
                ("CHK005", draft.name),
                _finding("CHK005", Severity.NOTE, draft, f"a cell is longer than {size} tokens and was cut"),
            )

    def _touching(self, draft: Draft) -> set[str]:
        """The codes of the findings of earlier stages about the chunk's clause and lines."""
        found = set(self._by_clause.get(draft.node.id, ())) if draft.node else set()
        if self._by_line:
            lines = (span.line_id for place in draft.places for span in place.pieces)
            found.update(code for line_id in lines for code in self._by_line.get(line_id, ()))
        return found


def _id_without_clause(draft: Draft) -> str:
    """What stands for the clause id: the paragraph's own name, the Overview for a table ahead of the first clause."""
    return OVERVIEW if draft.kind in (ChunkKind.TABLE, ChunkKind.ROW) else draft.name


def _finding(code: str, severity: Severity, draft: Draft, message: str) -> Finding:
    place = draft.places[0] if draft.places else None
    clause_id = draft.node.id if draft.node else ""
    page, bbox = (place.page, place.bbox) if place else (0, ())
    return Finding(code, severity, Stage.CHUNKS, message, page, clause_id, bbox, text=draft.text[:SHOWN])
