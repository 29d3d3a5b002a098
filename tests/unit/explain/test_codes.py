from pipeline.explain.codes import write_codes
from tests.conftest import ROOT


def test_the_page_of_findings_is_what_the_program_says():
    page = (ROOT / "docs/findings.md").read_text(encoding="utf-8")

    assert page == "\n".join(write_codes()) + "\n", "write it anew: python -m pipeline explain code > docs/findings.md"
