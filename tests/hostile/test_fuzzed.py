"""The label grammar and the YAML loader under coverage-guided fuzzing, from a corpus of what documents and people write.

The number of inputs is fixed, not the time. atheris has wheels for some versions of Python alone; elsewhere this is skipped.
"""

import importlib.util
import os
import subprocess
import sys

import pytest

from tests.conftest import ROOT

SEED = os.environ.get("CLAUSETRACE_SEED", "20240501")
FEW, MANY = {"labels": 30_000, "yaml": 3_000}, {"labels": 2_000_000, "yaml": 100_000}
"""Inputs of a short run and of a long one; a settings file takes a hundred times as long to judge as a label."""
SLOWEST, LONGEST = 20, 4_096
"""Seconds that one input may take before it counts as a hang, and bytes of an input."""
LABELS = """\
(a) text|(iv) text|12. Scope|4.1 Scope|4.1.2(a) Scope|A. Scope|i. one|ii) two|Section VI - Scope|ARTICLE 5. Terms|Annexure II: List
§ 3 Abs. 2|Art. 5bis|Def. 3.|제3조의2 (목적)|第三条 总则|① 첫째|가. 나|[1] note|8.02 Further|D.1.2 x|3.a. x|12A. x
xiv. x|(aa) x|1.-x|5º x|PART A- General|3.000 EUR|1.4.2021|e.g. this|354D. Stalking|1 Benefits|IX Claims|( i ) x|1.) x|a: b"""
SETTINGS = """\
chunks: {size: 300, overlap: 40}
---
chunks:
  size: 10
  overlap: 40
---
documents:
  policy: {title: Care, updated: "2024-05-01", skip_pages: [1, 2], overrules: [{page: 1, text: a, is: body, reason: b}]}
---
profile: machine-numbered
limits: {memory_mb: 012, pages: yes, page_seconds: 1e3}
---
a: &x [1, *x]
b: !!python/object:os.system x
? [1]
: - |
    text
  - >-
    more
---
"\\ud800": "\\e[31m"
a: 1
a: 2
"""


@pytest.fixture
def corpus(tmp_path):
    """The seeds of each target, a file each."""
    seeds = {"labels": LABELS.replace("\n", "|").split("|"), "yaml": SETTINGS.split("---\n")}
    for name, texts in seeds.items():
        (tmp_path / name).mkdir()
        for number, text in enumerate(texts):
            (tmp_path / name / f"seed-{number:02d}").write_text(text, encoding="utf-8")
    return tmp_path


def fuzz(corpus, target, runs):
    if importlib.util.find_spec("atheris") is None:
        pytest.skip(f"atheris is not installed; it has no wheel for Python {sys.version_info.major}.{sys.version_info.minor} here")
    options = [
        f"-runs={runs}",
        f"-seed={SEED}",
        f"-timeout={SLOWEST}",
        f"-max_len={LONGEST}",
        "-verbosity=0",
        f"-artifact_prefix={corpus}/",
    ]
    command = [sys.executable, str(ROOT / "tests" / "hostile" / "fuzz.py"), target, *options, str(corpus / target)]
    ran = subprocess.run(
        command, capture_output=True, text=True, errors="replace", env={**os.environ, "PYTHONPATH": str(ROOT)}, check=False
    )

    assert ran.returncode == 0, ran.stderr[-3000:] + "".join(f"\n{path.read_bytes()!r}" for path in corpus.glob("crash-*"))
    return ran.stderr


@pytest.mark.parametrize("target", FEW)
def test_a_short_run_finds_no_fault(corpus, target):
    fuzz(corpus, target, FEW[target])

    assert len(list((corpus / target).iterdir())) > 40, "nothing new was reached: the code is not instrumented"


@pytest.mark.full
@pytest.mark.parametrize("target", MANY)
def test_a_long_run_finds_no_fault(corpus, target):
    fuzz(corpus, target, MANY[target])
