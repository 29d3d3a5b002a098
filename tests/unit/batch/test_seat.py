"""What a worker's other side knows of it from the system."""

import mmap
import os

from pipeline.batch.seat import resident_mb

MB = 1_000_000


def test_memory_in_use_grows_with_what_is_used():
    """The memory is mapped: what is allocated may lie in what the process has and does not use."""
    before = resident_mb(os.getpid())

    with mmap.mmap(-1, 60 * MB) as held:
        held.write(b"x" * (60 * MB))
        grown = resident_mb(os.getpid()) - before

    assert 50 < grown < 150


def test_a_process_that_has_gone_uses_none():
    assert resident_mb(None) == 0
    assert resident_mb(2**30) == 0
