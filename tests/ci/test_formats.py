"""What is ready for other systems is right by their own schemas: GitHub's and GitLab's as check-jsonschema carries them, and
pre-commit's own validation."""

import subprocess
import sys

import pytest
import yaml

from tests.ci.conftest import LOST, Repository
from tests.ci.policies import CARE, policy
from tests.conftest import ROOT

HOOKS = ROOT / ".pre-commit-hooks.yaml"
FILES = {
    ".github/actions/clausetrace/action.yml": ("vendor.github-actions",),
    "docs/ci/github-workflow.yml": ("vendor.github-workflows",),
    "docs/ci/gitlab-ci.yml": ("vendor.gitlab-ci", "--data-transform", "gitlab-ci"),
}
SPOILED = {
    ".github/actions/clausetrace/action.yml": ("using: composite", "using: composed"),
    "docs/ci/github-workflow.yml": ("runs-on:", "run-on:"),
    "docs/ci/gitlab-ci.yml": ("when: always", "when: ever"),
}


def validate(file, schema):
    words = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", *schema, str(file)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


def validate_hooks(file):
    words = [sys.executable, "-m", "pre_commit", "validate-manifest", str(file)]
    return subprocess.run(words, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(("name", "schema"), FILES.items(), ids=list(FILES))
def test_a_file_follows_the_schema_of_its_system(name, schema):
    ended = validate(ROOT / name, schema)

    assert ended.returncode == 0, ended.stdout


@pytest.mark.parametrize(("name", "schema"), FILES.items(), ids=list(FILES))
def test_the_schema_refuses_a_slip(name, schema, tmp_path):
    spoiled = tmp_path / "file.yml"
    spoiled.write_text((ROOT / name).read_text().replace(*SPOILED[name]))

    assert validate(spoiled, schema).returncode == 1


def test_the_hooks_are_right_by_pre_commits_own_word(tmp_path):
    spoiled = tmp_path / ".pre-commit-hooks.yaml"
    spoiled.write_text(HOOKS.read_text().replace("language:", "lang:"))

    assert validate_hooks(HOOKS).returncode == 0
    assert validate_hooks(spoiled).returncode == 1


# ---------------------------------------------------------------- what they do


@pytest.fixture
def repository(tmp_path):
    """Two commits: a policy, and a version of it that lost an item."""
    made = Repository(tmp_path / "policies")
    made.git("init", "--quiet", "--initial-branch", "main")
    made.write("policies/care.pdf", policy("Care Policy", CARE))
    made.commit("A policy")
    made.write("policies/care.pdf", policy("Care Policy", LOST))
    made.commit("A new version")
    return made


@pytest.fixture
def command(tmp_path):
    """A folder with the command `clausetrace`."""
    file = tmp_path / "bin/clausetrace"
    file.parent.mkdir()
    file.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m pipeline "$@"\n')
    file.chmod(0o755)
    return file.parent


def run(words, folder, tools, **environment):
    """A shell that stops at the first line that fails, as a job of GitLab does."""
    return subprocess.run(
        ["sh", "-ec", words],
        cwd=folder,
        env={"PATH": f"{tools}:/usr/bin:/bin", "HOME": str(folder), **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )


def hook(name):
    return next(hook["entry"] for hook in yaml.safe_load(HOOKS.read_text()) if hook["id"] == name)


def test_the_job_of_gitlab_ends_with_the_check_and_leaves_its_reports(repository, command):
    job = yaml.safe_load((ROOT / "docs/ci/gitlab-ci.yml").read_text())["clausetrace"]
    base = repository.git("rev-parse", "HEAD~1")

    ended = run("\n".join(job["script"]), repository.folder, command, **job["variables"], CI_MERGE_REQUEST_DIFF_BASE_SHA=base)

    assert ended.returncode == 1 and "NUM001" in ended.stdout
    assert (repository.folder / job["artifacts"]["reports"]["junit"]).is_file()
    assert "**removed** 2.b" in (repository.folder / "reports/changes.md").read_text()


def test_the_hook_for_documents_stops_a_commit_that_lost_an_item(repository, command):
    ended = run(f"{hook('clausetrace-check')} policies/care.pdf", repository.folder, command)

    assert ended.returncode == 1 and "care: error NUM001 page 1" in ended.stdout


def test_the_hook_for_the_configuration_names_a_mistake(repository, command):
    repository.write("clausetrace.yaml", "chunks: {size: 100}\n")
    repository.write("other/clausetrace.yaml", "chunks: {sice: 100}\n")

    ended = run(f"{hook('clausetrace-config')} clausetrace.yaml other/clausetrace.yaml", repository.folder, command)

    assert ended.returncode == 2
    assert "clausetrace.yaml is right" in ended.stdout and "other/clausetrace.yaml:1" in ended.stdout
