"""`clausetrace ask` against an endpoint on this machine: what is sent, what is printed, and every way in which no answer comes."""

import json
import socket
from urllib.error import URLError

import msgspec
import pytest

from pipeline.errors import EndpointError
from pipeline.retrieval.index.keys import find_key
from pipeline.retrieval.prompting import make_prompt
from tests.stand_in import standing_in
from tests.unit.retrieval.document_rows import hit

HITS = [
    hit("Room rent is paid up to Rs. 5,000 a day.", context="We pay for:"),
    hit("Cataract is covered after 36 months.", label="Care › 5", index=18, page_label="iv"),
]
QUESTION = "What room rent is paid?"


@pytest.fixture
def endpoint():
    with standing_in() as told:
        yield told


@pytest.fixture(autouse=True)
def no_key(monkeypatch):
    for name in ("CLAUSETRACE_API_KEY", "OPENAI_API_KEY", "http_proxy", "HTTP_PROXY"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def ask(run, write, endpoint):
    """Asks the endpoint; ``yaml`` are further lines of the section."""

    def asked(*words, hits=HITS, yaml="", address=""):
        write("hits.json", msgspec.json.encode(hits))
        write("clausetrace.yaml", f"ask:\n  endpoint: {address or endpoint.address}\n  model: small\n{yaml}")
        return run("ask", QUESTION, "--hits", "hits.json", *words)

    return asked


def test_the_answer_its_sources_and_what_the_check_found_are_printed(ask):
    ran = ask()

    assert ran.code == 0
    assert ran.out.splitlines() == [
        "Room rent is paid up to Rs. 5,000 a day [1].",
        "",
        "Sources:",
        "  [1] Care › 4.1, p. 12",
        "      wordings/care.pdf#page=12",
        "  given and not cited: [2]",
        "",
        "1 citation of 1 excerpt, 1 figure: all hold",
    ]


def test_the_endpoint_gets_the_model_the_two_messages_and_what_the_settings_say(ask, endpoint):
    ask(yaml='  parameters:\n    max_tokens: ""\n    max_completion_tokens: 90\n')

    [(path, headers, body)] = endpoint.requests
    assert path == "/v1/chat/completions"
    assert headers["content-type"] == "application/json"
    assert "authorization" not in headers
    assert body == {
        "model": "small",
        "messages": msgspec.to_builtins(make_prompt(QUESTION, HITS).messages),
        "stream": False,
        "temperature": 0,
        "max_completion_tokens": 90,
    }


def test_the_key_comes_from_the_environment_and_is_nowhere_else(ask, endpoint, monkeypatch):
    monkeypatch.setenv("CLAUSETRACE_API_KEY", "sk-of-the-test")

    ran = ask("--json")

    assert endpoint.requests[0][1]["authorization"] == "Bearer sk-of-the-test"
    assert "sk-of-the-test" not in ran.out + ran.err


def test_a_key_in_the_yaml_is_refused(ask):
    ran = ask(yaml="  key: sk-of-the-test\n")

    assert ran.code == 2
    assert "clausetrace.yaml:4: ask.key" in ran.err


def test_a_false_citation_ends_with_1(ask, endpoint):
    endpoint.answer = "Room rent is paid up to Rs. 6,000 a day [1]."

    ran = ask()

    assert ran.code == 1
    assert "false    Rs. 6,000 does not stand in [1]" in ran.out


def test_json_has_answer_sources_and_check_and_can_be_checked_again(ask, run, write):
    ran = ask("--json")

    told = json.loads(ran.out)
    assert (told["question"], told["model"], told["cut"]) == (QUESTION, "stand-in-1", False)
    assert [source["number"] for source in told["sources"]] == [1, 2]
    assert told["checked"]["faults"] == []
    write("answer.json", ran.out)
    assert run("citations", "answer.json").code == 0


def test_where_nothing_was_found_no_model_is_asked(ask, endpoint):
    ran = ask(hits=[])

    assert (ran.code, ran.out) == (0, "No passage found. No model was asked.\n")
    assert endpoint.requests == []


def test_reasoning_in_its_own_tags_is_no_part_of_the_answer(ask, endpoint):
    endpoint.answer = "<think>Rs. 9,999?\n</think>\n\nIt is Rs. 5,000 [1]."

    assert ask().out.startswith("It is Rs. 5,000 [1].\n")


def test_an_answer_that_was_cut_is_said_to_be(ask, endpoint):
    endpoint.body = endpoint.completion(finish_reason="length")

    assert "cut at the limit of tokens" in ask().out


def test_what_a_terminal_would_act_on_does_not_reach_it(ask, endpoint):
    endpoint.answer = "It is\x1b[2J Rs. 5,000 \x07[1]."

    assert ask().out.replace("\n", "").isprintable()


@pytest.mark.parametrize(
    ("status", "body", "says"),
    [
        (401, b'{"error": "no"}', "the key was refused"),
        (403, b"", "the key may not do this"),
        (404, b'{"error": "model \\"small\\" not found"}', 'no such address or model; ask.endpoint is what'),
        (429, b"", "too many requests"),
        (500, b"it broke\x1b[2J\n" * 200, "answered 500: (it says: it broke"),
        (302, b"", "it sends elsewhere"),
        (200, b"<html>", "sent no chat completion"),
        (200, b'{"choices": []}', "sent an empty answer"),
        (200, b'{"choices": [{"message": {"content": null}}]}', "sent an empty answer"),
        (200, b" " * 1_000_001, "sent more than 1,000,000 bytes"),
    ],
)  # fmt: skip
def test_every_way_in_which_no_answer_comes_has_its_words(ask, endpoint, status, body, says):
    endpoint.status, endpoint.body, endpoint.headers = status, body, {"Location": "http://localhost:1/"} if status == 302 else {}

    ran = ask()

    assert ran.code == 2
    assert says in ran.err
    assert endpoint.address in ran.err
    assert len(ran.err.splitlines()) == 1 and ran.err.strip().isprintable() and len(ran.err) < 700
    assert len(endpoint.requests) == 1


@pytest.mark.parametrize("slow", ["wait", "pause"])
def test_an_answer_that_does_not_come_in_time_is_given_up(ask, endpoint, slow):
    setattr(endpoint, slow, 0.4)

    ran = ask(yaml="  timeout_seconds: 0.5\n" if slow == "pause" else "  timeout_seconds: 0.1\n")

    assert ran.code == 2
    assert "gave no answer in time" in ran.err


def test_a_connection_that_does_not_come_about_in_time_is_given_up(ask, monkeypatch):
    def too_slow(*_, **__):
        raise URLError(TimeoutError("timed out"))

    monkeypatch.setattr("urllib.request.OpenerDirector.open", too_slow)

    ran = ask()

    assert ran.code == 2
    assert "gave no answer in time" in ran.err


def test_an_endpoint_that_is_not_there_is_told(ask):
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))
        address = f"http://127.0.0.1:{unused.getsockname()[1]}/v1"

        ran = ask(address=address)

    assert ran.code == 2
    assert f"{address}/chat/completions cannot be reached" in ran.err


