"""The list of people: small, private, written in one step, and believed no more than the disk."""

import errno
import json
import os
import shutil
import stat
import threading
from unittest.mock import Mock

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ended import Ended, ended_after
from epicrec_desktop import json_files
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.paths import Paths
from epicrec_desktop.services import local_users as module
from epicrec_desktop.services.local_users import FIRST, LIST, LONGEST_NAME, MOST, LocalUsers
from waiting import LIMIT_S

NONSENSE = [
    b"",
    b"{",
    b"null",
    b"[]",
    b"\xff\xfe\x00",
    b"[" * 50_000,
    b'{"format": 1}',
    b'{"format": 1, "people": []}',
    b'{"format": 1, "people": {}}',
    b'{"format": true, "people": [{"id": "first", "name": "A"}]}',
    b'{"format": 1, "people": [{"id": "../../home", "name": "A"}]}',
    b'{"format": 1, "people": [{"id": "first", "name": "A"}, {"id": "first", "name": "B"}]}',
    b'{"format": 1, "people": [{"id": 7, "name": "A"}]}',
    b'{"format": 1' + b" " * 100_000 + b"}",
    json.dumps(
        {"format": 1, "people": [{"id": f"{n:016x}", "name": str(n)} for n in range(MOST + 1)]}
    ).encode(),
]


@pytest.fixture
def paths(tmp_path) -> Paths:
    return Paths.under(tmp_path)


@pytest.fixture
def local_users(paths) -> LocalUsers:
    return LocalUsers(paths)


def names(local_users: LocalUsers) -> list[str]:
    return [user.name for user in local_users.read().users]


def live_in(paths: Paths) -> None:
    paths.data.mkdir(parents=True, exist_ok=True)
    paths.database.write_bytes(b"a library")


def test_who_adds_nobody_has_no_list(local_users, paths, tmp_path):
    user_list = local_users.read()
    assert [user.id for user in user_list.users] == [FIRST]
    assert not user_list.several
    assert local_users.paths_for(user_list.users[0]) == paths
    local_users.record_last_user(user_list.users[0])
    assert not local_users.being_removed(paths)
    local_users.left(paths)
    assert list(tmp_path.iterdir()) == []


def test_somebody_is_added_and_the_first_one_stays_where_they_were(local_users, paths):
    live_in(paths)
    ben = local_users.add("Ben", "Anna")
    assert names(local_users) == ["Anna", "Ben"]
    assert local_users.paths_for(local_users.read().users[0]) == paths
    theirs = local_users.paths_for(ben)
    for own, other in (
        (paths.data, theirs.data),
        (paths.cache, theirs.cache),
        (paths.state, theirs.state),
    ):
        assert own != other
        assert not other.is_relative_to(own)
        assert not own.is_relative_to(other)
    assert not theirs.data.exists()  # made when they come in
    assert "Ben" not in str(theirs.data)
    assert LocalUsers(theirs).read() == local_users.read()
    assert LocalUsers(theirs).owner_of(theirs) == local_users.read().users[1]


@pytest.mark.skipif(os.name == "nt", reason="test_file_permissions.py reads Windows' lists")
def test_the_list_is_for_the_person_alone(local_users, paths):
    local_users.add("Ben")
    for place in (paths.users, paths.users / LIST):
        assert stat.S_IMODE(place.stat().st_mode) & 0o077 == 0
    theirs = local_users.paths_for(local_users.find("Ben"))
    for place in (theirs.cache.parent, theirs.state.parent):
        assert stat.S_IMODE(place.stat().st_mode) & 0o077 == 0


@settings(max_examples=50)
@given(st.text(max_size=200))
def test_a_name_is_one_line_that_can_be_seen_or_it_is_refused(text):
    try:
        name = module._checked(text, ())
    except EpicRecError:
        return
    assert name.strip()
    assert plain(name) == name
    assert 0 < len(name) <= LONGEST_NAME
    assert module._checked(name, ()) == name


@pytest.mark.parametrize("name", ["", "  ", "\x1b", "\u202e", "x" * 41, "x" * 10**6, "0" * 16])
def test_what_cannot_be_a_name_is_refused_and_nothing_is_written(local_users, tmp_path, name):
    with pytest.raises(EpicRecError):
        local_users.add(name)
    assert not (tmp_path / "data-people" / LIST).exists()
    assert [user.id for user in local_users.read().users] == [FIRST]


@pytest.mark.parametrize("again", ["Zoe\u0308", "zoë", " ZOË ", "Z\u200boë"])
def test_two_people_are_not_called_the_same(local_users, again):
    local_users.add("Zoë", "Anna")
    with pytest.raises(EpicRecError, match="already"):
        local_users.add(again)
    with pytest.raises(EpicRecError, match="already"):
        local_users.rename(FIRST, again)
    assert local_users.rename(
        local_users.find("Zoë").id, again
    ).name  # their own other way to write it


