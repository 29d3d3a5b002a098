"""What an index knows of words, one for each set of documents that somebody may see: what is hidden has no weight in a score.

A view holds a keyword index and the vocabulary with its vectors, and is named after the segments of its documents. Those of all
documents without tags are built with the index, others when they are first asked for; where the index cannot be written they are
built in memory. A view is written beside its place and swapped in, and its files never change.
"""

import hashlib
import os
import shutil
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pipeline.retrieval.index.keyword import Keywords, Written, build_keyword, open_keyword
from pipeline.retrieval.index.models import Models
from pipeline.retrieval.index.records import IndexedDocument, IndexRun, Unit
from pipeline.retrieval.index.segments import NAME, Rows, load_owners, parse_chunk, parse_sentence, save_vectors
from pipeline.retrieval.near import NearWords, find_vocabulary
from pipeline.store.folders import NEW, flush_folder, write_file
from pipeline.store.rows import ChunkRow

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Vectors

VIEWS, SEGMENTS = "views", "segments"
KEYWORD, LISTED, WORDS, WORD_VECTORS, MODEL = "keyword", "segments.txt", "words.txt", "words.npy", "model.txt"


class View(NamedTuple):
    """The open words of some documents."""

    keywords: Keywords
    near: NearWords


class Shown(NamedTuple):
    """What a view is of: the index's folder, the documents in their order, the unit, and the models."""

    place: Path
    documents: Sequence[IndexedDocument]
    unit: Unit
    models: Models

    @property
    def folder(self) -> Path:
        """Where the view is, or is to be."""
        named = "\n".join((self.models.words.identity, *(f"{each.doc_id}\t{each.segment}" for each in self.documents)))
        return self.place / VIEWS / f"{self.unit}-{hashlib.sha256(named.encode()).hexdigest()[:NAME]}"


def find_visible(run: IndexRun, tags: Collection[str]) -> list[IndexedDocument]:
    """The documents that may be seen with ``tags``: those without any tag of their own, and those that have one of these."""
    return [document for document in run.documents if not document.access or set(document.access) & set(tags)]


def build_views(place: Path, run: IndexRun, models: Models) -> None:
    """Builds what nobody needs a tag for, and removes the views of other states of the index."""
    documents = find_visible(run, ())
    for unit in Unit if documents else ():
        open_view(Shown(place, documents, unit, models))
    held = {document.segment for document in run.documents}
    for folder in (place / VIEWS).glob("*"):
        listed = folder / LISTED
        if not listed.is_file() or not set(listed.read_text(encoding="ascii").split()) <= held:
            shutil.rmtree(folder, ignore_errors=True)


def open_view(shown: Shown) -> View:
    """A view; built where it is not there yet."""
    folder = shown.folder
    if not folder.is_dir():
        new = folder.with_name(f"{NEW}{os.getpid()}-{folder.name}")
        try:
            shutil.rmtree(new, ignore_errors=True)
            (new / KEYWORD).mkdir(parents=True)
        except OSError:
            return _build_in_memory(shown)
        _build(shown, new)
        _swap_in(new, folder)
    words, vectors = _load_words(folder)
    return View(Keywords(open_keyword(folder / KEYWORD)), NearWords(words, vectors, shown.models.words, shown.models.nearness))


def _build_in_memory(shown: Shown) -> View:
    passages = list(_read_passages(shown))
    words = find_vocabulary(passage.text for passage in passages)
    near = NearWords(words, _embed_words(shown, words), shown.models.words, shown.models.nearness)
    return View(Keywords(build_keyword(passages, None)), near)


def _build(shown: Shown, new: Path) -> None:
    """Writes a view; the passages are read twice, so that none has to be held."""
    build_keyword(_read_passages(shown), new / KEYWORD)
    words = find_vocabulary(passage.text for passage in _read_passages(shown))
    write_file(new / WORDS, "\n".join(words).encode("utf-8"))
    save_vectors(new / WORD_VECTORS, _embed_words(shown, words))
    write_file(new / MODEL, shown.models.words.identity.encode("utf-8"))
    write_file(new / LISTED, "\n".join(document.segment for document in shown.documents).encode("ascii"))


def _embed_words(shown: Shown, words: Sequence[str]) -> "Vectors":
    """The vectors of words; those that another view has are taken from it."""
    import numpy

    known: dict[str, Vectors] = {}
    for folder in sorted((shown.place / VIEWS).glob("*")):
        if (folder / WORD_VECTORS).is_file() and not folder.name.startswith(NEW) and _is_of(folder, shown):
            known.update(zip(*_load_words(folder), strict=True))
    new = [word for word in words if word not in known]
    known.update(zip(new, shown.models.words.embed_passages(new), strict=True) if new else ())
    return numpy.stack([known[word] for word in words]) if words else numpy.zeros((0, 1), numpy.float32)


def _is_of(folder: Path, shown: Shown) -> bool:
    """Whether the words of a view have the vectors of the model in use."""
    return (folder / MODEL).read_text(encoding="utf-8") == shown.models.words.identity


def _load_words(folder: Path) -> tuple[list[str], "Vectors"]:
    import numpy

    words = (folder / WORDS).read_text(encoding="utf-8").split("\n")
    return [word for word in words if word], numpy.load(folder / WORD_VECTORS)


def _swap_in(new: Path, folder: Path) -> None:
    """Puts a view in its place; another process may have built the same one meanwhile."""
    try:
        new.rename(folder)
        flush_folder(folder.parent)
    except OSError:
        if not folder.is_dir():
            raise
        shutil.rmtree(new, ignore_errors=True)


def _read_passages(shown: Shown) -> Iterator[Written]:
    number = 0
    for at, document in enumerate(shown.documents):
        segment = shown.place / SEGMENTS / document.segment
        chunks = [parse_chunk(row) for row in Rows(segment, Unit.CHUNK).read_all()]
        for place, (label, text) in enumerate(_texts_of(segment, chunks, shown.unit)):
            # the first passage answers for what stands in no passage: the codes of headers and footers
            yield Written(number, at, label, text if place else "\n".join((text, *document.codes)))
            number += 1


def _texts_of(segment: Path, chunks: Sequence[ChunkRow], unit: Unit) -> Iterator[tuple[str, str]]:
    """Label and words of each passage of a document: of a sentence, with what its parents say of it."""
    if unit is Unit.CHUNK:
        yield from ((chunk.label, "\n".join(filter(None, (chunk.context, chunk.text)))) for chunk in chunks)
        return
    owners = load_owners(segment, unit)
    for row, owner in zip(Rows(segment, unit).read_all(), owners, strict=True):
        sentence = parse_sentence(row)
        yield chunks[owner].label, "\n".join(filter(None, (sentence.lead_in, sentence.heading, sentence.text)))
