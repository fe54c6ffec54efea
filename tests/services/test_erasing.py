"""Tests of erasing everything, and of removing one local user."""

import os
import shutil
from contextlib import closing
from datetime import UTC, datetime

import pytest

from ended import Ended, ended_after
from epicrec_desktop import logs, wiring
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import Paths
from epicrec_desktop.services import erasing
from epicrec_desktop.services.autostart import Autostart
from epicrec_desktop.services.erasing import (
    MARK,
    close_log,
    erase_unopened,
    finish_erasing,
    finish_removals,
    remove,
)
from epicrec_desktop.services.local_users import FIRST, LocalUser, LocalUsers
from moments import NOW
from sql import sql


@pytest.fixture
def lived_in(prepared, tmp_path) -> Paths:
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


def test_what_could_not_be_overwritten_is_reported(lived_in, monkeypatch):
    overwrite = erasing.overwrite_file
    monkeypatch.setattr(
        erasing,
        "overwrite_file",
        lambda file: file != lived_in.database and overwrite(file),
    )
    sentences = " ".join(map(str, erase_unopened(lived_in)))
    assert "Not everything private could be overwritten" in sentences
    assert "What was private was overwritten" not in sentences


def test_an_erasing_ended_at_any_moment_is_finished_at_the_next_start(
    lived_in, tmp_path, monkeypatch
):
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
        # Nothing is left, or nothing was started.
        assert left_over == [] or whole, (steps, left_over)
        shutil.rmtree(base, ignore_errors=True)
        steps += 1
    assert steps > 15


def test_the_next_start_has_an_empty_library_or_is_refused(lived_in, monkeypatch):
    (lived_in.data / MARK).touch()
    with monkeypatch.context() as patched:
        patched.setattr(erasing, "_remove_with_mark", lambda folder: None)
        with pytest.raises(EpicRecError, match="Not all could be removed"):
            wiring.build(lived_in, now=lambda: NOW)
    with closing(wiring.build(lived_in, now=lambda: NOW)) as services:
        assert services.library.entries() == []
        assert services.ledger.entries() == []
        assert not (lived_in.cache / "providers").exists()
        assert not lived_in.models.exists()
        assert not (lived_in.data / MARK).exists()


def test_private_files_are_overwritten_before_they_go(lived_in, monkeypatch, tmp_path):
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
    sentences = erase_unopened(lived_in)
    for number in range(len(private)):
        assert set(kept.joinpath(str(number)).read_bytes()) == {0}
    assert kept.joinpath(str(len(private))).read_bytes() == b"something of mine"
    assert "overwritten" in str(sentences[-1])
    assert "solid-state" in str(sentences[-1])


def test_a_link_in_the_folder_is_removed_and_not_followed(lived_in, tmp_path):
    diary = tmp_path / "diary"
    diary.write_text("as it was")
    (lived_in.data / "link").symlink_to(diary)
    erase_unopened(lived_in)
    assert diary.read_text() == "as it was"
    assert not lived_in.data.exists()


def test_while_another_one_is_open_it_is_not_finished(lived_in):
    services = wiring.build(lived_in, now=lambda: datetime.now(UTC))
    try:
        (lived_in.data / MARK).touch()
        with pytest.raises(EpicRecError, match="Nothing was removed"):
            finish_erasing(lived_in)
        assert sql(lived_in.database, "SELECT count(*) FROM library")[0] == (1,)
    finally:
        (lived_in.data / MARK).unlink()
        services.close()


Files = dict[str, bytes]


@pytest.fixture(autouse=True)
def no_log_stays_open():
    yield
    close_log()


