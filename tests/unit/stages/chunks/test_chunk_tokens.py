"""Counting tokens."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer

from pipeline.errors import ConfigError, DependencyMissing
from pipeline.stages.chunks.tokens import TextCounter, WordCounter, load_counter, vocabulary_file

REFERENCE = Tokenizer.from_file(str(vocabulary_file("wordllama")))
LETTERS = st.text(alphabet="aIé漢字ß₹%-.,;()09\U0001f600", min_size=1, max_size=9)
TEXT = st.lists(st.tuples(LETTERS, st.sampled_from([" ", "\n"])), min_size=1, max_size=20).map(
    lambda pieces: "".join(word + gap for word, gap in pieces).strip()
)


@given(TEXT)
def test_counting_word_by_word_is_exact(text):
    assert load_counter("wordllama")(text) == len(REFERENCE.encode(text, add_special_tokens=False))


@given(TEXT)
def test_words_learnt_ahead_count_the_same(text):
    learnt = load_counter("wordllama")
    learnt.learn([text, "and some more"])

    assert learnt(text) == load_counter("wordllama")(text)


def test_the_packaged_vocabulary_is_counted_word_by_word():
    assert isinstance(load_counter("wordllama"), WordCounter)


def test_a_vocabulary_whose_tokens_reach_over_a_space_is_counted_by_whole_texts(tmp_path):
    model = {"type": "BPE", "vocab": {"a": 0, " ": 1, "b": 2, "a ": 3, "a b": 4}, "merges": [["a", " "], ["a ", "b"]]}
    left_out = dict.fromkeys(("truncation", "padding", "normalizer", "pre_tokenizer", "post_processor", "decoder"))
    written = {"version": "1.0", "added_tokens": [], "model": model, **left_out}
    file = tmp_path / "tokenizer.json"
    file.write_text(json.dumps(written))

    counter = load_counter(str(file))

    assert isinstance(counter, TextCounter)
    assert counter("a b") == 1


def test_a_file_that_is_no_vocabulary_is_a_named_error(tmp_path):
    (tmp_path / "tokenizer.json").write_text("{}")

    with pytest.raises(ConfigError, match=r"chunks.tokenizer: .*tokenizer.json"):
        load_counter(str(tmp_path / "tokenizer.json"))


def test_tiktoken_that_is_not_installed_says_the_pip_line(monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "tiktoken", None)

    with pytest.raises(DependencyMissing, match="pip install tiktoken"):
        load_counter("tiktoken:cl100k_base")
