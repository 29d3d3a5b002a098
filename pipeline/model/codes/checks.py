"""The codes of what is checked: by a run of what it made, and by `clausetrace check` of what a run wrote."""

from pipeline.model.codes.code import Code
from pipeline.model.document import Severity

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

CHECKS = (
    Code(
        "PRV001",
        ERROR,
        "A chunk that is not found on its page",
        "The words of the chunk do not stand in the boxes that it names: a figure, a sign or a letter is more or less.",
        "Compare the chunk with the page (`clausetrace explain page`). Do not cite it until they agree.",
    ),
    Code(
        "PRV002",
        WARNING,
        "A second reader does not confirm a page",
        "An independent library finds too few of the words that were read on this page.",
        "Compare both readings, which the finding quotes, with the page.",
    ),
    Code(
        "PRV003",
        NOTE,
        "A second reader cannot read a page",
        "The independent library fails on this page, so its words were checked by one reader alone.",
        "Nothing, as a rule. Another library can be chosen with provenance.second_reader.",
    ),
    Code(
        "LED001",
        ERROR,
        "Lines that the ledger does not balance",
        "A line ended nowhere or in two places, or the letters on a page differ from the reader's own count.",
        "A fault of the program: report it with the page. Until then, don't rely on this page.",
    ),
    Code(
        "LED002",
        ERROR,
        "Words that are in no chunk, or in two",
        "Words of a clause or table are lost on the way to the chunks, or stand in the chunks of two clauses.",
        "A fault of the program: report it with the page. Until then, don't rely on this page.",
    ),
    Code(
        "LED003",
        ERROR,
        "Clauses that are out of the order of the page",
        "A clause is read later than it stands: other words come between it and the rest of it.",
        "A fault of the program: report it with the page. Until then, read the clause on its page.",
    ),
)
WRITTEN = (
    Code(
        "RUN001",
        ERROR,
        "A document that could not be done",
        "The last run failed on the file. It has no results, or those of an earlier run, which are not those of this file.",
        "See to the file, as the message says, and run it again.",
    ),
    Code(
        "OUT001",
        ERROR,
        "A file that changed since it was written",
        "A file of the results has other bytes than the run wrote, so what was checked is not what is there.",
        "Run the document again with --force.",
    ),
    Code(
        "OUT002",
        ERROR,
        "Settings that are no longer those of the run",
        "The configuration changed after the document was run, so its results are not what these settings give.",
        "Run the document again, or name the configuration of the run with -c.",
    ),
    Code(
        "OUT003",
        ERROR,
        "An id that is given twice",
        "Two chunks have one id or key, so that an index would keep one of them alone.",
        "A fault of the program: report it. Until then, don't load these chunks.",
    ),
    Code(
        "OUT004",
        ERROR,
        "A ledger that does not add up",
        "The letters of all lines are not those that the reader counts apart from them: text was lost, or is there twice.",
        "Look for LED001 in the findings, which names the page.",
    ),
    Code(
        "OUT005",
        ERROR,
        "A chunk that is not verified",
        "No reader confirmed that its words stand where it says, and no finding says so.",
        "Run the document again with --force, and compare the chunk with its page.",
    ),
    Code(
        "OUT006",
        ERROR,
        "Pages that the results do not cover",
        "The run was asked for some pages alone, or pages are missing from its results.",
        "Run the document again, without --pages.",
    ),
)
ACCEPTING = (
    Code(
        "ACC001",
        NOTE,
        "An acceptance that matches nothing",
        "The YAML accepts a problem that is no longer found, or whose words have changed since.",
        "Read the place again. Take the acceptance out, or write the new hash with a reason.",
    ),
)
