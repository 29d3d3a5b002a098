"""`clausetrace export DOC`: a whole run of the prospectus, loaded by the libraries that its forms are for."""

import csv
import io
import json
import os
import socket
from collections import Counter
from pathlib import Path

import pytest

from pipeline.cli import run_command
from pipeline.export.plain import unguard
from tests.cli.conftest import rows
from tests.fixture_runs import FIXTURES

OFFLINE = {
    "HAYSTACK_TELEMETRY_ENABLED": "False",
    "HF_HUB_OFFLINE": "1",
    "HF_DATASETS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "LANGSMITH_TRACING": "false",
    "ANONYMIZED_TELEMETRY": "False",
}
os.environ.update(OFFLINE)  # before any of the libraries is imported: some read it then
NAME = "prospectus"
HOSTILE = '1. =HYPERLINK("https://host","x")\n2. Terms <script>alert(1)</script>\n=1+1\n3. [a](javascript:alert(1))\n'


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """The folder of a run of the whole prospectus."""
    out = tmp_path_factory.mktemp("whole") / "out"
    assert run_command(["run", str(FIXTURES / "pdf" / f"{NAME}.pdf"), "--out", str(out), "--quiet"]) == 0
    return out / NAME


@pytest.fixture
def export(run, whole, here):
    """Exports the whole run; gives the one file that is written."""

    def exported(form, *words):
        ran = run("export", NAME, "--out", whole.parent, "--to", form, *words)
        assert (ran.code, ran.err) == (0, "")
        return here / ran.out.removesuffix(" is written\n")

    return exported


@pytest.fixture(autouse=True)
def no_network(monkeypatch):
    """Workers of a run are spoken to by a socket of this machine, which is none."""
    connect = socket.socket.connect

    def refused(own, address):
        assert own.family == socket.AF_UNIX, f"the network was asked for {address}"
        return connect(own, address)

    monkeypatch.setattr(socket.socket, "connect", refused)


def library(name):
    return pytest.importorskip(name, reason=f"{name} is not installed; pip install 'clausetrace[dev]'")


def test_langchain_loads_every_chunk_with_id_and_metadata(export, whole):
    load = library("langchain_core.load")
    documents = library("langchain_core.documents")

    loaded = [load.load(row, allowed_objects=[documents.Document]) for row in rows(export("langchain"))]

    chunks = rows(whole / "chunks.jsonl")
    assert {type(document) for document in loaded} == {documents.Document}
    assert [(each.id, each.page_content) for each in loaded] == [(chunk["id"], chunk["embed_text"]) for chunk in chunks]
    assert all(chunk["metadata"].items() <= each.metadata.items() for each, chunk in zip(loaded, chunks, strict=True))
    assert [load.dumpd(each) for each in loaded] == rows(export("langchain"))


def test_llamaindex_loads_every_chunk_and_shows_a_model_the_text_alone(export, whole):
    schema = library("llama_index.core.schema")

    nodes = [schema.TextNode.from_dict(row) for row in rows(export("llamaindex"))]

    chunks = rows(whole / "chunks.jsonl")
    assert [(node.node_id, node.text) for node in nodes] == [(chunk["id"], chunk["embed_text"]) for chunk in chunks]
    assert {node.ref_doc_id for node in nodes} == {NAME}
    assert [node.next_node.node_id for node in nodes[:-1]] == [node.node_id for node in nodes[1:]]
    assert [node.prev_node.node_id for node in nodes[1:]] == [node.node_id for node in nodes[:-1]]
    assert all(node.get_content(mode) == node.text for node in nodes for mode in schema.MetadataMode if mode.value != "all")
    assert [schema.TextNode.from_dict(node.to_dict()) for node in nodes] == nodes


def test_haystack_loads_every_chunk_with_id_and_metadata(export, whole):
    dataclasses = library("haystack.dataclasses")

    loaded = [dataclasses.Document.from_dict(row) for row in rows(export("haystack"))]

    chunks = rows(whole / "chunks.jsonl")
    assert [(each.id, each.content) for each in loaded] == [(chunk["id"], chunk["embed_text"]) for chunk in chunks]
    assert all(chunk["metadata"].items() <= each.meta.items() for each, chunk in zip(loaded, chunks, strict=True))
    assert [dataclasses.Document.from_dict(each.to_dict()) for each in loaded] == loaded


