"""Random clause trees as policies have them: hypothesis strategies for ``Wording``, a tree of ``Item``s and how it is to be set.

Only documents that a careful reader can read in one way are made. What is left out, and why:

- A list whose labels look like those of a list above it (romans in brackets inside letters in brackets are made, letters inside
  letters are not): two lists of one look on one path are told apart by indents at best.
- Where no indent shows the depth (``Layout.FLUSH``): words behind a list that go back to its parent, since nothing says that they
  do.
- Where rows go back under their label and sections have names (``Layout.INDENTED``), words behind a list for a section or for what
  stands in it directly: all of them begin at the margin.
- Where labels hang (``Layout.HANGING``), words behind a list that go back to a section with a name, where the last item is set as a
  heading: real wordings set what goes on with such an item at its label, and that is where a section's words stand as well.
- Columns of short rows: items of a few words beside one another are a table as well as a column (``FEWEST_WORDS``), and so are
  a few rows beside a full column and the columns of a single page (``drawn_wordings``). Lists so deep that their rows fill half
  of the column could be read, but are not seen as a column by ``extract`` (``DEEPEST``).
- Lists of one item: a lone "(i)" below a full row may run on in its sentence, and "(h) (i)" is eight and nine as well as eight
  and its first roman.
- Documents of a few rows: they say neither how wide their column is nor how wide the space between two rows is.
- An item without words: "(a)" over "(i)" on a row of its own.
"""

import random
from dataclasses import dataclass, field
from enum import StrEnum

from hypothesis import assume
from hypothesis import strategies as st

FEWEST_ITEMS, MOST_ITEMS = 12, 40
DEEPEST = {1: 4, 2: 3}
"""Levels by the number of columns."""

TEXT = (
    "the insured person shall be paid for medical expenses of a treatment in any hospital during the policy period where an "
    "illness or injury is covered under this section and was first diagnosed after the waiting period has ended unless such "
    "claim arises out of cosmetic surgery dental care pregnancy war riot or nuclear risk provided that notice in writing "
    "reaches us within due time as stated on your schedule together with original bills reports receipts and all other "
    "documents which we may need to see"
)
WORDS = tuple(TEXT.split())
FEWEST_WORDS = {1: 2, 2: 10}
"""Words of an item by the number of columns."""
TRAPS = (
    "section 4.2 above",
    "item (b) above",
    "clause 7, the",
    "5,000 rupees",
    "24 months",
    "31.12.2024",
    "(iii) below",
    "article 9 of",
)
"""Words that look like a label where a row happens to begin with them; the sentence around them says that they are none."""


class Layout(StrEnum):
    """How depth shows: labels hang before their text, rows go back under the label, or everything stands at the margin."""

    HANGING = "hanging"
    INDENTED = "indented"
    FLUSH = "flush"


@dataclass(frozen=True)
class Style:
    """A way to write labels: how it counts, and what stands around the count. ``word`` is the name before it, if any."""

    counts: str
    before: str = ""
    behind: str = ""
    word: str = ""

    def normal(self, ordinal: int, parent: str) -> str:
        """The label as paths have it."""
        return f"{parent}.{ordinal}" if self.counts == "dotted" else COUNTS[self.counts](ordinal)

    def printed(self, ordinal: int, parent: str) -> str:
        """The label as it is printed."""
        return f"{self.word}{' ' if self.word else ''}{self.before}{self.normal(ordinal, parent)}{self.behind}"

    @property
    def family(self) -> str:
        """Two styles of one family cannot be told apart by their look alone."""
        return f"{self.word} {self.counts}"