@pytest.fixture(autouse=True)
def own_autostart(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def local_users(prepared, tmp_path) -> LocalUsers:
    """Two people who have lived in their folders."""
    base = tmp_path / "base"
    shutil.copytree(prepared, base)
    paths = Paths.under(base)
    local_users = LocalUsers(paths)
    ben = local_users.add("Ben", "Anna")
    theirs = local_users.paths_for(ben)
    shutil.copytree(prepared / "data", theirs.data)
    for one, movie in ((paths, "imdb:tt0078748"), (theirs, "imdb:tt0113277")):
        services = wiring.build(one, now=lambda: NOW)
        key = services.library.find(movie)
        assert key is not None
        services.library.add(key)
        services.close()
        for file in (one.settings, one.downloads / "x.zip", one.crashes / "1.json"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(b"something of mine")
    close_log()
    return local_users


def kept(paths: Paths) -> Files:
    """Every byte of one person, but for what a process has open."""
    return {
        str(file): file.read_bytes()
        for folder in (paths.data, paths.cache, paths.state)
        for file in folder.rglob("*")
        if file.is_file()
    }


def both(local_users: LocalUsers) -> tuple[LocalUser, LocalUser]:
    anna, ben = local_users.read().users
    return anna, ben


@pytest.mark.parametrize("who", [0, 1], ids=["the first", "who was added"])
def test_one_is_removed_and_the_other_stays_byte_for_byte(local_users, tmp_path, who):
    users = both(local_users)
    gone, stays = users[who], users[1 - who]
    logs.configure(local_users.paths_for(stays))  # whoever is in goes on with their log
    before = kept(local_users.paths_for(stays))
    said = remove(local_users, gone.id)
    assert "Removed from" in str(said[0])
    assert "taken off the list" in " ".join(map(str, said))
    assert kept(local_users.paths_for(gone)) == {}
    for folder in ("data", "cache", "state"):
        assert not getattr(local_users.paths_for(gone), folder).exists()
    assert kept(local_users.paths_for(stays)) == before
    assert [user.id for user in local_users.read().users] == [stays.id]
    log = local_users.paths_for(stays).logs / "epicrec.log"
    logs.logging.getLogger(f"{logs.ROOT}.test").warning("still here")
    assert "still here" in log.read_text(encoding="utf-8")
    if stays.id == FIRST:  # nothing tells any more that there was somebody else
        assert not [found for found in (tmp_path / "base").iterdir() if "people" in found.name]


def test_whoever_erases_everything_leaves_the_list(local_users):
    anna, ben = both(local_users)
    before = kept(local_users.paths_for(anna))
    services = wiring.build(local_users.paths_for(ben), now=lambda: NOW)
    said = services.data.erase()
    assert "taken off the list" in " ".join(map(str, said))
    assert not local_users.paths_for(ben).data.exists()
    assert kept(local_users.paths_for(anna)) == before
    assert not local_users.read().several


def test_who_never_came_in_is_removed(local_users):
    cleo = local_users.add("Cleo")
    remove(local_users, cleo.id)
    assert [user.name for user in local_users.read().users] == ["Anna", "Ben"]
    with pytest.raises(EpicRecError, match="removed meanwhile"):
        remove(local_users, cleo.id)


def test_nobody_is_removed_while_they_are_in(local_users):
    _, ben = both(local_users)
    theirs = local_users.paths_for(ben)
    before = kept(theirs)
    services = wiring.build(theirs, now=lambda: NOW)
    with pytest.raises(EpicRecError, match="Nothing was removed"):
        remove(local_users, ben.id)
    services.close()
    # A window at its lock screen has no database open.
    (theirs.data / "window").mkdir()
    lock = FileLock(theirs.data / "window" / "lock")
    assert lock.acquire(exclusive=True)
    with pytest.raises(EpicRecError, match="Nothing was removed"):
        remove(local_users, ben.id)
    lock.release()
    assert local_users.read().several
    assert before.keys() <= kept(theirs).keys()
    remove(local_users, ben.id)


def test_their_start_with_the_session_goes_with_them(local_users):
    anna, ben = (Autostart(local_users.paths_for(user)) for user in both(local_users))
    anna.set_on(True)
    ben.set_on(True)
    assert "--person" in ben.command
    assert "--person" not in anna.command
    remove(local_users, both(local_users)[1].id)
    assert anna.on
    assert not ben.on


@pytest.mark.parametrize("who", [0, 1], ids=["the first", "who was added"])
def test_a_removal_ended_at_any_moment_is_finished_at_the_next_start(
    local_users, tmp_path, monkeypatch, who
):
    copy = tmp_path / "base"
    steps, ended, seen = 0, False, set()
    while not ended:
        base = tmp_path / f"killed {steps}"
        shutil.copytree(copy, base)
        there = LocalUsers(Paths.under(base))
        users = there.read().users
        gone, stays = users[who], users[1 - who]
        before = kept(there.paths_for(stays))
        with monkeypatch.context() as patched:
            ended_after(patched, steps, "unlink", "rmdir", "fsync")
            try:
                remove(there, gone.id)
                ended = True
            except Ended:
                pass
        # They are there whole, or not shown at all.
        whole = gone.id in [user.id for user in there.read().users]
        if whole:
            assert len(kept(there.paths_for(gone))) >= 4
            assert not (there.paths_for(gone).data / MARK).exists()
        finish_removals(there)
        assert (gone.id in [user.id for user in there.read().all_users]) is whole
        if not whole:
            assert kept(there.paths_for(gone)) == {}
        assert kept(there.paths_for(stays)) == before
        seen.add(whole)
        shutil.rmtree(base, ignore_errors=True)
        steps += 1
    assert seen == {True, False}
    assert steps > 15


def test_what_cannot_be_removed_yet_is_nobody_and_tried_again(local_users, monkeypatch):
    _, ben = both(local_users)
    with monkeypatch.context() as patched:
        patched.setattr(erasing, "_remove_with_mark", lambda folder: None)
        said = remove(local_users, ben.id)
    assert "could not be removed" in " ".join(map(str, said)) or "Not all" in str(said[0])
    assert not local_users.read().several
    assert local_users.read().all_users[1].being_removed
    finish_removals(local_users)
    assert not local_users.paths_for(ben).data.exists()
    assert not local_users.paths_for(ben).users.exists()
