"""Every page and state that there is a picture of, and how to come to it."""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import timedelta
from fractions import Fraction
from typing import Any
from unittest.mock import patch

import numpy as np
from made_ratings import made_ratings, same_everywhere
from PySide6.QtCore import QEvent, QEventLoop, QPoint, Qt
from PySide6.QtWidgets import QApplication, QMenu, QScrollArea, QWidget

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.history import Decision
from epicrec_desktop.domain.preferences import Filters, OwnRating
from epicrec_desktop.domain.progress import Progress
from epicrec_desktop.domain.release import LEARNED, Learned, Recommendations, Row
from epicrec_desktop.door.request import Certificate
from epicrec_desktop.door.traffic import current
from epicrec_desktop.json_files import Damage
from epicrec_desktop.lab.benchmarks.scan_bench import write_history
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.provider.personas import Asked
from epicrec_desktop.provider.published import LastContact
from epicrec_desktop.provider.remote import HttpProvider
from epicrec_desktop.recommend.wire_published import About
from epicrec_desktop.services.catalog_info import CatalogInfo
from epicrec_desktop.services.local_users import LocalUsers
from epicrec_desktop.services.protection.key_file import UnlockMethod
from epicrec_desktop.services.protection.library_encryption import EncryptionEnabled
from epicrec_desktop.services.provider_details import ProviderDetails, SharedModel, Tried
from epicrec_desktop.services.providers import ProviderInfo, ProviderService
from epicrec_desktop.settings import Settings
from epicrec_desktop.store.commit_count import Missing
from epicrec_desktop.store.contacts import ContactKind
from epicrec_desktop.store.movie_lists import MovieList
from epicrec_desktop.ui.common.page import Page
from epicrec_desktop.ui.common.shortcuts import page_titles
from epicrec_desktop.ui.common.tasks import Task
from epicrec_desktop.ui.movies.sort_filter import SortFilter
from epicrec_desktop.ui.settings.provider_card import ProviderCardDialog
from epicrec_desktop.ui.shell.help import ShortcutsDialog
from epicrec_desktop.ui.shell.lock_screen import LockScreen
from epicrec_desktop.ui.shell.startup import DamageNotice
from epicrec_desktop.ui.shell.user_selection import UserSelectionWindow
from epicrec_desktop.ui.shell.window import MainWindow
from gallery.library import NOW, World
from waiting import LIMIT_S

ANIMATIONS_S = 0.35
QUIET_PASSES = 20
"""Passes of the event loop after the last work: on a busy machine one takes as long as all
animations.
"""
AMBIGUOUS = ("https://www.justwatch.com/us/movie/suspiria", "Suspiria streaming")
"""A page with the title of several movies."""

LETTERBOXD_LIST = """Letterboxd list export v7
Date,Name,Tags,URL,Description
2026-02-01,{name},,https://boxd.it/x,For rain.

Position,Name,Year,URL,Description
1,Moon,2009,https://boxd.it/1,
2,Stalker,1979,https://boxd.it/2,
"""
LETTERBOXD = """Date,Name,Year,Letterboxd URI,Rating
2026-09-14,Moon,2009,https://boxd.it/1,4.5
2026-08-02,Moonrise Kingdom,2012,https://boxd.it/2,4
2026-07-19,Stalker,1979,https://boxd.it/3,5
2026-05-30,Paddington 2,2017,https://boxd.it/4,5
2026-05-03,Dogville,2003,https://boxd.it/5,2
2026-03-11,Timbuktu,2014,https://boxd.it/6,3.5
2026-02-27,Tangerine,2015,https://boxd.it/7,
2026-01-09,The Village,2004,https://boxd.it/8,1.5
"""
NETFLIX = """Title,Date
"Roma","8/21/26"
"Okja","8/2/26"
"King Kong","7/4/26"
"The Crown: Season 2: Chapter One","6/1/26"
"A Film Nobody Knows","5/5/26"
"""
"""Exports of other services."""


FEW = Filters(category="Crime", decade="1990", sequels="without")


