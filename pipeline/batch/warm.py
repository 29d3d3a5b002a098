"""Imported by the fork server alone: what every document needs and takes long to load is there before the first worker begins.

The vocabulary takes 0.3 s to read and pypdf, the usual second reader, 0.1 s to import, as long as a short document takes; here
that is done once and shared by all workers. What else the first document would have imported on its way takes 0.01 s.
"""

import contextlib
import encodings.utf_16_le  # noqa: F401
import heapq  # noqa: F401

import pypdf.filters  # noqa: F401

from pipeline.errors import ClausetraceError
from pipeline.stages.chunks.tokens import PACKAGED, preload

with contextlib.suppress(ClausetraceError):  # told by the first document that needs it
    preload(PACKAGED)
