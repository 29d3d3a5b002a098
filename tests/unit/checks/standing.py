"""A document as a run leaves it, in a line, for a check to look at: ``stand(tmp_path, POLICY, "families: ...")``."""

import hashlib
from pathlib import Path

import msgspec

from pipeline.batch.checking import load_shelved, load_written
from pipeline.batch.inputs import Found, identify_one
from pipeline.checks.written import Written
from pipeline.config.hashes import hash_settings
from pipeline.config.load import Loaded, load_configuration
from pipeline.runner import Task, Wishes, run_document
from pipeline.store.save import About, save_result

POLICY = """# Care Advantage

## 1. Scope
We pay for hospital treatment of the insured person.

## 2. Exclusions
We shall not pay for:
(a) treatment abroad;
(b) cosmetic surgery, unless an accident made it needful;
(c) treatment before the policy began.
"""


def configure(folder: Path, yaml: str) -> Loaded:
    """The settings of a YAML that stands in ``folder``."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / "clausetrace.yaml"
    file.write_text(yaml, encoding="utf-8")
    return load_configuration(str(file))


def stand(
    folder: Path, content: str | bytes = POLICY, yaml: str = "", *, name: str = "policy.md", pages: tuple[int, ...] = ()
) -> Written:
    """The files of a document in ``folder/out``, as a check reads them."""
    loaded = configure(folder, yaml)
    save(folder, content, loaded, name=name, pages=pages)
    return load_written(folder / "out" / name.rpartition(".")[0], loaded, load_shelved(folder / "out"))


def save(folder: Path, content: str | bytes, loaded: Loaded, *, name: str = "policy.md", pages: tuple[int, ...] = ()) -> None:
    """Writes what a run of a document gives."""
    held = content.encode() if isinstance(content, str) else content
    found = Found(folder / name, folder, name, len(held), hashlib.sha256(held).hexdigest())
    one = identify_one(found, loaded.configuration, "")
    out = folder / "out" / one.identity.doc_id
    out.mkdir(parents=True)
    result = run_document(Task(held, one.identity, loaded.configuration, one.own, Wishes(pages)))
    save_result(out, result, About("0" * 64, {}, hash_settings(loaded.configuration, one.own), len(held), pages, {}))


def changed(written: Written, **parts: object) -> Written:
    """``written`` with parts of it replaced."""
    return msgspec.structs.replace(written, **parts)
