"""The second reader: an independent reading of a sample of pages."""

import zlib

import msgspec
import pytest
from pypdf.errors import DependencyError

from pipeline.checks.second_reader import compare_sample
from pipeline.checks.subject import Subject
from pipeline.config.settings import ChunkSettings, ProvenanceSettings
from pipeline.rereading.libraries import spread
from pipeline.stages.chunks import make_chunks
from tests.drawn import draw
from tests.trees import NO_TABLES, NOTHING_ASIDE, clause, lines_of, tree

TEXT = "1 The Insurer pays the reasonable and customary charges of a Hospital."


def sample(words, *, reader="pypdf", content=None, pages=1, settings=None):
    drawn, made = draw(*[[(TEXT, 72.0, 72.0)]] * pages)
    lines = lines_of(made)
    read = [msgspec.structs.replace(line, text=words) for line in lines]
    document = msgspec.structs.replace(
        made, pages=tuple(msgspec.structs.replace(page, lines=(line,)) for page, line in zip(made.pages, read, strict=True))
    )
    chunks = make_chunks(document, NOTHING_ASIDE, tree(clause("1", "", *read)), NO_TABLES, ChunkSettings())
    settings = settings or ProvenanceSettings(second_reader=reader, sample=2)
    return compare_sample(Subject(content or drawn, document, ()), chunks, settings)


@pytest.mark.parametrize("reader", ["pypdf", "pdfplumber"])
@pytest.mark.parametrize("words", [TEXT, TEXT.replace("of a", "ofa")])
def test_readers_that_agree_give_no_finding_however_they_space(reader, words):
    assert sample(words, reader=reader) == []


@pytest.mark.parametrize("reader", ["pypdf", "pdfplumber"])
def test_readers_that_disagree_give_a_finding_with_both_readings(reader):
    [finding] = sample("1 Uif Jotvsfs pays the reasonable charges", reader=reader)

    assert (finding.code, finding.page) == ("PRV002", 1)
    assert "uif jotvsfs" in finding.text and "insurer" in finding.text


def test_a_file_that_the_second_reader_cannot_open_is_a_note_a_page():
    assert [finding.code for finding in sample(TEXT, content=b"%PDF-1.7 nothing", pages=3)] == ["PRV003", "PRV003"]


@pytest.mark.parametrize("fault", [zlib.error("bad"), NameError("bad"), MemoryError(), DependencyError("bad"), RecursionError()])
def test_whatever_the_second_reader_stumbles_over_is_a_note(monkeypatch, fault):
    def stumbles(content):
        raise fault

    monkeypatch.setattr("pypdf.PdfReader", lambda *_, **__: stumbles(_))

    assert [finding.code for finding in sample(TEXT, pages=1)] == ["PRV003"]


@pytest.mark.parametrize(("pages", "share", "sampled"), [(2, 0.125, 2), (20, 0.125, 2), (20, 0.25, 5), (20, 1.0, 8), (1, 0.125, 1)])
def test_a_sample_keeps_in_proportion_to_the_document(pages, share, sampled):
    settings = ProvenanceSettings(sample=8, sample_share=share)

    assert len(sample(TEXT, content=b"%PDF-1.7 nothing", pages=pages, settings=settings)) == sampled


def test_no_second_reader_reads_nothing():
    assert sample("Something else", reader="none") == []


def test_the_sample_is_evenly_spread():
    assert spread(list(range(1, 292)), 8) == [19, 55, 91, 128, 164, 201, 237, 273]
    assert spread([3, 4], 8) == [3, 4]
    assert spread(list(range(10)), 0) == []
