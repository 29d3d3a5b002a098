"""The HTML of a difference: one file that asks nothing of a network or a server, and runs no script but its own.

What comes out of a document is escaped wherever it stands, and a Content-Security-Policy names the one script and the one style
by their hashes and pictures inside the file: whatever got past the escaping would be text still. Pictures stand behind the text and
are decoded when they come into sight.
"""

import base64
from collections.abc import Mapping

from pipeline.diff.records import Difference
from pipeline.diff.redline.cards import count_cards, make_cards
from pipeline.diff.redline.sheets import NEW, OLD, Drawn
from pipeline.webpage import make_policy, open_templates, read_source

TEMPLATE, STYLE, SCRIPT = "redline.html.jinja", "redline.css", "redline.js"
SCALE = 2.0
"""Pixels a point at which a page is shown where there is room, both sides alike: type of 9 points reads as the words above do."""
NAMES = {OLD: "Old", NEW: "New"}


def write_redline(difference: Difference, drawn: Drawn, notices: tuple[str, ...], version: str) -> str:
    """The file. ``notices`` say what it lacks and why; ``version`` is of the program that writes it.

    Raises DependencyMissing where jinja2 is not installed.
    """
    environment = open_templates("pipeline.diff.redline")
    style, script = (read_source(environment, name) for name in (STYLE, SCRIPT))
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
        policy=make_policy(style, script),
        version=version,
    )


def _encoded(drawn: Drawn) -> Mapping[str, str]:
    """Pictures by "old-12", as a browser reads them out of text."""
    return {
        f"{side}-{page}": base64.b64encode(picture.webp).decode()
        for side, pages in drawn.items()
        for page, picture in pages.items()
    }
