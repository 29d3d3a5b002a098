"""Words across lines: how the pieces of a text are joined, counted and compared.

A line break becomes a space, a paragraph break a newline; pieces of one row are joined with a space. A word hyphenated at a line
end is joined where the document itself shows the joined word or shows no other, and keeps its hyphen where the document shows it
hyphenated inside a line; "pre-" before "and" is no broken word. Nothing here changes a word that stands inside a line, and every
character of a woven text is known by the line and the place in it from which it comes.
"""

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from itertools import zip_longest
from weakref import ReferenceType, ref

from pipeline.model import Document, Line, Record, Span

ORDERS = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]+")
"""What a terminal may take for an order: control characters, line ends among them, and what turns the text behind it round."""
WORD = re.compile(r"[^\W_]+(?:-[^\W_]+)*")
BROKEN = re.compile(r"(?<![^\W_])([^\W\d_]+(?:-[^\W\d_]+)*)-$")
"""A word cut at a line end: "the main-" (group 1: "main")."""
NEXT_WORD = re.compile(r"[^\W\d_]+")
NOT_LETTERS = re.compile(r"[\W_]+")
NO_LETTERS_OF_ASCII = bytes(code for code in range(128) if not chr(code).isalnum())
MARK = re.compile(r"\d{1,3}|[*†‡]{1,3}")
MARK_OPENS, MARK_CLOSES = "[^", "]"
MARK_SIZE = 0.8
"""Share of the size of its line that a footnote mark stays below: they are set at 0.5 to 0.7."""
MARK_RAISED = 0.15
"""Share of the size of its line by which a footnote mark's foot is raised at least: 0.3 to 0.6 in the documents seen."""
FOOTNOTE_MARK = re.compile(r"\[\^(\w+)\]")
"""A footnote mark as texts carry it: "5,000[^2]"."""
HYPHEN_AFTER_LETTER = re.compile(r"(?<=[^\W\d_])-")
HYPHENS = re.compile(r"[\ufffe\x02\u00ad\u2010\u2011]")
"""What stands for a hyphen: PDFium's signs at a line end, the soft, the typographic and the unbreakable one."""
UNSPACED = re.compile(r"[\u3001-\u30ff\u3400-\u9fff\uf900-\ufaff\uff01-\uff5e]")
"""Chinese and Japanese letters and stops, between which a line break is nothing at all; Korean sets words apart."""
BULLETS = frozenset("•▪■●○◦‣➢➤✓✔▶")
"""Signs that begin an item of a list without labels, and so a paragraph. A dash may go on with a sentence."""
BULLET = re.compile(r"^(?:[•▪■●○◦‣➢➤✓✔▶□❑❖]|o(?=\s+[A-Z]))\s*")
"""A sign before words, an "o" from a font of signs among them: "❑ Claims", "o Claims". No: "of Claims"."""
SYMBOLS = str.maketrans(
    {
        0xF0B7: "•",
        0xF0A7: "▪",
        0xF06E: "■",
        0xF06F: "□",
        0xF071: "❑",
        0xF076: "❖",
        0xF0D8: "➢",
        0xF0E0: "→",
        0xF0FC: "✓",
        0xF0FE: "☑",
    }
)
"""What list marks of the Symbol and Wingdings fonts show, which stand in text layers under private code points."""
SYMBOL = re.compile(r"[\uf06e-\uf0fe]")
SUSPENDING = frozenset({"and", "or", "to", "und", "oder", "bzw", "bis", "et", "ou", "y", "o", "e", "of", "en"})
"""Words behind a hyphen that stands for a part left out: "pre- and post-hospitalisation", "Personen- und Sachschäden"."""

HANGUL_WORD = re.compile(r"(?<!\S)[\uac00-\ud7a3]+(?=[.,]?(?!\S))")
HANGUL_ENDS, HANGUL_BEGINS = re.compile(r"[\uac00-\ud7a3]+$"), re.compile(r"[\uac00-\ud7a3]+")
PARTICLES = frozenset({"을", "를", "은", "는", "의", "에", "에서", "에게", "로", "으로", "써", "와", "과", "야", "여야"})
"""What Korean sets behind a word without a space; one that a document also shows as a word of its own proves nothing."""
PROOFS, PROVEN_SHARE = 3, 0.1
"""How many line ends, and which share of all, must part words that the document shows whole before it counts as one that does."""


