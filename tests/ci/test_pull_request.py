"""A newcomer's path: two policies in a repository, a pull request with a new version, and what its author is told."""

import json
import re
import subprocess
import sys

import junitparser
import pytest
import yaml
from markdown_it import MarkdownIt

from tests.ci.conftest import CHANGED, LOST, Repository
from tests.ci.policies import CARE, TRAVEL, policy
from tests.ci.runner import ACTION, run_action


def new_version(lines):
    return lambda repository: repository.write("policies/care.pdf", policy("Care Policy", lines))


def accepted(repository):
    """The version that lost an item, which a person looked at and accepted."""
    new_version(LOST)(repository)
    repository.clausetrace("run", "policies")
    offered = repository.clausetrace("check", "care", "--show-accept", "--fail-on", "never")
    file = repository.folder / "clausetrace.yaml"
    file.write_text(file.read_text() + offered.replace('reason: ""', "reason: surgery has a policy of its own"))


def test_a_new_version_that_is_whole_passes_and_its_changes_are_told(pull_request, tmp_path):
    ended = pull_request(new_version(CHANGED))

    changes = (tmp_path / "workspace" / ended.outputs["changes"]).read_text()
    assert ended.code == 0
    assert ended.summary.startswith("## Check passed: 2 documents\n")
    assert "| policies/care.pdf | changed | 10 unchanged, 1 reworded; 1 weighty |" in changes
    assert "~~5,000~~ **6,500**" in changes
    assert changes in ended.summary
    headings = re.findall(r"<h([23])>(.*?)</h", MarkdownIt("gfm-like", {"linkify": False}).render(ended.summary))
    assert [level for level, _ in headings] == ["2", "2", "3"] and headings[2][1].startswith("policies/care.pdf at ")


def test_an_item_that_was_lost_fails_the_build_with_its_place_and_what_to_do(pull_request):
    ended = pull_request(new_version(LOST))

    failing = ended.summary.partition("<details>")[0]
    assert ended.code == 1
    assert "::error file=policies/care.pdf,title=NUM001 " in ended.log
    assert "### policies/care.pdf\n\n- **NUM001** error, page 1: (b) is missing between (a) and (c)" in failing
    assert "To look at it: `clausetrace explain page policies/care.pdf 1`" in failing
    assert "**removed** 2.b" in ended.summary and "surgery and the anaesthetist" in ended.summary


def test_what_was_accepted_in_the_yaml_passes_and_is_told_with_its_reason(pull_request):
    ended = pull_request(accepted)

    assert ended.code == 0
    assert "accepted: surgery has a policy of its own" in ended.summary


def test_a_weighty_change_fails_the_build_where_that_is_asked(pull_request):
    ended = pull_request(new_version(CHANGED), **{"fail-on-changes": "removed,weighty"})

    assert ended.code == 1
    assert "there are changes that fail this build" in ended.log


def test_redlines_are_among_the_reports_where_they_are_asked_for(pull_request, tmp_path):
    pull_request(new_version(CHANGED), redlines="true")

    page = (tmp_path / "workspace/clausetrace-reports/redlines/policies/care.html").read_text(encoding="utf-8")
    assert "6,500" in page and "data:image/" in page


def test_a_version_under_a_new_name_is_compared_with_the_one_that_it_supersedes(pull_request):
    def change(repository):
        repository.write("policies/care-2032.pdf", policy("Care Policy", CHANGED))
        file = repository.folder / "clausetrace.yaml"
        entry = "documents:\n  care-2032: {family: care, supersedes: care}\n"
        file.write_text(file.read_text().replace("documents:\n", entry))

    ended = pull_request(change)

    assert ended.code == 0
    assert "| policies/care-2032.pdf | new version | 10 unchanged, 1 reworded; 1 weighty |" in ended.summary


def test_a_file_that_cannot_be_read_fails_the_build_and_is_named(pull_request):
    ended = pull_request(lambda repository: repository.write("policies/care.pdf", "no PDF at all"))

    assert ended.code == 1
    assert "::error file=policies/care.pdf,title=OUT007 " in ended.log
    assert "| policies/care.pdf | changed | not compared: care.pdf is not a PDF" in ended.summary


