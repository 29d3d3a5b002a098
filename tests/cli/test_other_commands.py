"""The other commands: stage, init, config, schema, doctor, help and version."""

import json
import subprocess
import sys

import pytest
import yaml

from pipeline.cli import COMMANDS
from pipeline.config.load import load_configuration
from pipeline.config.settings import Configuration
from pipeline.store.schema import FILES
from tests.cli.conftest import hows, rows
from tests.conftest import ROOT

STAGES = ["extract", "boilerplate", "clauses", "tables", "chunks"]


@pytest.mark.parametrize("words", [[], *([name] for name in COMMANDS), *(["config", name] for name in ("check", "show", "schema"))])
def test_help_of_every_command_has_an_example(run, words):
    ran = run(*words, "--help")

    assert ran.code == 0 and "Example" in ran.out and f"  clausetrace {' '.join(words[:1])}" in ran.out


def test_a_command_that_is_not_there_is_exit_code_2(run):
    ran = run("rnu")

    assert ran.code == 2 and "No such command 'rnu'" in ran.err


def test_the_version_names_what_reads_and_counts(run):
    ran = run("--version")

    assert ran.code == 0 and all(name in ran.out for name in ("clausetrace 0", "python 3", "PDFium", "pypdfium2", "tokenizers"))


def test_the_doctor_finds_everything_that_is_needed(run):
    ran = run("doctor")

    assert ran.code == 0 and "NO " not in ran.out and "a small document runs" in ran.out


def test_the_package_is_a_command_too():
    shown = subprocess.run([sys.executable, "-m", "pipeline", "--help"], capture_output=True, text=True, cwd=ROOT, check=True)

    assert shown.stdout.startswith("Usage: clausetrace ")


# ---------------------------------------------------------------- config


def test_a_right_configuration_is_said_to_be_right(run, write):
    write("a.yaml", "chunks: {size: 300}")

    assert run("config", "check", "a.yaml") == (0, "a.yaml is right\n", "")


def test_of_several_every_mistake_of_each_is_named(run, write):
    write("a.yaml", "chunks: {size: many}")
    write("b.yaml", "chunks: {size: 300}")
    write("c.yaml", "chunk: {}")

    ran = run("config", "check", "a.yaml", "b.yaml", "c.yaml")

    assert (ran.code, ran.out) == (2, "b.yaml is right\n")
    assert "a.yaml:1" in ran.err and "c.yaml:1" in ran.err


def test_a_wrong_one_is_exit_code_2_with_a_line_a_mistake(run, write):
    write("a.yaml", "chunks: {size: 30, overlap: 40}\nchunk: {}\n")

    ran = run("config", "check", "a.yaml")

    assert ran.code == 2 and ran.out == ""
    assert [line.split(": ")[:2] for line in ran.err.splitlines()] == [["clausetrace", "a.yaml:1"], ["clausetrace", "a.yaml:2"]]


def test_a_configuration_that_is_not_there_is_named(run):
    ran = run("config", "check", "none.yaml")

    assert ran == (2, "", "clausetrace: none.yaml cannot be read (No such file or directory); check the path\n")


def test_what_is_shown_reads_back_as_it_is_in_force(run, write, here):
    write(
        "clausetrace.yaml",
        "chunks: {size: 300}\ndocuments: {a: {language: no, overrules: [{page: 1, text: x, is: body, reason: y}]}}\n",
    )

    ran = run("config", "show")
    write("shown.yaml", ran.out)

    assert "clausetrace.yaml" in ran.out.splitlines()[0]
    assert load_configuration("shown.yaml").configuration == load_configuration("clausetrace.yaml").configuration
    assert load_configuration("shown.yaml").configuration != Configuration()


def test_the_packaged_default_can_be_copied(run, write):
    write("copy.yaml", run("config", "default").out)

    assert load_configuration("copy.yaml").configuration == Configuration()


def test_the_schema_of_the_configuration_knows_every_section(run):
    schema = json.loads(run("config", "schema").out)

    assert set(schema["properties"]) == set(Configuration.model_fields)
    assert schema["additionalProperties"] is False
    assert (schema["$id"], schema["schema_version"]) == ("urn:clausetrace:config:1", 1)


def test_the_profiles_are_listed(run):
    assert "machine-numbered" in run("config", "profiles").out


# ---------------------------------------------------------------- schema


@pytest.mark.parametrize("name", FILES)
def test_every_file_has_a_schema(run, name):
    schema = json.loads(run("schema", name).out)

    assert schema["type"] == "object" and set(schema["required"]) == set(schema["properties"])


def test_without_a_name_the_schemas_are_listed(run):
    assert [line.split()[0] for line in run("schema").out.splitlines()] == list(FILES)


def test_a_schema_that_is_not_there_is_named(run):
    ran = run("schema", "chunk")

    assert ran.code == 2 and "there is no schema 'chunk'" in ran.err


# ---------------------------------------------------------------- stage


@pytest.mark.parametrize("stage", STAGES)
def test_each_stage_can_be_looked_at_alone(run, write, stage):
    write("policy.md")
    run("run", "policy.md")

    ran = run("stage", stage, "policy")

    assert ran.code == 0 and ran.err == ""
    as_json = json.loads(run("stage", stage, "out/policy", "--json").out)
    assert isinstance(as_json, dict)


def test_a_file_is_run_first(run, write, here):
    write("policy.md")

    ran = run("stage", "clauses", "policy.md")

    assert ran.code == 0 and "Exclusions" in ran.out
    assert hows(here / "out") == {"policy": "done"}


