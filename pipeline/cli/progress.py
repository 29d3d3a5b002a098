"""Progress on a terminal: the batch, and each document that is being read. rich is imported when it is first shown."""

from collections.abc import Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bars
    from rich.progress import TaskID


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


class Progress(Unseen):
    """A bar for the batch and one for each document that is being done."""

    def __init__(self) -> None:
        self._bars: Bars | None = None
        self._doc_ids: Sequence[str] = ()
        self._all: TaskID | None = None
        self._rows: dict[int, TaskID] = {}

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        """Takes the bars away."""
        if self._bars:
            self._bars.stop()

    def watch(self, doc_ids: Sequence[str]) -> Self:
        """Shows the bar of the batch."""
        if doc_ids:
            from rich.console import Console
            from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn
            from rich.progress import Progress as Bars

            columns = TextColumn("{task.description}", markup=False), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
            self._doc_ids = doc_ids
            self._bars = Bars(*columns, console=Console(stderr=True), transient=True)
            self._all = self._bars.add_task("documents", total=len(doc_ids))
            self._bars.start()
        return self

    def page(self, index: int, number: int, of: int) -> None:
        """Moves a document's bar to a page."""
        if self._bars:
            self._bars.update(self._row(index), completed=number, total=of)

    def stage(self, index: int, name: str) -> None:
        """Names the stage that a document is at."""
        if self._bars:
            self._bars.update(self._row(index), description=f"{self._doc_ids[index]}: {name}")

    def ended(self, index: int) -> None:
        """Takes a document's bar away."""
        if self._bars and self._all is not None:
            self._bars.remove_task(self._row(index))
            self._rows.pop(index)
            self._bars.advance(self._all)

    def _row(self, index: int) -> "TaskID":
        if self._bars and index not in self._rows:
            self._rows[index] = self._bars.add_task(self._doc_ids[index], total=None)
        return self._rows[index]
