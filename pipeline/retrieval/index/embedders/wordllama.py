"""wordllama: the mean of the vectors of a text's tokens, from weights of 16 MB that its wheel carries."""

from collections.abc import Sequence
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.errors import DependencyMissing
from pipeline.retrieval.embedding import to_unit

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Vectors

BATCH = 64
"""Texts in one go; each is padded to the longest of them."""


class WordLlamaEmbedder:
    """The packaged model."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self.identity = f"wordllama {version('wordllama')} {model.embedding.shape[1]}"

    def embed_passages(self, texts: Sequence[str]) -> "Vectors":
        """A row a text; those of like length go together, so that little is padded."""
        import numpy

        vectors = numpy.zeros((len(texts), self._model.embedding.shape[1]), numpy.float32)
        order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            vectors[places] = self._model.embed([texts[at] for at in places])
        return to_unit(numpy.nan_to_num(vectors))

    def embed_question(self, text: str) -> "Vectors":
        """As a passage."""
        return self.embed_passages([text])


def open_wordllama() -> WordLlamaEmbedder:
    """The model out of the folder of its package: nothing is downloaded. Raises DependencyMissing."""
    found = find_spec("wordllama")
    if found is None or found.origin is None:
        raise DependencyMissing('dense search needs wordllama; install it with: pip install "clausetrace[search]"')
    from wordllama import WordLlama

    return WordLlamaEmbedder(WordLlama.load(cache_dir=Path(found.origin).parent, disable_download=True))
