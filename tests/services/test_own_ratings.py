"""What the person thinks of a movie: kept, taken back, and used where movies are ranked here."""

from __future__ import annotations

import csv
import json
from datetime import date
from pathlib import Path

import pytest

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.ratings import NOT_RATED, OwnRating, Rating, rating_from, resolved
from epicrec_desktop.domain.records import Service
from epicrec_desktop.store import imports
from epicrec_desktop.store.imports import Imported
from epicrec_desktop.store.ratings import ratings

LIKED, DISLIKED = OwnRating(Rating.LIKED), OwnRating(Rating.DISLIKED)
HORROR = ("Alien (1979)", "The Shining (1980)", "Halloween (1978)", "The Exorcist (1973)")
ROMANCE = ("Casablanca (1942)", "Notting Hill (1999)", "Titanic (1997)", "Amélie (2001)")


def own(world, key: int) -> OwnRating:
    return next(e.own for e in world.services.library.entries() if e.id == key)


def test_it_is_kept_and_what_was_said_before_comes_back(world, build) -> None:
    (key,) = world.add("Heat (1995)")
    rate = world.services.library.rate
    assert rate(key, OwnRating(Rating.LIKED, True)) == NOT_RATED
    assert own(world, key) == OwnRating(Rating.LIKED, True)
    again = build(world.clock)  # another start
    assert again.library.entries()[0].own == OwnRating(Rating.LIKED, True)
    assert rate(key, DISLIKED) == OwnRating(Rating.LIKED, True)
    assert rate(key, NOT_RATED) == DISLIKED
    assert own(world, key) == NOT_RATED


def test_a_rating_is_no_text_of_a_log() -> None:
    assert "liked" not in repr(LIKED)


def test_it_says_nothing_of_how_the_movie_was_found(world) -> None:
    (key,) = world.add("Heat (1995)")
    before = world.services.library.entries()[0]
    world.services.library.rate(key, LIKED)
    after = world.services.library.entries()[0]
    assert (after.imports, after.rule, after.evidence) == ((), before.rule, before.evidence)


def test_it_goes_when_the_movie_is_forgotten(world) -> None:
    (key,) = world.add("Heat (1995)")
    world.services.library.rate(key, LIKED)
    world.services.library.forget([key])
    world.add("Heat (1995)")
    assert own(world, key) == NOT_RATED


@pytest.mark.parametrize(
    ("said", "imported", "found"),
    [
        (NOT_RATED, [], None),
        (NOT_RATED, [0.9], Rating.LIKED),
        (NOT_RATED, [0.5], Rating.DISLIKED),
        (NOT_RATED, [0.7], None),
        (NOT_RATED, [1.0, 0.4], None),  # two services: the mean
        (DISLIKED, [1.0], Rating.DISLIKED),
        (LIKED, [0.1], Rating.LIKED),
        (OwnRating(None, True), [0.1], Rating.LIKED),
        (OwnRating(Rating.DISLIKED, True), [], Rating.DISLIKED),
    ],
)
def test_what_the_person_says_wins_over_a_service(said, imported, found) -> None:
    assert resolved(said, imported) is found


def test_half_stars_and_tenths_say_the_same() -> None:
    assert rating_from(4 / 5) is rating_from(8 / 10) is Rating.LIKED
    assert rating_from(2.5 / 5) is rating_from(5 / 10) is Rating.DISLIKED
    assert rating_from(3.5 / 5) is None


def test_an_import_and_its_undo_leave_the_persons_rating(world) -> None:
    (key,) = world.add("Heat (1995)")
    world.services.library.rate(key, DISLIKED)
    with world.services.context.database.write() as session:
        imports.put(session, key, Imported(Service.IMDB, None, 0.9))
        assert ratings(session) == {key: Rating.DISLIKED}
        imports.drop(session, key, Service.IMDB)
        assert ratings(session) == {key: Rating.DISLIKED}
    assert own(world, key) == DISLIKED


def _share(world, category: str, places: int = 20) -> float:
    row = world.services.recommend.rank_locally().rows[0]
    return sum(category in s.categories for s in row.suggestions[:places]) / places


def test_what_was_liked_counts_more_and_what_was_not_is_not_followed(world) -> None:
    horror, romance = world.add(*HORROR), world.add(*ROMANCE)
    rate = world.services.library.rate
    for key in horror:
        rate(key, DISLIKED)
    for key in romance:
        rate(key, LIKED)
    with_romance = _share(world, "Horror")
    for key in horror:
        rate(key, LIKED)
    for key in romance:
        rate(key, DISLIKED)
    assert _share(world, "Horror") > with_romance


def test_a_movie_that_was_not_for_the_person_is_no_reason(world) -> None:
    horror, _ = world.add(*HORROR), world.add(*ROMANCE)
    labels = {e.movie.label for e in world.services.library.entries() if e.id in horror}

    def reasons() -> set[str | None]:
        rows = world.services.recommend.rank_locally().rows
        return {s.because for row in rows for s in row.suggestions}

    assert labels & reasons()
    for key in horror:
        world.services.library.rate(key, DISLIKED)
    assert not labels & reasons()


def test_who_liked_nothing_is_shown_what_is_popular(world) -> None:
    for key in world.add(*HORROR):
        world.services.library.rate(key, DISLIKED)
    found = world.services.recommend.rank_locally()
    assert found.rows[0].suggestions
    assert found.library_size == len(HORROR)


def test_a_rating_of_a_movie_that_is_not_watched_counts_nothing(world) -> None:
    horror, _ = world.add(*HORROR), world.add(*ROMANCE)
    world.services.library.set_status(horror, LibraryStatus.REJECTED)
    plain = world.services.recommend.rank_locally().rows
    for key in horror:
        world.services.library.rate(key, LIKED)
    assert world.services.recommend.rank_locally().rows == plain


def test_it_is_taken_along(world, tmp_path: Path) -> None:
    heat, alien = world.add("Heat (1995)", "Alien (1979)")
    with world.services.context.database.write() as session:
        for key in (heat, alien):
            imports.put(session, key, Imported(Service.IMDB, date(2024, 1, 2), 0.9))
    world.services.library.rate(heat, OwnRating(Rating.DISLIKED, True))
    world.services.data.export(tmp_path / "all.json")
    document = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    said = {m["title"]: (m["rating"], m["seen_again"]) for m in document["library"]}
    assert said == {"Heat": ("disliked", True), "Alien": (None, False)}
    world.services.data.export_films(tmp_path / "films.csv")
    with (tmp_path / "films.csv").open(encoding="utf-8") as file:
        stars = {row["Title"]: row["Rating10"] for row in csv.DictReader(file)}
    assert stars == {"Alien": "9", "Heat": ""}, "no number says what the person says now"
