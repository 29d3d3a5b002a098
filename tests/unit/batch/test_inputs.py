"""What is read, in which order, and what each document is called."""

from pathlib import Path

import pytest

from pipeline.batch.inputs import Found, find_files, find_own, identify, read_hash, refuse_clashes
from pipeline.config.settings import Configuration, DocumentSettings
from pipeline.errors import InputError
from pipeline.store.rows import BatchRun, Ending, How


def write(folder, **files):
    """Files by name ("a__b.pdf" is b.pdf in folder a) and content."""
    for name, content in files.items():
        file = folder / name.replace("__", "/").replace("_dot_", ".")
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(content)


def found_in(*places, out="out", most_mb=10):
    return [read_hash(file, most_mb) for file in find_files([str(place) for place in places], Path(out))]


def inputs_of(*places, before=None, stood=(), **documents):
    inputs = identify(found_in(*places), Configuration(documents=documents), before, dict(stood))
    refuse_clashes(inputs)
    return inputs


def row(doc_id, sha256, source, how=How.DONE, named_after=""):
    return Ending(doc_id, how, "", "", "", named_after or source, source, sha256, "", 0, 0, 0, 0, 0, 0, 0, 0, 0, 0.0)


def before(*rows):
    return BatchRun(1, "0", "", "", list(rows))


def ids(inputs):
    return [(one.identity.doc_id, one.duplicate_of) for one in inputs]


def test_a_folder_is_read_through_by_name_whatever_the_case_of_the_suffix(tmp_path):
    write(tmp_path, b_dot_PDF="b", a_dot_md="a", sub__c_dot_Txt="c", sub__d_dot_docx="d", e_dot_markdown="e")

    assert [file.source for file in found_in(tmp_path)] == ["a.md", "b.PDF", "e.markdown", "sub/c.Txt"]


def test_hidden_files_and_the_output_folder_are_passed_over(tmp_path):
    write(tmp_path, _dot_a_dot_pdf="a", _dot_git__b_dot_txt="b", out__x__c_dot_md="c", d_dot_txt="d")

    assert [file.source for file in found_in(tmp_path, out=tmp_path / "out")] == ["d.txt"]


def test_inputs_keep_the_order_in_which_they_are_given(tmp_path):
    write(tmp_path, z_dot_txt="z", a_dot_txt="a")

    assert [file.source for file in found_in(tmp_path / "z.txt", tmp_path / "a.txt")] == ["z.txt", "a.txt"]


def test_a_file_given_twice_is_read_once(tmp_path):
    write(tmp_path, a_dot_txt="a")

    assert len(found_in(tmp_path, tmp_path / "a.txt", tmp_path)) == 1


def test_a_link_back_up_ends_the_way_down(tmp_path):
    write(tmp_path, sub__a_dot_txt="a")
    (tmp_path / "sub" / "up").symlink_to(tmp_path)

    assert [file.source for file in found_in(tmp_path)] == ["sub/a.txt"]


@pytest.mark.parametrize("inside", [{}, {"a_dot_docx": "a"}, {"sub__b_dot_csv": "b"}])
def test_a_folder_with_nothing_to_read_is_named(tmp_path, inside):
    folder = tmp_path / "empty"
    folder.mkdir()
    write(folder, **inside)

    with pytest.raises(InputError, match="empty has nothing to read"):
        found_in(folder)


@pytest.mark.parametrize(("name", "says"), [("missing.pdf", "is not there"), ("a.docx", "files that can be end in")])
def test_a_file_that_cannot_be_read_is_named(tmp_path, name, says):
    write(tmp_path, a_dot_docx="a")

    with pytest.raises(InputError, match=says):
        found_in(tmp_path / name)


def test_a_name_that_is_no_text_becomes_one(tmp_path):
    (tmp_path / "a\udcff.txt").write_text("a")

    [one] = inputs_of(tmp_path)

    assert one.identity.source == "a\ufffd.txt"
    assert one.identity.doc_id == "a_"


def test_the_doc_id_is_the_stem_and_family_and_title_follow_it(tmp_path):
    write(tmp_path, policy_dot_v1_dot_txt="a")

    [one] = inputs_of(tmp_path)

    assert (one.identity.doc_id, one.identity.family, one.identity.title) == ("policy.v1",) * 3


def test_the_yaml_names_what_the_file_does_not(tmp_path):
    write(tmp_path, policy_dot_txt="a")

    [one] = inputs_of(tmp_path, policy=DocumentSettings(doc_id="care", family="advantage", title="Care", updated="2024-05-01"))

    identity = one.identity
    assert (identity.doc_id, identity.family, identity.title, identity.updated) == ("care", "advantage", "Care", "2024-05-01")


def test_an_entry_goes_by_path_before_name_before_stem():
    configuration = Configuration(
        documents={
            "a": DocumentSettings(title="stem"),
            "a.pdf": DocumentSettings(title="name"),
            "x/a.pdf": DocumentSettings(title="path"),
        }
    )

    assert find_own(configuration, "x/a.pdf").title == "path"
    assert find_own(configuration, "y/a.pdf").title == "name"
    assert find_own(configuration, "a.txt").title == "stem"
    assert find_own(configuration, "b.txt") == DocumentSettings()


def test_two_files_with_one_doc_id_are_both_named(tmp_path):
    write(tmp_path, x__a_dot_txt="1", y__a_dot_txt="2")

    with pytest.raises(InputError, match=r"x/a\.txt and .*y/a\.txt would both be 'a'; rename one.*'y/a\.txt'"):
        inputs_of(tmp_path)


