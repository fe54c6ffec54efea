"""One person is removed with everything, and no other one loses a byte; ended at any moment."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from ended import Ended, ended_after
from epicrec_desktop import logs, wiring
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.erasing import MARK, close_log
from epicrec_desktop.services.household.removing import finish, remove
from epicrec_desktop.services.household.roster import FIRST, Household, Person
from epicrec_desktop.services.login_start import LoginStart
from epicrec_desktop.store.locking import FileLock
from moments import NOW

Files = dict[str, bytes]


@pytest.fixture(autouse=True)
def no_log_stays_open():
    yield
    close_log()


@pytest.fixture(autouse=True)
def own_autostart(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))


@pytest.fixture
def household(prepared: Path, tmp_path: Path) -> Household:
    """Two people who have lived in their folders."""
    base = tmp_path / "base"
    shutil.copytree(prepared, base)
    paths = Paths.under(base)
    household = Household(paths)
    ben = household.add("Ben", "Anna")
    theirs = household.paths_of(ben)
    shutil.copytree(prepared / "data", theirs.data)
    for one, film in ((paths, "imdb:tt0078748"), (theirs, "imdb:tt0113277")):
        services = wiring.build(one, now=lambda: NOW)
        key = services.library.find(film)
        assert key is not None
        services.library.add(key)
        services.close()
        for file in (one.settings, one.downloads / "x.zip", one.crashes / "1.json"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(b"something of mine")
    close_log()
    return household


def kept(paths: Paths) -> Files:
    """Every byte of one person, but for what a process has open."""
    return {
        str(file): file.read_bytes()
        for folder in (paths.data, paths.cache, paths.state)
        for file in folder.rglob("*")
        if file.is_file()
    }


def both(household: Household) -> tuple[Person, Person]:
    anna, ben = household.read().people
    return anna, ben


@pytest.mark.parametrize("who", [0, 1], ids=["the first", "who was added"])
def test_one_is_removed_and_the_other_stays_byte_for_byte(household, tmp_path, who) -> None:
    people = both(household)
    gone, stays = people[who], people[1 - who]
    logs.configure(household.paths_of(stays))  # whoever is in goes on with their log
    before = kept(household.paths_of(stays))
    said = remove(household, gone.id)
    assert "Removed from" in str(said[0])
    assert "taken off the list" in " ".join(map(str, said))
    assert kept(household.paths_of(gone)) == {}
    for folder in ("data", "cache", "state"):
        assert not getattr(household.paths_of(gone), folder).exists()
    assert kept(household.paths_of(stays)) == before
    assert [person.id for person in household.read().people] == [stays.id]
    log = household.paths_of(stays).logs / "epicrec.log"
    logs.logging.getLogger(f"{logs.ROOT}.test").warning("still here")
    assert "still here" in log.read_text(encoding="utf-8")
    if stays.id == FIRST:  # nothing tells any more that there was somebody else
        assert not [found for found in (tmp_path / "base").iterdir() if "people" in found.name]


def test_whoever_erases_everything_leaves_the_list(household) -> None:
    anna, ben = both(household)
    before = kept(household.paths_of(anna))
    services = wiring.build(household.paths_of(ben), now=lambda: NOW)
    said = services.data.erase()
    assert "taken off the list" in " ".join(map(str, said))
    assert not household.paths_of(ben).data.exists()
    assert kept(household.paths_of(anna)) == before
    assert not household.read().several


def test_who_never_came_in_is_removed(household) -> None:
    cleo = household.add("Cleo")
    remove(household, cleo.id)
    assert [person.name for person in household.read().people] == ["Anna", "Ben"]
    with pytest.raises(EpicRecError, match="removed meanwhile"):
        remove(household, cleo.id)


def test_nobody_is_removed_while_they_are_in(household) -> None:
    _, ben = both(household)
    theirs = household.paths_of(ben)
    before = kept(theirs)
    services = wiring.build(theirs, now=lambda: NOW)
    with pytest.raises(EpicRecError, match="Nothing was removed"):
        remove(household, ben.id)
    services.close()
    # A window at its locked door has no database open.
    (theirs.data / "window").mkdir()
    lock = FileLock(theirs.data / "window" / "lock")
    assert lock.acquire(exclusive=True)
    with pytest.raises(EpicRecError, match="Nothing was removed"):
        remove(household, ben.id)
    lock.release()
    assert household.read().several
    assert before.keys() <= kept(theirs).keys()
    remove(household, ben.id)


def test_their_start_with_the_session_goes_with_them(household) -> None:
    anna, ben = (LoginStart(household.paths_of(person)) for person in both(household))
    anna.set_on(True)
    ben.set_on(True)
    assert "--person" in ben.command
    assert "--person" not in anna.command
    remove(household, both(household)[1].id)
    assert anna.on
    assert not ben.on


@pytest.mark.parametrize("who", [0, 1], ids=["the first", "who was added"])
def test_a_removal_ended_at_any_moment_is_finished_at_the_next_start(
    household, tmp_path, monkeypatch, who
) -> None:
    copy = tmp_path / "base"
    steps, ended, seen = 0, False, set()
    while not ended:
        base = tmp_path / f"killed {steps}"
        shutil.copytree(copy, base)
        there = Household(Paths.under(base))
        people = there.read().people
        gone, stays = people[who], people[1 - who]
        before = kept(there.paths_of(stays))
        with monkeypatch.context() as patched:
            ended_after(patched, steps, "unlink", "rmdir", "fsync")
            try:
                remove(there, gone.id)
                ended = True
            except Ended:
                pass
        # They are there whole, or not shown at all.
        whole = gone.id in [person.id for person in there.read().people]
        if whole:
            assert len(kept(there.paths_of(gone))) >= 4
            assert not (there.paths_of(gone).data / MARK).exists()
        finish(there)
        assert (gone.id in [person.id for person in there.read().everybody]) is whole
        if not whole:
            assert kept(there.paths_of(gone)) == {}
        assert kept(there.paths_of(stays)) == before
        seen.add(whole)
        shutil.rmtree(base, ignore_errors=True)
        steps += 1
    assert seen == {True, False}
    assert steps > 15


def test_what_cannot_be_removed_yet_is_nobody_and_tried_again(household, monkeypatch) -> None:
    from epicrec_desktop.services import erasing

    _, ben = both(household)
    with monkeypatch.context() as patched:
        patched.setattr(erasing, "_remove_with_mark", lambda folder: None)
        said = remove(household, ben.id)
    assert "could not be removed" in " ".join(map(str, said)) or "Not all" in str(said[0])
    assert not household.read().several
    assert household.read().everybody[1].leaving
    finish(household)
    assert not household.paths_of(ben).data.exists()
    assert not household.paths_of(ben).people.exists()
