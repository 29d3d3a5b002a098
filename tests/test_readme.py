"""What the README says that can be tried: its commands are there, its configuration is right, its excerpt is what a run gives."""

import json
import re
from pathlib import Path

import pytest

from pipeline.cli import COMMANDS, run_command
from pipeline.config.load import load_configuration
from tests.fixture_runs import run

README = (Path(__file__).resolve().parent.parent / "README.md").read_text(encoding="utf-8")
CLAUSE = "section-C.4.2.o"
CUT = ("embed_text", "config_hash", "metadata", "provenance", "label", "id", "chunk_index")
"""Keys of the excerpt that are cut, or that hang on how it was run and on the chunks before it."""


def block(language):
    """The one code block of a language."""
    (text,) = re.findall(rf"```{language}\n(.*?)```", README, flags=re.DOTALL)
    return text


def test_every_command_is_in_the_table_and_every_one_of_the_table_is_there():
    told = set(re.findall(r"^\| `clausetrace ([a-z]+)", README, flags=re.MULTILINE))

    assert told == set(COMMANDS)


def test_the_configuration_is_right(tmp_path):
    file = tmp_path / "clausetrace.yaml"
    file.write_text(block("yaml"), encoding="utf-8")

    own = load_configuration(str(file)).configuration.documents["prospectus"]

    assert run_command(["config", "check", str(file)]) == 0
    assert [overrule.is_.value for overrule in own.overrules] == ["excluded", "furniture"]


@pytest.mark.full
def test_the_excerpt_is_a_chunk_of_the_prospectus():
    told = json.loads(block("json"))
    (chunk,) = [chunk for chunk in run("prospectus").chunks.chunks if chunk.clause_id == CLAUSE]

    given = {key: getattr(chunk, key) for key in told if key not in CUT}

    assert {key: list(value) if isinstance(value, tuple) else value for key, value in given.items()} == {
        key: value for key, value in told.items() if key not in CUT
    }
