"""The floors below which no figure may fall. They stand in `floors.json` and can only rise.

A figure without a floor, and a floor without a figure, are faults too: nothing leaves the measurement unseen.
"""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

from tests.quality.figures import Figures

FILE = Path(__file__).with_name("floors.json")
TOLERANCE = 0.0005
"""What a figure may lack: less than one part in a thousand documents of the kind, more than the rounding of floors."""
RAISE = "pytest tests/quality --raise-floors"
COMMITS = 2
"""Versions of the file in the history that it may not fall below: the last, and the one before where the last is at hand."""


def load_floors() -> Figures:
    floors: Figures = json.loads(FILE.read_text(encoding="utf-8")) if FILE.is_file() else {}
    return floors


def save_floors(floors: Figures) -> None:
    FILE.write_text(json.dumps(floors, indent=1, ensure_ascii=False, sort_keys=True) + "\n", encoding="utf-8")


def raised(floors: Figures, figures: Figures) -> Figures:
    """The higher of floor and figure, for all that has either."""
    both: Figures = {}
    for source in (floors, figures):
        for scorer, document, key, value in flat(source):
            row = both.setdefault(scorer, {}).setdefault(document, {})
            row[key] = max(value, row.get(key, value))
    return both


def faults(figures: Figures, floors: Figures) -> list[str]:
    """What keeps ``figures`` from standing on ``floors``, a sentence each."""
    found = {(scorer, document, key): value for scorer, document, key, value in flat(figures)}
    least = {(scorer, document, key): value for scorer, document, key, value in flat(floors)}
    said = [
        f"{' / '.join(what)}: {found[what]:.4f} is below its floor {floor:.4f}"
        for what, floor in least.items()
        if what in found and found[what] < floor - TOLERANCE
    ]
    said += [f"{' / '.join(what)} has a floor and was not measured" for what in least if what not in found]
    return said + [f"{' / '.join(what)} has no floor; set it with {RAISE}" for what in found if what not in least]


def lowered(floors: Figures, before: Figures) -> list[str]:
    """The floors of ``before`` that are lower or gone in ``floors``, a sentence each."""
    now = {(scorer, document, key): value for scorer, document, key, value in flat(floors)}
    return [
        f"{scorer} / {document} / {key}: {now.get((scorer, document, key), 'gone')} was {value}"
        for scorer, document, key, value in flat(before)
        if now.get((scorer, document, key), -1.0) < value
    ]


def flat(figures: Figures) -> Iterator[tuple[str, str, str, float]]:
    for scorer, rows in figures.items():
        for document, row in rows.items():
            for key, value in row.items():
                yield scorer, document, key, value


def committed_floors() -> list[Figures]:
    """The floors of the last commits that changed them; none where there is no git or no history."""
    commits = asked_of_git("log", f"-{COMMITS}", "--format=%H", "--", FILE.name).split()
    return [json.loads(text) for commit in commits if (text := asked_of_git("show", f"{commit}:./{FILE.name}"))]


def asked_of_git(*words: str) -> str:
    try:
        asked = subprocess.run(["git", *words], cwd=FILE.parent, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        return ""
    return asked.stdout if asked.returncode == 0 else ""
