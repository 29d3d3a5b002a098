"""One document in memory, whole or stage by stage."""

import json

import msgspec
import pytest

from pipeline.config.settings import Configuration, DocumentSettings, LimitSettings
from pipeline.errors import DocumentError, NoSuchPages, PasswordNeeded, TooLarge
from pipeline.model import Identity, SourceKind, Stage
from pipeline.runner import Task, Wishes, run_document, run_stage
from pipeline.store.stages import parts_of
from tests.conftest import ROOT

POLICY = b"# Care Advantage\n\n## 1. Scope\nWe pay.\n\n## 2. Exclusions\nWe shall not pay for:\n(a) fever;\n(b) gout.\n"
MARKDOWN = Identity("policy", "policy", "policy", "policy.md", "0" * 64, kind=SourceKind.MARKDOWN)
PASSWORD = json.loads((ROOT / "fixtures/truth/encrypted-with-password.json").read_text())["password"]
NOTHING_SAID, PACKAGED = DocumentSettings(), Configuration()
PDF = Identity("gap", "gap", "gap", "gap.pdf", "0" * 64)


def task(content=POLICY, identity=MARKDOWN, own=NOTHING_SAID, configuration=PACKAGED, **wishes):
    return Task(content, identity, configuration, own, Wishes(**wishes))


def pdf(name="gap.pdf"):
    return (ROOT / "fixtures" / "pdf" / name).read_bytes()


class Told:
    """Notes what a report is told."""

    def __init__(self):
        self.stages, self.pages = [], []

    def stage(self, name):
        self.stages.append(name)

    def page(self, number, of):
        self.pages.append((number, of))


def test_the_stages_run_in_their_order_and_say_so():
    told = Told()

    run_document(task(), told)

    assert told.stages == ["extract", "boilerplate", "clauses", "tables", "chunks", "checks"]


@pytest.mark.parametrize("given", [task(), task(pdf(), PDF)], ids=["markdown", "pdf"])
def test_stage_by_stage_gives_what_a_whole_run_gives(given):
    whole = parts_of(run_document(given))
    earlier = {}

    for stage in (Stage.EXTRACT, Stage.BOILERPLATE, Stage.CLAUSES, Stage.TABLES, Stage.CHUNKS):
        earlier[stage] = run_stage(stage, given, earlier)

        assert earlier[stage] == whole[stage]


def test_a_result_is_the_same_every_time_and_goes_through_its_own_format():
    result = run_document(task(pdf(), PDF))

    assert run_document(task(pdf(), PDF)) == result
    assert msgspec.msgpack.decode(msgspec.msgpack.encode(result), type=type(result)) == result


def test_the_first_heading_of_markdown_is_its_title_unless_the_yaml_names_one():
    named = msgspec.structs.replace(MARKDOWN, title="Named")

    assert run_document(task()).document.identity.title == "Care Advantage"
    assert run_document(task(identity=named, own=DocumentSettings(title="Named"))).document.identity.title == "Named"


def test_a_document_over_the_limit_of_pages_is_refused_unless_few_are_asked_for():
    narrow = Configuration(limits=LimitSettings(pages=2))
    content = pdf("front-matter.pdf")

    with pytest.raises(TooLarge, match=r"raise limits\.pages"):
        run_document(task(content, PDF, configuration=narrow))
    assert len(run_document(task(content, PDF, configuration=narrow, pages=(1, 2))).document.pages) == 2


def test_pages_that_are_not_there_are_said_so():
    with pytest.raises(NoSuchPages):
        run_document(task(pdf(), PDF, pages=(99,)))


def test_a_password_is_asked_for_and_taken():
    content = pdf("encrypted-with-password.pdf")

    with pytest.raises(PasswordNeeded):
        run_document(task(content, PDF))
    with pytest.raises(PasswordNeeded):
        run_document(task(content, PDF, password="wrong"))
    result = run_document(task(content, PDF, password=PASSWORD))
    assert result.chunks.chunks and all(place.verified for places in result.checks.places for place in places)


def test_a_page_that_was_given_up_is_a_finding():
    result = run_document(task(pdf("front-matter.pdf"), PDF, given_up={2: "it took longer than 10 s"}))

    assert [finding.page for finding in result.findings if "it took longer than 10 s" in finding.message] == [2]
    assert result.document.pages[1].lines == ()


@pytest.mark.parametrize("content", [b"", b"%PDF-1.7", b"junk", b"%PDF-1.7\n" + bytes(1000)])
def test_what_is_no_pdf_is_an_error_of_the_document(content):
    with pytest.raises(DocumentError, match=r"^gap\.pdf "):
        run_document(task(content, PDF))