class Lexicon(Record, frozen=True):
    """The words that a document shows inside its lines, lower case: whole ones, and those with a hyphen.

    ``hangul`` are the Korean ones of a document that parts them at line ends, ``openings`` their beginnings of two letters and
    more; both are empty where lines end between words.
    """

    words: frozenset[str]
    hyphenated: frozenset[str]
    hangul: frozenset[str] = frozenset()
    openings: frozenset[str] = frozenset()


class Opening(StrEnum):
    """How a span follows the one before: as the page has it; with a new line where it begins a row; run on in any case."""

    FLOW = "flow"
    NEW = "new"
    RUN_ON = "run_on"


class Strand(Record, frozen=True):
    """``text[start:end]`` of a woven text is the words of ``span``, character for character."""

    start: int
    end: int
    span: Span

    def part(self, start: int, end: int) -> Span:
        """The piece of the line behind what this strand has of ``text[start:end]``."""
        ahead, behind = max(0, start - self.start), max(0, self.end - end)
        return Span(self.span.line_id, self.span.start + ahead, self.span.end - behind) if ahead or behind else self.span


class Woven(Record, frozen=True):
    """A text, and of what pieces of lines it is made, in order."""

    text: str
    strands: tuple[Strand, ...]

    def between(self, start: int, end: int) -> tuple[Span, ...]:
        """The pieces of lines of which ``text[start:end]`` is made, in order."""
        touched = (strand for strand in self.strands if strand.start < end and strand.end > start)
        return tuple(strand.part(start, end) for strand in touched)


_latest: list[tuple[ReferenceType[Document], Lexicon]] = []
"""The lexicon made last, and of which document: three stages and the store ask for the same one, and it takes as long as PDFium
takes for forty pages.
"""


def make_lexicon(document: Document) -> Lexicon:
    """All words of the document that stand inside a line, not cut at its end."""
    for known, lexicon in _latest:
        if known() is document:
            return lexicon
    lexicon = _find_lexicon(document)
    _latest[:] = [(ref(document), lexicon)]
    return lexicon


def _find_lexicon(document: Document) -> Lexicon:
    shown = set("\n".join([line.text for page in document.pages for line in page.lines]).lower().split())
    # figures are never asked for, and a document of charts shows 30,000
    words = set(WORD.findall("\n".join([text for text in shown if not text.replace(",", "").isdecimal()])))
    hyphenated = frozenset(word for word in words if "-" in word)
    return Lexicon(frozenset(words - hyphenated), hyphenated, *_find_hangul(document))


def _find_hangul(document: Document) -> tuple[frozenset[str], frozenset[str]]:
    """The Korean words inside lines and how they begin, where the document parts words at line ends."""
    breaks: list[tuple[str, str]] = []
    inside: set[str] = set()
    for page in document.pages:
        if page.text.isascii():
            continue
        for line, after in zip_longest(page.lines, page.lines[1:]):
            if line.text.isascii():
                continue
            inside.update(HANGUL_WORD.findall(line.text, line.text.find(" ") + 1, max(0, line.text.rfind(" "))))
            ends = HANGUL_ENDS.search(line.text)
            begins = HANGUL_BEGINS.match(after.text) if after is not None and not after.paragraph else None
            if ends and begins:
                breaks.append((ends[0], begins[0]))
    proofs = sum(first + second in inside and not (first in inside and second in inside) for first, second in breaks)
    if proofs < max(PROOFS, PROVEN_SHARE * len(breaks)):
        return frozenset(), frozenset()
    return frozenset(inside), frozenset(word[:length] for word in inside for length in range(2, len(word) + 1))


def _is_parted(first: str, second: str, lexicon: Lexicon) -> bool:
    """Whether two runs of Korean letters around a line end are one word: the document shows it, or only one that begins so."""
    if first + second in lexicon.hangul:
        return True
    if second in lexicon.hangul:
        return False
    return second in PARTICLES or (first not in lexicon.hangul and first + second[0] in lexicon.openings)


