"""The options that mean the same everywhere, and what is made of them."""

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

from pipeline.errors import UsageError

Command = TypeVar("Command", bound=Callable[..., Any])
PAGES = re.compile(r"(?P<first>\d+)(?:-(?P<last>\d+))?")
"""Matches 7 and 10-20."""
MOST_PAGES = 100_000

config_option = click.option(
    "-c",
    "--config",
    "config",
    default="",
    metavar="FILE",
    help="Configuration [clausetrace.yaml in this folder, else the packaged one].",
)
out_option = click.option(
    "--out", default="out", metavar="FOLDER", show_default=True, help="Where results are written; also s3://bucket/out."
)


pages_dir_option = click.option(
    "--pages-dir",
    default="",
    metavar="FOLDER",
    help="Where right pages are stored [provenance.fixture_pages: fixtures/pages beside the configuration].",
)


def parse_pages(chosen: str, what: str = "--pages") -> tuple[int, ...]:
    """Page numbers from "10-20,25": ascending, each once. Raises UsageError, which says that they are wrong in ``what``."""
    pages: set[int] = set()
    for part in filter(None, chosen.replace(" ", "").split(",")):
        found = PAGES.fullmatch(part)
        first, last = (int(found["first"]), int(found["last"] or found["first"])) if found else (0, 0)
        if not 1 <= first <= last <= MOST_PAGES:
            raise UsageError(f"{what} {chosen}: {part!r} names no pages; write 7 or 10-20, pages count from 1")
        pages.update(range(first, last + 1))
    return tuple(sorted(pages))


def load_passwords(file: str) -> tuple[str, ...]:
    """The lines of a password file, to be tried in turn. Raises UsageError where it cannot be read."""
    if not file:
        return ()
    from pathlib import Path

    try:
        lines = Path(file).read_text(encoding="utf-8-sig").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is not UTF-8"
        raise UsageError(f"--password-file {file} cannot be read ({why})") from None
    return tuple(filter(None, lines))


def printable(text: str) -> str:
    """``text`` on one line, what a terminal would act on replaced: names of files may hold anything."""
    return "".join(character if character.isprintable() else "?" for character in text)