def test_two_doc_ids_that_differ_in_case_alone_are_one_folder_on_some_systems(tmp_path):
    write(tmp_path, x__Care_dot_txt="1", y__care_dot_txt="2")

    with pytest.raises(InputError, match="would both be"):
        inputs_of(tmp_path)


def test_the_yaml_tells_two_files_of_one_name_apart(tmp_path):
    write(tmp_path, x__a_dot_txt="1", y__a_dot_txt="2")

    assert ids(inputs_of(tmp_path, **{"y/a.txt": DocumentSettings(doc_id="b")})) == [("a", ""), ("b", "")]


def test_equal_bytes_are_done_once(tmp_path):
    write(tmp_path, a_dot_txt="same", b_dot_txt="same", x__a_dot_txt="same", c_dot_txt="other")

    assert ids(inputs_of(tmp_path)) == [("a", ""), ("b", "a"), ("c", ""), ("a", "a")]


def test_of_equal_bytes_the_one_that_was_done_before_is_done(tmp_path):
    write(tmp_path, b_dot_txt="same")
    [known] = found_in(tmp_path)
    write(tmp_path, a_dot_txt="same")

    assert ids(inputs_of(tmp_path, before=before(row("b", known.sha256, "b.txt")))) == [("a", "b"), ("b", "")]


def test_a_renamed_file_keeps_its_doc_id_and_its_title(tmp_path):
    write(tmp_path, new_dot_txt="a")
    [file] = found_in(tmp_path)

    [one] = inputs_of(tmp_path, before=before(row("old", file.sha256, "old.txt")))

    assert (one.identity.doc_id, one.identity.title, one.identity.source) == ("old", "old", "new.txt")


def test_a_renamed_file_keeps_what_the_yaml_says_of_its_old_name(tmp_path):
    write(tmp_path, new_dot_txt="a")
    [file] = found_in(tmp_path)

    [one] = inputs_of(tmp_path, before=before(row("old", file.sha256, "old.txt")), old=DocumentSettings(title="Care"))

    assert one.identity.title == "Care"


def test_a_renamed_file_keeps_its_doc_id_in_the_runs_after(tmp_path):
    write(tmp_path, new_dot_txt="a")
    [file] = found_in(tmp_path)

    [one] = inputs_of(tmp_path, before=before(row("old", file.sha256, "new.txt", How.RENAMED, "old.txt")))

    assert (one.identity.doc_id, one.named_after) == ("old", "old.txt")


def test_a_doc_id_that_the_yaml_no_longer_names_goes(tmp_path):
    write(tmp_path, policy_dot_txt="a")
    [file] = found_in(tmp_path)

    assert ids(inputs_of(tmp_path, before=before(row("named", file.sha256, "policy.txt")))) == [("policy", "")]


def test_what_the_yaml_names_goes_before_what_was_kept(tmp_path):
    write(tmp_path, new_dot_txt="a")
    [file] = found_in(tmp_path)

    [one] = inputs_of(tmp_path, before=before(row("old", file.sha256, "old.txt")), new=DocumentSettings(doc_id="named"))

    assert one.identity.doc_id == "named"


def test_two_files_that_swapped_their_names_are_told_apart(tmp_path):
    write(tmp_path, a_dot_txt="1", b_dot_txt="2")
    one, two = found_in(tmp_path)

    swapped = inputs_of(tmp_path, before=before(row("b", one.sha256, "b.txt"), row("a", two.sha256, "a.txt")))

    assert ids(swapped) == [("a", ""), ("b", "")]


def test_a_name_that_is_taken_again_is_not_kept_for_the_file_that_had_it(tmp_path):
    write(tmp_path, new_dot_txt="1", sub__old_dot_txt="2")
    first = found_in(tmp_path)[0]

    assert ids(inputs_of(tmp_path, before=before(row("old", first.sha256, "old.txt")))) == [("new", ""), ("old", "")]


def test_a_file_whose_old_name_is_still_there_was_not_renamed(tmp_path):
    write(tmp_path, old_dot_txt="a", sub__new_dot_txt="a")
    file = found_in(tmp_path)[0]

    assert ids(inputs_of(tmp_path / "sub", before=before(row("old", file.sha256, "../old.txt")))) == [("new", "")]


def test_a_file_that_still_stands_where_it_was_read_was_not_renamed(tmp_path):
    write(tmp_path, first__old_dot_txt="a", second__new_dot_txt="a")
    [file] = found_in(tmp_path / "second")
    earlier = before(row("old", file.sha256, "old.txt"))
    place = tmp_path / "first/old.txt"

    assert ids(inputs_of(tmp_path / "second", before=earlier, stood={"old": str(place)})) == [("new", "")]
    place.unlink()
    assert ids(inputs_of(tmp_path / "second", before=earlier, stood={"old": str(place)})) == [("old", "")]


def test_a_file_over_the_limit_is_not_read(tmp_path):
    write(tmp_path, a_dot_txt="a" * 2_000_001)

    [file] = found_in(tmp_path, most_mb=2)

    assert (file.trouble, file.sha256) == ("too_large", "")


def test_a_file_that_has_gone_meanwhile_is_trouble_and_no_crash(tmp_path):
    gone = read_hash(Found(tmp_path / "a.txt", tmp_path, "a.txt"), 1)

    assert gone.trouble == "No such file or directory"
