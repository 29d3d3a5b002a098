"""What every page that is written has in common: templates with everything escaped, and a policy that names its own script alone.

What comes out of a document is escaped wherever it stands, and a Content-Security-Policy names the one script and the one style
by their hashes: whatever got past the escaping would be text still.
"""

import base64
import hashlib
from typing import TYPE_CHECKING

from pipeline.errors import DependencyMissing

if TYPE_CHECKING:
    from jinja2 import Environment

IN_FILE = "data:"
"""Where pictures may come from: the file itself."""


def require_templates(what: str = "the HTML redline") -> None:
    """Raises DependencyMissing where jinja2 is not installed: better before documents are run than behind."""
    try:
        import jinja2  # noqa: F401
    except ImportError:
        raise DependencyMissing(f"{what} needs jinja2; run pip install 'clausetrace[audit]'") from None


def open_templates(package: str) -> "Environment":
    """The templates of a package, everything escaped, a name that is not there an error."""
    require_templates(f"a page of {package}")
    from jinja2 import Environment, PackageLoader, StrictUndefined

    loader = PackageLoader(package)
    return Environment(loader=loader, autoescape=True, trim_blocks=True, lstrip_blocks=True, undefined=StrictUndefined)


def read_source(environment: "Environment", name: str) -> str:
    """A file beside the templates as it stands, to be set into the page."""
    assert environment.loader
    return environment.loader.get_source(environment, name)[0]


def make_policy(style: str, script: str, pictures: str = IN_FILE, connect: str = "'none'") -> str:
    """What a browser may do with the page: its own style and script, ``pictures`` from there, no ``connect`` but there."""
    hashes = (base64.b64encode(hashlib.sha256(text.encode()).digest()).decode() for text in (style, script))
    style_hash, script_hash = (f"'sha256-{each}'" for each in hashes)
    return (
        f"default-src 'none'; img-src {pictures}; style-src {style_hash}; script-src {script_hash}; connect-src {connect}; "
        "base-uri 'none'; form-action 'none'"
    )
