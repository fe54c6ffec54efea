"""Searches, videos, forums, media servers at home, and places that are not about films."""

from __future__ import annotations

from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.matching.sites.model import Reader, Rule, Site, Undated, film_page, pattern

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
    Site(
        (
            "google.*",
            "bing.com",
            "search.brave.com",
            "kagi.com",
            "yandex.*",
            "qwant.com",
            "search.marginalia.nu",
        ),
        (Rule("search", pattern(r"/search/?(?:[?#]|$)|/\?(?:.*&)?q="), Reader.SEARCH),),
    ),
    Site(
        ("duckduckgo.com", "html.duckduckgo.com", "noai.duckduckgo.com"),
        (Rule("search", pattern(r"/(?:html/?)?\?"), Reader.SEARCH),),
    ),
    Site(("ecosia.org",), (Rule("search", pattern(r"/(?:search|videos)"), Reader.SEARCH),)),
    Site(("startpage.com",), (Rule("search", pattern(r"/(?:do|sp)/"), Reader.SEARCH),)),
    Site(
        ("search.yahoo.com", "search.aol.com"),
        (Rule("search", pattern(r"/(?:yhs/)?search"), Reader.SEARCH),),
    ),
    Site(
        (
            "perplexity.ai",
            "you.com",
            "swisscows.com",
            "mojeek.com",
            "presearch.com",
            "metager.de",
            "metager.org",
            "search.naver.com",
            "search.daum.net",
            "search.seznam.cz",
            "ask.com",
            "sogou.com",
            "so.com",
            "searx.be",
            "search.sapo.pt",
            "lite.duckduckgo.com",
        ),
        (Rule("search", pattern(r"/[^?#]*\?(?:.*&)?(?:q|query)="), Reader.SEARCH),),
    ),
    Site(("baidu.com",), (Rule("search", pattern(r"/s\?"), Reader.SEARCH),)),
)

VIDEOS: tuple[Site, ...] = (
    Site(
        ("youtube.com",),
        (
            Rule("search-videos", pattern(r"/results\?"), Reader.SEARCH, undated=Undated.NEVER),
            Rule("video", pattern(r"/(?:watch\?|shorts/|live/|embed/)"), Reader.VIDEO),
        ),
    ),
    Site(("youtu.be",), (Rule("video", pattern(r"/[\w-]{6,}"), Reader.VIDEO),)),
    Site(("vimeo.com",), (Rule("video", pattern(r"/(?:\w+/)*\d+"), Reader.VIDEO),)),
    Site(("dailymotion.com",), (Rule("video", pattern(r"/video/"), Reader.VIDEO),)),
    Site(("archive.org",), (Rule("video", pattern(r"/details/"), Reader.VIDEO),)),
)

FORUMS: tuple[Site, ...] = (
    Site(
        ("reddit.com",),
        (
            Rule("forum", pattern(rf"/r/(?:{_FILM_FORUMS})/comments/"), Reader.FORUM),
            Rule(
                "forum-other",
                pattern(rf"/r/(?!(?:{_OTHER_FORUMS})/)\w+/comments/"),
                Reader.FORUM,
                undated=Undated.NEVER,
            ),
        ),
    ),
    Site(
        ("movies.stackexchange.com", "forum.blu-ray.com", "boards.theforce.net"),
        (Rule("forum", pattern(r"/"), Reader.FORUM),),
    ),
)

MEDIA_SERVER = Site(
    (),
    (
        # Radarr and the others that films are asked for in count them as TMDB does.
        Rule("media-server-tmdb-id", pattern(r"/movie/(?P<id>\d+)/?(?:$|[?#])"), Reader.TMDB_ID),
        film_page(
            "media-server",
            r"/movie/\d+/?(?:$|[?#])",
            site="radarr|overseerr|jellyseerr",
            undated=Undated.STRICT,
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
    ),
)
"""Pages of a Jellyfin, Emby or Plex server at home, whatever its host is called."""

MEDIA_SERVER_NAMES = ("jellyfin", "emby", "plex", "kodi", "radarr", "overseerr", "jellyseerr")
MEDIA_SERVER_PORTS = frozenset({"8096", "8920", "32400"})

ORDINARY = Site(
    # Places where a title with its year is a game, a book, a record, a series or an event.
    (
        "steampowered.com", "steamcommunity.com", "gog.com", "epicgames.com", "mobygames.com",
        "gamespot.com", "gamefaqs.com", "giantbomb.com", "howlongtobeat.com", "boardgamegeek.com",
        "nintendo.com", "playstation.com", "xbox.com", "igdb.com", "itch.io", "twitch.tv",
        "backloggd.com", "myabandonware.com", "romhacking.net", "polygon.com", "kotaku.com",
        "pcgamer.com", "eurogamer.net", "rockpapershotgun.com",
        "goodreads.com", "audible.com", "librarything.com", "bookshop.org", "openlibrary.org",
        "thestorygraph.com", "barnesandnoble.com", "waterstones.com", "books.google.com",
        "gutenberg.org", "abebooks.com", "comicvine.com", "marvel.com", "dc.com",
        "spotify.com", "genius.com", "discogs.com", "allmusic.com", "musicbrainz.org", "last.fm",
        "bandcamp.com", "soundcloud.com", "music.apple.com", "music.youtube.com", "deezer.com",
        "tidal.com", "rateyourmusic.com", "soundtrack.net", "azlyrics.com", "musescore.com",
        "tvmaze.com", "tvtime.com", "serializd.com", "episodate.com", "crunchyroll.com",
        "myanimelist.net",
        "ticketmaster.*", "eventbrite.*", "stubhub.com", "songkick.com", "seatgeek.com",
        "royalalberthall.com", "meetup.com", "axs.com", "eventim.de", "broadway.com",
        "playbill.com", "ibdb.com",
        "ebay.*", "etsy.com", "aliexpress.com", "walmart.com", "target.com", "bricklink.com",
        "lego.com",
        # Work and letters: whatever they name, nobody watches it there.
        "mail.google.com", "docs.google.com", "calendar.google.com",
        "outlook.com", "outlook.office.com", "outlook.live.com", "mail.yahoo.com", "proton.me",
        "github.com", "gitlab.com", "stackoverflow.com", "slack.com", "notion.so", "trello.com",
        "atlassian.net", "linkedin.com", "asana.com", "overleaf.com", "arxiv.org",
    ),
    ids_anywhere=False,
)  # fmt: skip

ELSEWHERE: tuple[Site, ...] = (*SEARCHES, *VIDEOS, *FORUMS, ORDINARY)
