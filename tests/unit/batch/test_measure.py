"""The clock of the measuring: every moment of a run belongs to one part of it."""

from itertools import count

from pipeline.batch import measure


class Heard:
    """A report that keeps what it is told."""

    def __init__(self):
        self.said = []

    def page(self, number, of):
        self.said.append((number, of))

    def stage(self, name):
        self.said.append(name)


def test_no_time_between_the_parts_is_lost(monkeypatch):
    ticks = count(10)
    monkeypatch.setattr(measure.time, "process_time", lambda: next(ticks))
    heard = Heard()
    clock = measure.CpuClock(heard)

    for name in ("extract", "extract", "write", ""):
        clock.stage(name)
    clock.page(1, 3)
    clock.end()

    assert clock.parts == {"open": 1, "extract": 2, "write": 1}
    assert sum(clock.parts.values()) == next(ticks) - 10 - 1
    assert heard.said == ["extract", "extract", "write", (1, 3)]
