"""How things stand, for the foot of the navigation: level, provider, last release, suggestions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from PySide6.QtCore import QCoreApplication, QDate

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.ui import core_words, privacy_words, words
from epicrec_desktop.wiring import Services

translate = QCoreApplication.translate


@dataclass(frozen=True)
class Standing:
    """What the navigation says of how things stand."""

    level: ReleaseLevel
    provider: str
    last_release: datetime | None  # what was made for this computer alone is none
    suggested: int

    def words(self) -> tuple[str, str, str]:
        """Level, provider and last release, a short line each."""
        if self.last_release is None:
            released = translate("Navigation", "Nothing has left yet")
        else:
            local = self.last_release.astimezone()
            day = words.day(QDate(local.year, local.month, local.day), short=True)
            released = translate("Navigation", "Last release {day}").format(day=day)
        return (
            privacy_words.level_title(self.level),
            core_words.provider(self.provider),
            released,
        )


def standing(services: Services) -> Standing:
    """Ask the services how things stand; for a worker."""
    providers = services.providers.all()
    entries = services.ledger.entries()
    left = [entry for entry in entries if entry.release.provider != THIS_COMPUTER]
    sent = max((time for entry in left for time in entry.sent), default=None)
    return Standing(
        level=services.privacy.choice().summary(CATEGORIES),
        provider=next((p.name for p in providers if p.current), ""),
        last_release=sent,
        suggested=services.library.counts().get(LibraryStatus.SUGGESTED, 0),
    )
