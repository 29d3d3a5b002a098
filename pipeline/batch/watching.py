"""A watcher that nobody reads."""

from pipeline.store.rows import Ending


class Unwatched:
    """Is told how a batch gets on, and says nothing."""

    def page(self, index: int, number: int, of: int) -> None:
        """Says nothing."""

    def stage(self, index: int, name: str) -> None:
        """Says nothing."""

    def ended(self, index: int) -> None:
        """Says nothing."""

    def settled(self, row: Ending) -> None:
        """Says nothing."""
