"""The documents of a batch on a Ray cluster of two node processes: the bytes of a local run, also where a node dies."""

import os
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from pipeline.batch.engines.cluster import QUIET, RayEngine, connected
from pipeline.batch.plan import Request, make_plan
from pipeline.batch.run import run_batch
from pipeline.cli import run_command
from pipeline.config.load import load_packaged
from pipeline.config.settings import LimitSettings
from pipeline.errors import Crashed, OutOfMemory, TimedOut, UsageError
from tests.cli.conftest import tree
from tests.conftest import ROOT
from tests.unit.batch.engines.works_for_nodes import HELD

PDFS = ("gap", "table-over-two-pages", "changing-header", "letters-and-romans")
LONG, PAGES = "prospectus", tuple(range(1, 31))
WORKS = "tests.unit.batch.engines.works_for_nodes:"


class Watched:
    """Notes what a watcher is told, and lets a test act on it."""

    def __init__(self, on_stage=lambda index: None):
        self.said, self.on_stage = [], on_stage

    def watch(self, doc_ids):
        return self

    def page(self, index, number, of):
        self.said.append((index, "page", number, of))

    def stage(self, index, name):
        self.said.append((index, "stage", name))
        self.on_stage(index)

    def ended(self, index):
        self.said.append((index, "ended"))

    def settled(self, row):
        """The outcome says that."""


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """A head that does no work, and two nodes with a core each; this process is connected once, for all tests."""
    patch = pytest.MonkeyPatch()
    for name, value in QUIET.items():
        patch.setenv(name, value)
    patch.setenv(HELD, str(tmp_path_factory.mktemp("held") / "begun"))
    ray = pytest.importorskip("ray", reason="Ray is not installed: pip install -e '.[dev]'")
    from ray.cluster_utils import Cluster

    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False})
    cluster.workers = [cluster.add_node(num_cpus=1) for _ in range(2)]
    cluster.wait_for_nodes()
    with connected(ray, cluster.address, 0):
        yield cluster
    cluster.shutdown()
    patch.undo()


def request(places, out, engine=None, pages=()):
    paths = tuple(str(ROOT / f"fixtures/pdf/{name}.pdf") for name in places)
    return Request(places=paths, out=out, configuration=load_packaged(), pages=pages, engine=engine)


def test_two_nodes_give_the_bytes_of_a_local_run_and_tell_how_far_they_are(cluster, tmp_path):
    watched, engine = Watched(), RayEngine(cluster.address)

    outcome = run_batch(request(PDFS, tmp_path / "there", engine), watched.watch)
    run_batch(request(PDFS, tmp_path / "here"), Watched().watch)

    assert [row.how for row in outcome.now] == ["done"] * len(PDFS)
    assert tree(tmp_path / "there") == tree(tmp_path / "here") != {}
    assert sorted(engine.nodes) == list(range(len(PDFS)))
    assert set(engine.nodes.values()) == {node.node_id for node in cluster.workers}
    for index in range(len(PDFS)):
        said = [what for place, *what in watched.said if place == index]
        assert said[0] == ["stage", "extract"] and said[-1] == ["ended"]
        assert ["stage", "write"] in said and any(what[0] == "page" for what in said)


def test_a_document_whose_node_is_killed_is_done_by_another_and_nothing_is_printed(cluster, tmp_path, capfd):
    engine, held = RayEngine(cluster.address, work=WORKS + "hold_once"), []

    def kill_holder(index):
        if not held:
            [holder] = [node for node in cluster.workers if node.node_id == engine.nodes[index]]
            held.append((index, len(watched.said)))
            cluster.remove_node(holder, allow_graceful=False)
            cluster.workers = [node for node in cluster.workers if node is not holder]

    watched = Watched(kill_holder)
    try:
        outcome = run_batch(request((LONG,), tmp_path / "there", engine, PAGES), watched.watch)
    finally:
        cluster.workers += [cluster.add_node(num_cpus=1) for _ in range(2 - len(cluster.workers))]
        cluster.wait_for_nodes()
    said = capfd.readouterr()
    run_batch(request((LONG,), tmp_path / "here", pages=PAGES), Watched().watch)

    [(index, heard)] = held
    assert (index, "ended") not in watched.said[:heard]
    assert len(set(Path(os.environ[HELD]).read_text().split())) == 2  # the second elsewhere, heard of or not
    assert "raylet" not in said.out
    assert (index, "stage", "extract") in watched.said[:heard]
    assert [row.how for row in outcome.now] == ["done"]
    assert tree(tmp_path / "there") == tree(tmp_path / "here") != {}


@pytest.mark.parametrize(("work", "error"), [("hang_on_a_page", TimedOut), ("crash", Crashed), ("grow", OutOfMemory)])
def test_limits_hold_on_a_node(cluster, tmp_path, work, error):
    [planned] = make_plan(request(["gap"], tmp_path))
    limits = LimitSettings(page_seconds=0.5, document_seconds=20, memory_mb=400)

    [(_, answer)] = RayEngine(cluster.address, work=WORKS + work).run([planned.job], limits, Watched())

    assert isinstance(answer, error), answer


def test_a_node_with_other_versions_is_refused(cluster, tmp_path):
    [planned] = make_plan(request(["gap"], tmp_path))
    other = msgspec.structs.replace(planned.job, versions={**planned.job.versions, "pypdfium2": "1.0"})

    [(_, answer)] = RayEngine(cluster.address).run([other], LimitSettings(), Watched())

    assert isinstance(answer, UsageError) and "in place of 1.0; install the same on every node" in str(answer)


def test_a_file_that_has_gone_costs_itself_alone(cluster, tmp_path):
    plan = make_plan(request(["gap", "tagged"], tmp_path))
    gone = msgspec.structs.replace(plan[0].job, path=str(tmp_path / "gone.pdf"))

    answers = dict(RayEngine(cluster.address).run([gone, plan[1].job], LimitSettings(), Watched()))

    assert "cannot be read" in str(answers[0])
    assert answers[1].run.input.doc_id == "tagged"


def test_the_command_connects_by_itself_and_writes_into_a_bucket(cluster, tmp_path, bucket):
    file = str(ROOT / "fixtures/pdf/gap.pdf")
    command = [sys.executable, "-m", "pipeline", "run", file, "--engine", "ray", "--address", cluster.address, "--quiet"]

    ended = subprocess.run([*command, "--out", bucket.at("out")], capture_output=True, text=True, check=False)
    run_command(["run", file, "--out", str(tmp_path / "here"), "--quiet"])

    assert (ended.returncode, ended.stdout) == (0, ""), ended.stderr
    assert bucket.tree() == tree(tmp_path / "here") != {}


def test_ray_says_nothing_to_its_makers(cluster):
    from ray._common.usage import usage_lib

    assert not usage_lib.usage_stats_enabled()
