"""A repository as a newcomer makes it: two policies, a configuration, a workflow; and a pull request with a new version."""

import os
import shutil
import subprocess
import sys

import pytest

from tests.ci.policies import CARE, TRAVEL, policy
from tests.ci.runner import run_action
from tests.conftest import ROOT

CHANGED = tuple(line.replace("Rs. 5,000", "Rs. 6,500") for line in CARE)
LOST = tuple(line for line in CHANGED if not line.startswith("(b) surgery"))
"""The new version as it should be, and as a slip made it: an item lost."""


class Repository:
    """A folder with git in it."""

    def __init__(self, folder):
        self.folder = folder
        folder.mkdir(parents=True, exist_ok=True)

    def git(self, *words):
        return _run(self.folder, "git", *words).strip()

    def clausetrace(self, *words):
        return _run(self.folder, sys.executable, "-m", "pipeline", *words)

    def write(self, name, content):
        file = self.folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content if isinstance(content, bytes) else content.encode())

    def commit(self, message):
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", message)
        return self.git("rev-parse", "HEAD")


def _run(folder, *words):
    person = {f"GIT_{who}_{what}": "person@localhost" for who in ("AUTHOR", "COMMITTER") for what in ("NAME", "EMAIL")}
    environment = {**os.environ, **person, "PYTHONPATH": str(ROOT)}
    return subprocess.run(words, cwd=folder, check=True, capture_output=True, text=True, env=environment).stdout


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    """The repository on its main branch."""
    made = Repository(tmp_path_factory.mktemp("policies") / "origin")
    made.git("init", "--quiet", "--initial-branch", "main")
    made.write("policies/care.pdf", policy("Care Policy", CARE))
    made.write("policies/travel.pdf", policy("Travel Policy", TRAVEL))
    made.write(".gitignore", "out/\nclausetrace-reports/\n")
    made.write(".github/workflows/policies.yml", (ROOT / "docs/ci/github-workflow.yml").read_text())
    made.clausetrace("init", "policies")
    made.commit("Two policies, their configuration and a workflow")
    return made.folder


@pytest.fixture
def origin(template, tmp_path):
    """A repository of its own for a test."""
    shutil.copytree(template, tmp_path / "origin")
    return Repository(tmp_path / "origin")


@pytest.fixture
def pull_request(origin, tmp_path):
    """Runs the action for a pull request with what ``change`` does, in a checkout of one commit, as GitHub makes it."""

    def ran(change, **inputs):
        base = origin.git("rev-parse", "main")
        origin.git("switch", "--quiet", "--create", "new-version")
        change(origin)
        origin.commit("A new version")
        origin.git("switch", "--quiet", "--detach", "main")
        origin.git("merge", "--quiet", "--no-ff", "--no-edit", "new-version")
        origin.git("branch", "--quiet", "--force", "pull", "HEAD")
        workspace = tmp_path / "workspace"
        _run(tmp_path, "git", "clone", "--quiet", "--depth", "1", "--branch", "pull", f"file://{origin.folder}", str(workspace))
        event = {"pull_request": {"base": {"sha": base}}}
        return run_action(workspace, tmp_path / "runner", {"documents": "policies", **inputs}, event)

    return ran
