"""Strip at the beginning of a month: movies that can be shared, and new films to recommend."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import Signal

from epicrec_desktop.ui.common import wording
from epicrec_desktop.ui.common.notices import NoticeStrip
from epicrec_desktop.ui.common.translation import translator

if TYPE_CHECKING:
    from epicrec_desktop.services.month_news import MonthNews

_tr = translator("MonthNotice")


def month_sentence(news: MonthNews) -> str:
    """Return what is new, in numbers and never by title: others may see the screen."""
    # It brings NumPy, and the first paint does not wait for it.
    from epicrec_desktop.ui.common.privacy_text import month_name  # noqa: PLC0415

    parts = []
    if news.shareable:
        parts.append(wording.plural("MonthNotice", "%Ln movies can be shared now.", news.shareable))
        if news.added:
            grown = wording.plural(
                "MonthNotice", "Your library grew by %Ln since {month}.", news.added
            )
            parts.append(grown.format(month=month_name(news.since)))
    if news.fitting:
        parts.append(
            wording.plural("MonthNotice", "%Ln new films are recommended to you.", news.fitting)
        )
    return _tr("{month}: {news}").format(month=month_name(news.month), news=" ".join(parts))


class MonthNotice(NoticeStrip):
    """Strip over the whole window. `asked` carries the page that shows what it says."""

    KIND = "news"
    asked = Signal(str)

    def __init__(self) -> None:
        self._news: MonthNews | None = None
        super().__init__("show", name="month")
        self.buttons["show"].clicked.connect(self._ask)

    def show_news(self, news: MonthNews) -> None:
        """Show the strip with these numbers."""
        self._news = news
        self.retranslate()
        self.show()

    def retranslate(self) -> None:
        """Set the texts in the current language."""
        sentence = month_sentence(self._news) if self._news is not None else ""
        self.set_texts(sentence, self.tr("Not now"), show=self.tr("Show"))

    def _ask(self) -> None:
        self.hide()
        if self._news is not None:
            self.asked.emit("privacy" if self._news.shareable else "recommendations")
