"""A chunk of written files in a line: ``chunk("We pay.", (1, 0, 7))``."""

from pipeline.model import ChunkKind, FixturePage, Status, Strategy
from pipeline.store.rows import ChunkRow, MetadataRow, ProvenanceRow

SHA = "0" * 64


def chunk(text, *places, kind=ChunkKind.CLAUSE, key="policy/1#1"):
    """A chunk with its places, each page and half-open characters of its text."""
    is_table = kind in (ChunkKind.TABLE, ChunkKind.ROW)
    return ChunkRow(
        id=key,
        chunk_index=0,
        clause_key=key,
        kind=kind,
        strategy=Strategy.TABLE if is_table else Strategy.CLAUSE,
        label="",
        text=text,
        context="",
        embed_text=text,
        overlap=0,
        tokens=1,
        tokens_label=1,
        content_hash=SHA,
        config_hash=SHA,
        clause_path=[],
        headings=[],
        metadata=MetadataRow(
            doc_id="policy",
            family="policy",
            collection="",
            title="",
            updated="",
            status=Status.CURRENT,
            source="policy.pdf",
            source_sha256=SHA,
            clause_id="1",
            section_path="",
            page_first=1,
            page_last=1,
            page_label="1",
            part=1,
            parts=1,
            language="",
            effective_from="",
            effective_to="",
            supersedes="",
        ),
        provenance=[ProvenanceRow(page, [0.0, 0.0, 9.0, 9.0], start, end, True, FixturePage.NONE) for page, start, end in places],
        warnings=[],
    )
