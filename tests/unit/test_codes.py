import ast
import re
from pathlib import Path

import pytest

from pipeline.model.codes import CODES, find_code

PACKAGE = Path(__file__).resolve().parents[2] / "pipeline"
CODE = re.compile(r"[A-Z]{3,4}\d{3}")
"""Matches NUM001 and META001."""
NO_CODES = {"SHA256"}


def codes_in(module):
    """The codes that stand in a module as strings of their own."""
    strings = (node.value for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))) if isinstance(node, ast.Constant))
    return {text for text in strings if isinstance(text, str) and CODE.fullmatch(text)} - NO_CODES


def test_every_code_of_the_program_is_described_and_every_one_described_is_used():
    modules = [module for module in PACKAGE.rglob("*.py") if "codes" not in module.relative_to(PACKAGE).parts]

    used = set().union(*map(codes_in, modules))

    assert used == set(CODES)


def test_the_usual_severity_of_a_code_is_one_that_the_program_gives():
    given = {}
    for module in PACKAGE.rglob("*.py"):
        for code, severity in severities_in(module):
            given.setdefault(code, set()).add(severity)

    assert given
    assert not {code: usual for code, usual in given.items() if CODES[code].severity.name not in usual}


def severities_in(module):
    """Codes with the severity behind them, in calls that have both as they are: Finding("NUM001", Severity.WARNING, ...)."""
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and len(node.args) > 1:
            code, severity = node.args[:2]
            if isinstance(code, ast.Constant) and CODE.fullmatch(str(code.value)) and isinstance(severity, ast.Attribute):
                yield code.value, severity.attr


@pytest.mark.parametrize("code", CODES.values(), ids=list(CODES))
def test_a_description_is_whole_sentences(code):
    assert re.fullmatch(r"[A-Z][^.]*[^.]", code.title)
    assert re.fullmatch(r"[A-Z].*[.]", code.meaning)
    assert re.fullmatch(r"[A-Z].*[.]", code.advice)


def test_a_code_of_another_version_is_described_too():
    unknown = find_code("ZZZ999")

    assert unknown.id == "ZZZ999"
    assert "does not know" in unknown.meaning
