"""YAML without its traps."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.config.strict_yaml import DECIMAL, NOTHING, TRUTH, WHOLE, dotted, parse_yaml


def value_of(text):
    parsed = parse_yaml(text.encode(), "a.yaml")
    assert not parsed.mistakes
    return parsed.value


def mistakes_of(content):
    return [str(mistake) for mistake in parse_yaml(content, "a.yaml").mistakes]


@pytest.mark.parametrize(
    "text",
    ["no", "yes", "on", "off", "y", "012", "0x1f", "1:30", "1_000", "2024-05-01", "1.2.3", ".", "e3", ".inf", "1e999", "1" * 30],
)
def test_what_looks_like_something_else_stays_text(text):
    assert value_of(f"key: {text}") == {"key": text}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("true", True),
        ("False", False),
        ("12", 12),
        ("-3", -3),
        ("0", 0),
        ("0.5", 0.5),
        (".5", 0.5),
        ("1.", 1.0),
        ("2e3", 2000.0),
        ("~", None),
        ("", None),
    ],
)
def test_what_is_meant_is_read(text, value):
    assert value_of(f"key: {text}") == {"key": value}


def test_a_key_is_text_even_where_it_is_a_number():
    assert value_of("2024: a\n012: b\nno: c") == {"2024": "a", "012": "b", "no": "c"}


def test_a_key_given_twice_is_refused_with_both_lines():
    assert mistakes_of(b"a: 1\nb: 2\na: 3\n") == ["a.yaml:3: a: is given twice (first in line 1); keep one"]


def test_a_key_given_twice_inside_another_is_named_by_its_path():
    assert mistakes_of(b"a:\n  - b: 1\n    b: 2\n") == ["a.yaml:3: a[0].b: is given twice (first in line 2); keep one"]


@pytest.mark.parametrize(
    ("content", "line", "says"),
    [
        (b"a: &x 1\nb: *x", 1, "anchors and aliases"),
        (b"a: 1\nb: !!python/object:os.system x", 2, "tag"),
        (b"a: !x [1]", 1, "tag"),
        (b"a: 1\n---\nb: 2", 2, "another document"),
        (b"a: b: c", 1, "not allowed here"),
        (b"a: 1\nb: \xff", 2, "is not UTF-8"),
        (b"a: 1\nb: \x00", 2, "control character"),
        (b"[" * 5000, 1, "nested too deeply"),
        (b"? [1]\n: 2", 1, "must be a word"),
        (b'a: "\\ud800"', 1, "half a character"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(content, line, says):
    [mistake] = mistakes_of(content)

    assert mistake.startswith(f"a.yaml:{line}: ") and says in mistake


def test_every_key_and_entry_knows_its_line():
    lines = parse_yaml(b"a:\n  b:\n    - x\n    - y\n", "a.yaml").lines

    assert lines[("a",)] == 1 and lines[("a", "b")] == 2 and lines[("a", "b", 1)] == 4


def test_a_byte_order_mark_is_no_part_of_the_first_key():
    assert parse_yaml(b"\xef\xbb\xbfa: 1", "a.yaml").value == {"a": 1}


def test_a_path_reads_as_a_person_writes_it():
    assert dotted(("documents", "policy", "overrules", 0, "page")) == "documents.policy.overrules[0].page"


@pytest.mark.parametrize(
    ("pattern", "matched", "others"),
    [
        (TRUTH, ["true", "FALSE"], ["yes", "on", "tRue"]),
        (NOTHING, ["", "~", "null"], ["none", "0"]),
        (WHOLE, ["0", "12", "-3", "+4"], ["012", "1_000", "0x1f", "1" * 30]),
        (DECIMAL, ["0.5", ".5", "1.", "2e3", "1.5e-3"], ["1", "1.2.3", "1:30", ".", "e3", ""]),
    ],
)
def test_patterns_match_their_examples(pattern, matched, others):
    assert all(pattern.match(example) for example in matched)
    assert not any(pattern.match(example) for example in others)


@given(st.binary(max_size=200))
def test_no_bytes_are_too_strange(content):
    parsed = parse_yaml(content, "a.yaml")

    assert all(mistake.line >= 1 for mistake in parsed.mistakes)


@given(st.dictionaries(st.text("abc:#-? 01", min_size=1), st.text("abc:#-?'\"\n 01.")))
def test_text_in_quotes_comes_back_as_it_was(values):
    import json

    assert (value_of("\n".join(f"{json.dumps(key)}: {json.dumps(text)}" for key, text in values.items())) or {}) == values
