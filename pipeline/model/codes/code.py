"""What a code says."""

from pipeline.model.document import Record, Severity


class Code(Record, frozen=True):
    """A code. ``title`` is a line without a stop at its end, ``meaning`` says what was seen, ``advice`` what to do.

    ``severity`` is the usual one: a finding says its own, which may differ.
    """

    id: str
    severity: Severity
    title: str
    meaning: str
    advice: str