class Fixed(NumpySource):
    """The same draw in every picture."""

    def __init__(self) -> None:
        super().__init__(np.random.default_rng(4))


@dataclass(frozen=True)
class Scene:
    """State of the window that a picture is taken of.

    `arrange` brings a window to it. `dark`: also in the dark appearance. `accessible`: also in high
    contrast and from right to left.
    """

    name: str
    arrange: Callable[[MainWindow, World], QWidget | None]
    dark: bool = True
    first_run: bool = False
    accessible: bool = False


def rest(window: MainWindow) -> None:
    """Until nothing is under way, queued or moving."""
    end = time.monotonic() + LIMIT_S
    quiet_since, passes = time.monotonic(), 0
    while time.monotonic() < end:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
        if window.tasks.busy or not _is_loaded(window):
            quiet_since, passes = time.monotonic(), 0
        elif passes >= QUIET_PASSES and time.monotonic() - quiet_since > ANIMATIONS_S:
            return
        else:
            passes += 1
            time.sleep(0.005)
    raise TimeoutError("the window did not come to rest")


def _is_loaded(window: MainWindow) -> bool:
    """Whether the page that is seen has its posters, and the providers it tells of."""
    stack = getattr(window.stack.built.get("recommendations"), "stack", None)
    if stack is not None and stack.isVisible() and stack.waiting:
        return False
    settings = window.stack.built.get("settings")
    return settings is None or not settings.isVisible() or bool(settings.providers.rows)


def opened(window: MainWindow, world: World, key: str) -> Page:
    """Return a page that is shown and at rest."""
    _page(key)(window, world)
    rest(window)
    return window.page(key)


def _page(key: str) -> Callable[[MainWindow, World], None]:
    def arrange(window: MainWindow, world: World) -> None:
        world.source.again()
        window.show_page(key)

    return arrange


def _card(window: MainWindow, world: World) -> None:
    page = opened(window, world, "recommendations")
    page.stack.opened.emit(page.ranking.result.rows[0].suggestions[1])


def _narrowed(filters: Filters) -> Callable[[MainWindow, World], None]:
    def arrange(window: MainWindow, world: World) -> None:
        opened(window, world, "recommendations")._set_filters(filters)

    return arrange


def _lengths(window: MainWindow, world: World) -> QWidget:
    """The menu of lengths, as it stands beside the button's own."""
    button = opened(window, world, "recommendations").filter_button
    button.click()
    rest(window)
    name = "recommendations.filter.length"
    (menu,) = [m for m in button.options.findChildren(QMenu) if m.objectName() == name]
    menu.setActiveAction(menu.actions()[2])
    return menu


def _wall(window: MainWindow, world: World) -> None:
    page = opened(window, world, "movies")
    page._use_wall(True)  # whenever it was prepared
    page.filter._pick("confirmed")


def _movie(window: MainWindow, world: World) -> None:
    page = opened(window, world, "movies")
    page.filter._pick("confirmed")
    rest(window)
    page.view.select_row(1)
    page.entries.open_selected()


def _open_found(title: str) -> Callable[[MainWindow, World], None]:
    def arrange(window: MainWindow, world: World) -> None:
        page = opened(window, world, "movies")
        page.search.setText(title)
        rest(window)
        page.finding.open(page.results.model.items[0])

    return arrange


def _movie_scrolled(window: MainWindow, world: World) -> None:
    _open_found("The Godfather 1972")(window, world)
    rest(window)
    bar = window.page("movies").covered_by.area.verticalScrollBar()
    bar.setValue(bar.maximum())


def _person(window: MainWindow, world: World) -> None:
    _open_found("The Godfather 1972")(window, world)
    rest(window)
    window.page("movies").pages.open_person("Francis Ford Coppola")


def _looked_at(window: MainWindow, world: World) -> None:
    opened(window, world, "movies").filter._pick("looked-at")


