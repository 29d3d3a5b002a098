"""Figures read from the images of real premium charts by hand, each asked for on the command line."""

import json

from pipeline.cli import run_command

FLOOR = 0.9


def ask(look, out, capsys):
    """(value, page) of every figure that the command gives."""
    conditions = [f"{name}={value}" for name, value in look["where"].items()]
    code = run_command(["lookup", look["doc"], "--out", str(out), "--table", look["table"], "--json", "--where", *conditions])
    assert code == 0
    return [(figure["value"], figure["page"]) for figure in json.loads(capsys.readouterr().out)["figures"]]


def test_the_figures_of_real_premium_charts_are_found_on_their_pages(shared, ran, capsys):
    lookups = json.loads((shared / "bench" / "rates" / "lookups.json").read_text(encoding="utf-8"))

    given = [ask(look, ran.out, capsys) for look in lookups]

    wrong = [
        (look["page"], look["where"], look["value"], answer)
        for look, answer in zip(lookups, given, strict=True)
        if answer != [(look["value"], look["page"])]
    ]
    assert len(wrong) <= (1 - FLOOR) * len(lookups), wrong
