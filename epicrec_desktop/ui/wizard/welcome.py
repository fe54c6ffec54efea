"""First step of the wizard: what the program does, and consent to read browser profiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QSizePolicy, QWidget

from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.profiles import KnownProfile
from epicrec_desktop.ui.common import browser_profiles, posters, theme, window_frame
from epicrec_desktop.ui.common.accessibility import DECORATION
from epicrec_desktop.ui.common.browser_profiles import ProfileCheckBox
from epicrec_desktop.ui.common.buttons import LinkButton, QuietButton, TileButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, choose_files, choose_folder
from epicrec_desktop.ui.common.labels import ElidedLabel, Heading, Note, Strong
from epicrec_desktop.ui.common.layouts import STRETCH, Panel, add_items, column, row
from epicrec_desktop.ui.common.page import EmptyState, ScrollContent, vertical_scroll
from epicrec_desktop.ui.common.painting import draw_ring, smooth_painter
from epicrec_desktop.ui.common.text import set_tool_tip
from epicrec_desktop.ui.common.theme import STEP, set_look
from epicrec_desktop.ui.common.translation import mirrored, translator
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services

_tr = translator("WelcomeStep")

POSTER = QSize(80, 120)
GAP = 3 * STEP
MOST_POSTERS = 12
TILES_IN_ROW = 3


class PosterStrip(QWidget):
    """Posters of well-known movies in a line, as many as fit; a click picks one.

    A short way to the wall of the next step, so neither the Tab key nor a screen reader stops here.
    """

    picked = Signal(int)  # local key

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("wizard.posters")
        self._movies: Sequence[tuple[int, Movie]] = ()
        self._pointed: int | None = None
        self.setMouseTracking(True)
        self.setProperty(DECORATION, True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_movies(self, movies: Sequence[tuple[int, Movie]]) -> None:
        self._movies = movies
        self.update()

    def sizeHint(self) -> QSize:
        return POSTER

    def boxes(self) -> list[QRect]:
        count = min((self.width() + GAP) // (POSTER.width() + GAP), MOST_POSTERS)
        gap = (self.width() - count * POSTER.width()) / max(count - 1, 1)
        lefts = (round(at * (POSTER.width() + gap)) for at in range(count))
        boxes = [QRect(QPoint(left, 0), POSTER) for left in lefts]
        return [mirrored(box, self.rect()) for box in boxes[: len(self._movies)]]

    def _point(self, point: QPoint | None) -> None:
        """Show which poster is under the pointer; None where it left."""
        boxes = enumerate(self.boxes()) if point is not None else ()
        pointed = next((at for at, box in boxes if point is not None and box.contains(point)), None)
        if pointed == self._pointed:
            return
        self._pointed = pointed
        if pointed is None:
            self.unsetCursor()
            set_tool_tip(self, "")
        else:
            self.setCursor(Qt.CursorShape.PointingHandCursor)
            movie = self._movies[pointed][1]
            set_tool_tip(self, self.tr("{movie}: I liked it").format(movie=movie.label))
        self.update()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._point(event.position().toPoint())

    def leaveEvent(self, event: QEvent) -> None:
        self._point(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._point(event.position().toPoint())
        if event.button() is Qt.MouseButton.LeftButton and self._pointed is not None:
            self.picked.emit(self._movies[self._pointed][0])

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth_painter(self)
        for place, box in enumerate(self.boxes()):
            posters.queue().paint(painter, box, self, self._movies[place][1])
            if place == self._pointed:
                ring = QRectF(box).adjusted(1.5, 1.5, -1.5, -1.5)
                draw_ring(painter, ring, theme.tokens().accent, 7, 3)


class ImportTile(TileButton):
    """Button with a name, and below it where the file is to be had."""

    def __init__(self, title: str, where: str, *, name: str) -> None:
        self.where = ElidedLabel(where)
        words = (Strong(title, wrap=False), self.where)
        super().__init__(f"{title}: {where}", *words, name=name)
        self.setProperty("kind", "tile")
        edges = (3 * STEP, 2 * STEP, 3 * STEP, 2 * STEP)
        column(*words, parent=self, margins=edges, spacing=0)

    def set_low(self, low: bool) -> None:
        """Show the name alone where there is little height; a click says the rest."""
        self.where.setVisible(not low)
        set_look(self, "kind", "low-tile" if low else "tile")


class ProfileList(QWidget):
    """List of profiles with check boxes that give consent; the caller saves it."""

    changed = Signal()

    def __init__(self, *, shared: bool = False) -> None:
        """Create the list; `shared`: a profile may belong to another user of the account."""
        super().__init__()
        self._shared = shared
        self.choices: list[ProfileCheckBox] = []
        self.heading = Heading(self.tr("Where may EpicRec look?"), wrap=False)
        self.all = QuietButton(self.tr("Tick all"), name="wizard.profiles.all")
        self.all.clicked.connect(self._tick_all)
        self.folder = LinkButton(
            self.tr("Choose a folder…"), name="wizard.profiles.folder", icon="folder"
        )
        self.note = Note(
            self.tr(
                "Only ticked profiles are read. Several people use this computer account: tick "
                "what you alone browse with. The pages you visited are compared with a list of "
                "movies here, and then forgotten."
            )
            if shared
            else self.tr(
                "Only ticked profiles are read, compared with a list of movies here, and then "
                "forgotten."
            ),
            name="wizard.profiles.note",
        )
        self._rows = column(spacing=0)
        self.panel = Panel(name="wizard.profiles.list", padding=12)
        self.panel.body.addLayout(self._rows)
        holder = ScrollContent()
        column(self.panel, STRETCH, parent=holder)
        self.area = vertical_scroll(holder, "wizard.profiles.scroll")
        head = row(self.heading, STRETCH, self.all, self.folder, spacing=STEP)
        column(head, self.note, 2 * STEP, (self.area, 1), parent=self, spacing=0)
        QWidget.setTabOrder(self.all, self.folder)
        self._update()

    def show_profiles(self, known: Sequence[KnownProfile]) -> None:
        for one in known:
            self._add(one)
        self._update()

    def name(self, profile: BrowserProfile) -> None:
        """Add a profile that the user chose, ticked: choosing it is consent."""
        for choice in self.choices:
            if choice.known.profile.database == profile.database:
                choice.tick.setChecked(True)
                return
        self._add(KnownProfile(profile, consent=False))
        self.choices[-1].tick.setChecked(True)
        self._update()

    def _add(self, known: KnownProfile) -> None:
        choice = ProfileCheckBox(
            known, browser_profiles.used(known), name=f"wizard.profiles.{len(self.choices)}"
        )
        choice.tick.toggled.connect(self._update)
        before = self.choices[-1].tick if self.choices else None
        self.choices.append(choice)
        self._rows.addWidget(choice)
        choice.show()  # the layout shows it later, and a hidden widget takes no focus
        if before is not None:
            QWidget.setTabOrder(before, choice.tick)
        QWidget.setTabOrder(choice.tick, self.all)

    def _tick_all(self) -> None:
        for choice in self.choices:
            choice.tick.setChecked(True)

    def _update(self) -> None:
        some = bool(self.choices)
        for widget in (self.heading, self.panel, self.note):
            widget.setVisible(some)
        self.all.setVisible(len(self.choices) > 1 and not self._shared)
        self.area.setVisible(some)
        self.changed.emit()

    def ticked(self) -> list[BrowserProfile]:
        return [c.known.profile for c in self.choices if c.tick.isChecked()]

    def revoked(self) -> list[BrowserProfile]:
        """Return profiles whose consent was withdrawn by unticking."""
        return [c.known.profile for c in self.choices if c.known.consent and not c.tick.isChecked()]

    def note_saved(self) -> None:
        """Note that consent is stored as ticked, so that a later unticking withdraws it."""
        for choice in self.choices:
            choice.known = replace(choice.known, consent=choice.tick.isChecked())


ROOM = 500
"""Below this height the posters are hidden, to leave room for the browsers."""


@dataclass(frozen=True)
class ExportSource:
    """A service whose export many people can have: `path` in its menus, `way` in a sentence."""

    name: str
    path: str
    way: str


def export_sources() -> dict[str, ExportSource]:
    """Return the sources of exports, by the key of their tiles."""
    return {
        "letterboxd": ExportSource(
            "Letterboxd",
            _tr("Settings › Data › Export your data"),
            _tr("On letterboxd.com open Settings, Data, Export your data. You get a ZIP file."),
        ),
        "netflix": ExportSource(
            "Netflix",
            _tr("Account › Viewing activity"),
            _tr("On netflix.com open Account, your profile, Viewing activity, Download all."),
        ),
        "imdb": ExportSource(
            "IMDb",
            _tr("Your ratings › Export"),
            _tr("On imdb.com open Your ratings and choose Export."),
        ),
        "trakt": ExportSource(
            "Trakt",
            _tr("Settings › Data › Export"),
            _tr("On trakt.tv open Settings, Data, Export."),
        ),
        "tvtime": ExportSource(
            "TV Time",
            _tr("Closed in July 2026"),
            _tr(
                "TV Time closed in July 2026. The files that it sent to those who asked for their "
                "data are read here, and so are those that “TV Time Out” and “TV Time Liberator” "
                "saved. The films come with their days; series are left out."
            ),
        ),
    }


class WelcomeStep(Step):
    """First step: ticks give consent, which is saved when the user continues.

    A user of EpicRec on another computer can restore an export instead.
    """

    KEY = "welcome"
    WIDTH = 1096

    export_asked = Signal()  # restore an export
    files_chosen = Signal(list)  # exports of other services

    def __init__(self, context: Context) -> None:
        sentence = self.tr(
            "EpicRec finds what you watched and recommends more. Nothing leaves this computer "
            "unless you choose so."
        )
        super().__init__(
            context, self.tr("Good movies, without telling what you watched"), sentence
        )
        self._loaded = self._low = False
        self.posters = PosterStrip()
        self.profiles = ProfileList(shared=window_frame.several(context.services.paths))
        self.profiles.changed.connect(self.changed)
        self.profiles.folder.clicked.connect(self._choose_folder)
        question = self.tr("No browser was found")
        words = self.tr(
            "You can pick some movies you liked instead, or choose the folder of a browser profile."
        )
        self.empty = EmptyState("empty", question, words, name="wizard.profiles.empty")
        folder = QuietButton(
            self.tr("Choose a folder…"), name="wizard.profiles.empty.folder", icon="folder"
        )
        folder.clicked.connect(self._choose_folder)
        self.empty.add_below(folder)
        self.empty.hide()
        self.body.addSpacing(STEP)
        heading = Heading(self.tr("Or bring your list from"), wrap=False)
        self._grid = QGridLayout()
        self._grid.setSpacing(2 * STEP)
        self.tiles: list[ImportTile] = []  # one per service, and one for our own exports
        for key, source in export_sources().items():
            tile = ImportTile(source.name, source.path, name=f"wizard.import.{key}")
            tile.clicked.connect(lambda _=False, source=source: self._explain(source))
            self.tiles.append(tile)
        own = ImportTile("EpicRec", self.tr("From an export…"), name="wizard.bring-back")
        own.clicked.connect(self.export_asked)
        self.tiles.append(own)
        self._place_tiles(TILES_IN_ROW)
        tiles = column(heading, self._grid, spacing=2 * STEP)
        add_items(self.body, self.posters, self.empty, (self.profiles, 1), tiles)

    def _place_tiles(self, columns: int) -> None:
        for place, tile in enumerate(self.tiles):
            self._grid.removeWidget(tile)
            self._grid.addWidget(tile, *divmod(place, columns))

    def _explain(self, source: ExportSource) -> None:
        """Say where the file comes from, then ask for it."""
        ConfirmDialog(
            self.tr("Your list from {service}").format(service=source.name),
            source.way,
            self.tr("Choose the file…"),
            self,
            name="wizard.import",
            destructive=False,
            careful=False,
        ).ask(self._choose_files)

    def _choose_files(self) -> None:
        kinds = self.tr("Exports (*.zip *.csv *.json);;All files (*)")
        choose_files(self, self.tr("Your list"), self.files_chosen.emit, kinds)

    def enter(self) -> None:
        """Find the browsers; only once, so that coming back keeps the ticks."""
        if not self._loaded:
            self.ask(lambda services, job: services.profiles.discover(), self._show)

    def _show(self, known: list[KnownProfile]) -> None:
        self._loaded = True
        self.profiles.show_profiles(known)
        self._arrange()
        self.changed.emit()
        self.ask(
            lambda services, job: services.library.best_known(MOST_POSTERS),
            self.posters.show_movies,
        )
        if self.isVisible():
            (self.first_focus() or self).setFocus()

    def _arrange(self) -> None:
        none = self._loaded and not self.profiles.choices
        self.body.setStretchFactor(self.empty, 1 if none else 0)
        self.empty.setVisible(none)
        self.profiles.setVisible(not none)
        low = self.height() < ROOM
        if low != self._low:
            self._low = low
            self.posters.setVisible(not low)
            self._place_tiles(len(self.tiles) if low else TILES_IN_ROW)
            for tile in self.tiles:
                tile.set_low(low)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _choose_folder(self) -> None:
        choose_folder(self, self.tr("Choose a browser profile"), self.add_folder)

    def add_folder(self, folder: Path) -> None:
        self.error.hide()
        self.ask(lambda services, job: services.profiles.at(folder), self._named)

    def _named(self, profile: BrowserProfile) -> None:
        self.profiles.name(profile)
        self._arrange()

    def first_focus(self) -> QWidget | None:
        """Return the first browser: the space bar ticks it."""
        choices = self.profiles.choices
        return choices[0].tick if choices else None

    def handle_return(self) -> bool:
        """Tick a browser on the first Return; the next one continues."""
        for choice in self.profiles.choices:
            if choice.tick.hasFocus() and not self.profiles.ticked():
                choice.tick.setChecked(True)
                return True
        return False

    def can_continue(self) -> bool:
        return self._loaded and bool(self.profiles.ticked() or not self.profiles.choices)

    def next_text(self) -> str:
        if self._loaded and not self.profiles.choices:
            return self.tr("Pick movies I liked")
        return self.tr("Look for movies")

    def next_key(self) -> str:
        return "scan" if self.profiles.ticked() else "pick"

    def other_text(self) -> str:
        return self.tr("Pick movies myself") if self.profiles.choices else ""

    def leave(self, then: Callable[[], object]) -> None:
        agreed, revoked = self.profiles.ticked(), self.profiles.revoked()

        def work(services: Services, job: Job) -> None:
            if agreed:
                services.profiles.set_consent(agreed, consent=True)
            if revoked:
                services.profiles.set_consent(revoked, consent=False)

        def saved() -> None:
            self.profiles.note_saved()
            then()

        self.save(work, saved)
