"""What a worker's other side knows of it from the system."""

import os

from pipeline.batch.seat import resident_mb

MB = 1_000_000


def test_memory_in_use_grows_with_what_is_used():
    before = resident_mb(os.getpid())

    held = b"x" * (60 * MB)

    assert 50 < resident_mb(os.getpid()) - before < 100
    assert held


def test_a_process_that_has_gone_uses_none():
    assert resident_mb(None) == 0
    assert resident_mb(2**30) == 0
