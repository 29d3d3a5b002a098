import re

from pipeline.reports.annotations import MOST, write_annotations
from tests.unit.reports.checks import ERROR, FAILING, NOTE, WARNING, checked, every_kind, outcome, problem

COMMAND = re.compile(r"::(?P<kind>error|warning|notice) (?P<properties>[^:]*)::(?P<words>.*)")
"""Matches ::error file=a.pdf,title=b::c. A property holds neither a colon nor a comma of its own."""


def read(documents, failing=FAILING):
    """Kind, properties and words of each command, as GitHub decodes them."""
    commands = []
    for line in write_annotations(documents, failing):
        found = COMMAND.fullmatch(line)
        properties = dict(part.split("=", 1) for part in found["properties"].split(","))
        commands.append((found["kind"], {name: decode(value) for name, value in properties.items()}, decode(found["words"])))
    return commands


def decode(text):
    for coded, sign in (("%2C", ","), ("%3A", ":"), ("%0A", "\n"), ("%0D", "\r"), ("%25", "%")):
        text = text.replace(coded, sign)
    return text


def test_an_error_names_file_code_and_page():
    kind, properties, words = read(every_kind())[0]

    assert kind == "error"
    assert properties == {"file": "policies/care.pdf", "title": "PRV001 A chunk that is not found on its page"}
    assert words.startswith("page 37: chunk care/4.2.c#1 is unverified. Compare the chunk")


def test_signs_that_end_a_command_come_through():
    [_, _, (kind, properties, words)] = read([*every_kind()])
    odd = read([checked(outcome("verified", problem()), source="a,b: 100%.pdf")])

    assert (kind, properties["file"]) == ("warning", "policies/care.pdf")
    assert words.startswith('page 12: c) missing before d), 100% <b>"&amp;"</b> @all [x](http://y) ::error::a,b:c')
    assert odd[0][1]["file"] == "a,b: 100%.pdf"


def test_words_that_look_coded_come_through_as_they_are():
    [(_, properties, words)] = read([checked(outcome("verified", problem(message="5%0A, 6%25")), source="a%3A.pdf")])

    assert properties["file"] == "a%3A.pdf"
    assert words.startswith("5%0A, 6%25.")


def test_a_line_of_a_message_is_no_command_of_its_own():
    lines = list(write_annotations([checked(outcome("findings", problem(message="a\n::error::b\r::stop-commands::c")))], FAILING))

    assert len(lines) == 1
    assert not re.search(r"[\r\n]", lines[0])


def test_what_was_accepted_is_not_shown():
    assert not read([checked(outcome("findings", problem("NUM001", ERROR, accepted="a slip")))])


def test_notes_are_shown_only_where_they_fail():
    noted = [checked(outcome("findings", problem("TAB001", NOTE)))]

    assert not read(noted)
    assert [kind for kind, _, _ in read(noted, (ERROR, WARNING, NOTE))] == ["notice"]


def test_of_many_the_tenth_says_how_many_more_there_are():
    many = [checked(outcome("verified", *[problem(message=f"chunk {at}") for at in range(25)]))]

    commands = read(many)

    assert len(commands) == MOST
    assert commands[-1][0] == "error"
    assert "16 errors more" in commands[-1][2]


def test_ten_are_shown_as_they_are():
    ten = [checked(outcome("verified", *[problem(message=f"chunk {at}") for at in range(MOST)]))]

    assert not [words for _, _, words in read(ten) if "more" in words]


def test_errors_come_before_warnings_of_an_earlier_document():
    documents = [
        checked(outcome("findings", problem("NUM001", WARNING))),
        checked(outcome("verified", problem()), doc_id="travel"),
    ]

    assert [(kind, properties["file"]) for kind, properties, _ in read(documents)] == [
        ("error", "policies/travel.pdf"),
        ("warning", "policies/care.pdf"),
    ]
