"""Site rules of streaming services, rental shops, and streaming guides."""

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

_RENTED = (
    r"you(?:[’']ve| have)? (?:just )?rented|(?:your )?rental(?: is| of)?(?: confirm(?:ed|ation))?"
    r"(?: for| of)?|thank(?:s| you) for renting|rented|now renting|(?:du hast |sie haben )?"
    r"ausgeliehen|leihbestätigung|location confirmée|alquiler confirmado|noleggio confermato"
)
_RENTAL_HEADS = (
    r"(?:rent|buy|hire|watch|stream)(?: (?:or|and|&) (?:rent|buy|hire|stream))?|louer|alquilar?|"
    r"noleggia|leihen"
)
_RENTAL_TAILS = (
    r"(?:[|:–—-]\s*)?(?:online (?:leihen|kaufen|ansehen|schauen)|leihen|ausleihen|in streaming|"
    r"on (?:dvd|blu-ray)|(?:dvd|blu-ray)\b.*\b(?:leihen|mieten|rental?|hire)|(?:dvd|film) rental|"
    r"(?:on )?(?:rent|buy) (?:or|and) (?:rent|buy)|\(aka [^)]*\)|film|movie)"
)


def rented(name: str, label: str) -> Rule:
    """Any page of a shop or service whose title says that this person rented the film."""
    return film_page(
        f"{name}-rented",
        r"/",
        site=label,
        needs=rf"^\W*(?:{_RENTED})\b",
        heads=_RENTED,
        evidence=Evidence.WATCHED,
        undated=Undated.CAREFUL,
    )


def _shop(hosts: str, path: str, label: str) -> Site:
    page = film_page(
        "rental",
        path,
        site=label,
        heads=_RENTAL_HEADS,
        tails=_RENTAL_TAILS,
        never=r"\bseason\b",
        bilingual=True,
    )
    return site(hosts, rented("rental", label), page)


RENTALS: tuple[Site, ...] = (
    _shop("redbox.com", r"/(?:movies|ondemand-movies)/(?P<slug>[^/?#]+)", "redbox"),
    _shop(
        "cinemaparadiso.co.uk",
        r"/rentals/(?P<slug>[^/?#]+?)-\d+\.html",
        r"cinema ?paradiso(?:\.co\.uk)?",
    ),
    _shop("chili.com chili.tv", r"/(?:\w\w/)?content/(?P<slug>[^/?#]+)/", "chili"),
    _shop("skystore.com", r"/product/(?P<slug>[^/?#]+)/", "sky store"),
    _shop(
        "videobuster.de",
        r"/(?:dvd-bluray-verleih|titles)/\d+/(?P<slug>[^/?#]+)",
        r"videobuster(?:\.de)?",
    ),
    _shop("maxdome.de store.maxdome.de", r"/(?P<slug>[^/?#]+?)-\d+\.html", "maxdome(?: store)?"),
    _shop(
        "kino-on-demand.com lacinetek.com universcine.com netcine.ch",
        r"/(?:\w\w/)?(?:movies?|films?)/(?P<slug>[^/?#]+)",
        r"kino on demand|la cinetek|universcin[ée]|netcine",
    ),
    _shop(
        "microsoftstore.com scarecrow.com dvd.com lovefilm.com quickflix.com.au",
        r"/(?:movies?|films?|Movie)/(?:\d+/)?(?P<slug>[^/?#]+)",
        r"scarecrow(?: video)?|dvd\.com|lovefilm(?:\.com)?|quickflix",
    ),
)


