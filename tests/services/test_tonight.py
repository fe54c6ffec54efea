"""A movie for two: from two real libraries, without a trace."""

import shutil
from pathlib import Path

import pytest

from epicrec_desktop import wiring
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import Evidence, LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.lab.benchmarks.scan_bench import write_history
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.local_users import LocalUsers
from epicrec_desktop.services.protection.library_encryption import (
    LibraryEncryption,
    PassphraseRequiredError,
)
from epicrec_desktop.store import integrity
from epicrec_desktop.store.driver import PLAIN
from keyrings import CHEAP
from services.conftest import World

BEN = ("Alien (1979)", "Blade Runner (1982)", "Arrival (2016)", "The Matrix (1999)", "Heat (1995)")
ANNA = ("Notting Hill (1999)", "Before Sunrise (1995)", "Arrival (2016)", "Fargo (1996)")

pytestmark = pytest.mark.usefixtures("offline")


@pytest.fixture
def two(world) -> Paths:
    """Ben's world, with Anna beside him; the folders of Anna."""
    world.add(*BEN)
    paths = LocalUsers(world.paths).paths_for(LocalUsers(world.paths).add("Anna", "Ben"))
    for folder in ("data", "state", "cache"):
        shutil.copytree(getattr(world.paths, folder), getattr(paths, folder))
    services = wiring.build(paths)
    for entry in services.library.entries():
        services.library.answer({entry.id: {"status": None}})
    anna = World(services, world.clock, paths)
    keys = anna.add(*ANNA)
    services.library.rate(keys[0], OwnRating(Rating.DISLIKED))
    services.library.refuse(services.library.search_catalog("Blade Runner 2049")[0][0])
    services.close()
    return paths


def _files(*folders: Path) -> dict[Path, bytes]:
    return {f: f.read_bytes() for one in folders for f in one.rglob("*") if f.is_file()}


def test_two_people_choose_and_nothing_is_kept(world, two):
    tonight = world.services.tonight
    tonight.choose(tonight.person(tonight.others()[0]))  # the model is made
    before = _files(world.paths.data.parent)
    (anna,) = tonight.others()
    guest = tonight.person(anna)
    picks = tonight.choose(guest)
    assert _files(world.paths.data.parent) == before
    labels = [one.movie.label for one in picks]
    assert not {*BEN, *ANNA} & set(labels)
    assert "Blade Runner 2049 (2017)" not in labels, "Anna wants to hear no more of it"
    shared = {one.shared.label for one in picks if one.shared}
    assert shared == {"Arrival (2016)"}, "of Anna's library only what Ben watched too is named"
    assert all(one.shared or one.own_category or one.category for one in picks[:4])
    assert "Notting Hill" not in repr(guest)
    short = tonight.choose(guest, 95)
    assert short
    assert all(one.minutes is not None and one.minutes <= 95 for one in short)
    assert tonight.choose(guest, 1) == ()


def test_what_somebody_perhaps_watched_is_not_offered(world, two, tmp_path):
    """Played and not answered for, or in no catalog of theirs while this one has it."""
    tonight = world.services.tonight
    new = [
        Movie(f"New {n}", 2026, ("Drama", "Romance"), imdb_id=f"tt99900{n}0", popularity=5000.0)
        for n in range(3)
    ]
    world.merge("wikidata-2026", *new)  # Ben's catalog was updated, Anna's was not
    guest = tonight.person(tonight.others()[0])
    offered = [one.movie for one in tonight.choose(guest)]
    assert {*new} <= {*offered}
    hers, his = [movie for movie in offered if movie not in new][:2]
    services = wiring.build(two)
    services.unlisted.add("Called otherwise", 1990, imdb=str(new[0].imdb_id))
    services.unlisted.add(new[1].title.upper(), 2026)
    _play(services, tmp_path / "hers", hers)
    services.data.export(tmp_path / "anna.json")
    services.close()
    _play(world.services, tmp_path / "his", his)
    for guest in (
        tonight.person(tonight.others()[0]), *tonight.file(tmp_path / "anna.json")
    ):  # fmt: skip
        movies = {one.movie for one in tonight.choose(guest)}
        assert new[2] in movies
        assert not movies & {new[0], new[1], hers, his}


