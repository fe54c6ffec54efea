"""Tests of the library: answers, search, ambiguous matches and the user's ratings."""

import csv
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta

import pytest

from epicrec_desktop.catalog.movie_facts import director_of
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import Decision, Evidence, LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating, Rating, resolved
from epicrec_desktop.lab.benchmarks.scan_bench import add_history, write_history
from epicrec_desktop.services.library import LibraryService, answer_which
from epicrec_desktop.store import ratings as imports
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.ratings import Imported, ratings


@pytest.fixture
def library(world) -> LibraryService:
    return world.services.library


def test_a_movie_is_found_by_its_public_name(library, world):
    key = world.find("Heat (1995)")
    wire = dict(library.search_catalog("Heat", 50))[key].wire_id
    assert library.find(wire) == key
    assert library.find("imdb:tt99999999") is None


def test_what_was_refused_is_not_recommended_again(world):
    world.add("Alien (1979)", "Blade Runner (1982)")
    recommend, library = world.services.recommend, world.services.library
    first = recommend.rank_locally().rows[0].suggestions[0]
    library.refuse(library.find(first.wire_id))
    rows = recommend.rank_locally().rows
    assert all(first.wire_id != s.wire_id for row in rows for s in row.suggestions)
    library.answer({library.find(first.wire_id): {"status": None}})
    assert recommend.rank_locally().rows[0].suggestions[0].wire_id == first.wire_id


def test_a_refused_movie_is_never_released(library, world):
    key = world.find("Heat (1995)")
    library.refuse(key)
    with world.services.context.database.read() as session:
        records = LibraryRepository(session)
        assert records.periods() == {}
        assert records.confirmed() == []
    assert [e.status for e in library.entries()] == [LibraryStatus.REJECTED]


def test_the_watchlist_is_kept_exported_and_left_when_seen(library, world, tmp_path):
    key = world.find("Heat (1995)")
    library.watch_later(key, True)
    assert [movie.label for _, movie in library.watchlist()] == ["Heat (1995)"]
    assert library.entries() == [], "wanting is not watching"
    world.services.data.export(tmp_path / "export.json")
    exported = json.loads((tmp_path / "export.json").read_text(encoding="utf-8"))
    assert [movie["title"] for movie in exported["watchlist"]] == ["Heat"]
    library.add(key)
    assert library.watchlist() == []
    library.answer({key: {"status": None}})
    assert [movie.label for _, movie in library.watchlist()] == ["Heat (1995)"]
    library.watch_later(key, False)
    assert library.watchlist() == []


@pytest.mark.parametrize(
    ("said", "left"),
    [
        ({"own": OwnRating(note="With Ada")}, (LibraryStatus.CONFIRMED, True)),
        ({"imported": Evidence.WATCHED}, (LibraryStatus.CONFIRMED, False)),
        ({"imported": Evidence.INTEREST}, (LibraryStatus.SUGGESTED, False)),
        ({}, None),
    ],
)
def test_an_answer_taken_back_leaves_what_else_is_stored(library, world, said, left):
    key = world.find("Heat (1995)")
    library.add(key)
    library.rate(key, said.get("own", NOT_RATED))
    with world.services.context.database.write() as session:
        if "imported" in said:
            imports.put_imports(session, [(key, Imported(Service.IMDB, evidence=said["imported"]))])
    library.answer({key: {"status": None}})
    found = library.entry(key)
    assert left == (None if found is None else (found.status, found.by_hand))
    assert found is None or found.own == said.get("own", NOT_RATED)


@pytest.mark.parametrize(
    "said", [{"own": OwnRating(stars=8)}, {"weight": 0.0}, {"status": LibraryStatus.SUGGESTED}]
)
def test_nothing_is_said_of_a_movie_that_another_program_forgot(world, said):
    world.add("Alien (1979)", "Heat (1995)")
    library = world.services.library
    gone, left = world.find("Alien (1979)"), world.find("Heat (1995)")
    library.forget([gone])
    with pytest.raises(EpicRecError, match="no longer in your library"):
        library.answer({left: said, gone: said})
    assert library.entry(left).status is LibraryStatus.CONFIRMED
    library.answer({gone: {"status": LibraryStatus.CONFIRMED}})
    stored = {library.entry(key).own for key in (left, gone)}
    stored |= {library.entry(key).weight for key in (left, gone)}
    assert stored == {NOT_RATED, 1.0}


def test_undo_of_adding_keeps_visits_found_since(library, world, tmp_path):
    key = world.find("Heat (1995)")
    library.add(key)
    page = ("https://www.imdb.com/title/tt0113277/", "Heat (1995) - IMDb")
    world.services.scan.scan([write_history(tmp_path / "browser", iter([page]), 1)])
    library.answer({key: {"status": None}})
    assert library.entry(key).status is LibraryStatus.SUGGESTED
    assert library.entry(key).rule_evidence


