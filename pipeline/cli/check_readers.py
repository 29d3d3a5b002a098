"""What the command line of `clausetrace check` says of readers and stored pages, in place of the configuration."""

from collections.abc import Callable, Sequence
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from pipeline.cli.options import pages_dir_option

if TYPE_CHECKING:
    from pipeline.batch.rereading import Second
    from pipeline.config.load import Loaded

READERS = ["pypdf", "pdfplumber", "none"]


class Readers(NamedTuple):
    """Who reads again and how many pages, PDFs that have moved, and the folder of stored pages; "" and none as configured."""

    reader: str
    sample: str
    pdf: tuple[str, ...]
    pages_dir: str

    @property
    def asked(self) -> bool:
        """Whether a person asks for a second reading, so that a file which is not there is an error."""
        return bool(self.reader or self.sample or self.pdf)


def reader_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Adds the options; the command is given them together, as ``readers``."""

    @wraps(command)
    def with_readers(*, reader: str | None, sample: str, pdf: tuple[str, ...], pages_dir: str, **others: Any) -> Any:
        return command(readers=Readers(reader or "", sample, pdf, pages_dir), **others)

    options = (
        click.option("--reader", type=click.Choice(READERS), help="Who reads pages again [check.reader: pypdf]."),
        click.option("--sample", default="", metavar="N", help="How many pages of a document it reads, or all [check.sample: 8]."),
        click.option("--pdf", multiple=True, metavar="FILE", help="A PDF that is no longer where it was run; also repeated."),
        pages_dir_option,
    )
    decorated: Callable[..., Any] = with_readers
    for option in reversed(options):
        decorated = option(decorated)
    return decorated


def with_options(loaded: "Loaded", readers: Readers) -> "Loaded":
    """The configuration with what the command line says in place of it. Raises UsageError."""
    from pipeline.config.load import with_pages_in
    from pipeline.errors import UsageError

    reader, sample, _, pages_dir = readers
    if sample and sample != "all" and not (sample.isdecimal() and int(sample)):
        raise UsageError(f"--sample {sample}: write how many pages of a document are read again, 1 or more, or all")
    configuration = with_pages_in(pages_dir, loaded.configuration) if pages_dir else loaded.configuration
    of_check: dict[str, object] = {"reader": reader} if reader else {}
    of_check |= {"sample": int(sample) if sample.isdecimal() else sample} if sample else {}
    changed = configuration.check.model_copy(update=of_check)
    return loaded._replace(configuration=configuration.model_copy(update={"check": changed}))


def make_second(loaded: "Loaded", readers: Readers, passwords: Sequence[str]) -> "Second | None":
    """Who reads again; the PDFs are looked for among those named and where they were run."""
    from pipeline.batch import rereading
    from pipeline.cli.originals import load_original

    load = partial(load_original, given=readers.pdf, named=False)
    return rereading.make_second(loaded.configuration.check, passwords, load, asked=readers.asked)
