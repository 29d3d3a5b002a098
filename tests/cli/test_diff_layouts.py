"""`clausetrace diff` on drawn PDFs: the same words in another layout are the same, and one changed word is found in it."""

import io
import json

import pytest

SENTENCES = (
    "The insurer pays the necessary costs of treatment in a hospital that is entered in the schedule of this contract.",
    "Costs of the journey to the hospital are paid up to 500 euros for each admission, where a doctor has ordered it.",
    "The insured person notifies each admission in writing within ten days and encloses the report of the hospital.",
    "Treatment that began before this contract came into force is not covered, unless the insurer has agreed to it.",
    "Payments are made to the account that is named in the schedule, in the currency in which the premium is paid.",
)
CLAUSES = [(f"{number}.", SENTENCES[number % 5] + " " + SENTENCES[(number * 3 + 1) % 5]) for number in range(1, 25)]
ITEMS = (
    ("(a)", "as an in-patient of a hospital;"),
    ("(b)", "as a day patient of a clinic;"),
    ("(c)", "at home, where nursing is needed."),
)


def draw(columns, size, clauses=CLAUSES):
    """A document of numbered clauses with a list under each third, in columns, at a size of page.

    An item "(a)" among the clauses stands further in; what is no pair is drawn as it is (a table).
    """
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import BaseDocTemplate, Frame, PageTemplate, Paragraph

    width, height = size
    each = (width - 80 - 24 * (columns - 1)) / columns
    frames = [Frame(40 + at * (each + 24), 50, each, height - 100) for at in range(columns)]
    label = ParagraphStyle("label", fontSize=9.5, leading=12, spaceBefore=8, leftIndent=24, bulletIndent=0)
    item = ParagraphStyle("item", parent=label, spaceBefore=4, leftIndent=46, bulletIndent=24)
    flow = []
    number = 0
    for each in clauses:
        if not isinstance(each, tuple):
            flow.append(each)
            continue
        printed, text = each
        inner = printed.startswith("(")
        number += not inner
        flow.append(Paragraph(text, item if inner else label, bulletText=printed))
        flow += [Paragraph(words, item, bulletText=mark) for mark, words in ITEMS if not inner and not number % 3]
    drawn = io.BytesIO()
    document = BaseDocTemplate(drawn, pagesize=size, invariant=1)
    document.addPageTemplates(PageTemplate(frames=frames))
    document.build(flow)
    return drawn.getvalue()


@pytest.mark.parametrize(("columns", "size"), [(1, (595, 500)), (1, (420, 595)), (2, (595, 842))])
def test_other_page_breaks_and_another_column_layout_are_no_change(run, write, columns, size):
    old, new = write("old.pdf", draw(1, (595, 842))), write("new.pdf", draw(columns, size))

    ran = run("diff", old, new)

    assert ran.code == 0, ran.out
    assert f"{len(CLAUSES) + 24} unchanged" in ran.out


def test_one_amount_that_changed_is_all_that_is_named_in_another_layout(run, write):
    other = [(printed, text.replace("500", "400") if printed == "10." else text) for printed, text in CLAUSES]
    old, new = write("old.pdf", draw(1, (595, 842))), write("new.pdf", draw(2, (595, 842), other))

    ran = run("diff", old, new, "--json")

    changes = json.loads(ran.out)["clauses"]
    assert [(change["kinds"], [place["id"] for place in change["new"]], change["weights"]) for change in changes] == [
        (["reworded"], ["10"], ["500", "400"])
    ]
