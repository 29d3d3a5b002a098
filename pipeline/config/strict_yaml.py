"""YAML without its traps: what a person wrote is what the program reads, and every mistake is told with its line.

Read as YAML 1.2's core: true and false alone are truth values, whole numbers have no leading zero, everything else is text. So
`no` stays the language code, `012` and `1:30` stay text (and are refused where a number is wanted), a date stays as written.
Keys are always text. Refused: a key given twice, aliases and anchors, tags, a second document, text that is not UTF-8.
"""

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

import yaml

Value = str | int | float | bool | None | list["Value"] | dict[str, "Value"]
Path = tuple[str | int, ...]

TRUTH = re.compile(r"^(?:true|True|TRUE|false|False|FALSE)$")
NOTHING = re.compile(r"^(?:~|null|Null|NULL|)$")
WHOLE = re.compile(r"^[-+]?(?:0|[1-9][0-9]{0,17})$")
"""Matches 0, 12, -3; not 012, 1_000, 0x1f."""
DECIMAL = re.compile(r"^(?=.*[.eE])[-+]?(?:(?:0|[1-9][0-9]*)(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$")
"""Matches 0.5, .5, 1., 2e3; not 1, 1.2.3, 1:30, a dot alone."""


class Mistake(NamedTuple):
    """One thing wrong with a configuration: where it stands and what to do about it. ``line`` from 1, ``key`` dotted."""

    file: str
    line: int
    key: str
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.key + ': ' if self.key else ''}{self.message}"


class Parsed(NamedTuple):
    """What a file says, the line of every key and list entry in it, and what is wrong with its form."""

    value: Value
    lines: Mapping[Path, int]
    mistakes: tuple[Mistake, ...]


class _Loader(yaml.SafeLoader):
    """SafeLoader that knows no aliases and resolves by the patterns above."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event = self.peek_event()  # type: ignore[no-untyped-call]
        if isinstance(event, yaml.AliasEvent) or getattr(event, "anchor", None):
            raise yaml.composer.ComposerError(None, None, "anchors and aliases are not read; write the value out", event.start_mark)
        if getattr(event, "tag", None):
            raise yaml.composer.ComposerError(None, None, f"the tag {event.tag} is not read; remove it", event.start_mark)
        return super().compose_node(parent, index)


_Loader.yaml_implicit_resolvers = {}
for _tag, _pattern in (("bool", TRUTH), ("null", NOTHING), ("int", WHOLE), ("float", DECIMAL)):
    _Loader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", _pattern, None)


def parse_yaml(content: bytes, file: str) -> Parsed:
    """What ``content`` says. ``file`` names it in messages."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        return _refused(file, line, f"is not UTF-8 (byte {error.start}); save it as UTF-8")
    try:
        node = yaml.compose(text, Loader=_Loader)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        return _refused(file, mark.line + 1 if mark else 1, f"cannot be read here: {error.problem or error.context}")
    except yaml.reader.ReaderError as error:
        line = text.count("\n", 0, error.position) + 1
        return _refused(file, line, "holds a control character; remove it")
    except RecursionError:
        return _refused(file, 1, "is nested too deeply")
    builder = _Builder(file)
    value = builder.build(node, ()) if node is not None else None
    return Parsed(value, builder.lines, tuple(builder.mistakes))


def _refused(file: str, line: int, message: str) -> Parsed:
    return Parsed(None, {(): line}, (Mistake(file, line, "", message),))


class _Builder:
    """Turns nodes into values, noting the line of each and all mistakes on the way."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.lines: dict[Path, int] = {}
        self.mistakes: list[Mistake] = []

    def build(self, node: yaml.Node, path: Path) -> Value:
        self.lines.setdefault(path, node.start_mark.line + 1)
        if isinstance(node, yaml.MappingNode):
            return self._mapping(node, path)
        if isinstance(node, yaml.SequenceNode):
            return [self.build(entry, (*path, index)) for index, entry in enumerate(node.value)]
        return self._scalar(node, path)

    def _mapping(self, node: yaml.MappingNode, path: Path) -> Value:
        mapping: dict[str, Value] = {}
        for key_node, value_node in node.value:
            line = key_node.start_mark.line + 1
            if not isinstance(key_node, yaml.ScalarNode):
                self._mistake(line, path, "a key must be a word")
                continue
            key, inner = key_node.value, (*path, key_node.value)
            if key in mapping:
                self._mistake(line, inner, f"is given twice (first in line {self.lines[inner]}); keep one")
                continue
            self.lines[inner] = line
            mapping[key] = self.build(value_node, inner)
        return mapping

    def _scalar(self, node: yaml.Node, path: Path) -> Value:
        text: str = node.value
        kind = node.tag.removeprefix("tag:yaml.org,2002:")
        if kind == "bool":
            return text.lower() == "true"
        if kind == "null":
            return None
        if kind == "int":
            return int(text)
        if kind == "float" and math.isfinite(float(text)):
            return float(text)
        if any("\ud800" <= character <= "\udfff" for character in text):
            self._mistake(node.start_mark.line + 1, path, "holds half a character (a lone surrogate); write the character itself")
            return ""
        return text

    def _mistake(self, line: int, path: Path, message: str) -> None:
        self.mistakes.append(Mistake(self.file, line, dotted(path), message))


def dotted(path: Path) -> str:
    """A path as a person reads it: ``documents.policy.overrules[0].page``."""
    words = ""
    for element in path:
        words += f"[{element}]" if isinstance(element, int) else f".{element}" if words else element
    return words
