"""A configuration for a folder: the documents found in it, and what they seem to say of themselves, marked as guesses.

Guesses are written as comments: nothing is in force that a person has not looked at.
"""

import json
from collections.abc import Iterable, Iterator, Sequence

from pipeline.batch.jobs import GUESS_WORK, Guesses
from pipeline.batch.plan import Planned, Request, make_plan
from pipeline.batch.pool import Watcher, run_jobs
from pipeline.config.names import safe_name
from pipeline.errors import ClausetraceError

FIRST_PAGES = (1, 2)
"""Pages that are read for a guess: covers, where titles and dates are printed."""
HEAD = """\
# Configuration of clausetrace for these documents. It holds what differs from the packaged default;
# `clausetrace config default` prints that with every key, its unit, its range and why its value;
# `clausetrace config check clausetrace.yaml` names every mistake in this file.

chunks:
  # Tokens of a chunk's text at most, and how many of them a part of a long clause repeats from the part before.
  # size: 220
  # overlap: 40

# What a PDF does not say about itself, by file stem. Lines marked "guess" come from the files: look at the file, then take away the
# "#" in front of what is right. Further keys: doc_id, language, collection, access, skip_pages, overrules, transcriptions; of a
# version family, effective_from, effective_to, supersedes (the doc_id of the one whose place it takes).
documents:
"""
ASKED = """
# What `clausetrace check` asks of all versions of one document (floors, expect) and lives with (accept), by the name that is their
# family above, or the doc_id where they name none. For instance:
# families:
#   {family}:
#     floors: {{at_least: {{clauses: 100}}}}
#     expect:
#       - clause: "4.2"            # it must be there, ...
#         page: 12                 # ... begin on this page, ...
#         contains: maternity      # ... and have these words
"""


def make_offer(request: Request, watch: Watcher) -> str:
    """The text of the configuration. Raises InputError where there is nothing to read."""
    plan = [planned for planned in make_plan(request, clashes=True) if not planned.one.duplicate_of]
    readable = [index for index, planned in enumerate(plan) if not planned.trouble]
    jobs = [plan[index].job for index in readable]
    limits = request.configuration.limits
    answers = {readable[place]: answer for place, answer in run_jobs(GUESS_WORK, jobs, request.workers, limits, watch)}
    entries = (_entry(planned, answers.get(index, planned.trouble), plan) for index, planned in enumerate(plan))
    family = _quoted(plan[0].one.identity.family)
    return HEAD + "\n".join(line for entry in entries for line in entry) + "\n" + ASKED.format(family=family)


def _entry(planned: Planned, answer: Guesses | ClausetraceError | None, plan: Sequence[Planned]) -> Iterator[str]:
    source, doc_id = planned.one.identity.source, planned.one.identity.doc_id.casefold()
    alone = sum(other.one.identity.doc_id.casefold() == doc_id for other in plan) == 1
    yield f"  {_quoted(planned.one.found.stem if alone else source)}:"
    yield f"    # {_quoted(source)}"
    if not alone:
        yield "    # other files have this name too, and each needs a doc_id of its own"
        yield f"    doc_id: {_quoted(safe_name(source))}"
    if isinstance(answer, ClausetraceError):
        yield f"    # could not be read: {' '.join(str(answer).split())}"
    elif answer:
        yield from _guesses(answer)
    yield "    # status: current          # or archived"
    yield '    # family: ""               # the same for all versions of one document'


def _guesses(answer: Guesses) -> Iterator[str]:
    if answer.title:
        yield "    # guess, the title in the file's metadata:"
        yield f"    # title: {_quoted(answer.title)}"
    else:
        yield '    # title: ""'
    yield from _dates(answer.dates)


def _dates(dates: Iterable[tuple[str, str, int]]) -> Iterator[str]:
    none = True
    for date, printed, page in dates:
        none = False
        yield f"    # guess, printed on page {page} as {_quoted(printed)}:"
        yield f"    # updated: {_quoted(date)}"
    if none:
        yield '    # updated: ""              # year-month-day'


def _quoted(text: str) -> str:
    """Text as YAML reads it back, whatever it holds."""
    return json.dumps(" ".join(text.split()), ensure_ascii=False)
