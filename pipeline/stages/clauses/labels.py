"""The grammar of labels: what may be an enumerator at the start of a row, and every way in which it can be read.

Order: a named label ("Section VI", "§ 3", "제3조") before a dotted number before a bracketed one before a plain one. Nothing is
decided here: "(i)" comes back as the letter i and as the roman one, "C." as a letter and as a hundred; the search chooses. What
cannot be a label whatever the context (3.000 EUR, 1.4.2021, e.g.) never comes back.
"""

import re
from collections.abc import Iterator
from functools import lru_cache

from pipeline.model import LabelStyle, Record

NAMES = (
    "section|article|part|chapter|schedule|annexure|annex|appendix|clause|exhibit|division|title|rule|regulation|artikel|abschnitt|kapitel|teil|"
    "anlage|anhang|titre|chapitre|annexe|título|titulo|capítulo|capitulo|sección|seccion|artículo|articulo|cláusula|clausula|anexo|"
    "art|nr|ziffer|ziff|lit|def|sec|cl"
)
OUTER_NAMES = frozenset(
    [
        "part",
        "chapter",
        "schedule",
        "annexure",
        "annex",
        "appendix",
        "exhibit",
        "division",
        "title",
        "teil",
        "kapitel",
        "anlage",
        "anhang",
        "titre",
        "chapitre",
        "annexe",
        "título",
        "titulo",
        "capítulo",
        "capitulo",
        "anexo",
        "장",
        "편",
        "章",
        "編",
        "编",
    ]
)
"""Names that stand above the others in a document that uses both."""

ROMAN = re.compile(r"m{0,3}(?:cm|cd|d?c{0,3})(?:xc|xl|l?x{0,3})(?:ix|iv|v?i{0,3})$")
NUMBER = r"(?:[1-9]\d{0,2}|0)"
PART = r"(?:0?[1-9]|[1-9]\d{1,2}|0)"
DOTTED = rf"(?:[A-Z]|{NUMBER})(?:\.{PART}){{1,4}}(?:\.?[a-z](?![a-z]))?"
"""4.1  4.31.5  8.02  D.1.2  4.1a: parts of at most three digits, zero-padded ones of two; not 3.000, not 1.4.2021."""
NUMBERED = rf"{NUMBER}(?:bis|ter|quater|[a-z](?![a-z])|[A-Z]{{1,2}}(?![A-Za-z]))?"
"""12  9a  5bis  354D"""
SIMPLE = rf"(?:{NUMBERED}|[ivxlc]{{1,8}}|[IVXLC]{{1,8}}|(?P<low>[a-z])(?P=low)?|(?P<up>[A-Z])(?P=up)?)"

NAMED = re.compile(
    rf"(?P<name>(?:{NAMES})\b\.?|§§?)\s*(?P<core>{DOTTED}|{NUMBERED}|[IVXLCivxlc]{{1,8}}|[A-Z])"
    r"(?![\w%/]|\.\d)(?P<suffix>\s?[.):\]]{0,2}(?:\s?[-–—:](?=\s|$|[A-Z]))?)",
    re.IGNORECASE,
)
"""Section VI | ARTICLE 5. | Annexure II: | PART A- | § 3 | Art. 5bis | Def. 3."""
EAST_ASIAN = re.compile(
    r"(?P<name>[제第])\s?(?P<core>\d{1,4}|[一二三四五六七八九十百千零〇]{1,7})\s?(?P<unit>[조條条장章절節节항項款편編编관])(?:[의之]\s?(?P<sub>\d{1,2}))?"
)
"""제3조 | 제3조의2 | 第三条"""
CIRCLED = re.compile(r"(?P<core>[①-⑳])")
HANGUL = re.compile(r"(?P<core>[가나다라마바사아자차카타파하])(?P<suffix>\.)(?=\s)")
DOTTED_LABEL = re.compile(rf"(?P<core>{DOTTED})(?P<suffix>[.):]?)(?![\w%/,-]|\.\d)")
LETTER_UNDER_NUMBER = re.compile(rf"(?P<core>{NUMBER}\.[a-z])(?P<suffix>[.)]?)(?=\s)")
"""3.a."""
LETTERED = re.compile(r"(?P<core>[A-Z]\d{1,2})(?P<suffix>[.):])(?=\s)")
"""B1. B12) of a list whose letter names the part; not F32, not A4 paper."""
BRACKETED = re.compile(rf"(?P<prefix>[(\[])\s?(?P<core>{SIMPLE})\s?(?P<suffix>[)\]][.:]?)(?![,;])")
"""(a) (iv) (12) (aa) [1] ( i )"""
HALF = re.compile(rf"(?P<core>{SIMPLE})\s?(?P<suffix>\.?\))(?![,;])")
"""a) iv) 12) 1.)"""
POINTED = re.compile(
    rf"(?P<core>{SIMPLE})(?P<suffix>\.[-:–]?|[:º°ª]\.?|\s?[-–](?=\s))(?=\s|$|[A-ZÁÉÍÓÚÄÖÜ“\"‘'(][\w“\"-]{{2,}}|[A-Z]\s)"
)
"""a. iv. 12. 1.In-patient 5º"""
BARE = re.compile(rf"(?P<core>{NUMBER}[a-z]?|[IVXL]{{1,8}}|[ivx]{{1,5}}|[A-Za-z])(?=\s|$|\()")
"""3 Benefits | 9a | ii | XXXVIII | b: a label only where type or space says so."""

