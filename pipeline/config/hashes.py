"""What a result depends on, as hashes: the settings that shaped it, without those that only bound its cost."""

import hashlib
import json
from typing import Any

from pipeline.config.settings import Configuration, DocumentSettings, FamilySettings

UNSHAPING: dict[str, Any] = {
    **dict.fromkeys(("limits", "diff", "documents", "profile", "check", "families"), True),
    "provenance": {"fixture_pages"},
}
"""Left out: limits bound the cost, diff compares results, other documents' entries play no part, a profile's values stand in the
sections, a check asks of what stands there, and where the right text of pages is kept is a place."""
ASKED = set(FamilySettings.model_fields)
"""What a document's own entry asks of it."""


def hash_settings(configuration: Configuration, own: DocumentSettings) -> str:
    """SHA-256 (hex) of every setting that shapes the result of the document whose entry is ``own``; key order plays no part."""
    shaping = configuration.model_dump(mode="json", exclude=UNSHAPING)
    shaping["document"] = own.model_dump(mode="json", exclude=ASKED)
    return hashlib.sha256(json.dumps(shaping, sort_keys=True).encode()).hexdigest()
