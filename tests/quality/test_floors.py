"""The quality gate: what the scorers of the benchmark say of this version, against the floors that earlier versions reached."""

import os

from tests.quality.figures import MEAN, shown
from tests.quality.floors import committed_floors, faults, load_floors, lowered, raised, save_floors


def test_no_figure_is_below_its_floor(figures, raise_floors, record_property):
    record_property("scores", shown(figures))
    if raise_floors:
        save_floors(raised(load_floors(), figures))

    wrong = faults(figures, load_floors())

    assert not wrong, "\n".join(wrong)


def test_every_floor_is_at_least_what_was_committed():
    wrong = [fault for before in committed_floors() for fault in lowered(load_floors(), before)]

    assert not wrong, "\n".join(wrong)


def test_floors_are_not_rewritten_where_nobody_commits_them(raise_floors):
    assert not (raise_floors and os.environ.get("CI"))


def test_a_figure_below_its_floor_is_named():
    said = faults({"tables": {MEAN: {"rows": 0.8990}}}, {"tables": {MEAN: {"rows": 0.9}}})

    assert said == ["tables / mean / rows: 0.8990 is below its floor 0.9000"]


def test_a_figure_without_a_floor_and_a_floor_without_a_figure_are_named():
    said = faults({"tables": {"one": {"rows": 1.0}}}, {"tables": {"two": {"rows": 1.0}}})

    assert said == [
        "tables / two / rows has a floor and was not measured",
        "tables / one / rows has no floor; set it with pytest tests/quality --raise-floors",
    ]


def test_raising_never_lowers():
    floors = raised({"tables": {"one": {"rows": 0.9, "cells": 0.5}}}, {"tables": {"one": {"rows": 0.8, "cells": 0.6}}})

    assert floors == {"tables": {"one": {"rows": 0.9, "cells": 0.6}}}


def test_a_lowered_floor_and_one_that_is_gone_are_named():
    before = {"tables": {"one": {"rows": 0.9}, "two": {"rows": 0.5}}}

    said = lowered({"tables": {"one": {"rows": 0.8}}}, before)

    assert said == ["tables / one / rows: 0.8 was 0.9", "tables / two / rows: gone was 0.5"]
