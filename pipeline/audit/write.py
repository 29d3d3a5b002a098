"""The audit page: one HTML file that asks nothing of a network or a server, or the same page with a server behind it.

What comes out of the document stands as JSON in script elements that no browser runs, with every `<` escaped, and the page's own
script only ever sets it as text. A Content-Security-Policy names the one script and the one style by their hashes. Pictures stand
behind everything else as text and are decoded when their page is shown; with a server they are fetched then.
"""

import base64
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

import msgspec

from pipeline.audit.plotting import make_plot
from pipeline.audit.verdicts import NOTHING, Verdict
from pipeline.audit.view import View
from pipeline.model import Gap, Record
from pipeline.pictures import Picture
from pipeline.webpage import IN_FILE, make_policy, open_templates, read_source

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATE, STYLE = "audit.html.jinja", "audit.css"
SCRIPTS = ("1-state.js", "2-verdicts.js", "3-page.js", "4-tree.js", "5-detail.js", "6-lists.js", "7-start.js")
"""Set together into the one script of the page, in this order."""
KEPT_BY_BROWSER = "Verdicts are kept by this browser. Export them as CSV to share or commit them; the same file can be imported."
KEPT_BY_SERVER = "Verdicts are written at once to the CSV of this document's family, as they are given."


class Setup(Record, frozen=True):
    """How the page works: with a server or alone, with pictures or not; ``entry`` is the document's name in the YAML."""

    server: bool
    pictures: bool
    entry: str
    nothing: str = NOTHING


class Content(Record, frozen=True):
    """What goes into a page: the document, its recurrence plot, the verdicts known, pictures by page, and who is at work."""

    view: View
    gap: Gap
    verdicts: tuple[Verdict, ...] = ()
    pictures: Mapping[int, Picture] = {}
    who: str = ""


def write_page(content: Content, setup: Setup) -> str:
    """The page as HTML. Raises DependencyMissing where jinja2 is not installed."""
    environment = open_templates("pipeline.audit")
    style, script = read_source(environment, STYLE), _script(environment)
    policy = make_policy(style, script, "'self'", "'self'") if setup.server else make_policy(style, script, IN_FILE)
    return environment.get_template(TEMPLATE).render(
        cover=content.view.cover,
        gap=content.gap,
        bars=content.gap.shares,
        plot=make_plot(content.gap),
        view=_as_json(content.view),
        verdicts=_as_json(content.verdicts),
        setup=_as_json(setup),
        pictures=_encoded(content.pictures.values()),
        who=content.who,
        keeping=KEPT_BY_SERVER if setup.server else KEPT_BY_BROWSER,
        style=style,
        script=script,
        policy=policy,
    )


def _script(environment: "Environment") -> str:
    parts = "\n".join(read_source(environment, name) for name in SCRIPTS)
    return f'"use strict";\n(() => {{\n{parts}}})();\n'


def _as_json(given: object) -> str:
    """JSON that ends no script element and opens no comment, whatever words stand in it."""
    return msgspec.json.encode(given).decode().replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def _encoded(pictures: Iterable[Picture]) -> Iterator[tuple[int, str]]:
    return ((picture.page, base64.b64encode(picture.webp).decode()) for picture in pictures)
