"""Where a document's results are: DOC is a doc_id under --out, an output folder, or a file, which is then run first."""

import difflib
from pathlib import Path

from pipeline.batch.plan import Request
from pipeline.cli.run import run_with_progress
from pipeline.config.settings import Configuration
from pipeline.errors import DocumentError, InputError
from pipeline.store.folders import RUN, STAGES
from pipeline.store.rows import How


def find_folder(doc: str, out: Path, configuration: Configuration, passwords: tuple[str, ...] = ()) -> Path:
    """The folder with the results of ``doc``. Raises InputError where there is none, DocumentError where its run failed."""
    for folder in (out / doc, Path(doc)):
        if (folder / RUN).is_file() or (folder / STAGES).is_dir():
            return folder
    if Path(doc).is_file():
        return _run_first(doc, out, configuration, passwords)
    known = sorted(entry.parent.name for entry in out.glob(f"*/{RUN}"))
    near = difflib.get_close_matches(doc, known, n=1)
    hint = f"did you mean {near[0]!r}?" if near else "give a doc_id, an output folder or a file"
    raise InputError(f"{doc!r} is no document under {out}; {hint}")


def find_folders(out: Path) -> list[Path]:
    """The folders of all documents under ``out``, by name. Raises InputError where there is none."""
    found = sorted(entry.parent for entry in out.glob(f"*/{RUN}"))
    if not found:
        raise InputError(f"there is no document under {out}; run `clausetrace run` first, or name another folder with --out")
    return found


def _run_first(doc: str, out: Path, configuration: Configuration, passwords: tuple[str, ...]) -> Path:
    request = Request(places=(doc,), out=out, configuration=configuration, passwords=passwords)
    [row] = run_with_progress(request, quiet=False).now
    if row.how is How.FAILED:
        raise DocumentError(row.message)
    return out / row.doc_id
