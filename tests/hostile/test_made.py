"""Files made to do harm: bombs, circles, depths, lies, floods, and names that are orders or lead elsewhere."""

import os

import pytest

from tests.hostile.made import ESCAPE, make_all, many_pages, one_page
from tests.hostile.trial import findings, run_over, text

READ = "We pay for treatment in a hospital."
READ_ALL_THE_SAME = [
    "circular-tree", "circular-outline", "count-of-billions", "count-of-thousands", "count-below-nothing", "deep-arrays",
    "forms-in-forms", "huge-image", "length-too-long", "looping-xref", "nested-bomb", "orders-in-names", "page-of-kilometres",
    "page-of-nothing", "sixty-thousand-boxes", "sixty-thousand-paths",
]  # fmt: skip
"""Files that say something readable beside the harm that they mean."""


def test_every_made_file_ends_in_a_result_or_a_named_error(tmp_path):
    (tmp_path / "in").mkdir()
    for name, content in make_all().items():
        (tmp_path / "in" / name).write_bytes(content)

    ended = run_over(tmp_path)

    assert len(ended.rows) == len(make_all())
    failed = {source.partition(".")[0] for source, row in ended.rows.items() if row["how"] == "failed"}
    assert not failed & set(READ_ALL_THE_SAME)
    assert [name for name in READ_ALL_THE_SAME if READ not in text(ended, f"{name}.pdf")] == []
    assert ended.rows["hundred-thousand-pages.pdf"]["code"] == "too_large"
    assert "EXT001" in dict(findings(ended, "forms-that-multiply.pdf"))


NAMES = [
    "..%2f..%2fetc.pdf", "..pdf.pdf", "...pdf", "-rf.pdf", "a b\tc.pdf", "line\nend.pdf", f"title{ESCAPE.replace('/', '')}.pdf",
    "con.pdf", "run.json.pdf", "a" * 250 + ".pdf", "\u202efdp.evil.pdf", "~root.pdf", "$(touch owned).pdf", "[bold]rich[-].pdf",
    "back\\slash.pdf", "*.pdf", "\udcff\udc9b31m.pdf", ".new-1-a.pdf", "é\u0301.pdf", "\u00a0.pdf",
]  # fmt: skip


@pytest.mark.parametrize(("damaged", "how"), [(False, "done"), (True, "failed")])
def test_names_lead_nowhere_else_and_order_nothing(tmp_path, damaged, how):
    (tmp_path / "in").mkdir()
    for number, name in enumerate(NAMES):
        sound = one_page(b"BT /F 11 Tf 72 700 Td (1. Scope %d of all.) Tj ET" % number)
        (tmp_path / "in" / name).write_bytes(b"%%PDF-1.7 %d" % number if damaged else sound)

    ended = run_over(tmp_path)

    hidden = [name for name in NAMES if name.startswith(".")]
    assert len(ended.rows) == len(NAMES) - len(hidden)
    assert {row["how"] for row in ended.rows.values()} == {how}
    doc_ids = {row["doc_id"] for row in ended.rows.values()}
    assert {entry.name for entry in (tmp_path / "out").iterdir() if entry.is_dir()} == (set() if damaged else doc_ids)


def test_what_is_no_file_is_passed_over_and_a_circle_of_links_ends(tmp_path):
    (tmp_path / "in" / "folder.pdf").mkdir(parents=True)
    (tmp_path / "in" / "folder.pdf" / "inside.pdf").write_bytes(one_page())
    os.mkfifo(tmp_path / "in" / "pipe.pdf")
    (tmp_path / "in" / "loop.pdf").symlink_to("loop.pdf")
    (tmp_path / "in" / "there.pdf").symlink_to("back.pdf")
    (tmp_path / "in" / "back.pdf").symlink_to("there.pdf")
    (tmp_path / "in" / "up").symlink_to(tmp_path / "in")
    (tmp_path / "in" / "gone.pdf").symlink_to("nowhere.pdf")

    ended = run_over(tmp_path)

    assert {source: row["how"] for source, row in ended.rows.items()} == {"folder.pdf/inside.pdf": "done"}


@pytest.mark.parametrize("name", ["pipe.pdf", "loop.pdf", "/dev/zero", "/dev/tty"])
def test_what_is_no_file_is_named_where_it_is_given(run, here, name):
    os.mkfifo("pipe.pdf")
    (here / "loop.pdf").symlink_to("loop.pdf")

    ran = run("run", name)

    assert ran.code == 2 and name.rpartition("/")[2] in ran.err


def test_a_document_of_too_many_pages_is_refused_before_any_is_read(tmp_path):
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "many.pdf").write_bytes(many_pages(20_001))

    [row] = run_over(tmp_path).rows.values()

    assert row["code"] == "too_large" and "limits.pages" in row["message"]
