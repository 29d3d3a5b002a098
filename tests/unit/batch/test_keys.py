"""What each stage's result depends on."""

from pipeline.batch.jobs import Job
from pipeline.batch.keys import make_stage_keys
from pipeline.config.settings import Configuration, DocumentSettings, ProvenanceSettings
from pipeline.model import Identity, Stage


def keys(**parts):
    identity = Identity("policy", "policy", "policy", "policy.pdf", "a" * 64)
    made = {"path": "policy.pdf", "out": "out", "identity": identity, "own": DocumentSettings(), "configuration": Configuration()}
    return make_stage_keys(Job(**{**made, "settings_sha256": "", "fingerprint": "", "versions": {}, **parts}), {})


def test_a_confirmed_page_shapes_the_checks_alone():
    before, after = keys(), keys(fixture_pages={12: "4.2 Exclusions"})

    assert [stage for stage in before if before[stage] != after[stage]] == [Stage.CHECKS]


def test_where_confirmed_pages_are_kept_shapes_nothing():
    elsewhere = Configuration(provenance=ProvenanceSettings(fixture_pages="/elsewhere/pages"))

    assert keys() == keys(configuration=elsewhere)
