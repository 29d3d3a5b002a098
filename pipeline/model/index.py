"""The lines of a document by their ids and in their order: found once, since three stages, the checks and the store ask for them.

A long document has 100,000 lines, and to go through them all takes as long as PDFium takes for ten of its pages.
"""

from collections.abc import Iterator, KeysView, Mapping
from weakref import ReferenceType, ref

from pipeline.model.document import Document, Line, Record


class Lines(Mapping[str, Line]):
    """The lines by their ids, found by their places: a dictionary of its own would take 24 bytes a line more."""

    def __init__(self, every: tuple[Line, ...], order: Mapping[str, int]) -> None:
        self._every, self._order = every, order

    def __getitem__(self, line_id: str) -> Line:
        return self._every[self._order[line_id]]

    def __contains__(self, line_id: object) -> bool:
        return line_id in self._order

    def __iter__(self) -> Iterator[str]:
        return iter(self._order)

    def __len__(self) -> int:
        return len(self._order)

    def keys(self) -> KeysView[str]:
        """The ids."""
        return self._order.keys()


class Index(Record, frozen=True):
    """The lines in reading order, each by its id, and the place of each among them."""

    every: tuple[Line, ...]
    lines: Mapping[str, Line]
    order: Mapping[str, int]


_latest: list[tuple[ReferenceType[Document], Index]] = []
"""The index made last, and of which document; gone when the document is."""


def index_lines(document: Document) -> Index:
    """The index of ``document``. Of two lines with one id, which only a fault of the program can give, the last counts."""
    for known, index in _latest:
        if known() is document:
            return index
    every = tuple([line for page in document.pages for line in page.lines])
    ids = [line.id for line in every]
    order = dict(zip(ids, range(len(ids)), strict=True))
    index = Index(every, Lines(every, order), order)
    _latest[:] = [(ref(document, _forget), index)]
    return index


def _forget(gone: ReferenceType[Document]) -> None:
    _latest[:] = [(known, index) for known, index in _latest if known is not gone]
