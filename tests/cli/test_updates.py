"""`epicrec update check`."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

from announcing import PAGE, Announcer, announcer, document, signed
from epicrec_desktop.services import update_check


@pytest.fixture
def theirs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Announcer]:
    with announcer() as server:
        monkeypatch.setattr(update_check, "update_source", lambda: server.source)
        server.body = signed(document(datetime.now(UTC).replace(microsecond=0)))
        yield server


def test_this_package_has_nobody_to_ask(fresh) -> None:
    assert "Nobody was asked" in fresh("update", "check", code=1).stderr


def test_a_newer_version_is_told_with_its_files(fresh, theirs: Announcer) -> None:
    told = fresh("update", "check").stdout
    assert "Version 9.1.0 is there" in told
    assert PAGE in told
    assert fresh.json("update", "check")["verdict"] == "newer"
    kinds = [contact["kind"] for contact in fresh.json("activity")]
    assert kinds == ["update", "update"]


def test_a_downloaded_file_is_compared(fresh, theirs: Announcer, tmp_path: Path) -> None:
    file = tmp_path / "epicrec.bin"
    file.write_bytes(b"\0")
    sha256 = "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"
    entry = {"name": "epicrec.bin", "system": "any", "size": 1, "sha256": sha256}
    said = document(datetime.now(UTC).replace(microsecond=0), artifacts=[entry])
    theirs.body = signed(said)
    assert "as it was signed" in fresh("update", "check", str(file)).stdout
    file.write_bytes(b"\1")
    assert "Do not install it" in fresh("update", "check", str(file), code=1).stderr


def test_a_file_that_is_not_there_asks_nobody(fresh, theirs: Announcer, tmp_path: Path) -> None:
    assert "Nobody was asked" in fresh("update", "check", str(tmp_path / "no"), code=1).stderr
    assert theirs.requests == []
