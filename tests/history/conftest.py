"""Fixtures of the history tests."""

import tarfile
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def unpacked(profile_archive, tmp_path_factory) -> Path:
    """Real profiles of Chromium and Firefox; tests only read them."""
    folder = tmp_path_factory.mktemp("profiles")
    with tarfile.open(profile_archive) as tar:
        tar.extractall(folder, filter="data")
    return folder


@pytest.fixture
def snapshots(tmp_path) -> Path:
    """The folder for snapshots; each test leaves it empty."""
    folder = tmp_path / "snapshots"
    yield folder
    assert not folder.exists() or list(folder.iterdir()) == []
