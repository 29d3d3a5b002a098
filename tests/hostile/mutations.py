"""Sound PDFs made unsound: drawn from a seed, the same bytes every time.

Half of the mutations are of the file as it stands (bytes, lengths, places, objects), the other half of what its compressed streams
hold, packed again, so that what is broken is what pages draw and fonts say and not only what a packer would notice.
"""

import random
import re
import zlib
from collections.abc import Callable, Sequence

OBJECT = re.compile(rb"(?P<head>\d+ 0 obj)(?P<body>.*?)endobj", re.DOTALL)
STREAM = re.compile(
    rb"(?P<head>/Length )(?P<length>\d+)(?P<between>[^/]{0,40}.{0,400}?>>\s*stream\r?\n)(?P<content>.*?)endstream", re.DOTALL
)
NUMBER = re.compile(rb"(?<![\w.])-?\d+(?:\.\d+)?(?![\w.])")
NAME = re.compile(rb"/[A-Z][A-Za-z0-9]+")
EXTREMES = (b"0", b"-1", b"1", b"2147483647", b"-2147483648", b"4294967296", b"99999999999999999999", b"1e38", b"0.0000001", b"nan")
MOST_FLIPS, MOST_CUT = 200, 4_000

Mutate = Callable[[bytes, random.Random], bytes]


def flip_bytes(content: bytes, draw: random.Random) -> bytes:
    """Some bytes are others."""
    changed = bytearray(content or b"%")
    for _ in range(draw.randint(1, MOST_FLIPS)):
        changed[draw.randrange(len(changed))] = draw.randrange(256)
    return bytes(changed)


def truncate(content: bytes, draw: random.Random) -> bytes:
    """The end is missing."""
    return content[: draw.randint(0, len(content))]


def cut_out(content: bytes, draw: random.Random) -> bytes:
    """A piece is missing, or stands twice, so that every place behind it has moved."""
    start = draw.randint(0, len(content))
    end = min(len(content), start + draw.randint(1, MOST_CUT))
    return content[:start] + content[start:end] * draw.choice((0, 2, 3)) + content[end:]


def swap_objects(content: bytes, draw: random.Random) -> bytes:
    """Two objects have each other's numbers."""
    objects = list(OBJECT.finditer(content))
    if len(objects) < 2:
        return flip_bytes(content, draw)
    one, other = sorted(draw.sample(objects, 2), key=lambda found: found.start())
    between = content[one.end("body") : other.start("body")]
    return content[: one.start("body")] + other["body"] + between + one["body"] + content[other.end("body") :]


def break_places(content: bytes, draw: random.Random) -> bytes:
    """The table of places is wrong, in one entry or in many."""
    start = max(content.rfind(b"xref"), 0)
    return content[:start] + _with_numbers(content[start:], draw, draw.choice((1, 5, 50)))


def lie_about_length(content: bytes, draw: random.Random) -> bytes:
    """A stream is longer or shorter than it says."""
    streams = list(STREAM.finditer(content))
    if not streams:
        return break_places(content, draw)
    found = draw.choice(streams)
    told = max(0, int(found["length"]) + draw.choice((-1_000, -7, -1, 1, 7, 1_000, 10_000_000)))
    return content[: found.start("length")] + b"%d" % told + content[found.end("length") :]


def change_numbers(content: bytes, draw: random.Random) -> bytes:
    """Numbers in the open (sizes, counts, references) are extreme ones."""
    return _with_numbers(content, draw, draw.randint(1, 20))


def change_names(content: bytes, draw: random.Random) -> bytes:
    """Names are others that the file has, too."""
    names = list(NAME.finditer(content))
    if not names:
        return flip_bytes(content, draw)
    known = [found[0] for found in names]
    return _replaced(content, draw.sample(names, min(len(names), draw.randint(1, 10))), lambda: draw.choice(known))


def inside_streams(content: bytes, draw: random.Random) -> bytes:
    """What compressed streams hold is changed in one of these ways, and packed again."""
    packed = [found for found in STREAM.finditer(content) if _unpacked(found["content"])]
    if not packed:
        return flip_bytes(content, draw)
    for found in sorted(draw.sample(packed, min(len(packed), draw.randint(1, 4))), key=lambda one: -one.start()):
        changed = draw.choice(FLAT)(_unpacked(found["content"]), draw)
        again = zlib.compress(changed, 1)
        piece = found["head"] + b"%d" % len(again) + found["between"] + again + b"\n"
        content = content[: found.start()] + piece + content[found.end("content") :]
    return content


def _unpacked(content: bytes) -> bytes:
    try:
        return zlib.decompressobj().decompress(content)
    except zlib.error:
        return b""


def _with_numbers(content: bytes, draw: random.Random, most: int) -> bytes:
    numbers = list(NUMBER.finditer(content))
    return _replaced(content, draw.sample(numbers, min(len(numbers), most)), lambda: draw.choice(EXTREMES))


def _replaced(content: bytes, places: Sequence[re.Match[bytes]], make: Callable[[], bytes]) -> bytes:
    for found in sorted(places, key=lambda one: -one.start()):
        content = content[: found.start()] + make() + content[found.end() :]
    return content


FLAT: tuple[Mutate, ...] = (flip_bytes, cut_out, change_numbers, change_names, truncate)
"""What can be done to any bytes."""
OPEN: tuple[Mutate, ...] = (*FLAT, swap_objects, break_places, lie_about_length)
"""What can be done to a file as it stands."""


def mutate(content: bytes, draw: random.Random) -> bytes:
    """``content``, changed in one to three ways."""
    for _ in range(draw.randint(1, 3)):
        content = (inside_streams if draw.random() < 0.5 else draw.choice(OPEN))(content, draw)
    return content
