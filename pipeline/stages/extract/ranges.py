"""Pages read apart from their document: a range of them as bytes, and a reader that gives those and reads the rest itself.

Reading a page looks at nothing but that page; all that is decided over many pages comes behind it. So pages can be read by several
processes, each with its own PDFium. Floats cross as they are, to the last bit.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import closing

import msgspec

from pipeline.config.settings import ExtractSettings
from pipeline.geometry import Box
from pipeline.model import OutlineEntry
from pipeline.stages.extract.opening import open_reader
from pipeline.stages.extract.reader import RawPage, Reader, UnreadablePage

ReadAhead = Callable[[int], RawPage | None]
"""Of a page's number, the page as another has read it; None where it is to be read here."""


def read_range(
    content: bytes,
    name: str,
    numbers: Iterable[int],
    settings: ExtractSettings,
    *,
    password: str = "",
    on_page: Callable[[int, int], None],
) -> bytes:
    """The pages of these numbers, for ``decode_pages``; those that cannot be read are left out. Raises what opening raises."""
    pages: dict[int, RawPage] = {}
    with closing(open_reader(content, name, settings, password)) as reader:
        for number in numbers:
            on_page(number, len(reader))
            try:
                pages[number] = reader.read_page(number)
            except UnreadablePage:
                continue
    return msgspec.msgpack.encode(pages)


def decode_pages(pages: bytes) -> Mapping[int, RawPage]:
    """Pages by their number."""
    return msgspec.msgpack.decode(pages, type=dict[int, RawPage])


class AheadReader:
    """A reader that asks for each page whether another has read it."""

    def __init__(self, reader: Reader, ahead: ReadAhead) -> None:
        self._reader, self._ahead = reader, ahead

    def __len__(self) -> int:
        return len(self._reader)

    def read_page(self, number: int) -> RawPage:
        """The page as another read it, else as it is read here."""
        return self._ahead(number) or self._reader.read_page(number)

    def ink(self, number: int, boxes: Sequence[Box]) -> list[float]:
        """The share of ink in each box."""
        return self._reader.ink(number, boxes)

    def label(self, number: int) -> str:
        """The page's label."""
        return self._reader.label(number)

    def outline(self) -> tuple[OutlineEntry, ...]:
        """The bookmarks."""
        return self._reader.outline()

    def metadata(self) -> tuple[tuple[str, str], ...]:
        """The document information."""
        return self._reader.metadata()

    def close(self) -> None:
        """Closes the document."""
        self._reader.close()
