"""The HTML of a difference: one file that asks nothing of a network or a server, and runs no script but its own.

What comes out of a document is escaped wherever it stands, and a Content-Security-Policy names the one script and the one style
by their hashes and pictures inside the file: whatever got past the escaping would be text still. Pictures stand behind the text and
are decoded when they come into sight.
"""

import base64
import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING

from pipeline.diff.records import Difference
from pipeline.diff.redline.cards import count_cards, make_cards
from pipeline.diff.redline.sheets import NEW, OLD, Drawn
from pipeline.errors import DependencyMissing

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATE, STYLE, SCRIPT = "redline.html.jinja", "redline.css", "redline.js"
SCALE = 2.0
"""Pixels a point at which a page is shown where there is room, both sides alike: type of 9 points reads as the words above do."""
NAMES = {OLD: "Old", NEW: "New"}


def write_redline(difference: Difference, drawn: Drawn, notices: tuple[str, ...], version: str) -> str:
    """The file. ``notices`` say what it lacks and why; ``version`` is of the program that writes it.

    Raises DependencyMissing where jinja2 is not installed.
    """
    environment = _environment()
    style, script = (_source(environment, name) for name in (STYLE, SCRIPT))
    cards = tuple(make_cards(difference, drawn))
    return environment.get_template(TEMPLATE).render(
        difference=difference,
        editions=dict(zip(NAMES, difference.editions, strict=True)),
        names=NAMES,
        cards=cards,
        counts=count_cards(cards),
        weighty=sum(card.weighty for card in cards),
        notices=notices,
        scale=SCALE,
        pictures=_encoded(drawn),
        style=style,
        script=script,
        policy=_policy(style, script),
        version=version,
    )


def require_templates() -> None:
    """Raises DependencyMissing where jinja2 is not installed: better before documents are run than behind."""
    try:
        import jinja2  # noqa: F401
    except ImportError:
        raise DependencyMissing("the HTML redline needs jinja2; run pip install 'clausetrace[audit]'") from None


def _environment() -> "Environment":
    """Templates of this package, everything escaped, a name that is not there an error."""
    require_templates()
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("pipeline.diff.redline")
    return Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)


def _source(environment: "Environment", name: str) -> str:
    assert environment.loader
    return environment.loader.get_source(environment, name)[0]


def _policy(style: str, script: str) -> str:
    """What a browser may do with the file: its own style and script, pictures that are in it, nothing else."""
    hashes = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script))
    style_hash, script_hash = (f"'sha256-{each}'" for each in hashes)
    return (
        f"default-src 'none'; img-src data:; style-src {style_hash}; script-src {script_hash}; base-uri 'none'; form-action 'none'"
    )


def _encoded(drawn: Drawn) -> Mapping[str, str]:
    """Pictures by "old-12", as a browser reads them out of text."""
    return {
        f"{side}-{page}": base64.b64encode(picture.webp).decode()
        for side, pages in drawn.items()
        for page, picture in pages.items()
    }