def _which_one(window: MainWindow, world: World) -> None:
    folder = world.services.paths.cache / "undated"
    world.services.scan.scan([write_history(folder, iter([AMBIGUOUS]), 1)])
    window.context.library_changed.emit(None)  # the page may be prepared already
    page = opened(window, world, "movies")
    page.filter._pick("looked-at")
    rest(window)
    row = next(n for n, e in enumerate(page.model.items) if e.decision is Decision.WHICH)
    page.view.select_row(row)


def _rated(window: MainWindow, world: World) -> None:
    _movie(window, world)
    page = window.page("movies")
    page.entry_actions.rate(page.view.selected_ids(), "liked")
    page.entry_actions.rate(page.view.selected_ids(), "again")


def _diary(window: MainWindow, world: World) -> None:
    _wall(window, world)
    page = window.page("movies")
    for place, entry in enumerate(page.model.items[:14]):
        own = OwnRating(stars=10 - place % 6, day=NOW.date() - timedelta(days=9 * place))
        note = "The bar. The silence at the car." if place == 1 else ""
        page.changes.change({entry.id: {"own": replace(own, note=note, again=place == 2)}})
    rest(window)
    page.filters.diary.click()


def _lists(window: MainWindow, world: World) -> None:
    _wall(window, world)
    page, lists = window.page("movies"), world.services.lists
    keys = [entry.id for entry in page.model.items]
    note = "Two a night, the short one first."
    lists.add(MovieList("For the long weekend", note, tuple(keys[3:12])))
    for name, first, count in (("Seen with Anna", 20, 31), ("Trains", 60, 7), ("Worst", 0, 0)):
        lists.add(MovieList(name, "", tuple(keys[first : first + count])))
    page.filters.lists.click()
    rest(window)
    page.lists.view.setFocus(Qt.FocusReason.TabFocusReason)
    page.lists.view.setCurrentIndex(page.lists.view.model().index(2))


def _stars(window: MainWindow, world: World) -> None:
    _diary(window, world)
    page = window.page("movies")
    page.filter._pick("confirmed")
    page._set_order(SortFilter("stars", "Drama", stars="6"))


def _import(window: MainWindow, world: World) -> QWidget:
    folder = world.services.paths.cache / "exports"
    folder.mkdir(parents=True)
    files = [folder / "ratings.csv", folder / "NetflixViewingHistory.csv"]
    files[0].write_text(LETTERBOXD, encoding="utf-8")
    for name in ("Rainy nights", "Seen with Anna"):
        files.append(folder / f"{name}.csv")
        files[-1].write_text(LETTERBOXD_LIST.format(name=name), encoding="utf-8")
    files[1].write_text(NETFLIX, encoding="utf-8")
    page = opened(window, world, "movies")
    page.importing.show_files(files)
    rest(window)
    return page.findChild(QWidget, "movies.import.dialog")


def _search(page: str, words: str) -> Callable[[MainWindow, World], QWidget | None]:
    """What a search finds, with the actions over the second poster."""

    def arrange(window: MainWindow, world: World) -> None:
        shown = opened(window, world, page)
        shown.search.setText(words)
        shown.results.refresh()
        rest(window)
        wall = shown.results.wall
        wall.setFocus(Qt.FocusReason.TabFocusReason)
        wall.setCurrentIndex(shown.results.model.index(1, 0))

    return arrange


def _own_movie(window: MainWindow, world: World) -> None:
    """A movie that no catalog has, and rows of an import that are not placed."""
    services = world.services
    services.unlisted.add("The Salt Road", 2026, ("Drama", "War"))
    file = services.paths.cache / "NetflixViewingHistory.csv"
    file.write_text(NETFLIX, encoding="utf-8")
    services.imports.apply(services.imports.preview([file]))
    window.context.library_changed.emit(None)  # the page may be prepared already
    page = opened(window, world, "movies")
    page.filter._pick("confirmed")
    rest(window)
    own = next(e.id for e in page.model.every if e.movie.unlisted)
    page.view.select_ids([own])
    page.entries.open_selected()


