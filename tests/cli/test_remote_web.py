"""Inputs on a web server, and faults of servers and credentials; what is secret in an address is shown nowhere."""

import functools
import http.server
import json
import threading
import urllib.request

import pytest

from tests.cli.conftest import POLICY, hows, tree

BLOCKS = 2000
"""Of 64 KB: more than fits between a server and who reads from it."""


class Handler(http.server.SimpleHTTPRequestHandler):
    """Files of a folder; some addresses are refused, break, or do not say how long they are."""

    def do_GET(self):
        self.server.asked.append(("GET", self.path))
        if "refused" in self.path:
            self.send_error(403)
        elif "broken" in self.path:
            self.send_error(500)
        elif "endless" in self.path:
            self.send_response(200)
            self.end_headers()
            for _ in range(BLOCKS):
                self.wfile.write(b"1. Much\n" * 8192)
                self.server.sent += 1
        else:
            super().do_GET()

    def do_HEAD(self):
        self.server.asked.append(("HEAD", self.path))
        if any(word in self.path for word in ("refused", "broken", "endless")):
            self.send_error(403 if "refused" in self.path else 500)
        else:
            super().do_HEAD()

    def log_message(self, *_):
        """Says nothing."""


@pytest.fixture
def web(here):
    """A server of the folder `site`."""
    (here / "site").mkdir()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=here / "site"))
    server.asked, server.sent = [], 0
    server.handle_error = lambda *_: None  # who asked hung up: that is what some tests are about
    server.address = f"http://127.0.0.1:{server.server_port}"
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield server
    server.shutdown()
    server.server_close()


def test_a_file_on_a_web_server_gives_the_bytes_of_a_local_one(run, here, write, web):
    write("site/policy.md")
    write("policy.md")

    assert run("run", f"{web.address}/policy.md", "--out", "there", "--quiet").code == 0
    run("run", "policy.md", "--out", "here", "--quiet")

    assert tree(here / "there") == tree(here / "here") != {}
    assert json.loads((here / "there/policy/timings.json").read_text())["path"] == f"{web.address}/policy.md"


def test_a_second_run_does_nothing(run, here, write, web):
    write("site/policy.md")
    run("run", f"{web.address}/policy.md", "--quiet")

    run("run", f"{web.address}/policy.md", "--quiet")

    assert hows(here / "out") == {"policy": "unchanged"}


def test_what_is_secret_in_an_address_is_shown_nowhere(run, here, write, web):
    write("site/policy.md")
    address = web.address.replace("http://", "http://user:secret-word@")

    done = run("run", f"{address}/policy.md?signature=secret-key")
    failed = run("run", f"{address}/refused.pdf?signature=secret-key", f"{address}/policy.md?signature=secret-key")
    missing = run("run", f"{address}/gone.md?signature=secret-key")

    assert (done.code, failed.code, missing.code) == (0, 3, 2)
    said = "".join((*done, *failed, *missing)[i] for i in (1, 2, 4, 5, 7, 8))
    written = b"".join(path.read_bytes() for path in (here / "out").rglob("*") if path.is_file())
    assert "secret" not in said and b"secret" not in written


def test_a_file_over_the_limit_is_not_asked_for(run, here, write, web):
    write("site/large.txt", b"1. Much\n" * 200_000)
    write("clausetrace.yaml", "limits: {file_mb: 1}\n")

    ended = run("run", f"{web.address}/large.txt")

    assert ended.code == 3 and "large.txt is larger than 1 MB" in ended.err
    assert web.asked == [("HEAD", "/large.txt")]


def test_a_file_whose_length_is_not_told_ends_at_the_limit(run, here, write, web):
    write("clausetrace.yaml", "limits: {file_mb: 1}\n")

    ended = run("run", f"{web.address}/endless.txt")

    assert ended.code == 3 and "endless.txt is larger than 1 MB" in ended.err
    assert 15 < web.sent < BLOCKS


@pytest.mark.parametrize(("name", "why"), [("refused", "access is refused, status 403"), ("broken", "answers with status 500")])
def test_a_file_that_a_server_does_not_give_costs_itself_alone(run, here, write, web, name, why):
    write("policy.md")

    ended = run("run", f"{web.address}/{name}.pdf", "policy.md", "--quiet")

    assert (ended.code == 3 and f"{name}.pdf cannot be read ({why}" in ended.err) or f"the server {why}" in ended.err
    ends = {row["doc_id"]: (row["how"], row["code"]) for row in json.loads((here / "out/run.json").read_text())["documents"]}
    assert ends == {name: ("failed", "unreadable"), "policy": ("done", "")}


def test_a_server_that_is_not_there_costs_its_file_alone(run, here, write, web):
    write("notes.md")
    web.shutdown()
    web.server_close()

    ended = run("run", f"{web.address}/policy.pdf", "notes.md", "--quiet")

    assert ended.code == 3 and "policy.pdf cannot be read (the store cannot be reached" in ended.err
    assert hows(here / "out") == {"policy": "failed", "notes": "done"}


def test_a_folder_on_a_web_server_is_refused(run, web):
    ended = run("run", f"{web.address}/site/")

    assert ended.code == 2 and "single files" in ended.err


def test_a_web_server_is_no_place_for_results(run, write, web):
    write("policy.md")

    ended = run("run", "policy.md", "--out", f"{web.address}/out")

    assert ended.code == 2 and "a web server can be read, not written" in ended.err


@pytest.fixture
def guarded(bucket, s3_server, monkeypatch):
    """The bucket, whose server asks for credentials from now on and knows none."""
    bucket.put("in/policy.md", POLICY)
    _ask(s3_server, b"0")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "wrong-secret")
    yield bucket
    _ask(s3_server, b"inf")


def _ask(server, after):
    """Lets the server check credentials after so many requests."""
    headers = {"Content-Type": "text/plain"}
    urllib.request.urlopen(
        urllib.request.Request(f"{server}/moto-api/reset-auth", data=after, headers=headers, method="POST")
    ).read()


def test_refused_credentials_are_an_output_that_cannot_be_written(run, write, guarded):
    write("policy.md")

    ended = run("run", "policy.md", "--out", guarded.at("out"))

    assert ended.code == 2
    assert f"{guarded.at('out')} cannot be written (access is refused" in ended.err
    assert "check the credentials" in ended.err and "wrong-secret" not in ended.err and "testing" not in ended.err


def test_refused_credentials_fail_the_document_that_they_are_for(run, here, write, guarded):
    write("notes.md")

    ended = run("run", guarded.at("in/policy.md"), "notes.md", "--quiet")

    assert ended.code == 3 and "policy.md cannot be read (access is refused" in ended.err
    ends = {row["doc_id"]: row["how"] for row in json.loads((here / "out/run.json").read_text())["documents"]}
    assert ends == {"policy": "failed", "notes": "done"}


def test_refused_credentials_for_a_folder_end_the_run_before_any_work(run, here, guarded):
    ended = run("run", guarded.at("in"))

    assert ended.code == 2 and f"{guarded.at('in')} cannot be read (access is refused" in ended.err
    assert not (here / "out").exists()
