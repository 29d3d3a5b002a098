"""The audit server: this machine alone, and only who knows the address.

A request is refused, before anything is looked at, unless it names this address as its host, comes from this address's own page
where it names an origin, and its path begins with the token. Paths are never paths of files: they name documents that are known and
pages by number. Nothing is logged, since addresses hold the token, and no error shows more than its message.
"""

import hmac
import re
import secrets
from collections.abc import Callable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import unquote

import msgspec

from pipeline.audit.desk import Desk, Edit
from pipeline.audit.index import write_index
from pipeline.errors import ClausetraceError

HOST = "127.0.0.1"
TOKEN_BYTES = 24
LARGEST = 65_536
"""Bytes of a request: a note of the longest kind in two rows takes half of that."""
PATIENCE = 30
"""Seconds that a client may take to send what it announced."""
INDEX_SECONDS = 3.0
"""What opening documents for the list of them may take; the others are counted when it is asked for again."""
PICTURE = re.compile(r"pages/(?P<number>\d{1,6})\.webp")
"""Matches pages/12.webp."""
OWN_SITE = ("same-origin", "none")
"""What Sec-Fetch-Site says of a page of our own, and of an address that was typed."""
GUARDS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
HTML, JSON, TEXT, WEBP = "text/html; charset=utf-8", "application/json", "text/plain; charset=utf-8", "image/webp"


class Answer(NamedTuple):
    """What a request gets."""

    status: HTTPStatus
    kind: str
    body: bytes


NOT_FOUND = Answer(HTTPStatus.NOT_FOUND, TEXT, b"not found\n")


class AuditServer(ThreadingHTTPServer):
    """Serves the documents of a desk. ``address`` is what a person opens."""

    daemon_threads = True
    block_on_close = False

    def __init__(self, desk: Desk, port: int = 0) -> None:
        self.desk = desk
        self.token = secrets.token_urlsafe(TOKEN_BYTES)
        super().__init__((HOST, port), _Handler)
        self.place = f"{HOST}:{self.server_address[1]}"

    @property
    def address(self) -> str:
        """The whole address, with the token."""
        return f"http://{self.place}/{self.token}/"


class _Handler(BaseHTTPRequestHandler):
    """One request."""

    server: AuditServer
    timeout = PATIENCE
    server_version = "clausetrace"
    sys_version = ""
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""

    def _answer(self, find: Callable[[list[str]], Answer]) -> None:
        try:
            answer = self._refuse() or find(self._parts())
        except ClausetraceError as error:
            answer = Answer(HTTPStatus.INTERNAL_SERVER_ERROR, TEXT, f"{error}\n".encode())
        if answer.status >= HTTPStatus.BAD_REQUEST and self.command == "POST":
            self.close_connection = True
        self.send_response(answer.status)
        for name, value in {**GUARDS, "Content-Type": answer.kind, "Content-Length": str(len(answer.body))}.items():
            self.send_header(name, value)
        if self.close_connection:
            self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(answer.body)

    def _refuse(self) -> Answer | None:
        """The refusal of a request that is not from this address's own page, or does not know the token."""
        origin, site = self.headers.get("Origin"), self.headers.get("Sec-Fetch-Site", OWN_SITE[0])
        if self.headers.get_all("Host") != [self.server.place]:
            return Answer(HTTPStatus.MISDIRECTED_REQUEST, TEXT, b"this server answers to its own address alone\n")
        foreign = origin is not None and origin != f"http://{self.server.place}"
        if foreign or site not in OWN_SITE or (self.command == "POST" and origin is None):
            return Answer(HTTPStatus.FORBIDDEN, TEXT, b"requests of other pages are refused\n")
        token = self.path.split("/", 2)[1] if self.path.startswith("/") else ""
        return None if hmac.compare_digest(token.encode(), self.server.token.encode()) else NOT_FOUND

    def _parts(self) -> list[str]:
        """What is behind the token: [""] for the list, a document, what is asked of it."""
        behind = self.path.partition("?")[0].split("/", 2)[2:]
        doc_id, slash, rest = (behind[0] if behind else "").partition("/")
        return [unquote(doc_id), rest] if slash else [unquote(doc_id)]

    def _get(self, parts: list[str]) -> Answer:
        desk = self.server.desk
        if parts == [""]:
            return Answer(HTTPStatus.OK, HTML, write_index(desk.tallies(INDEX_SECONDS)).encode())
        if len(parts) == 1 or parts[0] not in desk.books:
            return NOT_FOUND
        doc_id, rest = parts
        if rest == "":
            return Answer(HTTPStatus.OK, HTML, desk.page(doc_id).encode())
        if rest == "verdicts":
            return Answer(HTTPStatus.OK, JSON, msgspec.json.encode(desk.verdicts(doc_id)))
        found = PICTURE.fullmatch(rest)
        picture = desk.picture(doc_id, int(found["number"])) if found else b""
        return Answer(HTTPStatus.OK, WEBP, picture) if picture else NOT_FOUND

    def _post(self, parts: list[str]) -> Answer:
        if len(parts) == 1 or parts[0] not in self.server.desk.books or parts[1] != "verdict":
            return NOT_FOUND
        long = self.headers.get("Content-Length", "")
        if not long.isdecimal() or int(long) > LARGEST or self.headers.get_content_type() != JSON:
            return Answer(HTTPStatus.BAD_REQUEST, TEXT, b"a verdict is sent as JSON of at most 64 KB\n")
        try:
            edit = msgspec.json.decode(self.rfile.read(int(long)), type=Edit)
        except msgspec.DecodeError as error:
            return Answer(HTTPStatus.BAD_REQUEST, TEXT, f"this is no verdict: {error}\n".encode())
        written = self.server.desk.write(parts[0], edit)
        status = HTTPStatus.OK if written.done else HTTPStatus.CONFLICT
        return Answer(status, JSON, msgspec.json.encode({"row": written.row}))
