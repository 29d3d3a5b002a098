"""Runs the steps of a composite action as GitHub's runner does: their scripts, with bash, in the environment that it gives.

`uses:` steps are not run but told. Expressions are what the action needs of them: a path into a context, `||` and `== 'word'`.
"""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import yaml

from tests.conftest import ROOT

ACTION = ROOT / ".github/actions/clausetrace"
EXPRESSION = re.compile(r"\$\{\{\s*(.*?)\s*\}\}")


class Ended(NamedTuple):
    """How the action ended, what it said, and what it gave."""

    code: int
    log: str
    summary: str
    outputs: dict[str, str]
    used: dict[str, dict[str, str]]


def evaluate(expression, contexts):
    """The value of an expression, "" where a context has none."""
    if "||" in expression:
        return next(filter(None, (evaluate(part.strip(), contexts) for part in expression.split("||"))), "")
    if "==" in expression:
        left, right = expression.split("==")
        return "true" if evaluate(left.strip(), contexts) == right.strip().strip("'") else ""
    value = contexts
    for name in expression.split("."):
        value = value.get(name, {})
    return value or ""


def fill(text, contexts):
    return EXPRESSION.sub(lambda found: evaluate(found[1], contexts), str(text))


def run_action(workspace: Path, tools: Path, given: dict[str, str], event: dict, *, leave_out=("Install clausetrace",)) -> Ended:
    """Runs the action in ``workspace`` with the inputs ``given``. ``tools`` is a folder for what the runner keeps."""
    action = yaml.safe_load((ACTION / "action.yml").read_text())
    inputs = {name: given.get(name, about.get("default", "")) for name, about in action["inputs"].items()}
    contexts = {"inputs": inputs, "github": {"event": event}, "steps": {}}
    said, used, code = [], {}, 0
    environment = _environment(workspace, tools)
    for number, step in enumerate(action["runs"]["steps"]):
        if code or step["name"] in leave_out or ("if" in step and not evaluate(step["if"], contexts)):
            continue
        if "uses" in step:
            used[step["uses"]] = {name: fill(value, contexts) for name, value in step["with"].items()}
            continue
        outputs = tools / f"outputs-{number}"
        outputs.touch()
        own = {name: fill(value, contexts) for name, value in step.get("env", {}).items()}
        ended = _run(step["run"], workspace, {**environment, **own, "GITHUB_OUTPUT": str(outputs)})
        said.append(ended.stdout)
        code = ended.returncode
        contexts["steps"][step.get("id", "")] = {"outputs": dict(line.split("=", 1) for line in outputs.read_text().splitlines())}
    given_out = {name: fill(about["value"], contexts) for name, about in action["outputs"].items()}
    return Ended(code, "".join(said), (tools / "summary.md").read_text(), given_out, used)


def _environment(workspace, tools):
    """What GitHub sets, and a command `clausetrace` that is this repository's."""
    command = tools / "bin/clausetrace"
    command.parent.mkdir(parents=True, exist_ok=True)
    command.write_text(f'#!/bin/sh\nPYTHONPATH={ROOT} exec {sys.executable} -m pipeline "$@"\n')
    command.chmod(0o755)
    (tools / "summary.md").write_text("")
    (command.parent / "python").symlink_to(sys.executable)
    return {
        "PATH": f"{command.parent}:{os.environ['PATH']}",
        "HOME": str(tools),
        "GITHUB_ACTIONS": "true",
        "CI": "true",
        "GITHUB_WORKSPACE": str(workspace),
        "GITHUB_ACTION_PATH": str(ACTION),
        "GITHUB_STEP_SUMMARY": str(tools / "summary.md"),
    }


def _run(script, workspace, environment):
    """`shell: bash` is bash without its files, ending at the first command that fails."""
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script],
        cwd=workspace,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
