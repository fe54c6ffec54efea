"""The card leads on: more like this movie, and its page at other sites."""

import os
from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import QLocale, QObject, QUrl, Slot
from PySide6.QtGui import QDesktopServices

from epicrec_desktop import process_environment
from epicrec_desktop.domain.release import Suggestion
from epicrec_desktop.store.contacts import ContactKind
from epicrec_desktop.ui.common import shortcuts
from epicrec_desktop.ui.common.feedback import REFUSED
from epicrec_desktop.ui.common.links import IMDB, JUSTWATCH, address_of
from epicrec_desktop.ui.common.poster_wall import action_words
from epicrec_desktop.ui.recommendations.page import RecommendationsPage
from processes import python
from ui.fakes.pages import open_page

HEAT = Suggestion("imdb:tt0113277", "Heat & Dust", 1995, ("Drama",), 1.0, "here")
OTHER = Suggestion("wd:Q1", "Heat & Dust", 1995, ("Drama",), 1.0, "here")


@pytest.fixture
def page(services, qtbot) -> RecommendationsPage:
    page = open_page(RecommendationsPage, services, qtbot)
    qtbot.waitUntil(lambda: not page.stack.waiting)
    return page


@pytest.fixture
def rest(page, qtbot) -> Callable[[], None]:
    return lambda: qtbot.waitUntil(lambda: not (page.context.tasks.busy or page.stack.waiting))


@pytest.fixture
def opened(page):
    """A movie whose card is open, of which there are others like it."""
    movie = page.ranking.result.rows[0].suggestions[0]
    page.stack.opened.emit(movie)
    return movie


def test_a_row_of_movies_like_it_comes_first_and_has_the_focus(page, opened, rest):
    page.opened.movie_page.alike_button.click()
    rest()
    row = page.rows[0]
    assert row.heading.text() == f"Like {opened.title} ({opened.year})"
    assert not page.opened.movie_page.isVisible()
    assert row.view.hasFocus()
    assert page.scroll_area.verticalScrollBar().value() == 0
    first = page._alike.suggestions[0]
    page.stack.opened.emit(first)
    page.opened.movie_page.verdicts["refused"].click()
    rest()
    left = page._alike.suggestions if page._alike else ()
    assert first.wire_id not in {s.wire_id for s in left}, "it is answered"
    page.refresh()
    rest()
    assert "Like" not in page.rows[0].heading.text()


def test_title_of_the_language_is_shown_with_the_public_one_beside(page, rest):
    shown = replace(page.ranking.result.rows[0].suggestions[0], local_title="Der Kessel & ich")
    page.stack.opened.emit(shown)
    rest()
    assert page.opened.movie_page.title.text() == "Der Kessel & ich"
    assert page.opened.movie_page.original.text() == shown.title
    refused = shortcuts.entry("posters.refused").words
    assert page.opened.movie_page.verdicts[REFUSED].text() == action_words(REFUSED) == refused


@pytest.mark.usefixtures("opened")
def test_missing_similar_movies_are_reported(page, services, rest, monkeypatch):
    monkeypatch.setattr(services.alike, "like", lambda *_: ())
    page.opened.movie_page.alike_button.click()
    rest()
    assert "Nothing here is known to be like" in page.error.label.text()


def test_link_is_recorded_as_a_contact_before_it_opens(page, opened, services, rest, monkeypatch):
    asked = []
    monkeypatch.setattr(
        QDesktopServices,
        "openUrl",
        lambda url: asked.append(bytes(url.toEncoded()).decode()) or True,
    )
    for link in page.opened.movie_page.links:
        link.click()
        rest()
    assert asked == [address_of(IMDB, opened), address_of(JUSTWATCH, opened)]
    kept = [c for c in services.contacts.all() if c.kind is ContactKind.LINK][::-1]
    assert [(c.name, c.address) for c in kept] == [
        ("IMDb", "https://www.imdb.com"),
        ("JustWatch", "https://www.justwatch.com"),
    ], "whom, and not which movie"


class _Browser(QObject):
    """Opens addresses as the desktop does: by a program, which gets this process's environment."""

    def __init__(self) -> None:
        super().__init__()
        self.environment: list[str] = []

    @Slot(QUrl)
    def open(self, address: QUrl) -> None:
        names = "import os; print(*os.environ)"
        done = python("-S", "-c", names, check=True)
        self.environment = done.stdout.split()


@pytest.mark.usefixtures("opened")
def test_a_browser_gets_nothing_that_the_app_set_for_itself(page, rest, monkeypatch):
    monkeypatch.setattr(process_environment, "_set_here", set())
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setattr(process_environment, "_users", dict(os.environ))
    process_environment.prepare()
    browser = _Browser()
    QDesktopServices.setUrlHandler("https", browser, "open")
    try:
        page.opened.movie_page.links[0].click()
        rest()
    finally:
        QDesktopServices.unsetUrlHandler("https")
    assert "PATH" in browser.environment
    assert "OPENBLAS_NUM_THREADS" not in browser.environment


@pytest.mark.usefixtures("opened")
def test_missing_browser_is_reported(page, rest, monkeypatch):
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda _: False)
    page.opened.movie_page.links[0].click()
    rest()
    assert page.error.label.text() == "No browser could be opened."


def test_a_title_is_nothing_but_words_of_a_search():
    assert address_of(IMDB, HEAT) == "https://www.imdb.com/title/tt0113277/"
    assert address_of(IMDB, OTHER) == "https://www.imdb.com/find/?q=Heat%20%26%20Dust%201995"
    before = QLocale()
    try:
        QLocale.setDefault(QLocale("en_US"))
        assert address_of(JUSTWATCH, OTHER).startswith("https://www.justwatch.com/us/search?q=Heat")
        QLocale.setDefault(QLocale("de_DE"))
        assert address_of(JUSTWATCH, OTHER).startswith("https://www.justwatch.com/de/Suche?q=Heat")
    finally:
        QLocale.setDefault(before)