def _anyway(window: MainWindow, world: World) -> QWidget:
    page = opened(window, world, "movies")
    page.add_by_hand()
    dialog = page.findChild(QWidget, "movies.add.dialog")
    dialog.search.setText("The Salt Road 2026")
    rest(window)
    return dialog


def _anyway_form(window: MainWindow, world: World) -> QWidget:
    dialog = _anyway(window, world)
    dialog.anyway.click()
    form = dialog.findChild(QWidget, "own-film")
    form.menu.actions()[7].setChecked(True)
    rest(window)
    return form


def _unplaced(window: MainWindow, world: World) -> QWidget:
    _own_movie(window, world)
    page = window.page("movies")
    rest(window)
    page.filters.unplaced.click()
    rest(window)
    return page.findChild(QWidget, "movies.unplaced.dialog")


def _year(window: MainWindow, world: World) -> QWidget:
    opened(window, world, "movies")
    diary = world.services.paths.cache / "diary.csv"
    rows = LETTERBOXD.replace("Letterboxd URI", "Watched Date").splitlines()
    days = [rows[0], *(f"{row.rpartition(',https')[0]},{row[:10]}," for row in rows[1:])]
    diary.write_text("\n".join(days), encoding="utf-8")
    world.services.imports.apply(world.services.imports.preview([diary]))
    window.context.library_changed.emit(None)
    rest(window)
    window.page("movies").year_button.click()
    rest(window)
    return window.page("movies").findChild(QWidget, "movies.year")


def _restore(window: MainWindow, world: World) -> QWidget:
    """An export of another computer, with movies and a provider that are new here."""
    file = world.services.paths.cache / "export.json"
    world.services.data.export(file)
    document = json.loads(file.read_text(encoding="utf-8"))
    document["draws"]["epoch"] = "a" * 32
    known = document["library"][0]
    for _, movie in world.services.library.best_known(40)[20:]:
        new = {"id": movie.wire_id, "title": movie.title, "ids": {"imdb": movie.imdb_id}}
        document["library"].append({**known, **new, "release_window": None, "also_in": []})
    document["providers"].append(
        {"name": "Cinema", "address": "https://cinema.example", "trust": "1/2"}
    )
    file.write_text(json.dumps(document), encoding="utf-8")
    opened(window, world, "settings").data.reading.show(file)
    rest(window)
    return window.findChild(QWidget, "settings.bring-back")


CARD = ProviderDetails(
    ProviderInfo("Film club", "https://films.example", trust=Fraction(1, 2), has_key=True),
    About(
        name="Film club of Elm Street",
        operator="Elm Street Library, Springfield",
        contact="films@library.example",
        purpose="Members of the library; paid for by the town.",
        retention="A release is used for its answer and kept nowhere. The proxy before it keeps "
        "addresses for two days.",
        model="linear-3f2a91c07be4d815",
        people=6_040,
        published="2026-11-02",
        shares_model=True,
        takes_contributions=False,
        closed=True,
    ),
    LastContact(NOW, Certificate("Springfield Trust Services", "2027-02-01", "5f" * 32)),
    9_724,
    SharedModel("linear-3f2a91c07be4d815", 9_066),
    sent=3,
    last_sent=NOW,
    asked=21,
    learned=PosteriorBound(Fraction(1, 5), 55),
    personas=Asked("", NOW.timestamp(), [], 450, 262_144, 1_150_000),
)


def _add_provider(window: MainWindow, world: World) -> None:
    """The form for a service, with how a server is asked that knows nothing of us."""
    page = opened(window, world, "settings")
    _to_top(window, page.providers)
    form = page.providers.form
    form.name.setText("Corner shop")
    form.address.setText("https://shop.example/recommend")
    form.kind._segments["json"].click()
    rest(window)
    page.scroll_area.ensureWidgetVisible(form)


def _provider_card(window: MainWindow, world: World) -> QWidget:
    section = opened(window, world, "settings").providers
    dialog = ProviderCardDialog(section.context, CARD, section)
    dialog.open()
    rest(window)
    return dialog


