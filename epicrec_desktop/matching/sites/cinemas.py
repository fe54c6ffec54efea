"""Cinemas and ticket shops: a film's page says interest, of a confirmed booking it is asked.

A booking does not say when the film is shown. What runs in a cinema is new, or an event; so a title
without its year is never accepted.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial

from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.matching.sites.model import Rule, Site, Undated, film_page, site

_EVENT = (
    r"\b(?:live|in concert|sing-?along|quote-?along|nt live|national theatre|met opera|royal "
    r"(?:ballet|opera)|opera|ballet|concert|tour|double bill|marathon|festival|q&a|party|musical|"
    r"on stage|gift card|quiz)\b"
)
_WHAT = (
    r"booking|order|purchase|tickets?|reservation|réservation|commande|buchung|bestellung|reserva|"
    r"compra|prenotazione|ordine|rezerwacja|bokning|boeking|bestelling"
)
_DONE = (
    r"confirm(?:ed|ation)|complete[d]?|bestätigt|confirmée?|confirmad[ao]|confermat[ao]|"
    r"potwierdzona|bekräftad|bevestigd"
)
_BOOKED = (
    rf"(?:your |ihre |deine |votre |tu |su )?(?:{_WHAT})s?(?: (?:is|are|ist|est))? (?:{_DONE})"
    r"(?: for)?|(?:buchungs|bestell)bestätigung|(?:boekings|order)bevestiging|"
    r"confirmation de (?:votre )?(?:réservation|commande)|"
    r"confirmación de (?:tu |su )?(?:compra|reserva)|"
    r"conferma (?:d(?:i|ella) )?(?:prenotazione|ordine)|"
    r"thank(?:s| you) for (?:your (?:order|booking|purchase)|booking)!?|"
    r"your (?:e-?)?tickets?(?: (?:for|to))?|ihre tickets für|vos (?:places|billets) pour|"
    r"tus entradas para"
)
_HEADS = (
    rf"{_BOOKED}|(?:(?:book|buy) )?(?:cinema )?tickets (?:for|to|:)|book|showtimes for|watch|see|"
    r"kinotickets für"
)
_TAILS = (
    r"(?:[|:–—-]\s*)?(?:book (?:your )?tickets?|movie tickets|tickets?|showtimes?|movie times|"
    r"film times|now showing|at an amc|near you|im kino|kinoprogramm|séances|booking|"
    r"(?:film )?(?:au cinéma|à l['’]affiche)|réservation|horarios|entradas|orari|biglietti|tijden|"
    r"spielzeiten|repertuar|bilety|filmi|seanslar|ingressos|예매|作品情報|"
    r"(?:booking|order) confirm(?:ed|ation)|movie info|movie overview|cinema listings?|"
    r"(?:35|70|16)\s?mm|4k (?:restoration|dcp)|dcp|(?:new )?restoration|imax)\b.*|"
    r"\((?:35mm|70mm|4k|dcp|u|pg|12a?|15|18|r|pg-13)\)"
)
_CONFIRMED = (
    r"/(?:[^?#]*/)?(?:confirmation|booking-?confirm(?:ed|ation)|order-?confirm(?:ed|ation)|"
    r"(?:order|booking)[-/]?complete|thank-?you|success|confirmacion|conferma|bestaetigung)\b"
)


def _cinema(hosts: str, path: str, label: str) -> Site:
    page = partial(
        film_page, site=label, heads=_HEADS, tails=_TAILS, never=_EVENT, undated=Undated.CAREFUL
    )

    def booked(path: str, needs: str | None = None) -> Rule:
        rule = page("cinema-booked", path, needs=needs, evidence=Evidence.WATCHED)
        return replace(rule, asked=True)

    confirmed = rf"^\W*(?:{_BOOKED})(?!\w)|\b(?:{_WHAT}) (?:is |are )?confirm(?:ed|ation)"
    return site(
        hosts,
        booked(_CONFIRMED),
        booked(r"/", needs=confirmed),
        page("cinema", path),
    )


_FILM = (
    r"/(?:[a-z-]+/){0,3}(?:films?|movies?|filme?|filmy|pel[ií]culas?|movie-details|show|"
    r"event-details?)/(?:[\w]+/)??"
)
_SLUG = _FILM + r"(?P<slug>[^/?#]+?)(?:-(?:ho)?\d{4,})?(?:$|[/?#])"

CINEMAS: tuple[Site, ...] = (
    _cinema(
        "fandango.com fandango.co.uk",
        r"/(?P<slug>[^/?#]+?)(?:-\d{4,})?/(?:movie-overview|movie-times|movie-reviews|cast)",
        "fandango",
    ),
    _cinema("amctheatres.com", _SLUG, "amc(?: theatres)?"),
    _cinema("regmovies.com", _SLUG, "regal(?: theatres| cinemas)?"),
    _cinema("cinemark.com", _SLUG, "cinemark"),
    _cinema("cineworld.co.uk cineworld.ie", _SLUG, "cineworld(?: cinemas)?"),
    _cinema("odeon.co.uk odeoncinemas.ie", _SLUG, "odeon(?: cinemas)?"),
    _cinema("myvue.com", _SLUG, "vue(?: cinemas)?"),
    _cinema("showcasecinemas.com showcasecinemas.co.uk", _SLUG, "showcase(?: cinemas)?"),
    _cinema("picturehouses.com", _SLUG, "picturehouse(?: cinemas)?"),
    _cinema("everymancinema.com", _SLUG, "everyman(?: cinemas?)?"),
    _cinema("curzon.com", _SLUG, "curzon(?: cinemas)?"),
    _cinema("drafthouse.com", _SLUG, "alamo drafthouse(?: cinema)?"),
    _cinema("landmarktheatres.com", _SLUG, "landmark(?: theatres)?"),
    _cinema("cineplex.com", _SLUG, "cineplex(?:\\.com)?"),
    _cinema(
        "hoyts.com.au eventcinemas.com.au villagecinemas.com.au readingcinemas.com.au",
        _SLUG,
        "hoyts|event cinemas|village cinemas|reading cinemas",
    ),
    _cinema(
        "cinemaxx.de cinestar.de cineplex.de uci-kinowelt.de kinopolis.de",
        _SLUG,
        "cinemaxx|cinestar|cineplex|uci(?: kinowelt)?|kinopolis",
    ),
    _cinema(
        "pathe.fr pathe.nl pathe.ch pathe.be mk2.com cgrcinemas.fr megarama.fr",
        _SLUG,
        "path[ée]|mk2(?: cinémas)?|cgr(?: cinémas)?|megarama",
    ),
    _cinema("ugc.fr", r"/film_(?P<slug>[^/?#]+?)_\d+\.html", "(?:les )?(?:cinémas )?ugc"),
    _cinema(
        "kinepolis.com kinepolis.be kinepolis.nl kinepolis.fr kinepolis.es",
        r"/(?:[a-z]{2}/)?movies/detail/(?:[^/?#]+/){1,3}(?P<slug>[^/?#]+)",
        "kinepolis",
    ),
    _cinema(
        "cinesa.es yelmocines.es ucicinemas.it thespacecinema.it cinepolis.com",
        _SLUG,
        "cinesa|yelmo(?: cines)?|uci cinemas|the space(?: cinema)?|cin[ée]polis",
    ),
    _cinema(
        "multikino.pl cinema-city.pl filmstaden.se nfbio.dk nfkino.no finnkino.fi",
        _SLUG,
        "multikino|cinema city|filmstaden|nordisk film|odeon kino|finnkino",
    ),
    _cinema("atomtickets.com", _SLUG, "atom(?: tickets)?"),
    _cinema(
        "bookmyshow.com",
        r"/(?:[a-z-]+/)?movies/(?:[a-z-]+/)?(?P<slug>[^/?#]+)/et\d|/buytickets/.*\bet\d",
        "bookmyshow",
    ),
    _cinema("paytm.com insider.in district.in", r"/movies/", "paytm|insider|district"),
    _cinema(
        "ingresso.com cinemark.com.br cinemark.cl cinepolis.com.br cinehoyts.cl "
        "paribucineverse.com voxcinemas.com novocinemas.com cinemacity.cz cinemacity.hu "
        "cinemacity.ro helios.pl goldenvillage.com.sg karofilm.ru kinoteatr.ru "
        "cineplexx.at",
        rf"{_SLUG}|/[a-z0-9-]+/?(?:$|[?#])",
        r"ingresso\.com|cinemark|cin[eé]polis|cine ?hoyts|paribu cineverse|vox cinemas|ڤوكس سينما|"
        r"novo cinemas|cinema city|helios|golden village|"
        r"каро|kinoteatr\.ru|cineplexx",
    ),
    _cinema(
        "cgv.co.kr megabox.co.kr lottecinema.co.kr tohotheater.jp toho.co.jp",
        r"/.*(?:movie|sakuhin)",
        r"(?:영화\s?그 ?이상의 감동\. ?)?cgv|메가박스|롯데시네마|toho(?:シネマズ)?|東宝.*",
    ),
    _cinema(
        # Cinemas of their own: repertory houses, film museums and archives.
        "filmforum.org metrograph.com roxie.com hollywoodtheatre.org brattlefilm.org "
        "coolidge.org musicboxtheatre.com closeupfilmcentre.com ica.art barbican.org.uk "
        "princecharlescinema.com americancinematheque.com thenewbev.com "
        "whatson.bfi.org.uk filmlinc.org anthologyfilmarchives.org ifccenter.com "
        "angelikafilmcenter.com laemmle.com siff.net grandillusioncinema.org "
        "austinfilm.org thefrida.org tiff.net riocinema.org.uk thegardencinema.co.uk "
        "watershed.co.uk homemcr.org filmhouse.org.uk glasgowfilm.org lighthousecinema.ie "
        "ifi.ie cinematheque.fr forumdesimages.fr arsenal-berlin.de yorck.de "
        "filmmuseum.at eyefilm.nl lab111.nl acmi.net.au ritzcinemas.com.au "
        "astortheatre.net.au cinetecadibologna.it filmoteca.cat movingimage.org "
        "sundancecinemas.com alamodrafthouse.com paristheaternyc.com nitehawkcinema.com "
        "vidiotsfoundation.org egyptiantheatre.com",
        r"/(?:[^?#]*/)?(?:(?P<slug>[^/?#]+?)(?:\.html?)?/?)?(?:$|[?#])",
        r"[\w.’' -]*(?:cin[eé]ma|theat(?:re|er)|film forum|metrograph|roxie|brattle|ica|barbican|"
        r"bfi|"
        r"cinematheque|cinémathèque|tiff|siff|filmmuseum|ifc center|archives?|watershed|home|"
        r"eye|acmi|laemmle|vidiots|new beverly|arsenal|yorck|filmoteca|moving image|lincoln "
        r"center)",
    ),
)