@pytest.mark.parametrize(("form", "content", "metadata"), [("haystack", "content", "meta"), ("llamaindex", "text", "metadata")])
def test_metadata_are_scalars_and_say_where_the_words_of_the_page_begin(export, whole, form, content, metadata):
    loaded = rows(export(form))

    assert {type(value) for row in loaded for value in row[metadata].values()} == {str, int, bool}
    texts = [row[content][row[metadata]["text_start"] :] for row in loaded]
    assert texts == [chunk["text"] for chunk in rows(whole / "chunks.jsonl")]
    assert [json.loads(row[metadata]["provenance"]) for row in loaded] == [c["provenance"] for c in rows(whole / "chunks.jsonl")]


def test_docling_reads_the_document_with_its_clauses_tables_and_places(export, whole):
    doc = library("docling_core.types.doc")

    read = doc.DoclingDocument.model_validate_json(export("docling").read_bytes())

    clauses, tables = rows(whole / "clauses.jsonl"), rows(whole / "tables.jsonl")
    names = [group.name for group in read.groups]
    assert [name for name in names if name.startswith(f"{NAME}/")] == [clause["clause_key"] for clause in clauses]
    kept = [table for table in tables if table["action"] == "kept"]
    assert [table.data.num_rows for table in read.tables] == [table["rows"] + 1 for table in kept]
    assert [[cell.text for cell in table.data.grid[1]] for table in read.tables] == [table["cells"][0] for table in kept]
    assert len(read.pages) == 291
    assert all(item.prov for item in read.texts if item.label != doc.DocItemLabel.CAPTION)


def test_docling_finds_furniture_in_its_layer_and_leaves_it_out_of_its_markdown(export, whole):
    doc = library("docling_core.types.doc")

    read = doc.DoclingDocument.model_validate_json(export("docling").read_bytes())

    layers = Counter(item.content_layer for item in read.texts)
    furniture = rows(whole / "furniture.jsonl")
    assert layers[doc.ContentLayer.FURNITURE] == len(furniture) + 1  # and the note of the tables that were set aside
    written = read.export_to_markdown()
    assert furniture[0]["text"] not in written.splitlines() and "##### o. Maternity (Code- Excl18):" in written
    assert written.index("ii. a miscarriage") < written.index("Exception: this exclusion does not apply to an ectopic")


def test_a_group_of_docling_holds_what_its_clause_holds(export, whole):
    doc = library("docling_core.types.doc")
    read = doc.DoclingDocument.model_validate_json(export("docling").read_bytes())
    [group] = [group for group in read.groups if group.name == f"{NAME}/section-C.4.2.o"]

    below = [item for item, _ in read.iterate_items(group, with_groups=True)]

    assert [item.name for item in below if isinstance(item, doc.GroupItem)][1:] == [
        f"{NAME}/section-C.4.2.o.i",
        f"{NAME}/section-C.4.2.o.ii",
    ]
    assert {place.page_no for item in below if isinstance(item, doc.TextItem) for place in item.prov} == {36}


@pytest.mark.parametrize("what", ["clauses", "chunks"])
def test_pandas_reads_parquet_as_it_was_written(export, whole, what):
    pandas = library("pandas")

    frame = pandas.read_parquet(export("parquet", "--what", what))

    written = rows(whole / f"{what}.jsonl")
    assert frame["clause_key"].tolist() == [row["clause_key"] for row in written]
    assert frame["text"].tolist() == [row["text"] for row in written]


def test_pandas_reads_csv_and_gets_every_text_back(export, whole):
    pandas = library("pandas")

    frame = pandas.read_csv(export("csv", "--what", "clauses"), keep_default_na=False, dtype={"label": str, "page_label": str})

    written = rows(whole / "clauses.jsonl")
    assert [unguard(text) for text in frame["text"]] == [row["text"] for row in written]
    assert frame["page"].tolist() == [row["page"] for row in written]


@pytest.mark.parametrize("form", ["parquet", "langchain"])
def test_datasets_loads_the_chunks_with_their_ids(export, whole, here, form):
    datasets = library("datasets")
    file = export(form, *(["--what", "chunks"] if form == "parquet" else []))
    reader = "parquet" if form == "parquet" else "json"

    loaded = datasets.load_dataset(reader, data_files=str(file), split="train", cache_dir=str(here / "cache"))

    ids = loaded["id"] if form == "parquet" else [fields["id"] for fields in loaded["kwargs"]]
    assert list(ids) == [chunk["id"] for chunk in rows(whole / "chunks.jsonl")]


