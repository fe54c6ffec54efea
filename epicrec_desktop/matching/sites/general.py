"""Rules of general sites (search, videos, forums, media servers) and film sites' searches."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.matching.sites.model import (
    Pattern,
    Reader,
    Rule,
    Site,
    Undated,
    film_page,
    site,
)

_FILM_FORUMS = (
    "movies|horror|truefilm|flicks|letterboxd|criterion|moviesuggestions|film|films|cinema|"
    "moviereviews|classicfilms|iwatchedanoldmovie|moviedetails|cultcinema|badmovies|"
    "a24|westerns|noir|filmnoir|moviescirclejerk|foreignfilms|silentfilm|"
    "documentaries|romancemovies|comedymovies|actionmovies|80smovies|90smovies|underratedmovies|"
    "bollywood|kaiju|slasherfilms|moviecritic|cinematography|4kbluray|dvdcollection|boutiquebluray"
)
_OTHER_FORUMS = (
    r"\w*gam(?:e|es|ing)\w*|\w*books?\w*|television|\w*tv\w*|\w*shows?|\w*music\w*|vinyl\w*|"
    r"soundtracks?|snes|n64|ps[1-5]|playstation|xbox\w*|nintendo\w*|retro\w*|steam\w*|comics?\w*|"
    r"comicbooks|lego|funko\w*|musicals?|broadway|theatre|anime\w*|manga|pinball|boardgames|"
    r"history\w*|aviation|cars?|news|worldnews|politics|sports?|nba|nfl|soccer|hockey|baseball"
)

SEARCHES: tuple[Site, ...] = (
    site(
        "google.* bing.com search.brave.com kagi.com yandex.* qwant.com search.marginalia.nu",
        Rule("search", Pattern(r"/search/?(?:[?#]|$)|/\?(?:.*&)?q="), Reader.SEARCH),
    ),
    site(
        "duckduckgo.com html.duckduckgo.com noai.duckduckgo.com",
        Rule("search", Pattern(r"/(?:html/?)?\?"), Reader.SEARCH),
    ),
    site("ecosia.org", Rule("search", Pattern(r"/(?:search|videos)"), Reader.SEARCH)),
    site("startpage.com", Rule("search", Pattern(r"/(?:do|sp)/"), Reader.SEARCH)),
    site(
        "search.yahoo.com search.aol.com",
        Rule("search", Pattern(r"/(?:yhs/)?search"), Reader.SEARCH),
    ),
    site(
        "perplexity.ai you.com swisscows.com mojeek.com presearch.com metager.de "
        "metager.org search.naver.com search.daum.net search.seznam.cz ask.com "
        "sogou.com so.com searx.be search.sapo.pt lite.duckduckgo.com",
        Rule("search", Pattern(r"/[^?#]*\?(?:.*&)?(?:q|query)="), Reader.SEARCH),
    ),
    site("baidu.com", Rule("search", Pattern(r"/s\?"), Reader.SEARCH)),
)

VIDEOS: tuple[Site, ...] = (
    site(
        "youtube.com",
        Rule("search-videos", Pattern(r"/results\?"), Reader.SEARCH, undated=Undated.NEVER),
        Rule("video", Pattern(r"/(?:watch\?|shorts/|live/|embed/)"), Reader.VIDEO),
    ),
    site("youtu.be", Rule("video", Pattern(r"/[\w-]{6,}"), Reader.VIDEO)),
    site("vimeo.com", Rule("video", Pattern(r"/(?:\w+/)*\d+"), Reader.VIDEO)),
    site("dailymotion.com", Rule("video", Pattern(r"/video/"), Reader.VIDEO)),
    site("archive.org", Rule("video", Pattern(r"/details/"), Reader.VIDEO)),
)

FORUMS: tuple[Site, ...] = (
    site(
        "reddit.com",
        Rule("forum", Pattern(rf"/r/(?:{_FILM_FORUMS})/comments/"), Reader.FORUM),
        Rule(
            "forum-other",
            Pattern(rf"/r/(?!(?:{_OTHER_FORUMS})/)\w+/comments/"),
            Reader.FORUM,
            undated=Undated.NEVER,
        ),
    ),
    site(
        "movies.stackexchange.com forum.blu-ray.com boards.theforce.net",
        Rule("forum", Pattern(r"/"), Reader.FORUM),
    ),
)

MEDIA_SERVER = site(
    "",
    # Radarr and the others that films are asked for in count them as TMDB does.
    Rule("media-server-tmdb-id", Pattern(r"/movie/(?P<id>\d+)/?(?:$|[?#])"), Reader.TMDB_ID),
    film_page(
        "media-server",
        r"/movie/\d+/?(?:$|[?#])",
        site="radarr|overseerr|jellyseerr|seerr",
        undated=Undated.CAREFUL,
        without_id="tmdb",
    ),
    film_page(
        # Plex's web player lies over the details page and keeps its address.
        "plex",
        r"/web/(?:index\.html)?#!?/(?:server|media|provider)/",
        site="plex",
        heads="▶",
        evidence=Evidence.WATCHED,
        undated=Undated.CAREFUL,
        mixed=True,
    ),
    film_page(
        "media-server-player",
        r"/.*(?:#!?/?(?:[\w/-]*/)?(?:video|videoosd|player|play|nowplaying)\b|/player\b)",
        site="jellyfin|emby|plex|kodi",
        heads=r"▶|watching|now playing:?|play(?:ing)?:?",
        evidence=Evidence.WATCHED,
        undated=Undated.CAREFUL,
        mixed=True,
    ),
    film_page(
        "media-server",
        r"/.*#!?/?(?:(?:[\w/-]*/)?(?:details|item)\b|movies?/\d+)",
        site="jellyfin|emby|plex|kodi",
        undated=Undated.CAREFUL,
        mixed=True,
    ),
)
"""Pages of a Jellyfin, Emby or Plex server at home, whatever its host is called."""

MEDIA_SERVER_NAMES = (
    "jellyfin",
    "emby",
    "plex",
    "kodi",
    "radarr",
    "overseerr",
    "jellyseerr",
    "seerr",
)
MEDIA_SERVER_PORTS = frozenset({"8096", "8920", "32400", "7878", "5055"})

ORDINARY = site(
# Places where a title with its year is a game, a book, a record, a series or an event.
"steampowered.com steamcommunity.com gog.com epicgames.com mobygames.com "
"gamespot.com gamefaqs.com giantbomb.com howlongtobeat.com "
"boardgamegeek.com nintendo.com playstation.com xbox.com igdb.com itch.io "
"twitch.tv backloggd.com myabandonware.com romhacking.net polygon.com "
"kotaku.com pcgamer.com eurogamer.net rockpapershotgun.com goodreads.com "
"audible.com librarything.com bookshop.org openlibrary.org "
"thestorygraph.com barnesandnoble.com waterstones.com books.google.com "
"gutenberg.org abebooks.com comicvine.com marvel.com dc.com spotify.com "
"genius.com discogs.com allmusic.com musicbrainz.org last.fm bandcamp.com "
"soundcloud.com music.apple.com music.youtube.com deezer.com tidal.com "
"rateyourmusic.com soundtrack.net azlyrics.com musescore.com tvmaze.com "
"tvtime.com serializd.com episodate.com ticketmaster.* eventbrite.* "
"stubhub.com songkick.com seatgeek.com royalalberthall.com meetup.com "
"axs.com eventim.de broadway.com playbill.com ibdb.com ebay.* etsy.com "
"aliexpress.com walmart.com target.com bricklink.com lego.com "
"mail.google.com docs.google.com calendar.google.com outlook.com "
"outlook.office.com outlook.live.com mail.yahoo.com proton.me github.com "
"gitlab.com stackoverflow.com slack.com notion.so trello.com atlassian.net "
"linkedin.com asana.com overleaf.com arxiv.org",
ids_anywhere=False)  # fmt: skip

ELSEWHERE: tuple[Site, ...] = (*SEARCHES, *VIDEOS, *FORUMS, ORDINARY)


_NOT_TITLES = (
    r"(?!.*[?&](?:s|stype|type|what|category|mode)="
    r"(?:nm|co|kw|ch|director|cast|person|tv|game|13\b))"
)


def _query(path: str, *names: str) -> str:
    """Return a path whose query has what was typed under one of these names."""
    return rf"{path}{_NOT_TITLES}.*?[?&](?:{'|'.join(names)})=(?P<query>[^&#]+)"


_SEARCH_BOXES: tuple[tuple[str, str], ...] = (
    (
        "letterboxd.com",
        (
            r"/(?:s/)?search/(?:films/)?(?!(?:lists|reviews|members|people|actors|directors|crew|cast|"
            r"tags|stories|episodes|original-titles|articles)/)(?P<query>[^/?#]+)"
        ),
    ),
    ("imdb.com", _query(r"/find/?", "q")),
    ("imdb.com", _query(r"/search/title/?", "title")),
    ("themoviedb.org", _query(r"/search(?:/movie|/multi)?/?(?=\?)", "query")),
    ("rottentomatoes.com", _query("/search/?", "search", "q")),
    (
        "metacritic.com",
        rf"/search/(?:movie/)?(?P<query>[^/?#]+)(?:/results)?/?(?=$|\?|#){_NOT_TITLES}",
    ),
    ("trakt.tv", _query(r"/search(?:/movies)?/?(?=\?)", "query", "q")),
    ("simkl.com", _query(r"/search/?", "q")),
    ("icheckmovies.com allmovie.com tcm.com", _query(r"/search[^?#]*", "query", "q", "text")),
    ("allmovie.com", r"/search/(?:movies|all)/(?P<query>[^/?#]+)"),
    (
        "justwatch.com",
        _query(
            r"/[a-z]{2}/(?:search|suche|recherche|buscar|busca|cerca|zoeken|haku|поиск|søg|sök|wyszukaj|szukaj|[^/?#]+)(?=\?)",
            "q",
        ),
    ),
    ("reelgood.com", _query(r"/search", "q")),
    (
        "flixster.com yidio.com flicks.com.au flicks.co.uk werstreamt.es playpilot.com",
        _query(r"/(?:search|suche|filme-serien)[^?#]*", "q", "search", "query"),
    ),
    ("filmaffinity.com", _query(r"/\w{2}/(?:m/)?search\.php", "stext")),
    (
        "allocine.fr beyazperde.com adorocinema.com sensacine.com filmstarts.de",
        _query(
            r"/(?:rechercher?|ara|pesquisar|busqueda|buscar|suche)(?:/(?:\d|movie))?/?(?=\?)", "q"
        ),
    ),
    ("kinopoisk.ru", _query(r"/(?:index\.php|new-search|s)?/?", "kp_query", "m_act[^=]*find[^=]*")),
    ("movie.douban.com", _query(r"/subject_search", "search_text")),
    ("search.douban.com", _query(r"/movie/subject_search", "search_text")),
    (
        "filmweb.pl",
        _query(r"/search(?!#?/(?:person|serial|game|user|character))[^?]*", "q", "query"),
    ),
    ("senscritique.com", _query(r"/(?:search|recherche)", "query", "q")),
    ("moviepilot.de", _query(r"/(?:suche|search)", "q")),
    (
        "kino.de cinema.de filmdienst.de",
        _query(r"/(?:se|suche|search)[^?#]*", "q", "sp_search_filter", "searchterm", "search"),
    ),
    ("ofdb.de", _query(r"/(?:view\.php|suchergebnis/?)", "sctext", "SText", "q")),
    (
        "mymovies.it comingsoon.it filmtv.it movieplayer.it",
        _query(r"/(?:ricerca|cerca|database/ricerca)[^?#]*", "q", "key", "titolo", "search"),
    ),
    ("csfd.cz csfd.sk", _query(r"/hl(?:edat|adat)/", "q")),
    ("moviemeter.nl", r"/(?:search|zoeken)/(?:film/)?(?P<query>(?!tt\d)[^/?#]+)"),
    ("filmarks.com eiga.com", _query(r"/search[^?#]*", "q")),
    ("eiga.com", r"/search/(?P<query>[^/?#]+)"),
    ("netflix.com", _query(r"/(?:[a-z-]{2,5}/)?search", "q", "suggestionTitle")),
    ("primevideo.com", _query(r"/(?:-/[a-z]{2}/|region/[a-z]{2}/)?search[^?#]*", "phrase")),
    (
        (
            "hulu.com peacocktv.com paramountplus.com pluto.tv shudder.com kanopy.com "
            "criterionchannel.com criterion.com sky.com rakuten.tv crackle.com philo.com "
            "hoopladigital.com fandor.com filmin.es joyn.de plex.tv max.com hbomax.com "
            "disneyplus.com"
        ),
        _query(
            r"/(?:[a-z]{2}(?:-[a-z]{2})?/)?(?:search|suche|buscar|find)[^?#]*",
            "q",
            "query",
            "keyword",
            "search",
        ),
    ),
    ("tubitv.com", r"/search/(?P<query>[^/?#]+)"),
    ("pluto.tv", r"/(?:[a-z]{2}/)?search/details/(?P<query>[^/?#]+)"),
    ("mubi.com", _query(r"/(?:[a-z]{2}/){0,2}search(?:/films)?/?(?=\?)", "query", "q")),
    ("tv.apple.com", _query(r"/(?:[a-z]{2}/)?search", "term", "q")),
    ("watch.plex.tv", _query(r"/search", "q", "query")),
    ("stremio.com strem.io", _query(r"/.*#/search", "search", "query")),
    ("play.google.com", r"/store/search\?(?=.*c=movies)(?:.*&)?q=(?P<query>[^&#]+)"),
    ("vudu.com athome.fandango.com", _query(r"/content/(?:movies|browse)/search", "searchString")),
    ("fandango.com", _query(r"/search/?", "q")),
    (
        (
            "amctheatres.com regmovies.com cinemark.com cineworld.co.uk odeon.co.uk "
            "drafthouse.com cineplex.com"
        ),
        _query(r"/search", "q", "query"),
    ),
    ("yts.mx yts.lt yts.am yify-movies.net", r"/browse-movies/(?!0/)(?P<query>[^/?#]+)"),
    (
        "opensubtitles.org opensubtitles.com",
        r"/(?:[a-z]{2}/)?search2?/(?:.*/)?moviename-(?P<query>[^/?#]+)",
    ),
    (
        "opensubtitles.org opensubtitles.com",
        _query(r"/(?:[a-z]{2}/)?search[^?#]*", "MovieName", "q", "query"),
    ),
    ("subscene.com", _query(r"/subtitles/(?:title|searchbytitle|release)", "q", "query")),
    ("podnapisi.net", _query(r"/(?:[a-z]{2}/)?subtitles/search[^?#]*", "keywords")),
    ("doesthedogdie.com", _query(r"/(?:ddd)?search", "q")),
    ("movie-locations.com moviemistakes.com", _query(r"/search[^?#]*", "q", "text")),
    ("blu-ray.com", _query(r"/search/?", "quicksearch_keyword")),
    ("commonsensemedia.org", r"/search/(?P<query>[^/?#]+)"),
    ("rogerebert.com", _query(r"/search", "q")),
    ("imsdb.com", _query(r"/search\.php", "search_query")),
    ("the-numbers.com", _query(r"/(?:search|custom-search)", "searchterm")),
    ("boxofficemojo.com", _query(r"/search/?", "q")),
)


def with_search_boxes(sites: Iterable[Site]) -> tuple[Site, ...]:
    """Return the sites with their search rules before their own; new sites for other hosts."""
    rules: dict[str, list[Rule]] = {}
    for hosts, path in _SEARCH_BOXES:
        rule = Rule("film-site", Pattern(path), Reader.SITE_SEARCH)
        for host in hosts.split():
            rules.setdefault(host, []).append(rule)
    found = []
    for one in sites:
        mine = dict.fromkeys(rule for host in one.hosts for rule in rules.pop(host, []))
        found.append(replace(one, rules=(*mine, *one.rules)) if mine else one)
    return (*found, *(site(host, *new) for host, new in rules.items()))
