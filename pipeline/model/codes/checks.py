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
    Code(
        "OUT007",
        ERROR,
        "A document that could not be done",
        "The last run failed on the file. It has no results, or those of an earlier run, which are not those of this file.",
        "See to the file, as the message says, and run it again.",
    ),
)
GUARDS = (
    Code(
        "FUR011",
        ERROR,
        "Furniture inside a table",
        "A line that was set aside as a header, footer or page number stands inside a table, so the table lacks it.",
        "Look at the page. Overrule the line as body where it is text.",
    ),
    Code(
        "FUR012",
        ERROR,
        "Furniture that recurs too seldom",
        "A line was set aside though it recurs on fewer pages than the threshold, as text does.",
        "Look at the page. Overrule the line as body where it is text.",
    ),
    Code(
        "FUR013",
        ERROR,
        "Furniture in the midst of text",
        "A line that was set aside has text above and below it, where no header or footer stands.",
        "Look at the page. Overrule the line as body where it is text.",
    ),
    Code(
        "FUR014",
        ERROR,
        "Furniture with words of its own",
        "A line was set aside whose words stand on no other page, where furniture does not change from page to page.",
        "Look at the page. Overrule the line as body where it is text.",
    ),
    Code(
        "FUR015",
        ERROR,
        "Furniture that looks like a clause",
        "A line that was set aside begins with a label that is missing in the text, or has words that the contents list names.",
        "Look at the page. Overrule the line as body or as a clause where it is one.",
    ),
)
ASKED = (
    Code(
        "FLR001",
        ERROR,
        "Less than is asked for",
        "The document has fewer pages, clauses, chunks or tables than the YAML asks for at least: something may be lost.",
        "Look first where the message says. Lower the floor where the new version is shorter by intent.",
    ),
    Code(
        "FLR002",
        ERROR,
        "More than may be",
        "More of the document was set aside than the YAML allows.",
        "Look first where the message says. Raise the bound where that is right.",
    ),
    Code(
        "EXP001",
        ERROR,
        "What is expected is not there",
        "The YAML expects a clause, table, row or column that is not found, or names it so that several fit.",
        "Look at the page. Put the name right in the YAML, or see why the place was lost.",
    ),
    Code(
        "EXP002",
        ERROR,
        "What should be absent is there",
        "The YAML says that there is no such clause or table, and there is.",
        "Read it. Take the expectation out where the new version has it by intent.",
    ),
    Code(
        "EXP003",
        ERROR,
        "A clause on another page than expected",
        "It begins on another page than the YAML says.",
        "Put the page right in the YAML where the clause moved.",
    ),
    Code(
        "EXP004",
        ERROR,
        "Another title than expected",
        "The clause has another title than the YAML says.",
        "Look at the page. Put the title right in the YAML where it changed.",
    ),
    Code(
        "EXP005",
        ERROR,
        "Words that are lacking",
        "The clause or page does not have, or does not begin or end with, the words that the YAML asks for.",
        "Look at the page. Put the words right in the YAML where the text changed by intent.",
    ),
    Code(
        "EXP006",
        ERROR,
        "Words that should not be there",
        "The clause or page has words that the YAML forbids, as a footer in a clause.",
        "Look at the page. Overrule what does not belong there as furniture.",
    ),
    Code(
        "EXP007",
        ERROR,
        "Another cell than expected",
        "A cell of a table is not what the YAML says.",
        "Look at the page. Put the value right in the YAML where it changed by intent.",
    ),
    Code(
        "FAM001",
        WARNING,
        "A version that supersedes an unknown one",
        "The document that it takes the place of is neither among the results nor in the YAML.",
        "Put the doc_id under supersedes right, or run the older version too.",
    ),
    Code(
        "FAM002",
        ERROR,
        "A version that supersedes what it cannot",
        "It supersedes a document of another family, or itself by way of others.",
        "Put family and supersedes right in the YAML.",
    ),
    Code(
        "FAM003",
        ERROR,
        "Two versions in force",
        "Two versions of a family are in force on one day, and neither supersedes the other.",
        "Write supersedes, effective_from and effective_to, or the status archived, into the YAML.",
    ),
)
AUDIT = (
    Code(
        "AUD001",
        ERROR,
        "Fewer clauses signed off than are asked for",
        "Of the clauses that the YAML requires to be signed off too few were accepted by a person, or their words changed since.",
        "Look at them with `clausetrace audit build` or `audit serve`; `audit status --list` names them.",
    ),
    Code(
        "AUD002",
        ERROR,
        "A demand for verdicts that names nothing",
        "Neither a clause nor a title is called what the YAML requires to be signed off, so that nothing was asked for.",
        "Write the id of a clause or words of its title, or take the demand out.",
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
