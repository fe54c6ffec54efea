"""Data of every state of the program that landed, opened by the newest.

`landed.tar.xz` has a base folder for each revision of the database that a landed program made:
`epicrec run --sample`, a level, a rejected movie, a provider, and where they were there already, a
film to watch and a rating. It was written by those programs, and is never written anew.
"""

from __future__ import annotations

import sqlite3
import tarfile
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.paths import Paths
from epicrec_desktop.store.database import HEAD
from epicrec_desktop.wiring import Services

LANDED = Path(__file__).with_name("landed.tar.xz")
REVISIONS = ("0001", "0002", "0003", "0004", "0005", "0009")
NOW = datetime(2026, 12, 5, 12, 0, tzinfo=UTC)


@dataclass(frozen=True)
class State:
    """One of them: what the file itself said before it was opened, and the services over it."""

    revision: str
    paths: Paths
    library: dict[str, str]  # statuses by title
    payloads: list[bytes]
    services: Services


@pytest.fixture(scope="module")
def unpacked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("landed")
    with tarfile.open(LANDED) as packed:
        packed.extractall(folder, filter="data")
    return folder


@pytest.fixture(scope="module", params=REVISIONS)
def state(request: pytest.FixtureRequest, unpacked: Path) -> Iterator[State]:
    paths = Paths.under(unpacked / request.param)
    connection = sqlite3.connect(paths.database)
    (revision,) = connection.execute("SELECT version_num FROM alembic_version").fetchone()
    assert revision == request.param
    library = dict(
        connection.execute(
            "SELECT title, status FROM library JOIN movies ON movies.id = library.movie_id"
        )
    )
    payloads = [row[0] for row in connection.execute("SELECT payload FROM releases ORDER BY id")]
    connection.close()
    services = wiring.build(paths, now=lambda: NOW)
    yield State(revision, paths, library, payloads, services)
    services.close()


def test_it_is_of_the_newest_revision_and_whole(state: State) -> None:
    connection = sqlite3.connect(state.paths.database)
    assert connection.execute("SELECT version_num FROM alembic_version").fetchone() == (HEAD,)
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []
    connection.close()


def test_every_movie_has_the_answer_it_had(state: State) -> None:
    entries = state.services.library.entries()
    kept = {entry.movie.title: entry.status.value for entry in entries}
    assert len(state.library) > 20
    assert {title: kept.get(title) for title in state.library} == state.library
    assert LibraryStatus.REJECTED in {entry.status for entry in entries}


def test_levels_settings_and_providers_are_as_they_were(state: State) -> None:
    assert state.services.settings.appearance == "dark"
    assert state.services.settings.wizard_step == "done"
    assert state.services.privacy.choice().per_category["Horror"] is ReleaseLevel.NO
    assert [info.address for info in state.services.providers.all() if info.name == "Club"] == [
        "https://club.example"
    ]


def test_the_ledger_has_every_byte_and_can_tell_of_it(state: State) -> None:
    entries = state.services.ledger.entries()
    assert len(state.payloads) == 1
    assert [entry.release.payload for entry in reversed(entries)] == state.payloads
    for entry in entries:
        state.services.telling.told(entry.release)
    spent = state.services.ledger.spending().joint
    assert spent is not None
    assert spent.epsilon > 0


def test_the_next_release_can_be_planned_over_it(state: State) -> None:
    budget = state.services.privacy.budget()
    assert budget is not None
    assert budget.epsilon > 0


def test_a_newer_one_is_refused_with_a_sentence_and_left_alone(
    unpacked: Path, tmp_path: Path
) -> None:
    paths = Paths.under(tmp_path)
    paths.data.mkdir()
    paths.database.write_bytes((unpacked / "0001" / "data" / paths.database.name).read_bytes())
    connection = sqlite3.connect(paths.database)
    connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.commit()
    connection.close()
    before = paths.database.read_bytes()
    with pytest.raises(StoreError, match="newer"):
        wiring.build(paths, now=lambda: NOW)
    assert paths.database.read_bytes() == before