def join_lines(texts: Iterable[tuple[str, bool]], lexicon: Lexicon) -> str:
    """One text from ``(words of a line, whether a paragraph begins there)`` in order."""
    parts: list[str] = []
    for given, paragraph in texts:
        words = given.strip()
        if not words:
            continue
        if parts:
            glue, drop = ("\n", 0) if paragraph else _line_break(parts[-1], words, lexicon)
            parts[-1] = parts[-1][: len(parts[-1]) - drop] + glue
        parts.append(words)
    return "".join(parts)


def join_spans(spans: Iterable[Span], lines: Mapping[str, Line], lexicon: Lexicon) -> str:
    """The words of ``spans`` as one text. A span that begins inside a line begins no paragraph."""
    return weave(((span, Opening.FLOW) for span in spans), lines, lexicon).text


def weave(spans: Iterable[tuple[Span, Opening]], lines: Mapping[str, Line], lexicon: Lexicon) -> Woven:
    """The words of ``spans`` as one text that knows where each piece comes from; spans of white space alone are left out."""
    parts: list[str] = []
    strands: list[Strand] = []
    length = 0
    before: tuple[Line, Span] | None = None
    for line, span, opening, is_mark in _pieces(spans, lines):
        if before is not None:
            glue, drop = ("", 0) if is_mark else _glue(*before, line, span, opening, lexicon)
            if drop:
                length -= drop
                parts[-1] = parts[-1][:-drop]
                strands[-1] = _shortened(strands[-1], drop)
            parts.append(glue)
            length += len(glue)
        words = line.text[span.start : span.end]
        at = length + len(MARK_OPENS) if is_mark else length
        parts.append(f"{MARK_OPENS}{words}{MARK_CLOSES}" if is_mark else words)
        strands.append(Strand(at, at + len(words), span))
        length += len(parts[-1])
        before = line, span
    return Woven("".join(parts), tuple(strands))


def join_title(spans: Iterable[Span], lines: Mapping[str, Line], lexicon: Lexicon) -> str:
    """The words of a title in one line: of words hyphenated at a line end as of those of a text."""
    return " ".join(weave(((span, Opening.RUN_ON) for span in spans), lines, lexicon).text.split())


def find_raised(line: Line) -> list[tuple[int, int]]:
    """The stretches of a line behind its first that are set small and raised, white space at their ends left out."""
    if len(line.runs) < 2 or line.rotation:
        return []
    tall = line.size
    small = (run for run in line.runs[1:] if run.size < MARK_SIZE * tall and line.bbox[3] - run.bbox[3] > MARK_RAISED * tall)
    spans = (_trimmed(Span(line.id, run.start, run.end), line.text) for run in small)
    return [(span.start, span.end) for span in spans if span.start < span.end]


def find_marks(line: Line) -> list[tuple[int, int]]:
    """The stretches of a line that are footnote marks: small raised figures or signs behind other words."""
    return [(start, end) for start, end in find_raised(line) if MARK.fullmatch(line.text, start, end)]


def write_marks(line: Line) -> str:
    """The text of a line with its footnote marks as texts carry them: "5,000[^2] a day" where the line has "5,000 2 a day"."""
    text, at = "", 0
    for start, end in find_marks(line):
        text += f"{line.text[at:start].rstrip()}{MARK_OPENS}{line.text[start:end]}{MARK_CLOSES}"
        at = end
    return text + line.text[at:]


_Part = tuple[Line, Span, Opening, bool]
"""A stretch of a line without white space at its ends, how it follows, and whether it is a footnote mark."""


def _pieces(spans: Iterable[tuple[Span, Opening]], lines: Mapping[str, Line]) -> Iterator[_Part]:
    """The spans without white space at their ends, each divided where a footnote mark stands in it."""
    for given, opening in spans:
        line = lines[given.line_id]
        marks = find_marks(line) if len(line.runs) > 1 else ()
        at = given.start
        for start, end in marks:
            if at <= start and end <= given.end:
                ahead = _trimmed(Span(given.line_id, at, start), line.text)
                if ahead.start < ahead.end:
                    yield line, ahead, opening, False
                yield line, Span(given.line_id, start, end), opening, True
                at = end
        rest = _trimmed(Span(given.line_id, at, given.end) if at != given.start else given, line.text)
        if rest.start < rest.end:
            yield line, rest, opening, False