def test_films_are_found_as_people_ask_for_them(library):
    for typed, label in (
        ("amelie", "Amélie (2001)"),
        ("das leben der anderen", "The Lives of Others (2006)"),
        ("metropolis 1927", "Metropolis (1927)"),
    ):
        key, movie = library.search_catalog(typed)[0]
        assert movie.label == label
        assert library.add(key).movie.label == label
    assert len(library.search_catalog("the", 7)) == 7
    assert library.search_catalog("") == library.search_catalog("%") == []


def test_a_film_of_a_newer_catalog_is_found(world, services):
    assert services.library.search_catalog("quiet orchard") == []
    made = Movie("The Quiet Orchard", 2026, ("Drama",), imdb_id="tt9999999")
    world.merge("wikidata", made)
    assert [m.label for _, m in services.library.search_catalog("quiet orchard")] == [
        "The Quiet Orchard (2026)"
    ]


def test_a_search_tells_why_and_what_is_in_the_library(library):
    key, _ = library.search_catalog("jaws")[0]
    library.add(key)
    library.watch_later(library.search_catalog("duel 1971")[0][0], True)
    found = {one.movie.label: one for one in library.search("spielberg")}
    assert found["Jaws (1975)"].status is LibraryStatus.CONFIRMED
    assert {reason.name for reason in found["Jaws (1975)"].reasons} == {"Steven Spielberg"}
    assert found["Duel (1971)"].wanted
    assert library.search("qqqq zzzz") == []


def test_a_search_finds_movies_that_no_catalog_has(world):
    key = world.services.unlisted.add("The Salt Road", 2026, ["Drama"], "")
    first = world.services.library.search("salt road")[0]
    assert (first.key, first.movie.label) == (key, "The Salt Road (2026)")


def test_many_may_ask_at_once(library):
    with ThreadPoolExecutor(4) as pool:
        answers = list(pool.map(library.search_catalog, ["amelie"] * 8))
    assert all(answer == answers[0] for answer in answers)


def test_directors_are_shown_where_they_are_known(library):
    movies = [movie for _, movie in library.search_catalog("metropolis 1927", 1)]
    unknown = Movie("Nobody Knows Who", 2020, ())
    assert list(map(director_of, [*movies, unknown])) == ["Fritz Lang", ""]


PAGE = ("https://www.justwatch.com/us/movie/king-kong", "King Kong streaming: where to watch?")


@pytest.fixture
def asked(world, tmp_path):
    """The library after a scan of one page that may mean several films, and its profile."""
    profile = write_history(tmp_path / "browser", iter([PAGE]), 1)
    world.services.scan.scan([profile], confirm_sure=True)
    return world.services.library, profile


def labels(found):
    return [movie.label for _, movie in found]


def test_one_entry_is_the_same_as_in_the_whole_library(asked, world):
    library, _ = asked
    (seen,) = library.entries()
    rated, refused = world.add("Heat (1995)", "Alien (1979)")
    library.rate(rated, OwnRating(Rating.LIKED, stars=9))
    library.refuse(refused)
    with world.services.context.database.write() as session:
        imports.put_imports(session, [(rated, Imported(Service.IMDB, date(2024, 1, 2), 0.9))])
    entries = library.entries()
    assert {entry.id for entry in entries} == {seen.id, rated, refused}
    for entry in entries:
        assert library.entry(entry.id) == entry
    assert library.entry(world.find("Metropolis (1927)")) is None


def test_one_suggestion_asks_and_shows_them_most_watched_first(asked, world):
    library, profile = asked
    (entry,) = library.entries()
    assert (entry.status, entry.decision) == (LibraryStatus.SUGGESTED, Decision.WHICH)
    candidates = library.candidates(entry.id)
    assert labels(candidates)[0] == entry.movie.label
    assert {"King Kong (1933)", "King Kong (1976)", "King Kong (2005)"} <= set(labels(candidates))
    fame = [movie.popularity for _, movie in candidates]
    assert fame == sorted(fame, reverse=True)
    add_history(profile.database, iter([(PAGE[0] + "?again", PAGE[1])]), 1)
    world.services.scan.scan([profile])
    (entry,) = library.entries()
    assert entry.count == 2
    assert library.candidates(entry.id) == candidates, "they are stored over scans"


