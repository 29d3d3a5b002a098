"""What all tests share: where the documents outside this repository are, and when a test may be skipped."""

import os
import sys
import types
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SHARED = Path(os.environ.get("CLAUSETRACE_SHARED", ROOT.parent / "shared"))
MUST_RUN = os.environ.get("CI") == "true" or bool(os.environ.get("CLAUSETRACE_ALL"))


@pytest.fixture(scope="session")
def shared() -> Path:
    """The folder of real documents and of the truth about them; they belong to their publishers and are not in this repository."""
    if not (SHARED / "bench").is_dir():
        reason = f"no documents at {SHARED}; set CLAUSETRACE_SHARED to their folder"
        pytest.fail(reason) if MUST_RUN else pytest.skip(reason)
    return SHARED


@pytest.fixture(scope="session", autouse=True)
def workers_without_pytest():
    """Worker processes import the main module of the process that starts them; here that would be pytest, for nothing."""
    main = sys.modules["__main__"]
    sys.modules["__main__"] = types.ModuleType("__main__")
    yield
    sys.modules["__main__"] = main


@pytest.fixture(scope="session")
def s3_server():
    """The address of an S3 server on this machine."""
    from tests.s3 import start_server

    server, address = start_server()
    yield address
    server.stop()


@pytest.fixture
def bucket(s3_server, monkeypatch):
    """An empty bucket, which the code under test finds as any other: by the environment."""
    import uuid

    import s3fs

    from tests.s3 import KEYS, Bucket

    for name, value in {**KEYS, "AWS_ENDPOINT_URL": s3_server}.items():
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    yield Bucket(s3_server, f"bucket-{uuid.uuid4().hex}")
    s3fs.S3FileSystem.clear_instance_cache()


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    """With CLAUSETRACE_ALL=1 a test that was skipped counts as failed: nothing may go unseen."""
    outcome = yield
    report = outcome.get_result()
    if os.environ.get("CLAUSETRACE_ALL") and report.skipped and not hasattr(report, "wasxfail"):
        report.outcome = "failed"
        report.longrepr = (
            f"{item.nodeid} was skipped: {report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr}"
        )


def pytest_terminal_summary(terminalreporter):
    """Score tables stand in what a run of the tests prints, whether their test passed or not and in whichever process it ran."""
    reports = [report for told in terminalreporter.stats.values() for report in told if getattr(report, "when", "") == "call"]
    for name, text in (named for report in reports for named in report.user_properties):
        if name == "scores":
            terminalreporter.section("scores")
            terminalreporter.write_line(text)
