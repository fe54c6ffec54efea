"""Where a page is decides; no text makes the matcher fail."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from labeled_rows import corpus_catalog, corpus_rows

from epicrec_desktop.domain.history import NO_MATCH, Decision, Evidence, Match
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.matching.matcher import Matcher
from epicrec_desktop.matching.sites import SITES, Reader
from epicrec_desktop.matching.urls import Router, normalize_host, split_url

MATCHER = Matcher(corpus_catalog())
ROWS = corpus_rows()
HOSTS = sorted({host.replace(".*", ".com") for site in SITES for host in site.hosts})


def titles(match: Match) -> list[str]:
    return [MATCHER.catalog.movies[i].label for i in match.movies]


def is_well_formed(match: Match) -> bool:
    if match.decision is Decision.NONE:
        return match == NO_MATCH
    return (
        0 < match.confidence <= 1
        and match.evidence is not Evidence.NONE
        and all(0 <= i < len(MATCHER.catalog.movies) for i in match.movies)
        and len(set(match.movies)) == len(match.movies) >= 1
        and (match.decision is Decision.WHICH) <= (len(match.movies) > 1)
        and (match.decision is Decision.WHICH or len(match.movies) <= 2)
    )


@given(st.text(max_size=200), st.text(max_size=200))
def test_any_text_is_matched_without_an_error(url, title):
    assert is_well_formed(MATCHER.match(url, title))


@settings(max_examples=300)
@given(
    st.sampled_from(HOSTS),
    st.sampled_from(
        ["/", "/title/tt", "/film/", "/movie/", "/m/", "/wiki/", "/search?q=", "/watch?v="]
    ),
    st.text(max_size=60),
    st.text(max_size=120),
)
def test_any_page_of_a_known_site_is_matched_without_an_error(host, path, rest, title):
    assert is_well_formed(MATCHER.match(f"https://{host}{path}{rest}", title))


@settings(max_examples=300)
@given(st.sampled_from(ROWS), st.data())
def test_damaged_rows_are_matched_without_an_error(row, data):
    url, title = str(row["url"]), str(row["title"])
    cut = data.draw(st.integers(0, len(title)))
    at = data.draw(st.integers(0, len(url)))
    noise = data.draw(st.text(max_size=5))
    assert is_well_formed(MATCHER.match(url[:at] + noise + url[at:], title[:cut] + noise))


@pytest.mark.parametrize("length", [10_000, 200_000])
def test_huge_texts_take_no_time(length):
    for part in ("a ", "(1995 ", "- ", "/", "%", "| Netflix ", "film "):
        MATCHER.match("https://www.netflix.com/title/1?" + part * length, part * length)
        MATCHER.match("https://www.youtube.com/watch?" + part * length, part * length)
        MATCHER.match("https://www.google.com/search?q=" + part * length, part * length)


def test_an_id_is_authoritative():
    match = MATCHER.match("https://www.imdb.com/title/tt9000001/", "Some other words (2020)")
    assert titles(match) == ["Heat (1995)"]
    assert (match.decision, match.rule) == (Decision.ACCEPT, "imdb-id")


@pytest.mark.parametrize(
    "url",
    [
        "https://www.imdb.com/title/tt1234567/",
        "https://www.themoviedb.org/movie/12345-heat",
        "https://web.stremio.com/#/player/a/b/c/movie/tt1234567/tt1234567",
    ],
)
def test_an_unknown_id_never_falls_back_to_words(url):
    assert MATCHER.match(url, "Heat (1995)") == NO_MATCH


@pytest.mark.parametrize("path", ["tv", "person", "collection", "company", "network"])
def test_numbers_that_tmdb_shares_are_no_movies(path):
    url = f"https://www.themoviedb.org/{path}/900001-heat"
    assert MATCHER.match(url, "Heat (1995)") == NO_MATCH


def test_movies_of_one_title_are_offered_best_first():
    match = MATCHER.match("https://www.netflix.com/title/1", "King Kong | Netflix")
    assert match.decision is Decision.WHICH
    assert titles(match)[0] == "King Kong (1933)"  # the most popular of the corpus's catalog
    assert len(match.movies) == 3


@pytest.mark.parametrize(
    ("title", "decision", "found"),
    [
        ("King Kong (1976)", Decision.ACCEPT, ["King Kong (1976)"]),
        ("Heat (1996)", Decision.REVIEW, ["Heat (1995)"]),  # a year beside
        *((f"Heat ({year})", Decision.NONE, []) for year in (1986, 1993, 1997, 2024)),
    ],
)
def test_the_year_of_a_page_says_which_movie_of_a_title_it_is(title, decision, found):
    match = MATCHER.match(
        "https://letterboxd.com/film/heat/", f"{title} directed by J • Letterboxd"
    )
    assert (match.decision, titles(match)) == (decision, found)
    assert is_well_formed(match)


def test_a_namesake_without_a_year_is_for_review():
    url = "https://www.netflix.com/title/1"
    assert MATCHER.match(url, "Lost in Space | Netflix").decision is Decision.REVIEW
    assert MATCHER.match(url, "Lost in Translation | Netflix").decision is Decision.ACCEPT
    search = "https://www.google.com/search?q="
    assert MATCHER.match(f"{search}resident+evil+trailer", "").decision is Decision.REVIEW
    assert MATCHER.match(f"{search}donnie+darko+trailer", "").decision is Decision.ACCEPT


def test_a_player_says_watched_and_a_catalog_page_interest():
    pages = {
        "https://www.netflix.com/watch/1": Evidence.WATCHED,
        "https://www.netflix.com/title/1": Evidence.INTEREST,
        "https://jellyfin.home/web/#/video": Evidence.WATCHED,
        "https://jellyfin.home/web/#/details?id=1": Evidence.INTEREST,
    }
    for url, evidence in pages.items():
        assert MATCHER.match(url, "The Big Lebowski").evidence is evidence, url


def test_an_empty_catalog():
    empty = Matcher(Catalog("empty", "1", ()))
    assert all(empty.match(str(r["url"]), str(r["title"])) == NO_MATCH for r in ROWS)


def test_a_movie_without_a_year_or_ids_is_never_accepted_with_one():
    matcher = Matcher(Catalog("one", "1", (Movie("Quiet Harbor", None, ()),)))
    match = matcher.match("https://letterboxd.com/film/x/", "Quiet Harbor (1999) directed by J")
    assert match.decision is Decision.REVIEW


@pytest.mark.parametrize(
    ("url", "title"),
    [
        ("https://race.example/casablanca", "Casablanca (1942) - Results"),
        ("https://comics.example/goodfellas", "Goodfellas (1990) #3"),
        ("https://www.youtube.com/watch?v=abcdefghijk", "Toy Story (1995) final highlights"),
        ("https://www.youtube.com/watch?v=abcdefghijk", "Stalker (1979) news report archive"),
    ],
)
def test_events_and_comics_of_the_year_are_no_movies(url, title):
    assert not MATCHER.match(url, title).movies
    assert MATCHER.match(url, f"{title.partition(')')[0]}) trailer").movies


def test_hosts():
    router = Router(SITES)
    assert router.site("www.imdb.com") is router.site("m.imdb.com") is not None
    assert router.site("WWW.Google.co.uk") is router.site("google.de") is not None
    assert router.site("docs.google.com") is not router.site("google.com")
    assert router.site("notimdb.com") is None
    assert router.site("imdb.com.evil.example") is None
    assert normalize_host("user@WWW.Example.com:8080") == "example.com"
    assert split_url("about:blank") is None
    address = split_url("https://a.example?q=1")
    assert (address.host, address.rest) == ("a.example", "?q=1")


def test_the_site_table_is_sound():
    hosts = [host for site in SITES for host in site.hosts]
    assert len(hosts) == len(set(hosts))
    assert all(re.fullmatch(r"[a-z0-9.-]+(?:\.\*)?", host) for host in hosts)
    for site in SITES:
        for rule in site.rules:
            assert re.fullmatch(r"[a-z][a-z0-9-]*", rule.name)
            groups = set(rule.path.groupindex)
            assert groups <= {"id", "slug", "year", "page", "query"}
            by_id = rule.reader in {Reader.IMDB_ID, Reader.TMDB_ID} or rule.aliases is not None
            assert ("id" in groups) == by_id
            assert ("page" in groups) == (rule.reader is Reader.ENCYCLOPEDIA)
            assert ("query" in groups) == (rule.reader is Reader.SITE_SEARCH)
            assert not rule.path.match("")


@pytest.mark.parametrize(
    ("url", "title", "worth_it"),
    [
        ("https://news.example/heat-wave", "Heat wave", False),
        ("https://mail.google.com/mail/u/0/#inbox/1", "Heat (1995)", False),
        ("https://mail.google.com/?to=https://www.imdb.com/title/tt0113277/", "", True),
        ("https://news.example/heat", "Heat (1995) is back", True),
        ("https://news.example/heat", "Heat.1995.1080p", True),
        ("https://news.example/heat?from=film", "Heat", False),
        ("https://news.example/heat/film", "Heat", False),
        ("https://news.example/heat", "Double feature: Heat + Ronin", True),
        ("https://news.example/heat", "Heat + Ronin, programa doble", True),
        ("https://news.example/heat", "Heat + Ronin, programa doble".rjust(500) + "s", True),
        ("https://cinema.example/film/heat", "Heat", True),
        ("https://files.example/Heat.1995.mkv", "", True),
        ("https://files.example/Heat.1995.MKV\0", "", True),
        ("https://nas.example:8096/web/index.html#!/details?id=1", "Heat", True),
        ("https://tower.example/web/index.html#!/details?id=1", "Heat", True),
        ("https://player.example/e/tt0113277", "", True),
        ("https://www-imdb-com.translate.goog/title/tt0113277/", "", True),
        ("https://m.imdb.com/title/tt0113277/", "", True),
        ("HTTPS://m.imdb.com/title/tt0113277/", "", True),
        ("https://imdb.com?x", "", True),
        ("file:///home/me/Heat.mkv", "", True),
        ("", "", True),
    ],
)
def test_the_quick_look(url, title, worth_it):
    assert MATCHER.may_match(url, title) is worth_it
