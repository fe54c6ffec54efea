"""A month begins: what is new is said once, and only what a release would bear out."""

from datetime import UTC, datetime, timedelta

import pytest

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.services.month_news import MonthNews
from epicrec_desktop.services.unlisted import match_unlisted
from epicrec_desktop.store.catalog import CatalogRepository
from services.conftest import World

CLUB = "Film club"
NOVEMBER = ("Heat (1995)", "Alien (1979)", "The Matrix (1999)")
DECEMBER = datetime(2026, 12, 3, tzinfo=UTC)
JANUARY = datetime(2027, 1, 2, tzinfo=UTC)

pytestmark = pytest.mark.usefixtures("offline")


@pytest.fixture
def member(world) -> World:
    """A person with three movies and a provider, whose first look was in November."""
    world.add(*NOVEMBER)
    world.services.providers.add(CLUB, "https://films.example")
    world.services.providers.choose(CLUB)
    world.services.privacy.set_overall(ReleaseLevel.PERTURBED)
    assert world.services.month_news.take_news() is None
    return world


def commit(world: World) -> None:
    """Release to the provider in use, up to the moment before it is sent."""
    releases, providers = world.services.releases, world.services.providers
    connection = providers.connect()
    connection.catalog = lambda: None
    releases.commit(connection, releases.propose())


def test_a_month_is_announced_once_with_what_can_be_shared(member, build):
    member.add("Jaws (1975)")
    assert member.services.month_news.take_news() is None  # November was looked at
    member.clock.moment = DECEMBER
    assert member.services.month_news.take_news() == MonthNews("2026-12", "2026-11", 4, 1, 0)
    assert member.services.month_news.take_news() is None
    member.services.close()
    assert build(member.clock).month_news.take_news() is None, "over a restart too"


def test_the_library_does_not_grow_by_movies_that_become_known(member):
    services = member.services
    services.unlisted.add("New one", 2026)
    services.unlisted.add("New two", 2026)
    member.clock.moment = DECEMBER
    news = services.month_news.take_news()
    assert news.added == 2, "they stand in the library, known or not"
    movie = Movie("New one", 2026, ("Crime",), imdb_id="tt9990010")
    member.merge("wikidata-2026", movie)
    with services.context.database.write() as session:
        assert match_unlisted(session, CatalogRepository(session).load, DECEMBER) == 1
    member.clock.moment = JANUARY
    news = services.month_news.take_news()
    assert (news.shareable, news.added) == (4, 0)


def test_what_was_shared_before_is_not_announced_again(member):
    commit(member)
    member.clock.moment = DECEMBER
    assert member.services.month_news.take_news() is None
    member.add("Jaws (1975)", "Metropolis (1927)")
    member.clock.moment = JANUARY
    assert member.services.month_news.take_news() == MonthNews("2027-01", "2026-12", 2, 2, 0)


def test_at_all_release_the_names_count_that_were_not_delivered(member):
    member.services.privacy.set_overall(ReleaseLevel.ALL)
    member.clock.moment = DECEMBER
    news = member.services.month_news.take_news()
    proposal = member.services.releases.propose()
    assert news.shareable == len(proposal.open_items) == len(NOVEMBER)


def test_nothing_is_said_where_nothing_may_leave_or_nobody_gets_it(member):
    member.services.privacy.set_overall(ReleaseLevel.NO)
    member.clock.moment = DECEMBER
    assert member.services.month_news.take_news() is None
    member.services.privacy.set_overall(ReleaseLevel.PERTURBED)
    member.services.providers.choose("This computer")
    member.clock.moment = JANUARY
    assert member.services.month_news.take_news() is None


def test_a_clock_that_ran_ahead_silences_no_later_month(member):
    member.clock.moment = DECEMBER + timedelta(days=400)
    news = member.services.month_news.take_news()
    assert (news.month, news.shareable) == ("2028-01", 3), "after a long absence too"
    member.clock.moment = DECEMBER
    assert member.services.month_news.take_news() is None
    member.clock.moment = DECEMBER + timedelta(days=40)
    assert member.services.month_news.take_news() is not None


def test_movies_that_came_into_the_catalog_count_where_they_are_recommended(world):
    world.add(*NOVEMBER)
    world.services.recommend.rank_locally()
    assert world.services.month_news.take_news() is None
    world.clock.moment = DECEMBER
    new = [
        Movie(f"New {n}", year, ("Crime", "Thriller"), imdb_id=f"tt99900{n}0", popularity=5000.0)
        for n, year in enumerate((2026, 2026, 1999))
    ]
    world.merge("wikidata-2026", *new)
    world.services.recommend.rank_locally()
    shown = world.services.library.last_recommendations()
    there = {one.wire_id for row in shown.rows for one in row.suggestions}
    assert there.issuperset({movie.wire_id for movie in new})
    assert world.services.month_news.take_news() == MonthNews("2026-12", "2026-11", 0, 0, 2)
