"""What looks after each end sees each kind of harm."""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from epicrec_desktop.paths import Paths
from moments import NOW
from torture.checks import HISTORY, Known, look


@pytest.fixture
def paths(prepared: Path, tmp_path: Path) -> Paths:
    shutil.copytree(prepared, tmp_path / "base")
    (tmp_path / "tmp").mkdir()
    return Paths.under(tmp_path / "base")


def test_a_sound_folder_is_sound(paths: Paths, tmp_path: Path) -> None:
    assert look(paths, tmp_path / "tmp", Known(), [], NOW).rungs == {}


@pytest.mark.parametrize(
    ("known", "bodies", "said"),
    [
        (Known(movies={"imdb:tt0078748"}), [], "lost"),
        (Known(), [b"a release"], "what the ledger does not"),
        (Known(rungs={"2026-11": {"1": [1]}}), [], "drawn twice"),
    ],
)
def test_planted_losses(
    paths: Paths, tmp_path: Path, known: Known, bodies: list[bytes], said: str
) -> None:
    with pytest.raises(AssertionError, match=said):
        look(paths, tmp_path / "tmp", known, bodies, NOW)


def test_a_planted_copy_of_the_history(paths: Paths, tmp_path: Path) -> None:
    (tmp_path / "tmp" / "History").write_bytes(b"x" * 100 + HISTORY)
    with pytest.raises(AssertionError, match="copy of the history"):
        look(paths, tmp_path / "tmp", Known(), [], NOW)


def test_planted_damage(paths: Paths, tmp_path: Path) -> None:
    with closing(sqlite3.connect(paths.database)) as connection, connection:
        connection.execute("UPDATE movies SET year = 'x' WHERE id = 1")
    with pytest.raises(AssertionError, match="damaged"):
        look(paths, tmp_path / "tmp", Known(), [], NOW)
