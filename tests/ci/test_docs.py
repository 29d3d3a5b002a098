"""What the pages on CI say that can be tried: inputs are those of the action, files and hooks are there, YAML is YAML."""

import re

import yaml

from tests.ci.runner import ACTION
from tests.conftest import ROOT

PAGE = (ROOT / "docs/ci.md").read_text(encoding="utf-8")
README = (ROOT / "README.md").read_text(encoding="utf-8")
OWN = re.compile(r"OWNER/clausetrace/(?P<path>\S+)@v(?P<version>\S+)")


def inputs():
    return yaml.safe_load((ACTION / "action.yml").read_text())["inputs"]


def test_the_table_of_inputs_is_that_of_the_action():
    rows = re.findall(r"^\| (`[a-z].*?) \|", PAGE, flags=re.MULTILINE)

    named = {name for row in rows for name in re.findall(r"`([a-z-]+)`", row)}

    assert named == set(inputs())


def test_the_workflow_gives_the_action_inputs_that_it_has():
    workflow = yaml.safe_load((ROOT / "docs/ci/github-workflow.yml").read_text())

    [step] = [step for step in workflow["jobs"]["check"]["steps"] if "clausetrace" in step.get("uses", "")]

    assert set(step["with"]) <= set(inputs())


def test_the_action_stands_where_the_pages_say():
    workflow = (ROOT / "docs/ci/github-workflow.yml").read_text()

    paths = {found["path"] for text in (PAGE, README, workflow) for found in OWN.finditer(text)}

    assert [ROOT / path for path in paths] == [ACTION]


def test_the_hooks_that_the_page_names_are_there():
    known = {hook["id"] for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())}

    [shown] = [block for block in map(yaml.safe_load, re.findall(r"```yaml\n(.*?)```", PAGE, flags=re.DOTALL)) if "repos" in block]

    assert {hook["id"] for hook in shown["repos"][0]["hooks"]} == known


def test_links_lead_to_files():
    for page in (ROOT / "docs/ci.md", ROOT / "README.md"):
        targets = re.findall(r"\]\(([^)#:]+)\)", page.read_text(encoding="utf-8"))
        assert targets and all((page.parent / target).exists() for target in targets)
