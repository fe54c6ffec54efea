"""Review sites and newspapers' film pages: a review says interest.

Newspapers review what is new, so that a title without its year is rarely the catalog's movie.
"""

from __future__ import annotations

from epicrec_desktop.matching.sites.model import Site, Undated, film_page, site

_REVIEW = (
    r"\bending,? explained\b|\breviews?\b|\bkritik\b|\bcritique\b|\bcrítica\b|\brecensione\b|"
    r"\brecenzja\b"
)
_HEADS = r"(?:film|movie)?\s?review[:|]?|revisiting|review of|(?:blu-ray|4k) review[:|]?"
_TAILS = (
    r"[|:–—-]?\s*(?:(?:4k )?(?:movie|film|dvd|blu-ray)\s)?(?:review|kritik|critique|crítica)\b.*|"
    r"at (?:\d+|\w+):.*|ending,? explained\b.*|(?:dvd talk )?review of the\b.*|"
    r"(?:4k |3d )?(?:blu-ray|dvd)\b.*"
)


def _reviews(
    host: str,
    path: str,
    label: str,
    *,
    undated: Undated = Undated.STRICT,
    needs: str | None = _REVIEW,
) -> Site:
    page = film_page(
        "review",
        path,
        site=label,
        heads=_HEADS,
        tails=_TAILS,
        needs=needs,
        never=r"\b(?:album|game|book|tv|series|season|soundtrack|musical|opera|concert|"
        r"ps[45]|xbox|switch|novel|theatre|episode)\b.{0,12}\breview|\breview of books",
        undated=undated,
    )
    return site(host, page)


_DISC = (
    r"[-–|(:]?\s*(?:\(?4k\)?\s*)?(?:\(?uhd(?:-|\s*)|ultra hd\s*|3d\s*|hd[- ])*(?:blu-?ray|dvd|4k|"
    r"uhd|laserdisc|vhs|steelbook)\b.*|\(?(?:blu-?ray|dvd|4k uhd)\)?|a\.?k\.?a\.?\s.*|"
    r"[-–|(:]?\s*(?:criterion(?: collection)?|arrow video|shout factory|limited edition|special "
    r"edition|"
    r"collector[’']?s edition|steelbook|remastered|definitive edition|anniversary edition)\b.*"
)

DISCS = site(
    "dvdbeaver.com highdefdigest.com thedigitalbits.com avforums.com "
    "criterionforum.org hometheaterforum.com dvdcompare.net bluray-disc.de "
    "mondo-digital.com dvddrive-in.com digitallyobsessed.com whysoblu.com "
    "highdefwatch.com blu-raydefinition.com moviemansguide.com "
    "criterioncast.com caps-a-holic.com",
    film_page(
        "review-disc",
        r"/(?:[^?#]*/)?(?:(?P<slug>[^/?#]+?)(?:[-_]?(?:4k|ultra-?hd|uhd)?[-_]?(?:blu-?ray|dvd)"
        r"[-_a-z]*)?(?:\.\d+)?(?:\.html?)?/?)?(?:$|[?#])",
        site=r"dvd ?beaver|high[- ]?def digest|the digital bits|avforums?|av forums|"
        r"criterion ?forum|"
        r"home theater forum|dvdcompare|bluray-disc|mondo digital|whysoblu",
        heads=r"rewind @ [\w.]+(?: -)?|review:?|blu-?ray review:?|4k review:?",
        tails=_DISC,
        needs=r"blu-?ray|\bdvd|\b4k\b|\buhd\b|criterion|laserdisc|steelbook",
        never=r"\b(?:soundtrack|album|season|series|games?|player|recorder|drive|"
        r"collection of|trilogy)\b",
        undated=Undated.STRICT,
    ),
)
"""Sites that review discs."""

