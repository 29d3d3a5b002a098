"""The audit server: whom it answers, what it writes, and two people at once; it runs as the command runs it."""

import csv
import http.client
import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest

from pipeline.cli import run_command
from tests.audited import FORMULA, policy
from tests.browser import chromium

ROOT = Path(__file__).resolve().parent.parent.parent
HASH = "0" * 64


class Served(NamedTuple):
    """A server that runs: its process, host, port, the path with the token, and the folder of verdicts."""

    process: subprocess.Popen
    host: str
    port: int
    path: str
    verdicts: Path

    @property
    def origin(self):
        return f"http://{self.host}:{self.port}"


def start(here):
    """The command, once it has told its address."""
    words = ["audit", "serve", str(here / "out"), "--verdicts", str(here / "audit")]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUNBUFFERED": "1"}
    process = subprocess.Popen(
        [sys.executable, "-m", "pipeline", *words],
        cwd=here,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    told = process.stdout.readline()
    address = urlsplit(told.split(" at ")[-1].strip())
    return Served(process, address.hostname, address.port, address.path, here / "audit")


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    here = tmp_path_factory.mktemp("served")
    (here / "policy.pdf").write_bytes(policy())
    assert run_command(["run", str(here / "policy.pdf"), "--out", str(here / "out")]) == 0
    running = start(here)
    yield running
    running.process.send_signal(signal.SIGINT)
    running.process.wait(10)


def ask(served, path, method="GET", body=None, **headers):
    """Status, headers and body of a request, with the server's own host unless another is given."""
    connection = http.client.HTTPConnection(served.host, served.port, timeout=20)
    connection.putrequest(method, path, skip_host=True)
    for name, value in {"Host": f"{served.host}:{served.port}", **headers}.items():
        connection.putheader(name.replace("_", "-"), value)
    if body is not None:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders(body)
    answer = connection.getresponse()
    return answer.status, answer.headers, answer.read()


def post(served, key, row, known=None, **headers):
    """A verdict, sent as the page sends it."""
    edit = {"key": key, "row": row and {"key": key, "content_hash": HASH, "verdict": row}, "known": known}
    sent = {"Origin": served.origin, "Content_Type": "application/json", **headers}
    status, _, body = ask(served, f"{served.path}policy/verdict", "POST", json.dumps(edit).encode(), **sent)
    return status, json.loads(body)["row"] if status in (200, 409) else body.decode()


def rows_of(served):
    file = served.verdicts / "policy.csv"
    if not file.is_file():
        return {}
    with file.open(encoding="utf-8", newline="") as opened:
        return {row["key"]: row for row in csv.DictReader(opened)}


def test_documents_pages_and_verdicts_are_at_the_address_with_the_token(served):
    status, headers, body = ask(served, served.path)

    assert status == 200 and b'href="policy/"' in body
    assert headers["Cache-Control"] == "no-store" and headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Frame-Options"] == "DENY" and "Access-Control-Allow-Origin" not in headers
    assert ask(served, f"{served.path}policy/")[0] == 200
    assert ask(served, f"{served.path}policy/pages/2.webp")[2][8:12] == b"WEBP"
    assert json.loads(ask(served, f"{served.path}policy/verdicts")[2]) == []


@pytest.mark.parametrize("token", ["", "wrong/", "A" * 32 + "/", "%2e%2e/", "policy/"])
def test_without_the_token_nothing_is_answered(served, token):
    for behind in ("", "policy/", "policy/verdicts"):
        status, _, body = ask(served, f"/{token}{behind}")

        assert (status, body) == (404, b"not found\n")


@pytest.mark.parametrize("host", ["localhost", "evil.example", "127.0.0.1", "127.0.0.1:1", "[::1]"])
def test_another_host_name_is_refused_even_with_the_token(served, host):
    status, _, body = ask(served, served.path, Host=host)

    assert status == 421 and b"policy" not in body


@pytest.mark.parametrize(
    "headers",
    [{"Origin": "http://evil.example"}, {"Origin": "null"}, {"Origin": "http://localhost:80"}, {"Sec_Fetch_Site": "cross-site"}],
)
def test_another_origin_is_refused_even_with_the_token(served, headers):
    before = rows_of(served)

    read = ask(served, f"{served.path}policy/verdicts", **headers)[0]
    written = post(served, "policy/refused", "accepted", **{"Origin": served.origin, **headers})[0]

    assert (read, written) == (403, 403)
    assert rows_of(served) == before


def test_a_verdict_without_an_origin_is_refused(served):
    edit = json.dumps({"key": "policy/x", "row": None, "known": None}).encode()

    status, _, _ = ask(served, f"{served.path}policy/verdict", "POST", edit, Content_Type="application/json")

    assert status == 403


@pytest.mark.parametrize(
    "path", [
        "policy/../../etc/passwd", "policy/%2e%2e/%2e%2e/run.json", "../out/run.json", "policy/run.json",
        "policy/pages/../run.json", "policy/pages/0.webp", "policy/pages/99.webp", "policy%2fpages", "policy", "nothing/",
        "run.json/",
    ],
)  # fmt: skip
def test_no_path_leads_to_a_file(served, path):
    status, _, body = ask(served, served.path + path)

    assert (status, body) == (404, b"not found\n")


@pytest.mark.parametrize("body", [b"", b"{}", b"[1", b'{"key": "policy/1", "row": 3, "known": null}', b"x" * 70_000])
def test_what_is_no_verdict_is_refused_and_nothing_written(served, body):
    before = rows_of(served)

    status, _, said = ask(
        served, f"{served.path}policy/verdict", "POST", body, Origin=served.origin, Content_Type="application/json"
    )

    assert status == 400 and b"Traceback" not in said
    assert rows_of(served) == before


def test_a_key_of_another_family_is_refused(served):
    status, said = post(served, "other/1", "accepted")

    assert status == 500 and "is no key of policy" in said
    assert not (served.verdicts / "other.csv").exists()


def test_whoever_comes_second_sees_what_the_first_wrote_and_overwrites_nothing(served):
    _, first = post(served, "policy/twice", "accepted")

    status, there = post(served, "policy/twice", "rejected")

    assert (status, there) == (409, first)
    assert rows_of(served)["policy/twice"]["verdict"] == "accepted"
    assert post(served, "policy/twice", "rejected", known=first)[0] == 200
    assert rows_of(served)["policy/twice"]["verdict"] == "rejected"


def test_rows_that_somebody_wrote_into_the_file_meanwhile_stay(served):
    post(served, "policy/mine", "accepted")
    file = served.verdicts / "policy.csv"
    file.write_text(
        file.read_text(encoding="utf-8") + f"policy/theirs,{HASH},rejected,,Ravi,2026-01-01T00:00:00Z\n", encoding="utf-8"
    )

    status, _ = post(served, "policy/another", "accepted")

    assert status == 200
    assert rows_of(served).keys() >= {"policy/mine", "policy/theirs", "policy/another"}


def test_a_verdict_is_taken_back(served):
    _, there = post(served, "policy/back", "accepted")

    status, row = post(served, "policy/back", None, known=there)

    assert (status, row) == (200, None)
    assert "policy/back" not in rows_of(served)


def test_it_ends_on_ctrl_c_without_a_trace(served, tmp_path):
    here = served.verdicts.parent
    running = start(here)

    running.process.send_signal(signal.SIGINT)
    said, _ = running.process.communicate(timeout=15)

    assert running.process.returncode == 0
    assert said.splitlines()[-1] == "stopped"
    assert "Traceback" not in said


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


def person(browser, served, name):
    """A browser of one's own with the document open in it."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}).new_page()
    page.goto(f"{served.origin}{served.path}policy/")
    page.locator("html[data-ready]").wait_for(state="attached")
    page.fill("#who", name)
    return page


def choose(page, clause_id):
    page.locator(f'#list [aria-label^="{clause_id}."]').first.click()


def test_in_a_browser_a_verdict_is_in_the_file_at_once_and_there_when_the_page_is_loaded_again(browser, served):
    page = person(browser, served, "Asha")

    choose(page, "3")
    with page.expect_response("**/verdict"):
        page.keyboard.press("a")
    page.reload()
    page.locator('#list [aria-label^="3."][aria-label*="accepted"]').wait_for()

    row = rows_of(served)["policy/3"]
    assert (row["verdict"], row["who"]) == ("accepted", "Asha")
    assert page.locator("#picture").evaluate("image => image.decode().then(() => image.naturalWidth)") > 500


def test_in_two_browsers_the_second_is_told_and_may_choose(browser, served):
    asha, ravi = person(browser, served, "Asha"), person(browser, served, "Ravi")
    choose(asha, "4")
    choose(ravi, "4")

    with asha.expect_response("**/verdict"):
        asha.click(".accept")
    with ravi.expect_response("**/verdict"):
        ravi.click(".reject")
    ravi.locator(".conflict").wait_for()

    assert rows_of(served)["policy/4"]["who"] == "Asha"
    assert "accepted by Asha" in ravi.locator("#detail .state").inner_text()
    assert FORMULA[:10] in ravi.locator("#detail .words").first.inner_text()
    with ravi.expect_response("**/verdict"):
        ravi.get_by_role("button", name="Write mine over theirs").click()
    row = rows_of(served)["policy/4"]
    assert (row["verdict"], row["who"]) == ("rejected", "Ravi")


def test_a_page_of_another_origin_can_neither_read_nor_write(browser, served):
    page = browser.new_context().new_page()
    page.goto("data:text/html,<p>elsewhere</p>")
    address = f"{served.origin}{served.path}policy/"
    edit = json.dumps(
        {"key": "policy/evil", "row": {"key": "policy/evil", "content_hash": HASH, "verdict": "accepted"}, "known": None}
    )

    send = "([address, body]) => fetch(address + 'verdict', {method: 'POST', mode: 'no-cors', body}).catch(() => null)"

    read = page.evaluate("address => fetch(address + 'verdicts').then(() => 'read', () => 'refused')", address)
    page.evaluate(send, [address, edit])

    assert read == "refused"
    assert "policy/evil" not in rows_of(served)


def test_a_csv_that_is_taken_in_keeps_who_and_when(browser, served, tmp_path):
    page = person(browser, served, "Asha")
    row = f"policy/6,{HASH},rejected,late,Mina,2025-01-02T03:04:05Z"
    (tmp_path / "policy.csv").write_text(f"key,content_hash,verdict,note,who,when\n{row}\n", encoding="utf-8")

    page.set_input_files("#file", tmp_path / "policy.csv")
    page.get_by_text("1 verdict taken in").wait_for()

    assert tuple(rows_of(served)["policy/6"].values())[2:] == ("rejected", "late", "Mina", "2025-01-02T03:04:05Z")


def test_verdict_and_note_in_quick_succession_are_both_written_and_no_conflict(browser, served):
    page = person(browser, served, "Asha")
    choose(page, "2")

    page.route("**/verdict", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.keyboard.press("r")
    page.keyboard.type("slow line")
    page.keyboard.press("Escape")
    page.keyboard.press("n")
    page.keyboard.type(", and slower still")
    with page.expect_response(lambda answer: "slower" in (answer.request.post_data or "")):
        page.keyboard.press("Escape")

    assert rows_of(served)["policy/2"]["note"] == "slow line, and slower still"
    assert page.locator(".conflict").count() == 0
