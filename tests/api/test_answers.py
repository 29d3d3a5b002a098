"""The public pure functions: what they give, and that they need no index, no model and no file."""

import subprocess
import sys

from pipeline import Hit, make_prompt, snippet
from tests.unit.retrieval.document_rows import hit


def test_an_excerpt_and_a_prompt_are_made_by_pure_functions():
    found = [hit("Room rent is paid up to Rs. 5,000 a day.")]

    assert isinstance(found[0], Hit)
    assert snippet(found[0].text, "room rent", 21) == "Room rent is paid up…"
    assert [message.role for message in make_prompt("Is room rent limited?", found).messages] == ["system", "user"]


def test_they_load_neither_an_index_nor_a_reader_of_pdf():
    shown = subprocess.run(
        [sys.executable, "-c", "import sys; from pipeline import make_prompt, snippet; print(sorted(sys.modules))"],
        capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip

    assert not any(f"'{name}'" in shown for name in ("numpy", "tantivy", "wordllama", "pypdfium2", "jinja2", "pydantic"))
