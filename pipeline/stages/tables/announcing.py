"""Which clause a table belongs to where an item of a list stands last before it: the clause whose words announce a table.

"Limits are paid as per the table mentioned below: a) ... b) ... c) ..." and then the table: it is no part of c). So it goes to the
nearest clause above the item that announces a table, where the item points to nothing below it, nothing nearer does and no other
table has come since. Without such words it stays where it stands: its place alone says nothing sure.
"""

import re
from collections.abc import Mapping

from pipeline.model import Clause
from pipeline.stages.tables.places import Reading

ANNOUNCES = re.compile(
    r"\b(?:per|in|to)\s+(?:the\s+)?(?:\w+[\s-]+){0,2}(?:table|grid|chart)\b|"
    r"\b(?:below|following)(?:[\s-]+\w+){0,2}\s+(?:table|grid|chart)\b|"
    r"\b(?:table|grid|chart)(?:\s+\w+){0,3}\s+(?:below|under|hereunder)\b|"
    r"\b(?:folgend|nachstehend|untenstehend|nachfolgend)\w*\s+tabelle\b|\btabla\s+siguiente\b|\bsiguiente\s+tabla\b|"
    r"\btableau\s+(?:suivant|ci-(?:après|dessous))",
    re.IGNORECASE,
)
"""Words that announce a table: "as per the table mentioned below", "the below table". No: "the following conditions", "notable"."""
POINTS = re.compile(
    r"\b(?:below|hereunder|as under|as follows|following|folgend\w*|nachstehend\w*|siguientes?|suivante?s?|ci-après)\b|:\s*$",
    re.IGNORECASE,
)
"""Words that point to what comes next, table or not: "as given below", "The tests are:". No: "as stated above"."""


def find_announcer(clause_id: str, at: int, nodes: Mapping[str, Clause], reading: Reading, last_table: int) -> str:
    """The clause that the table at place ``at`` of the reading order belongs to, ``clause_id`` being the last before it.

    ``last_table`` is the place of the table before; what was announced ahead of it was that one.
    """
    clause = nodes.get(clause_id)
    if clause is None or any(last_table < place and POINTS.search(text) for place, text in _paragraphs(clause, at, reading)):
        return clause_id
    clause = nodes.get(clause.parent)
    while clause is not None:
        if any(last_table < place and ANNOUNCES.search(text) for place, text in _paragraphs(clause, at, reading)):
            return clause.id
        clause = nodes.get(clause.parent)
    return clause_id


def _paragraphs(clause: Clause, end: int, reading: Reading) -> list[tuple[int, str]]:
    """The words of a clause before place ``end``, without those of its children, each stretch with the place of its last line."""
    spans = [span for span in (*clause.title_spans, *clause.own, *clause.tail) if reading.order[span.line_id] < end]
    stretches: list[tuple[int, str]] = []
    for span in spans:
        at = reading.order[span.line_id]
        words = reading.lines[at].text[span.start : span.end]
        if stretches and at - stretches[-1][0] <= 1:
            stretches[-1] = (at, f"{stretches[-1][1]} {words}")
        else:
            stretches.append((at, words))
    return stretches