HANGUL_ORDER = "가나다라마바사아자차카타파하"
CHINESE = {c: n for n, c in enumerate("零一二三四五六七八九")} | {"〇": 0}
CHINESE_UNITS = {"十": 10, "百": 100, "千": 1000}
INSERTED = {"bis": 1, "ter": 2, "quater": 3}
"""The place of an inserted article behind the one whose number it shares; 제2조의2 is the first, too."""


class Form(Record, frozen=True):
    """One way to read a label. ``core`` names the way of counting ("roman", "d.d", "section:d"); ``value`` is the place in it,
    part by part.

    Two labels can stand in one list only if their cores are the same; ``upper``, ``prefix`` and ``suffix`` are then compared
    softly.
    """

    core: str
    value: tuple[int, ...]
    style: LabelStyle
    upper: bool = False

    @property
    def dotted(self) -> bool:
        """Whether the label itself names its parent: 4.1 is under 4."""
        return len(self.value) > 1 and "." in self.core


class Found(Record, frozen=True):
    """A label-like beginning: where it ends in the text, how it is written, and its possible readings.

    ``name`` is the word before the number, lower case ("section"), "" without one; ``bare`` says that nothing but digits or
    letters marks it.
    """

    printed: str
    normal: str
    end: int
    prefix: str
    suffix: str
    name: str
    bare: bool
    forms: tuple[Form, ...]


def find_label(text: str, start: int = 0) -> Found | None:
    """The label at ``text[start:]``, or None. ``end`` of the result indexes ``text``."""
    for reader in (_named, _east_asian, _dotted, _bracketed, _plain):
        found = reader(text, start)
        if found is not None:
            return found
    return None


def find_bare(text: str, start: int = 0) -> Found | None:
    """A number or capital without any mark, for where type or a gap says that it is a label."""
    match = BARE.match(text, start)
    return _found(match, bare=True) if match else None


def _named(text: str, start: int) -> Found | None:
    match = NAMED.match(text, start)
    if not match:
        return None
    name = match["name"].lower().rstrip(".").replace("§§", "§")
    forms = tuple(
        Form(f"{name}:{f.core}", f.value, f.style if f.dotted else LabelStyle.WORD, f.upper) for f in _forms(match["core"])
    )
    return _found(match, name=name, forms=forms)


def _east_asian(text: str, start: int) -> Found | None:
    match = EAST_ASIAN.match(text, start)
    if match:
        number = _chinese(match["core"])
        sub = int(match["sub"]) if match["sub"] else 0
        form = Form(f"{match['unit']}:d", (number, sub - 1) if sub > 1 else (number,), LabelStyle.EAST_ASIAN)
        normal = f"{number}-{sub}" if sub else str(number)
        return Found(match[0], normal, match.end(), match["name"], match["unit"], match["unit"], False, (form,))
    match = CIRCLED.match(text, start)
    if match:
        number = ord(match["core"]) - ord("①") + 1
        return Found(match[0], str(number), match.end(), "", "", "", False, (Form("circled", (number,), LabelStyle.CIRCLED),))
    match = HANGUL.match(text, start)
    if match:
        form = Form("hangul", (HANGUL_ORDER.index(match["core"]) + 1,), LabelStyle.EAST_ASIAN)
        return Found(match[0], match["core"], match.end(), "", ".", "", False, (form,))
    return None


