"""My movies sorted and filtered: what is shown, by mouse and keys, and after a restart."""

from dataclasses import replace
from datetime import date

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QColor, QFontMetrics
from PySide6.QtWidgets import QApplication, QPushButton

from epicrec_desktop.domain.choices import ItemClass, PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import Evidence, LibraryStatus
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.services.library import LibraryPart
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.movies.page import MoviesPage
from epicrec_desktop.ui.movies.sort_filter import (
    BROWSER,
    MANUAL,
    MovieFilters,
    SortFilter,
    chips,
    release_class,
    sort_words,
    sources_of,
)
from epicrec_desktop.ui.movies.text import part_names
from ui.fakes import entry
from ui.fakes.pages import open_page
from waiting import wait_until

LEVELS = PrivacyChoice(ReleaseLevel.PERTURBED, {"Horror": ReleaseLevel.NO, "War": ReleaseLevel.ALL})
HEAT = Movie("Heat", 1995, ("Drama",), imdb_id="tt0113277")


@pytest.fixture
def page(services, qtbot, monkeypatch) -> MoviesPage:
    page = open_page(MoviesPage, services, qtbot)
    options = page.filters.order.options
    # Without a display a menu cannot take the keyboard: it is filled as for one.
    monkeypatch.setattr(options, "popup", lambda _: options.aboutToShow.emit())
    page._show_part(LibraryStatus.CONFIRMED)
    return page


def shown(page) -> list[str]:
    return [e.movie.title for e in page.model.items]


def rest(page) -> None:
    """Wait for the menu, which opens once it is known who made the movies."""

    def done() -> bool:
        QApplication.processEvents()
        return not page.context.tasks.busy

    wait_until(done)


def pick(page, name: str) -> None:
    """Open the menu and take one of its lines."""
    page.filters.order.open_menu()
    rest(page)
    action = page.filters.order.options.findChild(QAction, f"movies.order.{name}")
    assert action is not None, name
    action.trigger()


def chip(page, name: str) -> QPushButton | None:
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    return page.filters.chips.findChild(QPushButton, f"movies.order.chips.{name}")


def test_by_title_and_by_year(page):
    usual = shown(page)
    assert len(usual) > 3
    pick(page, "sort.title")
    keys = [t.casefold().removeprefix("the ") for t in usual]
    assert [t.casefold().removeprefix("the ") for t in shown(page)] == sorted(keys)
    for name, sign in (("newest", -1), ("oldest", 1)):
        pick(page, f"sort.{name}")
        years = [e.movie.year for e in page.model.items]
        assert years == sorted(years, key=lambda year: sign * year)
    pick(page, "sort.found")
    assert shown(page) == usual
    assert not page.filters.chips.isVisible()


def test_a_category_shows_its_movies_alone_and_says_so(page):
    page.filters.order.open_menu()
    rest(page)
    names = {a.objectName() for a in page.filters.order.options.findChildren(QAction)}
    offered = {n.removeprefix("movies.order.category.") for n in names if ".category." in n}
    assert offered - {"all", "none"} == {c for e in page.model.items for c in e.movie.categories}
    with_drama = [e.movie.title for e in page.model.items if "Drama" in e.movie.categories]
    assert 0 < len(with_drama) < page.model.rowCount()
    pick(page, "category.Drama")
    assert shown(page) == with_drama
    everything = len(page.model.every)
    assert page.filters.chips.remark.text() == f"{len(with_drama)} of {everything}"
    page._set_order(replace(page.order, decade="1990"))
    assert chip(page, "category").accessibleName() == "Take the filter away: Drama"
    chip(page, "decade").click()
    assert shown(page) == with_drama
    assert chip(page, "all") is None, "there is one filter"
    page.filter._pick("watchlist")
    assert page.filters.chips.isHidden(), "the watchlist is not filtered"
    page.filter._pick("confirmed")
    chip(page, "category").click()
    assert len(shown(page)) == everything
    assert page.filters.chips.isHidden()


def test_what_is_chosen_survives_a_restart(page, services, qtbot):
    pick(page, "category.Drama")
    pick(page, "sort.newest")
    kept = Settings.load(services.paths.settings).movies_order
    assert SortFilter.from_text(kept) == SortFilter("newest", "Drama")
    services.settings.movies_order = kept
    again = open_page(MoviesPage, services, qtbot)
    again._show_part(LibraryStatus.CONFIRMED)
    assert shown(again) == shown(page)
    assert chip(again, "category").text() == "Drama"
    assert chip(again, "sort").text() == "Newest films first"
    chip(again, "all").click()
    assert again.order == SortFilter()


