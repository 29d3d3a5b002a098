"""The ledger: a line dropped, doubled or moved in any stage turns it red."""

import msgspec
import pytest

from pipeline.checks import check
from pipeline.config.settings import ChunkSettings, ProvenanceSettings
from pipeline.model import Chunks, Fate, Mark, MarkKind, NodeKind, Severity, Span, TableAction, Tables
from pipeline.stages.chunks import make_chunks
from tests.drawn import draw
from tests.trees import BECAUSE, NOTHING_ASIDE, clause, lines_of, table, tree

ALONE = ProvenanceSettings(second_reader="none")
ROWS = [
    ("Registered office", 72.0, 30.0),
    ("Exclusions", 72.0, 72.0),
    ("1 We pay for fever.", 72.0, 86.0),
    ("2 Limits", 72.0, 100.0),
    ("Gold", 72.0, 114.0),
    ("5,000", 200.0, 114.0),
    ("Premium 18 to 25", 72.0, 128.0),
    ("See also the brochure.", 400.0, 142.0),
]


class Run:
    """A whole small run, of which a test changes one stage's result."""

    def __init__(self):
        self.content, self.document = draw(ROWS)
        self.header, heading, first, second, gold, rent, self.rate, aside = self.lines = lines_of(self.document)
        self.boilerplate = msgspec.structs.replace(NOTHING_ASIDE, marks=(Mark(self.header.id, MarkKind.HEADER, 1.0, BECAUSE),))
        self.clauses = tree(
            clause("[exclusions]", "", heading, title="Exclusions", kind=NodeKind.HEADING),
            clause("1", "1", first),
            clause("2", "2", second, title="Limits"),
            clause("2[aside]", "", aside, parent="2", kind=NodeKind.ASIDE),
        )
        kept = table([["Gold", "5,000"]], [[gold.bbox, rent.bbox]], [gold, rent], header=["Plan", "Rent"], clause_id="2")
        rates = table([], [], [self.rate], header=[], action=TableAction.EXCLUDED)
        self.tables = Tables((kept, msgspec.structs.replace(rates, id="t2")))
        self.chunks = None

    def checks(self):
        chunks = self.chunks or make_chunks(self.document, self.boilerplate, self.clauses, self.tables, ChunkSettings())
        return check(self.content, self.document, self.boilerplate, self.clauses, self.tables, chunks, ALONE)

    def faults(self):
        findings = self.checks().findings
        assert all(finding.severity is Severity.ERROR for finding in findings)
        return [(finding.code, finding.line_ids) for finding in findings]

    def change_node(self, at, **changed):
        nodes = list(self.clauses.clauses)
        nodes[at] = msgspec.structs.replace(nodes[at], **changed)
        self.clauses = tree(*nodes)

    def change_page(self, lines):
        page = msgspec.structs.replace(self.document.pages[0], lines=tuple(lines))
        self.document = msgspec.structs.replace(self.document, pages=(page,))


@pytest.fixture
def run():
    return Run()


def test_every_line_has_one_fate_and_the_letters_add_up(run):
    ledger = run.checks().ledger

    assert [(entry.fate, entry.owner) for entry in ledger.entries] == [
        (Fate.FURNITURE, "header"),
        (Fate.HEADING, "[exclusions]"),
        (Fate.BODY, "1"),
        (Fate.HEADING, "2"),
        (Fate.TABLE_KEPT, "t1"),
        (Fate.TABLE_KEPT, "t1"),
        (Fate.TABLE_EXCLUDED, "t2"),
        (Fate.ASIDE, "2[aside]"),
    ]
    assert ledger.counted == ledger.by_reader == sum(letters for _, letters in ledger.letters)
    assert dict(ledger.letters)[Fate.TABLE_KEPT] == 8
    assert run.faults() == []


def test_a_line_that_extraction_drops_makes_the_sums_differ(run):
    run.change_page(line for line in run.lines if line is not run.header)
    run.boilerplate = NOTHING_ASIDE

    [finding] = run.checks().findings

    assert (finding.code, finding.page) == ("LED001", 1)


def test_a_line_that_extraction_doubles_makes_the_sums_differ(run):
    again = msgspec.structs.replace(run.header, id="p1.l099")
    run.change_page([*run.lines, again])
    run.boilerplate = msgspec.structs.replace(
        NOTHING_ASIDE, marks=tuple(Mark(each.id, MarkKind.HEADER, 1.0, BECAUSE) for each in (run.header, again))
    )

    assert [code for code, _ in run.faults()] == ["LED001"]


