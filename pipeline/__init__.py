"""Long PDFs of numbered clauses into labelled clause chunks, each checked against its page.

As a library: `ingest` reads one document, `ingest_many` any number, `load_config` the settings; `chunk_rows` gives what a run
writes to `chunks.jsonl`. They are imported when they are first asked for, so that the command line, which is this package too,
starts fast.
"""

from importlib import import_module

__version__ = "0.1.0"

PUBLIC = {
    "ingest": "pipeline.batch.ingest",
    "ingest_many": "pipeline.batch.ingest",
    "load_config": "pipeline.batch.ingest",
    "chunk_rows": "pipeline.batch.ingest",
    "snippet": "pipeline.retrieval.snippets",
    "make_prompt": "pipeline.retrieval.prompting",
    "Hit": "pipeline.retrieval.hits",
    "Configuration": "pipeline.config.settings",
    "Result": "pipeline.model",
    "ClausetraceError": "pipeline.errors",
    "DocumentError": "pipeline.errors",
}
"""The public names, and where each is. Their types are in `__init__.pyi`."""
__all__ = ["__version__", *PUBLIC]


def __getattr__(name: str) -> object:
    if name not in PUBLIC:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(PUBLIC[name]), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *PUBLIC})
