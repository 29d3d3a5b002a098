"""What the command line of `clausetrace check` says of readers and stored pages, in place of the configuration."""

from collections.abc import Sequence
from functools import partial

from pipeline.batch import rereading
from pipeline.batch.rereading import Second
from pipeline.cli.originals import load_original
from pipeline.config.load import Loaded, with_pages_in
from pipeline.errors import UsageError


def with_options(loaded: Loaded, reader: str | None, sample: str, pages_dir: str) -> Loaded:
    """The configuration with what the command line says in place of it. Raises UsageError."""
    if sample and sample != "all" and not (sample.isdecimal() and int(sample)):
        raise UsageError(f"--sample {sample}: write how many pages of a document are read again, 1 or more, or all")
    configuration = with_pages_in(pages_dir, loaded.configuration) if pages_dir else loaded.configuration
    of_check: dict[str, object] = {"reader": reader} if reader else {}
    of_check |= {"sample": int(sample) if sample.isdecimal() else sample} if sample else {}
    changed = configuration.check.model_copy(update=of_check)
    return loaded._replace(configuration=configuration.model_copy(update={"check": changed}))


def make_second(loaded: Loaded, passwords: Sequence[str], pdf: Sequence[str], *, asked: bool) -> Second | None:
    """Who reads again; the PDFs are looked for among ``pdf`` and where they were run."""
    load = partial(load_original, given=pdf, named=False)
    return rereading.make_second(loaded.configuration.check, passwords, load, asked=asked)