def _trimmed(span: Span, text: str) -> Span:
    words = text[span.start : span.end]
    if words and not words[0].isspace() and not words[-1].isspace():
        return span
    start = span.start + len(words) - len(words.lstrip())
    return Span(span.line_id, start, max(start, span.start + len(words.rstrip())))


def _shortened(strand: Strand, drop: int) -> Strand:
    span = strand.span
    return Strand(strand.start, strand.end - drop, Span(span.line_id, span.start, span.end - drop))


def _glue(first: Line, before: Span, second: Line, after: Span, opening: Opening, lexicon: Lexicon) -> tuple[str, int]:
    """What stands between two spans, and how many characters of the first one fall away (a hyphen: 1)."""
    if first is second and after.start >= before.end:
        return (" " if after.start > before.end else ""), 0
    if first.row == second.row and first.page == second.page:
        return " ", 0
    breaks = opening is Opening.NEW or (opening is Opening.FLOW and (second.paragraph or second.text[after.start] in BULLETS))
    if breaks and not (after.start and second.text[: after.start].strip()):
        return "\n", 0
    if before.end < len(first.text) and first.text[before.end :].strip():
        return " ", 0
    return _line_break(first.text[before.start : before.end], second.text[after.start : after.end], lexicon)


def _line_break(before: str, after: str, lexicon: Lexicon) -> tuple[str, int]:
    if lexicon.hangul and (ends := HANGUL_ENDS.search(before)) and (begins := HANGUL_BEGINS.match(after)):
        return ("" if _is_parted(ends[0], begins[0], lexicon) else " "), 0
    if not before.endswith("-"):
        return ("" if UNSPACED.match(before[-1]) and UNSPACED.match(after) else " "), 0
    cut, onward = BROKEN.search(before), NEXT_WORD.match(after)
    if not (cut and onward):
        return " ", 0
    first, second = cut[1].lower(), onward[0].lower()
    whole, kept = first + second, f"{first}-{second}"
    if second in SUSPENDING and whole not in lexicon.words:
        return " ", 0
    if onward[0][0].isupper() or (kept in lexicon.hyphenated and whole not in lexicon.words):
        return "", 0
    return "", 1


def squeeze(text: str) -> str:
    """Letters and digits alone, lower case: what is left when spacing, hyphens and quotes don't count."""
    return NOT_LETTERS.sub("", text).casefold()


def bare(text: str) -> str:
    """``text`` as it is compared with a page: white space, hyphens behind a letter and the brackets of footnote marks left out.

    Ligatures and other forms of one letter count as the letter (NFKC); what PDFium gives for a hyphen at a line end counts as one.
    """
    if HYPHENS.search(text):
        text = HYPHENS.sub("-", text)
    if SYMBOL.search(text):
        text = text.translate(SYMBOLS)
    if not unicodedata.is_normalized("NFKC", text):
        text = HYPHENS.sub("-", unicodedata.normalize("NFKC", text))
    if "[^" in text:
        text = FOOTNOTE_MARK.sub(r"\1", text)
    joined = "".join(text.split())
    return HYPHEN_AFTER_LETTER.sub("", joined) if "-" in joined else joined


def count_letters(text: str) -> int:
    """How many letters and digits ``text`` has: the unit of the ledger."""
    # a twentieth of the time of the pattern, and most pages are ASCII
    return len(text.encode().translate(None, NO_LETTERS_OF_ASCII)) if text.isascii() else len(NOT_LETTERS.sub("", text))


def hash_words(text: str) -> str:
    """SHA-256 (hex) of ``text`` with white space collapsed: what ``content_hash`` holds, so that it survives new line breaks."""
    return hashlib.sha256(" ".join(text.split()).encode()).hexdigest()