def test_the_answer_confirms_one_and_can_be_taken_back(asked):
    library, _ = asked
    (entry,) = library.entries()
    chosen = next(key for key, movie in library.candidates(entry.id) if key != entry.id)
    library.answer(answer_which(entry.id, chosen))
    statuses = {e.id: e.status for e in library.entries()}
    assert statuses == {entry.id: LibraryStatus.REJECTED, chosen: LibraryStatus.CONFIRMED}
    library.answer({entry.id: {"status": LibraryStatus.SUGGESTED}, chosen: {"status": None}})
    assert [(e.id, e.status) for e in library.entries()] == [(entry.id, LibraryStatus.SUGGESTED)]
    library.answer(answer_which(entry.id, entry.id))
    assert [e.status for e in library.entries()] == [LibraryStatus.CONFIRMED]


def test_what_another_page_names_is_not_asked(world, tmp_path):
    pages = [PAGE, ("https://letterboxd.com/film/x/", "King Kong (1976) directed by J")]
    profile = write_history(tmp_path / "browser", iter(pages), 2)
    world.services.scan.scan([profile], confirm_sure=True)
    (entry,) = world.services.library.entries()
    assert entry.movie.label == "King Kong (1976)"
    assert labels(world.services.library.candidates(entry.id)) == ["King Kong (1976)"]


def test_a_page_that_names_two_films_suggests_both(world, tmp_path):
    page = ("https://www.youtube.com/watch?v=x", "Fargo (1996) vs Raising Arizona (1987) - YouTube")
    profile = write_history(tmp_path / "browser", iter([page]), 1)
    world.services.scan.scan([profile], confirm_sure=True)
    found = {e.movie.label: e.status for e in world.services.library.entries()}
    assert found == dict.fromkeys(
        ("Fargo (1996)", "Raising Arizona (1987)"), LibraryStatus.SUGGESTED
    )


LIKED, DISLIKED = OwnRating(Rating.LIKED), OwnRating(Rating.DISLIKED)
HORROR = ("Alien (1979)", "The Shining (1980)", "Halloween (1978)", "The Exorcist (1973)")
ROMANCE = ("Casablanca (1942)", "Notting Hill (1999)", "Titanic (1997)", "Amélie (2001)")


def own(world, key: int) -> OwnRating:
    return next(e.own for e in world.services.library.entries() if e.id == key)


def test_a_removed_movie_is_stored_and_its_answers_return(world, build):
    (key,) = world.add("Heat (1995)")
    rate = world.services.library.rate
    assert own(world, key) == NOT_RATED
    rate(key, OwnRating(Rating.LIKED, True))
    assert own(world, key) == OwnRating(Rating.LIKED, True)
    again = build(world.clock)  # another start
    assert again.library.entries()[0].own == OwnRating(Rating.LIKED, True)
    for given in (DISLIKED, NOT_RATED):
        rate(key, given)
        assert own(world, key) == given
    rate(key, LIKED)
    world.services.library.forget([key])
    world.add("Heat (1995)")
    assert own(world, key) == NOT_RATED, "it goes when the movie is forgotten"


def test_a_rating_is_no_text_of_a_log():
    assert "liked" not in repr(LIKED)


def test_what_the_person_says_wins_over_a_service():
    for own, imported, found in (
        (NOT_RATED, [], None),
        (NOT_RATED, [0.9], Rating.LIKED),
        (NOT_RATED, [4 / 5], Rating.LIKED),  # half stars and tenths say the same
        (NOT_RATED, [0.5], Rating.DISLIKED),
        (NOT_RATED, [0.7], None),
        (NOT_RATED, [1.0, 0.4], None),  # two services: the mean
        (DISLIKED, [1.0], Rating.DISLIKED),
        (LIKED, [0.1], Rating.LIKED),
        (OwnRating(None, True), [0.1], Rating.LIKED),
        (OwnRating(Rating.DISLIKED, True), [], Rating.DISLIKED),
        (NOT_RATED.with_stars(8), [0.1], Rating.LIKED),
        (NOT_RATED.with_stars(7), [1.0], None),
        (NOT_RATED.with_stars(5), [1.0], Rating.DISLIKED),
        (NOT_RATED.with_stars(9).with_rating(Rating.DISLIKED), [], Rating.DISLIKED),
    ):
        assert resolved(own, imported) is found


def test_an_import_and_its_undo_leave_the_persons_rating(world):
    (key,) = world.add("Heat (1995)")
    world.services.library.rate(key, DISLIKED)
    with world.services.context.database.write() as session:
        imports.put_imports(session, [(key, Imported(Service.IMDB, None, 0.9))])
        assert ratings(session) == {key: Rating.DISLIKED}
        imports.drop(session, [(key, Service.IMDB)])
        assert ratings(session) == {key: Rating.DISLIKED}
    assert own(world, key) == DISLIKED


def _share(world, category: str, places: int = 20) -> float:
    row = world.services.recommend.rank_locally().rows[0]
    return sum(category in s.categories for s in row.suggestions[:places]) / places


