"""Cutting a text that is too long: at paragraphs, then at sentences, then, in a sentence longer than a part, at words.

A part is filled sentence by sentence. It ends early where the next paragraph fits into a part of its own and this part holds
enough already. The next part repeats the last sentences of the one before, as many as fit in the overlap; behind a cut inside a
sentence it repeats words. So a sentence no longer than the overlap always stands whole in one part.
Every part is a stretch of the text: nothing is left out, nothing put in.
"""

import re
from collections.abc import Sequence

import msgspec

from pipeline.config.settings import ChunkSettings
from pipeline.model import Record
from pipeline.stages.chunks.sentences import Extent, find_sentences
from pipeline.stages.chunks.tokens import Counter

WORD = re.compile(r"\S+")


class Cut(Record, frozen=True):
    """A part, ``text[start:end]``; its first ``overlap`` characters repeat the one before. ``inside``: it begins in a sentence."""

    start: int
    end: int
    overlap: int = 0
    inside: bool = False


class Atom(Record, frozen=True):
    """What is not cut further: a sentence, or a word of one that is too long. ``cost`` in tokens, with the white space ahead.

    ``paragraph`` is what the whole paragraph costs where the atom opens one, else 0.
    """

    start: int
    end: int
    cost: int
    is_word: bool
    paragraph: int = 0


class _Ribbon(Record, frozen=True):
    """A text to cut, and by what measure."""

    text: str
    atoms: tuple[Atom, ...]
    settings: ChunkSettings
    count: Counter


def cut_text(text: str, settings: ChunkSettings, count: Counter) -> list[Cut]:
    """``text`` in parts of at most ``settings.size`` tokens, in order; one part where it fits, none of white space alone."""
    if count(text) <= settings.size:
        return [Cut(0, len(text))] if text.strip() else []
    ribbon = _Ribbon(text, tuple(_with_paragraphs(text, _make_atoms(text, settings, count))), settings, count)
    atoms, cuts, first = ribbon.atoms, list[Cut](), 0
    while first < len(atoms):
        start = _overlap_start(ribbon, first)
        behind = _fill(ribbon, first, start)
        overlap = max(0, atoms[first - 1].end - start) if first else 0
        cuts.append(Cut(start, atoms[behind - 1].end, overlap, first > 0 and _is_inside(atoms, first)))
        first = behind
    return cuts


def _make_atoms(text: str, settings: ChunkSettings, count: Counter) -> list[Atom]:
    atoms: list[Atom] = []
    behind = 0
    for start, end in find_sentences(text, frozenset(settings.abbreviations)):
        cost = count(text[behind:end])
        if cost <= settings.size:
            atoms.append(Atom(start, end, cost, False))
        else:
            atoms.extend(_words(text, behind, (start, end), settings.size, count))
        behind = end
    return atoms


def _words(text: str, behind: int, sentence: Extent, size: int, count: Counter) -> list[Atom]:
    """The words of a sentence; one that alone is too long (a script without spaces, a row of signs) letter by letter."""
    atoms: list[Atom] = []
    for found in WORD.finditer(text, *sentence):
        start, end = found.span()
        cost = count(text[behind:end])
        if cost <= size:
            atoms.append(Atom(start, end, cost, True))
        else:
            atoms.extend(Atom(at, at + 1, count(text[at]), True) for at in range(start, end))
        behind = end
    return atoms


def _with_paragraphs(text: str, atoms: Sequence[Atom]) -> list[Atom]:
    """The atoms, the first of each paragraph with what the whole of it costs."""
    costs = [0] * len(atoms)
    opener = 0
    for at, atom in enumerate(atoms):
        if at and "\n" in text[atoms[at - 1].end : atom.start]:
            opener = at
        costs[opener] += atom.cost
    return [msgspec.structs.replace(atom, paragraph=cost) for atom, cost in zip(atoms, costs, strict=True)]


def _is_inside(atoms: Sequence[Atom], at: int) -> bool:
    """Whether a cut ahead of the atom ``at`` lies in a sentence that was too long."""
    return atoms[at - 1].is_word and atoms[at].is_word


def _overlap_start(ribbon: _Ribbon, first: int) -> int:
    """Where the part begins whose new words begin at ``first``: back over the sentences (or words) that fit in the overlap."""
    atoms = ribbon.atoms
    if not first or atoms[first - 1].is_word != _is_inside(atoms, first):
        return atoms[first].start
    end, at = atoms[first - 1].end, first
    room = min(ribbon.settings.overlap, ribbon.settings.size - atoms[first].cost)
    alike = atoms[first - 1].is_word
    while at and atoms[at - 1].is_word == alike and ribbon.count(ribbon.text[atoms[at - 1].start : end]) <= room:
        at -= 1
    return atoms[at].start


def _fill(ribbon: _Ribbon, first: int, start: int) -> int:
    """The atom behind the last one of the part that begins at character ``start`` and has its first new words in atom ``first``."""
    atoms, count, size = ribbon.atoms, ribbon.count, ribbon.settings.size
    behind = first + 1
    cost = count(ribbon.text[start : atoms[first].end])
    while behind < len(atoms) and cost + atoms[behind].cost <= size and not _ends_early(ribbon, cost, atoms[behind]):
        cost += atoms[behind].cost
        behind += 1
    while behind > first + 1 and count(ribbon.text[start : atoms[behind - 1].end]) > size:
        behind -= 1
    return behind


def _ends_early(ribbon: _Ribbon, cost: int, atom: Atom) -> bool:
    """Whether the part, at ``cost``, is left as it is so that the paragraph that ``atom`` opens stays whole."""
    settings = ribbon.settings
    does_not_fit = cost + atom.paragraph > settings.size
    fits_alone = atom.paragraph + settings.overlap <= settings.size
    return bool(atom.paragraph) and does_not_fit and fits_alone and cost >= settings.part_fill * settings.size