def test_a_stage_goes_by_what_the_stages_before_it_gave(run, write, here):
    write("policy.md")
    write("clausetrace.yaml", "chunks: {size: 12, overlap: 2}")
    write("overruled.yaml", "documents: {policy: {overrules: [{page: 1, text: '(b)', is: not_clause, reason: a test}]}}")
    run("run", "policy.md")
    before = run("stage", "chunks", "policy").out
    clauses = rows(here / "out/policy/clauses.jsonl")

    run("stage", "clauses", "policy", "-c", "overruled.yaml")

    assert run("stage", "chunks", "policy").out != before
    assert rows(here / "out/policy/clauses.jsonl") == clauses


def test_a_stage_that_reads_the_file_says_when_it_is_another(run, write):
    write("policy.md")
    run("run", "policy.md")
    write("policy.md", "# Another")

    ran = run("stage", "extract", "policy")

    assert ran.code == 3 and "policy.md is no longer the file that was run" in ran.err and "clausetrace run" in ran.err


def test_a_stage_that_reads_the_file_says_where_it_is_missing(run, write, here):
    write("policy.md").rename(here / "policy2.md")
    run("run", "policy2.md")
    (here / "policy2.md").unlink()

    assert run("stage", "clauses", "policy2").code == 0
    ran = run("stage", "extract", "policy2")
    assert ran.code == 3 and "policy2.md cannot be read" in ran.err


@pytest.mark.parametrize(("doc", "says"), [("polciy", "did you mean 'policy'?"), ("zzz", "give a doc_id")])
def test_a_document_that_is_not_there_is_named(run, write, doc, says):
    write("policy.md")
    run("run", "policy.md")

    ran = run("stage", "clauses", doc)

    assert ran.code == 2 and says in ran.err


def test_a_file_that_cannot_be_run_is_exit_code_3(run, write):
    write("a.pdf", b"no PDF")

    ran = run("stage", "clauses", "a.pdf")

    assert ran.code == 3 and ran.err.count("\n") == 1


# ---------------------------------------------------------------- init


def test_init_offers_guesses_and_puts_none_in_force(run, write, here):
    write("in/policy.txt", "Care Advantage\nVersion: 1 May 2021\n1. Scope\n")
    write("in/b.pdf", b"no PDF")

    ran = run("init", "in")

    assert ran.code == 0
    text = (here / "clausetrace.yaml").read_text()
    assert 'guess, printed on page 1 as "1 May 2021"' in text and '# updated: "2021-05-01"' in text
    assert "could not be read" in text
    configuration = load_configuration("clausetrace.yaml").configuration
    assert set(configuration.documents) == {"b", "policy"}
    assert configuration.documents["policy"] == configuration.documents["b"] == type(configuration.documents["b"])()


def test_a_guess_is_in_force_when_its_mark_is_taken_away(run, write, here):
    write("in/policy.txt", "Version: 1 May 2021\n")
    run("init", "in")
    file = here / "clausetrace.yaml"

    file.write_text(file.read_text().replace("# updated:", "updated:"))

    assert load_configuration().configuration.documents["policy"].updated == "2021-05-01"


def test_init_writes_over_nothing(run, write, here):
    write("in/policy.txt", "1. Scope")
    write("clausetrace.yaml", "# mine")

    ran = run("init", "in")

    assert ran.code == 2 and "is there already" in ran.err
    assert (here / "clausetrace.yaml").read_text() == "# mine"
    assert run("init", "in", "--force").code == 0


def test_init_prints_where_that_is_wanted(run, write, here):
    write("in/po'licy\".txt", "1. Scope")

    ran = run("init", "in", "-o", "-")

    assert set(yaml.safe_load(ran.out)["documents"]) == {"po'licy\""}
    assert not (here / "clausetrace.yaml").exists()


@pytest.mark.parametrize(("folder", "says"), [("empty", "empty has nothing to read"), ("none", "none is not there")])
def test_init_of_a_folder_without_documents_is_an_error_that_names_it(run, write, here, folder, says):
    (here / "empty").mkdir()
    write("clausetrace.yaml", "# mine")

    ran = run("init", folder)

    assert ran.code == 2 and says in ran.err and ran.err.count("\n") == 1


def test_what_init_offers_to_ask_is_right_when_its_signs_are_taken_away(run, write, here):
    write("in/a, b.md")
    run("init", "in")
    lines = (here / "clausetrace.yaml").read_text().splitlines()
    begins = lines.index("# families:")

    write("asked.yaml", "\n".join(line.removeprefix("# ") for line in lines[begins:]))

    family = load_configuration("asked.yaml").configuration.families["a, b"]
    assert family.floors.at_least.clauses and family.expect[0].contains == "maternity"


def test_what_init_writes_is_a_right_configuration(run, write, here):
    write("in/policy.txt", "Version: 1 May 2021\n1. Scope")
    write("in/a: 'b\" #c.txt", "1. One")
    write("in/sub/policy.txt", "1. Other")
    assert run("init", "in").code == 0

    assert run("config", "check", "clausetrace.yaml").code == 0
    text = (here / "clausetrace.yaml").read_text()
    uncommented = [
        line.replace("# ", "", 1) if line.lstrip().startswith(("# title", "# updated", "# status")) else line
        for line in text.splitlines()
    ]
    write("taken.yaml", "\n".join(uncommented))
    assert run("config", "check", "taken.yaml") == (0, "taken.yaml is right\n", "")
    assert run("run", "in", "-c", "taken.yaml").code == 0
    assert len(hows(here / "out")) == 3