def _dotted(text: str, start: int) -> Found | None:
    match = DOTTED_LABEL.match(text, start) or LETTER_UNDER_NUMBER.match(text, start)
    return _found(match) if match else None


def _bracketed(text: str, start: int) -> Found | None:
    match = BRACKETED.match(text, start)
    return _found(match) if match else None


def _plain(text: str, start: int) -> Found | None:
    match = HALF.match(text, start) or LETTERED.match(text, start) or POINTED.match(text, start)
    return _found(match) if match else None


def _found(match: re.Match[str], *, name: str = "", bare: bool = False, forms: tuple[Form, ...] = ()) -> Found | None:
    groups = match.groupdict()
    core = match["core"]
    readings = forms or _forms(core)
    if not readings:
        return None
    suffix = (groups.get("suffix") or "").strip()
    return Found(match[0].strip(), core, match.end(), groups.get("prefix") or "", suffix, name, bare, readings)


@lru_cache(maxsize=4096)
def _forms(core: str) -> tuple[Form, ...]:
    return tuple(_readings(core))


def _readings(core: str) -> Iterator[Form]:
    if "." in core:
        yield from _dotted_readings(core)
    elif core[0].isdigit():
        digits = re.match(r"\d+", core)
        if digits:
            number, rest = int(digits[0]), core[digits.end() :]
            sub = INSERTED.get(rest) or _letters_value(rest)
            yield Form("d", (number, sub) if sub else (number,), LabelStyle.DECIMAL)
    elif core[-1].isdigit():
        yield Form(f"{core[0]}d", (int(core[1:]),), LabelStyle.DECIMAL, True)
    else:
        yield from _letter_readings(core)


def _dotted_readings(core: str) -> Iterator[Form]:
    parts = [p for p in re.split(r"\.|(?<=\d)(?=[A-Za-z])", core) if p]  # behind a name either case may stand: "Art. 1.2A"
    first = _letters_value(parts[0]) if parts[0].isalpha() else int(parts[0])
    kinds = ["A" if parts[0].isalpha() else "d"]
    values = [first]
    for part in parts[1:]:
        kinds.append("a" if part.isalpha() else "d")
        values.append(_letters_value(part) if part.isalpha() else int(part))
    yield Form(".".join(kinds), tuple(values), LabelStyle.DECIMAL)


def _letter_readings(core: str) -> Iterator[Form]:
    upper = core[0].isupper()
    lower = core.lower()
    if ROMAN.match(lower):
        style = LabelStyle.UPPER_ROMAN if upper else LabelStyle.LOWER_ROMAN
        yield Form("roman", (roman_value(lower),), style, upper)
    if len(lower) == 1 or (len(lower) == 2 and lower[0] == lower[1]):
        style = LabelStyle.UPPER_ALPHA if upper else LabelStyle.LOWER_ALPHA
        if len(lower) == 2:  # the first of a list aa, bb, cc inside one of single letters, as well as the 27th behind z
            yield Form("double", (ord(lower[0]) - ord("a") + 1,), style, upper)
        yield Form("alpha", (ord(lower[0]) - ord("a") + 1 + 26 * (len(lower) - 1),), style, upper)


def _letters_value(letters: str) -> int:
    """The place of a letter in the alphabet, whatever its case: a is 1, AA is 27, "" is 0."""
    return ord(letters[0].lower()) - ord("a") + 1 + 26 * (len(letters) - 1) if letters else 0


def roman_value(lower: str) -> int:
    """The number that a well-formed lower-case roman numeral stands for."""
    values = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
    total = 0
    for sign, following in zip(lower, [*lower[1:], ""], strict=True):
        value = values[sign]
        total += -value if following and values[following] > value else value
    return total


def _chinese(text: str) -> int:
    if text.isdigit():
        return int(text)
    total = digit = 0
    for sign in text:
        if sign in CHINESE_UNITS:
            total += max(digit, 1) * CHINESE_UNITS[sign]
            digit = 0
        else:
            digit = CHINESE[sign]
    return total + digit
