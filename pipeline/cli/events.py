"""`--log json`: what happens, as lines of JSON on stderr, for a program that watches a run. Nothing else is on stderr then.

One event where a document or a stage of it begins, ends or fails; one where the batch fails as a whole, or something is to be
noted. Every event has every key: "" and 0 where there is nothing to say.
"""

import functools
import json
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Self

from pipeline.cli.progress import Unseen
from pipeline.errors import ClausetraceError, Interrupted, OutputError

if TYPE_CHECKING:
    from pipeline.store.rows import Ending

BEGUN, ENDED, FAILED, NOTE = "begun", "ended", "failed", "note"
DOCUMENT, BATCH = "document", "batch"
"""What stands for a stage where an event is of all stages of a document, or of no document."""
ORDER = ("extract", "boilerplate", "clauses", "tables", "chunks", "checks", "write")
AGAIN = "begun again: its worker crashed, or a page went over its limits and is given up"
DIGITS = 3


def write_event(event: str, stage: str, *, doc_id: str = "", seconds: float = 0.0, pages: int = 0, **told: str) -> None:
    """One line on stderr. ``seconds`` since the document or stage began; ``told``: how and code as in `out/run.json`, message."""
    line = {
        "time": datetime.now(UTC).isoformat(timespec="milliseconds"),
        "event": event,
        "doc_id": doc_id,
        "stage": stage,
        "seconds": round(seconds, DIGITS),
        "pages": pages,
        **{key: str(told.get(key, "")) for key in ("how", "code", "message")},
    }
    sys.stderr.write(json.dumps(line, ensure_ascii=False) + "\n")
    sys.stderr.flush()


def errors_as_events(command: Callable[..., int]) -> Callable[..., int]:
    """With `--log json`, what ends ``command`` is an event as well, and its exit code as ever."""

    @functools.wraps(command)
    def told(*, log: str, **words: object) -> int:
        if log != "json":
            return command(log=log, **words)
        try:
            return command(log=log, **words)
        except ClausetraceError as error:
            return _end(type(error), str(error))
        except KeyboardInterrupt:
            return _end(Interrupted, "interrupted")
        except BrokenPipeError:
            raise
        except OSError as error:
            return _end(OutputError, f"{error.filename or ''}: {error.strerror or error}".removeprefix(": "))

    return told


def _end(error: type[ClausetraceError], message: str) -> int:
    write_event(FAILED, BATCH, code=getattr(error, "code", error.__name__), message=message)
    return error.exit_code


@dataclass(eq=False)
class _Course:
    """A document under way: when it and its stage began."""

    begun: float
    stage: str = ""
    stage_begun: float = 0.0
    pages: int = 0


class Events(Unseen):
    """A watcher that writes events."""

    def __init__(self) -> None:
        self._doc_ids: Sequence[str] = ()
        self._courses: dict[str, _Course] = {}

    def watch(self, doc_ids: Sequence[str]) -> Self:
        """Takes in the documents to be done."""
        self._doc_ids = doc_ids
        return self

    def page(self, index: int, number: int, of: int) -> None:
        """Notes how many pages the document has."""
        self._course(self._doc_ids[index]).pages = of

    def stage(self, index: int, name: str) -> None:
        """The stage before has ended, or the document begins again."""
        doc_id, now = self._doc_ids[index], time.monotonic()
        if not name:
            return
        course = self._course(doc_id)
        if course.stage:
            again = ORDER.index(str(name)) <= ORDER.index(course.stage)
            self._end_stage(doc_id, course, FAILED if again else ENDED, message=AGAIN if again else "")
        course.stage, course.stage_begun = str(name), now
        write_event(BEGUN, course.stage, doc_id=doc_id, pages=course.pages)

    def settled(self, row: "Ending") -> None:
        """How a document ended, or that there was nothing to do."""
        course = self._courses.pop(row.doc_id, None)
        event = FAILED if row.code else ENDED
        if course and course.stage:
            self._end_stage(row.doc_id, course, event, code=row.code, message=row.message)
        seconds = time.monotonic() - course.begun if course else 0.0
        pages = row.pages or (course.pages if course else 0)
        write_event(
            event, DOCUMENT, doc_id=row.doc_id, seconds=seconds, pages=pages, how=row.how, code=row.code, message=row.message
        )

    def _course(self, doc_id: str) -> _Course:
        if doc_id not in self._courses:
            self._courses[doc_id] = _Course(time.monotonic())
            write_event(BEGUN, DOCUMENT, doc_id=doc_id)
        return self._courses[doc_id]

    def _end_stage(self, doc_id: str, course: _Course, event: str, *, code: str = "", message: str = "") -> None:
        seconds = time.monotonic() - course.stage_begun
        write_event(event, course.stage, doc_id=doc_id, seconds=seconds, pages=course.pages, code=code, message=message)
