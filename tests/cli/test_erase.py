"""Erasing works whatever state the data is in."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from epicrec_desktop.cli import main
from epicrec_desktop.paths import Paths


@pytest.mark.parametrize("state", ["damaged", "newer", "damaged later on"])
def test_a_database_that_cannot_be_opened_can_be_erased(tmp_path: Path, state: str) -> None:
    base = ["--base-dir", str(tmp_path / "base")]
    assert main([*base, "library"]) == 0
    file = Paths.under(tmp_path / "base").database
    if state == "damaged":
        file.write_bytes(b"\x17" * 5000)
    elif state == "newer":
        with closing(sqlite3.connect(file)) as connection, connection:
            connection.execute("UPDATE alembic_version SET version_num = '9999'")
    else:
        content = file.read_bytes()
        file.write_bytes(content[:40960] + b"\x17" * (len(content) - 40960))
    assert main([*base, "erase"]) == 1
    assert file.exists()
    assert main([*base, "erase", "--yes"]) == 0
    assert [f for f in (tmp_path / "base").rglob("*") if f.is_file()] == []
