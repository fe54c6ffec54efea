"""What must hold after every end: the database is whole, and it tells the truth."""

from __future__ import annotations

import sqlite3
from collections import Counter
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from epicrec_desktop import wiring
from epicrec_desktop.paths import Paths
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.soundness import damaged_tables

HISTORY = b"letterboxd.com/film/"
"""In every copy of the invented history, and in nothing that is kept."""


@dataclass
class Known:
    """What was seen to be done, and must stay so."""

    movies: set[str] = field(default_factory=set)
    rungs: dict[str, Any] = field(default_factory=dict)


def look(paths: Paths, temporary: Path, known: Known, bodies: list[bytes], now: datetime) -> Known:
    """Start the program once more and look; raises `AssertionError` for what does not hold.

    Returns what is known now.
    """
    services = wiring.build(paths, now=lambda: now)
    try:
        with closing(sqlite3.connect(paths.database)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchall()
            assert found == [("ok",)], "the database is not whole"
        assert damaged_tables(paths.database) == [], "rows are damaged"
        movies = {entry.movie.wire_id or "" for entry in services.library.entries()}
        lost = known.movies - movies
        assert not lost, f"{len(lost)} confirmed movies are lost"
        _ledger_is_true(services, bodies)
        with services.context.database.read() as session:
            documents = LedgerRepository(session).windows()
        rungs = {name: document["rungs"] for name, document in documents.items()}
        for name, drawn in known.rungs.items():
            assert rungs.get(name) == drawn, f"the window {name} was drawn twice"
        _no_history_is_left(paths, temporary)
        return Known(known.movies, rungs)
    finally:
        services.close()


def _ledger_is_true(services: wiring.Services, bodies: list[bytes]) -> None:
    entries = services.ledger.entries()
    written = {entry.release.payload for entry in entries}
    assert set(bodies) <= written, "a provider has what the ledger does not"
    got = Counter(bodies)
    for entry in entries:
        told = len(entry.sent)
        if entry.release.receiver.startswith("http"):
            assert told <= got[entry.release.payload], "the ledger tells of what nobody got"


def _no_history_is_left(paths: Paths, temporary: Path) -> None:
    folders = (paths.data, paths.cache, paths.state, temporary)
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    left = [file.name for file in files if HISTORY in file.read_bytes()]
    assert not left, f"a copy of the history is left: {left}"
