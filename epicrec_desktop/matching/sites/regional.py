"""Film sites of one country, where titles are often local ones with the original beside."""

from __future__ import annotations

from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.matching.sites.model import Rule, Site, Undated, film_page, site

_HEADS = (
    r"(?:(?:les )?critiques?|bandes?-annonces?|avis|casting|photos?|anecdotes?|secrets de tournage|"
    r"séances|box office|vod)(?: (?:spectateurs|presse|complet|et vidéos))*(?: (?:du film|de|sur))|"
    r"(?:kritiken|kritik|trailer|bilder|videos?|besetzung(?: (?:&|und) stab)?) (?:zu|von|für)|"
    r"críticas? de|recensione (?:di|del film)|"
    r"(?:film|filme|фильм|película)(?::|\s(?=[\"«„“]))|recenzj[ae](?: filmu)?"
)

_TAILS = (
    r"[:–-]\s*(?:les )?(?:critiques?|avis|casting|bandes?-annonces?|séances|anecdotes|photos|vod)"
    r"(?: (?:spectateurs|presse|complet|et vidéos|et équipe technique))*|"
    r"-\s*(?:\w+ ){0,2}\w*film\w*,? \d{4}|-\s*\d{1,2} de \w+ de \d{4}"
)


def _local(
    name: str, path: str, site: str, tails: str | None = None, *, aliases: str | None = None
) -> Rule:
    return film_page(
        name,
        path,
        site=site,
        heads=_HEADS,
        tails=f"{tails}|{_TAILS}" if tails else _TAILS,
        bilingual=True,
        aliases=aliases,
    )


