"""Names that can be a folder on every system."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pipeline.config.names import FORBIDDEN, LONGEST, RESERVED, safe_name


@pytest.mark.parametrize("name", ["prospectus", "Care Advantage (v2)", "Prämie-2024", "약관", "a.b", "company"])
def test_an_ordinary_name_is_kept(name):
    assert safe_name(name) == name


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("../x", "_._x"),
        ("a/b\\c", "a_b_c"),
        ("a\x00\nb", "a__b"),
        ("CON", "CON_"),
        ("nul.x", "nul_.x"),
        ("run.json", "run.json_"),
        (".hidden", "_hidden"),
        ("end. ", "end"),
        ("", "document"),
        ("..", "document"),
        ("cafe\u0301", "caf\u00e9"),
        ("\udcff", "_"),
    ],
)
def test_what_no_folder_can_be_called_is_replaced(name, safe):
    assert safe_name(name) == safe


@given(st.text())
def test_a_safe_name_is_one_folder_and_stays_as_it_is(name):
    safe = safe_name(name)

    assert safe and safe not in (".", "..") and not FORBIDDEN.search(safe) and not RESERVED.match(safe)
    assert safe == safe.strip() and not safe.startswith(".") and not safe.endswith(".")
    assert len(safe.encode()) <= LONGEST + 1
    assert safe_name(safe) == safe


@pytest.mark.parametrize(
    ("pattern", "matched", "others"),
    [
        (FORBIDDEN, ["a/b", "a:b", "a?"], ["a-b", "a b", "a.b"]),
        (RESERVED, ["con", "COM1.txt", "run.json"], ["console", "com", "run"]),
    ],
)
def test_patterns_match_their_examples(pattern, matched, others):
    assert all(pattern.search(example) for example in matched)
    assert not any(pattern.search(example) for example in others)
