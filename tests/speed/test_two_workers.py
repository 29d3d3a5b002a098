"""Two workers on a folder of twenty documents gain nearly what two copies of a plain loop gain on the same machine."""

from pathlib import Path

import pytest

from pipeline.batch.plan import Request
from pipeline.batch.scaling import Scaling, measure_scaling
from pipeline.config.load import load_packaged
from tests.conftest import ROOT

NAMES = ("odd-and-even", "last-line", "front-matter", "changing-header", "numbers-that-stay")
FLOOR = 0.9


def request(folder: Path, count: int) -> Request:
    """``count`` documents of different length: the fixtures in turn, each with a comment at its end that makes it another."""
    (folder / "in").mkdir()
    for number in range(count):
        name = NAMES[number % len(NAMES)]
        content = (ROOT / "fixtures/pdf" / f"{name}.pdf").read_bytes()
        (folder / "in" / f"{name}-{number}.pdf").write_bytes(content + b"%% copy %d\n" % number)
    return Request(places=(str(folder / "in"),), out=folder / "out", configuration=load_packaged(), workers=2)


def test_what_is_measured_adds_up_and_leaves_nothing_behind(tmp_path):
    found = measure_scaling(request(tmp_path, 3), rounds=1)

    assert (found.documents, found.workers, found.rounds) == (3, 2, 1)
    assert found.speedup == pytest.approx(found.one_seconds / found.many_seconds, abs=0.01)
    assert found.loop_speedup == pytest.approx(2 * found.loop_one_seconds / found.loop_many_seconds, abs=0.01)
    assert found.share == pytest.approx(found.speedup / found.loop_speedup, abs=0.01)
    assert [entry.name for entry in tmp_path.iterdir()] == ["in"]


@pytest.mark.full
def test_two_workers_gain_nine_tenths_of_what_two_plain_loops_gain(tmp_path, record_property):
    found = measure_scaling(request(tmp_path, 20), rounds=5)

    record_property("scores", "\n".join(f"{name:<18} {getattr(found, name):g}" for name in Scaling.__struct_fields__))
    assert found.share >= FLOOR, found
