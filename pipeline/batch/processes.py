"""How worker processes come into being: from a fork server that has the stages imported, without the program that starts them."""

import multiprocessing
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from multiprocessing.context import BaseContext
from types import ModuleType

PRELOADED = ["pipeline.batch.work", "pipeline.batch.warm"]


@contextmanager
def without_main() -> Iterator[None]:
    """Hides the program that starts workers: they import it, and a script that is not guarded would begin in each of them anew."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main


def start_context() -> BaseContext:
    """A fork server with the stages imported, where the system has one; fresh processes elsewhere."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(PRELOADED)
    _start_fork_server()
    return context


def _start_fork_server() -> None:
    """Starts it where Ctrl-C does not reach it: a terminal sends that to every process, and this side alone answers it.

    The fork server and the workers that come from it inherit that the signal is held back; it would end them with a trace while
    they import. The tracker comes first, since starting it lets the signal through again.
    """
    from multiprocessing import forkserver, resource_tracker

    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        forkserver.ensure_running()
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
