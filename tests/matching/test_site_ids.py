"""A site's own id names the movie where the catalog knows it, whatever the page title says."""

import pytest

from epicrec_desktop.domain.history import NO_MATCH, Decision, Evidence
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.matching.matcher import Matcher

HEAT = Movie(
    "Heat",
    1995,
    ("Crime",),
    site_ids=(
        ("netflix", "60000861"),
        ("allocine", "14319"),
        ("filmaffinity", "535664"),
        ("kinopoisk", "481"),
        ("douban", "1292849"),
        ("rottentomatoes", "1068182-heat"),
        ("letterboxd", "heat-1995"),
        ("netflix", "77"),
        ("primevideo", "0QSR3WQ1XN0YDLF9JCJWQM9GVF"),
        ("hulu", "0b7f4a52-91c5-4a0e-8f8b-0a9d3f2c1e11"),
        ("disney", "5c2f4a52-91c5-4a0e-8f8b-0a9d3f2c1e22"),
        ("appletv", "umc.cmc.3vz6x1n0w8d3c1k5q2r7t9y4b"),
    ),
)
OTHER = Movie("Another Film Entirely", 2001, ("Drama",), site_ids=(("netflix", "77"),))
MATCHER = Matcher(Catalog("test", "1", (HEAT, OTHER)))


@pytest.mark.parametrize(
    ("url", "title", "rule", "evidence"),
    [
        ("https://www.netflix.com/watch/60000861?trackId=1", "Netflix", "netflix-player-id", "w"),
        ("https://www.netflix.com/de/title/60000861", "Netflix", "netflix-id", "i"),
        ("https://www.netflix.com/browse?jbv=60000861", "Netflix", "netflix-id", "i"),
        (
            "https://www.allocine.fr/film/fichefilm_gen_cfilm=14319.html",
            "AlloCiné",
            "allocine-id",
            "i",
        ),
        ("https://www.filmstarts.de/kritiken/14319.html", "Filmstarts", "allocine-id", "i"),
        ("https://www.filmaffinity.com/es/film535664.html", "", "filmaffinity-id", "i"),
        ("https://www.kinopoisk.ru/film/481/", "Схватка — Кинопоиск", "kinopoisk-id", "i"),
        ("https://movie.douban.com/subject/1292849/", "盗火线 (豆瓣)", "douban-id", "i"),
        ("https://www.rottentomatoes.com/m/1068182-heat", "", "rottentomatoes-id", "i"),
        ("https://letterboxd.com/someone/film/Heat-1995/", "", "letterboxd-id", "i"),
        (
            "https://www.primevideo.com/region/eu/detail/0QSR3WQ1XN0YDLF9JCJWQM9GVF/ref=atv",
            "Prime Video",
            "primevideo-id",
            "i",
        ),
        (
            "https://www.primevideo.com/-/de/detail/Heat/0QSR3WQ1XN0YDLF9JCJWQM9GVF",
            "Prime Video",
            "primevideo-id",
            "i",
        ),
        (
            "https://www.hulu.com/movie/heat-0b7f4a52-91c5-4a0e-8f8b-0a9d3f2c1e11",
            "Hulu",
            "hulu-id",
            "i",
        ),
        (
            "https://www.disneyplus.com/de-de/browse/entity-5c2f4a52-91c5-4a0e-8f8b-0a9d3f2c1e22",
            "Disney+",
            "disney-id",
            "i",
        ),
        (
            "https://tv.apple.com/us/movie/heat/umc.cmc.3vz6x1n0w8d3c1k5q2r7t9y4b",
            "Apple TV",
            "appletv-id",
            "i",
        ),
    ],
)
def test_an_id_names_the_movie(url, title, rule, evidence):
    match = MATCHER.match(url, title)
    assert (match.decision, match.movies, match.rule) == (Decision.ACCEPT, (0,), rule)
    assert match.evidence is (Evidence.WATCHED if evidence == "w" else Evidence.INTEREST)


@pytest.mark.parametrize(
    "url",
    [
        "https://www.netflix.com/watch/70000861",
        "https://www.kinopoisk.ru/series/481/",
        "https://book.douban.com/subject/1292849/",
        "https://www.rottentomatoes.com/tv/1068182-heat",
        "https://www.netflix.com/watch/77",  # two movies claim it
    ],
)
def test_another_id_or_another_place_is_no_movie(url):
    assert MATCHER.match(url, "Netflix") == NO_MATCH


def test_an_unknown_id_leaves_the_page_to_its_title():
    match = MATCHER.match("https://www.filmaffinity.com/es/film9.html", "Heat (1995)")
    assert (match.decision, match.movies) == (Decision.ACCEPT, (0,))
    assert match.rule == "filmaffinity"
