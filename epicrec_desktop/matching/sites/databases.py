"""Film databases: IMDb, TMDB, Letterboxd, Rotten Tomatoes … and the encyclopaedias."""

from __future__ import annotations

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

_LETTERBOXD_HEADS = (
    r"cast and crew of|an?\s.{0,20}?review of|(?:all |popular |recent |friends[’'] )*reviews? of|"
    r"(?:.{1,40}?[’']s? )?(?:★|½|\s)*(?:review|entry|rewatch|watch) (?:of|for)|lists that include|"
    r"(?:popular )?lists (?:with|featuring)|films (?:like|similar to)|similar films to|"
    r"(?:people|members|fans) (?:who|of)(?: have)?(?: watched| liked| rated)?|details (?:of|for)|"
    r"genres of|where to watch|trailer for|crew of|cast of|ratings (?:of|for)|likes? (?:of|for)"
)

DATABASES: tuple[Site, ...] = (
    site(
        "imdb.com",
        Rule(
            "imdb-id",
            Pattern(r"/(?:[a-z]{2}(?:-[a-z]{2,4})?/)?title/tt(?P<id>\d{5,10})(?![\w-])"),
            Reader.IMDB_ID,
        ),
        Rule("imdb-id", Pattern(r"/Title\?(?:tt)?(?P<id>\d{5,10})(?!\w)"), Reader.IMDB_ID),
        Rule(
            "imdb-id",
            Pattern(
                r"/(?:video/[^?#]+\?(?:.*&)?playlistId=|showtimes/title/)"
                r"tt(?P<id>\d{5,10})(?!\w)"
            ),
            Reader.IMDB_ID,
        ),
        ids_anywhere=False,
    ),
    site(
        "boxofficemojo.com",
        Rule("boxofficemojo-id", Pattern(r"/title/tt(?P<id>\d{5,10})(?!\w)"), Reader.IMDB_ID),
        film_page(
            "boxofficemojo",
            r"/(?:release/rl\d+|movies/)",
            site="box office mojo",
            undated=Undated.CAREFUL,
        ),
    ),
    site(
        "themoviedb.org tmdb.org",
        Rule("tmdb-id", Pattern(r"/movie/(?P<id>\d+)(?![\da-z])"), Reader.TMDB_ID),
        film_page(
            # Of films whose number there the catalog does not know.
            "tmdb",
            r"/movie/\d+(?![\da-z])",
            site=r"the movie database(?: \(tmdb\))?|tmdb",
            undated=Undated.NEVER,
            without_id="tmdb",
        ),
    ),
    site(
        "letterboxd.com boxd.it",
        Rule("letterboxd-imdb-id", Pattern(r"/imdb/tt(?P<id>\d{5,10})(?!\w)"), Reader.IMDB_ID),
        Rule("letterboxd-tmdb-id", Pattern(r"/tmdb/(?P<id>\d+)(?!\w)"), Reader.TMDB_ID),
        film_page(
            "letterboxd",
            r"/(?:[\w-]+/)?film/(?P<id>(?P<slug>[^/?#]+))",
            site="letterboxd",
            aliases="letterboxd",
            heads=_LETTERBOXD_HEADS,
            tails=r"directed by .*|reviews, film.*|[’'\"]?\s*(?:review|entry) by .*",
        ),
    ),
    site(
        "rottentomatoes.com",
        film_page(
            "rottentomatoes",
            r"/m/(?P<id>(?:\d+-)?(?P<slug>[^/?#]+))",
            site="rotten tomatoes",
            aliases="rottentomatoes",
        ),
    ),
    site("metacritic.com", film_page("metacritic", r"/movie/(?P<slug>[^/?#]+)", site="metacritic")),
    site(
        "trakt.tv",
        film_page(
            "trakt",
            r"/movies/(?!(?:trending|popular|anticipated|boxoffice|watched|"
            r"favorited|collected|recommended|streaming)\b)(?P<slug>[^/?#]+)",
            site="trakt",
        ),
    ),
    site("simkl.com", film_page("simkl", r"/movies?/\d+/(?P<slug>[^/?#]+)", site="simkl")),
    site(
        "icheckmovies.com",
        film_page("icheckmovies", r"/movies/(?P<slug>[^/?#]+)/", site="icheckmovies"),
    ),
    site(
        "allmovie.com",
        film_page("allmovie", r"/movie/(?P<slug>[^/?#]+?)-(?:v|an|am)\d+", site="allmovie"),
    ),
    site(
        "tcm.com",
        film_page("tcm", r"/tcmdb/title/\d+/(?P<slug>[^/?#]+)", site="tcm|turner classic"),
    ),
    site(
        "the-numbers.com",
        film_page(
            "the-numbers",
            r"/movie/(?P<slug>[^/?#]+)",
            site="the numbers",
            tails=r"-\s*(?:financial information|box office).*",
        ),
    ),
    site("moviefone.com", film_page("moviefone", r"/movie/(?P<slug>[^/?#]+)/", site="moviefone")),
    site("tvguide.com", film_page("tvguide", r"/movies/(?P<slug>[^/?#]+)/", site="tv guide")),
    site("thetvdb.com", film_page("thetvdb", r"/movies/(?P<slug>[^/?#]+)", site="thetvdb")),
    site("bfi.org.uk", film_page("bfi", r"/film/[^/?#]+/(?P<slug>[^/?#]+)", site="bfi")),
    site("afi.com", film_page("afi", r"/Catalog/(?:movie)?details/\d+", site="afi")),
    site(
        "tvtropes.org",
        film_page(
            "tvtropes",
            r"/pmwiki/pmwiki\.php/Film/(?P<slug>\w+)",
            site="tv tropes",
            tails=r"\(film\)",
            undated=Undated.CAREFUL,
        ),
    ),
    site(
        "doesthedogdie.com moviemistakes.com movie-locations.com mrqe.com",
        film_page(
            "guide",
            r"/(?:media|film|movies)/?",
            site="does the dog die|movie mistakes",
            heads=r"does the dog die in",
            tails=r"(?:movie )?mistakes.*|film(?:ing)? locations|\?",
            undated=Undated.STRICT,
            mixed=True,
        ),
    ),
    site(
        "radiotimes.com",
        film_page("guide", r"/movie-guide/[\w-]+/(?P<slug>[^/?#]+)", site="radio times"),
    ),
    site(
        "opensubtitles.org opensubtitles.com subscene.com podnapisi.net "
        "yifysubtitles.ch yifysubtitles.org yts-subs.com moviesubtitles.org "
        "titlovi.com subtitlecat.com subdl.com addic7ed.com prijevodi-online.org "
        "opensubtitles.co",
        Rule(
            "subtitles-imdb-id",
            Pattern(r"/(?:[a-z]{2}/)?search2?/(?:.*/)?imdbid-(?:tt)?0*(?P<id>\d{5,10})(?!\d)"),
            Reader.IMDB_ID,
        ),
        Rule("subtitles", Pattern("/"), Reader.RELEASE),
        film_page(
            "subtitles",
            r"/(?:[a-z]{2}/)?(?:index\.php|movies?|subtitles|titlovi|film|subtitle)(?:/|-|\?)"
            r"(?:\d+/)?(?:(?P<year>(?:19|20)\d\d)-)?(?:en-)?(?P<slug>[^/?#]+?)"
            r"(?:-(?:en|english|yify)\b[^/?#]*)?(?:$|[/?#.])",
            site=r"open ?subtitles(?:\.(?:com|org))?|subscene|podnapisi(?:\.net)?|"
            r"yify subtitles|"
            r"titlovi\.com|subtitle cat|moviesubtitles",
            heads=r"(?:download )?(?:english )?subtitles? (?:for|of)|download|subtitles",
            tails=r"(?:[-–|]\s*)?"
            r"(?:english |yify |french |german |spanish |arabic |dutch |italian )*"
            r"subtitles\b.*|[-–]\s*prijevod\b.*",
            undated=Undated.STRICT,
            mixed=True,
        ),
    ),
    site(
        "yts.mx yts.lt yts.am yify-movies.net",
        film_page(
            "yts",
            r"/movies?/(?P<slug>[^/?#]+)",
            site="yts|yify",
            tails=r"(?:yify )?[-–]?\s*(?:yify )?download\b.*|yify\b.*",
        ),
    ),
    site(
        "1337x.to 1337x.st x1337x.ws thepiratebay.org rarbg.to torrentgalaxy.to "
        "rutracker.org limetorrents.lol kickasstorrents.to torlock.com magnetdl.com "
        "zooqle.com bt4g.org btdig.com nyaa.si ext.to nzbindex.com nzbgeek.info "
        "binsearch.info drunkenslug.com passthepopcorn.me karagarga.in "
        "iptorrents.com torrentleech.org predb.me predb.org scenesource.me rlsbb.ru "
        "psa.wf",
        Rule("release", Pattern("/"), Reader.RELEASE),
    ),
    site(
        "drive.google.com mega.nz dropbox.com onedrive.live.com box.com",
        Rule("release", Pattern(r"/(?:file|folder|s|scl|f)/"), Reader.RELEASE, Evidence.WATCHED),
        ids_anywhere=False,
    ),
    site(
        "wikipedia.org wikiquote.org wikimedia.org",
        Rule(
            "search-wikipedia",
            Pattern(r"/(?:w/index\.php|wiki/Special:Search)\?(?:.*&)?search="),
            Reader.SEARCH,
            undated=Undated.NEVER,
        ),
        Rule("wikipedia", Pattern(r"/wiki/(?P<page>[^?#]+)"), Reader.ENCYCLOPEDIA),
        Rule(
            "wikipedia",
            Pattern(r"/w/index\.php\?(?:.*&)?title=(?P<page>[^&#]+)"),
            Reader.ENCYCLOPEDIA,
        ),
        # Variants of one language ("zh-cn", "sr-el") are paths of their own.
        Rule("wikipedia", Pattern(r"/[a-z]{2}-[a-z]{2,4}/(?P<page>[^?#]+)"), Reader.ENCYCLOPEDIA),
    ),
    site(
        "wikiwand.com",
        Rule(
            "wikiwand",
            Pattern(r"/(?:[a-z]{2,3}/)(?:articles/)?(?P<page>[^?#]+)"),
            Reader.ENCYCLOPEDIA,
        ),
    ),
    site(
        "britannica.com",
        film_page(
            "britannica",
            r"/topic/(?P<slug>[\w-]+?)-film(?:-by-[a-z-]+)?(?:-(?P<year>\d{4}))?(?:$|[/?#])",
            site="britannica",
            tails=r"\|\s*(?:summary|film by|cast|plot|description|movie).*",
            undated=Undated.CAREFUL,
        ),
    ),
)
