"""Tables copied by hand: from the CSV that the YAML names to rows."""

import pytest

from pipeline.config.copies import parse_copy
from pipeline.config.load import load_configuration
from pipeline.errors import ConfigError

YAML = "documents:\n  policy:\n    transcriptions:\n      - csv: copies/plans.csv\n        pages: [4, 5]\n"


@pytest.fixture
def write(tmp_path):
    def written(name, content):
        file = tmp_path / name
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
        return str(file)

    return written


def test_the_rows_are_read_from_beside_the_configuration(write):
    write("copies/plans.csv", b'\xef\xbb\xbfPlan,Room rent\r\nGold,"Rs. 5,000"\r\n\r\n')

    [copy] = load_configuration(write("a.yaml", YAML.encode())).configuration.documents["policy"].transcriptions

    assert copy.rows == (("Plan", "Room rent"), ("Gold", "Rs. 5,000"))
    assert (copy.pages, copy.table) == ((4, 5), "")


def test_a_csv_that_is_not_there_is_a_mistake_where_it_is_named(write):
    file = write("a.yaml", YAML.encode())

    with pytest.raises(ConfigError) as caught:
        load_configuration(file)

    assert str(caught.value).startswith(f"{file}:4: documents.policy.transcriptions[0].csv: copies/plans.csv cannot be read")


def test_rows_are_not_written_into_the_configuration(write):
    write("copies/plans.csv", b"Plan,Room rent\nGold,5\n")

    with pytest.raises(ConfigError, match="rows: is filled in from the CSV"):
        load_configuration(write("a.yaml", (YAML + "        rows: [[a], [b]]\n").encode()))


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b"Plan,Room\n", "no rows under its heads"),
        (b"Plan,Room\nGold\n", "row 2 has 1 cells and its heads 2"),
        (b"Plan,R\xe4ume\nGold,5\n", "not UTF-8"),
        (b'Plan,Room\n"Gold,5\n', "no CSV"),
    ],
)
def test_what_is_wrong_with_a_csv_is_said(content, why):
    with pytest.raises(ValueError, match=why):
        parse_copy(content)
