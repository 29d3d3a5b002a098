"""The one place from which a question or a passage leaves this machine: a POST to an endpoint that the configuration names.

The key is sent to that address and nowhere else: a redirect is an error. Every way in which no answer comes has its words.
"""

import time
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import IO, Any

from pipeline.errors import EndpointError
from pipeline.model import Record
from pipeline.retrieval.index.keys import KEY

AT_ONCE = 65536
SHOWN = 300
"""Characters of what an endpoint says of an error that are shown."""


class Endpoint(Record, frozen=True):
    """Where a body is posted to, with which key ("": none), and the seconds and bytes (``most``) within which an answer must come.

    For a person whom none reaches: the setting ``named`` says the address but for ``path`` behind it, ``timed`` how long is waited;
    ``sized`` is what to look at where too much comes.
    """

    address: str
    key: str
    seconds: float
    most: int
    path: str
    named: str
    timed: str
    sized: str


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the key would go along."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """None is followed."""


def post(endpoint: Endpoint, body: bytes) -> bytes:
    """What ``endpoint`` answers to ``body``. Raises EndpointError, which says why it does not."""
    address = endpoint.address
    headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "clausetrace"}
    if endpoint.key:
        headers["Authorization"] = f"Bearer {endpoint.key}"
    end = time.monotonic() + endpoint.seconds
    try:
        opener = urllib.request.build_opener(_NoRedirect)
        with opener.open(urllib.request.Request(address, body, headers), timeout=endpoint.seconds) as response:
            return _read(response, endpoint, end)
    except urllib.error.HTTPError as error:
        raise EndpointError(f"{address} answered {error.code}: {_explain(error, endpoint)}") from None
    except TimeoutError:
        raise EndpointError(_too_slow(endpoint)) from None
    except urllib.error.URLError as error:
        slow = isinstance(error.reason, TimeoutError)
        why = _too_slow(endpoint) if slow else f"{address} cannot be reached ({error.reason}); is {endpoint.named} right?"
        raise EndpointError(why) from None
    except (HTTPException, OSError, ValueError) as error:
        why = f"{address} broke off ({error or type(error).__name__}); does {endpoint.named} name an endpoint?"
        raise EndpointError(why) from None


def _too_slow(endpoint: Endpoint) -> str:
    return f"{endpoint.address} gave no answer in time; try again, or set a higher {endpoint.timed}"


def _read(response: Any, endpoint: Endpoint, end: float) -> bytes:
    """All of an answer, as it comes; a server that sends drop by drop is held to the time as well."""
    parts, length = [], 0
    while part := response.read1(AT_ONCE):
        parts.append(part)
        length += len(part)
        if length > endpoint.most:
            raise EndpointError(f"{endpoint.address} sent more than {endpoint.most:,} bytes; that is no answer ({endpoint.sized})")
        if time.monotonic() > end:
            raise EndpointError(_too_slow(endpoint))
    return b"".join(parts)


def _explain(error: urllib.error.HTTPError, endpoint: Endpoint) -> str:
    said = _said(error)
    hint = _hint(error.code, endpoint)
    if hint:
        return f"{hint} {said}".strip()
    if 300 <= error.code < 400:
        return f"it sends elsewhere, where the key is not sent; name the right address in {endpoint.named}"
    return said or str(error.reason)


def _hint(code: int, endpoint: Endpoint) -> str:
    match code:
        case 401:
            return f"the key was refused; is {KEY} right?"
        case 403:
            return f"the key may not do this; is {KEY} right?"
        case 404:
            return f"there is no such address or model; {endpoint.named} is what stands ahead of {endpoint.path}"
        case 429:
            return "too many requests or no credit left; try again later"
        case _:
            return ""


def _said(error: IO[bytes]) -> str:
    """The first words of what the endpoint says, on one line."""
    try:
        said = error.read(SHOWN * 4).decode("utf-8", "replace")
    except OSError:
        return ""
    return f"(it says: {' '.join(said.split())[:SHOWN]})" if said.strip() else ""
