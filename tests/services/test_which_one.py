"""A title of several films, without a year: it is asked which one, and the answer stands."""

from __future__ import annotations

import pytest

from epicrec_desktop.domain.history import Decision, LibraryStatus
from epicrec_desktop.evaluation.benchmarks.synthetic_history import add_history, write_history

PAGE = ("https://www.justwatch.com/us/movie/king-kong", "King Kong streaming: where to watch?")


@pytest.fixture
def asked(world, tmp_path):
    """The library after a scan of one page that may mean several films, and its profile."""
    profile = write_history(tmp_path / "browser", iter([PAGE]), 1)
    world.services.scan.scan([profile], confirm_accepted=True)
    return world.services.library, profile


def labels(found):
    return [movie.label for _, movie in found]


def test_one_suggestion_asks_and_shows_them_most_watched_first(asked) -> None:
    library, _ = asked
    (entry,) = library.entries()
    assert (entry.status, entry.decision) == (LibraryStatus.SUGGESTED, Decision.WHICH)
    candidates = library.candidates(entry.id)
    assert labels(candidates)[0] == entry.movie.label
    assert {"King Kong (1933)", "King Kong (1976)", "King Kong (2005)"} <= set(labels(candidates))
    fame = [movie.popularity for _, movie in candidates]
    assert fame == sorted(fame, reverse=True)


def test_the_answer_confirms_one_and_can_be_taken_back(asked) -> None:
    library, _ = asked
    (entry,) = library.entries()
    chosen = next(key for key, movie in library.candidates(entry.id) if key != entry.id)
    choice = library.choose(entry.id, chosen)
    statuses = {e.id: e.status for e in library.entries()}
    assert statuses == {entry.id: LibraryStatus.REJECTED, chosen: LibraryStatus.CONFIRMED}
    library.undo_choice(choice)
    assert [(e.id, e.status) for e in library.entries()] == [(entry.id, LibraryStatus.SUGGESTED)]
    itself = library.choose(entry.id, entry.id)
    assert [e.status for e in library.entries()] == [LibraryStatus.CONFIRMED]
    library.undo_choice(itself)
    assert [e.status for e in library.entries()] == [LibraryStatus.SUGGESTED]


def test_what_another_page_names_is_not_asked(world, tmp_path) -> None:
    pages = [PAGE, ("https://letterboxd.com/film/x/", "King Kong (1976) directed by J")]
    profile = write_history(tmp_path / "browser", iter(pages), 2)
    world.services.scan.scan([profile], confirm_accepted=True)
    (entry,) = world.services.library.entries()
    assert entry.movie.label == "King Kong (1976)"
    assert labels(world.services.library.candidates(entry.id)) == ["King Kong (1976)"]


def test_the_candidates_are_kept_over_scans(asked, world) -> None:
    library, profile = asked
    add_history(profile.database, iter([(PAGE[0] + "?again", PAGE[1])]), 1)
    world.services.scan.scan([profile])
    (entry,) = library.entries()
    assert entry.count == 2
    assert len(library.candidates(entry.id)) >= 3


def test_a_page_that_names_two_films_suggests_both(world, tmp_path) -> None:
    page = ("https://www.youtube.com/watch?v=x", "Fargo (1996) vs Raising Arizona (1987) - YouTube")
    profile = write_history(tmp_path / "browser", iter([page]), 1)
    world.services.scan.scan([profile], confirm_accepted=True)
    found = {e.movie.label: e.status for e in world.services.library.entries()}
    assert found == dict.fromkeys(
        ("Fargo (1996)", "Raising Arizona (1987)"), LibraryStatus.SUGGESTED
    )