REGIONAL: tuple[Site, ...] = (
    site(
        "allocine.fr beyazperde.com adorocinema.com sensacine.com filmstarts.de",
        _local(
            "allocine",
            # One database, one number in every country.
            r"/(?:film/fichefilm(?:_gen_cfilm=|-)|filmler/film-|filmes/filme-|"
            r"peliculas/pelicula-|kritiken/)(?P<id>\d+)",
            "allocin[ée]|beyazperde|adorocinema|sensacine|filmstarts",
            aliases="allocine",
        ),
    ),
    site(
        "filmaffinity.com",
        _local(
            "filmaffinity",
            r"/\w{2}/(?:m/)?(?:film|reviews/\d+/)(?P<id>\d+)",
            "filmaffinity",
            aliases="filmaffinity",
        ),
    ),
    site(
        "hd.kinopoisk.ru",
        film_page(
            "kinopoisk-hd",
            r"/film/",
            site="кинопоиск|kinopoisk",
            tails=r"[—–-]?\s*смотреть\b.*",
            never=r"\bсериал",
            undated=Undated.SERVICE,
            mixed=True,
        ),
    ),
    site(
        "kinopoisk.ru",
        _local(
            "kinopoisk",
            r"/film/(?P<id>\d+)",
            "кинопоиск|kinopoisk",
            r"\s—\s.*",
            aliases="kinopoisk",
        ),
    ),
    site(
        "movie.douban.com m.douban.com",
        _local(
            "douban",
            r"/(?:movie/)?subject/(?P<id>\d+)",
            "豆瓣",
            r"\(?豆瓣.*|的?(?:影评|短评|剧情简介|演职员|海报|剧照|图片|预告片).*",
            aliases="douban",
        ),
    ),
    site(
        "filmweb.pl",
        _local("filmweb", r"/(?:film|reviews?)/(?P<slug>[^/?#]+?)-(?P<year>\d{4})-\d+", "filmweb"),
        _local("filmweb", r"/reviews?/recenzja-filmu-(?P<slug>[^?#]+?)-\d+", "filmweb"),
    ),
    site(
        "senscritique.com",
        _local(
            "senscritique",
            r"/film/(?P<slug>[^/?#]+)(?:/\d+)?",
            "senscritique",
            r":\s*(?:critiques?|avis|casting|acteurs|bandes?-annonces?|listes)\b.*",
        ),
    ),
    site("moviepilot.de", _local("moviepilot", r"/movies/(?P<slug>[^/?#]+)", "moviepilot")),
    site(
        "kino.de cinema.de filmdienst.de ofdb.de",
        _local(
            "kino-de",
            r"/(?:film|filme)/(?:details/\d+/)?(?:\d+,)?(?P<slug>[^/?#]+)",
            r"kino\.de|cinema\.de|cinema|filmdienst|ofdb",
        ),
    ),
    site(
        "mymovies.it comingsoon.it filmtv.it movieplayer.it",
        _local(
            "cinema-it",
            r"/(?:film|film/\d{4})/(?:\d+/)?(?P<slug>[^/?#]+)",
            r"mymovies(?:\.it)?|comingsoon(?:\.it)?|filmtv(?:\.it)?|movieplayer(?:\.it)?",
        ),
    ),
    site("csfd.cz csfd.sk", _local("csfd", r"/film/\d+-(?P<slug>[^/?#]+)", r"[čc]sfd(?:\.cz)?")),
    site("moviemeter.nl", _local("moviemeter", r"/film/\d+", "moviemeter")),
    site(
        "film.at cineman.ch cinopsis.be kinobox.cz port.hu cinemagia.ro",
        _local(
            "film-eu",
            r"/(?:\w{2}/)?(?:film|filme|adatlap/film)/(?P<slug>[^/?#]+)",
            r"film\.at|cineman|kinobox(?:\.cz)?|port\.hu|cinemagia(?:\.ro)?",
        ),
    ),
    site(
        "filmarks.com eiga.com movies.yahoo.co.jp press.moviewalker.jp moviewalker.jp",
        _local(
            "film-jp",
            r"/(?:movies?/|mv)\d+",
            r"filmarks(?:映画)?|映画\.com|yahoo!映画|movie walker press.*",
            r"[\s:：-]*の?(?:映画情報|作品情報|上映|レビュー|予告編|映画レビュー|動画).*",
        ),
    ),
    site(
        "pedia.watcha.com movie.daum.net kmdb.or.kr",
        _local(
            "film-kr",
            r"/(?:[a-z]{2}-[a-z]{2}/contents/m|moviedb/main|db/kor/detail/movie/)",
            "왓챠피디아|다음 ?영화|kmdb",
            r"의?\s*(?:코멘트|평점|갤러리|출연.*)",
        ),
    ),
    site(
        "elcinema.com",
        film_page(
            "film-ar",
            r"/(?:en/)?work/\d+",
            site="السينما\\.كوم|elcinema(?:\\.com)?",
            heads=r"(?:طاقم عمل )?فيلم\s*-|movie\s*-",
            tails=r"-?\s*\b(?:طاقم العمل|cast)\b.*",
            needs=r"فيلم|\bmovie\b",
            undated=Undated.CAREFUL,
        ),
    ),
    site(
        "fotogramas.es telerama.fr ecartelera.com espinof.com planocritico.com",
        _local(
            "film-press",
            r"/(?:cinema/films|pel[ií]culas(?:-criticas)?|criticas?|critica-)(?:/|(?=[a-z]))",
            r"fotogramas|t[ée]l[ée]rama|(?:película )?ecartelera|espinof|plano cr[ií]tico",
            r"\s*[-–,:|]\s*(?:cr[ií]tica|un film de|critique|tráiler|película)\b.*",
        ),
    ),
    site(
        "ivi.ru ivi.tv okko.tv kinorium.com start.ru wink.ru kion.ru premier.one",
        film_page(
            "film-ru",
            r"/(?:(?:watch|movies?|show)/(?P<slug>[^/?#]+)|\d+)",
            site="ivi|иви|okko|кинориум|kinorium|wink|kion|start|premier",
            heads=r"фильм\w*",
            tails=r"\(?(?:фильм )?смотреть\b.*|в хорошем качестве.*",
            needs=r"фильм|смотреть|кинориум|kinorium",
            undated=Undated.CAREFUL,
            bilingual=True,
        ),
    ),
    site("filmow.com", _local("filmow", r"/(?P<slug>[^/?#]+?)-t\d+", "filmow")),
    site(
        "maoyan.com mtime.com",
        _local("film-cn", r"/(?:films|movie)/\d+", "猫眼.*|mtime|时光网", r"[-–_\s]*电影介绍.*"),
    ),
)

_WATCH = r"watch|stream|regarder|ver|guarda"

