"""The export: a file for the person alone, that takes nothing's place unless it was asked to."""

from __future__ import annotations

import json
import os
import shutil
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.files import write_through
from epicrec_desktop.paths import Paths
from epicrec_desktop.services import own_files

posix = pytest.mark.skipif(os.name != "posix", reason="rights and links of POSIX")


def test_only_the_person_can_read_it_and_it_is_whole(world, tmp_path: Path) -> None:
    world.add("Heat (1995)")
    file = tmp_path / "mine.json"
    world.services.data.export(file)
    document = json.loads(file.read_text(encoding="utf-8"))
    assert [movie["title"] for movie in document["library"]] == ["Heat"]
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [f.name for f in tmp_path.iterdir() if "mine" in f.name] == ["mine.json"]


def test_what_is_there_stays_unless_it_is_to_be_replaced(world, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text("a diary")
    with pytest.raises(EpicRecError, match=r"something at .* already. Nothing was written"):
        world.services.data.export(file)
    assert file.read_text() == "a diary"
    world.services.data.export(file, replace=True)
    assert json.loads(file.read_text(encoding="utf-8"))["format"] == "epicrec-export"
    if os.name == "posix":
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [f.name for f in tmp_path.iterdir() if "mine" in f.name] == ["mine.json"]


@posix
@pytest.mark.parametrize("name", ["mine.json", "mine.json.partial"])
@pytest.mark.parametrize("replace", [False, True])
def test_a_link_somebody_laid_out_is_not_followed(
    world, tmp_path: Path, name: str, replace: bool
) -> None:
    """In a folder that others may write to, it would spoil a file of ours."""
    victim = tmp_path / "victim"
    victim.write_text("as it was")
    (tmp_path / name).symlink_to(victim)
    file = tmp_path / "mine.json"
    if name == "mine.json" and not replace:
        with pytest.raises(EpicRecError, match="Nothing was written"):
            world.services.data.export(file)
    else:
        world.services.data.export(file, replace=replace)
        assert not file.is_symlink()
    assert victim.read_text() == "as it was"


def test_a_disk_that_fails_leaves_nothing_behind_and_keeps_what_was_there(
    world, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "mine.json"
    file.write_text("a diary")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
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
services.data.export(Path(sys.argv[2]), replace=sys.argv[3] == "replace")
"""


@pytest.mark.parametrize("how", ["replace", "new"])
def test_what_a_killed_export_had_begun_is_removed_at_the_next_start(
    prepared: Path, tmp_path: Path, how: str
) -> None:
    """It holds the library, under a name that nobody would look for."""
    base, own = tmp_path / "base", tmp_path / "own"
    shutil.copytree(prepared, base)
    own.mkdir()
    file = own / "mine.json"
    if how == "replace":
        file.write_text("a diary")
    command = [sys.executable, "-c", ENDED, str(base), str(file), how]
    assert subprocess.run(command, check=False).returncode == 9
    assert len(list(own.glob(".*.partial"))) == 1
    wiring.build(Paths.under(base)).close()
    assert [f.name for f in own.iterdir()] == (["mine.json"] if how == "replace" else [])
    assert list((base / "data").glob(".*.begun")) == []


def test_an_export_that_is_being_written_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "notes").mkdir()
    partial = tmp_path / ".0123456789abcdef.partial"
    partial.write_text("{")
    with own_files._noted(tmp_path / "notes", partial):
        own_files.remove_partial_files(tmp_path / "notes")
        assert partial.exists()
    assert list((tmp_path / "notes").iterdir()) == []


def test_a_note_that_names_something_else_removes_nothing(tmp_path: Path) -> None:
    diary, note = tmp_path / "diary.txt", tmp_path / ".x.begun"
    diary.write_text("as it was")
    for content in (os.fsencode(diary), b"", b"\0", os.fsencode(tmp_path / "gone" / ".a.partial")):
        note.write_bytes(content)
        own_files.remove_partial_files(tmp_path)
    assert diary.read_text() == "as it was"
    assert note.exists(), "its folder may come back"


def test_a_full_disk_of_our_own_does_not_keep_an_export_from_being_written(
    world, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(own_files, "create_file", full)
    world.services.data.export(tmp_path / "mine.json")
    assert (tmp_path / "mine.json").exists()


@posix
@pytest.mark.parametrize("taken", [True, False])
def test_a_drive_that_knows_no_second_names(
    world, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, taken: bool
) -> None:
    def refuses(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(os, "link", refuses)
    own = tmp_path / "own"
    own.mkdir()
    file, partial = own / "mine", own / ".a.partial"
    if taken:
        file.write_text("a diary")
        with pytest.raises(FileExistsError):
            write_through(partial, file, b"new", replace=False)
    else:
        write_through(partial, file, b"new", replace=False)
    assert [f.name for f in own.iterdir()] == ["mine"]
    assert file.read_text() == ("a diary" if taken else "new")
