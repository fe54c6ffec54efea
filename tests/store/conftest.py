"""An open database of its own for each test."""

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from epicrec_desktop.store.database import Database
from epicrec_desktop.store.database_opening import open_database


@pytest.fixture(scope="session")
def empty_database(tmp_path_factory) -> Path:
    """Return a new database, made once and copied."""
    path = tmp_path_factory.mktemp("empty") / "epicrec.sqlite3"
    open_database(path).close()
    return path


@pytest.fixture
def database(empty_database, tmp_path) -> Iterator[Database]:
    path = tmp_path / "data" / "epicrec.sqlite3"
    path.parent.mkdir(mode=0o700)
    shutil.copy(empty_database, path)
    opened = open_database(path)
    yield opened
    opened.close()
