"""Which pages of a long document a worker without a job reads for another: some way ahead of where the other is.

The owner goes on from page to page; when it comes to pages that are lent, it takes them as they were read, or waits for them. Few
pages are not lent: to tell another process what to read, and to take it back, costs as much as reading some.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

Pages = tuple[int, int]
"""The first and the last of a range of pages."""
Share = Callable[[Any, Pages, str], Any]
"""Of a job, a range of its pages and a folder for what is read: the job of reading them; None where they cannot be read apart."""
LEAST = 24
"""Pages that are lent at least."""
MOST = 400
"""Pages that are lent at most: so many stand in memory ahead of their place, 17 MB of them."""


@dataclass(eq=False)
class Reading:
    """How far a worker is in reading a document: at ``page`` of ``count``; all to ``claimed`` are read or in somebody's hands."""

    page: int = 0
    count: int = 0
    claimed: int = 0
    open: int = 0
    over: bool = False

    def note(self, number: int, of: int) -> None:
        """A page is begun. One that was begun before means that reading is over: pages are gone through again to be laid out."""
        self.over = self.over or number <= self.page
        self.page, self.count = number, of
        self.claimed = max(self.claimed, number)

    @property
    def left(self) -> int:
        """Pages in nobody's hands."""
        return 0 if self.over or not self.page else self.count - self.claimed

    def part(self, helpers: int) -> Pages | None:
        """What to lend to one of so many: an equal part of what is left, behind one for the owner where nothing is lent yet."""
        own = not self.open
        span = min(self.left // (helpers + own), MOST)
        first = self.claimed + 1 + own * span
        return (first, first + span - 1) if span >= LEAST else None

    def lend(self, pages: Pages) -> None:
        """They are in another's hands."""
        self.claimed = pages[1]
        self.open += 1


@dataclass(frozen=True)
class Loan:
    """Pages that are read for the job ``of`` of the worker ``owner``, whose reading is ``reading``."""

    owner: Any
    of: Any
    reading: Reading
    pages: Pages