def test_a_name_that_is_a_path_makes_no_path(local_users, tmp_path):
    user = local_users.add("../../etc")
    live_in(local_users.paths_for(user))
    assert local_users.find("../../etc") == user
    assert not [found for found in tmp_path.rglob("*") if "etc" in found.name]


def test_no_more_than_a_family(local_users):
    for number in range(MOST - 1):
        local_users.add(f"Somebody {number}")
    with pytest.raises(EpicRecError, match="20 people"):
        local_users.add("One more")
    assert len(local_users.read().users) == MOST


def test_who_came_in_last_is_known_and_everybody_is_found(local_users, paths):
    ben = local_users.add("Ben", "Anna")
    assert local_users.last().name == "Anna"
    local_users.record_last_user(ben)
    assert local_users.last() == ben
    for nonsense in (b"", b"\xff" * 300, b"nobody"):
        (paths.users / "last").write_bytes(nonsense)
        assert local_users.last().name == "Anna"
    assert local_users.find(" bEN ") == local_users.find(ben.id) == ben
    with pytest.raises(EpicRecError, match="Nobody here is called “first”"):
        local_users.find(FIRST)  # that would be a name as any other
    with pytest.raises(EpicRecError, match="Anna, Ben"):
        local_users.find("")


# A list that cannot be read


@pytest.mark.parametrize("content", NONSENSE, ids=range(len(NONSENSE)))
def test_a_damaged_list_loses_nobody(local_users, paths, content):
    live_in(paths)
    ben = local_users.add("Ben", "Anna")
    live_in(local_users.paths_for(ben))
    (paths.users / LIST).write_bytes(content)
    (paths.users / f"{LIST}.copy").unlink()
    user_list = local_users.read()
    assert "damaged" in str(user_list.trouble)
    assert [user.id for user in user_list.users] == [FIRST, ben.id]
    assert [str(user.user_display_name) for user in user_list.users] == ["Person 1", "Person 2"]
    assert local_users.find("Person 2").id == ben.id
    # It is mended by giving names again, and what could not be read is kept.
    local_users.rename(ben.id, "Ben")
    assert local_users.read().trouble is None
    assert names(local_users) == ["", "Ben"]
    assert (paths.users / f"{LIST}.damaged").read_bytes() == content


def test_a_damaged_list_stays_where_no_other_can_be_written(local_users, paths, monkeypatch):
    live_in(paths)
    local_users.add("Ben", "Anna")
    for file in paths.users.glob(f"{LIST}*"):
        file.write_bytes(file.read_bytes()[:-20])
    trouble = local_users.read().trouble
    assert "damaged" in str(trouble)
    full = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
    monkeypatch.setattr(module, "write_checked", full)
    with pytest.raises(EpicRecError, match="Nothing was changed"):
        local_users.rename(FIRST, "Anne")
    assert local_users.read().trouble == trouble


def test_a_flipped_bit_of_the_list_is_reported_and_the_copy_is_used(local_users, paths):
    ben = local_users.add("Ben", "Anna")
    file = paths.users / LIST
    sound = file.read_bytes()
    for place in range(0, len(sound), 3):
        damaged = bytearray(sound)
        damaged[place] ^= 1 << place % 8
        file.write_bytes(damaged)
        assert names(local_users) == ["Anna", "Ben"]
        trouble = str(local_users.read().trouble)
        assert "as it was saved last" in trouble or b'"sum"' not in damaged
    file.write_bytes(sound.replace(b"Anna", b"Anne"))
    local_users.record_last_user(ben)
    assert file.read_bytes() == sound
    assert local_users.read().trouble is None


def test_a_refused_change_of_a_restored_list_costs_no_name(local_users, paths):
    ben = local_users.add("Ben", "Anna")
    cleo = local_users.add("Cleo")
    file = paths.users / LIST
    file.write_bytes(file.read_bytes().replace(b"Anna", b"Anne"))
    with pytest.raises(EpicRecError, match="changed"):
        local_users.rename(FIRST, "Ben")
    assert names(local_users) == ["Anna", "Ben", "Cleo"]
    local_users.record_last_user(ben)
    local_users.left(local_users.paths_for(cleo))
    assert names(local_users) == ["Anna", "Ben"]
    assert not [one for one in paths.users.iterdir() if b"Cleo" in one.read_bytes()]


def test_a_removed_name_stays_in_no_copy(local_users, paths, monkeypatch):
    local_users.add("Ben", "Anna")
    cleo = local_users.add("Cleo")
    genuine = json_files.write_file

    def full(path, content, *, durable=True):
        if path.name.endswith(".copy"):
            raise OSError(28, "No space left on device")
        genuine(path, content, durable=durable)

    monkeypatch.setattr(json_files, "write_file", full)
    local_users.left(local_users.paths_for(cleo))
    assert not [file for file in paths.users.iterdir() if b"Cleo" in file.read_bytes()]


