"""Fixtures of the window: one that loads little, and small garbage collections."""

import gc

import pytest

from epicrec_desktop import memory
from epicrec_desktop.ui.shell.window import MainWindow


@pytest.fixture
def window(unpainted, open_window) -> MainWindow:
    """A window at the page that loads least."""
    return open_window("activity")


@pytest.fixture
def small_collections(monkeypatch) -> None:
    """Collect a test's objects alone: what all tests loaded remains frozen."""
    monkeypatch.setattr(memory, "resume_collection", lambda: None)
    monkeypatch.setattr(memory, "collect_once", gc.collect)
