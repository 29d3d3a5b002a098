"""What laymen call the things that wordings name, by language: the packaged lists beside this module, a line an entry."""

from functools import lru_cache
from pathlib import Path

from pipeline.retrieval.sayings import Saying, parse_lay_terms

FOLDER = Path(__file__).with_name("lay_terms")


@lru_cache(maxsize=8)
def load_lay_terms(language: str) -> tuple[Saying, ...]:
    """What laymen say in a language; nothing where no list is packaged for it."""
    file = FOLDER / f"{language}.txt"
    return parse_lay_terms(file.read_text(encoding="utf-8")) if file.is_file() else ()
