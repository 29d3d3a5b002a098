"""Progress on stderr: a live table on a terminal, now and then a line where there is none, nothing where nothing is wanted.

The table has a row for the batch (documents done and failed, pages, time) and one for each document under way (stage, page, time).
rich is imported when it is first shown.
"""

import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.live import Live

    from pipeline.store.rows import Ending

LINE_SECONDS = 15.0
"""Seconds between two lines where stderr is no terminal: a short run stays silent, a night's log stays short."""
FRAMES = 8
"""Pictures of the table a second: the eye sees no more in figures."""
WIDE = 60
"""Characters of a terminal from which the bar is shown too."""
BAR = 16
NAME, STAGE, NARROW_STAGE = 6, 11, 8
"""Characters of a document's name at least, and of a stage: "boilerplate" on a wide terminal, "boilerp…" on a narrow one."""
MINUTE, HOUR = 60, 3600


def choose_progress(*, quiet: bool) -> "Unseen":
    """What fits this stderr."""
    if quiet:
        return Unseen()
    return Progress() if sys.stderr.isatty() else Lines()


class Unseen:
    """A watcher that shows nothing."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Ends nothing."""

    def watch(self, doc_ids: Sequence[str]) -> Self:
        """Takes in the documents to be done."""
        return self

    def page(self, index: int, number: int, of: int) -> None:
        """Shows nothing."""

    def stage(self, index: int, name: str) -> None:
        """Shows nothing."""

    def ended(self, index: int) -> None:
        """Shows nothing."""

    def settled(self, row: "Ending") -> None:
        """Shows nothing."""


@dataclass(eq=False)
class Course:
    """A document under way."""

    doc_id: str
    begun: float
    stage: str = ""
    page: int = 0
    of: int = 0


class Counted(Unseen):
    """A watcher that knows what is under way and what is done; what it shows, and when, is for others to say."""

    def __init__(self) -> None:
        self.doc_ids: Sequence[str] = ()
        self.courses: dict[int, Course] = {}
        self.begun = time.monotonic()
        self.done = self.failed = self.pages = 0

    def watch(self, doc_ids: Sequence[str]) -> Self:
        """Begins to count."""
        self.doc_ids, self.begun = doc_ids, time.monotonic()
        return self

    def page(self, index: int, number: int, of: int) -> None:
        """A document is at a page."""
        course = self._course(index)
        course.page, course.of = number, of
        self.show()

    def stage(self, index: int, name: str) -> None:
        """A document is at a stage."""
        course = self._course(index)
        course.stage, course.page = str(name), 0
        self.show()

    def ended(self, index: int) -> None:
        """A document is no longer under way."""
        course = self.courses.pop(index, None)
        self.pages += course.of if course else 0
        self.done += 1
        self.show()

    def settled(self, row: "Ending") -> None:
        """How it ended."""
        self.failed += bool(row.code)

    def show(self) -> None:
        """Shows what there is, if it is time."""

    def seconds(self) -> float:
        """Since the work began."""
        return time.monotonic() - self.begun

    def _course(self, index: int) -> Course:
        if index not in self.courses:
            self.courses[index] = Course(self.doc_ids[index], time.monotonic())
        return self.courses[index]


class Lines(Counted):
    """A line now and then, for a log."""

    def __init__(self) -> None:
        super().__init__()
        self._said = time.monotonic()

    def show(self) -> None:
        """Says a line where the last one is long enough ago."""
        now = time.monotonic()
        if now - self._said < LINE_SECONDS:
            return
        self._said = now
        sys.stderr.write(f"clausetrace: {self._line()}\n")
        sys.stderr.flush()

    def _line(self) -> str:
        at_work = [" ".join(filter(None, (course.doc_id, course.stage, where(course)))) for course in self.courses.values()]
        return f"{total(self)}, {clock(self.seconds())}; at work: {'; '.join(at_work) or 'none'}"


class Progress(Counted):
    """The live table."""

    def __init__(self) -> None:
        super().__init__()
        self._live: Live | None = None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Takes the table away."""
        if self._live:
            self._live.stop()

    def watch(self, doc_ids: Sequence[str]) -> Self:
        """Shows the table where there is anything to do."""
        super().watch(doc_ids)
        if doc_ids:
            from rich.console import Console
            from rich.live import Live

            console = Console(stderr=True)
            self._live = Live(console=console, get_renderable=self._table, refresh_per_second=FRAMES, transient=True)
            self._live.start()
        return self

    def _table(self) -> "RenderableType":
        from rich.progress_bar import ProgressBar
        from rich.table import Table
        from rich.text import Text

        width = self._live.console.width if self._live else WIDE
        rows = [self._total(), *map(_cells, list(self.courses.values()))]
        figures = [max(len(cells[at]) for cells, _, _ in rows) for at in (2, 3)]
        stage, bar = (STAGE, BAR) if width >= WIDE else (NARROW_STAGE, 0)
        name = max(NAME, width - stage - sum(figures) - bar - len(("stage", "page", "time", "bar", "edge")))
        table = Table.grid(padding=(0, 1, 0, 0))
        table.add_column(no_wrap=True, overflow="ellipsis", max_width=name)
        table.add_column(no_wrap=True, overflow="ellipsis", min_width=stage, max_width=stage)
        for least in figures:
            table.add_column(no_wrap=True, justify="right", min_width=least)
        if bar:
            table.add_column(width=bar)
        for cells, completed, of in rows:
            shown = [ProgressBar(of or None, completed, width=bar, pulse=not completed and not of)] if bar else []
            table.add_row(*map(Text, cells), *shown)
        return table

    def _total(self) -> "Cells":
        """The row of the batch: it comes first, since a low terminal cuts off the last ones."""
        counts = f"{self.failed:,} failed" if self.failed else f"{self.pages:,} pages" if self.pages else ""
        done = f"{self.done:,} of {len(self.doc_ids):,}"
        return ("documents", counts, done, clock(self.seconds())), self.done, len(self.doc_ids)


Cells = tuple[tuple[str, ...], int, int]
"""What a row says, how much of it is done, and of how much (0: not known)."""


def _cells(course: Course) -> Cells:
    elapsed = clock(time.monotonic() - course.begun)
    return (course.doc_id, course.stage, where(course).removeprefix("page "), elapsed), course.page, course.of if course.page else 0


def where(course: Course) -> str:
    """The page that a document is at, "" where it is at none."""
    return f"page {course.page:,} of {course.of:,}" if course.page else ""


def total(counted: Counted) -> str:
    """How far the batch is."""
    failed = f", {counted.failed} failed" if counted.failed else ""
    return f"{counted.done:,} of {len(counted.doc_ids):,} documents done{failed}, {counted.pages:,} pages"


def clock(seconds: float) -> str:
    """Seconds as a clock shows them: 0:07, 12:30, 1:02:03."""
    whole = int(seconds)
    if whole >= HOUR:
        return f"{whole // HOUR}:{whole % HOUR // MINUTE:02}:{whole % MINUTE:02}"
    return f"{whole // MINUTE}:{whole % MINUTE:02}"
