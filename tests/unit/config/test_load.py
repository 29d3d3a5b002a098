"""From YAML to the settings in force."""

from itertools import pairwise

import pytest
import yaml
from pydantic import BaseModel, ValidationError

from pipeline.config.load import default_file, load_configuration, load_packaged, profile_names
from pipeline.config.mistakes import EXPECTED, known_keys
from pipeline.config.settings import ChunkSettings, Configuration
from pipeline.errors import ConfigError


@pytest.fixture
def write(tmp_path):
    def written(text):
        file = tmp_path / "a.yaml"
        file.write_text(text, encoding="utf-8")
        return str(file)

    return written


def mistakes_in(file):
    with pytest.raises(ConfigError) as caught:
        load_configuration(file)
    return [line.removeprefix(file) for line in str(caught.value).splitlines()]


def test_the_packaged_default_says_what_the_settings_say():
    assert load_packaged() == Configuration()


def test_the_packaged_default_names_every_setting():
    written = yaml.safe_load(default_file().read_text(encoding="utf-8"))

    for name, field in Configuration.model_fields.items():
        assert name in written
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel):
            assert set(written[name]) == set(field.annotation.model_fields), name


def test_every_key_of_the_packaged_default_stands_under_a_comment():
    lines = default_file().read_text(encoding="utf-8").splitlines()

    for above, line in pairwise(lines):
        if line.startswith("  ") and line.strip()[0].isalpha() and line.index(line.strip()) == 2:
            assert above.strip().startswith("#"), line


@pytest.mark.parametrize("section", ["families", "documents"])
def test_the_examples_of_the_packaged_default_are_right(tmp_path, section):
    lines = default_file().read_text(encoding="utf-8").splitlines()
    start, end = lines.index(f"# {section}:"), lines.index(f"{section}: {{}}")
    (tmp_path / "comparison.csv").write_text("a,b\n1,2\n")
    file = tmp_path / "a.yaml"
    file.write_text("\n".join(line.removeprefix("# ") for line in lines[start:end]), encoding="utf-8")

    [entry] = getattr(load_configuration(str(file)).configuration, section).values()

    assert entry != type(entry)()


def test_a_file_is_laid_over_the_default_key_by_key(write):
    configuration = load_configuration(write("chunks:\n  size: 300\n")).configuration

    assert configuration.chunks.size == 300
    assert configuration.chunks.overlap == Configuration().chunks.overlap


def test_a_list_replaces_a_list(write):
    assert load_configuration(write("chunks:\n  abbreviations: [viz.]\n")).configuration.chunks.abbreviations == ("viz.",)


@pytest.mark.parametrize("text", ["", "# nothing\n", "chunks:\ndocuments:\n", "documents:\n  policy:\n"])
def test_a_section_with_nothing_under_it_changes_nothing(write, text):
    configuration = load_configuration(write(text)).configuration

    assert configuration.chunks == Configuration().chunks


def test_the_usual_name_is_found_in_the_folder(tmp_path):
    (tmp_path / "clausetrace.yaml").write_text("chunks: {size: 99}")

    assert load_configuration(folder=str(tmp_path)).configuration.chunks.size == 99
    assert load_configuration(folder=str(tmp_path / "elsewhere")).configuration == Configuration()


def test_all_mistakes_are_told_at_once_with_line_and_key(write):
    file = write("chunks:\n  size: abc\n  sise: 3\nboilerplate:\n  threshold: 3\nextract:\n  reader: 012\n")

    assert mistakes_in(file) == [
        ":2: chunks.size: must be a whole number (no quotes, no leading zero) from 1",
        ":3: chunks.sise: is no key; did you mean size?",
        ":5: boilerplate.threshold: must be 'auto' or at most 1",
        ":7: extract.reader: must be 'pdfium' or 'pdfplumber'",
    ]


def test_a_key_given_twice_does_not_hide_the_other_mistakes(write):
    assert len(mistakes_in(write("chunks: {size: 100, size: 200, overlaps: 3}\n"))) == 2


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("chunks:\n  size: 40", ":2: chunks.size"),
        ("chunks:\n  overlap: 220", ":2: chunks.overlap"),
        ("chunks:\n  size: 10\n  overlap: 20", ":3: chunks.overlap"),
    ],
)
def test_a_size_that_does_not_exceed_its_overlap_is_refused_at_the_key_that_was_written(write, text, place):
    [mistake] = mistakes_in(write(text))

    assert mistake.startswith(f"{place}: size (") and "must exceed overlap" in mistake