def _provider_card_end(window: MainWindow, world: World) -> QWidget:
    """Its end, unfolded, with its model tried."""
    dialog = _provider_card(window, world)
    dialog.meaning.setChecked(True)
    world.services.cards.try_model = lambda *_, **__: Tried(0.397, 0.221, 400)
    dialog.try_model.click()
    _to_end(dialog.area)
    rest(window)
    return dialog


def _encrypted(window: MainWindow, world: World) -> None:
    """The section of a library with a passphrase."""
    world.services.protection.way = lambda: UnlockMethod.PASSPHRASE
    page = opened(window, world, "settings")
    page.reveal(page.protection)


def _ask_encrypt(window: MainWindow, world: World) -> QWidget:
    section = opened(window, world, "settings").protection
    window.page("settings").reveal(section)
    section.on_button.click()
    dialog = section.findChild(QWidget, "protect")
    dialog.choice.written.click()
    dialog.choice.first.setText("several words")
    return dialog


def _instead(window: MainWindow, shown: LockScreen | UserSelectionWindow) -> QWidget:
    """Show what comes before a window in its place, with its appearance."""
    window.theme.changed.connect(lambda: shown.theme.set_appearance(window.theme.appearance))
    shown.setParent(window, Qt.WindowType.Widget)
    shown.setGeometry(window.rect())
    shown.show()
    shown.raise_()
    return shown


def _door(show: Callable[[LockScreen], object]) -> Callable[[MainWindow, World], QWidget]:
    def arrange(window: MainWindow, world: World) -> QWidget:
        lock_screen = LockScreen(world.services.protection, world.services.settings)
        _instead(window, lock_screen)
        show(lock_screen)
        return lock_screen

    return arrange


LOST = (
    "The keyring of this computer has no key for your library. Nothing was changed. "
    "Unlock it with your recovery code, or start anew."
)
CODE = EncryptionEnabled("SFK0-QHCB-3VE5-QZM4-DXFF-5YRZ-QNF6-AQX3", True)


def _family(world: World) -> LocalUsers:
    """Three people, one of them with a long name."""
    local_users = LocalUsers(world.services.paths)
    local_users.add("Benedikt Maximilian Freiherr von und zu", "Anna")
    local_users.add("Zoë")
    local_users.record_last_user(local_users.find("Anna"))
    return local_users


def _who(window: MainWindow, world: World) -> QWidget:
    chooser = UserSelectionWindow(_family(world), world.services.settings)
    chooser.setAutoFillBackground(True)  # as a window of its own
    return _instead(window, chooser)


def _who_is_new(window: MainWindow, world: World) -> QWidget:
    chooser = _who(window, world)
    chooser.add.click()
    dialog = chooser.findChild(QWidget, "person")
    dialog.name.setText("Anna")
    dialog.yes.click()
    return dialog


def _settings(window: MainWindow, world: World) -> None:
    """With a place of the data that is anybody's, and not that of this world."""
    page = opened(window, world, "settings")
    page.reveal(page.about)
    page.data.place.setText("Your data is kept in /home/alex/films")


def _people(window: MainWindow, world: World) -> None:
    _family(world)
    _settings(window, world)
    _to_top(window, window.page("settings").people)


def _contacts(window: MainWindow, world: World) -> None:
    """All contacts, of every kind."""
    contacts = world.services.contacts
    with contacts.logged(ContactKind.PUBLISHED, "Film club", "https://films.example", asked=False):
        current().add(902, 1_204_355)
    with suppress(ProviderError), contacts.logged(ContactKind.PUBLISHED, "Cinema"):
        current().add(230, 0)
        raise ProviderError("Cinema did not answer in time. Nothing about you was sent.")
    with contacts.logged(ContactKind.CATALOG, "MovieLens"):
        current().add(212, 978_202)
    _page("activity")(window, world)
    window.page("activity").kind._segments["contacts"].click()


def _levels(window: MainWindow, world: World) -> None:
    own = {"Sci-Fi": ReleaseLevel.ALL, "Romance": ReleaseLevel.NO, "Horror": ReleaseLevel.NO}
    world.services.privacy.restore(PrivacyChoice(ReleaseLevel.PERTURBED, own))
    _page("privacy")(window, world)
    window.page("privacy").by_category.setChecked(True)


