"""How what was found is shown and asked about: sentences and their windows, excerpts, and the endpoint that answers questions."""

from typing import Annotated, Literal

from pydantic import Field, field_validator

from pipeline.config.base import Count, Positive, Settings, Share
from pipeline.config.function_words import FUNCTION_WORDS

NO_ANSWER = (
    *("not hold the answer", "not hold an answer", "not contain", "not mention", "not specif", "not state", "not say whether"),
    *("not say what", "not say how", "not say who", "not say where", "not say when", "not say if", "not say anything"),
    *("excerpts do not", "excerpt does not", "passages do not", "sources do not"),
    *("not provide", "not address", "not answer", "not cover this", "no information", "no answer"),
    *("unable to find", "unable to answer", "cannot be answered", "cannot answer", "could not find", "not found in", "no passage"),
    *("no matching", "nichts gefunden"),
    *(
        "enthalten keine",
        "enthält keine",
        "keine angabe",
        "keine information",
        "keine auskunft",
        "nicht erwähnt",
        "geht nicht hervor",
    ),
    *("nicht beantworte", "ne contiennent pas", "ne mentionnent pas", "ne précisent pas", "aucune information"),
    *("ne permettent pas", "no contienen", "no mencionan", "no se menciona", "no especifican", "ninguna información"),
    *(
        "no hay información",
        "non contengono",
        "non menzionano",
        "nessuna informazione",
        "non specificano",
        "포함되어 있지",
        "나와 있지",
    ),
    *("언급되어 있지", "찾을 수 없", "未提及", "没有提到", "沒有提到", "找不到", "記載がありません", "見つかりません"),
)
"""What an answer says that finds nothing to answer from."""
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
    """The endpoint that `clausetrace ask` sends to, and how answers are judged. There is no key here: it comes from the environment
    alone.
    """

    endpoint: str = ""
    model: str = ""
    hits: Count = 5
    timeout_seconds: Positive = 120
    answer_kb: Count = 1000
    support: Share = 0.45
    no_answer: tuple[str, ...] = NO_ANSWER
    parameters: dict[str, Parameter] = Field(default_factory=lambda: dict[str, Parameter](temperature=0, max_tokens=800))

    @field_validator("endpoint")
    @classmethod
    def _is_web_address(cls, endpoint: str) -> str:
        if endpoint and not endpoint.startswith(("http://", "https://")):
            raise ValueError("must begin with https:// or http://")
        if "@" in endpoint.partition("//")[2].partition("/")[0]:
            raise ValueError("must hold no user or password: the key comes from the environment")
        return endpoint
