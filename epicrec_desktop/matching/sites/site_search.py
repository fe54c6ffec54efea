"""The searches of film sites: the words in the address are a title, unless they are a person.

Each is a host and where its address holds what was typed. Searches for people, lists and members
are left out where a site keeps them apart.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from epicrec_desktop.matching.sites.model import Reader, Rule, Site, pattern

_NOT_TITLES = (
    r"(?!.*[?&](?:s|stype|type|what|category|mode)="
    r"(?:nm|co|kw|ch|director|cast|person|tv|game|13\b))"
)


def _asked(path: str, *names: str) -> str:
    """A path whose query has what was typed under one of these names."""
    return rf"{path}{_NOT_TITLES}.*?[?&](?:{'|'.join(names)})=(?P<query>[^&#]+)"


_SEARCH_BOXES: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("letterboxd.com",),
        (
            r"/(?:s/)?search/(?:films/)?(?!(?:lists|reviews|members|people|actors|directors|crew|cast|"
            r"tags|stories|episodes|original-titles|articles)/)(?P<query>[^/?#]+)"
        ),
    ),
    (("imdb.com",), _asked(r"/find/?", "q")),
    (("imdb.com",), _asked(r"/search/title/?", "title")),
    (("themoviedb.org",), _asked(r"/search(?:/movie|/multi)?/?(?=\?)", "query")),
    (("rottentomatoes.com",), _asked("/search/?", "search", "q")),
    (
        ("metacritic.com",),
        rf"/search/(?:movie/)?(?P<query>[^/?#]+)(?:/results)?/?(?=$|\?|#){_NOT_TITLES}",
    ),
    (("trakt.tv",), _asked(r"/search(?:/movies)?/?(?=\?)", "query", "q")),
    (("simkl.com",), _asked(r"/search/?", "q")),
    (
        ("icheckmovies.com", "allmovie.com", "tcm.com"),
        _asked(r"/search[^?#]*", "query", "q", "text"),
    ),
    (("allmovie.com",), r"/search/(?:movies|all)/(?P<query>[^/?#]+)"),
    (
        ("justwatch.com",),
        _asked(
            r"/[a-z]{2}/(?:search|suche|recherche|buscar|busca|cerca|zoeken|haku|поиск|søg|sök|wyszukaj|szukaj|[^/?#]+)(?=\?)",
            "q",
        ),
    ),
    (("reelgood.com",), _asked(r"/search", "q")),
    (
        (
            "flixster.com",
            "yidio.com",
            "flicks.com.au",
            "flicks.co.uk",
            "werstreamt.es",
            "playpilot.com",
        ),
        _asked(r"/(?:search|suche|filme-serien)[^?#]*", "q", "search", "query"),
    ),
    (("filmaffinity.com",), _asked(r"/\w{2}/(?:m/)?search\.php", "stext")),
    (
        ("allocine.fr", "beyazperde.com", "adorocinema.com", "sensacine.com", "filmstarts.de"),
        _asked(
            r"/(?:rechercher?|ara|pesquisar|busqueda|buscar|suche)(?:/(?:\d|movie))?/?(?=\?)", "q"
        ),
    ),
    (
        ("kinopoisk.ru",),
        _asked(r"/(?:index\.php|new-search|s)?/?", "kp_query", "m_act[^=]*find[^=]*"),
    ),
    (("movie.douban.com",), _asked(r"/subject_search", "search_text")),
    (("search.douban.com",), _asked(r"/movie/subject_search", "search_text")),
    (
        ("filmweb.pl",),
        _asked(r"/search(?!#?/(?:person|serial|game|user|character))[^?]*", "q", "query"),
    ),
    (("senscritique.com",), _asked(r"/(?:search|recherche)", "query", "q")),
    (("moviepilot.de",), _asked(r"/(?:suche|search)", "q")),
    (
        ("kino.de", "cinema.de", "filmdienst.de"),
        _asked(r"/(?:se|suche|search)[^?#]*", "q", "sp_search_filter", "searchterm", "search"),
    ),
    (("ofdb.de",), _asked(r"/(?:view\.php|suchergebnis/?)", "sctext", "SText", "q")),
    (
        ("mymovies.it", "comingsoon.it", "filmtv.it", "movieplayer.it"),
        _asked(r"/(?:ricerca|cerca|database/ricerca)[^?#]*", "q", "key", "titolo", "search"),
    ),
    (("csfd.cz", "csfd.sk"), _asked(r"/hl(?:edat|adat)/", "q")),
    (("moviemeter.nl",), r"/(?:search|zoeken)/(?:film/)?(?P<query>(?!tt\d)[^/?#]+)"),
    (("filmarks.com", "eiga.com"), _asked(r"/search[^?#]*", "q")),
    (("eiga.com",), r"/search/(?P<query>[^/?#]+)"),
    (("netflix.com",), _asked(r"/(?:[a-z-]{2,5}/)?search", "q", "suggestionTitle")),
    (("primevideo.com",), _asked(r"/(?:-/[a-z]{2}/|region/[a-z]{2}/)?search[^?#]*", "phrase")),
    (
        (
            "hulu.com",
            "peacocktv.com",
            "paramountplus.com",
            "pluto.tv",
            "shudder.com",
            "kanopy.com",
            "criterionchannel.com",
            "criterion.com",
            "sky.com",
            "rakuten.tv",
            "crackle.com",
            "philo.com",
            "hoopladigital.com",
            "fandor.com",
            "filmin.es",
            "joyn.de",
            "plex.tv",
            "max.com",
            "hbomax.com",
            "disneyplus.com",
        ),
        _asked(
            r"/(?:[a-z]{2}(?:-[a-z]{2})?/)?(?:search|suche|buscar|find)[^?#]*",
            "q",
            "query",
            "keyword",
            "search",
        ),
    ),
    (("tubitv.com",), r"/search/(?P<query>[^/?#]+)"),
    (("pluto.tv",), r"/(?:[a-z]{2}/)?search/details/(?P<query>[^/?#]+)"),
    (("mubi.com",), _asked(r"/(?:[a-z]{2}/){0,2}search(?:/films)?/?(?=\?)", "query", "q")),
    (("tv.apple.com",), _asked(r"/(?:[a-z]{2}/)?search", "term", "q")),
    (("watch.plex.tv",), _asked(r"/search", "q", "query")),
    (("stremio.com", "strem.io"), _asked(r"/.*#/search", "search", "query")),
    (("play.google.com",), r"/store/search\?(?=.*c=movies)(?:.*&)?q=(?P<query>[^&#]+)"),
    (
        ("vudu.com", "athome.fandango.com"),
        _asked(r"/content/(?:movies|browse)/search", "searchString"),
    ),
    (("fandango.com",), _asked(r"/search/?", "q")),
    (
        (
            "amctheatres.com",
            "regmovies.com",
            "cinemark.com",
            "cineworld.co.uk",
            "odeon.co.uk",
            "drafthouse.com",
            "cineplex.com",
        ),
        _asked(r"/search", "q", "query"),
    ),
    (("yts.mx", "yts.lt", "yts.am", "yify-movies.net"), r"/browse-movies/(?!0/)(?P<query>[^/?#]+)"),
    (
        ("opensubtitles.org", "opensubtitles.com"),
        r"/(?:[a-z]{2}/)?search2?/(?:.*/)?moviename-(?P<query>[^/?#]+)",
    ),
    (
        ("opensubtitles.org", "opensubtitles.com"),
        _asked(r"/(?:[a-z]{2}/)?search[^?#]*", "MovieName", "q", "query"),
    ),
    (("subscene.com",), _asked(r"/subtitles/(?:title|searchbytitle|release)", "q", "query")),
    (("podnapisi.net",), _asked(r"/(?:[a-z]{2}/)?subtitles/search[^?#]*", "keywords")),
    (("doesthedogdie.com",), _asked(r"/(?:ddd)?search", "q")),
    (("movie-locations.com", "moviemistakes.com"), _asked(r"/search[^?#]*", "q", "text")),
    (("blu-ray.com",), _asked(r"/search/?", "quicksearch_keyword")),
    (("commonsensemedia.org",), r"/search/(?P<query>[^/?#]+)"),
    (("rogerebert.com",), _asked(r"/search", "q")),
    (("imsdb.com",), _asked(r"/search\.php", "search_query")),
    (("the-numbers.com",), _asked(r"/(?:search|custom-search)", "searchterm")),
    (("boxofficemojo.com",), _asked(r"/search/?", "q")),
)


def _rule(path: str) -> Rule:
    return Rule("film-site", pattern(path), Reader.SITE_SEARCH)


def with_search_boxes(sites: Iterable[Site]) -> tuple[Site, ...]:
    """The sites with the rules of their searches before their own; new sites for other hosts."""
    rules: dict[str, list[Rule]] = {}
    for hosts, path in _SEARCH_BOXES:
        rule = _rule(path)
        for host in hosts:
            rules.setdefault(host, []).append(rule)
    found = []
    for site in sites:
        mine = dict.fromkeys(rule for host in site.hosts for rule in rules.pop(host, []))
        found.append(replace(site, rules=(*mine, *site.rules)) if mine else site)
    return (*found, *(Site((host,), tuple(new)) for host, new in rules.items()))
