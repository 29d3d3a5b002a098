"""How much ink lies in boxes of a page as drawn: the share of dark in each, whatever the colours."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from pipeline.geometry import Box

SCALE = 3.0
"""Pixels a point: a stem of small type is three wide, and a page is drawn in 30 ms."""


def measure_ink(page: Any, boxes: Sequence[Box]) -> list[float]:
    """The share of ink (0 to 1) in each box of a pypdfium2 page, its darkest or lightest place counting as full."""
    bitmap = page.render(scale=SCALE, grayscale=True)
    try:
        pixels = bytes(bitmap.buffer)
        return [_ink(pixels, bitmap.stride, (bitmap.width, bitmap.height), box) for box in boxes]
    finally:
        bitmap.close()


def _ink(pixels: bytes, stride: int, size: tuple[int, int], box: Box) -> float:
    """The share of ink in one box; its ground is the shade that most of its pixels have."""
    shades = Counter(b"".join(_rows(pixels, stride, size, box)))
    if not shades:
        return 0.0
    ground = shades.most_common(1)[0][0]
    full = max(max(shades) - ground, ground - min(shades))
    return sum(abs(shade - ground) * count for shade, count in shades.items()) / (shades.total() * full) if full else 0.0


def _rows(pixels: bytes, stride: int, size: tuple[int, int], box: Box) -> Iterator[bytes]:
    x0, top, x1, bottom = (max(0, int(edge * SCALE)) for edge in box)
    for y in range(top, min(bottom, size[1])):
        yield pixels[y * stride + x0 : y * stride + min(x1, size[0])]