def test_keys_open_the_menu(page, qtbot):
    page.view.setFocus()
    modifiers = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    with qtbot.waitSignal(page.filters.order.options.aboutToShow):
        qtbot.keyClick(page.view, Qt.Key.Key_F, modifiers)


def test_where_nothing_is_left_the_way_back_is_shown(page):
    pick(page, "category.Drama")
    page._set_order(replace(page.order, decade="1880"))
    assert page.empty.isVisible()
    assert page.model.rowCount() == 0
    page.empty.action.emit()
    assert page.model.rowCount() > 0
    assert page.order == SortFilter()
    first = page.model.items[0]
    page._set_order(SortFilter(sort="title", decade="1880"))
    page._reveal([first.id])
    assert page.view.selected_ids() == [first.id], "a movie that was just added is never hidden"
    assert page.order == SortFilter(sort="title"), "sorted as before"


def test_by_director_actor_country_and_length(real, qtbot, monkeypatch):
    """As the starter catalog knows them; the menu reads it when it first opens."""
    for title in ("jaws", "heat", "the insider", "spirited away", "princess mononoke"):
        real.library.add(real.library.search_catalog(title, 1)[0][0])
    page = open_page(MoviesPage, real, qtbot)
    options = page.filters.order.options
    monkeypatch.setattr(options, "popup", lambda _: options.aboutToShow.emit())
    page._show_part(LibraryPart.CONFIRMED)
    assert page.loader.known.facts is None, "nothing is read before it is asked for"
    for name, titles in (
        ("director.Michael Mann", {"Heat", "The Insider"}),
        ("actor.Al Pacino", {"Heat", "The Insider"}),
        ("country.Japan", {"Spirited Away", "Princess Mononoke"}),
    ):
        pick(page, name)
        assert {*shown(page)} == titles, name
        chip(page, name.partition(".")[0]).click()
    pick(page, "sort.length")
    minutes = [page.loader.known.facts[e.id].minutes for e in page.model.items]
    assert minutes == sorted(minutes, reverse=True)
    assert page.model.caption(page.model.items[0]) == "2 h 50 min"
    real.settings.movies_order = page.order.to_text()
    again = open_page(MoviesPage, real, qtbot)
    again._show_part(LibraryPart.CONFIRMED)
    assert shown(again) == shown(page), "the order is there after a restart"


def test_by_stars_by_day_and_how_well_known():
    def rated(key, title, **said):
        movie = HEAT.replace(title=title, popularity=key)
        one = entry(key, movie, LibraryStatus.CONFIRMED)
        return one.replace(rule_evidence=(), evidence=Evidence.WATCHED, **said)

    own = rated(1, "Own", own=OwnRating(stars=7, day=date(2024, 5, 1)))
    imported = rated(2, "Imported", imports=(Imported(Service.IMDB, date(2026, 1, 2), 0.9),))
    disliked = rated(
        3, "Disliked", own=OwnRating(Rating.DISLIKED), imports=(Imported(Service.IMDB, None, 0.9),)
    )
    movies = [disliked, own, imported]
    for sort, titles in (
        ("stars", ["Imported", "Own", "Disliked"]),
        ("day", ["Imported", "Own", "Disliked"]),
        ("known", ["Disliked", "Imported", "Own"]),
    ):
        assert [e.movie.title for e in SortFilter(sort).sorted(movies)] == titles, sort
    for stars, titles in (
        ("10", []),
        ("8", ["Imported"]),
        ("6", ["Own", "Imported"]),
        ("unrated", ["Disliked"]),
        ("below", []),
    ):
        order = SortFilter(stars=stars)
        assert [e.movie.title for e in movies if order.matches(e, LEVELS)] == titles, stars


def test_what_may_leave_of_a_movie():
    for categories, weight, kind in (
        (("War",), 1.0, ItemClass.OPEN),
        (("War",), 0.5, ItemClass.WITHHELD),
        (("War", "Drama"), 1.0, ItemClass.PERTURBED),
        (("Drama",), 0.0, ItemClass.WITHHELD),
        (("Drama", "Horror"), 1.0, ItemClass.WITHHELD),
        ((), 1.0, ItemClass.WITHHELD),
    ):
        one = entry(1, HEAT, LibraryStatus.CONFIRMED)
        one = one.replace(weight=weight, movie=one.movie.replace(categories=categories))
        assert release_class(one, LEVELS) == kind
        assert SortFilter(leaves=kind).matches(one, LEVELS)
        own = one.replace(movie=one.movie.replace(named_by="person"))
        assert release_class(own, LEVELS) == ItemClass.WITHHELD, "no catalog has it"


