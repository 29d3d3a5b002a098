"""What is checked: a file and what was made of it."""

from collections.abc import Collection

from pipeline.model import Document, Record


class Subject(Record, frozen=True):
    """The file's bytes, its document, the ids of the lines that were set aside, and the password that opens it."""

    content: bytes
    document: Document
    aside: Collection[str]
    password: str = ""