_LOCALE = r"/(?:[a-z]{2}(?:-[a-z]{2,4})?/){0,2}"
_WATCH_HEAD = (
    r"watch|stream|regarder|ver|guarda|assistir(?: a)?|assista(?: a)?|bekijk|se|▶|"
    r"watching|now playing:?|now watching:?"
)
_WATCH_TAIL = (
    r"ansehen|anschauen|streamen|を視聴|を観る|\((?:字幕|吹替)版\)(?:を観る|を視聴)?|bekijken|"
    r"streaming online|online|on itunes|"
    r"(?:\[(?:dt|ov)[^\]]*\] )?online (?:schauen|ansehen|kaufen|leihen).*|"
    r"[|:–—-]\s*(?:ganzer film|film complet|pel[ií]cula completa|film completo|filme completo)|"
    r"full movie(?: online)?|\[(?:ov|ov/omu|omu|dt\.?/ov|ultra hd|4k|hd|uhd)\]|"
    r"\((?:4k uhd|4k|uhd|hd|subtitled|dubbed|movie|film)\)"
)


def _page(
    name: str,
    path: str,
    label: str,
    *,
    mixed: bool = False,
    needs: str | None = None,
    heads: str | None = None,
    tails: str | None = None,
    aliases: str | None = None,
) -> Rule:
    """Return a film's page at a service, with the words that services write around a title."""
    return film_page(
        name,
        path,
        site=label,
        heads=f"{_WATCH_HEAD}|{heads}" if heads else _WATCH_HEAD,
        tails=f"{_WATCH_TAIL}|{tails}" if tails else _WATCH_TAIL,
        undated=Undated.SERVICE,
        mixed=mixed,
        needs=needs,
        aliases=aliases,
    )


def _player(
    name: str,
    path: str,
    label: str,
    *,
    undated: Undated = Undated.CAREFUL,
    aliases: str | None = None,
) -> Rule:
    return film_page(
        name,
        path,
        site=label,
        heads=_WATCH_HEAD,
        tails=_WATCH_TAIL,
        evidence=Evidence.WATCHED,
        undated=undated,
        mixed=True,
        aliases=aliases,
    )


def _netflix(path: str) -> Rule:
    return _page("netflix", path, "netflix", mixed=True, aliases="netflix")


def _service(
    name: str,
    hosts: str,
    label: str,
    film: str,
    player: str | None = None,
    *,
    aliases: str | None = None,
) -> Site:
    rules = [rented(name, label), _page(name, film, label, aliases=aliases)]
    if player:
        rules.append(_player(f"{name}-player", player, label))
    return site(hosts, *rules)


_UUID = r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"
_AMAZON = r"(?:www\.)?amazon\.[a-z.]{2,6}"
_DISNEY = r"disney\s?(?:\+|plus)|jiohotstar|hotstar"
_PRIME = r"prime video|amazon prime video|amazon video"

