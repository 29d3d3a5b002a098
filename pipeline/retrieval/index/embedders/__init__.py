"""The models that give texts vectors, each imported when it is asked for. None of them is ever downloaded here.

wordllama and MiniLM lie in wheels. The others are a user's own: a folder with an ONNX model, a model of sentence-transformers, an
endpoint in OpenAI's form.
"""

from pipeline.config.retrieval import EmbedderKind, EmbedderSettings
from pipeline.retrieval.embedding import Embedder


def open_embedder(settings: EmbedderSettings) -> Embedder:
    """The model that the settings name.

    Raises DependencyMissing where its library is not installed, ConfigError where it is not where the settings say.
    """
    match settings.kind:
        case EmbedderKind.WORDLLAMA:
            from pipeline.retrieval.index.embedders.wordllama import open_wordllama

            return open_wordllama()
        case EmbedderKind.MINILM:
            from pipeline.retrieval.index.embedders.minilm import open_minilm

            return open_minilm()
        case EmbedderKind.ONNX:
            from pipeline.retrieval.index.embedders.onnx import open_onnx

            return open_onnx(settings)
        case EmbedderKind.SENTENCE_TRANSFORMERS:
            from pipeline.retrieval.index.embedders.transformers import open_transformers

            return open_transformers(settings)
        case EmbedderKind.ENDPOINT:
            from pipeline.retrieval.index.embedders.endpoint import open_endpoint

            return open_endpoint(settings)
