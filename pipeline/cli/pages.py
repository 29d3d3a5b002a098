"""`clausetrace pages`: the right text of chosen pages, stored for a person to correct and confirm, and compared with every run."""

from typing import TYPE_CHECKING

import click

from pipeline.cli.options import config_option, load_passwords, out_option, pages_dir_option, parse_pages

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from pipeline.checks.page_texts import Compared, Pages
    from pipeline.store.rows import DocumentRun
    from pipeline.store.stored_pages import StoredPage

EXAMPLES = """\b
Examples:
  clausetrace pages save prospectus 12,37
  clausetrace pages list
  clausetrace pages diff prospectus 37"""
DIFFERS = 1

json_option = click.option("--json", "as_json", is_flag=True, help="Print all of it, as JSON.")
password_option = click.option("--password-file", default="", metavar="FILE", help="Passwords to try, one a line.")


@click.group("pages", epilog=EXAMPLES)
def command() -> None:
    """Store the right text of pages, for a person to correct and confirm, and compare runs with it.

    A page is stored as FOLDER/<family>/p0012.txt, one file for all versions of a document, to be kept with the configuration. Its
    first line says who confirmed it, and is written by a person alone. `check` compares every stored page with the run.

    DOC is a doc_id under --out, an output folder, or a file, which is then run first.
    """


@command.command(
    "save", epilog="\b\nExamples:\n  clausetrace pages save prospectus 12,37\n  clausetrace pages save prospectus 12-15"
)
@click.argument("doc", metavar="DOC")
@click.argument("numbers", metavar="PAGES")
@config_option
@out_option
@pages_dir_option
@click.option("--force", is_flag=True, help="Write over pages that are stored already; they are then no longer confirmed.")
@password_option
def save(doc: str, numbers: str, config: str, out: str, *, pages_dir: str, force: bool, password_file: str) -> None:
    """Store PAGES as they were extracted, to be corrected by hand: 12,37 or 12-15. Never over one that is there."""
    from pipeline.errors import UsageError
    from pipeline.store.stored_pages import make_draft, place_of, save_draft

    wanted = parse_pages(numbers, "PAGES")
    folder, place = _find(doc, config, out, pages_dir, password_file)
    run, pages = _load(folder)
    texts = {row.page: row.text for row in pages.rows}
    lacking = [number for number in wanted if number not in texts]
    if lacking or not wanted:
        raise UsageError(f"{folder.name} has no page {lacking[0] if lacking else numbers}; it has {_ranges(list(texts))}")
    files = {number: place_of(place, run.input.family, number) for number in wanted}
    taken = [str(file) for file in files.values() if file.exists()]
    if taken and not force:
        raise UsageError(f"{', '.join(taken)}: stored already and perhaps corrected by hand; --force writes over it")
    for number, file in files.items():
        save_draft(file, make_draft(number, texts[number], run.input.source, run.input.sha256))
        click.echo(f"{file} is written, and confirmed by nobody")
    click.echo(f"Correct each beside its page (clausetrace explain page {folder.name} {wanted[0]}), then put in place of its first")
    click.echo(f"line the one that `clausetrace pages list {folder.name}` prints, with your name and the date.")


@command.command("list", epilog="\b\nExamples:\n  clausetrace pages list\n  clausetrace pages list prospectus")
@click.argument("doc", metavar="[DOC]", required=False, default="")
@config_option
@out_option
@pages_dir_option
@json_option
@password_option
def list_pages(doc: str, config: str, out: str, *, pages_dir: str, as_json: bool, password_file: str) -> None:
    """List stored pages and who confirmed them; for the others, the line that confirms them once name and date are put in."""
    from pipeline.config.load import load_configuration
    from pipeline.store.stored_pages import find_families, load_stored, make_confirmation

    if doc:
        folder, place = _find(doc, config, out, pages_dir, password_file)
        families = [_load_run(folder).input.family]
    else:
        place = _folder(pages_dir or load_configuration(config).configuration.provenance.fixture_pages)
        families = find_families(place)
    stored = {family: load_stored(place, family) for family in families}
    if as_json:
        _print_json([_row(family, page) for family, pages in stored.items() for page in pages])
        return
    for page in (page for pages in stored.values() for page in pages):
        click.echo(f"{page.file}: {_state(page)}")
        if page.state != "confirmed":
            click.echo(f"  {make_confirmation(page)}")
    if not any(stored.values()):
        click.echo(f"no page is stored in {place}; clausetrace pages save DOC PAGES stores some", err=True)


