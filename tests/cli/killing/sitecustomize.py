"""Loaded by every Python of a run that a test kills at one of its touches of the output folder, rather than by the clock.

Counts, in each process, the events on files under KILL_FOLDER. With KILL_LOG each is written down by its process; with KILL_AT the
run is killed right before that many-th one: the whole of it, by kill -9. KILL_WHO says whose events count: those of the process
that was started ("run"), which puts folders in their place, or of a worker ("worker"), which writes them.
"""

import os
import signal
import sys

EVENTS = {"open", "os.mkdir", "os.rename", "os.rmdir", "os.remove", "os.truncate", "shutil.rmtree", "os.listdir", "os.scandir"}
FOLDER, WHO, AT = os.environ.get("KILL_FOLDER", ""), os.environ.get("KILL_WHO", ""), int(os.environ.get("KILL_AT", "0"))
LOG = os.open(os.environ["KILL_LOG"], os.O_WRONLY | os.O_CREAT | os.O_APPEND) if os.environ.get("KILL_LOG") else None
counted: dict[int, int] = {}


def _who() -> tuple[str, int]:
    """Whether this process is the run or a worker, and the run's process id."""
    if "pipeline" in sys.orig_argv:
        return "run", os.getpid()
    started = sys.modules.get("multiprocessing.process")
    parent = started.parent_process() if started else None
    return ("worker", parent.pid) if parent else ("", 0)


def _is_inside(arguments: tuple) -> bool:
    return any(part == FOLDER or part.startswith(FOLDER + os.sep) for part in map(str, arguments[:2]))


def _is_being_removed(event: str, arguments: tuple) -> bool:
    """Whether a tree is being removed, of which the event tells a name in an open folder alone."""
    return event in ("os.remove", "os.rmdir") and arguments[1] != -1


def _watch(event: str, arguments: tuple) -> None:
    if event not in EVENTS or not (_is_inside(arguments) or _is_being_removed(event, arguments)):
        return
    who, run = _who()
    if not who:
        return
    mine = counted[os.getpid()] = counted.get(os.getpid(), 0) + 1
    if LOG is not None:
        os.write(LOG, f"{who} {os.getpid()}\n".encode())
    if who == WHO and mine == AT:
        os.kill(run, signal.SIGKILL)
        os.kill(os.getpid(), signal.SIGKILL)


if FOLDER:
    sys.addaudithook(_watch)
