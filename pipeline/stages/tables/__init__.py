"""Tables: what stands in grids, told into rates (set aside for look-up), data (kept as rows with heads) and layout (text in
boxes).

In this order: areas into parts, parts into tables with heads, tables over pages joined, titles and dimensions found, the kind
decided, a person's overrules heard, the clause found that each stands in. Nothing of a page is lost: a table takes whole lines
out of the clauses, by id, and a layout takes none. What a person copied by hand is checked against its pages and put in the place
of what was extracted (``transcribe``).
"""

from pipeline.stages.tables.finding import find_tables
from pipeline.stages.tables.shapes import Cell, Grid, GridReader
from pipeline.stages.tables.transcribing import transcribe

__all__ = ["Cell", "Grid", "GridReader", "find_tables", "transcribe"]
