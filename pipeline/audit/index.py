"""The first page of the audit server: every document, and how much of it is signed off."""

from collections.abc import Mapping

from pipeline.audit.standing import Tally
from pipeline.webpage import make_policy, open_templates, read_source

TEMPLATE, STYLE = "index.html.jinja", "index.css"


def write_index(tallies: Mapping[str, Tally | None]) -> str:
    """The page as HTML, documents in their order; None is one that was not counted yet."""
    environment = open_templates("pipeline.audit")
    style = read_source(environment, STYLE)
    return environment.get_template(TEMPLATE).render(rows=tallies.items(), style=style, policy=make_policy(style, ""))
