"""Imported by the fork server alone: what every document needs and takes long to load is there before the first worker begins.

The vocabulary takes 0.3 s to read, as long as a short document takes; read here, it is read once and shared by all workers.
"""

import contextlib

from pipeline.errors import ClausetraceError
from pipeline.stages.chunks.tokens import PACKAGED, preload

with contextlib.suppress(ClausetraceError):  # told by the first document that needs it
    preload(PACKAGED)
