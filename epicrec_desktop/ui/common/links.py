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


class Links:
    """Opens links: first records that one is opened and of which site, not of which movie."""

    def __init__(self, host: Host) -> None:
        self._host = host

    def open(self, site: str, movie: Suggestion) -> None:
        self.open_page(site, address_of(site, movie))

    def open_page(self, site: str, address: str) -> None:
        """Open a page of a site of `HOMES`."""
        host, context = self._host, self._host.context.services.context
        contacts = host.context.services.contacts

        def note(job: Job) -> None:
            with contacts.logged(ContactKind.LINK, site, HOMES[site]):
                pass

        def open_by_door(job: Job) -> bool:
            note(job)
            return bool(context.ask_door("link", [address], job))

        if context.door is not None and sys.platform == "linux":  # a browser needs the network
            host.context.tasks.run(open_by_door, self._opened, host.show_error)
        else:
            host.context.tasks.run(
                note, lambda _: self._opened(open_address(address)), host.show_error
            )

    def _opened(self, found: bool) -> None:
        if not found:
            self._host.show_error(_tr("No browser could be opened."))
