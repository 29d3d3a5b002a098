"""What is sent to a model to have a question answered, and what is made of what it sends back. No network here.

The form is that of OpenAI's chat completions, which most servers speak. Of a reply the answer alone is kept: reasoning that a model
puts ahead of it in its own tags is dropped. The answer is shown as it came, and checked against the excerpts that it was given.
"""

import re
from collections.abc import Collection, Sequence

import msgspec

from pipeline.config.answers import AskSettings
from pipeline.errors import EndpointError
from pipeline.model import Record
from pipeline.retrieval.citations import Checked, Excerpt, check_citations
from pipeline.retrieval.index.keys import find_key
from pipeline.retrieval.index.posting import Endpoint
from pipeline.retrieval.prompting import Prompt, Source

REASONING = re.compile(r"\A\s*<(think|thinking|reasoning)>.*?</\1>\s*", re.DOTALL | re.IGNORECASE)
CUT = "length"
"""What an endpoint says of an answer that it cut at the limit of tokens."""
LEFT_OUT = ""
PATH = "/chat/completions"


class Reply(Record, frozen=True):
    """A model's answer, the model as the endpoint names it, and whether the answer was cut at the limit of tokens."""

    text: str
    model: str
    cut: bool


class Answered(Record, frozen=True):
    """A question, its answer, the excerpts it was given, and what the check of its citations found."""

    question: str
    answer: str
    model: str
    cut: bool
    sources: list[Source]
    checked: Checked


class _Part(Record, frozen=True):
    text: str = ""


class _Message(Record, frozen=True):
    content: str | list[_Part] | None = None


class _Choice(Record, frozen=True):
    message: _Message
    finish_reason: str | None = None


class _Completion(Record, frozen=True):
    choices: list[_Choice]
    model: str | None = None


def make_endpoint(settings: AskSettings) -> Endpoint:
    """Where completions are asked for, and with which key. Raises EndpointError where no endpoint or no model is named."""
    if not settings.endpoint:
        raise EndpointError('no endpoint is named; set ask.endpoint in the YAML, as in endpoint: "http://localhost:11434/v1"')
    if not settings.model:
        raise EndpointError("no model is named; set ask.model in the YAML to one that the endpoint has")
    address = f"{settings.endpoint.rstrip('/')}{PATH}"
    return Endpoint(
        address,
        find_key(address),
        settings.timeout_seconds,
        settings.answer_kb * 1000,
        PATH,
        named="ask.endpoint",
        timed="ask.timeout_seconds",
        sized="ask.answer_kb",
    )


def make_request(prompt: Prompt, settings: AskSettings) -> bytes:
    """The body of the request, as JSON."""
    further = {name: value for name, value in settings.parameters.items() if value != LEFT_OUT}
    return msgspec.json.encode({**further, "model": settings.model, "messages": prompt.messages, "stream": False})


def read_reply(body: bytes, address: str) -> Reply:
    """The answer in what an endpoint sent. Raises EndpointError where there is none."""
    try:
        completion = msgspec.json.decode(body, type=_Completion)
    except msgspec.DecodeError as error:
        raise EndpointError(f"{address} sent no chat completion ({error}); does it speak OpenAI's chat completions?") from None
    text = _read_text(completion.choices[0].message) if completion.choices else ""
    if not text:
        raise EndpointError(f"{address} sent an empty answer; try another model, or a higher max_tokens in ask.parameters")
    return Reply(text, completion.model or "", completion.choices[0].finish_reason == CUT)


def _read_text(message: _Message) -> str:
    content = message.content or ""
    text = content if isinstance(content, str) else "".join(part.text for part in content)
    return REASONING.sub("", text).strip()


def make_answered(question: str, reply: Reply, sources: Sequence[Source], abbreviations: Collection[str]) -> Answered:
    """The answer with its sources, its citations checked."""
    checked = check_citations(reply.text, [make_excerpt(source) for source in sources], abbreviations)
    return Answered(question, reply.text, reply.model, reply.cut, list(sources), checked)


def make_excerpt(source: Source) -> Excerpt:
    """What a citation of a source is checked against."""
    return Excerpt(source.number, source.text, source.label, source.page_label or str(source.page or ""), source.link)
