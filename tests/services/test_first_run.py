"""What the first run asks of the services: it samples and chooses nothing, and shows a wall."""

from collections import Counter

import pytest

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.library import OF_A_DECADE, SCREEN, varied_selection
from losses import joint_loss

pytestmark = pytest.mark.usefixtures("quick_budget")


def pick(world, first: int, last: int) -> list[int]:
    keys = [key for key, _ in world.services.library.best_known(last)][first:]
    for key in keys:
        world.services.library.add(key)
    return keys


def test_nothing_is_drawn_before_the_first_release(world, services):
    pick(world, 0, 5)
    services.recommend.rank_locally()
    services.releases.preview()
    services.recommend.refresh()
    services.library.set_status(pick(world, 5, 8)[:1], LibraryStatus.SUGGESTED)
    services.recommend.rank_locally()
    services.privacy.set_overall(ReleaseLevel.PERTURBED)
    assert not world.sampled(), "no noise, and no month is closed"
    assert not services.ledger.entries()
    assert joint_loss(services) == 0


def test_what_is_found_a_minute_later_belongs_to_the_first_release_too(world, services):
    pick(world, 0, 5)
    services.recommend.rank_locally()
    pick(world, 5, 9)
    assert services.releases.preview().waiting_items == 0, "none waits for the next month"
    world.release()
    assert not services.privacy.chosen(), "a list that stayed here says nothing of what may leave"
    assert len(world.sampled()) == 1
    pick(world, 9, 11)
    assert services.releases.preview().waiting_items == 2, "after a release they do"


def test_nobody_chose_a_level_until_they_did(world):
    privacy, releases = world.services.privacy, world.services.releases
    assert not privacy.chosen()
    assert not releases.preview().level_chosen
    privacy.set_overall(privacy.choice().overall)  # the one that is shown: an answer all the same
    assert privacy.chosen()
    assert releases.preview().level_chosen


def test_the_wall_is_well_known_and_of_many_kinds(whole):
    movies = [movie for _, movie in whole.services.library.best_known()]
    assert len(movies) == len({movie.wire_id for movie in movies}) == 120
    everything = whole.services.context.catalog().catalog.movies
    usual = sorted(everything, key=lambda movie: -movie.popularity)[len(everything) // 5].popularity
    assert all(movie.popularity >= usual for movie in movies)
    for begin in range(0, 112, SCREEN):
        screen = movies[begin : begin + SCREEN]
        decades = Counter((movie.year or 0) // 10 for movie in screen)
        assert max(decades.values()) <= OF_A_DECADE
        assert len({name for movie in screen for name in movie.categories}) >= 8


def test_a_small_catalog_is_shown_whole_and_what_has_no_public_name_is_not():
    alike = [Movie(f"Film {n}", 1999, ("Drama",), f"tt{n:07}", popularity=n) for n in range(9)]
    unknown = Movie("Nameless", 1999, ("Drama",), popularity=99)
    assert varied_selection([*alike, unknown], 100) == [8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert varied_selection([], 10) == []