def test_datasets_loads_what_a_run_writes_as_it_is(whole, here):
    datasets = library("datasets")

    loaded = datasets.load_dataset("json", data_files=str(whole / "chunks.jsonl"), split="train", cache_dir=str(here / "cache"))

    assert list(loaded["clause_key"]) == [chunk["clause_key"] for chunk in rows(whole / "chunks.jsonl")]


def test_the_workbook_has_a_row_for_each_clause_and_leads_to_its_page(export, whole):
    openpyxl = library("openpyxl")

    book = openpyxl.load_workbook(export("xlsx"))

    clauses = rows(whole / "clauses.jsonl")
    sheet = book["clauses"]
    assert [row[0] for row in sheet.iter_rows(2, values_only=True)] == [clause["id"] for clause in clauses]
    at = next(number for number, clause in enumerate(clauses, 2) if clause["id"] == "section-C.4.2.o")
    target = sheet.cell(at, 5).hyperlink.location.partition("!A")[2]
    assert "an ectopic pregnancy" in book["pages"].cell(int(target), 3).value
    assert not [cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"]


def test_tables_go_into_a_workbook_a_sheet_each(export):
    openpyxl = library("openpyxl")

    book = openpyxl.load_workbook(export("xlsx", "--what", "tables", "--table", "t1", "--table", "t10", "-o", "grids.xlsx"))

    assert book.sheetnames == ["t1", "t10", "pages"]
    assert [cell.value for cell in book["t1"][1]] == ["Term", "Meaning", "page"]


@pytest.mark.parametrize(
    "words", [("xlsx",), ("html",), ("markdown",), ("docling",), ("llamaindex",), ("csv", "--what", "clauses")]
)
def test_the_same_run_gives_the_same_bytes(export, words):
    first = export(*words).read_bytes()

    assert export(*words).read_bytes() == first


@pytest.fixture
def hostile(write, run):
    write("hostile.txt", HOSTILE)
    assert run("run", "hostile.txt", "--quiet").code == 0
    return "hostile"


def test_a_text_that_a_spreadsheet_would_run_is_guarded_in_csv(run, hostile, here):
    assert run("export", hostile, "--to", "csv", "--what", "clauses", "-o", "c.csv").code == 0

    texts = [row["text"] for row in csv.DictReader(io.StringIO(Path("c.csv").read_text()))]
    assert texts[0].startswith("'=HYPERLINK")


def test_csv_as_it_is_has_no_apostrophe(run, hostile, here):
    assert run("export", hostile, "--to", "csv", "--what", "clauses", "-o", "c.csv", "--as-is").code == 0

    texts = [row["text"] for row in csv.DictReader(io.StringIO(Path("c.csv").read_text()))]
    assert texts[0].startswith("=HYPERLINK")


def test_a_document_that_means_harm_gives_a_page_without_scripts(run, hostile, here):
    assert run("export", hostile, "--to", "html", "-o", "page.html").code == 0

    page = Path("page.html").read_text()
    assert "&lt;script&gt;alert(1)" in page and "<script" not in page and 'href="javascript' not in page


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--to", "html", "--what", "tables"), "--to html writes clauses, not tables"),
        (("--to", "docling", "--what", "chunks"), "--to docling writes document, not chunks"),
        (("--to", "xlsx", "--table", "t1"), "give --what tables"),
        (("--to", "langchain", "--link", "https://host/a.pdf"), "--link is for pages"),
        (("--to", "html", "--link", "javascript:alert(1)"), "is no web address"),
        (("--to", "xlsx", "--as-is"), "--as-is is for csv"),
        (("--to", "jsonl"), "chunks.jsonl"),
        (("--to", "markdown", "-o", "/proc/none/a.md"), "cannot be written"),
    ],
)
def test_what_does_not_go_together_is_refused_with_what_to_do(run, hostile, words, said):
    ran = run("export", hostile, *words)

    assert ran.code == 2 and said in ran.err


@pytest.mark.parametrize(
    "words", [("--to", "xlsx"), ("--to", "csv", "--what", "clauses"), ("--to", "csv", "--link", "https://host")]
)
def test_all_documents_go_to_an_index_alone(run, hostile, words):
    ran = run("export", "--all", *words)

    assert ran.code == 2 and "--all" in ran.err