def _release(window: MainWindow, world: World) -> QWidget:
    world.clock.moment = NOW.replace(month=12)  # a new month: there is something to decide
    opened(window, world, "privacy")
    world.source.again()
    window.page("privacy").release.click()
    rest(window)
    return window.findChild(QWidget, "privacy.confirm")


def _release_meaning(window: MainWindow, world: World) -> QWidget:
    """What the list means, opened."""
    dialog = _release(window, world)
    dialog.meaning.click()
    rest(window)
    return dialog


def _practice(window: MainWindow, world: World) -> QWidget:
    """Both sides of a list that leaves nothing."""
    opened(window, world, "privacy")
    world.source.again()
    window.page("privacy").sharing.practice.click()
    rest(window)
    return window.findChild(QWidget, "privacy.practice")


def _release_names(window: MainWindow, world: World) -> QWidget:
    """Movies that would be known by name, in the color of warning."""
    world.services.privacy.set_category("War", ReleaseLevel.ALL)
    for name in ("Drama", "Action", "Romance", "Comedy"):
        world.services.privacy.set_category(name, ReleaseLevel.ALL)
    return _release(window, world)


def _privacy_list(window: MainWindow, world: World) -> None:
    """And the page after a no."""
    dialog = _release(window, world)
    dialog.no.click()


def _bottom(window: MainWindow, world: World) -> None:
    _settings(window, world)
    _to_end(window.page("settings").scroll_area)


def _to_end(area: QScrollArea) -> None:
    """Scroll to the end, also when it moves: what is loaded makes the content higher later."""
    bar = area.verticalScrollBar()
    bar.rangeChanged.connect(lambda _least, most: bar.setValue(most))
    bar.setValue(bar.maximum())


def _tonight_pick(window: MainWindow, world: World) -> QWidget:
    _page("recommendations")(window, world)
    rest(window)
    page = window.page("recommendations")
    page.tonight_button.click()
    dialog = page.findChild(QWidget, "tonight")
    rest(window)
    for place in (1, 4):
        dialog.picker.model.toggle(place)
    return dialog


def _tonight(window: MainWindow, world: World) -> QWidget:
    opened(window, world, "recommendations")
    friend = world.services.paths.cache / "anna.csv"
    friend.write_text("Title,Year\nAmelie,2001\nNotting Hill,1999\nHeat,1995\n", encoding="utf-8")
    page = window.page("recommendations")
    page.tonight_button.click()
    dialog = page.findChild(QWidget, "tonight")
    dialog.read_file(friend)
    rest(window)
    return dialog


def _offline(window: MainWindow, world: World) -> None:
    opened(window, world, "recommendations")
    note = "Film club cannot be reached. Check the address and whether the service is running."
    window.page("recommendations").ranking.set_result(
        Recommendations((), NOW, "Film club", "", 3, (note,))
    )


def _learned(window: MainWindow, world: World) -> None:
    """What a provider would say, which was asked as nobody."""
    ranking = opened(window, world, "recommendations").ranking
    first, *others = ranking.result.rows
    row = Row(
        LEARNED,
        LEARNED,
        tuple(replace(one, ranked=LEARNED, because=None) for one in others[2].suggestions),
        learned=Learned(5.4, 2.0, 0.57, 450),
    )
    rows = (first, row, *others)
    ranking.set_result(replace(ranking.result, rows=rows, provider="Film club"))


def _nothing(window: MainWindow, world: World) -> None:
    """The first run was skipped: there is no movie at all."""
    rest(window)
    window.first_run.wizard.finish()


def _keys(window: MainWindow, world: World) -> QWidget:
    _page("recommendations")(window, world)
    window.help_dialogs.show_shortcuts_dialog()
    rest(window)
    return window.findChild(ShortcutsDialog)


