"""Where the verdicts on documents are, and what they say of the clauses of one."""

from pathlib import Path

from pipeline.audit.leaves import make_leaves
from pipeline.audit.standing import Judged, judge_leaves
from pipeline.audit.verdicts import Verdict, parse_verdicts
from pipeline.config.load import Loaded
from pipeline.model import Result
from pipeline.store.stages import load_result
from pipeline.store.verdicts import VerdictFiles


def find_verdict_files(loaded: Loaded, named: str = "") -> VerdictFiles:
    """The folder that is named, else the one beside the configuration, so that verdicts are committed with it."""
    return VerdictFiles(Path(named) if named else Path(loaded.file).parent / loaded.configuration.audit.verdicts)


def load_verdicts(files: VerdictFiles, family: str) -> tuple[Verdict, ...]:
    """The verdicts of a family, none where nobody gave any. Raises InputError where the file is none of verdicts."""
    return parse_verdicts(files.load(family), files.name(family))


def judge_result(result: Result, files: VerdictFiles) -> tuple[Judged, ...]:
    """The clauses of a document with their verdicts."""
    return judge_leaves(make_leaves(result), load_verdicts(files, result.document.identity.family))


def judge_folder(folder: Path, loaded: Loaded) -> tuple[Judged, ...]:
    """The clauses of the document in ``folder`` with their verdicts. Raises InputError where a stage's result is missing."""
    return judge_result(load_result(folder), find_verdict_files(loaded))
