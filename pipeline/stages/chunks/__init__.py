"""Chunks: each clause in pieces that fit a token budget, labelled, and pointing at the words of the page that they are.

In order: the lines that tables took leave the clauses (``units``, ``cells``); clauses become units and units parts (``units``,
``cutting``); kept tables become a chunk each and one a row (``rows``); each gets what it needs from above (``context``) and its
label (``labels``); all are put in the order of the document and named (``keys``). Text is never changed, only joined and cut:
what a chunk says stands on the page.
"""

from pipeline.stages.chunks.stage import make_chunks

__all__ = ["make_chunks"]
