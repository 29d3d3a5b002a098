"""One run at a time in a folder on an object store: an object `.lock` says who has it, and is renewed as long as he lives.

Taken by a conditional write (`If-None-Match: *` on S3 and Azure, a generation of 0 on Google), so that of two runs that start at
once one gets it. On a store that takes no conditional write the lock is read again after it was written, and the later one has it.
A lock that was not renewed for a while has no owner any more; how long is told by the store's own clock, from an object written
now, so that clocks that differ do not matter. A dead owner on this machine is recognised at once.

What it cannot do: a store has no lock that ends with its process. A run that stood still for longer than LEASE while another took
the folder finds that out before its next document takes its place, and stops; between that look and the write lies one request.
"""

import contextlib
import os
import platform
import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from pipeline.errors import OutputError
from pipeline.model import Record
from pipeline.store.remote.objects import Listed, Place

LOCK = ".lock"
CLOCK = ".clock-"
RENEWED_EVERY = 20.0
"""Seconds between two signs of life: three of them fit into a lease, so that a slow store costs nobody his lock."""
LEASE = timedelta(seconds=90)
"""A lock as old as this, by the store's clock, belongs to nobody."""
_HELD: set[str] = set()
"""The tokens of this process."""
TRIES = 3
"""How often a lock whose owner has gone is reached for; others may be faster."""


class Owner(Record, frozen=True):
    """Who holds a folder. ``machine`` tells one machine, and one space of process numbers on it, from all others."""

    token: str
    process: int
    host: str
    machine: str
    since: str

    def __str__(self) -> str:
        return f"process {self.process} on {self.host} since {self.since}"


class Lease:
    """A folder that is held. ``refuse_lost`` is asked before anything takes its place."""

    def __init__(self, place: Place, owner: Owner) -> None:
        self._place, self._owner = place, owner
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._renew, daemon=True, name="clausetrace-lease")
        self._thread.start()

    @property
    def token(self) -> str:
        """What no other run is called."""
        return self._owner.token

    def refuse_lost(self) -> None:
        """Raises OutputError where another run has taken the folder in the meantime."""
        now = _owner_of(self._place)
        if now is None or now.token != self.token:
            by = f"is in use by {now}" if now else "is no longer held by this run: its lock has gone"
            raise OutputError(f"{self._place} {by}; this run had stood still for too long, run it again")

    def end(self) -> None:
        """Gives the folder back, unless another has it."""
        self._over.set()
        self._thread.join()
        with contextlib.suppress(OSError):
            now = _owner_of(self._place)
            if now and now.token == self.token:
                self._place.remove(LOCK)

    def _renew(self) -> None:
        while not self._over.wait(RENEWED_EVERY):
            with contextlib.suppress(OSError):
                now = _owner_of(self._place)
                if now and now.token == self.token:
                    self._place.write(LOCK, msgspec.json.encode(self._owner))


@contextmanager
def leased(place: Place) -> Iterator[Lease]:
    """Holds ``place`` for this process. Raises OutputError where another run has it (and names it), OSError where it cannot be."""
    owner = _take(place)
    _HELD.add(owner.token)
    lease = Lease(place, owner)
    try:
        yield lease
    finally:
        lease.end()
        _HELD.discard(owner.token)


def _take(place: Place) -> Owner:
    owner = _this_process()
    for _ in range(TRIES):
        if place.create(LOCK, msgspec.json.encode(owner)):
            now = _owner_of(place)
            if now and now.token == owner.token:
                return owner
        _remove_dead(place)
    raise OutputError(f"{place} is being taken by other runs; wait for them, or choose another --out")


def _remove_dead(place: Place) -> None:
    """Takes away a lock whose owner has gone. Raises OutputError where he has not."""
    owner, lock = _owner_of(place), place.look(LOCK)
    if lock is None:
        return
    if not (owner and _is_dead(owner)) and not _has_run_out(place, lock):
        who = str(owner) if owner else "a run that does not say who it is"
        raise OutputError(
            f"{place} is in use by {who}; wait for it, or choose another --out (had it been killed, its lock runs out "
            f"{LEASE.seconds} s after its last sign of life)"
        )
    place.remove(LOCK)


def _owner_of(place: Place) -> Owner | None:
    try:
        return msgspec.json.decode(place.read(LOCK), type=Owner)
    except (FileNotFoundError, msgspec.DecodeError):
        return None


def _is_dead(owner: Owner) -> bool:
    """Whether the owner was a process of this machine, and is one no longer."""
    if not owner.machine or owner.machine != _machine():
        return False
    if owner.process == os.getpid():
        return owner.token not in _HELD
    try:
        os.kill(owner.process, 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


def _has_run_out(place: Place, lock: Listed) -> bool:
    clock = f"{CLOCK}{secrets.token_hex(4)}"
    place.write(clock, b"")
    now = place.look(clock)
    place.remove(clock)
    return bool(now and now.modified and lock.modified and now.modified - lock.modified > LEASE)


def _this_process() -> Owner:
    since = datetime.now(UTC).isoformat(timespec="seconds")
    return Owner(secrets.token_hex(8), os.getpid(), platform.node(), _machine(), since)


def _machine() -> str:
    """One boot of one machine and a space of process numbers on it; "" where the system does not tell."""
    try:
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
        return f"{boot} {Path('/proc/self/ns/pid').readlink()}"
    except OSError:
        return ""
