"""The names of chunks: ids that change with every byte of the file, keys that survive a new version of it.

A key is `<family>/<what>#<part>`; one that is taken already gets `~2`, `~3`, ... ahead of its part.
"""

import re
from collections.abc import Iterable, Iterator

HASH_DIGITS = 12
PARAGRAPH_DIGITS = 8
SLUG_LENGTH = 60
"""Characters of a slug: a caption or a row label of more than that is told apart by `~2` where need be."""
NOT_WORD = re.compile(r"[\W_]+")


def make_id(sha256: str, index: int) -> str:
    """The id of the chunk at ``index``: `0123456789ab-17`."""
    return f"{sha256[:HASH_DIGITS]}-{index}"


def make_slug(text: str, *, otherwise: str) -> str:
    """``text`` in lower case, words joined with hyphens: `plan-a-room-rent`; ``otherwise`` where it has no words."""
    slug = NOT_WORD.sub("-", text.lower()).strip("-")
    return slug[:SLUG_LENGTH].rstrip("-") or otherwise


def make_paragraph_id(content_hash: str) -> str:
    """What stands for a clause id where a document has no headings: `para-1a2b3c4d`."""
    return f"para-{content_hash[:PARAGRAPH_DIGITS]}"


def make_keys(family: str, names: Iterable[tuple[str, int]]) -> Iterator[str]:
    """The keys of chunks, given ``(what, part)`` of each in order; no two alike."""
    taken: set[str] = set()
    for name, part in names:
        key, times = f"{family}/{name}#{part}", 1
        while key in taken:
            times += 1
            key = f"{family}/{name}~{times}#{part}"
        taken.add(key)
        yield key


def make_embed_text(label: str, context: str, text: str) -> str:
    """What is embedded, searched and shown to a model: label, context where there is one, text, a line each."""
    return "\n".join(piece for piece in (label, context, text) if piece)
