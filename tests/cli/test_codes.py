"""Codes in footers: two products of one insurer, each asked for by its own."""

import io
import json
from random import Random

import pytest

WORDS = ("insurer", "hospital", "treatment", "claim", "illness", "injury", "surgery", "ward", "doctor", "nurse", "medicine")
COMMON = ("War is not covered.", "Claims are told within 48 hours.", "The law of the land holds.", "Notices are sent by post.")


def policy(uin, *clauses):
    """A PDF with a page for each clause and words of its own on each, whose footer alone has the code."""
    from reportlab.lib.pagesizes import A4
    from reportlab.pdfgen.canvas import Canvas

    written, chance = io.BytesIO(), Random(uin)
    canvas = Canvas(written, pagesize=A4, invariant=True)
    held = [*COMMON, *clauses, *COMMON]
    for number, clause in enumerate(held, 1):
        canvas.drawString(60, 740, f"{number}. {clause}")
        for row in range(12):
            canvas.drawString(60, 720 - 16 * row, " ".join(chance.choices(WORDS, k=9)))
        canvas.drawString(60, 30, f"Shield Insurance Limited, UIN: {uin}, Page {number} of {len(held)}")
        canvas.showPage()
    canvas.save()
    return written.getvalue()


@pytest.fixture
def two(run, write, here):
    (here / "in").mkdir()
    (here / "in/rose.pdf").write_bytes(policy("SHIHLIP31001V013122", "Room rent is paid in full.", "Disputes go to a court."))
    (here / "in/lily.pdf").write_bytes(policy("SHIHLIP31002V013122", "Room rent is paid by half.", "Disputes go to a judge."))
    assert run("run", "in").code == 0
    assert run("index").code == 0


def ask(run, question, *more):
    return json.loads(run("search", question, *more, "--json").out)


def test_a_code_is_answered_by_its_document_alone(two, run):
    told = ask(run, "SHIHLIP31002V013122", "-k", "1")

    assert told["named"] == ["lily"]
    assert [hit["doc_id"] for hit in told["hits"]] == ["lily"]


def test_a_code_is_a_word_of_its_documents_first_passage(two, run):
    told = ask(run, "SHIHLIP31002V013122", "--mode", "keyword")

    assert [hit["clause_key"] for hit in told["hits"]] == ["lily/1#1"]


def test_a_document_whose_footers_have_another_code_is_indexed_again(two, run, here):
    furniture = here / "out/rose/furniture.jsonl"
    furniture.write_text(
        furniture.read_text(encoding="utf-8").replace("SHIHLIP31001V013122", "SHIHLIP31009V013122"), encoding="utf-8"
    )

    assert "1 changed" in run("index").out
    assert ask(run, "SHIHLIP31009V013122")["named"] == ["rose"]
    assert ask(run, "SHIHLIP31001V013122")["hits"] == []


def test_a_code_narrows_a_question_to_its_document(two, run):
    told = ask(run, "Is room rent paid under SHIHLIP31001V013122?")

    assert {hit["doc_id"] for hit in told["hits"]} == {"rose"}
    assert "in full" in told["hits"][0]["text"]


def test_the_code_of_a_hidden_document_names_nothing(run, write, here):
    (here / "in").mkdir()
    (here / "in/rose.pdf").write_bytes(policy("SHIHLIP31001V013122", "Room rent is paid in full.", "Disputes go to a court."))
    (here / "in/lily.md").write_text("# Lily\n\n1. Room rent is paid.\n", encoding="utf-8")
    write("clausetrace.yaml", "documents:\n  rose: {access: [board]}\n")
    run("run", "in")
    run("index")

    assert ask(run, "SHIHLIP31001V013122")["hits"] == []
    assert ask(run, "SHIHLIP31001V013122", "--access", "board")["hits"]
