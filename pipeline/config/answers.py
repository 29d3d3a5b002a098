"""How what was found is shown and asked about: sentences and their windows, excerpts, and the endpoint that answers questions."""

from typing import Annotated, Literal

from pydantic import Field, field_validator

from pipeline.config.base import Count, Positive, Settings
from pipeline.config.function_words import FUNCTION_WORDS

Parameter = int | float | str | bool


class SentenceSettings(Settings):
    """``sentences.jsonl``. ``window`` in sentences on either side."""

    write: bool = False
    window: Annotated[int, Field(ge=0)] = 1
    bound: Literal["clause", "document"] = "clause"


class SnippetSettings(Settings):
    """Excerpts. ``limit`` in code points, the ellipses among them; ``function_words`` by language."""

    limit: Count = 200
    at_words: bool = False
    function_words: dict[str, tuple[str, ...]] = Field(default_factory=lambda: dict(FUNCTION_WORDS))


class AskSettings(Settings):
    """The endpoint that `clausetrace ask` sends to. There is no key here: it comes from the environment alone."""

    endpoint: str = ""
    model: str = ""
    hits: Count = 5
    timeout_seconds: Positive = 120
    answer_kb: Count = 1000
    parameters: dict[str, Parameter] = Field(default_factory=lambda: dict[str, Parameter](temperature=0, max_tokens=800))

    @field_validator("endpoint")
    @classmethod
    def _is_web_address(cls, endpoint: str) -> str:
        if endpoint and not endpoint.startswith(("http://", "https://")):
            raise ValueError("must begin with https:// or http://")
        if "@" in endpoint.partition("//")[2].partition("/")[0]:
            raise ValueError("must hold no user or password: the key comes from the environment")
        return endpoint
