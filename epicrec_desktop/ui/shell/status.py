"""Status for the foot of the navigation: level, provider, last release, suggestions."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.ui.common import messages, privacy_text, wording

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services

translate = QCoreApplication.translate


@dataclass(frozen=True)
class Status:
    """Status shown in the navigation."""

    choice: PrivacyChoice
    provider: str
    last_release: (
        tuple[datetime, str] | None
    )  # when, and to whom; None for releases that stayed on this computer
    suggested: int
    may_have_left: bool = False  # no release was answered, and one may have arrived
    chosen: bool = True  # no level was chosen yet, so nothing may leave

    def words(self) -> tuple[str, str, str]:
        """Return level, provider and last release, a short line each."""
        return self._level(), messages.provider(self.provider), self._released()

    def _level(self) -> str:
        """Return the level of all categories, "mixed", or that none is chosen."""
        if not self.chosen:
            return translate("Navigation", "No level chosen yet")
        agreed = set(self.choice.levels(CATEGORIES))
        if len(agreed) > 1:
            return translate("Navigation", "Levels differ by category")
        return privacy_text.level_title(agreed.pop())

    def _released(self) -> str:
        """Return the last release and its receiver, maybe another provider than the current one."""
        if self.last_release is None:
            if self.may_have_left:
                return translate("Navigation", "A list may have been sent")
            return translate("Navigation", "No list sent so far")
        moment, name = self.last_release
        local = moment.astimezone()
        day = wording.day(QDate(local.year, local.month, local.day), short=True)
        return translate("Navigation", "{name} got a list {day}").format(name=name, day=day)


def current_status(services: Services) -> Status:
    """Return the current status; runs on a worker."""
    providers = services.providers.all()
    entries = services.ledger.entries()
    left = [entry for entry in entries if entry.release.provider != THIS_COMPUTER]
    sent = max(((time, e.release.provider) for e in left for time in e.sent), default=None)
    return Status(
        choice=services.privacy.choice(),
        chosen=services.privacy.chosen(),
        provider=next((p.name for p in providers if p.current), ""),
        last_release=sent,
        suggested=services.library.counts().get(LibraryStatus.SUGGESTED, 0),
        may_have_left=any(entry.may_have_left for entry in left),
    )
