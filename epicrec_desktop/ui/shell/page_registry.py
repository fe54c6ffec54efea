"""The places of the navigation, and the pages behind them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.page import Page

# A page's module is imported, and the page built, when it is first shown: the modules need the
# services, which are there only after the window. These are statements, for a bundle to find them.


def _recommendations(context: Context) -> Page:
    from epicrec_desktop.ui.recommendations.page import RecommendationsPage  # noqa: PLC0415

    return RecommendationsPage(context)


def _movies(context: Context) -> Page:
    from epicrec_desktop.ui.movies.page import MoviesPage  # noqa: PLC0415

    return MoviesPage(context)


def _privacy(context: Context) -> Page:
    from epicrec_desktop.ui.privacy.page import PrivacyPage  # noqa: PLC0415

    return PrivacyPage(context)


def _activity(context: Context) -> Page:
    from epicrec_desktop.ui.activity.page import ActivityPage  # noqa: PLC0415

    return ActivityPage(context)


def _settings(context: Context) -> Page:
    from epicrec_desktop.ui.settings import SettingsPage  # noqa: PLC0415

    return SettingsPage(context)


@dataclass(frozen=True)
class PageSpec:
    """A place in the navigation, and the page that is built when it is first shown."""

    key: str
    text: str
    icon: str
    build: Callable[[Context], Page]


def page_specs() -> list[PageSpec]:
    """The places in order, Ctrl+1 first."""

    def tr(text: str) -> str:
        return QCoreApplication.translate("Navigation", text)

    return [
        PageSpec("recommendations", tr("Recommendations"), "recommendations", _recommendations),
        PageSpec("movies", tr("My movies"), "movies", _movies),
        PageSpec("privacy", tr("Privacy"), "privacy", _privacy),
        PageSpec("activity", tr("Activity"), "activity", _activity),
        PageSpec("settings", tr("Settings"), "settings", _settings),
    ]
