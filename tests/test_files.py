"""A crash leaves the old file or the new one, whole, and nothing beside it."""

import errno
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import Mock

import pytest

from epicrec_desktop.files import create_file, put_in_place, remove_abandoned, replacing, write_file
from epicrec_desktop.paths import reachable
from private_files import is_private

posix = pytest.mark.skipif(os.name != "posix", reason="of systems with modes and links")


def names(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir())


@pytest.mark.parametrize("durable", [True, False])
def test_the_new_content_takes_the_place_of_the_old(tmp_path, durable):
    file = tmp_path / "settings.json"
    for content in (b"old", b"", b"new\r\n\x00" * 100_000):
        write_file(file, content, durable=durable)
        assert file.read_bytes() == content
        assert names(tmp_path) == ["settings.json"]


@pytest.mark.parametrize("name", ["Amélie – 映画 🎬.json", "x" * 250 + ".json", ".hidden", "a b"])
def test_any_name_that_the_system_takes(tmp_path, name):
    folder = reachable(tmp_path / "Zoë", 260)
    folder.mkdir()
    for content in (b"old", b"new"):
        write_file(folder / name, content)
    assert (folder / name).read_bytes() == b"new"
    create_file(folder / f"2{name[1:]}", b"another")
    assert len(names(folder)) == 2


def test_only_the_person_can_read_it_also_while_it_is_written(tmp_path):
    file = tmp_path / "draws.json"
    file.write_bytes(b"open to all")
    if os.name == "posix":
        file.chmod(0o666)
    with replacing(file) as stream:
        stream.write(b"mine")
        assert all(is_private(other) for other in tmp_path.iterdir() if other != file)
        assert file.read_bytes() == b"open to all"
    assert is_private(file)
    create_file(tmp_path / "new.json", b"mine")
    assert is_private(tmp_path / "new.json")


@pytest.mark.parametrize("step", [(os, "fsync"), (Path, "replace")], ids=["sync", "replace"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "full"), KeyboardInterrupt()])
def test_what_fails_before_the_last_step_leaves_the_old_file_alone(
    tmp_path, monkeypatch, step, error
):
    file = tmp_path / "draws.json"
    write_file(file, b"old")
    monkeypatch.setattr(*step, Mock(side_effect=error))
    with pytest.raises(type(error)):
        write_file(file, b"new")
    assert file.read_bytes() == b"old"
    assert names(tmp_path) == ["draws.json"]


def test_who_fails_while_writing_leaves_the_old_file_alone(tmp_path):
    file = tmp_path / "ratings.npz"
    write_file(file, b"old")
    with pytest.raises(TypeError), replacing(file) as stream:
        stream.writelines([b"half of the n", None])
    assert file.read_bytes() == b"old"
    assert names(tmp_path) == ["ratings.npz"]


KILLED = """
import os, sys
from pathlib import Path
from epicrec_desktop.files import write_file
if sys.argv[2] == "sync":
    os.fsync = lambda _: os._exit(9)
else:
    Path.replace = lambda *_: os._exit(9)
write_file(Path(sys.argv[1]), b"new")
"""


@pytest.mark.parametrize("step", ["sync", "replace"])
def test_who_is_killed_between_two_steps_leaves_the_old_file_whole(tmp_path, step):
    file = tmp_path / "draws.json"
    write_file(file, b"old")
    ended = subprocess.run([sys.executable, "-c", KILLED, str(file), step], check=False)
    assert ended.returncode == 9
    assert file.read_bytes() == b"old"
    write_file(file, b"new")
    assert file.read_bytes() == b"new"


@pytest.mark.parametrize("durable", [True, False])
def test_the_file_is_on_the_disk_before_it_takes_its_place_and_the_folder_after(
    tmp_path, monkeypatch, durable
):
    steps: list[str] = []
    replace, sync = Path.replace, os.fsync

    def watch_sync(descriptor):
        folder = os.path.samestat(os.fstat(descriptor), tmp_path.stat())
        steps.append("folder" if folder else "file")
        sync(descriptor)

    def watch_replace(self, target):
        assert self.read_bytes() == b"new"  # nothing is left in a buffer
        steps.append("replace")
        return replace(self, target)

    monkeypatch.setattr(os, "fsync", watch_sync)
    monkeypatch.setattr(Path, "replace", watch_replace)
    write_file(tmp_path / "draws.json", b"new", durable=durable)
    folder = ["folder"] if os.name == "posix" else []
    assert steps == (["file", "replace", *folder] if durable else ["replace"])


@posix
def test_a_file_system_that_cannot_sync_folders_is_written_to(tmp_path, monkeypatch):
    def refuse(descriptor):
        if os.path.samestat(os.fstat(descriptor), tmp_path.stat()):
            raise OSError(errno.EINVAL, "Invalid argument")

    monkeypatch.setattr(os, "fsync", refuse)
    write_file(tmp_path / "file", b"new")
    create_file(tmp_path / "another", b"new")
    assert names(tmp_path) == ["another", "file"]


def test_a_new_file_never_takes_the_place_of_another(tmp_path):
    file = tmp_path / "mine.json"
    file.write_bytes(b"a diary")
    with pytest.raises(FileExistsError):
        create_file(file, b"an export")
    assert file.read_bytes() == b"a diary"
    with pytest.raises(OSError, match=tmp_path.name):  # a folder
        write_file(tmp_path, b"an export")


@posix
def test_a_link_is_replaced_and_not_followed(tmp_path):
    victim, link = tmp_path / "victim", tmp_path / "link"
    victim.write_bytes(b"as it was")
    link.symlink_to(victim)
    with pytest.raises(FileExistsError):
        create_file(link, b"new")
    write_file(link, b"new")
    assert not link.is_symlink()
    assert victim.read_bytes() == b"as it was"


def test_a_new_file_that_could_not_be_finished_does_not_stay(tmp_path, monkeypatch):
    monkeypatch.setattr(os, "fsync", Mock(side_effect=OSError(errno.ENOSPC, "full")))
    with pytest.raises(OSError, match="full"):
        create_file(tmp_path / "mine.json", b"an export")
    assert names(tmp_path) == []


def test_a_file_takes_the_place_of_one_that_was_just_read(tmp_path, monkeypatch):
    target, partial = tmp_path / "settings.json", tmp_path / "settings.partial"
    target.write_text("old", encoding="utf-8")
    partial.write_text("new", encoding="utf-8")
    with target.open(encoding="utf-8") as reader:
        monkeypatch.setattr("epicrec_desktop.files.time.sleep", lambda _: reader.close())
        put_in_place(partial, target)
    assert target.read_text(encoding="utf-8") == "new"
    assert not partial.exists()


def test_what_a_killed_process_left_is_removed_later_and_nothing_else(tmp_path):
    old, new = tmp_path / ".0123456789abcdef.partial", tmp_path / ".fedcba9876543210.partial"
    mine, below = tmp_path / "notes.partial", tmp_path / "models" / ".00.partial"
    below.parent.mkdir()
    for path in (old, new, mine, below):
        path.write_bytes(b"half")
    for path in (old, mine, below):
        os.utime(path, (0, 0))
    remove_abandoned(tmp_path)
    assert sorted(path for path in tmp_path.rglob("*") if path.is_file()) == sorted([new, mine])
