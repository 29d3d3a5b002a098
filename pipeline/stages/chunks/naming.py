"""The last step of a chunk: its label, context, counts, hash and names, and what should be known about it."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from pipeline.config.settings import ChunkSettings
from pipeline.model import Chunk, ChunkKind, Finding, Identity, Severity, Strategy
from pipeline.stages.chunks.context import Context, make_context
from pipeline.stages.chunks.drafts import OVERVIEW, Draft
from pipeline.stages.chunks.keys import make_embed_text, make_id
from pipeline.stages.chunks.labels import Element, Label, make_label
from pipeline.stages.chunks.remarks import Remark
from pipeline.stages.chunks.tokens import Counter
from pipeline.wording import hash_words


class Namer:
    """Names the chunks of one document."""

    def __init__(self, identity: Identity, earlier: Sequence[Finding], settings: ChunkSettings, count: Counter) -> None:
        self._identity = identity
        self._settings = settings
        self._count = count
        self._labels: dict[tuple[Element, ...], Label] = {}
        self._contexts: dict[tuple[str, ...], Context] = {}
        self._by_clause: Mapping[str, set[str]] = defaultdict(set)
        self._by_line: Mapping[str, set[str]] = defaultdict(set)
        for finding in earlier:
            if finding.clause_id:
                self._by_clause[finding.clause_id].add(finding.code)
            for line_id in finding.line_ids:
                self._by_line[line_id].add(finding.code)

    def name(self, index: int, key: str, draft: Draft) -> tuple[Chunk, list[Remark]]:
        """The chunk at ``index``, and what should be known about it."""
        label = self._label(draft.elements)
        context = self._context(draft.context)
        tokens = self._count(draft.text)
        remarks = list(self._remark(draft, label, context, tokens))
        warnings = self._touching(draft) | {remark.code for remark in remarks}
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
        return chunk, remarks

    def _label(self, elements: tuple[Element, ...]) -> Label:
        if elements not in self._labels:
            self._labels[elements] = make_label(self._identity, elements, self._settings.label_size, self._count)
        return self._labels[elements]

    def _context(self, pieces: tuple[str, ...]) -> Context:
        if pieces not in self._contexts:
            self._contexts[pieces] = make_context(pieces, self._settings.context_size, self._count)
        return self._contexts[pieces]

    def _remark(self, draft: Draft, label: Label, context: Context, tokens: int) -> Iterator[Remark]:
        if label.shortened:
            endless = any(self._count(element.text) > self._settings.label_size for element in draft.elements)
            path = tuple(element.text for element in draft.elements)
            yield Remark("CHK001", Severity.WARNING if endless else Severity.NOTE, path, draft)
        if context.shortened:
            yield Remark("CHK002", Severity.NOTE, (context.text,), draft)
        if draft.strategy is Strategy.TABLE and tokens > self._settings.size:
            yield Remark("CHK003", Severity.NOTE, (draft.name,), draft)
        if draft.inside:
            yield Remark("CHK004", Severity.NOTE, (draft.name,), draft)
        if draft.kind is ChunkKind.ROW and draft.parts > 1:
            yield Remark("CHK005", Severity.NOTE, (draft.name,), draft)

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
