"""The pages, and what of them is shown only when it is asked for."""

from __future__ import annotations

from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.shell.window import MainWindow

PAGES = ("recommendations", "movies", "privacy", "activity", "settings")
PARTS = (
    "privacy.details",
    "activity.overview",
    "settings.data",
    "settings.services",
    "settings.look",
    "settings.safety",
)
PLACES = (*PAGES, *PARTS)


def page_key(place: str) -> str:
    return place.partition(".")[0]


def show_place(window: MainWindow, place: str) -> Page:
    """Show a page; of a part of it, with all that is folded away there."""
    key, _, part = place.partition(".")
    window.show_page(key)
    page = window.page(key)
    if part:
        unfold(page, part)
    return page


def unfold(page: Page, part: str) -> None:
    """Open what is folded away in a part of a page."""
    if page.KEY != "settings":
        getattr(page, part).setChecked(True)
        return
    page.show_part(part)
    for section in page.parts[part]:
        section.set_open(on=True)
