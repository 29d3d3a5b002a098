"""The files of a document that are made of its other rows, where the configuration asks for them: `sentences.jsonl`."""

from collections.abc import Iterable, Mapping

from pipeline.batch.jobs import Job
from pipeline.model import Record, Result
from pipeline.retrieval.windows import Bound, make_sentence_rows
from pipeline.store.make import make_chunk_rows, make_clause_rows

SENTENCES_FILE = "sentences.jsonl"


def make_further_rows(job: Job, result: Result) -> Mapping[str, Iterable[Record]]:
    """The rows of each such file, by its name."""
    asked = job.configuration.sentences
    if not asked.write:
        return {}
    chunks, clauses = list(make_chunk_rows(result, job.settings_sha256)), list(make_clause_rows(result))
    rows = make_sentence_rows(chunks, clauses, job.configuration.chunks, asked.window, Bound(asked.bound))
    return {SENTENCES_FILE: rows}
