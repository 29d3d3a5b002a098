"""Rows of ``chunks.jsonl`` and ``clauses.jsonl`` in a line, hits in a line, and the rows that a run makes of a fixture."""

from functools import cache

from pipeline.model import ChunkKind, FixturePage, Reason, Status, Strategy
from pipeline.retrieval.hits import Hit
from pipeline.store.make import make_chunk_rows
from pipeline.store.rows import ChunkRow, ClauseRow, MetadataRow, ProvenanceRow
from tests.fixture_runs import clause_rows, run

SHA = "0" * 64


def chunk_row(text, clause_id="", *, index=0, kind=ChunkKind.CLAUSE, path=None, headings=(), context="", overlap=0, key=""):
    """A chunk of one part; its path is its id at the dots."""
    path = path if path is not None else [part for part in clause_id.split(".") if part]
    metadata = MetadataRow(
        doc_id="policy", family="policy", collection="", title="Policy", updated="", status=Status.CURRENT, effective_from="",
        effective_to="", supersedes="", source="policy.pdf", source_sha256=SHA, clause_id=clause_id, section_path=clause_id,
        page_first=1, page_last=1, page_label="1", part=1, parts=1, language="en",
    )  # fmt: skip
    place = ProvenanceRow(1, [0, 0, 1, 1], 0, len(text), True, FixturePage.NONE)
    key = key or f"policy/{clause_id}#1"
    label = f"Policy › {clause_id}"
    embed_text = "\n".join(filter(None, (label, context, text)))
    return ChunkRow(
        f"doc-{index}", index, key, kind, Strategy.CLAUSE, label, text, context, embed_text, overlap, 1, 1, SHA, SHA,
        list(path), list(headings), metadata, [place], [],
    )  # fmt: skip


def chunk_rows(*made):
    """Chunks numbered in their order; each is (text, clause id) or (text, clause id, further keys)."""
    return [chunk_row(text, clause_id, index=at, **dict(*more)) for at, (text, clause_id, *more) in enumerate(made)]


def clause_row(clause_id, label, text="", *, title="", parent=None, headings=(), path=None):
    """A clause under the one whose id is its own without the last part."""
    parent = clause_id.rpartition(".")[0] if parent is None else parent
    path = clause_id.split(".") if path is None else path
    return ClauseRow(
        "policy", f"policy/{clause_id}", clause_id, parent, path, label, title, list(headings), len(path), 1, 1, text, SHA, [], [],
        1.0, Reason("test", ""),
    )  # fmt: skip


def hit(
    text="Room rent is paid up to Rs. 5,000 a day.", *, rank=1, source="wordings/care.pdf", label="Care › 4.1", index=17, **more
):
    """A hit on a chunk of page 12."""
    made = {
        "rank": rank, "score": 1.0, "sides": [], "doc_id": "care", "copies": [], "chunk_id": f"doc-{index}",
        "clause_key": "care/4.1#1", "clause_id": "4.1", "kind": ChunkKind.CLAUSE, "label": label, "source": source,
        "chunk_index": index, "page": 12, "page_label": "12", "bbox": [72.0, 90.0, 523.0, 110.5], "text": text, "context": "",
        "sentence": "", "position": 0, "window": "", "snippet": "", "status": Status.CURRENT,
    }  # fmt: skip
    return Hit(**(made | more))


@cache
def rows_of(name):
    """The chunks and clauses that a run writes of a fixture."""
    return tuple(make_chunk_rows(run(name), SHA)), clause_rows(name)