BROADCASTERS: tuple[Site, ...] = (
    # Public television and anime, where most is no film: a title alone is for review at most.
    site(
        "arte.tv",
        film_page(
            "service",
            r"/[a-z]{2}/videos/\d+-\d+-[A-Z]/(?P<slug>[^/?#]+)",
            site="arte",
            heads=_WATCH,
            needs=r"\bfilm\b|spielfilm|cinéma|película",
            tails=r"-\s*(?:film in voller länge|(?:le )?film complet|película completa|kino|"
            r"cinéma|spielfilm)\b.*",
            undated=Undated.SERVICE,
            mixed=True,
        ),
    ),
    site(
        "rtve.es",
        film_page(
            "service",
            r"/play/videos/(?:somos-cine|cine[\w-]*|[\w-]*peliculas?[\w-]*)/",
            site="rtve(?: play)?",
            tails=r"[-–|]?\s*(?:somos cine|película completa|cine español)\b.*",
            never=r"\b(?:capítulo|temporada|tráiler|entrevista)\b",
            undated=Undated.CAREFUL,
        ),
    ),
    site(
        "zdf.de",
        film_page(
            "service",
            r"/(?:filme|spielfilme)/(?:[\w-]+/)*(?P<slug>[\w-]+?)-\d+\.html",
            site="zdf(?:mediathek)?",
            undated=Undated.STRICT,
            mixed=True,
        ),
        film_page(
            "service",
            r"/(?:play|video)/(?:filme|movies|spielfilme)/(?:[\w-]+/)*"
            r"(?P<slug>[\w-]+?)(?:-(?:movie|film))?-\d+",
            site="zdf(?:mediathek)?",
            undated=Undated.STRICT,
            mixed=True,
        ),
    ),
    site(
        "3sat.de",
        film_page(
            "service",
            r"/film/(?:[\w-]+/)*(?P<slug>[\w-]+?)-\d+\.html",
            site="3sat(?:[- ]?mediathek)?",
            undated=Undated.STRICT,
            mixed=True,
        ),
    ),
    site(
        "ardmediathek.de daserste.de",
        film_page(
            "service",
            r"/(?:video|film)/(?:[\w-]*(?:film|kino|debuet)[\w-]*)/(?P<slug>[\w-]+)/",
            site="ard(?: mediathek)?|das erste",
            heads=r"(?:filme|sommerkino|filmdebüt) im ersten\s*:?|spielfilm\s*:?",
            tails=r"-\s*hier anschauen|(?:-|\|)\s*(?:spielfilm|film)\b.*",
            never=r"\b(?:folge|staffel|trailer)\b",
            undated=Undated.STRICT,
            mixed=True,
        ),
    ),
    site(
        "bbc.co.uk",
        film_page(
            "service",
            r"/iplayer/episode/[a-z0-9]{8}/(?P<slug>[\w-]+)",
            site="bbc iplayer|iplayer|bbc",
            never=r"\b(?:series|episode)\b|\d\d/\d\d/\d{4}|^bbc iplayer - .+ - ",
            undated=Undated.STRICT,
            mixed=True,
        ),
    ),
    site(
        "france.tv",
        film_page(
            "service",
            r"/films/(?:[\w-]+/)*\d+-(?P<slug>[\w-]+?)\.html",
            site=r"france\s?(?:\.?tv|télévisions|2|3|4|5)",
            heads=_WATCH,
            tails=r"(?:-\s*)?(?:film )?en (?:streaming|replay)\b.*|-\s*film\b.*",
            undated=Undated.CAREFUL,
            bilingual=True,
        ),
    ),
    site(
        "raiplay.it",
        film_page(
            "service",
            r"/(?:programmi|film|video/\d{4}/\d\d)/(?P<slug>[\w-]+?)"
            r"(?:-[0-9a-f]{8}(?:-[0-9a-f]{4,12})*)?(?:\.html)?(?:$|[?#])",
            site="rai ?play",
            heads=_WATCH,
            tails=r"-\s*film\b.*|\(film\)",
            needs=r"\bfilm\b",
            undated=Undated.CAREFUL,
            mixed=True,
        ),
        film_page(  # films and series alike
            "service",
            r"/programmi/(?P<slug>[\w-]+)/?(?:$|[?#])",
            site="rai ?play",
            undated=Undated.STRICT,
            mixed=True,
        ),
    ),
    site(
        "crunchyroll.com",
        film_page(
            "service",
            r"/(?:[a-z]{2}(?:-[a-z]{2,3})?/)?watch/[A-Z0-9]+/(?P<slug>[^/?#]+)",
            site="crunchyroll",
            heads=_WATCH,
            tails=r"-\s*watch",
            never=r"\b(?:e\d+|episode|season)\b",
            evidence=Evidence.WATCHED,
            undated=Undated.STRICT,
            mixed=True,
        ),
    ),
    site(
        "myanimelist.net anilist.co anime-planet.com kitsu.app kitsu.io",
        film_page(
            "film-database",
            r"/anime/(?:\d+/)?(?P<slug>[^/?#]+)/?(?:$|[?#])",
            site=r"myanimelist(?:\.net)?|anilist|anime-planet|kitsu",
            never=r"\b(?:season|tv|episodes?)\b",
            undated=Undated.STRICT,
            bilingual=True,
            mixed=True,
        ),
    ),
)