@pytest.mark.parametrize(
    ("yaml", "says"),
    [
        ("ask:\n  model: small\n", "no endpoint is named"),
        ("ask:\n  endpoint: http://localhost:1/v1\n", "no model is named"),
        ("ask:\n  endpoint: localhost:1/v1\n", "ask.endpoint: must begin with https:// or http://"),
        ("ask:\n  endpoint: http://a:b@localhost/v1\n", "ask.endpoint: must hold no user or password"),
    ],
)
def test_what_the_yaml_lacks_is_told(run, write, yaml, says):
    write("hits.json", msgspec.json.encode(HITS))
    write("clausetrace.yaml", yaml)

    ran = run("ask", QUESTION, "--hits", "hits.json")

    assert ran.code == 2
    assert says in ran.err


def test_a_key_goes_over_http_to_this_machine_alone_and_that_of_openai_to_openai_alone():
    both = {"CLAUSETRACE_API_KEY": "own", "OPENAI_API_KEY": "theirs"}
    openai = {"OPENAI_API_KEY": "theirs"}

    assert find_key("http://localhost:11434/v1", both) == find_key("http://127.0.0.1/v1", both) == "own"
    assert find_key("https://models.example/v1", both) == find_key("https://api.openai.com/v1", both) == "own"
    assert find_key("https://api.openai.com/v1", openai) == "theirs"
    assert find_key("https://models.example/v1", openai) == find_key("https://api.openai.com.example/v1", openai) == ""
    assert find_key("http://models.example/v1", {}) == ""
    with pytest.raises(EndpointError, match="readable on the way"):
        find_key("http://models.example/v1", both)


def test_the_link_opens_the_file_where_it_still_stands(run, write, here, endpoint):
    write("docs/care.md")
    write("clausetrace.yaml", f"ask:\n  endpoint: {endpoint.address}\n  model: small\n")
    run("run", "docs", "--quiet")
    write("hits.json", msgspec.json.encode([hit("Room rent is paid up to Rs. 5,000 a day.", source="care.md")]))

    ran = run("ask", QUESTION, "--hits", "hits.json")

    assert f"      {(here / 'docs' / 'care.md').as_uri()}\n" in ran.out
