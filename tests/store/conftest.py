"""An open database of its own for each test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from epicrec_desktop.store.database import Database
from epicrec_desktop.store.database_opening import open_database


@pytest.fixture
def database(tmp_path: Path) -> Iterator[Database]:
    opened = open_database(tmp_path / "data" / "epicrec.sqlite3")
    yield opened
    opened.close()
