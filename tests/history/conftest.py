"""Fixtures of the history tests."""

from pathlib import Path

import pytest


@pytest.fixture
def snapshots(tmp_path) -> Path:
    """The folder for snapshots; each test leaves it empty."""
    folder = tmp_path / "snapshots"
    yield folder
    assert not folder.exists() or list(folder.iterdir()) == []
