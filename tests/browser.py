"""Chromium, driven by Playwright, for tests of HTML that the program writes; they are skipped where it is missing."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


@contextmanager
def chromium() -> Iterator:
    """A browser without a window. Skips, with what to install, where there is none."""
    playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed; pip install 'clausetrace[dev]'")
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if not found:
        pytest.skip("Chromium is not installed; apt-get install chromium")
    with playwright.sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=found, args=["--no-sandbox", "--disable-gpu"])
        yield browser
        browser.close()


class Opened:
    """A page with a file in it, and what it tried: requests that are none of the file itself, errors, words of its console."""

    def __init__(self, browser, file: Path, **how) -> None:
        self.context = browser.new_context(reduced_motion="reduce", **how)
        self.page = self.context.new_page()
        self.requests: list[str] = []
        self.said: list[str] = []
        self.page.on("request", lambda request: self.requests.append(request.url))
        self.page.on("pageerror", lambda error: self.said.append(str(error)))
        self.page.on("console", lambda message: self.said.append(message.text))
        self.page.goto(file.as_uri())
        self.requests = [url for url in self.requests if url != file.as_uri()]