def _help(topic: str) -> Callable[[MainWindow, World], QWidget | None]:
    def arrange(window: MainWindow, world: World) -> QWidget | None:
        _page("privacy")(window, world)
        window.help_dialogs.show_help(topic)
        rest(window)
        return window.findChild(QWidget, "help")

    return arrange


def _news(window: MainWindow, world: World) -> QWidget | None:
    _page("recommendations")(window, world)
    window.updated.show()
    window.help_dialogs.show_release_notes()
    rest(window)
    return window.findChild(QWidget, "news")


def _upgraded(window: MainWindow, world: World) -> None:
    _page("recommendations")(window, world)
    window.upgraded.show()


def _damaged(window: MainWindow, world: World) -> None:
    """Both strips that say what was damaged: a library that lacks commits, and settings."""
    _page("recommendations")(window, world)
    sentence = Missing(3, copy=True).sentence(command=False)
    window.library_damaged.show_sentences([sentence], button=True)
    settings = window.findChild(DamageNotice, "settings_damaged")
    settings.show_sentences([Settings(damage=Damage.LOST).damage_sentence], button=True)


def _step(key: str) -> Callable[[MainWindow, World], None]:
    def arrange(window: MainWindow, world: World) -> None:
        wizard = window.first_run.wizard
        world.source.again()
        rest(window)
        if key == "pick":
            wizard.take_other()
        elif key != "welcome":
            _ticked(window, world)
            wizard.next()
        rest(window)
        assert key == wizard.step.KEY, f"the first run stays at {wizard.step.KEY}"

    return arrange


def _ticked(window: MainWindow, world: World) -> None:
    rest(window)
    window.first_run.wizard.findChild(QWidget, "wizard.profiles.0").setChecked(True)


def _without_browser(window: MainWindow, world: World) -> None:
    world.services.profiles.discover = list
    window.show_wizard()


def _picked(window: MainWindow, world: World) -> None:
    _step("pick")(window, world)
    wizard = window.first_run.wizard
    for row in (0, 2, 7):
        wizard.step.model.toggle(row)


def _first_rows(window: MainWindow, world: World) -> None:
    _step("movies")(window, world)
    window.first_run.wizard.next()


def _fetching(window: MainWindow, world: World) -> None:
    _first_rows(window, world)
    rest(window)
    offer = window.page("recommendations").offer
    offer.task = Task(offer, lambda *_: None)  # one that never ends
    offer.set_busy()
    offer.progress.show_progress(Progress("Downloading MovieTweetings", 11_000_000, 29_000_000))
    offer.progress.show()


def _with_ratings(window: MainWindow, world: World) -> None:
    _first_rows(window, world)
    rest(window)
    services = world.services
    folder = services.paths.cache / "made"
    folder.mkdir(parents=True)
    known = [movie for _, movie in services.library.best_known(400)]
    for name, data in made_ratings(known).items():
        (folder / name).write_bytes(data)
    imported = services.catalogs.import_path

    def download(_name: str, **rest: Any) -> CatalogInfo:
        with patch("epicrec_desktop.services.model_training.train", same_everywhere):
            return imported(folder, **rest)

    services.catalogs.download = download
    window.page("recommendations").offer.sources[0].button.click()


def _contributed(window: MainWindow, world: World) -> None:
    """Helping others: one contribution that was sent, and an example of another."""
    folder = world.services.paths.cache / "contributing"
    club = HttpProvider("Film club", "https://films.example/epicrec", folder)
    world.source.again()
    with (
        patch.object(ProviderService, "elsewhere", lambda *_: club),
        patch.object(HttpProvider, "contribute"),
    ):
        contributions = world.services.contributions
        contributions.contribute(contributions.propose("Film club"))
    page = opened(window, world, "settings")
    world.source.again()
    page.reveal(page.contributions)
    page.contributions.example_open.setChecked(True)
    rest(window)
    _to_top(window, page.contributions)