@command.command("diff", epilog="\b\nExamples:\n  clausetrace pages diff prospectus\n  clausetrace pages diff prospectus 37 --json")
@click.argument("doc", metavar="DOC")
@click.argument("numbers", metavar="[PAGES]", required=False, default="")
@config_option
@out_option
@pages_dir_option
@json_option
@password_option
def diff(doc: str, numbers: str, config: str, out: str, *, pages_dir: str, as_json: bool, password_file: str) -> int:
    """Show word by word how the run differs from stored pages; exit code 1 where it does."""
    from pipeline.checks.page_texts import compare_page
    from pipeline.errors import UsageError
    from pipeline.store.stored_pages import load_stored

    wanted = parse_pages(numbers, "PAGES")
    folder, place = _find(doc, config, out, pages_dir, password_file)
    run, pages = _load(folder)
    stored = [page for page in load_stored(place, run.input.family) if page.number in wanted or not wanted]
    if not stored:
        raise UsageError(f"no page {numbers or 'of ' + run.input.family} is stored in {place}; clausetrace pages save stores some")
    compared = [compare_page(page, pages) for page in stored]
    if as_json:
        _print_json([_compared_row(each) for each in compared])
    else:
        for line in (line for each in compared for line in _write(each)):
            click.echo(line)
    return DIFFERS if any(each.stands_on != each.page.number for each in compared) else 0


def _find(doc: str, config: str, out: str, pages_dir: str, password_file: str) -> "tuple[Path, Path]":
    """The folder of the document's results, and that of stored pages."""
    from pipeline.cli.documents import find_folder
    from pipeline.config.load import load_configuration

    configuration = load_configuration(config).configuration
    folder = find_folder(doc, out, configuration, load_passwords(password_file))
    return folder, _folder(pages_dir or configuration.provenance.fixture_pages)


def _folder(name: str) -> "Path":
    from pathlib import Path

    return Path(name)


def _load_run(folder: "Path") -> "DocumentRun":
    from pipeline.errors import InputError
    from pipeline.store.folders import load_run

    run = load_run(folder)
    if run is None:
        raise InputError(f"{folder} was not written by this version; run `clausetrace run` on its file first")
    return run


def _load(folder: "Path") -> "tuple[DocumentRun, Pages]":
    from pipeline.checks.page_texts import Pages
    from pipeline.store.read import load_lines, load_pages

    run = _load_run(folder)
    return run, Pages(load_pages(folder), load_lines(folder), run.pages_chosen)


def _state(page: "StoredPage") -> str:
    """How a stored page stands, in words."""
    return {
        "confirmed": f"confirmed by {page.by} on {page.on}",
        "unconfirmed": "confirmed by nobody",
        "edited": f"changed after {page.by} confirmed it on {page.on}",
        "unreadable": "its first line confirms nothing",
    }[page.state]


def _ranges(numbers: "Sequence[int]") -> str:
    """Pages in words: "pages 1 to 12" where none is left out between."""
    if not numbers:
        return "none"
    whole = len(numbers) == numbers[-1] - numbers[0] + 1
    return f"pages {numbers[0]} to {numbers[-1]}" if whole else f"pages {', '.join(map(str, numbers))}"


def _write(compared: "Compared") -> "list[str]":
    """A stored page and under it every difference."""
    from pipeline.checks.page_words import show_change

    page = compared.page
    head = f"page {page.number}, {page.file} ({_state(page)})"
    if compared.stands_on == page.number:
        return [f"{head}: the same words"]
    if compared.stands_on or compared.row is None:
        return [f"{head}: {f'stands on page {compared.stands_on}' if compared.stands_on else 'the document has no such page'}"]
    return [f"{head}:", *(f"  {change.kind}: {show_change(change)}" for change in compared.changes)]


def _row(family: str, page: "StoredPage") -> dict[str, object]:
    import msgspec

    left = {"text", "source_sha256"}
    return {"family": family} | {key: value for key, value in msgspec.to_builtins(page).items() if key not in left}


def _compared_row(compared: "Compared") -> dict[str, object]:
    import msgspec

    page = compared.page
    changes = [msgspec.to_builtins(change) for change in compared.changes]
    return {"page": page.number, "file": page.file, "state": page.state, "stands_on": compared.stands_on, "changes": changes}


def _print_json(rows: object) -> None:
    import msgspec

    click.echo(msgspec.json.format(msgspec.json.encode(rows), indent=2).decode())
