"""Links to other sites, opened in the user's browser; each click is recorded as a contact."""

from __future__ import annotations

import sys
from urllib.parse import quote

from PySide6.QtCore import QLocale, QUrl
from PySide6.QtGui import QDesktopServices

from epicrec_desktop import process_environment
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.services.door_entries import HOMES
from epicrec_desktop.store.contacts import ContactKind
from epicrec_desktop.ui.common.context import Host
from epicrec_desktop.ui.common.translation import translator

_tr = translator("Links")

IMDB, JUSTWATCH = "IMDb", "JustWatch"
_IN_GERMAN = {"DE": "de", "AT": "at", "CH": "ch"}


def address_of(site: str, movie: Suggestion) -> str:
    """Return the address of a movie or of a search for it, with the title escaped."""
    name = f"{movie.title} {movie.year}" if movie.year else movie.title
    words = quote(name[:200], safe="")
    if site == IMDB:
        _, _, number = movie.wire_id.partition("imdb:")
        return f"{HOMES[IMDB]}/title/{number}/" if number else f"{HOMES[IMDB]}/find/?q={words}"
    country = QLocale.territoryToCode(QLocale().territory())
    where = f"{_IN_GERMAN[country]}/Suche" if country in _IN_GERMAN else "us/search"
    return f"{HOMES[JUSTWATCH]}/{where}?q={quote(movie.title[:200], safe='')}"


def open_address(address: str) -> bool:
    """Open an address in the user's browser; return whether there is one."""
    with process_environment.for_other_programs():
        return QDesktopServices.openUrl(QUrl(address, QUrl.ParsingMode.StrictMode))


def open_movie(host: Host, site: str, movie: Suggestion) -> None:
    """Open what a site has of a movie, as `open_page` does."""
    open_page(host, site, address_of(site, movie))


def open_page(host: Host, site: str, address: str) -> None:
    """Open a page of a site of `HOMES`; first record that one is opened, not of which movie."""
    services, tasks = host.context.services, host.context.tasks
    context = services.context

    def note(job: Job) -> None:
        with services.contacts.logged(ContactKind.LINK, site, HOMES[site]):
            pass

    def open_by_door(job: Job) -> bool:
        note(job)
        return bool(context.ask_door("link", [address], job))

    def opened(found: bool) -> None:
        if not found:
            host.show_error(_tr("No browser could be opened."))

    if context.door is not None and sys.platform == "linux":  # a browser needs the network
        tasks.run(open_by_door, opened, host.show_error)
    else:
        tasks.run(note, lambda _: opened(open_address(address)), host.show_error)
