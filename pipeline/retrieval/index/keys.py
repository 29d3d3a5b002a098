"""The key for an endpoint, from the environment alone: CLAUSETRACE_API_KEY, or, for api.openai.com alone, OPENAI_API_KEY."""

import ipaddress
import os
from collections.abc import Mapping
from urllib.parse import urlsplit

from pipeline.errors import EndpointError

KEY, OPENAI_KEY, OPENAI_HOST = "CLAUSETRACE_API_KEY", "OPENAI_API_KEY", "api.openai.com"


def find_key(address: str, environment: Mapping[str, str] = os.environ) -> str:
    """The key for ``address``, "" where there is none. Raises EndpointError where it would go to another machine in the clear."""
    parts = urlsplit(address)
    openai = environment.get(OPENAI_KEY, "") if parts.hostname == OPENAI_HOST else ""
    key = environment.get(KEY, "") or openai
    if key and parts.scheme != "https" and not _is_here(parts.hostname or ""):
        raise EndpointError(f"{address} would get the key over http, readable on the way; use https, or unset {KEY}")
    return key.strip()


def _is_here(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost" or host.endswith(".localhost")
