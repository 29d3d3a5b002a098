"""A model of sentence-transformers, by its folder or by the name under which it was downloaded before. Downloads nothing."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from pipeline.config.retrieval import EmbedderSettings
from pipeline.errors import ConfigError, DependencyMissing
from pipeline.retrieval.embedding import to_unit

if TYPE_CHECKING:
    from pipeline.retrieval.embedding import Vectors


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
        return to_unit(self._model.encode(texts, batch_size=self._settings.batch, convert_to_numpy=True, show_progress_bar=False))


def open_transformers(settings: EmbedderSettings) -> TransformersEmbedder:
    """The model that ``settings.place`` names. Raises DependencyMissing, ConfigError where it is not on this machine."""
    try:
        from sentence_transformers import SentenceTransformer
    except ImportError:
        raise DependencyMissing(
            "this embedder needs sentence-transformers; install it with: pip install sentence-transformers"
        ) from None
    try:
        model = SentenceTransformer(settings.place, local_files_only=True)
    except (OSError, ValueError) as error:
        raise ConfigError(f"retrieval.embedder.place: {settings.place!r} is no model on this machine ({error})") from None
    return TransformersEmbedder(model, settings)
