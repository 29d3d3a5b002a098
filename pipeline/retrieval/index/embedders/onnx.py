"""A sentence model as an ONNX file, in a folder with its ``tokenizer.json``: MiniLM, BGE, E5 and their like.

Texts of like length go together, so that little is padded. What a text has beyond the model's length is not read by it; a chunk of
the default size, with its label, seldom has more.
"""

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from pipeline.config.retrieval import EmbedderSettings, Pooling
from pipeline.errors import ConfigError, DependencyMissing
from pipeline.retrieval.embedding import to_unit

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    from pipeline.retrieval.embedding import Vectors

MODELS = ("model.onnx", "model_quantized.onnx", "onnx/model.onnx", "onnx/model_quantized.onnx")
"""Where the model stands in a folder, as exporters write it."""
TOKENIZER = "tokenizer.json"
POOLED = "sentence_embedding"
"""The output of a model that gives one vector a text by itself."""
INSTALL = 'install it with: pip install "clausetrace[search]"'


class Parts(NamedTuple):
    """A loaded model: how it is run, how texts become numbers, and what its vectors are called."""

    session: Any
    tokenizer: Any
    identity: str


class OnnxEmbedder:
    """A model of a folder."""

    def __init__(self, parts: Parts, settings: EmbedderSettings) -> None:
        self._session, self._tokenizer, self.identity = parts
        self._settings = settings
        self._inputs = {each.name for each in self._session.get_inputs()}
        self._outputs = [each.name for each in self._session.get_outputs()]

    def embed_passages(self, texts: Sequence[str]) -> "Vectors":
        """A row a text."""
        import numpy

        prefixed = [self._settings.passage_prefix + text for text in texts]
        order = sorted(range(len(texts)), key=lambda at: len(prefixed[at]))
        vectors = None
        for start in range(0, len(order), self._settings.batch):
            places = order[start : start + self._settings.batch]
            made = self._embed([prefixed[at] for at in places])
            if vectors is None:
                vectors = numpy.zeros((len(texts), made.shape[1]), numpy.float32)
            vectors[places] = made
        return vectors if vectors is not None else numpy.zeros((0, 1), numpy.float32)

    def embed_question(self, text: str) -> "Vectors":
        """One row."""
        return self._embed([self._settings.question_prefix + text])

    def _embed(self, texts: list[str]) -> "Vectors":
        import numpy

        encoded = self._tokenizer.encode_batch(texts)
        ids = numpy.asarray([each.ids for each in encoded], numpy.int64)
        mask = numpy.asarray([each.attention_mask for each in encoded], numpy.int64)
        given = {"input_ids": ids, "attention_mask": mask, "token_type_ids": numpy.zeros_like(ids)}
        outputs = dict(
            zip(self._outputs, self._session.run(None, {k: v for k, v in given.items() if k in self._inputs}), strict=True)
        )
        if POOLED in outputs:
            return to_unit(outputs[POOLED])
        return to_unit(_pool(outputs[self._outputs[0]], mask, self._settings.pooling))


def _pool(tokens: "NDArray[numpy.float32]", mask: "NDArray[numpy.int64]", pooling: Pooling) -> "NDArray[numpy.float32]":
    """One vector a text out of one a token: that of the first token, or the mean of those that are text."""
    import numpy

    if pooling is Pooling.FIRST:
        return tokens[:, 0]
    weights = mask[:, :, None].astype(numpy.float32)
    mean: NDArray[numpy.float32] = (tokens * weights).sum(axis=1) / weights.sum(axis=1)
    return mean


def open_session(model: str | bytes, threads: int = 0) -> Any:
    """A model of a file or of its bytes, ready to run; 0 threads are as many as there are cores."""
    import onnxruntime

    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    return onnxruntime.InferenceSession(model, options, providers=["CPUExecutionProvider"])


def open_onnx(settings: EmbedderSettings) -> OnnxEmbedder:
    """The model in the folder ``settings.place``. Raises DependencyMissing, ConfigError where the folder lacks a file."""
    try:
        import onnxruntime  # noqa: F401  its session is opened below
        import tokenizers
    except ImportError as error:
        raise DependencyMissing(f"an ONNX model needs {error.name}; {INSTALL}") from None
    folder = Path(settings.place)
    model = next((folder / name for name in MODELS if (folder / name).is_file()), None)
    if model is None or not (folder / TOKENIZER).is_file():
        missing = f"{TOKENIZER}" if model else "model.onnx"
        raise ConfigError(f"retrieval.embedder.place: {folder} has no {missing}; name a folder with model.onnx and {TOKENIZER}")
    tokenizer = tokenizers.Tokenizer.from_file(str(folder / TOKENIZER))
    tokenizer.enable_truncation(settings.length)
    tokenizer.enable_padding()
    told = hashlib.sha256(model.read_bytes() + (folder / TOKENIZER).read_bytes()).hexdigest()[:16]
    session = open_session(str(model))
    marks = f"{settings.pooling} {settings.length} {settings.passage_prefix!r}"
    return OnnxEmbedder(Parts(session, tokenizer, f"onnx {told} {marks}"), settings)