def test_where_a_movie_comes_from():
    one = entry(1, HEAT, LibraryStatus.CONFIRMED).replace(rule_evidence=(), imports=())
    assert sources_of(one) == (MANUAL,)
    taken = one.replace(imports=(Imported(Service.NETFLIX), Imported(Service.TRAKT)))
    assert sources_of(taken) == ("netflix", "trakt")
    assert SortFilter(source="trakt").matches(taken, LEVELS)
    assert not SortFilter(source=BROWSER).matches(taken, LEVELS)


def test_settings_that_say_nothing_known_show_everything():
    unknown = "sort=up;category=Secret;decade=1;leaves=all;source=me"
    for text in ("", "sort", unknown, "=;=;;", "x" * 999):
        assert SortFilter.from_text(text) == SortFilter()


def test_every_sort_order_round_trips_and_has_a_name():
    order = SortFilter(
        "oldest", "Sci-Fi", "1990", "perturbed", "letterboxd", "Luc Besson", "Bruce Willis",
        "France", "8", "known",
    )  # fmt: skip
    assert SortFilter.from_text(order.to_text()) == order
    assert [one.words for one in chips(order)] == [
        "Science fiction", "1990s", "May leave blurred", "Letterboxd", "Luc Besson",
        "Bruce Willis", "France", "Four stars and more", "With a day",
        "Oldest films first",
    ]  # fmt: skip
    for one in chips(order):
        assert one.words not in [other.words for other in chips(order.without(one.part))]
    for sort in sort_words():
        assert SortFilter.from_text(SortFilter(sort).to_text()).sort == sort


@pytest.fixture
def filters(qtbot) -> MovieFilters:
    made = MovieFilters(part_names())
    qtbot.addWidget(made)
    made.resize(1040, 80)
    made.show()
    return made


def test_what_appears_beside_the_parts_cuts_none_of_them(filters):
    """After an import "6 not placed" is beside them, and they have less room than before."""
    counts = dict.fromkeys(LibraryPart, 3997)
    filters.show_counts(counts, 12)
    filters.unplaced.setText("1,213 not placed")
    filters.unplaced.show()
    filters.show_counts(counts, 12)
    QApplication.processEvents()
    for segment in filters.status._segments.values():
        assert segment.width() >= segment.sizeHint().width(), segment.text()


def test_buttons_are_as_wide_as_their_words_in_any_window(filters):
    filters.show_counts(dict.fromkeys(LibraryPart, 186), 3)
    for width in range(500, 1700, 20):
        filters.resize(width, 100)
        QApplication.processEvents()
        for button in (filters.diary, filters.lists, filters.year, filters.order):
            assert button.width() == button.sizeHint().width(), (width, button.text())


def test_numbers_are_written_as_in_the_language(filters):
    filters.show_counts(dict.fromkeys(LibraryPart, 4000), 0)
    assert filters.status._segments["confirmed"].text() == "Watched 4,000"


def test_a_caption_beside_the_stars_covers_none_of_them(page):
    """Sorted by day, or by length, more is said than beside five stars has room."""
    seen = page.model.items[0].replace(own=OwnRating(stars=10, day=date(2001, 11, 27)))
    page.model.change([seen])
    page.model.set_order(SortFilter(sort="day", stars="10"))
    page._use_wall(True)
    wall = page.library.wall
    QApplication.processEvents()
    cell = wall.visualRect(wall.model().index(0, 0))
    foot = wall._wall_delegate.star_box(cell)
    image = wall.viewport().grab().toImage()
    accent = QColor(theme.tokens().accent)
    starred = [
        x
        for x in range(cell.left(), cell.right())
        for y in range(foot.top(), foot.bottom())
        if image.pixelColor(x, y) == accent
    ]
    words = page.model.caption(seen)
    start = cell.right() - 2 * STEP - QFontMetrics(theme.font(theme.NOTE)).horizontalAdvance(words)
    assert words == "Nov 2001"
    assert starred
    assert max(starred) < start
