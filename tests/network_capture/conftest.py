"""A recording provider, and a way to let somebody live against it."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from epicrec_desktop.catalog import detail_store
from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.door.client import Client
from epicrec_desktop.door.request import HttpReply, HttpRequest
from network_capture.recording_server import Recording, recording
from network_capture.user_sessions import Person, SessionResult, live


@pytest.fixture
def captured(monkeypatch: pytest.MonkeyPatch) -> Iterator[Recording]:
    """The provider; images of posters are asked of it, too."""
    genuine, exchange = detail_store.fetch_posters, Client.exchange
    with recording() as made:

        def noting(self: Client, call: HttpRequest, *rest: Any) -> HttpReply:
            made.pauses.append((call.method, call.pause))
            return exchange(self, call, *rest)

        monkeypatch.setattr(Client, "exchange", noting)

        def fetch(pack: detail_store.DetailStore, **options: object) -> int:
            return genuine(pack, images=f"{made.address}/posters", **options)  # type: ignore[arg-type]

        monkeypatch.setattr(detail_store, "fetch_posters", fetch)
        yield made


@pytest.fixture
def temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder for temporary files, and a home, of processes started here, too."""
    for name in ("temporary", "at home"):
        tmp_path.joinpath(name).mkdir()
    for variable in ("TMPDIR", "TEMP", "TMP", "SQLITE_TMPDIR"):
        monkeypatch.setenv(variable, str(tmp_path / "temporary"))
    for variable in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / "at home"))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return tmp_path / "temporary"


@pytest.fixture
def run_session(
    prepared: Path, tmp_path: Path, captured: Recording
) -> Callable[..., SessionResult]:
    """Lives a person's acts in a folder named as they are."""

    def lives(person: Person, choice: PrivacyChoice, **options: object) -> SessionResult:
        return live(person, tmp_path / person.name, prepared, captured, choice, **options)  # type: ignore[arg-type]

    return lives