def test_what_was_liked_counts_more_and_what_was_not_is_not_followed(world):
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


def test_a_movie_that_was_not_for_the_person_is_no_reason(world):
    horror, romance = world.add(*HORROR), world.add(*ROMANCE)
    labels = {e.movie.label for e in world.services.library.entries() if e.id in horror}

    def reasons():
        rows = world.services.recommend.rank_locally().rows
        return {s.because for row in rows for s in row.suggestions}

    assert labels & reasons()
    for key in horror:
        world.services.library.rate(key, DISLIKED)
    assert not labels & reasons()
    world.services.library.forget(romance)
    assert world.services.recommend.rank_locally().rows[0].suggestions, "nothing was liked"


def test_a_rating_of_a_movie_that_is_not_watched_counts_nothing(world):
    horror, _ = world.add(*HORROR), world.add(*ROMANCE)
    world.services.library.set_status(horror, LibraryStatus.REJECTED)
    plain = world.services.recommend.rank_locally().rows
    for key in horror:
        world.services.library.rate(key, LIKED)
    assert world.services.recommend.rank_locally().rows == plain


def test_answers_and_half_stars_are_taken_along(world, tmp_path):
    library, data = world.services.library, world.services.data
    heat, alien, jaws = world.add("Heat (1995)", "Alien (1979)", "Jaws (1975)")
    with world.services.context.database.write() as session:
        for key in (heat, alien):
            imports.put_imports(session, [(key, Imported(Service.IMDB, date(2024, 1, 2), 0.9))])
    library.rate(heat, OwnRating(Rating.DISLIKED, True))
    library.rate(jaws, NOT_RATED.with_stars(7))
    assert library.own_rating(jaws) == OwnRating(None, stars=7), "neither liked nor disliked"
    data.export(tmp_path / "all.json")
    document = json.loads((tmp_path / "all.json").read_text(encoding="utf-8"))
    found = {
        m["title"]: (m["rating"], m["seen_again"], m.get("stars")) for m in document["library"]
    }
    assert found == {
        "Heat": ("disliked", True, None),
        "Alien": (None, False, None),
        "Jaws": (None, False, 7),
    }
    data.export_films(tmp_path / "films.csv")
    with (tmp_path / "films.csv").open(encoding="utf-8") as file:
        stars = {row["Title"]: row["Rating10"] for row in csv.DictReader(file)}
    assert stars == {"Alien": "9", "Heat": "", "Jaws": "7"}, "no number says what the user says now"
    library.forget([heat, jaws])
    backup = world.services.backup
    backup.restore(backup.plan(tmp_path / "all.json"))
    assert library.own_rating(heat) == OwnRating(Rating.DISLIKED, True)
    assert library.own_rating(jaws) == OwnRating(None, stars=7)


def test_stars_are_dropped_by_an_answer_that_says_otherwise():
    own = NOT_RATED.with_stars(9)
    assert own.with_rating(Rating.LIKED).stars == 9
    assert own.with_rating(Rating.DISLIKED).stars is None


def test_a_movie_answered_before_can_be_put_on_the_watchlist(library, world):
    key = world.find("Heat (1995)")
    library.watch_later(key, True)
    library.refuse(key)
    assert library.watchlist() == []
    world.clock.moment += timedelta(minutes=1)
    library.watch_later(key, True)
    assert [movie.label for _, movie in library.watchlist()] == ["Heat (1995)"]
    assert [entry.wanted for entry in library.entries()] == [True]
    world.clock.moment += timedelta(minutes=1)
    library.add(key)
    assert library.watchlist() == [], "an answer given since takes it off"


def test_confirmed_movies_are_read_with_their_weights(world, services):
    world.add("Heat (1995)", "Alien (1979)")
    services.library.set_weight(world.find("Alien (1979)"), 0.5)
    services.unlisted.add("Unknown film", 2025, ("Drama",))
    found = {movie.label: weight for movie, weight in services.library.confirmed()}
    assert found == {"Heat (1995)": 1.0, "Alien (1979)": 0.5, "Unknown film (2025)": 1.0}


def test_movies_of_the_loaded_catalog_are_not_read_again_until_it_changes(world):
    services, key = world.services, world.find("Heat (1995)")
    stored = services.context.catalog()
    unlisted = services.unlisted.add("Unknown film", 2025, ("Drama",))

    def movies():
        with services.context.database.read() as session:
            return services.context.movies(session, [unlisted, key, 10**9])

    found = movies()
    assert list(found) == sorted([key, unlisted])
    assert found[key] is stored.catalog.movies[stored.position[key]]
    world.merge("wikidata-2026", Movie("Heat", 1995, ("Drama",), found[key].imdb_id))
    assert movies()[key] is not found[key]
