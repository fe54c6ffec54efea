"""What must hold after every end: the database is whole, and it tells the truth."""

import json
import os
import re
import time
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import closing, suppress
from dataclasses import replace
from datetime import datetime
from pathlib import Path

from epicrec_desktop import wiring
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.paths import Paths
from epicrec_desktop.store.integrity import damaged_tables
from epicrec_desktop.store.sample_file import SampleFile
from epicrec_desktop.store.samples import SampleRepository
from torture import encrypted_library
from torture.commands import Known

HISTORY = b"letterboxd.com/film/"
"""In every copy of the invented history, and in nothing that is kept."""
HOURS_AGO_S = 7200
_KEPT = re.compile(
    r"""data/epicrec\.sqlite3(-wal|-shm|-journal|\.lock|\.protection\.lock|\.commits|\.before-.*)?
    |data/epicrec\.sqlite3\.keys(\.of-another-[0-9a-f]{8}|\.copy)?
    |data/(settings|updates)\.json(\.copy|\.lock)?|data/window/(lock|raise)
    |data/logs/epicrec\.log(\.\d)?|data/(models|ratings)/.+|data/crashes/.+
    |cache/.+|state/draws\.json(\.lock)?""",
    re.VERBOSE,
)


def look(
    paths: Paths,
    temporary: Path,
    known: Known,
    bodies: list[bytes],
    now: datetime,
    *,
    own: Path | None = None,
    reported: Collection[bytes] = (),
) -> Known:
    """Start the program once more and look; raises `AssertionError` for what does not hold.

    `own` is where exports were written, `reported` what a provider got of contributions. Returns
    what is known now.
    """
    _hours_pass(paths)
    opened = encrypted_library.unlocked(paths, known)
    with closing(wiring.build(paths, opened, now=lambda: now)) as services:
        with closing(opened.connect(paths.database)) as connection:
            found = connection.execute("PRAGMA integrity_check").fetchall()
            assert found == [("ok",)], "the database is not whole"
        assert damaged_tables(paths.database, opened) == [], "rows are damaged"
        plain = (
            list(encrypted_library.plain_parts(paths, temporary)) if opened.key is not None else []
        )
        assert not plain, f"encrypted, and still: {plain}"
        _answers_are_kept(services, known)
        _ledger_is_true(services, bodies)
        with services.context.database.read() as session:
            documents = SampleRepository(session).periods()
            samples = SampleRepository(session).read()
        sealed = SampleFile(paths.samples, opened.key).read()
        assert sealed == samples, "the sample file says something else"
        tiers = {name: document["rungs"] for name, document in documents.items()}
        tiers |= {f"{n}, contributed": d["sha256"] for n, d in samples.contributions.items()}
        sampled = {entry.payload for entry in services.contributions.status().entries}
        assert set(reported) <= sampled, "a provider got a contribution that is not on record"
        for name, before in known.tiers.items():
            assert tiers.get(name) == before, f"the period {name} was sampled twice"
        _no_history_is_left(paths, temporary)
        left = [*_left(paths), *_half_exports(own)]
        assert not left, f"left over: {left}"
        return replace(known, tiers=dict(tiers))


def _answers_are_kept(services: wiring.Services, known: Known) -> None:
    """Movies, ratings and the watchlist that were confirmed are there."""
    entries = {entry.movie.wire_id or "": entry for entry in services.library.entries()}
    lost = known.movies - entries.keys()
    assert not lost, f"{len(lost)} confirmed movies are lost"
    for movie, rating in known.ratings.items():
        entry = entries.get(movie)
        assert entry is None or entry.own.rating == rating, "a rating is lost"
    wanted = {movie.wire_id for _, movie in services.library.watchlist()}
    answered = {m for m, e in entries.items() if e.status is not LibraryStatus.SUGGESTED}
    lost = known.wanted - wanted - answered
    assert not lost, f"{len(lost)} movies of the watchlist are lost"


def _hours_pass(paths: Paths) -> None:
    """What is being written stays for an hour, as it may be another process's: that is over."""
    before = time.time() - HOURS_AGO_S
    for folder in (paths.data, paths.cache, paths.state):
        for partial in folder.rglob(".*.partial"):
            with suppress(OSError):
                os.utime(partial, (before, before))


def _left(paths: Paths) -> Iterator[str]:
    """Files that no use of the program keeps."""
    for folder in (paths.data, paths.cache, paths.state):
        for file in folder.rglob("*"):
            name = f"{folder.name}/{file.relative_to(folder).as_posix()}"
            if file.is_file() and (not _KEPT.fullmatch(name) or file.suffix == ".partial"):
                yield name
    if paths.snapshots.is_dir():
        yield from (f"snapshots/{entry.name}" for entry in paths.snapshots.iterdir())


def _half_exports(own: Path | None) -> Iterator[str]:
    """Exports that are not whole, and what was begun."""
    for file in own.iterdir() if own is not None else ():
        if file.suffix == ".json":
            with suppress(ValueError):
                json.loads(file.read_bytes())
                continue
        elif file.suffix == ".csv" and file.read_bytes().endswith(b"\n"):
            continue
        yield file.name


def _ledger_is_true(services: wiring.Services, bodies: list[bytes]) -> None:
    entries = services.ledger.entries()
    written = {entry.release.payload for entry in entries}
    assert set(bodies) <= written, "a provider has what the ledger does not"
    got = Counter(bodies)
    for entry in entries:
        reported = len(entry.sent)
        if entry.release.receiver.startswith("http"):
            assert reported <= got[entry.release.payload], "the ledger tells of what nobody got"


def _no_history_is_left(paths: Paths, temporary: Path) -> None:
    folders = (paths.data, paths.cache, paths.state, temporary)
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    left = [file.name for file in files if HISTORY in file.read_bytes()]
    assert not left, f"a copy of the history is left: {left}"
