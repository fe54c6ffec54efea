"""Film databases: IMDb, TMDB, Letterboxd, Rotten Tomatoes … and the encyclopaedias."""

from __future__ import annotations

from epicrec_desktop.matching.sites.model import Reader, Rule, Site, Undated, film_page, pattern

_LETTERBOXD_HEADS = (
    r"cast and crew of|an?\s.{0,20}?review of|(?:all |popular |recent |friends[’'] )*reviews? of|"
    r"(?:.{1,40}?[’']s? )?(?:★|½|\s)*(?:review|entry|rewatch|watch) (?:of|for)|lists that include|"
    r"(?:popular )?lists (?:with|featuring)|films (?:like|similar to)|similar films to|"
    r"(?:people|members|fans) (?:who|of)(?: have)?(?: watched| liked| rated)?|details (?:of|for)|"
    r"genres of|where to watch|trailer for|crew of|cast of|ratings (?:of|for)|likes? (?:of|for)"
)

DATABASES: tuple[Site, ...] = (
    Site(
        ("imdb.com",),
        (
            Rule(
                "imdb-id",
                pattern(r"/(?:[a-z]{2}(?:-[a-z]{2,4})?/)?title/tt(?P<id>\d{5,10})(?![\w-])"),
                Reader.IMDB_ID,
            ),
            Rule("imdb-id", pattern(r"/Title\?(?:tt)?(?P<id>\d{5,10})(?!\w)"), Reader.IMDB_ID),
        ),
    ),
    Site(
        ("boxofficemojo.com",),
        (
            Rule("boxofficemojo-id", pattern(r"/title/tt(?P<id>\d{5,10})(?!\w)"), Reader.IMDB_ID),
            film_page(
                "boxofficemojo",
                r"/(?:release/rl\d+|movies/)",
                site="box office mojo",
                undated=Undated.CAREFUL,
            ),
        ),
    ),
    Site(
        ("themoviedb.org", "tmdb.org"),
        (Rule("tmdb-id", pattern(r"/movie/(?P<id>\d+)(?![\da-z])"), Reader.TMDB_ID),),
    ),
    Site(
        ("letterboxd.com", "boxd.it"),
        (
            Rule("letterboxd-imdb-id", pattern(r"/imdb/tt(?P<id>\d{5,10})(?!\w)"), Reader.IMDB_ID),
            Rule("letterboxd-tmdb-id", pattern(r"/tmdb/(?P<id>\d+)(?!\w)"), Reader.TMDB_ID),
            film_page(
                "letterboxd",
                r"/(?:[\w-]+/)?film/(?P<id>(?P<slug>[^/?#]+))",
                site="letterboxd",
                known_as="letterboxd",
                heads=_LETTERBOXD_HEADS,
                tails=r"directed by .*|reviews, film.*|[’'\"]?\s*(?:review|entry) by .*",
            ),
        ),
    ),
    Site(
        ("rottentomatoes.com",),
        (
            film_page(
                "rottentomatoes",
                r"/m/(?P<id>(?:\d+-)?(?P<slug>[^/?#]+))",
                site="rotten tomatoes",
                known_as="rottentomatoes",
            ),
        ),
    ),
    Site(
        ("metacritic.com",),
        (film_page("metacritic", r"/movie/(?P<slug>[^/?#]+)", site="metacritic"),),
    ),
    Site(
        ("trakt.tv",),
        (
            film_page(
                "trakt",
                r"/movies/(?!(?:trending|popular|anticipated|boxoffice|watched|"
                r"favorited|collected|recommended|streaming)\b)(?P<slug>[^/?#]+)",
                site="trakt",
            ),
        ),
    ),
    Site(
        ("simkl.com",),
        (film_page("simkl", r"/movies?/\d+/(?P<slug>[^/?#]+)", site="simkl"),),
    ),
    Site(
        ("icheckmovies.com",),
        (film_page("icheckmovies", r"/movies/(?P<slug>[^/?#]+)/", site="icheckmovies"),),
    ),
    Site(
        ("allmovie.com",),
        (film_page("allmovie", r"/movie/(?P<slug>[^/?#]+?)-v\d+", site="allmovie"),),
    ),
    Site(
        ("tcm.com",),
        (film_page("tcm", r"/tcmdb/title/\d+/(?P<slug>[^/?#]+)", site="tcm|turner classic"),),
    ),
    Site(
        ("the-numbers.com",),
        (
            film_page(
                "the-numbers",
                r"/movie/(?P<slug>[^/?#]+)",
                site="the numbers",
                tails=r"-\s*(?:financial information|box office).*",
            ),
        ),
    ),
    Site(
        ("moviefone.com",),
        (film_page("moviefone", r"/movie/(?P<slug>[^/?#]+)/", site="moviefone"),),
    ),
    Site(
        ("tvguide.com",),
        (film_page("tvguide", r"/movies/(?P<slug>[^/?#]+)/", site="tv guide"),),
    ),
    Site(
        ("thetvdb.com",),
        (film_page("thetvdb", r"/movies/(?P<slug>[^/?#]+)", site="thetvdb"),),
    ),
    Site(
        ("bfi.org.uk",),
        (film_page("bfi", r"/film/[^/?#]+/(?P<slug>[^/?#]+)", site="bfi"),),
    ),
    Site(
        ("afi.com",),
        (film_page("afi", r"/Catalog/(?:movie)?details/\d+", site="afi"),),
    ),
    Site(
        ("tvtropes.org",),
        (
            film_page(
                "tvtropes",
                r"/pmwiki/pmwiki\.php/Film/(?P<slug>\w+)",
                site="tv tropes",
                tails=r"\(film\)",
                undated=Undated.CAREFUL,
            ),
        ),
    ),
    Site(
        ("doesthedogdie.com", "moviemistakes.com", "movie-locations.com", "mrqe.com"),
        (
            film_page(
                "guide",
                r"/(?:media|film|movies)/?",
                site="does the dog die|movie mistakes",
                tails=r"(?:movie )?mistakes.*|filming locations",
                undated=Undated.STRICT,
                mixed=True,
            ),
        ),
    ),
    Site(
        ("radiotimes.com",),
        (film_page("guide", r"/movie-guide/[\w-]+/(?P<slug>[^/?#]+)", site="radio times"),),
    ),
    Site(
        ("opensubtitles.org", "opensubtitles.com", "subscene.com", "podnapisi.net"),
        (
            film_page(
                "subtitles",
                r"/(?:[a-z]{2}/)?(?:movies|subtitles)/",
                site="open ?subtitles|subscene|podnapisi",
                tails=r"(?:english |[a-z]+ )?subtitles.*",
                undated=Undated.STRICT,
                mixed=True,
            ),
        ),
    ),
    Site(
        ("yts.mx", "yts.lt", "yts.am", "yify-movies.net"),
        (film_page("yts", r"/movies?/(?P<slug>[^/?#]+)", site="yts|yify"),),
    ),
    Site(
        ("wikipedia.org", "wikiquote.org", "wikimedia.org"),
        (
            Rule("wikipedia", pattern(r"/wiki/(?P<page>[^?#]+)"), Reader.ENCYCLOPEDIA),
            Rule(
                "wikipedia",
                pattern(r"/w/index\.php\?(?:.*&)?title=(?P<page>[^&#]+)"),
                Reader.ENCYCLOPEDIA,
            ),
            # Variants of one language ("zh-cn", "sr-el") are paths of their own.
            Rule(
                "wikipedia", pattern(r"/[a-z]{2}-[a-z]{2,4}/(?P<page>[^?#]+)"), Reader.ENCYCLOPEDIA
            ),
        ),
    ),
    Site(
        ("wikiwand.com",),
        (
            Rule(
                "wikiwand",
                pattern(r"/(?:[a-z]{2,3}/)(?:articles/)?(?P<page>[^?#]+)"),
                Reader.ENCYCLOPEDIA,
            ),
        ),
    ),
    Site(
        ("britannica.com",),
        (
            film_page(
                "britannica",
                r"/topic/(?P<slug>[\w-]+?)-film(?:-by-[a-z-]+)?(?:-(?P<year>\d{4}))?(?:$|[/?#])",
                site="britannica",
                tails=r"\|\s*(?:summary|film by|cast|plot|description|movie).*",
                undated=Undated.CAREFUL,
            ),
        ),
    ),
)
