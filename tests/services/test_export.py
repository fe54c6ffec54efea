"""Tests of exporting the user's data, and of what is left after movies are forgotten."""

import csv
import json
import logging
import os
import shutil
import stat
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from epicrec_desktop import files, wiring
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.files import write_through
from epicrec_desktop.logs import ROOT, configure
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.erasing import close_log
from processes import forked, opened_elsewhere

posix = pytest.mark.skipif(os.name != "posix", reason="rights and links of POSIX")


@pytest.mark.parametrize("there", [False, True])
def test_only_the_person_can_read_it_and_what_is_there_stays_unless_replaced(
    world, tmp_path, there
):
    world.add("Heat (1995)")
    file = tmp_path / "mine.json"
    if there:
        file.write_text("a diary")
        with pytest.raises(EpicRecError, match=r"something at .* already. Nothing was written"):
            world.services.data.export(file)
        assert file.read_text() == "a diary"
    world.services.data.export(file, replace=there)
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["format"] == "epicrec-export"
    assert [(one["title"], one["evidence"]) for one in document["library"]] == [("Heat", "watched")]
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [f.name for f in tmp_path.iterdir() if "mine" in f.name] == ["mine.json"]


@posix
def test_a_link_somebody_laid_out_is_not_followed(world, tmp_path):
    """In a folder that others may write to, it would spoil a file of ours."""
    victim, file = tmp_path / "victim", tmp_path / "mine.json"
    victim.write_text("as it was")
    for name in ("mine.json.partial", "mine.json"):
        (tmp_path / name).symlink_to(victim)
    with pytest.raises(EpicRecError, match="Nothing was written"):
        world.services.data.export(file)
    world.services.data.export(file, replace=True)
    assert not file.is_symlink()
    assert victim.read_text() == "as it was"


def test_a_disk_that_fails_leaves_nothing_behind_and_keeps_what_was_there(
    world, tmp_path, monkeypatch
):
    file = tmp_path / "mine.json"
    file.write_text("a diary")
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(28, "No space left on device")))
    with pytest.raises(EpicRecError, match="No space left"):
        world.services.data.export(file, replace=True)
    with pytest.raises(EpicRecError, match="No space left"):
        world.services.data.export(tmp_path / "mine-too.json")
    assert file.read_text() == "a diary"
    assert [f.name for f in tmp_path.iterdir() if "mine" in f.name] == ["mine.json"]


ENDED = """
import os, sys
from pathlib import Path
from epicrec_desktop import files, wiring
from epicrec_desktop.paths import Paths
services = wiring.build(Paths.under(Path(sys.argv[1])))
os.fsync = lambda _: os._exit(9) if any(Path(sys.argv[2]).parent.glob(".*.partial")) else None
services.data.export(Path(sys.argv[2]), replace=True)
"""


def test_a_partial_export_is_removed_at_the_next_start(prepared, tmp_path):
    """It holds the library, under a name that nobody would look for."""
    base, own = tmp_path / "base", tmp_path / "own"
    shutil.copytree(prepared, base)
    own.mkdir()
    file = own / "mine.json"
    file.write_text("a diary")
    assert forked(ENDED, base, file).returncode == 9
    assert len(list(own.glob(".*.partial"))) == 1
    paths = Paths.under(base)
    copied = paths.snapshots / "snapshot-left" / "copy.sqlite"
    copied.parent.mkdir(parents=True)
    copied.write_bytes(b"an address")
    wiring.build(paths).close()
    assert not copied.parent.exists(), "the history that a killed scan copied"
    assert [f.name for f in own.iterdir()] == ["mine.json"]
    assert file.read_text() == "a diary"
    assert list((base / "data").glob(".*.begun")) == []


def test_an_export_that_is_being_written_is_left_alone(tmp_path):
    (tmp_path / "notes").mkdir()
    partial = tmp_path / ".0123456789abcdef.partial"
    partial.write_text("{")
    with files._noted(tmp_path / "notes", partial):
        files.remove_partial_files(tmp_path / "notes")
        assert partial.exists()
    assert list((tmp_path / "notes").iterdir()) == []


