"""Long PDFs of numbered clauses into labelled clause chunks, each checked against its page."""

__version__ = "0.1.0"
