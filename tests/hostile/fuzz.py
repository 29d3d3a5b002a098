"""Coverage-guided fuzzing with atheris: `python tests/hostile/fuzz.py labels|yaml -runs=N -seed=N CORPUS...`.

What a target raises is a fault of the program. Targets hold what must be so of any input, not only that nothing is raised.
"""

import sys

import atheris

with atheris.instrument_imports(include=["pipeline.stages.clauses.labels", "pipeline.config"]):
    from pipeline.config.load import _combine, _make_layer, default_file
    from pipeline.config.settings import Configuration
    from pipeline.config.strict_yaml import parse_yaml
    from pipeline.errors import ConfigError
    from pipeline.stages.clauses.labels import find_bare, find_label

DEFAULTS = _make_layer(parse_yaml(default_file().read_bytes(), "default.yaml"), "default.yaml")


def read_label(content: bytes) -> None:
    """A label lies inside its text, from where it was looked for, and every reading of it counts from nothing up."""
    text = content.decode("utf-8", "replace")
    for start in {0, len(text) // 2}:
        for found in (find_label(text, start), find_bare(text, start)):
            if found is None:
                continue
            assert start < found.end <= len(text)
            assert found.printed and found.printed in text[start : found.end]
            assert found.normal and found.forms
            assert all(form.core and form.value and min(form.value) >= 0 for form in found.forms)


def read_settings(content: bytes) -> None:
    """Any bytes are settings, or mistakes that each name a line and say something."""
    parsed = parse_yaml(content, "own.yaml")
    for mistake in parsed.mistakes:
        assert 1 <= mistake.line <= content.count(b"\n") + content.count(b"\r") + content.count("\u2028".encode()) + 3
        assert mistake.message.isprintable() or mistake.message
    _hold_plain(parsed.value)
    try:
        configuration = _combine([DEFAULTS, _make_layer(parsed, "own.yaml")])
    except ConfigError as error:
        assert all(line.startswith(("own.yaml:", "default.yaml:")) for line in str(error).split("\n")[:1])
        return
    assert isinstance(configuration, Configuration) and not parsed.mistakes


def _hold_plain(value: object) -> None:
    if isinstance(value, dict):
        assert all(isinstance(key, str) for key in value)
        for inner in value.values():
            _hold_plain(inner)
    elif isinstance(value, list):
        for inner in value:
            _hold_plain(inner)
    else:
        assert value is None or isinstance(value, (bool, int, float, str))


TARGETS = {"labels": read_label, "yaml": read_settings}


if __name__ == "__main__":
    target = TARGETS[sys.argv.pop(1)]
    atheris.Setup(sys.argv, target)
    atheris.Fuzz()
