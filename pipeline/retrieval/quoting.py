r"""Text of a document inside a prompt, so that it cannot be taken for part of the prompt: every change is seen and can be undone.

A backslash stands ahead of what would otherwise read as structure: at the beginning of a line, a rule of signs ("---"), a number in
brackets ("[2]"), "Question:" and the other words that part a prompt; anywhere, what would open a tag or a turn of a conversation
("<\/excerpt>", "<\|im_end|>"). Signs that are not seen (control characters, those that turn the direction of writing, invisible
tags) are shown by their number: "\{U+0007}". A backslash of the text itself is doubled. All other text is left as it is. This takes
the form away from hostile text, not its words: that they are no instructions is said in the system message.
"""

import re
import unicodedata

SPACES_OF_TEXT = frozenset("\n\t")
JOINERS = frozenset("\u00ad\u061c\u200c\u200d\u200e\u200f")
"""Signs without a shape of their own that writing needs: joiners, the soft hyphen, marks of direction for one letter."""
UNSEEN = frozenset(("Cc", "Cf", "Cs", "Zl", "Zp"))
"""Categories of characters that are not seen."""
OPENS = re.compile(r"(?<=<)(?=[A-Za-z/!?|｜])|(?<=\[)(?=/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\])")
"""Behind what opens a tag, or a turn of a conversation: "<", ahead of "/excerpt>" or "|im_start|>"; "[", ahead of "INST]"."""
STRUCTURE = re.compile(
    r"(?:[-‐-―_*=~#]{3,}\s*$|\[\d+\]"
    r"|(?:question|answer|source excerpts|system|developer|user|human|assistant|tool)\s*:|no matching chunks were found\b)",
    re.IGNORECASE,
)
"""The beginning of a line that reads as structure: "---", "[2] x.pdf#chunk-3", "Question:", "system:"."""
ESCAPED = re.compile(r"\\(?:\{U\+(?P<number>[0-9A-F]{4,6})\}|(?P<sign>.))", re.DOTALL)


def quote(text: str) -> str:
    """``text`` with nothing in it that reads as structure of a prompt, line by line."""
    return "\n".join(map(_quote_line, text.split("\n")))


def quote_words(text: str) -> str:
    """``text`` in one line, white space collapsed, for the middle of a line."""
    return _quote_signs(" ".join(text.split()))


def unquote(quoted: str) -> str:
    """The text of which ``quoted`` was made."""
    return ESCAPED.sub(lambda found: chr(int(found["number"], 16)) if found["number"] else found["sign"], quoted)


def _quote_line(line: str) -> str:
    quoted = _quote_signs(line)
    blank = len(quoted) - len(quoted.lstrip())
    if STRUCTURE.match(unicodedata.normalize("NFKC", quoted[blank:])):  # full-width brackets look like others
        return f"{quoted[:blank]}\\{quoted[blank:]}"
    return quoted


def _quote_signs(text: str) -> str:
    doubled = text.replace("\\", "\\\\")
    if not doubled.isprintable():
        doubled = "".join(map(_show, doubled))
    return OPENS.sub(r"\\", doubled)


def _show(character: str) -> str:
    """A character, or its number where it is not seen."""
    if character in SPACES_OF_TEXT or character in JOINERS or unicodedata.category(character) not in UNSEEN:
        return character
    return f"\\{{U+{ord(character):04X}}}"
