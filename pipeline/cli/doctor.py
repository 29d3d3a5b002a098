"""`clausetrace doctor` and `--version`: what is installed, and whether it works."""

from collections.abc import Callable, Iterator

import click

from pipeline.errors import ClausetraceError

EXAMPLES = """\b
Example:
  clausetrace doctor"""
WRONG = 1


@click.command("doctor", epilog=EXAMPLES)
def command() -> int:
    """Say whether everything that is needed is there, and which extras are. Exit code 1 where something needed does not work."""
    for line in version_lines():
        click.echo(line)
    sound = True
    for name, trial in TRIALS.items():
        trouble = _try(trial)
        sound = sound and not trouble
        click.echo(f"{'ok ' if not trouble else 'NO '} {name}{': ' + trouble if trouble else ''}")
    for line in _extra_lines():
        click.echo(line)
    return 0 if sound else WRONG


def version_lines() -> Iterator[str]:
    """The versions of the program and of what it reads and counts with."""
    import platform

    from pipeline import __version__
    from pipeline.store.versions import LIBRARIES, version_of

    yield f"clausetrace {__version__}"
    yield f"python {platform.python_version()} on {platform.system()} {platform.machine()}"
    yield f"PDFium {_pdfium()}"
    for library in LIBRARIES:
        yield f"{library} {version_of(library) or 'not installed'}"


def _pdfium() -> str:
    try:
        from pypdfium2 import PDFIUM_INFO
    except ImportError:
        return "not installed"
    return str(PDFIUM_INFO.version)


def _try(trial: Callable[[], object]) -> str:
    try:
        trial()
    except (ImportError, OSError, ClausetraceError, RuntimeError, ValueError) as error:
        return f"{type(error).__name__}: {error}"
    return ""


def _load_default() -> object:
    from pipeline.config.load import load_configuration

    return load_configuration()


def _import_stages() -> object:
    import pipeline.runner

    return pipeline.runner


def _run_sample() -> object:
    from pipeline.config.load import load_configuration
    from pipeline.config.settings import DocumentSettings
    from pipeline.model import Identity, SourceKind
    from pipeline.runner import Task, run_document

    identity = Identity("sample", "sample", "Sample", "sample.md", "0" * 64, kind=SourceKind.MARKDOWN)
    task = Task(b"# Sample\n\n## 1. Scope\n(a) one;\n(b) two.\n", identity, load_configuration().configuration, DocumentSettings())
    if not run_document(task).chunks.chunks:
        raise RuntimeError("a document of two clauses gave no chunk")
    return None


TRIALS: dict[str, Callable[[], object]] = {
    "configuration is right": _load_default,
    "libraries load": _import_stages,
    "a small document runs": _run_sample,
}


def _extra_lines() -> Iterator[str]:
    from pipeline.store.versions import EXTRAS, PROGRAM, version_of

    for extra, libraries in EXTRAS.items():
        missing = [library for library in libraries if not version_of(library)]
        if missing:
            yield f"-   extra {extra} is not installed ({', '.join(missing)}): pip install '{PROGRAM}[{extra}]'"
        else:
            yield f"ok  extra {extra}"
