"""Long PDFs of numbered clauses into labelled clause chunks, each checked against its page."""
