"""Every code that a finding or a problem may have: what it says, why that matters, and what to do about it.

A code is stable, its words are not. Reports, `explain code` and docs/findings.md read this table; a test holds it against the codes
that stand in the program, both ways.
"""

from pipeline.model.codes import checks, rereading, stages
from pipeline.model.codes.code import Code
from pipeline.model.document import Severity

GROUPS = {
    "Reading the file": stages.EXTRACTION,
    "Headers and footers": stages.FURNITURE,
    "Clauses": stages.CLAUSES,
    "Tables": stages.TABLES,
    "Chunks": stages.CHUNKS,
    "Checked against the page": checks.CHECKS,
    "Checked in what a run wrote": checks.WRITTEN,
    "Pages that a person stored": rereading.STORED,
    "Read again by another library": rereading.REREAD,
    "Furniture that may be text": checks.GUARDS,
    "What the YAML asks": checks.ASKED,
    "Acceptances": checks.ACCEPTING,
    "Configuration": stages.CONFIGURATION,
}
"""By what they are about, in the order in which a document is done."""
CODES = {code.id: code for group in GROUPS.values() for code in group}


def find_code(code: str) -> Code:
    """What ``code`` says; words that hold for any where it is not known, as of a file that another version wrote."""
    unknown = Code(
        code, Severity.WARNING, f"Finding {code}", "This version of the program does not know the code", "Read its message."
    )
    return CODES.get(code, unknown)
