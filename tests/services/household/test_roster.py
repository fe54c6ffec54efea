"""The list of people: small, private, written in one step, and believed no more than the disk."""

from __future__ import annotations

import json
import os
import shutil
import stat
import threading
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ended import Ended, ended_after
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.plain_text import printable
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.household import roster as module
from epicrec_desktop.services.household.roster import FIRST, LIST, LONGEST_NAME, MOST, Household

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
def paths(tmp_path: Path) -> Paths:
    return Paths.under(tmp_path)


@pytest.fixture
def household(paths: Paths) -> Household:
    return Household(paths)


def names(household: Household) -> list[str]:
    return [person.name for person in household.read().people]


def live_in(paths: Paths) -> None:
    paths.data.mkdir(parents=True, exist_ok=True)
    paths.database.write_bytes(b"a library")


def test_who_adds_nobody_has_no_list(household, paths, tmp_path) -> None:
    roster = household.read()
    assert [person.id for person in roster.people] == [FIRST]
    assert not roster.several
    assert household.paths_of(roster.people[0]) == paths
    household.came_in(roster.people[0])
    assert not household.leaving(paths)
    household.left(paths)
    assert list(tmp_path.iterdir()) == []


def test_somebody_is_added_and_the_first_one_stays_where_they_were(household, paths) -> None:
    live_in(paths)
    ben = household.add("Ben", "Anna")
    assert names(household) == ["Anna", "Ben"]
    assert household.paths_of(household.read().people[0]) == paths
    theirs = household.paths_of(ben)
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
    assert Household(theirs).read() == household.read()
    assert Household(theirs).whose(theirs) == household.read().people[1]


@pytest.mark.skipif(os.name == "nt", reason="Windows has access lists, which test_rights.py reads")
def test_the_list_is_for_the_person_alone(household, paths) -> None:
    household.add("Ben")
    for place in (paths.people, paths.people / LIST):
        assert stat.S_IMODE(place.stat().st_mode) & 0o077 == 0
    theirs = household.paths_of(household.find("Ben"))
    for place in (theirs.cache.parent, theirs.state.parent):
        assert stat.S_IMODE(place.stat().st_mode) & 0o077 == 0


@given(st.text(max_size=200))
def test_a_name_is_one_line_that_can_be_seen_or_it_is_refused(text: str) -> None:
    try:
        name = module._checked(text, ())
    except EpicRecError:
        return
    assert printable(name)
    assert 0 < len(name) <= LONGEST_NAME
    assert module._checked(name, ()) == name


@pytest.mark.parametrize("name", ["", "  ", "\x1b", "\u202e", "x" * 41, "x" * 10**6, "0" * 16])
def test_what_cannot_be_a_name_is_refused_and_nothing_is_written(household, tmp_path, name) -> None:
    with pytest.raises(EpicRecError):
        household.add(name)
    assert not (tmp_path / "data-people" / LIST).exists()
    assert [person.id for person in household.read().people] == [FIRST]


@pytest.mark.parametrize("again", ["Zoe\u0308", "zoë", " ZOË ", "Z\u200boë"])
def test_two_people_are_not_called_the_same(household, again) -> None:
    household.add("Zoë", "Anna")
    with pytest.raises(EpicRecError, match="already"):
        household.add(again)
    with pytest.raises(EpicRecError, match="already"):
        household.rename(FIRST, again)
    assert household.rename(household.find("Zoë").id, again).name  # their own other way to write it


def test_a_name_that_is_a_path_makes_no_path(household, tmp_path) -> None:
    person = household.add("../../etc")
    live_in(household.paths_of(person))
    assert household.find("../../etc") == person
    assert not [found for found in tmp_path.rglob("*") if "etc" in found.name]


def test_no_more_than_a_family(household) -> None:
    for number in range(MOST - 1):
        household.add(f"Somebody {number}")
    with pytest.raises(EpicRecError, match="20 people"):
        household.add("One more")
    assert len(household.read().people) == MOST


def test_who_came_in_last_is_known(household, paths) -> None:
    ben = household.add("Ben", "Anna")
    assert household.last().name == "Anna"
    household.came_in(ben)
    assert household.last() == ben
    for nonsense in (b"", b"\xff" * 300, b"nobody"):
        (paths.people / "last").write_bytes(nonsense)
        assert household.last().name == "Anna"


def test_somebody_is_found_by_name_and_by_id(household) -> None:
    ben = household.add("Ben", "Anna")
    assert household.find(" bEN ") == household.find(ben.id) == ben
    with pytest.raises(EpicRecError, match="Nobody here is called “first”"):
        household.find(FIRST)  # that would be a name as any other
    with pytest.raises(EpicRecError, match="Anna, Ben"):
        household.find("")


# A list that cannot be read


