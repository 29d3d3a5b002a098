"""A model's endpoint on this machine, for tests: it answers as it is told, and keeps what it was sent."""

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


class StandIn:
    """What the endpoint answers, and the requests that came: path, headers (names in lower case), body."""

    def __init__(self, address: str) -> None:
        self.address = address
        self.status = 200
        self.body: bytes | None = None
        self.answer = "Room rent is paid up to Rs. 5,000 a day [1]."
        self.headers: dict[str, str] = {}
        self.wait = self.pause = 0.0
        self.requests: list[tuple[str, dict[str, str], Any]] = []

    def completion(self, **more: Any) -> bytes:
        """The answer in the form of OpenAI's chat completions."""
        choice = {"index": 0, "message": {"role": "assistant", "content": self.answer}, "finish_reason": "stop"} | more
        return json.dumps({"id": "1", "object": "chat.completion", "model": "stand-in-1", "choices": [choice]}).encode()


@contextmanager
def standing_in() -> Iterator[StandIn]:
    """An endpoint for as long as a test takes."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Handler)
    server.daemon_threads = True
    server.told = StandIn(f"http://127.0.0.1:{server.server_port}/v1")
    thread = threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True)
    thread.start()
    try:
        yield server.told
    finally:
        server.shutdown()
        server.server_close()


class _Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        told: StandIn = self.server.told
        body = self.rfile.read(int(self.headers["Content-Length"]))
        told.requests.append((self.path, {name.lower(): value for name, value in self.headers.items()}, json.loads(body)))
        time.sleep(told.wait)
        self.send_response(told.status)
        for name, value in told.headers.items():
            self.send_header(name, value)
        self.end_headers()
        answer = told.completion() if told.body is None else told.body
        try:
            for at in range(0, len(answer), 16) if told.pause else (0,):
                self.wfile.write(answer[at : at + 16] if told.pause else answer)
                self.wfile.flush()
                time.sleep(told.pause)
        except OSError:
            pass  # the asker has gone

    def log_message(self, *_: Any) -> None:
        """Says nothing."""
