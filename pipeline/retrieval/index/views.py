"""What an index knows of words, one for each set of documents that somebody may see: what is hidden has no weight in a score.

A view holds a keyword index and the vocabulary with its vectors. Those of all documents without tags are built with the index,
others when they are first asked for; where nothing can be written they are built in memory.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from pipeline.retrieval.index.arrays import load_array, save_array
from pipeline.retrieval.index.built import build, name_built
from pipeline.retrieval.index.coarse import load_coarse, make_coarse, save_coarse
from pipeline.retrieval.index.keyword import Keywords, Written, build_keyword, open_keyword
from pipeline.retrieval.index.models import Models
from pipeline.retrieval.index.records import Unit
from pipeline.retrieval.index.segments import parse_chunk, parse_sentence
from pipeline.retrieval.index.stems import find_language
from pipeline.retrieval.index.stores import Store
from pipeline.retrieval.near import NearWords, Vocabulary, find_vocabulary
from pipeline.store.folders import NEW, write_file
from pipeline.store.rows import ChunkRow

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Vectors

KEYWORD, WORDS, WORD_VECTORS, MODEL = "keyword", "words.txt", "words.npy", "model.txt"
COARSE = "words"


class View(NamedTuple):
    """The open words of some documents."""

    keywords: Keywords
    near: NearWords


class Shown(NamedTuple):
    """What a view is of: documents, the unit, and the models."""

    store: Store
    unit: Unit
    models: Models

    @property
    def folder(self) -> Path:
        """Where the view is, or is to be."""
        return self.store.views / name_built(self.unit, self.models.words.identity, self.store.documents)


def build_views(store: Store, models: Models) -> None:
    """Builds all that a question of some documents needs."""
    if store.documents:
        store.prepare()
    for unit in Unit if store.documents else ():
        open_view(Shown(store, unit, models))


def open_view(shown: Shown) -> View:
    """A view; built where it is not there yet."""
    folder = shown.folder
    if not build(folder, shown.store.documents, lambda new: _write(shown, new)):
        return _build_in_memory(shown)
    words, vectors = _load_words(folder)
    near = NearWords(Vocabulary(words, vectors, load_coarse(folder, COARSE)), shown.models.words, shown.models.nearness)
    return View(Keywords(open_keyword(folder / KEYWORD)), near)


def _build_in_memory(shown: Shown) -> View:
    passages = list(_read_passages(shown))
    words = find_vocabulary(passage.text for passage in passages)
    vectors = _embed_words(shown, words)
    near = NearWords(Vocabulary(words, vectors, make_coarse(vectors)), shown.models.words, shown.models.nearness)
    return View(Keywords(build_keyword(passages, None)), near)


def _write(shown: Shown, new: Path) -> None:
    """Writes a view; the passages are read twice, so that none has to be held."""
    (new / KEYWORD).mkdir()
    build_keyword(_read_passages(shown), new / KEYWORD)
    words = find_vocabulary(passage.text for passage in _read_passages(shown))
    vectors = _embed_words(shown, words)
    write_file(new / WORDS, "\n".join(words).encode("utf-8"))
    save_array(new / WORD_VECTORS, vectors)
    save_coarse(new, COARSE, make_coarse(vectors))
    write_file(new / MODEL, shown.models.words.identity.encode("utf-8"))


def _embed_words(shown: Shown, words: Sequence[str]) -> "Vectors":
    """The vectors of words; those that another view has are taken from it."""
    import numpy

    known: dict[str, Vectors] = {}
    for folder in sorted(shown.store.views.glob("*")):
        if (folder / WORD_VECTORS).is_file() and not folder.name.startswith(NEW) and _is_of(folder, shown):
            known.update(zip(*_load_words(folder), strict=True))
    new = [word for word in words if word not in known]
    known.update(zip(new, shown.models.words.embed_passages(new), strict=True) if new else ())
    return numpy.stack([known[word] for word in words]) if words else numpy.zeros((0, 1), numpy.float32)


def _is_of(folder: Path, shown: Shown) -> bool:
    """Whether the words of a view have the vectors of the model in use."""
    return (folder / MODEL).read_text(encoding="utf-8") == shown.models.words.identity


def _load_words(folder: Path) -> tuple[list[str], "Vectors"]:
    words = (folder / WORDS).read_text(encoding="utf-8").split("\n")
    return [word for word in words if word], load_array(folder / WORD_VECTORS)


def _read_passages(shown: Shown) -> Iterator[Written]:
    number = 0
    for at, document in enumerate(shown.store.documents):
        chunks = [parse_chunk(row) for row in shown.store.read_rows(at, Unit.CHUNK)]
        told = chunks[0].metadata.language if chunks else ""
        language = find_language(told, (chunk.text for chunk in chunks))
        for place, (label, text) in enumerate(_texts_of(shown, at, chunks)):
            # the first passage answers for what stands in no passage: the codes of headers and footers
            yield Written(number, at, label, text if place else "\n".join((text, *document.codes)), language)
            number += 1


def _texts_of(shown: Shown, at: int, chunks: Sequence[ChunkRow]) -> Iterator[tuple[str, str]]:
    """Label and words of each passage of a document: of a sentence, with what its parents say of it."""
    if shown.unit is Unit.CHUNK:
        yield from ((chunk.label, "\n".join(filter(None, (chunk.context, chunk.text)))) for chunk in chunks)
        return
    labels = {chunk.id: chunk.label for chunk in chunks}
    for sentence in map(parse_sentence, shown.store.read_rows(at, Unit.SENTENCE)):
        yield labels[sentence.chunk_id], "\n".join(filter(None, (sentence.lead_in, sentence.heading, sentence.text)))
