"""What a result depends on."""

import pytest

from pipeline.config.hashes import hash_settings
from pipeline.config.settings import ChunkSettings, Configuration, DocumentSettings, LimitSettings

OWN = DocumentSettings(title="Care")


def test_equal_settings_have_one_hash():
    assert hash_settings(Configuration(), OWN) == hash_settings(Configuration(), DocumentSettings(title="Care"))


@pytest.mark.parametrize(
    ("configuration", "own"),
    [
        (Configuration(chunks=ChunkSettings(size=300)), OWN),
        (Configuration(), DocumentSettings(title="Other")),
        (Configuration(), DocumentSettings(title="Care", skip_pages=(1,))),
    ],
)
def test_what_shapes_the_result_changes_the_hash(configuration, own):
    assert hash_settings(configuration, own) != hash_settings(Configuration(), OWN)


@pytest.mark.parametrize(
    "configuration",
    [Configuration(limits=LimitSettings(page_seconds=1)), Configuration(documents={"other": DocumentSettings(title="x")})],
)
def test_limits_and_other_documents_do_not(configuration):
    assert hash_settings(configuration, OWN) == hash_settings(Configuration(), OWN)