def _letter(ordinal: int) -> str:
    return chr(ord("a") + (ordinal - 1) % 26) * ((ordinal - 1) // 26 + 1)


def _roman(ordinal: int) -> str:
    tens, ones = divmod(ordinal, 10)
    return "x" * tens + ("", "i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix")[ones]


COUNTS = {
    "decimal": str,
    "letter": _letter,
    "LETTER": lambda ordinal: _letter(ordinal).upper(),
    "roman": _roman,
    "ROMAN": lambda ordinal: _roman(ordinal).upper(),
}

DECIMAL, DOTTED = Style("decimal", "", "."), Style("dotted")
ROOTS = (
    DECIMAL,
    Style("decimal", "", ")"),
    Style("LETTER", "", "."),
    Style("ROMAN", "", "."),
    Style("decimal", "", "", "Section"),
    Style("ROMAN", "", "", "SECTION"),
    Style("decimal", "", ".", "Article"),
    Style("ROMAN", "", "", "ARTICLE"),
    Style("LETTER", "", "", "Part"),
    Style("ROMAN", "", "", "Annexure"),
)
INNER = (
    DOTTED,
    DECIMAL,
    Style("decimal", "(", ")"),
    Style("decimal", "", ")"),
    Style("letter", "(", ")"),
    Style("letter", "", ")"),
    Style("letter", "", "."),
    Style("LETTER", "(", ")"),
    Style("LETTER", "", "."),
    Style("roman", "(", ")"),
    Style("roman", "", ")"),
    Style("roman", "", "."),
)


@dataclass
class Item:
    """A clause: ``words`` before its children, ``tail`` behind them, a title or none."""

    label: str
    path: tuple[str, ...]
    title: str
    words: str
    tail: str
    named: bool
    items: list["Item"] = field(default_factory=list)

    def walk(self) -> "list[Item]":
        """The item and all below it, in reading order."""
        return [self, *(inner for item in self.items for inner in item.walk())]


@dataclass(frozen=True)
class Setting:
    """How a wording is set. Points, but ``leading`` and ``gap`` (between items) in type sizes."""

    layout: Layout
    columns: int
    size: float
    leading: float
    gap: float
    step: float
    height: float
    serif: bool
    bold_titles: bool
    title_rows: bool
    footer: str


@dataclass(frozen=True)
class Wording:
    """A document: its items at the top, and how they are set."""

    roots: list[Item]
    setting: Setting

    def items(self) -> list[Item]:
        """All items in reading order."""
        return [inner for root in self.roots for inner in root.walk()]


@st.composite
def settings_of_pages(draw: st.DrawFn, columns: int) -> Setting:
    """How a document in ``columns`` is set: in every layout, with and without a footer."""
    layout = draw(st.sampled_from(Layout))
    size = draw(st.sampled_from((10.0, 9.0, 11.0)))
    return Setting(
        layout=layout,
        columns=columns,
        size=size,
        leading=draw(st.sampled_from((1.2, 1.35))),
        gap=draw(st.sampled_from((0.6, 0.9) if layout is Layout.FLUSH else (0.6, 0.0, 0.3))),
        step=draw(st.sampled_from((22.0, 18.0, 28.0))),
        height=draw(st.sampled_from((842.0, 600.0, 420.0))),
        serif=draw(st.booleans()),
        bold_titles=draw(st.booleans()),
        title_rows=draw(st.booleans()),
        footer=draw(st.sampled_from(("", "{page}", "Page {page} of {pages}", "Care policy, UIN 4711V02 - {page}"))),
    )


@st.composite
def styles_of_depths(draw: st.DrawFn, deepest: int) -> list[Style]:
    """One style for each depth, so that no two lists on one path look alike."""
    styles = [draw(st.sampled_from(ROOTS))]
    while len(styles) < deepest:
        allowed = [style for style in INNER if _may_follow(style, styles)]
        if not allowed:
            break
        styles.append(draw(st.sampled_from(allowed)))
    return styles


def _may_follow(style: Style, above: list[Style]) -> bool:
    if style is DOTTED:
        return all(outer.counts == "dotted" for outer in above[1:]) and above[0].counts == "decimal"
    return all(style.family != outer.family for outer in above)


@st.composite
def wordings(draw: st.DrawFn, columns: int) -> Wording:
    """A document of ``FEWEST_ITEMS`` items or more in one column or two; about ``MOST_ITEMS`` at most."""
    setting = draw(settings_of_pages(columns))
    styles = draw(styles_of_depths(DEEPEST[setting.columns]))
    maker = _Maker(draw, setting, styles, random.Random(draw(st.integers(0, 2**16))))
    wording = Wording(maker.items(0, "", ()), setting)
    assume(len(wording.items()) >= FEWEST_ITEMS)
    return wording


class _Maker:
    """Makes the items of one document; what is left of ``MOST_ITEMS`` goes down as it does."""

    def __init__(self, draw: st.DrawFn, setting: Setting, styles: list[Style], words: random.Random) -> None:
        self.draw, self.setting, self.styles, self.words = draw, setting, styles, words
        self.left = MOST_ITEMS
        self.traps = draw(st.booleans())
        self.fewest_words = FEWEST_WORDS[setting.columns]

    def items(self, depth: int, parent: str, path: tuple[str, ...]) -> list[Item]:
        """A list at ``depth``: as long as is drawn, and as there is room for."""
        count = self.draw(st.integers(2, 4) | st.integers(9, 12))
        made: list[Item] = []
        for ordinal in range(1, count + 1):
            if self.left <= 0 and len(made) > 1:
                break
            made.append(self.item(depth, ordinal, parent, path))
        return made

    def item(self, depth: int, ordinal: int, parent: str, path: tuple[str, ...]) -> Item:
        style = self.styles[depth]
        self.left -= 1
        label = style.normal(ordinal, parent)
        inner = depth + 1 < len(self.styles) and self.left > 1 and self.draw(st.integers(0, 2)) == 2
        titled = bool(style.word) or self.draw(st.integers(0, 3)) == 3
        item = Item(
            style.printed(ordinal, parent),
            (*path, label),
            self.phrase(self.draw(st.integers(1, 4))).title() if titled else "",
            self.sentence(self.draw(st.integers(self.fewest_words, 30)), ":" if inner else "."),
            "",
            bool(style.word),
        )
        if inner:
            number = label if style.counts in ("decimal", "dotted") else str(ordinal)
            item.items = self.items(depth + 1, number, item.path)
            may_end = self.may_end(depth) and not (style.word and self.ends_headed(item.items))
            if may_end and self.draw(st.integers(0, 3)) == 3:
                item.tail = self.sentence(self.draw(st.integers(max(3, self.fewest_words), 25)), ".")
        return item

    def may_end(self, depth: int) -> bool:
        """Whether an indent would show that words go back to an item at ``depth``."""
        level = bool(self.styles[0].word) and depth < 2
        return self.setting.layout is Layout.HANGING or (self.setting.layout is Layout.INDENTED and not level)

    def ends_headed(self, items: list[Item]) -> bool:
        """Whether the last item is set as a heading: bold on its own row, or run in as all items of its list are."""
        titled = [bool(item.title) for item in items]
        return self.setting.bold_titles and (titled[-1] if self.setting.title_rows else all(titled))

    def phrase(self, count: int) -> str:
        start = self.words.randrange(len(WORDS))
        return " ".join(WORDS[(start + n) % len(WORDS)] for n in range(count))

    def sentence(self, count: int, stop: str) -> str:
        words = self.phrase(count)
        if self.traps and count > 8 and self.words.random() < 0.5:
            first, _, rest = words.partition(" ")
            words = f"{first} {self.words.choice(TRAPS)} {rest}"
        return words[0].upper() + words[1:] + stop
