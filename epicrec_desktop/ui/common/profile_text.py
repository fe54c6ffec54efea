"""Browser profiles in words."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from epicrec_desktop.domain.history import BrowserFamily
from epicrec_desktop.ui.common import wording

if TYPE_CHECKING:
    from epicrec_desktop.services.profiles import KnownProfile

translate = QCoreApplication.translate


def found_movies(count: int) -> str:
    """How many movies were found in a profile."""
    return wording.plural("Profiles", "%Ln movies found", count)


def status(known: KnownProfile) -> str:
    """What the person should know of a profile: when it was read, and what was found."""
    if not known.present:
        return translate("Profiles", "No longer on this computer. Its movies are kept.")
    if not known.consent:
        return translate("Profiles", "Not read.")
    if known.last_scan is None:
        return translate("Profiles", "Will be read at the next scan.")
    return translate("Profiles", "Last read {when} · {found}").format(
        when=wording.moment(known.last_scan), found=found_movies(known.movies)
    )


def used(known: KnownProfile) -> str:
    """When the browser last wrote its history, and how it is installed."""
    profile = known.profile
    parts = []
    try:
        moment = datetime.fromtimestamp(profile.database.stat().st_mtime, UTC)
        parts.append(translate("Profiles", "Last used {when}").format(when=wording.moment(moment)))
    except OSError:
        pass
    if profile.packaging != "native":
        parts.append(profile.packaging)
    return " · ".join(parts)


def deletes_old_visits(known: KnownProfile) -> bool:
    """Whether this browser forgets visits after about 90 days."""
    return known.profile.family is BrowserFamily.CHROMIUM
