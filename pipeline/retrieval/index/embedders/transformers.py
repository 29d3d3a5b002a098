"""A model of sentence-transformers, by its folder or by the name under which it was downloaded before. Downloads nothing.

A name is looked for among what was downloaded ahead of the library, which asks the network for what is not there whatever it is
told.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pipeline.config.retrieval import EmbedderSettings
from pipeline.errors import ConfigError, DependencyMissing
from pipeline.retrieval.embedding import to_unit

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Vectors

OWN = "sentence-transformers"
"""Whose models are called by a name alone."""
INSTALL = "this embedder needs sentence-transformers; install it with: pip install sentence-transformers"


class TransformersEmbedder:
    """A loaded model."""

    def __init__(self, model: Any, settings: EmbedderSettings) -> None:
        self._model, self._settings = model, settings
        self.identity = f"sentence-transformers {settings.place} {settings.passage_prefix!r}"

    def embed_passages(self, texts: Sequence[str]) -> "Vectors":
        """A row a text."""
        return self._embed([self._settings.passage_prefix + text for text in texts])

    def embed_question(self, text: str) -> "Vectors":
        """One row."""
        return self._embed([self._settings.question_prefix + text])

    def _embed(self, texts: list[str]) -> "Vectors":
        import numpy

        if not texts:
            return numpy.zeros((0, 1), numpy.float32)
        return to_unit(self._model.encode(texts, batch_size=self._settings.batch, convert_to_numpy=True, show_progress_bar=False))


def open_transformers(settings: EmbedderSettings) -> TransformersEmbedder:
    """The model that ``settings.place`` names. Raises DependencyMissing, ConfigError where it is not on this machine."""
    if not settings.place:
        raise ConfigError("retrieval.embedder.place: name the folder of the model, or the name under which it was downloaded")
    try:
        from huggingface_hub import snapshot_download
        from sentence_transformers import SentenceTransformer
        from transformers.utils import logging
    except ImportError:
        raise DependencyMissing(INSTALL) from None
    logging.disable_progress_bar()
    place, name = settings.place, settings.place if "/" in settings.place else f"{OWN}/{settings.place}"
    try:
        folder = place if Path(place).is_dir() else snapshot_download(name, local_files_only=True)
        model = SentenceTransformer(str(folder), local_files_only=True)
    except (OSError, ValueError) as error:
        told = " ".join(str(error).split())
        raise ConfigError(f"retrieval.embedder.place: {place!r} is no model on this machine ({told})") from None
    return TransformersEmbedder(model, settings)