@pytest.mark.parametrize("content", NONSENSE, ids=range(len(NONSENSE)))
def test_a_damaged_list_loses_nobody(household, paths, content) -> None:
    live_in(paths)
    ben = household.add("Ben", "Anna")
    live_in(household.paths_of(ben))
    (paths.people / LIST).write_bytes(content)
    roster = household.read()
    assert "damaged" in str(roster.trouble)
    assert [person.id for person in roster.people] == [FIRST, ben.id]
    assert [str(person.called) for person in roster.people] == ["Person 1", "Person 2"]
    assert household.find("Person 2").id == ben.id
    # It is mended by giving names again, and what could not be read is kept.
    household.rename(ben.id, "Ben")
    assert household.read().trouble is None
    assert names(household) == ["", "Ben"]
    assert (paths.people / f"{LIST}.damaged").read_bytes() == content


def test_a_name_that_cannot_be_costs_the_name_alone(household, paths) -> None:
    entries = [
        {"id": FIRST, "name": "\x1b[2J"},
        {"id": "a" * 16, "name": 7},
        {"id": "b" * 16, "name": "x" * 300},
        {"id": "c" * 16, "name": "Ben", "leaving": "yes"},
        {"id": "d" * 16, "name": "ben"},
    ]
    household.add("Ben")
    (paths.people / LIST).write_text(json.dumps({"format": 1, "people": entries}))
    shown = [str(person.called) for person in household.read().people]
    assert shown == ["[2J", "Person 2", "Person 3", "Ben", "Person 5"]


def test_a_list_of_a_newer_version_is_not_written_over(household, paths) -> None:
    ben = household.add("Ben", "Anna")
    live_in(household.paths_of(ben))
    newer = b'{"format": 2, "people": "otherwise"}'
    (paths.people / LIST).write_bytes(newer)
    assert "newer version" in str(household.read().trouble)
    assert ben.id in [person.id for person in household.read().people]
    for change in (lambda: household.add("Cleo"), lambda: household.rename(ben.id, "B")):
        with pytest.raises(EpicRecError, match="newer version"):
            change()
    assert (paths.people / LIST).read_bytes() == newer


def test_a_list_that_may_not_be_read_is_not_written_over(household, paths) -> None:
    ben = household.add("Ben", "Anna")
    live_in(household.paths_of(ben))
    (paths.people / LIST).unlink()
    (paths.people / LIST).mkdir()
    assert "could not be read" in str(household.read().trouble)
    with pytest.raises(EpicRecError, match="could not be read"):
        household.add("Cleo")


def test_a_library_that_the_list_does_not_know_is_shown(household, paths) -> None:
    """The list came from an older backup, say."""
    older = household.add("Ben", "Anna")
    kept = (paths.people / LIST).read_bytes()
    cleo = household.add("Cleo")
    live_in(household.paths_of(cleo))
    (paths.people / LIST).write_bytes(kept)
    assert [person.id for person in household.read().people] == [FIRST, older.id, cleo.id]
    (paths.people / LIST).unlink()
    assert [person.id for person in household.read().people] == [cleo.id]
    live_in(paths)
    assert [person.id for person in household.read().people] == [FIRST, cleo.id]


@pytest.mark.skipif(os.name == "nt", reason="links need a right there")
def test_a_link_among_the_folders_is_nobody(household, paths, tmp_path) -> None:
    household.add("Ben")
    elsewhere = Paths.under(tmp_path / "elsewhere")
    live_in(elsewhere)
    (paths.people / ("f" * 16)).symlink_to(elsewhere.data)
    assert "f" * 16 not in [person.id for person in household.read().people]


# Ended, and two at once


def test_adding_is_ended_before_or_after_never_between(tmp_path, monkeypatch) -> None:
    """At every step on the disk: nobody is half there, and the next one can be added."""
    steps, ended = 0, False
    while not ended:
        base = tmp_path / str(steps)
        household = Household(Paths.under(base))
        household.add("Anna the second", "Anna")
        with monkeypatch.context() as patched:
            ended_after(patched, steps, "open", "fsync", "mkdir", "replace")
            try:
                household.add("Ben")
                ended = True
            except Ended:
                pass
        assert names(household) in (["Anna", "Anna the second"], ["Anna", "Anna the second", "Ben"])
        assert household.read().trouble is None
        if "Ben" not in names(household):
            household.add("Ben")
        assert len(names(household)) == 3
        shutil.rmtree(base)
        steps += 1
    assert steps > 2


def test_many_add_somebody_at_the_same_time(paths) -> None:
    wanted = [f"Somebody {number}" for number in range(8)]
    threads = [threading.Thread(target=Household(paths).add, args=(name,)) for name in wanted]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(names(Household(paths))[1:]) == sorted(wanted)


def test_while_another_one_changes_the_list_it_is_said(household, paths, monkeypatch) -> None:
    household.add("Ben")
    monkeypatch.setattr(module, "_PATIENCE_S", 0.05)
    with Household(paths)._alone(), pytest.raises(EpicRecError, match="Another EpicRec window"):
        household.add("Cleo")
    household.add("Cleo")


def test_a_disk_that_is_full_is_a_sentence(household, paths, monkeypatch) -> None:
    household.add("Ben")
    before = (paths.people / LIST).read_bytes()

    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "write_file", full)
    with pytest.raises(EpicRecError, match="could not be written"):
        household.add("Cleo")
    assert (paths.people / LIST).read_bytes() == before
    household.came_in(household.read().people[0])  # costs the order of the next question alone