def test_a_mistake_in_the_yaml_ends_the_build_with_file_line_and_key(pull_request):
    ended = pull_request(lambda repository: repository.write("clausetrace.yaml", "chunks: {size: many}\n"))

    assert ended.code == 2
    assert "clausetrace: clausetrace.yaml:1" in ended.log and "chunks.size" in ended.log


def test_all_reports_are_there_also_where_the_build_fails(pull_request, tmp_path):
    ended = pull_request(new_version(LOST), **{"upload-sarif": "true"})

    read = {name: (tmp_path / "workspace" / file).read_text() for name, file in ended.outputs.items()}
    assert junitparser.JUnitXml.fromstring(read["junit"].encode()).failures == 1
    assert json.loads(read["sarif"])["version"] == "2.1.0"
    assert "NUM001" in read["check"] and "2.b" in read["changes"]


@pytest.mark.parametrize(("change", "shown"), [(new_version(LOST), ["NUM001"]), (accepted, [])])
def test_code_scanning_is_given_neither_notes_nor_what_was_accepted(pull_request, tmp_path, change, shown):
    ended = pull_request(change, **{"upload-sarif": "true"})

    [upload] = [given for name, given in ended.used.items() if "upload-sarif" in name]
    read = {
        name: json.loads((tmp_path / "workspace" / name).read_text()) for name in (upload["sarif_file"], ended.outputs["sarif"])
    }
    codes = [[result["ruleId"] for result in log["runs"][0]["results"]] for log in read.values()]
    assert codes[0] == shown
    assert "NUM001" in codes[1] and "FUR001" in codes[1]


def test_nothing_is_uploaded_where_that_is_not_asked(pull_request):
    assert not [name for name in pull_request(new_version(CHANGED)).used if "upload-sarif" in name]


def test_a_push_is_checked_and_compared_with_nothing(origin, tmp_path):
    ended = run_action(origin.folder, tmp_path / "runner", {"documents": "policies\n\n"}, {})

    assert ended.code == 0
    assert ended.outputs["changes"] == ""
    assert "there is nothing to compare with" in ended.log


def test_an_action_without_documents_says_what_it_lacks(origin, tmp_path):
    ended = run_action(origin.folder, tmp_path / "runner", {}, {})

    assert ended.code == 2 and "::error title=clausetrace::no documents are named" in ended.log


def test_documents_are_named_one_a_line_with_spaces_in_their_names(tmp_path):
    repository = Repository(tmp_path / "origin")
    repository.git("init", "--quiet", "--initial-branch", "main")
    repository.write("health plans/care.pdf", policy("Care Policy", CARE))
    repository.write("travel.pdf", policy("Travel Policy", TRAVEL))
    repository.commit("Two policies")

    ended = run_action(repository.folder, tmp_path / "runner", {"documents": "health plans\n  travel.pdf\n"}, {})

    assert ended.code == 0
    assert re.findall(r"^\| (\S.*?) \| passes", ended.summary, flags=re.MULTILINE) == ["health plans/care.pdf", "travel.pdf"]


def test_the_action_installs_the_package_that_it_came_with():
    steps = (ACTION / "action.yml").read_text()

    place = re.search(r'pip install .*"\$GITHUB_ACTION_PATH/(.*?)\$extras"', steps)

    assert 'name = "clausetrace"' in (ACTION / place[1] / "pyproject.toml").resolve().read_text()


@pytest.mark.full
def test_the_install_step_gives_the_command(tmp_path):
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "venv")], check=True)
    [step] = [step for step in yaml.safe_load((ACTION / "action.yml").read_text())["runs"]["steps"] if "Install" in step["name"]]
    environment = {"PATH": f"{tmp_path}/venv/bin:/usr/bin:/bin", "GITHUB_ACTION_PATH": str(ACTION), "HOME": str(tmp_path)}

    subprocess.run(["bash", "-ec", step["run"]], check=True, env={**environment, "REDLINES": "true"})

    said = subprocess.run(["clausetrace", "doctor"], check=True, capture_output=True, text=True, env=environment).stdout
    assert "a small document runs" in said
