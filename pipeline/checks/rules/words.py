"""How a person's words are looked for in a document's: white space, footnote marks and the forms of hyphens, quotes and dashes
don't count; case counts where the words asked for hold a capital.

A single word is found as it stands, never across the space between two others ("UIN" is not in "MAXIMUI N"); several words also
where the document spaces or hyphenates them otherwise.
"""

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence

from pipeline.store.rows import LineRow
from pipeline.wording import FOOTNOTE_MARK, HYPHENS, bare

FORMS = str.maketrans({**dict.fromkeys("“”„«»‟", '"'), **dict.fromkeys("‘’‚‛`´", "'"), **dict.fromkeys("–—―−", "-")})
"""Quotes and dashes as printed, and as they are typed."""
LINE_END = re.compile(r"[-\ufffe\u00ad\u2010]\s*\n\s*")
"""A hyphen at a line end, with the white space behind it: "mater-\\nnity"."""
SHOWN = 60
"""Characters that a message quotes on either side of what it is about: with both, a line of a terminal or two."""

SHOWN_NAMES, SHOWN_NAME = 8, 48
"""Names that a message lists at most, and characters of each."""


def plain(text: str) -> str:
    """``text`` on one line, in the forms in which it is compared and shown."""
    known = HYPHENS.sub("-", unicodedata.normalize("NFKC", FOOTNOTE_MARK.sub("", text))).translate(FORMS)
    return " ".join(known.split())


def has(text: str, words: str) -> bool:
    """Whether ``words`` stand in ``text``."""
    return any(sought in found for found, sought in _forms(text, words))


def page_has(text: str, words: str) -> bool:
    """Whether ``words`` stand in the text of a page, in which nothing is joined at line ends."""
    return has(text, words) or has(LINE_END.sub("", text), words)


def begins(text: str, words: str) -> bool:
    """Whether ``text`` begins with ``words``."""
    return any(found.startswith(sought) for found, sought in _forms(text, words))


def ends(text: str, words: str) -> bool:
    """Whether ``text`` ends with ``words``."""
    return any(found.endswith(sought) for found, sought in _forms(text, words))


def same(text: str, words: str) -> bool:
    """Whether ``text`` is ``words`` and nothing else."""
    return any(found == sought for found, sought in _forms(text, words))


def _forms(text: str, words: str) -> Iterator[tuple[str, str]]:
    """Both as they are compared: with single spaces, and without any where several words are sought."""
    case = _case(words)
    found, sought = case(plain(text)), case(plain(words))
    yield found, sought
    if " " in sought:
        yield bare(found), bare(sought)


def _case(words: str) -> Callable[[str], str]:
    return str if any(map(str.isupper, words)) else str.casefold


def quote_start(text: str) -> str:
    """The first words of a text, for a message."""
    shown = plain(text)
    return f'"{shown}"' if len(shown) <= SHOWN else f'"{shown[:SHOWN]}…"'


def quote_end(text: str) -> str:
    """The last words of a text, for a message."""
    shown = plain(text)
    return f'"{shown}"' if len(shown) <= SHOWN else f'"…{shown[-SHOWN:]}"'


def quote_around(text: str, words: str) -> str:
    """What stands around ``words`` in a text that has them, for a message."""
    case, shown = _case(words), plain(text)
    at = case(shown).find(case(plain(words)))
    if at < 0:
        return quote_start(text)
    start, end = max(at - SHOWN, 0), at + len(words) + SHOWN
    return f'"{"…" if start else ""}{shown[start:end]}{"…" if end < len(shown) else ""}"'


def list_names(names: Sequence[str], *, quoted: bool = False) -> str:
    """The first of some names, each shortened, and how many more there are, for a message."""
    shown = [name if len(name) <= SHOWN_NAME else f"{name[:SHOWN_NAME]}…" for name in names[:SHOWN_NAMES]]
    more = f" and {len(names) - SHOWN_NAMES} more" if len(names) > SHOWN_NAMES else ""
    return ", ".join(f'"{name}"' if quoted else name for name in shown) + more


def find_line(lines: Iterable[LineRow], words: str) -> LineRow | None:
    """The line in which ``words`` begin, where these lines have them."""
    case, held = _case(words), [(line, plain(line.text)) for line in lines]
    at = case(" ".join(text for _, text in held)).find(case(plain(words)))
    return _line_at(held, at) if at >= 0 else None


def _line_at(held: Sequence[tuple[LineRow, str]], at: int) -> LineRow | None:
    for line, text in held:
        if at <= len(text):
            return line
        at -= len(text) + 1
    return None
