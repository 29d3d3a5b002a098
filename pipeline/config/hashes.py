"""What a result depends on, as hashes: the settings that shaped it, without those that only bound its cost."""

import hashlib
import json
from typing import Any

from pipeline.config.settings import Configuration, DocumentSettings, FamilySettings

UNSHAPING: dict[str, Any] = {
    **dict.fromkeys(("limits", "diff", "documents", "profile", "retrieval", "ask", "check", "families"), True),
    "provenance": {"fixture_pages"},
}
"""Left out: limits bound the cost, diff compares results, other documents' entries play no part, a profile's values stand in the
sections, a check asks of what stands there, where the right text of pages is kept is a place, and how answers are found, shown and
asked for comes after the run."""
ASKED = set(FamilySettings.model_fields)
"""What a document's own entry asks of it."""


def hash_settings(configuration: Configuration, own: DocumentSettings) -> str:
    """SHA-256 (hex) of every setting that shapes the result of the document whose entry is ``own``; key order plays no part."""
    unshaping = UNSHAPING if configuration.sentences.write else UNSHAPING | {"sentences": True}
    shaping = configuration.model_dump(mode="json", exclude=unshaping)
    shaping["document"] = own.model_dump(mode="json", exclude=ASKED)
    return hashlib.sha256(json.dumps(shaping, sort_keys=True).encode()).hexdigest()
