"""Erasing that is ended in the middle, wherever that is, is finished by the next start."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from ended import Ended, ended_after
from epicrec_desktop import wiring
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.paths import Paths
from epicrec_desktop.services import erasing
from epicrec_desktop.services.erasing import MARK, erase_unopened, finish_erasing
from moments import NOW


@pytest.fixture
def lived_in(prepared: Path, tmp_path: Path) -> Paths:
    """A folder with something in every place that is removed."""
    base = tmp_path / "base"
    shutil.copytree(prepared, base)
    paths = Paths.under(base)
    services = wiring.build(paths, now=lambda: NOW)
    key = services.library.find("imdb:tt0078748")
    assert key is not None
    services.library.add(key)
    services.close()
    for file in (
        paths.settings,
        paths.models / "this-computer" / "manifest.json",
        paths.ratings / "ratings.npz",
        paths.crashes / "0001.json",
        paths.snapshots / "1" / "History",
        paths.cache / "providers" / "a" / "catalog.json",
        paths.downloads / "x.zip",
    ):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"something of mine")
    return paths


def test_an_erasing_ended_at_any_moment_is_finished_at_the_next_start(
    lived_in: Paths, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {f.name for f in tmp_path.joinpath("base").rglob("*") if f.is_file()}
    copy = tmp_path / "copy"
    shutil.copytree(tmp_path / "base", copy)
    steps, ended = 0, False
    while not ended:
        base = tmp_path / f"killed {steps}"
        shutil.copytree(copy, base)
        with monkeypatch.context() as patched:
            ended_after(patched, steps, "unlink", "rmdir", "fsync")
            try:
                erase_unopened(Paths.under(base))
                ended = True
            except Ended:
                pass
        whole = {f.name for f in base.rglob("*") if f.is_file()} >= before
        finish_erasing(Paths.under(base))
        left_over = [f for f in base.rglob("*") if f.is_file() and f.name != "epicrec.sqlite3.lock"]
        # Nothing is left, or nothing was begun.
        assert left_over == [] or whole, (steps, left_over)
        shutil.rmtree(base, ignore_errors=True)
        steps += 1
    assert steps > 15


def test_the_next_start_begins_anew(lived_in: Paths) -> None:
    (lived_in.data / MARK).touch()
    services = wiring.build(lived_in, now=lambda: NOW)
    try:
        assert services.library.entries() == []
        assert services.ledger.entries() == []
        assert not (lived_in.cache / "providers").exists()
        assert not lived_in.models.exists()
        assert not (lived_in.data / MARK).exists()
    finally:
        services.close()


def test_what_cannot_be_removed_keeps_the_program_from_opening(
    lived_in: Paths, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would show as kept what the person had removed."""
    (lived_in.data / MARK).touch()
    monkeypatch.setattr(erasing, "_remove_with_mark", lambda folder: None)
    with pytest.raises(EpicRecError, match="Not all could be removed"):
        wiring.build(lived_in, now=lambda: NOW)


def test_private_files_are_overwritten_before_they_go(
    lived_in: Paths, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A link beside them shows what their blocks held at the end."""
    kept = tmp_path / "blocks"
    kept.mkdir()
    private = [
        lived_in.database,
        lived_in.samples,
        lived_in.settings,
        lived_in.snapshots / "1/History",
    ]
    public = lived_in.downloads / "x.zip"
    for number, file in enumerate([*private, public]):
        os.link(file, kept / str(number))
    restore_summary = erase_unopened(lived_in)
    for number in range(len(private)):
        assert set(kept.joinpath(str(number)).read_bytes()) == {0}
    assert kept.joinpath(str(len(private))).read_bytes() == b"something of mine"
    assert "overwritten" in str(restore_summary[-1])
    assert "solid-state" in str(restore_summary[-1])


def test_a_link_in_the_folder_is_removed_and_not_followed(lived_in: Paths, tmp_path: Path) -> None:
    diary = tmp_path / "diary"
    diary.write_text("as it was")
    (lived_in.data / "link").symlink_to(diary)
    erase_unopened(lived_in)
    assert diary.read_text() == "as it was"
    assert not lived_in.data.exists()


def test_while_another_one_is_open_it_is_not_finished(lived_in: Paths) -> None:
    services = wiring.build(lived_in, now=lambda: datetime.now(UTC))
    try:
        (lived_in.data / MARK).touch()
        with pytest.raises(EpicRecError, match="Nothing was removed"):
            finish_erasing(lived_in)
        with closing(sqlite3.connect(lived_in.database)) as connection:
            assert connection.execute("SELECT count(*) FROM library").fetchone() == (1,)
    finally:
        (lived_in.data / MARK).unlink()
        services.close()
