"""The codes of what `clausetrace check` compares with a person's page, and with what another library reads in the PDF."""

from pipeline.model.codes.code import Code
from pipeline.model.document import Severity

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE
COMPARE = "Compare both with the page (`clausetrace explain page`; `clausetrace pages diff` shows every difference)."

STORED = (
    Code(
        "PAG001",
        ERROR,
        "Words of a stored page are lost",
        "The run lacks words that the right text of this page has, as a person stored it.",
        COMPARE,
    ),
    Code(
        "PAG002",
        ERROR,
        "Words of a stored page read otherwise",
        "The run has other words than the right text of this page, as a person stored it: a figure, a sign or a letter.",
        f"{COMPARE} Where a new version says it so by intent, store the page again.",
    ),
    Code(
        "PAG003",
        ERROR,
        "Words that a stored page does not have",
        "The run has words on this page that its right text, as a person stored it, does not have.",
        COMPARE,
    ),
    Code(
        "PAG004",
        ERROR,
        "Words of a stored page in another order",
        "Text of this page is read in another order than a person stored it: columns or cells may be mixed.",
        COMPARE,
    ),
    Code(
        "PAG005",
        ERROR,
        "A stored page that is gone, or on another page",
        "The document has no page of this number, or the stored words stand on another one: a page was dropped or put in.",
        "Look whether the file lacks a page. Where pages moved by intent, rename the stored files.",
    ),
    Code(
        "PAG006",
        NOTE,
        "Stored pages that nobody confirmed",
        "They are compared all the same, but no chunk counts as matched by them.",
        "Compare each with its page, then put the line that `clausetrace pages list` prints on top of its file.",
    ),
    Code(
        "PAG007",
        WARNING,
        "A confirmation that does not hold",
        "The text of a stored page was changed after a person confirmed it, or the first line of its file confirms nothing.",
        "Compare the file with its page, and confirm it again.",
    ),
)
REREAD = (
    Code(
        "PRV004",
        ERROR,
        "Words that another library does not read on their page",
        "A chunk has words, or heads of its table, that an independent library does not have on the page that the chunk names.",
        "Compare both readings with the page. Accept it with a reason where the other library is wrong.",
    ),
    Code(
        "PRV005",
        ERROR,
        "A page that another library reads otherwise",
        "An independent library lacks more than half of the lines that chunks have from this page: one of the two is garbled.",
        "Look at the page. Do not cite it where the chunks are wrong; accept it with a reason where the other library is.",
    ),
    Code(
        "PRV006",
        ERROR,
        "A chunk whose text is not what stands at its place",
        "The text of the chunk is not the words that pages.jsonl has on the page and from the characters that it names.",
        "Run the document again with --force. Until then, don't cite the chunk.",
    ),
    Code(
        "PRV007",
        NOTE,
        "A document that was not read a second time",
        "The PDF is not where it was run, or is no longer the file that was run.",
        "Name it with --pdf, or run the document again.",
    ),
)
