"""The reader that the settings name, on a document."""

from pipeline.config.settings import ExtractSettings
from pipeline.stages.extract.pdfium import PdfiumReader
from pipeline.stages.extract.reader import Reader


def open_reader(content: bytes, name: str, settings: ExtractSettings, password: str) -> Reader:
    """The document, open. Raises ``NotAPdf``, ``Damaged`` or ``PasswordNeeded``; ``close`` it when done."""
    if settings.reader == "pdfium":
        return PdfiumReader(content, name, settings, password)
    from pipeline.stages.extract.plumber import PlumberReader

    return PlumberReader(content, name, settings, password)
