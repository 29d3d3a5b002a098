"""Rates, data or layout, from what the table is.

A list of contents is no table to read and no text either: a layout that is excluded. Layout first: one column of prose, or of bold
titles alone; cells that hold running text or clause labels with no head that says what the columns are. Then rates: a grid of
amounts over an axis of ages; amounts that are not round, under a title or heads that name a price (``rate_words``); the same grid
of amounts on many pages; figures by the hundred, not round; a list of codes, telephone numbers or addresses by the hundred. All
else that has rows and columns is data: it is what a reader would ask about. Percentages alone never make a table rates unless by
the hundred: refund and disability scales are terms, not prices.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from operator import is_

from pipeline.config.settings import TableSettings
from pipeline.model import Reason, Record, TableAction, TableKind
from pipeline.stages.tables.contents import contents_list
from pipeline.stages.tables.parts import looks_like_head
from pipeline.stages.tables.reading import LABEL_START, SENTENCE_END, count_round, count_words, find_amounts, is_age_axis, is_amount
from pipeline.stages.tables.shapes import Draft, Row, Slot
from pipeline.wording import squeeze

CODE = re.compile(r"^(?:[A-Z]{1,3}\d[\w.\-]*|\d{6,}|[+\d][\d\s/-]{7,})$|[^\W\d].*(?<!\d)\d{5,6}(?!\d)")
"""A code, postal code, telephone number or address: "F32.0", "110016", "044-2828 8800", "New Delhi-110005". No: "5,167"."""
PERCENT = "%"


class Figures(Record, frozen=True):
    """What the cells of a table under its heads and beside its labels are, each merged cell counted once."""

    cells: int
    amounts: int
    percents: int
    rounds: int
    prices: int
    round_prices: int
    codes: int
    prose_letters: int
    letters: int
    age_axis: bool
    priced: bool

    @property
    def amount_share(self) -> float:
        """Share of the cells that are one figure and no percentage."""
        return (self.amounts - self.percents) / self.cells if self.cells else 0.0

    @property
    def round_share(self) -> float:
        """Share of the amounts that are round."""
        return self.rounds / (self.amounts - self.percents) if self.amounts > self.percents else 0.0

    def prices_worked_out(self, settings: TableSettings) -> bool:
        """Whether the amounts right under heads that name a price are there and mostly not round."""
        return self.prices > 0 and self.round_prices <= settings.round_share * self.prices


class Verdict(Record, frozen=True):
    """A kind, why, and what follows from it: rates are excluded, data kept, layouts released, but for a list of contents."""

    kind: TableKind
    reason: Reason
    action: TableAction


def repeated_heads(drafts: Iterable[Draft]) -> Mapping[str, int]:
    """On how many pages each head stands."""
    pages = {(head_key(draft), part.page) for draft in drafts if draft.head for part in draft.parts}
    return Counter(key for key, _ in pages)


def head_key(draft: Draft) -> str:
    """The head's letters and digits: equal for grids of one structure."""
    return "|".join(squeeze(text) for text in draft.header)


def decide(draft: Draft, caption: Sequence[str], pages_alike: int, settings: TableSettings) -> Verdict:
    """The kind of ``draft``. ``pages_alike`` says on how many pages a grid with the same head stands."""
    contents = contents_list(draft)
    if contents is not None:
        return Verdict(TableKind.LAYOUT, contents, TableAction.EXCLUDED)
    figures = measure(draft, caption, settings)
    layout = _layout(draft, figures, settings)
    if layout is not None:
        return Verdict(TableKind.LAYOUT, layout, TableAction.RELEASED)
    rates = _rates(draft, figures, pages_alike, settings)
    if rates is not None:
        return Verdict(TableKind.RATES, rates, TableAction.EXCLUDED)
    evidence = f"{len(draft.rows)} rows, {draft.width} columns, {figures.amounts} of {figures.cells} cells are figures"
    return Verdict(TableKind.DATA, Reason("rows_and_columns", evidence), TableAction.KEPT)


def measure(draft: Draft, caption: Sequence[str], settings: TableSettings) -> Figures:
    """What the table's cells are."""
    notes = _notes(draft)
    texts = [slot.text for slot in _distinct(row[draft.labels :] for row in draft.rows) if not notes or id(slot) not in notes]
    whole = [slot.text for slot in _distinct(draft.rows)]
    # so many letters it takes at least, which most cells have not
    least = 2 * min(settings.prose_words, 2 * settings.head_words) - 1
    prose = [text for text in whole if len(text) >= least and _is_prose(text, settings)]
    labels = [[slot.text for slot in column] for column in zip(*draft.rows, strict=True)][: max(draft.labels, 1)]
    named = " ".join((*caption, *draft.header, *(text for column in labels for text in _common(column, settings)))).casefold()
    axes = [labels[-1] if labels else [], list(draft.header[draft.labels :])]
    amounts = find_amounts(texts)
    figures = _no_percents(amounts)
    prices = _no_percents(find_amounts(_under_prices(draft, settings)))
    return Figures(
        cells=len(texts),
        amounts=len(amounts),
        percents=len(amounts) - len(figures),
        rounds=count_round(figures, settings.round_to),
        prices=len(prices),
        round_prices=count_round(prices, settings.round_to),
        codes=sum(CODE.search(text) is not None for text in texts) if len(draft.rows) >= settings.list_rows else 0,
        prose_letters=sum(map(len, prose)),
        letters=sum(map(len, whole)),
        age_axis=any(is_age_axis(axis, settings.age_steps) for axis in axes),
        priced=any(word in named for word in settings.rate_words),
    )


