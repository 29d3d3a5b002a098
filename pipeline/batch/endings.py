"""Whether the last run could do a document at all, as a rule of a check.

A document that failed has no results, or those of an earlier run, which may be whole and right: only ``run.json`` of all documents
tells that they are not those of the file that is there now.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from pipeline.checks.outcome import Checked, Outcome, Problem
from pipeline.model import Severity
from pipeline.store.folders import load_batch
from pipeline.store.rows import Ending, How

RULE, TITLE = "run", "The last run could do the document"
CODE = "RUN001"


def with_endings(documents: Sequence[Checked], folders: Sequence[Path]) -> list[Checked]:
    """The documents, in whose ``folders`` they are, each with this rule ahead of its others."""
    failed = cache(find_failed)
    return [
        msgspec.structs.replace(checked, outcomes=(_hold(failed(folder.parent).get(folder.name)), *checked.outcomes))
        for checked, folder in zip(documents, folders, strict=True)
    ]


def check_failed(out: Path) -> dict[Path, Checked]:
    """What failed and has no results, by the folder that it would have."""
    failed = {out / row.doc_id: row for row in find_failed(out).values()}
    return {
        folder: Checked(row.doc_id, row.doc_id, row.source, (_hold(row),)) for folder, row in failed.items() if not folder.is_dir()
    }


def find_failed(out: Path) -> dict[str, Ending]:
    """The rows of what failed, by doc_id; none where no run has written into ``out``."""
    batch = load_batch(out)
    return {row.doc_id: row for row in batch.documents if row.how is How.FAILED} if batch else {}


def _hold(failed: Ending | None) -> Outcome:
    return Outcome(RULE, TITLE, (Problem(CODE, Severity.ERROR, failed.message),) if failed else ())
