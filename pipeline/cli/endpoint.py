"""The one place from which a question leaves this machine: a POST to the endpoint that the configuration names.

The key is sent to that address and nowhere else: a redirect is an error. Every way in which no answer comes has its words.
"""

import time
import urllib.error
import urllib.request
from http.client import HTTPException
from typing import IO, Any

from pipeline.cli.options import printable
from pipeline.errors import EndpointError
from pipeline.retrieval.index.keys import KEY

AT_ONCE = 65536
SHOWN = 300
"""Characters of what an endpoint says of an error that are shown."""
HINTS = {
    401: f"the key was refused; is {KEY} right?",
    403: f"the key may not do this; is {KEY} right?",
    404: "there is no such address or model; ask.endpoint is what stands ahead of /chat/completions",
    429: "too many requests or no credit left; try again later",
}


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the key would go along."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        """None is followed."""


def post(address: str, body: bytes, key: str, seconds: float, most: int) -> bytes:
    """What ``address`` answers to ``body``, within ``seconds`` and ``most`` bytes. Raises EndpointError, which says why not."""
    headers = {"Content-Type": "application/json", "Accept": "application/json", "User-Agent": "clausetrace"}
    if key:
        headers["Authorization"] = f"Bearer {key}"
    end = time.monotonic() + seconds
    try:
        opener = urllib.request.build_opener(_NoRedirect)
        with opener.open(urllib.request.Request(address, body, headers), timeout=seconds) as response:
            return _read(response, address, end, most)
    except urllib.error.HTTPError as error:
        raise EndpointError(f"{address} answered {error.code}: {_explain(error)}") from None
    except TimeoutError:
        raise EndpointError(_too_slow(address)) from None
    except urllib.error.URLError as error:
        why = _too_slow(address) if isinstance(error.reason, TimeoutError) else f"{address} cannot be reached ({error.reason})"
        raise EndpointError(why) from None
    except (HTTPException, OSError, ValueError) as error:
        raise EndpointError(f"{address} broke off ({error or type(error).__name__}); is it an address of an endpoint?") from None


def _too_slow(address: str) -> str:
    return f"{address} gave no answer in time; try again, or set a higher ask.timeout_seconds"


def _read(response: Any, address: str, end: float, most: int) -> bytes:
    """All of an answer, as it comes; a server that sends drop by drop is held to the time as well."""
    parts, length = [], 0
    while part := response.read1(AT_ONCE):
        parts.append(part)
        length += len(part)
        if length > most:
            raise EndpointError(f"{address} sent more than {most:,} bytes; that is no answer (ask.answer_kb)")
        if time.monotonic() > end:
            raise EndpointError(_too_slow(address))
    return b"".join(parts)


def _explain(error: urllib.error.HTTPError) -> str:
    said = _said(error)
    if error.code in HINTS:
        return f"{HINTS[error.code]} {said}".strip()
    if 300 <= error.code < 400:
        return "it sends elsewhere, where the key is not sent; name the right address in ask.endpoint"
    return said or str(error.reason)


def _said(error: IO[bytes]) -> str:
    """The first words of what the endpoint says, on one line."""
    try:
        said = error.read(SHOWN * 4).decode("utf-8", "replace")
    except OSError:
        return ""
    return f"(it says: {printable(' '.join(said.split())[:SHOWN])})" if said.strip() else ""
