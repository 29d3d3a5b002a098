"""What is drawn on a page: every line by its fate, every decision by its layer."""

import pytest

from pipeline.explain.shapes import Layer, find_shapes
from pipeline.model import Fate, NodeKind, Reason, Rejected, TableAction
from tests.builders import document, line, page
from tests.trees import clause, lines_of, table
from tests.unit.explain.results import result

DOCUMENT = document(["Care Wording", "4. Exclusions", "(a) abroad, see (ii) there", "1"], ["goes on", "5. Claims"])
LINES = lines_of(DOCUMENT)
NODES = [
    clause("[care]", "", LINES[0], kind=NodeKind.OVERVIEW),
    clause("4", "4.", LINES[1], title="Exclusions"),
    clause("4.a", "(a)", LINES[2], LINES[4], parent="4"),
    clause("5", "5.", LINES[5], title="Claims"),
]
FURNITURE = {LINES[3].id: Fate.FURNITURE}


def drawn(shapes, *layers):
    return [(shape.owner, shape.depth, shape.note) for shape in shapes if shape.layer in layers]


def test_clauses_are_drawn_by_depth_with_their_ids_beside_their_labels():
    shapes = find_shapes(result(DOCUMENT, NODES, fates=FURNITURE), 1)

    assert drawn(shapes, Layer.LABEL) == [("4", 1, "4"), ("4.a", 2, "4.a")]
    assert drawn(shapes, Layer.TITLE) == [("4", 1, "")]
    assert drawn(shapes, Layer.CLAUSE) == [("4.a", 2, "")]
    assert drawn(shapes, Layer.OVERVIEW) == [("[care]", 0, "[care]")]


def test_a_clause_that_goes_on_from_the_page_before_is_named_in_brackets():
    shapes = find_shapes(result(DOCUMENT, NODES), 2)

    assert drawn(shapes, Layer.CLAUSE) == [("4.a", 2, "(4.a)")]


def test_the_label_alone_is_outlined_and_not_its_line():
    [label] = [shape for shape in find_shapes(result(DOCUMENT, NODES), 1) if shape.layer is Layer.LABEL and shape.owner == "4.a"]

    assert label.bbox[2] - label.bbox[0] == len("(a)") * 5


@pytest.mark.parametrize(
    ("fate", "layer"),
    [
        (Fate.FURNITURE, Layer.FURNITURE),
        (Fate.CONTENTS, Layer.CONTENTS),
        (Fate.WATERMARK, Layer.UNSEEN),
        (Fate.HIDDEN, Layer.UNSEEN),
        (Fate.GARBLED, Layer.UNSEEN),
        (Fate.LEFT_OUT, Layer.UNSEEN),
    ],
)
def test_what_was_set_aside_is_drawn_as_that(fate, layer):
    shapes = find_shapes(result(DOCUMENT, NODES, fates={LINES[3].id: fate}), 1)

    assert drawn(shapes, layer) == [(LINES[3].id, 0, "")]


def test_a_line_that_a_table_took_is_not_drawn_as_clause():
    shapes = find_shapes(result(DOCUMENT, NODES, fates={LINES[2].id: Fate.TABLE_KEPT}), 1)

    assert "4.a" not in [shape.owner for shape in shapes]


@pytest.mark.parametrize(
    ("action", "around", "inside"),
    [
        (TableAction.KEPT, Layer.TABLE_KEPT, Layer.CELL_KEPT),
        (TableAction.EXCLUDED, Layer.TABLE_EXCLUDED, Layer.CELL_EXCLUDED),
        (TableAction.RELEASED, Layer.TABLE_RELEASED, Layer.CELL_RELEASED),
    ],
)
def test_a_table_is_drawn_by_what_was_done_with_it_merged_cells_once(action, around, inside):
    merged = (10.0, 10.0, 50.0, 20.0)
    made = table([["a", "a"], ["b", "c"]], [[merged, merged], [(10, 20, 30, 30), (30, 20, 50, 30)]], [], header=[], action=action)

    shapes = find_shapes(result(DOCUMENT, NODES, tables=[made]), 1)

    assert drawn(shapes, around) == [("t1", 0, f"t1 data {action}: test")]
    assert len(drawn(shapes, inside)) == 3
    assert not drawn(find_shapes(result(DOCUMENT, NODES, tables=[made]), 2), around, inside)


def test_a_rejected_label_is_drawn_where_it_stands_in_its_line():
    rejected = [Rejected(LINES[2].id, "(ii)", Reason("rejected", "")), Rejected(LINES[5].id, "5.", Reason("rejected", ""))]

    shapes = find_shapes(result(DOCUMENT, NODES, rejected=rejected), 1)

    [shape] = [shape for shape in shapes if shape.layer is Layer.REJECTED]
    assert shape.note == "not a label: (ii)" and shape.bbox[0] == LINES[2].bbox[0] + LINES[2].text.index("(ii)") * 5


def test_runs_of_the_reading_order_are_counted_where_it_goes_on_elsewhere():
    drawn_lines = [line("left"), line("below", row=1), line("right", row=2, top=72, x0=310, column=1), line("below", row=3, x0=310)]
    made = document(page(*drawn_lines))

    shapes = find_shapes(result(made), 1)

    assert [note for _, _, note in drawn(shapes, Layer.RUN)] == ["1", "2", "3"]


def test_a_footer_breaks_no_run():
    made = document(page("first", line("at the foot", row=1, top=800), line("second", row=2)))

    shapes = find_shapes(result(made, fates={"p1.l001": Fate.FURNITURE}), 1)

    assert len(drawn(shapes, Layer.RUN)) == 1


def test_the_cells_of_a_table_break_no_run():
    cells = [line("Age", row=0, area=0), line("18", row=1, area=0), line("Sum", row=2, x0=200, top=72, area=0)]
    made = document(page(*cells))

    shapes = find_shapes(result(made, fates={cell.id: Fate.TABLE_KEPT for cell in cells}), 1)

    assert len(drawn(shapes, Layer.RUN)) == 1


def test_a_page_that_is_not_there_has_no_shapes():
    assert find_shapes(result(DOCUMENT, NODES), 9) == ()