def test_a_name_that_cannot_be_costs_the_name_alone(local_users, paths):
    entries = [
        {"id": FIRST, "name": "\x1b[2J"},
        {"id": "a" * 16, "name": 7},
        {"id": "b" * 16, "name": "x" * 300},
        {"id": "c" * 16, "name": "Ben", "leaving": "yes"},
        {"id": "d" * 16, "name": "ben"},
    ]
    local_users.add("Ben")
    (paths.users / LIST).write_text(json.dumps({"format": 1, "people": entries}))
    shown = [str(user.user_display_name) for user in local_users.read().users]
    assert shown == ["[2J", "Person 2", "Person 3", "Ben", "Person 5"]


def test_a_list_of_a_newer_version_is_not_written_over(local_users, paths):
    ben = local_users.add("Ben", "Anna")
    live_in(local_users.paths_for(ben))
    newer = b'{"format": 2, "people": "otherwise"}'
    (paths.users / LIST).write_bytes(newer)
    assert "newer version" in str(local_users.read().trouble)
    assert ben.id in [user.id for user in local_users.read().users]
    for change in (lambda: local_users.add("Cleo"), lambda: local_users.rename(ben.id, "B")):
        with pytest.raises(EpicRecError, match="newer version"):
            change()
    assert (paths.users / LIST).read_bytes() == newer


def test_a_list_that_may_not_be_read_is_not_written_over(local_users, paths):
    ben = local_users.add("Ben", "Anna")
    live_in(local_users.paths_for(ben))
    (paths.users / LIST).unlink()
    (paths.users / LIST).mkdir()
    assert "could not be read" in str(local_users.read().trouble)
    with pytest.raises(EpicRecError, match="could not be read"):
        local_users.add("Cleo")


def test_a_library_that_the_list_does_not_know_is_shown(local_users, paths):
    """The list came from an older backup, say."""
    older = local_users.add("Ben", "Anna")
    kept = (paths.users / LIST).read_bytes()
    cleo = local_users.add("Cleo")
    live_in(local_users.paths_for(cleo))
    (paths.users / LIST).write_bytes(kept)
    assert [user.id for user in local_users.read().users] == [FIRST, older.id, cleo.id]
    (paths.users / LIST).unlink()
    assert [user.id for user in local_users.read().users] == [cleo.id]
    live_in(paths)
    assert [user.id for user in local_users.read().users] == [FIRST, cleo.id]


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_link_among_the_folders_is_nobody(local_users, paths, tmp_path):
    local_users.add("Ben")
    elsewhere = Paths.under(tmp_path / "elsewhere")
    live_in(elsewhere)
    (paths.users / ("f" * 16)).symlink_to(elsewhere.data)
    assert "f" * 16 not in [user.id for user in local_users.read().users]


# Ended, and two at once


def test_adding_is_ended_before_or_after_never_between(tmp_path, monkeypatch):
    """At every step on the disk: nobody is half there, and the next one can be added."""
    steps, ended = 0, False
    while not ended:
        base = tmp_path / str(steps)
        local_users = LocalUsers(Paths.under(base))
        local_users.add("Anna the second", "Anna")
        with monkeypatch.context() as patched:
            ended_after(patched, steps, "open", "fsync", "mkdir", "replace")
            try:
                local_users.add("Ben")
                ended = True
            except Ended:
                pass
        assert names(local_users) in (
            ["Anna", "Anna the second"],
            ["Anna", "Anna the second", "Ben"],
        )
        assert local_users.read().trouble is None
        if "Ben" not in names(local_users):
            local_users.add("Ben")
        assert len(names(local_users)) == 3
        shutil.rmtree(base)
        steps += 1
    assert steps > 2


def test_many_add_somebody_at_the_same_time(paths, monkeypatch):
    monkeypatch.setattr(module, "_PATIENCE_S", LIMIT_S)
    wanted = [f"Somebody {number}" for number in range(8)]
    threads = [threading.Thread(target=LocalUsers(paths).add, args=(name,)) for name in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names(LocalUsers(paths))[1:]) == sorted(wanted)


def test_while_another_one_changes_the_list_it_is_said(local_users, paths, monkeypatch):
    local_users.add("Ben")
    monkeypatch.setattr(module, "_PATIENCE_S", 0.0)
    with LocalUsers(paths)._changing(), pytest.raises(EpicRecError, match="Another EpicRec window"):
        local_users.add("Cleo")
    local_users.add("Cleo")


def test_a_disk_that_is_full_is_a_sentence(local_users, paths, monkeypatch):
    local_users.add("Ben")
    before = (paths.users / LIST).read_bytes()
    full = Mock(side_effect=OSError(28, "No space left on device"))
    for one in (module, json_files):
        monkeypatch.setattr(one, "write_file", full)
    with pytest.raises(EpicRecError, match="could not be written"):
        local_users.add("Cleo")
    assert (paths.users / LIST).read_bytes() == before
    local_users.record_last_user(
        local_users.read().users[0]
    )  # costs the order of the next question alone
