"""`clausetrace audit serve`: the documents of a folder as books for the server, and the server until Ctrl-C."""

import hashlib
from pathlib import Path
from typing import NamedTuple

import click

from pipeline import __version__
from pipeline.audit.desk import Book, Desk
from pipeline.audit.server import AuditServer
from pipeline.batch.opening import with_passwords
from pipeline.batch.verdicts import find_verdict_files
from pipeline.cli.audit_build import entry_of
from pipeline.cli.documents import find_folders
from pipeline.cli.originals import load_original
from pipeline.config.load import load_configuration
from pipeline.errors import DocumentError, InputError, OutputError
from pipeline.model import Result, SourceKind
from pipeline.pictures import draw_pages
from pipeline.store.folders import RUN, load_run
from pipeline.store.stages import load_result
from pipeline.webpage import require_templates


class Serving(NamedTuple):
    """What the command was told."""

    out: str
    config: str
    verdicts: str
    port: int
    who: str
    opens: bool
    passwords: tuple[str, ...]


def serve_pages(serving: Serving) -> None:
    """Serves until the process is interrupted. Raises OutputError where the port is taken."""
    require_templates("the audit page")
    folders = find_folders(serving.out)
    files = find_verdict_files(load_configuration(serving.config), serving.verdicts)
    books = {place.name: _book(place, serving.passwords) for place in folders}
    try:
        server = AuditServer(Desk(books, files, __version__, serving.who), serving.port)
    except OSError as error:
        raise OutputError(f"port {serving.port} cannot be had ({error.strerror}); choose another with --port") from None
    try:
        click.echo(f"{len(books)} documents at {server.address}\nVerdicts go to {files.folder}. Ctrl-C ends it.")
        if serving.opens:
            click.launch(server.address)
        server.serve_forever(poll_interval=0.2)
    except KeyboardInterrupt:
        click.echo("\nstopped")
    finally:
        server.server_close()


def _book(folder: Path, passwords: tuple[str, ...]) -> Book:
    run = load_run(folder)
    if run is None:
        raise InputError(f"{folder} was not written by this version; run `clausetrace run` on its file first")
    return Book(
        folder.name,
        run.input.family,
        Path(run.input.source).stem,
        lambda: _stamp(folder),
        lambda: load_result(folder),
        lambda result: _load_pdf(folder, result, passwords),
    )


def _stamp(folder: Path) -> str:
    """What tells one run of a document from another; "" where it has gone."""
    run = folder / RUN
    return hashlib.sha256(run.read_bytes()).hexdigest() if run.is_file() else ""


def _load_pdf(folder: Path, result: Result, passwords: tuple[str, ...]) -> tuple[bytes, str]:
    """The PDF and the password that opens it; nothing where it is not to be had."""
    identity = result.document.identity
    if identity.kind is not SourceKind.PDF:
        return b"", ""
    try:
        content = load_original(folder, identity, (), named=False)
        return with_passwords(passwords, lambda password: _opened(content, identity.source, password))
    except DocumentError as error:
        click.echo(f"clausetrace: {entry_of(identity)} is shown without its pages: {error}", err=True)
        return b"", ""


def _opened(content: bytes, name: str, password: str) -> tuple[bytes, str]:
    """Both, once the password has opened the file."""
    draw_pages(content, name, (), 1, password)
    return content, password
