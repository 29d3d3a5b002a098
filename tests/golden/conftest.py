"""The flag that rewrites the golden files."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--rewrite-golden", action="store_true", help="write fixtures/golden anew from what the program makes now")


@pytest.fixture
def rewrite_golden(pytestconfig: pytest.Config) -> bool:
    return bool(pytestconfig.getoption("--rewrite-golden", default=False))
