"""What each stage gave, kept and read again."""

import pytest

from pipeline.errors import InputError
from pipeline.model import Boilerplate, Gap, Stage
from pipeline.store.stages import load_stage, save_stage
from tests.builders import document, page

KEY = "0" * 64


@pytest.mark.parametrize("pages", [0, 1, 3])
def test_a_document_comes_back_with_its_pages_in_order(tmp_path, pages):
    read = document(*[page(f"{number}. Scope", "(a) fever;", number=number) for number in range(1, pages + 1)])

    save_stage(tmp_path, Stage.EXTRACT, read, KEY)

    assert load_stage(tmp_path, Stage.EXTRACT) == read


def test_what_another_stage_gave_comes_back_whole(tmp_path):
    given = Boilerplate((), Gap(0.5, "gap", 0.2, 0.8))

    save_stage(tmp_path, Stage.BOILERPLATE, given, KEY)

    assert load_stage(tmp_path, Stage.BOILERPLATE) == given


@pytest.mark.parametrize("cut", [0, 1, 65, 100])
def test_a_file_that_is_cut_short_says_what_to_run(tmp_path, cut):
    save_stage(tmp_path, Stage.EXTRACT, document(page("1. Scope")), KEY)
    [file] = (tmp_path / ".stages").iterdir()
    file.write_bytes(file.read_bytes()[:cut])

    with pytest.raises(InputError, match="run `clausetrace stage extract"):
        load_stage(tmp_path, Stage.EXTRACT)