def _play(services: wiring.Services, folder: Path, movie: Movie) -> None:
    """Let a browser play a movie, for which nobody answers."""
    page = ("https://www.netflix.com/watch/1", f"Watch {movie.title} | Netflix")
    services.scan.scan([write_history(folder, iter([page]), 1)], confirm_sure=True)
    found = {e.movie.wire_id: e for e in services.library.entries()}[movie.wire_id]
    assert found.evidence is Evidence.WATCHED
    services.library.set_status([found.id], LibraryStatus.SUGGESTED)


def test_an_encrypted_library_takes_part_while_open(world, two):
    LibraryEncryption(two, cost=CHEAP).enable_encryption("several words of mine")
    tonight = world.services.tonight
    (anna,) = tonight.others()
    with pytest.raises(PassphraseRequiredError):
        tonight.person(anna)
    with pytest.raises(EpicRecError, match="not the passphrase"):
        tonight.person(anna, "a word of somebody else")
    before = _files(two.data)
    assert len(tonight.person(anna, "several words of mine").taste.watched) == len(ANNA)
    assert _files(two.data) == before


def test_a_list_that_a_friend_exported(world, two, tmp_path, build):
    diary = tmp_path / "ratings.csv"
    diary.write_text(
        "Date,Name,Year,Letterboxd URI,Rating\n"
        "2025-01-01,Arrival,2016,https://boxd.it/a,5\n"
        "2025-01-02,Interstellar,2014,https://boxd.it/b,4.5\n",
        encoding="utf-8",
    )
    services = wiring.build(two)
    services.data.export(tmp_path / "anna.json")
    services.close()
    tonight = world.services.tonight
    before = _files(tmp_path)
    own = integrity.stored(world.paths.database, PLAIN)
    (friend,) = tonight.file(diary)
    (anna,) = tonight.file(tmp_path / "anna.json")
    picks = tonight.choose(friend)
    assert "Interstellar (2014)" not in [one.movie.label for one in picks]
    # The process that reads may empty the write-ahead log of the user's own library.
    database = world.paths.database
    for files in (before, after := _files(tmp_path)):
        for suffix in ("", "-wal", "-shm"):
            files.pop(database.with_name(database.name + suffix), None)
    assert after == before
    assert integrity.stored(database, PLAIN) == own
    assert len(friend.taste.weights) == 2
    assert sorted(anna.taste.watched) == sorted(tonight.person(tonight.others()[0]).taste.watched)


def test_a_friends_list_under_a_name_of_its_own_is_of_watched_movies(world, tmp_path):
    for name, count in (("anna-letterboxd.csv", 1), ("anna-watchlist.csv", 0)):
        file = tmp_path / name
        file.write_text(
            "Date,Name,Year,Letterboxd URI\n2025-01-01,Arrival,2016,https://boxd.it/a\n",
            encoding="utf-8",
        )
        (friend,) = world.services.tonight.file(file)
        assert len(friend.taste.watched) == count


def test_what_says_nothing_is_named(world, tmp_path):
    tonight = world.services.tonight
    none = tmp_path / "none.csv"
    none.write_text("Title,Year\nNo film that anybody knows,1911\n", encoding="utf-8")
    with pytest.raises(EpicRecError, match="You have no movies yet"):
        tonight.choose(*tonight.file(none))
    world.add("Heat (1995)")
    with pytest.raises(EpicRecError, match="none has no movies"):
        tonight.choose(*tonight.file(none))
    LocalUsers(world.paths).add("Anna", "Ben")
    with pytest.raises(EpicRecError, match="Anna has no movies"):
        tonight.person(tonight.others()[0])
    with pytest.raises(EpicRecError):
        tonight.file(tmp_path / "nowhere.csv")