def test_other_mistakes_do_not_hide_a_size_that_does_not_exceed_its_overlap(write):
    mistakes = mistakes_in(write("chunks:\n  size: 30\n  sise: 4\nlimits: {pages: no}\n"))

    assert [mistake.partition(": ")[0] for mistake in mistakes] == [":2", ":3", ":4"]


def test_settings_made_without_a_file_keep_to_it_too():
    with pytest.raises(ValidationError, match="must exceed overlap"):
        ChunkSettings(size=30)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("boilerplate: {threshold: high}", "boilerplate.threshold: must be 'auto' or a number from 0 to 1"),
        ("boilerplate: {band: wide}", "boilerplate.band: must be a number above 0 below 0.5"),
        ("chunks: {size: 1.5}", "chunks.size: must be a whole number (no quotes, no leading zero) from 1"),
    ],
)
def test_a_number_that_is_none_is_told_its_range(write, text, says):
    [mistake] = mistakes_in(write(text))

    assert mistake == f":1: {says}"


@pytest.mark.parametrize(
    ("entry", "says"),
    [
        ("title: 2024", "must be text; put it in quotes"),
        ("updated: 2024-02-30", "is no date"),
        ("updated: May 2024", "is no date"),
        ("status: old", "must be 'current' or 'archived'"),
        ("skip_pages: 1", "must be a list"),
        ("doc_id: ../x", "cannot name a folder"),
        ("titel: x", "did you mean title?"),
        ("overrules: [{page: 1, text: a, is: body}]", "overrules[0].reason: is missing"),
        ("overrules: [{page: 1, text: a, is: odd, reason: b}]", "overrules[0].is: must be 'furniture', 'body'"),
    ],
)
def test_what_is_wrong_with_a_document_is_told(write, entry, says):
    [mistake] = mistakes_in(write(f"documents:\n  policy:\n    {entry}\n"))

    assert mistake.startswith(":3: documents.policy.") and says in mistake


@pytest.mark.parametrize("day", ["2024-05-01", "2024-05", "2024", '"2024-05-01"'])
def test_a_date_needs_no_quotes_where_yaml_would_see_a_date(write, day):
    if day == "2024":
        day = '"2024"'
    loaded = load_configuration(write(f"documents:\n  policy:\n    updated: {day}\n"))

    assert loaded.configuration.documents["policy"].updated == day.strip('"')


def test_the_language_no_is_norwegian(write):
    loaded = load_configuration(write("documents: {policy: {language: no}}"))

    assert loaded.configuration.documents["policy"].language == "no"


def test_a_stem_that_is_a_number_is_text(write):
    assert list(load_configuration(write("documents: {2024: {title: a}}")).configuration.documents) == ["2024"]


def test_a_file_that_is_not_there_is_named(tmp_path):
    with pytest.raises(ConfigError, match=r"missing\.yaml cannot be read \(No such file"):
        load_configuration(str(tmp_path / "missing.yaml"))


def test_a_profile_that_is_not_there_is_named_with_those_that_are(write):
    [mistake] = mistakes_in(write("profile: odd\n"))

    assert mistake.startswith(":1: profile: there is no profile 'odd'")


@pytest.mark.parametrize("name", profile_names())
def test_every_packaged_profile_loads_and_changes_something(write, name):
    assert load_configuration(write(f"profile: {name}\n")).configuration.model_copy(update={"profile": ""}) != Configuration()


def test_a_file_is_laid_over_its_profile(write):
    file = write("profile: machine-numbered\nclauses: {gaps: report}\n")

    assert load_configuration(file).configuration.clauses.gaps == "report"


def test_known_keys_follow_the_settings_down():
    assert "size" in known_keys(("chunks",))
    assert "is" in known_keys(("documents", "policy", "overrules", 0))
    assert known_keys(("chunks", "size")) == []


def test_every_wording_has_what_it_speaks_of():
    assert all(text.startswith("must ") or text in ("is missing", "{error}") for text in EXPECTED.values())