def test_a_note_that_names_something_else_removes_nothing(tmp_path):
    diary, note = tmp_path / "diary.txt", tmp_path / ".x.begun"
    diary.write_text("as it was")
    for content in (os.fsencode(diary), b"", b"\0", os.fsencode(tmp_path / "gone" / ".a.partial")):
        note.write_bytes(content)
        files.remove_partial_files(tmp_path)
    assert diary.read_text() == "as it was"
    assert note.exists(), "its folder may come back"


def test_a_full_disk_of_our_own_does_not_keep_an_export_from_being_written(
    world, tmp_path, monkeypatch
):
    full = Mock(side_effect=OSError(28, "No space left on device"))
    monkeypatch.setattr(files, "create_file", full)
    world.services.data.export(tmp_path / "mine.json")
    assert (tmp_path / "mine.json").exists()


@posix
@pytest.mark.parametrize("taken", [True, False])
def test_a_drive_that_knows_no_second_names(world, tmp_path, monkeypatch, taken):
    monkeypatch.setattr(os, "link", Mock(side_effect=PermissionError(1, "Operation not permitted")))
    own = tmp_path / "own"
    own.mkdir()
    file, partial = own / "mine", own / ".a.partial"
    if taken:
        file.write_text("a diary")
        with pytest.raises(FileExistsError):
            write_through(partial, file, [b"new"], replace=False)
    else:
        write_through(partial, file, [b"new"], replace=False)
    assert [f.name for f in own.iterdir()] == ["mine"]
    assert file.read_text() == ("a diary" if taken else "new")


def test_no_title_in_a_table_is_a_formula(world, tmp_path):
    file = tmp_path / "films.csv"
    titles = ["=HYPERLINK(1)", "+1", "@SUM", "-2", "Heat"]
    world.services.data.export_list(file, [Movie(title, 1995, ()) for title in titles])
    with file.open(encoding="utf-8", newline="") as stream:
        rows = list(csv.reader(stream))[1:]
    assert [row[0] for row in rows] == ["'=HYPERLINK(1)", "'+1", "'@SUM", "'-2", "Heat"]


def test_a_forgotten_movie_is_no_reason_any_more(world):
    """The rows that were shown last say why: "because you watched Heat (1995)".

    SQLite's write-ahead log would keep old pages for as long as the window is open.
    """
    log = world.paths.database.with_name(world.paths.database.name + "-wal")
    keys = world.add("Heat (1995)", "Alien (1979)")
    assert any(
        s.because == "Heat (1995)"
        for row in world.release().recommendations.rows
        for s in row.suggestions
    )
    assert b"because" in log.read_bytes()
    world.services.library.forget(keys[:1])
    assert world.services.library.last_recommendations() is None
    assert b"because" not in log.read_bytes()


def test_erasing_while_another_one_is_open_changes_nothing(world):
    world.add("Heat (1995)")
    with opened_elsewhere(world.paths.database):
        with pytest.raises(EpicRecError, match="Nothing was removed"):
            world.services.data.erase()
        assert len(world.services.library.entries()) == 1
    world.services.settings.save(world.paths.settings)
    assert world.paths.settings.exists()
    world.services.data.erase()
    world.services.settings.save(world.paths.settings)  # the tray has a menu until the end
    assert not world.paths.data.exists()
    assert not world.paths.cache.exists()


def test_erasing_lets_go_of_the_log_first(world):
    """Windows removes no file that is open."""
    close_log()  # of a test before this one
    configure(world.paths)
    logging.getLogger(ROOT).warning("a line")
    world.services.data.erase()
    assert not [h for h in logging.getLogger(ROOT).handlers if isinstance(h, logging.FileHandler)]
    descriptors = Path("/proc/self/fd")
    if sys.platform == "linux" and descriptors.is_dir():
        opened = [entry.resolve() for entry in descriptors.iterdir()]
        assert not [file for file in opened if file.is_relative_to(world.paths.data)]


@posix
@pytest.mark.parametrize("linked", [False, True])
def test_what_is_no_file_is_not_replaced(world, tmp_path, linked):
    """As root, an export to /dev/null would leave a file there, for every program."""
    pipe = file = tmp_path / "pipe"
    os.mkfifo(pipe)
    if linked:
        file = tmp_path / "mine.csv"
        file.symlink_to(pipe)
    with pytest.raises(EpicRecError, match="Nothing was changed"):
        world.services.data.export_movies(file, replace=True)
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert file.is_symlink() is linked
    assert sorted(tmp_path.glob("*.partial")) == []