def _no_percents(amounts: Sequence[str]) -> Sequence[str]:
    return [text for text in amounts if not text.endswith(PERCENT)] if PERCENT in "".join(amounts) else amounts


def _notes(draft: Draft) -> set[int]:
    """Cells over several columns that hold words and no figure: they say something of the values and are none."""
    wide = (a for row in draft.rows if any(map(is_, row, row[1:])) for a, b in pairwise(row) if a is b)
    return {id(slot) for slot in wide if not is_amount(slot.text)}


def _under_prices(draft: Draft, settings: TableSettings) -> list[str]:
    """The cells of the columns whose own heads name a price."""
    named = [i for i, head in enumerate(draft.header) if any(word in head.casefold() for word in settings.rate_words)]
    return [slot.text for slot in _distinct(tuple(row[i] for i in named) for row in draft.rows)]


def _common(labels: Sequence[str], settings: TableSettings) -> list[str]:
    """Row labels that name a price, where most of the rows do."""
    every = "\n".join(labels).casefold()
    words = [word for word in settings.rate_words if word in every]
    priced = [text for text in labels if any(word in text.casefold() for word in words)]
    return priced if 2 * len(priced) > len(labels) else []


def _distinct(rows: Iterable[Row]) -> list[Slot]:
    slots = [slot for row in rows for slot in row if slot.text]
    return slots if len(set(map(id, slots))) == len(slots) else list({id(slot): slot for slot in slots}.values())


def _is_prose(text: str, settings: TableSettings) -> bool:
    words = count_words(text)
    return words >= settings.prose_words or (words >= settings.head_words * 2 and len(LABEL_START.findall(text)) > 1)


def _is_list(text: str) -> bool:
    """Whether a box holds names one after the other and no sentence."""
    return SENTENCE_END.search(text) is None


def _layout(draft: Draft, figures: Figures, settings: TableSettings) -> Reason | None:
    share = figures.prose_letters / figures.letters if figures.letters else 0.0
    if draft.width == 1 and not (draft.head and all(map(_is_list, (row[0].text for row in draft.rows)))):
        return Reason("one_column", f"{len(draft.rows)} boxes one above the other")
    if draft.width == 1 and all(map(looks_like_head, draft.rows)):
        return Reason("title_bar", f"{len(draft.head) + len(draft.rows)} titles one above the other, and nothing below them")
    if draft.parts[0].prose and figures.amount_share < settings.rate_share:
        return Reason("prose_in_boxes", f"running text in an area of {draft.width} columns")
    headed = bool(draft.head) and len(draft.rows) >= settings.aligned_rows
    if not (draft.parts[0].ruled or headed or figures.amount_share >= settings.rate_share):
        return Reason("aligned_text", f"{len(draft.rows)} rows that no rule parts, without heads or figures")
    if share >= settings.prose_share and not (draft.head and draft.width > 2):
        return Reason("prose_in_boxes", f"{share:.0%} of the letters stand in cells of running text")
    return None


def _rates(draft: Draft, figures: Figures, pages_alike: int, settings: TableSettings) -> Reason | None:
    prices = figures.amounts - figures.percents
    mostly = figures.amount_share >= settings.rate_share
    what = f"{prices} of {figures.cells} cells are amounts"
    if mostly and figures.age_axis and prices >= settings.rate_cells:
        return Reason("amounts_by_age", f"{what} over ages that follow on each other")
    worked_out = figures.round_share <= settings.round_share
    if mostly and figures.priced and (worked_out or figures.prices_worked_out(settings)):
        return Reason("priced_amounts", f"{what} under words that name a price")
    if mostly and pages_alike >= settings.rate_pages and prices >= settings.rate_cells:
        return Reason("repeated_grid", f"{what}; the same head stands on {pages_alike} pages")
    if worked_out and figures.amounts >= settings.grid_cells and figures.amounts >= settings.rate_share * figures.cells:
        return Reason("large_grid", f"{figures.amounts} of {figures.cells} cells are figures")
    if len(draft.rows) >= settings.list_rows and figures.codes >= settings.code_share * len(draft.rows):
        return Reason("long_list", f"{len(draft.rows)} rows, {figures.codes} codes or numbers to reach somebody")
    return None