STREAMING: tuple[Site, ...] = (
    site(
        "netflix.com",
        _netflix(rf"{_LOCALE}title/(?P<id>\d+)"),
        _netflix(r"/(?:browse|search|latest)\b.*[?&]jbv=(?P<id>\d+)"),
        _player("netflix-player", rf"{_LOCALE}watch/(?P<id>\d+)", "netflix", aliases="netflix"),
    ),
    site(
        "dvd.netflix.com", _page("netflix-dvd", r"/Movie/(?P<slug>[^/?#]+)", "netflix|dvd netflix")
    ),
    site(
        "primevideo.com",
        rented("primevideo", _PRIME),
        _page(
            "primevideo",
            r"/(?:-/[a-z]{2}/|region/[a-z]{2}/)*(?:dp|detail)/"
            r"(?:[^/?#]+/(?=[0-9A-Z]{10}))?(?:(?P<id>[0-9A-Z]{10,30})(?![\w-]))?",
            _PRIME,
            mixed=True,
            aliases="primevideo",
        ),
    ),
    site(
        "amazon.*",
        Rule("search-amazon", Pattern(r"/s/?\?(?:.*&)?k="), Reader.SEARCH, undated=Undated.NEVER),
        rented("amazon-video", rf"{_AMAZON}|{_PRIME}"),
        _page(
            "amazon-video",
            r"/(?:-/[a-z]{2}/)?gp/(?:video/detail|product)/",
            rf"{_AMAZON}|{_PRIME}",
            mixed=True,
            needs=r"prime video|movies & tv|\bdvd\b|blu-ray|(?:amazon|instant) video|watch",
        ),
        film_page(
            "amazon-film",
            r"/(?:-/[a-z]{2}/)?(?:(?:(?P<slug>[^/?#]+)/)?dp|gp/video/detail)/",
            site=rf"{_AMAZON}|{_PRIME}|movies & tv|dvd & blu-ray",
            heads=_WATCH_HEAD,
            tails=rf"[\[(](?:dvd|blu-ray|4k|uhd|vhs|import|region)[^\])]*[\])]|(?<=\s):\s[^:|]{{3,}}|"
            rf"{_WATCH_TAIL}",
            needs=r"prime video|movies & tv|\bdvd\b|blu-ray|amazon video|film & fernsehen",
            never=r"\b(?:audio cd|soundtrack|vinyl|paperback|hardcover|kindle|books|costume|"
            r"poster|toys (?:&|and) games|video games?|season|series)\b",
            undated=Undated.SERVICE,
            mixed=True,
        ),
    ),
    site(
        "disneyplus.com hotstar.com",
        rented("disney", _DISNEY),
        _page("disney", rf"{_LOCALE}movies/(?P<slug>[^/?#]+)/", _DISNEY),
        _page(  # films and series alike
            "disney",
            rf"{_LOCALE}browse/entity-(?P<id>{_UUID})?",
            _DISNEY,
            mixed=True,
            aliases="disney",
        ),
        _player("disney-player", rf"{_LOCALE}(?:play|video)/", _DISNEY),
    ),
    _service(
        "max",
        "max.com hbomax.com hbo.com",
        r"(?:the movie on )?(?:hbo ?max|max|hbo)",
        rf"{_LOCALE}movies?/(?:(?P<slug>[a-z0-9-]*[a-z][a-z0-9-]*)(?=/|$|[?#]))?",
        r"/video/watch/",
    ),
    _service(
        "hulu",
        "hulu.com",
        "hulu",
        rf"/movie/(?P<slug>[^/?#]+?)(?:-(?P<id>{_UUID}))?(?:$|[/?#])",
        r"/watch/",
        aliases="hulu",
    ),
    _service(
        "appletv",
        "tv.apple.com itunes.apple.com",
        r"apple ?tv\+?|itunes",
        rf"{_LOCALE}movie/(?:(?P<slug>[^/?#]+)/)?(?:(?P<id>umc\.[\w.]+)|id\d)",
        aliases="appletv",
    ),
    _service(
        "peacock",
        "peacocktv.com",
        "peacock(?: tv)?",
        r"/(?:watch-online/movies|watch/asset/movies|movies)/(?P<slug>[^/?#]+)",
    ),
    _service(
        "paramount",
        "paramountplus.com",
        r"paramount\s?(?:\+|plus)",
        rf"{_LOCALE}movies/(?P<slug>[^/?#]+)",
    ),
    _service(
        "tubi", "tubitv.com", r"(?:free movies \| )?tubi(?: tv)?", r"/movies/\d+/(?P<slug>[^/?#]+)"
    ),
    _service("pluto", "pluto.tv", "pluto ?tv", rf"{_LOCALE}(?:.*/)?movies/(?P<slug>[^/?#]+)"),
    _service(
        "vudu",
        "vudu.com athome.fandango.com",
        "vudu|fandango at home",
        r"/content/(?:movies|browse)/details/(?P<slug>[^/?#]+)/\d+",
        r"/content/(?:movies|browse)/play/",
    ),
    _service(
        "googleplay",
        "play.google.com",
        "google play|movies on google play",
        r"/store/movies/details/(?P<slug>[^/?#]+)",
    ),
    _service(
        "rakuten",
        "rakuten.tv",
        "rakuten ?tv",
        rf"{_LOCALE}movies/(?P<slug>[^/?#]+)",
        rf"{_LOCALE}player/movies/",
    ),
    _service("mubi", "mubi.com", "mubi", rf"{_LOCALE}(?:[a-z]{{2}}/)?films/(?P<slug>[^/?#]+)"),
    _service(
        "criterion",
        "criterion.com criterionchannel.com",
        "the criterion c(?:ollection|hannel)",
        r"/(?:films/\d+-(?P<slug>[^/?#]+)|(?:videos/)?[a-z0-9-]+$)",
    ),
    _service("shudder", "shudder.com", "shudder", r"/movies/watch/(?P<slug>[^/?#]+)"),
    _service("kanopy", "kanopy.com", "kanopy", rf"{_LOCALE}.*?(?:video|product)/"),
    _service(
        "sky",
        "sky.com nowtv.com sky.de",
        "sky|now(?: tv)?",
        r"/(?:watch/)?(?:movies?|film)/(?P<slug>[^/?#]+)",
    ),
    _service(
        "microsoft",
        "microsoft.com",
        "microsoft(?: store)?|xbox",
        rf"{_LOCALE}p/(?P<slug>[^/?#]+)/8d6kgw",
    ),
    _service("roku", "therokuchannel.roku.com", "the roku channel|roku", r"/details/"),
    _service(
        "service",
        "starz.com amcplus.com mgmplus.com britbox.com crackle.com fubo.tv "
        "hoopladigital.com popcornflix.com philo.com channel4.com itv.com stan.com.au "
        "binge.com.au crave.ca cineplexstore.com viaplay.com videoland.com canalplus.com "
        "movistarplus.es joyn.de wowtv.de magentatv.de videoload.de filmin.es "
        "filmfriend.de curzonhomecinema.com curiositystream.com plex.tv bfiplayer.org "
        "player.bfi.org.uk filmstruck.com fandor.com cinemember.nl globoplay.globo.com "
        "telecineplay.com.br mediasetinfinity.mediaset.it player.pl",
        r"starz|amc\+?|amc ?plus|mgm\+?|britbox|crackle|fubo(?: ?tv)?|hoopla|popcornflix|philo|"
        r"channel 4|all 4|itvx?|stan\.?|binge|crave|cineplex store|viaplay|videoland|canal\s?\+|"
        r"mycanal|movistar plus\+?|joyn|wow|magenta ?tv|videoload|filmin|filmfriend|curzon.*|"
        r"curiosity ?stream|plex|bfi player|filmstruck|fandor|cinemember|globoplay|"
        r"telecine|mediaset infinity|player\.pl",
        rf"{_LOCALE}(?:[\w-]+/){{0,3}}(?:movies?|films?|filme|pel[ií]culas?|titles?)/"
        r"(?:\d+/)?(?:watch-)?(?P<slug>[^/?#]+?)(?:--?\d+)?(?:$|[/?#])",
    ),
    site(
        "flixole.com",
        _page(
            "flixole",
            r"/(?:detail|(?:[\w-]+/)?(?:pel[ií]culas?|film)s?)/(?P<slug>[^/?#]+)",
            "flixol[ée]",
        ),
        _player("flixole-player", r"/watch/", "flixol[ée]"),
    ),
    site(
        "justwatch.com",
        film_page(
            "justwatch",
            r"/[a-z]{2}/(?:movie|film|filme|pelicula|elokuva|фильм)/(?P<slug>[^/?#]+)",
            site="justwatch",
            heads=r"(?:where to )?watch",
            tails=r"(?<=\s)en streaming\b.*|:\s*d[oó]nde ver.*|(?:[:–-]\s*|(?<=\s))"
            r"(?:pel[ií]cula|filme|film)\b\W*(?:ver|onde|guarda|dove|où)\b.*|"
            r"(?:streaming|stream|movie|online)\b\W*(?:where to watch|watch|online|movie|"
            r"jetzt|tv|en ligne|en streaming|film|online anschauen|gdzie|guarda|ver)\b.*|"
            r"-?\s*(?:stream|streaming|streaming vf|online) ?(?:jetzt|online)?.*",
        ),
    ),
    site("reelgood.com", _page("reelgood", rf"{_LOCALE}movie/(?P<slug>[^/?#]+)", "reelgood")),
    site(
        "flixster.com decider.com yidio.com flicks.com.au flicks.co.uk flicks.co.nz "
        "playpilot.com streamingavailability.com werstreamt.es",
        _page(
            "guide",
            r"/(?:[a-z]{2}/)?(?:movie|movies|film|filme)/(?:details/\d+/)?"
            r"(?P<slug>[^/?#]+)",
            r"flixster|decider|yidio|flicks(?:\.co(?:m\.au|\.uk|\.nz))?|playpilot|"
            r"werstreamt\.?es",
        ),
    ),
    site("watch.plex.tv", _page("plex-catalog", rf"{_LOCALE}movie/(?P<slug>[^/?#]+)", "plex")),
    site(
        # Plex's web player lies over the details page and keeps its address.
        "app.plex.tv",
        _player("plex", r"/(?:desktop|web)?.*#!?/(?:server|media|provider|player)", "plex"),
    ),
    site(
        "stremio.com strem.io",
        Rule(
            "stremio-player",
            Pattern(r"/.*#/player/.*/movie/.*?tt(?P<id>\d{5,10})(?!\w)"),
            Reader.IMDB_ID,
            Evidence.WATCHED,
        ),
        Rule("stremio-id", Pattern(r"/.*#/detail/movie/tt(?P<id>\d{5,10})(?!\w)"), Reader.IMDB_ID),
        # Streams of other addons have addresses of their own, and the film in the title.
        _player("stremio-player", r"/.*#/player/(?!.*\btt\d{5})(?!.*/series/)", "stremio"),
    ),
    # Asia's, where a title is often beside words of the language.
    site(
        "v.qq.com iqiyi.com youku.com bilibili.com mgtv.com",
        film_page(
            "service-cn",
            r"/(?:x/(?:cover|m/play)|v_|v_show/|video\?|bangumi/play/|b/)",
            site="腾讯视频|爱奇艺|优酷|哔哩哔哩|bilibili.*|芒果tv",
            tails=r"[-–_\s]*(?:电影|高清|在线观看|全集|完整).*",
            never="电视剧|第.{1,4}[集季话]|番剧|综艺|动漫|纪录片|少儿|预告|片段|解说",
            undated=Undated.CAREFUL,
            bilingual=True,
            mixed=True,
        ),
    ),
    site(
        "watcha.com tving.com wavve.com coupangplay.com",
        film_page(  # a series has another letter in its number
            "service-kr",
            r"/(?:contents/m|movie/player/m|player/movie|titles/)",
            site=r"왓챠|tving|티빙|웨이브(?:\(wavve\))?|wavve|쿠팡플레이",
            undated=Undated.CAREFUL,
            mixed=True,
        ),
    ),
    site(
        "video.unext.jp abema.tv hulu.jp animestore.docomo.ne.jp",
        film_page(
            "service-jp",
            r"/(?:title/|play/sid|video/title/|watch/|animestore/)",
            site=r"u-next.*|abema|hulu(?:\(フールー\))?|dアニメストア|.*を見るなら",
            heads="劇場版",
            tails=r"\((?:洋画|邦画|アニメ) / \d{4}\).*|[-–|\s]*(?:動画(?:配信)?|映画)",
            never="ドラマ|アニメ / |第.{1,4}[話期]|シーズン",
            undated=Undated.CAREFUL,
            bilingual=True,
            mixed=True,
        ),
    ),
    site(
        "shahid.mbc.net",
        film_page(
            "service-ar",
            r"/[a-z]{2}/movies/",
            site="shahid|شاهد",
            heads=rf"{_WATCH_HEAD}|مشاهدة فيلم|فيلم",
            tails="movie",
            undated=Undated.SERVICE,
        ),
    ),
    site(
        "sonyliv.com jiocinema.com zee5.com",
        _page(
            "service-in",
            rf"{_LOCALE}movies/(?:details/)?(?P<slug>[^/?#]+)",
            "sonyliv|jiocinema|zee5",
            tails=r"(?:- )?(?:watch )?(?:full )?(?:hd )?movie\b.*",
        ),
    ),
)
