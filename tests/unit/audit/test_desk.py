"""Verdicts written by many at once."""

from threading import Thread

from pipeline.audit.desk import Book, Desk, Edit, Row
from pipeline.audit.verdicts import Said, parse_verdicts
from pipeline.store.verdicts import VerdictFiles

HASH = "0" * 64
EACH = 25


def desk(folder):
    """A desk with one document that is never opened."""
    book = Book("policy", "policy", "policy", lambda: "", lambda: None, lambda _: (b"", ""))
    return Desk({"policy": book}, VerdictFiles(folder), "1")


def edit(key, said=Said.ACCEPTED, known=None):
    return Edit(key, Row(key, HASH, said), known)


def test_verdicts_of_several_desks_and_threads_over_one_folder_all_stay(tmp_path):
    desks = [desk(tmp_path), desk(tmp_path)]

    def write(who):
        for number in range(EACH):
            assert desks[who % 2].write("policy", edit(f"policy/{who}-{number}")).done

    threads = [Thread(target=write, args=(who,)) for who in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    rows = parse_verdicts((tmp_path / "policy.csv").read_bytes(), "policy.csv")
    assert {row.key for row in rows} == {f"policy/{who}-{number}" for who in range(4) for number in range(EACH)}
    assert [entry.name for entry in tmp_path.iterdir()] == ["policy.csv"]


def test_of_two_who_knew_the_same_row_one_writes(tmp_path):
    one, other = desk(tmp_path), desk(tmp_path)

    first = one.write("policy", edit("policy/1"))
    second = other.write("policy", edit("policy/1", Said.REJECTED))

    assert (first.done, second.done) == (True, False)
    assert second.row == first.row


def test_an_edit_that_knew_a_row_that_has_gone_writes_nothing(tmp_path):
    row = desk(tmp_path).write("policy", edit("policy/1")).row
    known = Row(row.key, row.content_hash, row.verdict, row.note, row.who, row.when)
    desk(tmp_path).write("policy", Edit("policy/1", None, known))

    late = desk(tmp_path).write("policy", edit("policy/1", Said.REJECTED, known))

    assert (late.done, late.row) == (False, None)
    assert parse_verdicts((tmp_path / "policy.csv").read_bytes(), "policy.csv") == ()