REVIEWS: tuple[Site, ...] = (
    DISCS,
    _reviews(
        "film.avclub.com",
        r"/(?P<slug>[^/?#]+?)-\d+",
        r"the a\.?v\.? club",
        undated=Undated.CAREFUL,
        needs=rf"{_REVIEW}|\(\d{{4}}\)",
    ),
    _reviews("avclub.com", r"/(?:film/)?(?P<slug>[^/?#]+?)-\d+", r"the a\.?v\.? club"),
    _reviews(
        "rogerebert.com",
        r"/(?:reviews/(?:great-movie-)?(?P<slug>[^/?#]+)|features/|festivals/|streaming/)",
        r"roger ?ebert",
        undated=Undated.CAREFUL,
        needs=None,
    ),
    _reviews(
        "theguardian.com",
        r"/film/",
        "(?:film|movies)? ?\\|? ?(?:the guardian|film)",
        undated=Undated.CAREFUL,
    ),
    _reviews(
        "empireonline.com",
        r"/movies/reviews/(?P<slug>[^/?#]+?)-review",
        "movie|empire",
        undated=Undated.CAREFUL,
    ),
    _reviews(
        "variety.com",
        r"/\d{4}/film/reviews/(?P<slug>[^/?#]+?)(?:-review)?(?:-\d+)?(?:$|[/?#])",
        "variety",
        undated=Undated.CAREFUL,
        needs=None,  # the path says it
    ),
    _reviews(
        "hollywoodreporter.com",
        r"/(?:movies/movie-reviews|review)/",
        "the hollywood reporter",
        undated=Undated.CAREFUL,
    ),
    _reviews("indiewire.com", r"/(?:criticism/movies|\d{4}/\d\d)/", "indiewire"),
    _reviews("slantmagazine.com", r"/film/", "slant magazine", undated=Undated.CAREFUL),
    _reviews(
        "nytimes.com",
        r"/(?:\d{4}/\d\d/\d\d/)?movies/",
        "the new york times",
        undated=Undated.CAREFUL,
    ),
    _reviews("telegraph.co.uk", r"/films/", "the telegraph", undated=Undated.CAREFUL),
    _reviews(
        "independent.co.uk",
        r"/arts-entertainment/films/reviews/",
        "the independent",
        undated=Undated.CAREFUL,
    ),
    _reviews("latimes.com", r"/entertainment-arts/movies/", "los angeles times"),
    _reviews(
        "washingtonpost.com",
        r"/(?:goingoutguide/)?(?:entertainment/)?movies/",
        "the washington post",
    ),
    _reviews("screenrant.com", r"/", "screen ?rant"),
    _reviews("collider.com", r"/", "collider"),
    _reviews("denofgeek.com", r"/movies/", "den of geek"),
    _reviews("slashfilm.com", r"/", "/?slashfilm"),
    _reviews("ign.com", r"/(?:articles|movies)/", "ign"),
    _reviews("bbc.com", r"/culture/article/", "bbc culture"),
    _reviews(
        "littlewhitelies.co.uk",
        r"/reviews?/(?P<slug>[^/?#]+)",
        "little white lies",
        undated=Undated.CAREFUL,
    ),
    _reviews(
        "lwlies.com",
        r"/reviews?/(?P<slug>[^/?#]+)",
        "little white lies",
        needs=None,
        undated=Undated.CAREFUL,
    ),
    _reviews(
        "timeout.com",
        r"/(?:[\w-]+/)?(?:movies|film)/(?P<slug>[^/?#]+)",
        "time ?out",
        needs=None,
        undated=Undated.CAREFUL,
    ),
    _reviews(
        "reelviews.net",
        r"/reelviews/(?P<slug>[^/?#]+)",
        "reelviews",
        needs=None,
        undated=Undated.CAREFUL,
    ),
    _reviews("filmsite.org", r"/", "filmsite|amc filmsite", needs=None),
    _reviews(
        "commonsensemedia.org",
        r"/movie-reviews/(?P<slug>[^/?#]+)",
        "common sense media",
        undated=Undated.CAREFUL,
        needs=None,
    ),
    _reviews("sensesofcinema.com", r"/\d{4}/", "senses of cinema", needs=None),
    _reviews(
        "blu-ray.com",
        r"/(?:movies|dvd|4k|itunes|digital)/(?P<slug>[^/?#]+?)-(?:4k-|3d-|uhd-)?(?:blu-ray|dvd)/",
        "blu-ray\\.com",
        undated=Undated.CAREFUL,
        needs=None,
    ),
    _reviews(
        "epd-film.de",
        r"/filmkritiken/(?P<slug>[^/?#]+)",
        "epd film",
        needs=None,
        undated=Undated.CAREFUL,
    ),
    _reviews("artechock.de", r"/film/text/kritik/", "artechock", needs=None),
    _reviews("everymoviehasalesson.com", r"/", "every movie has a lesson"),
    _reviews("movieweb.com", r"/", "movieweb"),
    _reviews("cinemablend.com", r"/", "cinemablend"),
    _reviews("vulture.com", r"/", "vulture"),
    _reviews(
        "rollingstone.com",
        r"/(?:tv-)?movies/movie-reviews/",
        "rolling stone",
        undated=Undated.CAREFUL,
    ),
    _reviews("dvdtalk.com", r"/reviews/\d+/(?P<slug>[^/?#]+)", "dvd talk", undated=Undated.CAREFUL),
    site(
        "imsdb.com",
        film_page(
            "review",
            r"/(?:Movie(?: |%20))?scripts/",
            site="imsdb",
            tails=r"script(?: at imsdb.*)?",
            undated=Undated.CAREFUL,
        ),
    ),
)
