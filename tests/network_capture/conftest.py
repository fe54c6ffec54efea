"""A recording provider, and a way to let somebody live against it."""

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from epicrec_desktop.door.client import Client
from network_capture.recording_server import Recording, recording
from network_capture.user_sessions import SessionResult, live


@pytest.fixture
def captured(monkeypatch) -> Iterator[Recording]:
    """The provider."""
    exchange = Client.exchange
    with recording() as made:

        def noting(self, call, *rest):
            made.pauses.append((call.method, call.pause))
            return exchange(self, call, *rest)

        monkeypatch.setattr(Client, "exchange", noting)

        yield made


@pytest.fixture
def temporary(tmp_path, monkeypatch) -> Path:
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
def run_session(prepared, tmp_path, captured) -> Callable[..., SessionResult]:
    """Lives a person's acts in a folder named as they are."""

    def lives(person, choice, **options):
        return live(person, tmp_path / person.name, prepared, captured, choice, **options)

    return lives
