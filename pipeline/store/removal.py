"""Takes away what runs wrote for a document, and nothing else: not a file that a person put beside it, not a folder behind a link.

The document's folder steps aside under a name that the next run clears away, and only then is emptied: a removal that is killed is
ended by the next run or the next removal.
"""

import shutil
from pathlib import Path

from pipeline.store.folders import NEW, RUN, STAGES, TIMINGS, load_run

GONE = f"{NEW}gone-"


def find_foreign(folder: Path) -> list[str]:
    """Files in a document's folder that no run wrote, by name; the folder itself ("") where it is a link or holds no run."""
    run = None if folder.is_symlink() else load_run(folder)
    if run is None:
        return [""]
    own = {RUN, TIMINGS, *run.files}
    found = [path for path in sorted(folder.rglob("*")) if path.is_symlink() or not path.is_dir()]
    names = [path.relative_to(folder).as_posix() for path in found if path.relative_to(folder).parts[0] != STAGES]
    return [name for name in names if name not in own]


def remove_results(out: Path, doc_id: str) -> None:
    """Removes the folder of ``doc_id``, in which there is nothing foreign."""
    aside = out / f"{GONE}{doc_id}"
    shutil.rmtree(aside, ignore_errors=True)
    (out / doc_id).rename(aside)
    shutil.rmtree(aside)
