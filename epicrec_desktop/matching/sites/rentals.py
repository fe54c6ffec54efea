"""Rental shops: a film's page says interest, a rental that was confirmed says watched."""

from __future__ import annotations

from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.matching.sites.model import Rule, Site, Undated, film_page

_RENTED = (
    r"you(?:[’']ve| have)? (?:just )?rented|(?:your )?rental(?: is| of)?(?: confirm(?:ed|ation))?"
    r"(?: for| of)?|thank(?:s| you) for renting|rented|now renting|(?:du hast |sie haben )?"
    r"ausgeliehen|leihbestätigung|location confirmée|alquiler confirmado|noleggio confermato"
)
_HEADS = (
    r"(?:rent|buy|hire|watch|stream)(?: (?:or|and|&) (?:rent|buy|hire|stream))?|louer|alquilar?|"
    r"noleggia|leihen"
)
_TAILS = (
    r"(?:[|:–—-]\s*)?(?:online (?:leihen|kaufen|ansehen|schauen)|leihen|ausleihen|in streaming|"
    r"on (?:dvd|blu-ray)|(?:dvd|blu-ray)\b.*\b(?:leihen|mieten|rental?|hire)|(?:dvd|film) rental|"
    r"(?:on )?(?:rent|buy) (?:or|and) (?:rent|buy)|\(aka [^)]*\)|film|movie)"
)


def rented(name: str, site: str) -> Rule:
    """Any page of a shop or service whose title says that this person rented the film."""
    return film_page(
        f"{name}-rented",
        r"/",
        site=site,
        needs=rf"^\W*(?:{_RENTED})\b",
        heads=_RENTED,
        evidence=Evidence.WATCHED,
        undated=Undated.CAREFUL,
    )


def _shop(hosts: tuple[str, ...], path: str, site: str) -> Site:
    page = film_page(
        "rental", path, site=site, heads=_HEADS, tails=_TAILS, never=r"\bseason\b", bilingual=True
    )
    return Site(hosts, (rented("rental", site), page))


RENTALS: tuple[Site, ...] = (
    _shop(("redbox.com",), r"/(?:movies|ondemand-movies)/(?P<slug>[^/?#]+)", "redbox"),
    _shop(
        ("cinemaparadiso.co.uk",),
        r"/rentals/(?P<slug>[^/?#]+?)-\d+\.html",
        r"cinema ?paradiso(?:\.co\.uk)?",
    ),
    _shop(("chili.com", "chili.tv"), r"/(?:\w\w/)?content/(?P<slug>[^/?#]+)/", "chili"),
    _shop(("skystore.com",), r"/product/(?P<slug>[^/?#]+)/", "sky store"),
    _shop(
        ("videobuster.de",),
        r"/(?:dvd-bluray-verleih|titles)/\d+/(?P<slug>[^/?#]+)",
        r"videobuster(?:\.de)?",
    ),
    _shop(
        ("maxdome.de", "store.maxdome.de"), r"/(?P<slug>[^/?#]+?)-\d+\.html", "maxdome(?: store)?"
    ),
    _shop(
        ("kino-on-demand.com", "lacinetek.com", "universcine.com", "netcine.ch"),
        r"/(?:\w\w/)?(?:movies?|films?)/(?P<slug>[^/?#]+)",
        r"kino on demand|la cinetek|universcin[ée]|netcine",
    ),
    _shop(
        ("microsoftstore.com", "scarecrow.com", "dvd.com", "lovefilm.com", "quickflix.com.au"),
        r"/(?:movies?|films?|Movie)/(?:\d+/)?(?P<slug>[^/?#]+)",
        r"scarecrow(?: video)?|dvd\.com|lovefilm(?:\.com)?|quickflix",
    ),
)
