"""Commands `selfcheck` and `update`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from announcing import PAGE, Announcer, announcer, document, signed
from epicrec_desktop.cli import installation
from epicrec_desktop.cli.installation import Result, check_installation
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy import calibration, least_squares
from epicrec_desktop.services import update_check
from epicrec_desktop.services.local_users import LocalUsers


def run(name: str) -> Result:
    return installation._run(name, getattr(installation, f"_{name}"))


def test_every_check_passes_here() -> None:
    found = {result.name: result for result in check_installation(window=False)}
    assert {name: result.problem for name, result in found.items() if result.problem} == {}
    assert "movies" in found["solver"].detail
    assert found["updates"].detail == "off"


def test_the_folder_of_the_data_is_named(fresh, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(installation, "check_installation", lambda *, window: [])
    (found,) = fresh.json("selfcheck", "--no-window")
    assert found == {"name": "your data", "ok": True, "detail": str(fresh.base / "data")}


def test_naming_the_folder_of_somebody_removes_nobody(fresh, monkeypatch):
    monkeypatch.setattr(installation, "check_installation", lambda *, window: [])
    local_users = LocalUsers(Paths.under(fresh.base))
    ben, cleo = (local_users.paths_for(local_users.add(name)) for name in ("Ben", "Cleo"))
    ben.data.mkdir(parents=True)
    (ben.data / "kept").touch()
    local_users.being_removed(ben)
    (found,) = fresh.json("--person", "Cleo", "selfcheck", "--no-window")
    assert found["detail"] == str(cleo.data)
    assert fresh.json("selfcheck", "--no-window")[0]["detail"] == str(fresh.base / "data")
    assert (ben.data / "kept").exists()


def test_scales_a_thousandth_too_small_are_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = calibration.calibrate

    def short(*args: Any, **options: Any) -> calibration.Calibration:
        found = genuine(*args, **options)
        return replace(found, z=(found.z[0] * 0.999, *found.z[1:]))

    monkeypatch.setattr(calibration, "calibrate", short)
    assert run("solver").problem == "the two solvers do not agree"


def test_a_fit_that_misses_the_best_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = least_squares.fit_groups

    def worse(*args: Any, **options: Any) -> least_squares.Fit:
        found = genuine(*args, **options)
        return replace(found, residual=found.residual * 1.001)

    monkeypatch.setattr(least_squares, "fit_groups", worse)
    assert run("solver").problem == "the two solvers do not agree"


def test_a_library_that_takes_any_signature_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("nacl.signing.VerifyKey.verify", lambda *_: b"")
    problem = run("updates").problem
    assert problem is not None
    assert "wrong signature" in problem


@pytest.fixture
def theirs(monkeypatch: pytest.MonkeyPatch) -> Iterator[Announcer]:
    with announcer() as server:
        monkeypatch.setattr(update_check, "update_source", lambda: server.source)
        server.body = signed(document(datetime.now(UTC).replace(microsecond=0)))
        yield server


def test_this_package_has_nobody_to_ask(fresh) -> None:
    assert "Nobody was asked" in fresh("update", "check", code=1).stderr


def test_a_newer_version_is_reported_with_its_files(fresh, theirs: Announcer) -> None:
    output = fresh("update", "check").stdout
    assert "Version 9.1.0 is there" in output
    assert PAGE in output
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


def test_selfcheck_passes_and_says_so_where_clarabel_is_not_installed(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(installation, "find_spec", lambda name: None)
    assert "not available here" in installation._solver()
