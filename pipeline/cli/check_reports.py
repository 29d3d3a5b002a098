"""What `clausetrace check` writes for other programs: JUnit XML, SARIF, Markdown, and annotations of GitHub's workflows.

In a report a document is named by the path of its file from the root of the repository (the folder above with `.git`), so that a
build system finds it; where there is none, from the current folder.
"""

import os
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from pipeline.errors import UsageError

if TYPE_CHECKING:
    from pipeline.checks.outcome import Checked
    from pipeline.model import Severity

Command = TypeVar("Command", bound=Callable[..., Any])
PRINTED = "-"
"""In place of a file: what is written goes to stdout."""
ON_GITHUB = "GITHUB_ACTIONS"
"""Set to "true" by GitHub's runners, which read annotations from stdout."""


class Wanted(NamedTuple):
    """The reports that are asked for: files, "" for none; whether annotations are, None where nobody said."""

    junit: str
    sarif: str
    markdown: str
    annotations: bool | None

    @property
    def files(self) -> dict[str, str]:
        """The files by the option that names them."""
        return {name: file for name in ("junit", "sarif", "markdown") if (file := getattr(self, name))}

    @property
    def prints(self) -> bool:
        """Whether a report takes the place of what is said on stdout."""
        return PRINTED in self.files.values()


def report_options(command: Command) -> Command:
    """The options of all reports."""
    for option in (
        click.option(
            "--annotations/--no-annotations", default=None, help=f"Print GitHub's workflow commands too [where {ON_GITHUB}=true]."
        ),
        click.option(
            "--markdown", default="", metavar="FILE", help="Write Markdown, for a summary or a pull request; - prints it."
        ),
        click.option("--sarif", default="", metavar="FILE", help="Write SARIF 2.1.0, for code scanning; - prints it."),
        click.option("--junit", default="", metavar="FILE", help="Write JUnit XML, a test a rule; - prints it."),
    ):
        command = option(command)
    return command


def refuse_two_outputs(wanted: Wanted, others: Mapping[str, bool]) -> None:
    """Raises UsageError where two outputs would go to stdout. ``others`` are the options that print, and whether they are given."""
    printing = [option for option, given in others.items() if given]
    printing += [f"--{name} -" for name, file in wanted.files.items() if file == PRINTED]
    printing += ["--annotations"] if wanted.annotations and printing else []
    if len(printing) > 1:
        raise UsageError(f"{' and '.join(printing)} would all be printed; choose one, or give a report a FILE")


def write_reports(documents: "Sequence[Checked]", folders: Sequence[Path], failing: "Collection[Severity]", wanted: Wanted) -> None:
    """Writes what is asked for. ``folders`` are those of the documents."""
    if not wanted.files:
        return
    placed = place_documents(documents, folders)
    for name, file in wanted.files.items():
        text = _write(name, placed, failing)
        if file == PRINTED:
            click.echo(text, nl=False)
        else:
            _save(Path(file), text)


def print_annotations(
    documents: "Sequence[Checked]", folders: Sequence[Path], failing: "Collection[Severity]", wanted: Wanted
) -> None:
    """Prints them where they are asked for, or where nobody said and GitHub's runner listens."""
    if not (os.environ.get(ON_GITHUB) == "true" if wanted.annotations is None else wanted.annotations):
        return
    from pipeline.reports.annotations import write_annotations

    for line in write_annotations(place_documents(documents, folders), failing):
        click.echo(line)


def _write(name: str, documents: "Sequence[Checked]", failing: "Collection[Severity]") -> str:
    if name == "junit":
        from pipeline.reports.junit import write_junit

        return write_junit(documents, failing)
    if name == "markdown":
        from pipeline.reports.markdown import write_markdown

        return write_markdown(documents, failing)
    from pipeline import __version__
    from pipeline.reports.sarif import write_sarif

    return write_sarif(documents, __version__)


def _save(file: Path, text: str) -> None:
    from pipeline.store.folders import replace_file

    file.absolute().parent.mkdir(parents=True, exist_ok=True)
    replace_file(file, text.encode())


def place_documents(documents: "Sequence[Checked]", folders: Sequence[Path]) -> "list[Checked]":
    """The documents with the paths of their files in ``source``, from the root of the repository, with /."""
    import msgspec

    here = Path.cwd()
    root = next((folder for folder in (here, *here.parents) if (folder / ".git").exists()), here)
    paths = [_path_of(folder) for folder in folders]
    tops = {
        path.removesuffix(checked.source) for checked, path in zip(documents, paths, strict=True) if path.endswith(checked.source)
    }
    return [
        msgspec.structs.replace(
            checked, source=_find_source([path, *(top + checked.source for top in sorted(tops))], root) or checked.source
        )
        for checked, path in zip(documents, paths, strict=True)
    ]


def _path_of(folder: Path) -> str:
    """Where the file was when it was run; "" where that is not known."""
    from pipeline.store.folders import load_timings

    timings = load_timings(folder) if folder.is_dir() else None
    return timings.path if timings else ""


def _find_source(places: Sequence[str], root: Path) -> str:
    """The first place with a file; "" where there is none, as when the results came from another machine.

    A document that failed has no place of its own, but stands below the same folder as the others.
    """
    from pipeline.store.remote.urls import is_remote

    for place in filter(None, places):
        if is_remote(place):
            return place
        file = Path(place)
        if file.is_file():
            return (file.relative_to(root) if file.is_relative_to(root) else file).as_posix()
    return ""
