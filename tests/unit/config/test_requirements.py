"""What the YAML may ask of documents, how mistakes in it read, and what of it is asked of which document."""

import pytest

from pipeline.config.asked import gather
from pipeline.config.hashes import hash_settings
from pipeline.config.load import load_configuration
from pipeline.config.settings import DocumentSettings
from pipeline.errors import ConfigError


@pytest.fixture
def load(tmp_path):
    def loaded(text):
        file = tmp_path / "a.yaml"
        file.write_text(text, encoding="utf-8")
        return load_configuration(str(file))

    return loaded


@pytest.mark.parametrize(
    ("expectation", "says"),
    [
        ("{contains: x}", "names nothing to look at; give clause, table or page"),
        ("{clause: a, table: b}", "names a clause and a table; make it two expectations"),
        ("{clause: a, absent: true, contains: x}", "absent goes with a clause or a table"),
        ("{page: 3, absent: true}", "absent goes with a clause or a table"),
        ("{page: 3}", "asks nothing of the page; give contains or not_contains"),
        ("{page: 3, title: x}", "title, starts_with and ends_with go with clause"),
        ("{clause: a, row: x}", "row, column and is go with table"),
        ("{table: a, is: x}", "is goes with the row and the column of the cell"),
        ("{clause: 4.2}", "must be text; put it in quotes"),
        ("{clause: a, page: -1}", "must be at least 0"),
        ("{clause: a, contians: x}", "is no key; did you mean contains?"),
        ("{clause: a, contains: ['']}", "must not be empty"),
    ],
)
def test_an_expectation_that_makes_no_sense_is_a_mistake_with_its_line(load, expectation, says):
    with pytest.raises(ConfigError) as caught:
        load(f"families:\n  care:\n    expect:\n      - {expectation}\n")

    assert "a.yaml:4: families.care.expect[0]" in str(caught.value) and says in str(caught.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("families: {care: {accept: [{code: NUM1, hash: 01234567, reason: x}]}}", "'NUM1' is no code of a finding"),
        ("families: {care: {accept: [{code: NUM001, hash: '123', reason: x}]}}", "must match ^[0-9a-f]{8,64}$"),
        ("families: {care: {accept: [{code: NUM001, hash: 0123456789ab, reason: ''}]}}", "reason: must not be empty"),
        ("families: {care: {floors: {at_least: {clauses: 0}}}}", "must be at least 1"),
        ("families: {care: {floors: {at_most: {excluded_pages: 7}}}}", "must be at most 1"),
        ("check: {severity: {num001: error}}", "'num001' is no code of a finding"),
        ("check: {severity: {NUM001: fatal}}", "must be 'error', 'warning' or 'note'"),
        ("documents: {a: {effective_from: '2024-05'}}", "'2024-05' is no day; write year-month-day in full"),
        ("documents: {a: {effective_to: '2023-02-30'}}", "'2023-02-30' is no day"),
        (
            "documents: {a: {effective_from: '2024-05-02', effective_to: '2024-05-01'}}",
            "'2024-05-01' is before effective_from, '2024-05-02'",
        ),
        ("documents: {a: {supersedes: b/c}}", "'b/c' cannot name a folder everywhere"),
        ("documents: {a: {doc_id: b, supersedes: b}}", "'b' is this document itself"),
    ],
)
def test_other_mistakes_read_alike(load, text, says):
    with pytest.raises(ConfigError) as caught:
        load(text)

    assert says in str(caught.value)


BOTH = """\
check:
  floors: {at_least: {clauses: 1, chunks: 2}}
families:
  care:
    floors:
      at_least:
        clauses: 10
        pages: 3
    expect:
      - clause: "1"
    accept:
      - {code: NUM001, hash: 0123456789ab, reason: a}
documents:
  policy-2024:
    family: care
    floors: {at_least: {clauses: 20}}
    expect:
      - clause: "2"
"""


def test_a_documents_floors_go_before_its_familys_and_those_before_all_others(load, tmp_path):
    asked = gather(load(BOTH), "policy-2024", "care", in_force=True)

    assert {floor.name: (floor.value, floor.at.rpartition(":")[2]) for floor in asked.floors} == {
        "clauses": (20, "16"),
        "chunks": (2, "2"),
        "pages": (3, "8"),
    }
    assert all(floor.at.startswith(str(tmp_path / "a.yaml")) for floor in asked.floors)


def test_expectations_add_up_and_know_their_lines(load):
    asked = gather(load(BOTH), "policy-2024", "care", in_force=True)

    assert [(one.asked.clause, one.at.rpartition(":")[2]) for one in asked.expect] == [("1", "10"), ("2", "18")]


def test_a_version_that_is_not_in_force_is_asked_for_its_own_and_keeps_what_is_accepted(load):
    asked = gather(load(BOTH), "policy-2024", "care", in_force=False)

    assert [one.asked.clause for one in asked.expect] == ["2"]
    assert {floor.name for floor in asked.floors} == {"clauses", "chunks"}
    assert [one.accepted.code for one in asked.accept] == ["NUM001"]


def test_nothing_that_is_asked_shapes_a_result(load):
    plain, asking = load("documents: {policy-2024: {family: care}}"), load(BOTH)

    def hashed(loaded):
        return hash_settings(loaded.configuration, loaded.configuration.documents["policy-2024"])

    assert hashed(plain) == hashed(asking)
    assert hashed(plain) != hash_settings(plain.configuration, DocumentSettings(family="care", effective_from="2024-05-01"))


def test_severities_are_laid_over_the_packaged_ones(load):
    severity = load("check: {severity: {FUR002: error}}").configuration.check.severity

    assert {code: grave.value for code, grave in severity.items()} == {"NUM001": "error", "FUR002": "error"}


def test_a_family_with_nothing_under_its_name_asks_nothing(load):
    assert load("families:\n  care:\n").configuration.families["care"].expect == ()
