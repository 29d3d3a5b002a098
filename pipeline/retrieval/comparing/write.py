"""The HTML of a comparison: one file that asks nothing of a network or a server, and runs no script but its own.

What comes out of a document is escaped wherever it stands, and a Content-Security-Policy names the one script and the one style by
their hashes. Without its script the page shows every fact, one below the other.
"""

import base64
import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pipeline.errors import DependencyMissing
from pipeline.retrieval.comparing.cutting import SIZE, STEP
from pipeline.retrieval.comparing.facts import Comparison

if TYPE_CHECKING:
    from jinja2 import Environment

TEMPLATE, STYLE, SCRIPT = "compare.html.jinja", "compare.css", "compare.js"


def write_comparison(comparisons: Sequence[Comparison], words: str, version: str) -> str:
    """The file. ``words`` are those that its facts have, "" for figures; ``version`` is of the program that writes it.

    Raises DependencyMissing where jinja2 is not installed.
    """
    environment = _environment()
    style, script = (_source(environment, name) for name in (STYLE, SCRIPT))
    return environment.get_template(TEMPLATE).render(
        comparisons=comparisons,
        words=words,
        size=SIZE,
        step=STEP,
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
        raise DependencyMissing("the comparison needs jinja2; run pip install 'clausetrace[audit]'") from None


def _environment() -> "Environment":
    """Templates of this package, everything escaped, a name that is not there an error."""
    require_templates()
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader("pipeline.retrieval.comparing")
    return Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)


def _source(environment: "Environment", name: str) -> str:
    assert environment.loader
    return environment.loader.get_source(environment, name)[0]


def _policy(style: str, script: str) -> str:
    """What a browser may do with the file: its own style and script, nothing else."""
    hashes = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script))
    style_hash, script_hash = (f"'sha256-{each}'" for each in hashes)
    return f"default-src 'none'; style-src {style_hash}; script-src {script_hash}; base-uri 'none'; form-action 'none'"
