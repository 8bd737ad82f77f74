"""Chromium, for tests of pages: one for all tests of a session."""

import shutil
from contextlib import contextmanager

import pytest
from playwright.sync_api import sync_playwright

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    *("--no-sandbox", "--disable-gpu", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync", "--no-first-run"),
)
MISSING = f"no Chromium: none of {', '.join(BROWSERS)} is installed"


@contextmanager
def chromium():
    """None if there is none."""
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        yield None
        return
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(executable_path=program, args=FLAGS)


@pytest.fixture(scope="session")
def browser():
    with chromium() as found:
        if found is None:
            pytest.skip(MISSING)
        yield found
