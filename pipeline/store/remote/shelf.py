"""A shelf of results on an object store. ``out`` is a local folder with copies: each document's `run.json` and `timings.json`.

Whether a document still stands there whole is told from one listing: all files that its `run.json` names are there, and the store
took none of them later than `run.json`, which is written last. Their bytes are not read again for that; `clausetrace check` does.
"""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pipeline.config.names import safe_name
from pipeline.errors import OutputError, UsageError
from pipeline.store.folders import RUN, STAGES, TIMINGS, load_run, recover, replace_file, swap_in
from pipeline.store.remote.copies import new_copies
from pipeline.store.remote.documents import by_document, fetch, fetch_facts, publish, settle
from pipeline.store.remote.lease import Lease, leased
from pipeline.store.remote.objects import Listed, Place, at_once
from pipeline.store.remote.urls import is_web, shown
from pipeline.store.rows import DocumentRun

FINDINGS = "findings.jsonl"
STAYING = {RUN, TIMINGS, FINDINGS}
"""What of a document that has been put in its place is kept in ``out``: what the summary shows."""


class RemoteShelf:
    """A folder on an object store. Made by ``open_remote``."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._there: dict[str, dict[str, Listed]] = {}
        self._lease: Lease | None = None

    def name(self, out: Path) -> str:
        """The address, without what may be secret."""
        return str(self._place)

    def look(self, out: Path) -> None:
        """Lists the place, and copies what a plan looks at."""
        with self._faults("read"):
            names = self._place.list_names()
            self._there = by_document(names)
            if RUN in names:
                replace_file(out / RUN, self._place.read(RUN))
            at_once(lambda doc_id: self._look_at(out, doc_id), self._there)

    def _look_at(self, out: Path, doc_id: str) -> None:
        if RUN in self._there[doc_id] and safe_name(doc_id) == doc_id:
            fetch_facts(self._place, doc_id, out / doc_id)

    @contextmanager
    def locked(self, out: Path) -> Iterator[None]:
        """By an object that says who has it; ends what killed runs left."""
        with self._faults("written"), leased(self._place) as self._lease:
            recover(out)
            self._recover()
            yield
        self._lease = None

    def _recover(self) -> None:
        there = by_document(self._place.list_names())
        for doc_id, names in there.items():
            settle(self._place, doc_id, names)

    def is_current(self, place: Path, fingerprint: str) -> bool:
        """By the listing; fetches the findings that the summary will show."""
        run, there = load_run(place), self._there.get(place.name, {})
        if run is None or run.fingerprint != fingerprint or run.pages_given_up or not _stands(run, there):
            return False
        if run.counts.errors:
            with self._faults("read"):
                (place / FINDINGS).write_bytes(self._place.read(f"{place.name}/{FINDINGS}"))
        return True

    def refuse_foreign(self, place: Path) -> None:
        """By the listing."""
        there = self._there.get(place.name, {})
        if there and RUN not in there and not any(name.startswith(f"{STAGES}/") for name in there):
            raise OutputError(
                f"{self._place}/{place.name} is there and no result of clausetrace; choose another --out, or name another doc_id "
                "in the YAML"
            )

    def fetch(self, place: Path) -> None:
        """Copies all of a document's objects."""
        there = self._there.get(place.name, {})
        if RUN in there:
            with self._faults("read"):
                fetch(self._place, place.name, there, place)

    def put(self, out: Path, doc_id: str, new: Path) -> None:
        """Uploads the document; one whole document is visible at every moment."""
        with self._faults("written"):
            if self._lease:
                self._lease.refuse_lost()
            publish(self._place, doc_id, new, self._there.get(doc_id, ()), self._lease.token if self._lease else "0")
        swap_in(out, doc_id, new)
        _keep_little(out / doc_id)

    def save_timings(self, place: Path, content: bytes) -> None:
        """One object, whole."""
        replace_file(place / TIMINGS, content)
        with self._faults("written"):
            self._place.write(f"{place.name}/{TIMINGS}", content)

    def save_batch(self, out: Path, content: bytes) -> None:
        """One object, whole."""
        replace_file(out / RUN, content)
        with self._faults("written"):
            if self._lease:
                self._lease.refuse_lost()
            self._place.write(RUN, content)

    @contextmanager
    def _faults(self, done: str) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise OutputError(f"{self._place} cannot be {done} ({error.strerror or error}); choose another with --out") from None


def _stands(run: DocumentRun, there: dict[str, Listed]) -> bool:
    since = there[RUN].modified if RUN in there else None
    files = [there.get(name) for name in run.files]
    return all(file and not (since and file.modified and file.modified > since) for file in files)


def _keep_little(folder: Path) -> None:
    """Frees the disk of what is uploaded."""
    for entry in folder.iterdir():
        if entry.is_dir():
            shutil.rmtree(entry)
        elif entry.name not in STAYING:
            entry.unlink()


def open_remote(address: str) -> tuple[Path, RemoteShelf]:
    """A local folder to work in, and the shelf of an address. Raises UsageError where nothing can be written there."""
    if is_web(address):
        raise UsageError(f"{shown(address)}: a web server can be read, not written; choose an --out on s3://, gs:// or az://")
    return new_copies(), RemoteShelf(Place(address))