def _to_top(window: MainWindow, section: QWidget) -> None:
    """Open a section of the settings, and scroll it to the top."""
    window.page("settings").reveal(section)
    scroll = window.page("settings").scroll_area
    top = section.mapTo(scroll.widget(), QPoint(0, 0)).y()
    bar = scroll.verticalScrollBar()
    bar.setValue(top - 12)


ACCESSIBLE = ("recommendations", "settings")
SCENES = (
    *(Scene(key, _page(key), accessible=key in ACCESSIBLE) for key in page_titles()),
    Scene("recommendations-learned", _learned),
    Scene("recommendations-card", _card, dark=False),
    Scene("recommendations-filter-length", _lengths, dark=False),
    Scene("recommendations-filtered", _narrowed(FEW), dark=False),
    Scene("recommendations-search", _search("recommendations", "korean revenge"), dark=False),
    Scene("recommendations-tonight", _tonight, dark=False),
    Scene("recommendations-tonight-pick", _tonight_pick),
    Scene("recommendations-offline", _offline, dark=False),
    Scene("recommendations-empty", _nothing, dark=False, first_run=True),
    Scene("movies-looked-at", _looked_at),
    Scene("movies-card", _movie),
    Scene("film-much", _open_found("The Godfather 1972")),
    Scene("film-scrolled", _movie_scrolled),
    Scene("film-little", _open_found("waxworks")),
    Scene("person", _person),
    Scene("movies-own", _own_movie, dark=False),
    Scene("movies-anyway", _anyway, dark=False),
    Scene("movies-anyway-form", _anyway_form, dark=False),
    Scene("movies-unplaced", _unplaced, dark=False),
    Scene("movies-year", _year, dark=False),
    Scene("movies-rated", _rated, dark=False),
    Scene("movies-import", _import, dark=False),
    Scene("movies-which", _which_one, dark=False),
    Scene("movies-wall", _wall),
    Scene("movies-diary", _diary),
    Scene("movies-lists", _lists),
    Scene("movies-stars", _stars),
    Scene("privacy-levels", _levels),
    Scene("privacy-release", _release),
    Scene("privacy-release-meaning", _release_meaning),
    Scene("privacy-release-names", _release_names, dark=False),
    Scene("privacy-practice", _practice),
    Scene("privacy-list", _privacy_list, dark=False),
    Scene("activity-contacts", _contacts),
    Scene("settings-add", _add_provider),
    Scene("settings-card", _provider_card, dark=False),
    Scene("settings-card-end", _provider_card_end, dark=False),
    Scene("settings-contribute", _contributed),
    Scene("settings-end", _bottom, dark=False),
    Scene("settings-restore", _restore, dark=False),
    Scene("settings-encrypted", _encrypted, dark=False),
    Scene("settings-encrypt", _ask_encrypt, dark=False),
    Scene("locked", _door(LockScreen.ask_passphrase), dark=False),
    Scene("locked-lost", _door(lambda door: door.ask_retry(LOST)), dark=False),
    Scene("locked-recover", _door(lambda door: door._ask_recovery_code()), dark=False),
    Scene("locked-code", _door(lambda door: door._show_code(CODE, None)), dark=False),
    Scene("who", _who, dark=False),
    Scene("who-new", _who_is_new, dark=False),
    Scene("settings-people", _people, dark=False),
    Scene("keys", _keys, dark=False),
    Scene("help", _help("blurring"), dark=False),
    Scene("help-words", _help("provider"), dark=False),
    Scene("news", _news, dark=False),
    Scene("upgraded", _upgraded),
    Scene("damaged", _damaged),
    Scene("first-run-welcome", _step("welcome"), first_run=True),
    Scene("first-run-ticked", _ticked, dark=False, first_run=True),
    Scene("first-run-no-browser", _without_browser, dark=False, first_run=True),
    Scene("first-run-movies", _step("movies"), first_run=True),
    Scene("first-run-pick", _picked, first_run=True),
    Scene("first-run-rows", _first_rows, first_run=True),
    Scene("first-run-fetching", _fetching, dark=False, first_run=True),
    Scene("first-run-ratings", _with_ratings, dark=False, first_run=True),
)
