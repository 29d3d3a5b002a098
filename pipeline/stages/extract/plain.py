"""Markdown and plain text -> one page of lines, like a page of a PDF, so that the stages behind it need not know the difference.

The page is laid out as on a typewriter: six points a character, twelve points a row; a line stands as far in as its leading spaces.
Only what this layout says is made up; provenance of such documents goes by character span.

Markdown: `#` marks, `**` and backslash escapes are markup and no words; a heading is a bold line with the run font "h1" to "h6".
Everything else stays as written: list marks, tables, fenced code. Lines that must not flow into the line before (list items, table
rows, code, what follows a blank line) begin a paragraph. Never guesses an encoding: what is not UTF-8 is refused.
"""

import re
import unicodedata

from pipeline.errors import WrongEncoding
from pipeline.model import Document, Finding, Identity, Line, Page, Run, Severity, SourceKind, Stage
from pipeline.wording import count_letters

CHARACTER, ROW, SIZE, TAB = 6.0, 12.0, 10.0, 4
HEADING_STEP, LEAST_HEADING = 2.0, 7
"""Points a character, points a row, type size in points, characters to a tab stop: about a typewriter's pitch."""
LEAST_WIDTH, LEAST_HEIGHT = 595.0, 842.0
"""Points: no page is smaller than A4."""

HEADING = re.compile(r"^ {0,3}(?P<marks>#{1,6})(?:[ \t]+(?P<words>.*?))?(?:[ \t]+#+)?[ \t]*$")
"""Matches "# Title", "## 4 Exclusions ##"; not "#4", not "    # in a code block"."""
FENCE = re.compile(r"^ {0,3}(?P<fence>`{3,}|~{3,})")
"""Matches "```", "~~~ python"."""
OWN_LINE = re.compile(r"^(?:[-*+•]\s|\||>|(?:\d{1,9}|[A-Za-z]|[ivxlcIVXLC]+)[.)]\s|\([^\s()]{1,6}\)\s)")
"""Matches what begins a list item, a table row or a quotation: "- x", "| x", "4. x", "(iv) x"; not "-x", not "and. x"."""
BOLD = re.compile(r"(?P<marks>\*\*|__)(?=\S)(?P<words>.+?)(?<=\S)(?P=marks)")
"""Matches "**4.1 Scope**"; not "2 ** 3"."""
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
"""Matches "1\\.", "\\*"; not "\\d"."""


def extract_plain(content: bytes, identity: Identity) -> Document:
    """The document as one page. Raises WrongEncoding with line and byte."""
    text = decode(content, identity.source)
    read = _read_markdown if identity.kind is SourceKind.MARKDOWN else _read_text
    lines = tuple(line for line in read(text))
    width = max((line.bbox[2] for line in lines), default=0.0)
    height = max((line.bbox[3] for line in lines), default=0.0)
    page = Page(1, "1", max(width, LEAST_WIDTH), max(height, LEAST_HEIGHT), lines, letters=count_letters(text))
    empty = Finding("TXT002", Severity.WARNING, Stage.EXTRACT, f"{identity.source} has no text", 1)
    return Document(identity, (page,), findings=() if page.letters else (empty,))


def find_title(content: bytes, source: str) -> str:
    """The words of the first `# ` heading of a Markdown file; "" where it has none."""
    lines = _read_markdown(decode(content, source))
    return next((line.text for line in lines if line.runs and line.runs[0].font == "h1"), "")


def decode(content: bytes, source: str) -> str:
    """UTF-8 text in NFC with newlines as line ends, without byte order mark. Raises WrongEncoding."""
    try:
        text = content.decode("utf-8-sig")
        nul = content.find(b"\0")
    except UnicodeDecodeError as error:
        nul = error.start
    if nul >= 0:
        line = content.count(b"\n", 0, nul) + 1
        raise WrongEncoding(f"{source} is not UTF-8 text (line {line}, byte {nul}); save it as UTF-8")
    return unicodedata.normalize("NFC", text.replace("\r\n", "\n").replace("\r", "\n"))


def _read_text(text: str) -> list[Line]:
    lines: list[Line] = []
    blank = False
    for row, written in enumerate(text.split("\n")):
        if not written.strip():
            blank = True
            continue
        lines.append(_make_line(written, row, len(lines), paragraph=blank))
        blank = False
    return lines


def _read_markdown(text: str) -> list[Line]:
    lines: list[Line] = []
    apart, fence = False, ""
    for row, written in enumerate(text.split("\n")):
        mark = FENCE.match(written)
        heading = None if fence or mark else HEADING.match(written)
        if not written.strip() or (heading and not heading["words"]):
            apart = True
        elif heading:
            lines.append(_make_line(heading["words"], row, len(lines), paragraph=True, font=f"h{len(heading['marks'])}"))
            apart = True
        elif fence or mark:
            lines.append(_make_line(written, row, len(lines), paragraph=True, font="code"))
            fence, apart = _next_fence(fence, mark["fence"] if mark else ""), True
        else:
            lines.append(_make_line(written, row, len(lines), paragraph=apart, font="markdown"))
            apart = False
    return lines


def _next_fence(opened: str, mark: str) -> str:
    """The fence that is open behind a line: a mark opens one, and the same mark or a longer one closes it."""
    if not opened:
        return mark
    return "" if mark.startswith(opened) else opened


def _make_line(written: str, row: int, index: int, *, paragraph: bool, font: str = "text") -> Line:
    """The line ``written`` in source row ``row`` (from 0), as the ``index``-th line of the page."""
    expanded = written.expandtabs(TAB)
    x0 = CHARACTER * (len(expanded) - len(expanded.lstrip()))
    plain = " ".join(expanded.split()) if font == "markdown" else expanded.strip()
    pieces = [(plain, False)] if font in ("text", "code") else _styled(plain)
    text = "".join(words for words, _ in pieces)
    top = ROW * row
    size = SIZE + HEADING_STEP * (LEAST_HEADING - int(font[1])) if font.startswith("h") else SIZE
    runs: list[Run] = []
    at = 0
    for words, bold in pieces:
        end = at + len(words)
        box = (x0 + CHARACTER * at, top, x0 + CHARACTER * end, top + SIZE)
        runs.append(Run(at, end, font, size, bold or font.startswith("h"), False, box))
        at = end
    edges = tuple((x0 + CHARACTER * word.start(), x0 + CHARACTER * word.end()) for word in re.finditer(r"\S+", text))
    bbox = (x0, top, x0 + CHARACTER * len(text), top + SIZE)
    return Line(f"p1.l{index:03d}", 1, bbox, text, tuple(runs), edges, index, paragraph=paragraph or bool(OWN_LINE.match(text)))


def _styled(marked: str) -> list[tuple[str, bool]]:
    """The words without markup, as pieces that are bold or not; none is empty."""
    pieces: list[tuple[str, bool]] = []
    at = 0
    for bold in BOLD.finditer(marked):
        pieces += [(marked[at : bold.start()], False), (bold["words"], True)]
        at = bold.end()
    pieces.append((marked[at:], False))
    return [(ESCAPED.sub(r"\1", words), is_bold) for words, is_bold in pieces if words]
