"""The codes of what the stages find, and of guesses at what a document says of itself: in a run's ``findings.jsonl``."""

from pipeline.model.codes.code import Code
from pipeline.model.document import Severity

ERROR, WARNING, NOTE = Severity.ERROR, Severity.WARNING, Severity.NOTE

EXTRACTION = (
    Code(
        "EXT001",
        ERROR,
        "A page cannot be read",
        "PDFium could not load the page, so its words are missing from every clause, table and chunk.",
        "Open the page in a viewer. Ask for a sound file, or leave the page out with skip_pages in the YAML.",
    ),
    Code(
        "EXT002",
        NOTE,
        "A page is a drawing of very many strokes",
        "Strokes beyond extract.path_segments were not looked at; rules of a table among them are not seen.",
        "Look whether the page has a table. Raise extract.path_segments where it does.",
    ),
    Code(
        "TXT001",
        WARNING,
        "A garbled text layer",
        "The file gives the glyphs of these lines no letters, or letters that make no words. They are in no chunk.",
        "Ask for a file with a sound text layer, or run it through text recognition first.",
    ),
    Code(
        "TXT002",
        WARNING,
        "A page without text",
        "The page shows pictures or drawings and has no text, so nothing of it is in any chunk. There is no text recognition here.",
        "Run the file through text recognition first, or leave the page out with skip_pages in the YAML.",
    ),
    Code(
        "TXT003",
        NOTE,
        "Text that a reader does not see",
        "Text is invisible, outside the page, or printed twice. It is set aside and is in no chunk.",
        "Look at the page. Where the words should count, overrule them as body in the YAML.",
    ),
    Code(
        "TXT004",
        WARNING,
        "Text written from right to left",
        "The order of lines, and labels among them, may be wrong on this page.",
        "Read the clauses of this page beside its picture (`clausetrace explain page`).",
    ),
)
FURNITURE = (
    Code(
        "FUR001",
        NOTE,
        "No clear gap in what recurs",
        "The shares of pages on which lines recur leave no gap between prose and furniture, or there are too few pages to tell. A "
        "fixed share (boilerplate.fallback) stands in for a threshold.",
        "Look at `clausetrace explain furniture`. Overrule what was taken wrongly.",
    ),
    Code(
        "FUR002",
        WARNING,
        "Too much would be furniture",
        "More of the text recurs than furniture ever takes, so nothing was set aside: headers and footers may be in the chunks.",
        "Look at `clausetrace explain furniture`. Overrule headers and footers as furniture in the YAML.",
    ),
)
CLAUSES = (
    Code(
        "NUM001",
        WARNING,
        "A gap in a sequence of labels",
        "A label between two others is missing: the document jumps over it, or the program did not see it.",
        "Look at the page. Where the document itself jumps, accept the finding in the YAML with a reason; otherwise overrule the "
        "missing line as a clause.",
    ),
    Code(
        "NUM002",
        NOTE,
        "A label that was taken for text",
        "A line begins with what looks like a label, and no list was waiting for it.",
        "Look at the page. Overrule it as a clause where it is one.",
    ),
    Code(
        "NUM003",
        NOTE,
        "A label with two readings",
        "Another reading of this label was nearly as likely, such as the letter i for the roman numeral.",
        "Look at `clausetrace explain clause`. Overrule it where the other one is right.",
    ),
    Code(
        "NUM004",
        WARNING,
        "A label that is printed twice in a row",
        "Two clauses beside each other have the same label. Both are kept, with ids of their own.",
        "Look at the page: it is a slip of the document, or a label between them was not seen.",
    ),
)
TABLES = (
    Code(
        "TAB001",
        NOTE,
        "Tables that were set aside",
        "Premium grids and other long tables of figures are in no chunk; they are looked up instead (`clausetrace lookup`).",
        "Nothing, where they are such tables. Overrule one as kept where its figures should be in chunks.",
    ),
    Code(
        "TAB002",
        WARNING,
        "A page that is a picture",
        "The page is mostly a picture; a table in it is not read, and nothing of it can be found.",
        "Look at the page. Run the file through text recognition, or copy the table by hand where it matters.",
    ),
    Code(
        "TAB003",
        WARNING,
        "Lines of a table cut through words",
        "The drawn grid does not fit the words, so cells may hold parts of others.",
        "Compare the table with its page (`clausetrace tables list`). Copy it by hand (`tables draft`) where it is wrong.",
    ),
    Code(
        "TAB004",
        WARNING,
        "What heads a figure is not told",
        "A table leaves open which head holds for a row or column, so rows have no heads, or one head stands for two things.",
        "Look at the page. Copy the table by hand (`tables draft`) with the right heads.",
    ),
    Code(
        "TAB010",
        ERROR,
        "A transcription that its page does not confirm",
        "A cell of the copy made by hand differs from what the page has at its place.",
        "Look at the page and put the copy right, or put the row and column in their places.",
    ),
    Code(
        "TAB011",
        ERROR,
        "A transcription without a table",
        "No table on the pages that the copy names is like it, so none of it is verified.",
        "Put `pages` and `table` of the transcription right in the YAML.",
    ),
    Code(
        "TAB012",
        ERROR,
        "A transcription on the wrong page",
        "The table that was copied stands on another page than the copy names.",
        "Put `pages` of the transcription right in the YAML.",
    ),
    Code(
        "TAB013",
        WARNING,
        "A transcription that is not whole",
        "The page has rows or columns that the copy lacks.",
        "Add them to the copy, so that nothing of the table is lost.",
    ),
)
CHUNKS = (
    Code(
        "CHK001",
        NOTE,
        "Labels that were shortened",
        "A label is longer than chunks.label_size and was shortened in its middle.",
        "Nothing, as a rule. Where a heading runs on without end, look whether text was taken for it.",
    ),
    Code(
        "CHK002",
        NOTE,
        "A context that was shortened",
        "The parents' lead-in is longer than chunks.context_size and was shortened.",
        "Raise chunks.context_size where the words that fell out matter.",
    ),
    Code(
        "CHK003",
        NOTE,
        "A table or row over the budget",
        "It is longer than chunks.size and was kept whole.",
        "Raise chunks.size, or see that the model that reads the chunks takes as much.",
    ),
    Code(
        "CHK004",
        NOTE,
        "A sentence over the budget",
        "It is longer than chunks.size and was cut between words.",
        "Raise chunks.size where sentences of this length matter.",
    ),
    Code(
        "CHK005",
        NOTE,
        "A cell over the budget",
        "A single cell is longer than chunks.size, and its row was cut inside it.",
        "Raise chunks.size where cells of this length matter.",
    ),
)
CONFIGURATION = (
    Code(
        "CFG001",
        ERROR,
        "An overrule that matches nothing",
        "The configuration overrules words that no line of the document has, as when a new version words them otherwise.",
        "Look at the page in the new version. Put the words right in the YAML, or take the overrule out.",
    ),
    Code(
        "META001",
        NOTE,
        "A title or date that the document seems to have",
        "The file's metadata, or its first pages, name a title or a date that the configuration does not.",
        "Write the right one into the YAML.",
    ),
)
