"""What a person is told whose cluster is not there, or who cannot reach one."""

import sys

from pipeline.cli import run_command
from tests.conftest import ROOT


def test_an_address_at_which_nobody_answers_is_named(tmp_path, capsys):
    code = run_command(
        ["run", str(ROOT / "fixtures/pdf/gap.pdf"), "--engine", "ray", "--address", "127.0.0.1:1", "--out", str(tmp_path)]
    )

    assert code == 2
    assert "no Ray cluster answers at 127.0.0.1:1" in capsys.readouterr().err


def test_without_the_extra_the_error_says_what_to_install(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "ray", None)

    code = run_command(["run", str(ROOT / "fixtures/pdf/gap.pdf"), "--engine", "ray", "--out", str(tmp_path)])

    assert code == 2
    assert capsys.readouterr().err.strip() == "clausetrace: --engine ray needs Ray; pip install 'clausetrace[ray]'"


def test_an_address_without_the_engine_is_refused(tmp_path, capsys):
    code = run_command(["run", str(ROOT / "fixtures/pdf/gap.pdf"), "--address", "127.0.0.1:1", "--out", str(tmp_path)])

    assert code == 2 and "--engine ray" in capsys.readouterr().err