def test_a_mark_that_is_lost_leaves_a_line_without_a_fate(run):
    run.boilerplate = NOTHING_ASIDE

    assert run.faults() == [("LED001", (run.header.id,))]


def test_a_line_marked_twice_has_two_fates(run):
    run.boilerplate = msgspec.structs.replace(run.boilerplate, marks=run.boilerplate.marks * 2)

    assert run.faults() == [("LED001", (run.header.id,))]


def test_a_mark_on_a_line_of_a_clause_gives_it_two_fates(run):
    marks = (*run.boilerplate.marks, Mark(run.lines[2].id, MarkKind.FOOTER, 0.5, BECAUSE))
    run.boilerplate = msgspec.structs.replace(run.boilerplate, marks=marks)

    assert run.faults() == [("LED001", (run.lines[2].id,))]


def test_words_that_the_tree_drops_have_no_clause(run):
    run.change_node(1, own=())

    assert run.faults() == [("LED001", (run.lines[2].id,))]


def test_words_that_the_tree_has_twice_are_a_fault(run):
    run.change_node(0, own=run.clauses.clauses[1].own)

    assert ("LED001", (run.lines[2].id,)) in run.faults()


def test_a_line_moved_to_an_earlier_clause_is_out_of_order(run):
    line = run.lines[7]
    run.change_node(3, own=())
    run.change_node(0, own=(Span(line.id, 0, len(line.text)),))

    assert ("LED003", (run.lines[2].id,)) in run.faults()


def test_a_line_in_two_tables_has_two_fates(run):
    kept, rates = run.tables.tables
    run.tables = Tables((kept, msgspec.structs.replace(rates, line_ids=(*rates.line_ids, kept.line_ids[0]))))

    assert run.faults() == [("LED001", (kept.line_ids[0],))]


def test_a_line_that_one_table_names_twice_has_two_fates(run):
    kept, rates = run.tables.tables
    run.tables = Tables((kept, msgspec.structs.replace(rates, line_ids=(*rates.line_ids, *rates.line_ids))))

    assert ("LED001", (run.rate.id,)) in run.faults()


def test_a_line_that_a_table_forgets_has_no_fate(run):
    kept, rates = run.tables.tables
    run.tables = Tables((kept, msgspec.structs.replace(rates, line_ids=())))

    assert run.faults() == [("LED001", (run.rate.id,))]


def test_words_of_a_kept_table_that_no_cell_has_are_a_fault(run):
    kept, rates = run.tables.tables
    run.tables = Tables((msgspec.structs.replace(kept, cells=(("Gold", ""),)), rates))

    assert ("LED002", (run.lines[5].id,)) in run.faults()


def test_a_line_that_no_page_has_is_a_fault(run):
    marks = (*run.boilerplate.marks, Mark("p9.l001", MarkKind.FOOTER, 0.5, BECAUSE))
    run.boilerplate = msgspec.structs.replace(run.boilerplate, marks=marks)

    [finding] = run.checks().findings

    assert finding.code == "LED001" and "p9.l001" in finding.message


def test_a_chunk_that_is_dropped_leaves_words_in_no_chunk(run):
    chunks = make_chunks(run.document, run.boilerplate, run.clauses, run.tables, ChunkSettings()).chunks
    run.chunks = Chunks(tuple(chunk for chunk in chunks if chunk.clause_id != "1"))

    assert run.faults() == [("LED002", (run.lines[2].id,))]


def test_words_twice_in_one_chunk_are_a_fault(run):
    chunks = make_chunks(run.document, run.boilerplate, run.clauses, run.tables, ChunkSettings()).chunks
    doubled = [
        msgspec.structs.replace(chunk, text=f"{chunk.text} {chunk.text}", places=chunk.places * 2)
        if chunk.clause_id == "1"
        else chunk
        for chunk in chunks
    ]
    run.chunks = Chunks(tuple(doubled))

    assert run.faults() == [("LED002", (run.lines[2].id,))]


def test_words_moved_to_the_chunk_of_another_clause_are_a_fault(run):
    chunks = make_chunks(run.document, run.boilerplate, run.clauses, run.tables, ChunkSettings()).chunks
    at = [chunk.clause_id for chunk in chunks].index("1")
    moved = msgspec.structs.replace(chunks[at], clause_id="2")
    run.chunks = Chunks((*chunks[: at + 1], moved, *chunks[at + 1 :]))

    assert run.faults() == [("LED002", (run.lines[2].id,))]
