"""First step of the wizard: what the program does, and consent to read browser profiles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.profiles import KnownProfile
from epicrec_desktop.ui.common import browser_profiles, theme, window_frame
from epicrec_desktop.ui.common.browser_profiles import ProfileCheckBox
from epicrec_desktop.ui.common.buttons import LinkButton, QuietButton, SecondaryButton
from epicrec_desktop.ui.common.dialogs import (
    ConfirmDialog,
    choose_file,
    choose_files,
    choose_folder,
)
from epicrec_desktop.ui.common.layouts import STRETCH, FlowLayout, Panel, add_items, column, row
from epicrec_desktop.ui.common.page import EmptyState, ScrollContent, vertical_scroll
from epicrec_desktop.ui.common.painting import smooth_painter
from epicrec_desktop.ui.common.tasks import Tasks
from epicrec_desktop.ui.common.text import Heading, Note, Text, set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import translator
from epicrec_desktop.ui.wizard.step import Step
from epicrec_desktop.wiring import Services

_tr = translator("WelcomeStep")

WIDTH, HEIGHT = 560.0, 176.0
PICTURE_HEIGHT = 148


class WelcomePicture(QWidget):
    """Picture: movies at the left, a shield, and a few blurred dots leaving."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("wizard.picture")
        set_accessible_name(
            self, self.tr("Movies on a computer, a shield, and a few blurred dots that pass it")
        )
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the natural size."""
        return QSize(int(WIDTH * PICTURE_HEIGHT / HEIGHT), PICTURE_HEIGHT)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the picture in the theme's colors."""
        del event
        colors = theme.tokens()
        painter = smooth_painter(self)
        scale = min(self.width() / WIDTH, self.height() / HEIGHT)
        painter.translate(max(0.0, (self.width() - WIDTH * scale) / 2), 0)
        painter.scale(scale, scale)
        self._screen(painter, colors)
        self._shield(painter, colors)
        self._dots(painter, colors)
        self._cloud(painter, colors)

    @staticmethod
    def _screen(painter: QPainter, colors: theme.Tokens) -> None:
        painter.setPen(QPen(QColor(colors.control), 2))
        painter.setBrush(QColor(colors.panel))
        painter.drawRoundedRect(QRectF(2, 12, 224, 136), 10, 10)
        painter.drawLine(QPointF(114, 148), QPointF(114, 168))
        painter.drawLine(QPointF(74, 170), QPointF(154, 170))
        painter.setPen(Qt.PenStyle.NoPen)
        fills = (
            colors.accent,
            colors.true_count,
            colors.line,
            colors.true_count,
            colors.line,
            colors.accent,
            colors.line,
            colors.true_count,
            colors.accent,
            colors.line,
        )
        for place, fill in enumerate(fills):
            row, column = divmod(place, 5)
            painter.setBrush(QColor(fill))
            painter.drawRoundedRect(QRectF(20 + column * 39, 28 + row * 55, 32, 46), 5, 5)

    @staticmethod
    def _shield(painter: QPainter, colors: theme.Tokens) -> None:
        path = QPainterPath(QPointF(288, 46))
        path.cubicTo(304, 58, 316, 60, 326, 60)
        path.cubicTo(326, 98, 316, 120, 288, 134)
        path.cubicTo(260, 120, 250, 98, 250, 60)
        path.cubicTo(260, 60, 272, 58, 288, 46)
        painter.setPen(QPen(QColor(colors.accent), 2.5))
        painter.setBrush(QColor(colors.wash))
        painter.drawPath(path)
        pen = QPen(QColor(colors.accent), 4)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        painter.setPen(pen)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        tick = QPainterPath(QPointF(274, 90))
        tick.lineTo(285, 101)
        tick.lineTo(303, 79)
        painter.drawPath(tick)

    @staticmethod
    def _dots(painter: QPainter, colors: theme.Tokens) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        for x, y, size, strength in (
            (346, 78, 9, 0.85),
            (362, 104, 7, 0.65),
            (378, 86, 8, 0.5),
            (396, 70, 6, 0.4),
            (402, 106, 8, 0.3),
        ):
            color = QColor(colors.accent)
            color.setAlphaF(strength)
            painter.setBrush(color)
            painter.drawEllipse(QPointF(x, y), size / 1.6, size / 1.6)

    @staticmethod
    def _cloud(painter: QPainter, colors: theme.Tokens) -> None:
        cloud = QPainterPath()
        cloud.setFillRule(Qt.FillRule.WindingFill)
        for x, y, r in ((452, 96, 24), (484, 80, 32), (518, 94, 26)):
            cloud.addEllipse(QPointF(x, y), r, r)
        cloud.addRoundedRect(QRectF(430, 94, 114, 28), 14, 14)
        painter.setPen(QPen(QColor(colors.control), 2))
        painter.setBrush(QColor(colors.panel))
        painter.drawPath(cloud.simplified())


class ProfileList(QWidget):
    """List of profiles with check boxes that give consent; the caller saves it."""

    changed = Signal()

    def __init__(self, *, shared: bool = False) -> None:
        """Create the list. `shared`: several users share this computer account, so a profile may
        belong to another one.
        """
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
                "movies on this computer, and then forgotten."
            )
            if shared
            else self.tr(
                "Only ticked profiles are read. The pages you visited are compared with a list "
                "of movies on this computer, and then forgotten."
            ),
            name="wizard.profiles.note",
        )
        self._rows = column(spacing=0)
        self.panel = Panel(name="wizard.profiles.list", padding=12)
        self.panel.body.addLayout(self._rows)
        holder = ScrollContent()
        holder.setProperty("kind", "canvas")
        column(self.panel, self.note, STRETCH, parent=holder, spacing=2 * STEP)
        self.area = vertical_scroll(holder, "wizard.profiles.scroll")
        column(
            row(self.heading, STRETCH, self.all, self.folder, spacing=STEP),
            (self.area, 1),
            parent=self,
            spacing=2 * STEP,
        )
        QWidget.setTabOrder(self.all, self.folder)
        self._update()

    def show_profiles(self, known: Sequence[KnownProfile]) -> None:
        """Show these profiles, ticked where consented."""
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
        """Return the ticked profiles."""
        return [c.known.profile for c in self.choices if c.tick.isChecked()]

    def revoked(self) -> list[BrowserProfile]:
        """Return profiles whose consent was withdrawn by unticking."""
        return [c.known.profile for c in self.choices if c.known.consent and not c.tick.isChecked()]

    def note_saved(self) -> None:
        """Note that consent is stored as ticked, so that a later unticking withdraws it."""
        for choice in self.choices:
            choice.known = replace(choice.known, consent=choice.tick.isChecked())


ROOM = 500
"""Below this height the picture is hidden, to leave room for the browsers."""


def export_sources() -> dict[str, tuple[str, str]]:
    """Return name and the way to an export of each service, by the key of its button."""
    return {
        "letterboxd": (
            "Letterboxd",
            _tr("On letterboxd.com open Settings, Data, Export your data. You get a ZIP file."),
        ),
        "netflix": (
            "Netflix",
            _tr("On netflix.com open Account, your profile, Viewing activity, Download all."),
        ),
        "imdb": ("IMDb", _tr("On imdb.com open Your ratings and choose Export.")),
        "trakt": ("Trakt", _tr("On trakt.tv open Settings, Data, Export.")),
    }


class WelcomeStep(Step):
    """First step: ticks give consent, which is saved when the user continues.

    A user of EpicRec on another computer can restore an export instead.
    """

    KEY = "welcome"

    export_chosen = Signal(object)  # Path of an export to restore
    files_chosen = Signal(list)  # exports of other services

    def __init__(self, services: Services, tasks: Tasks) -> None:
        super().__init__(
            services,
            tasks,
            self.tr("Good movies, without telling what you watched"),
            self.tr(
                "EpicRec finds the movies you watched and recommends others. All of it happens on "
                "this computer. Nothing leaves it, unless you choose so later."
            ),
        )
        self._loaded = False
        self.picture = WelcomePicture()
        self.profiles = ProfileList(shared=window_frame.several(services.paths))
        self.profiles.changed.connect(self.changed)
        self.profiles.folder.clicked.connect(self._choose_folder)
        self.empty = EmptyState(
            "empty",
            self.tr("No browser was found"),
            self.tr(
                "You can pick some movies you liked instead, or choose the folder of a browser "
                "profile."
            ),
            name="wizard.profiles.empty",
        )
        self.empty.add_below(self._other_sources())
        self.empty.hide()
        self.restore_button = self._restore_button("wizard.bring-back")
        self.body.addSpacing(2 * STEP)
        add_items(
            self.body,
            self.picture,
            self.empty,
            (self.profiles, 1),
            self._import_tiles(),
            (self.restore_button, 0, Qt.AlignmentFlag.AlignLeft),
        )

    def _restore_button(self, name: str) -> QuietButton:
        button = LinkButton(self.tr("Restore from an EpicRec export…"), name=name, icon="download")
        button.clicked.connect(self._choose_export)
        return button

    def _import_tiles(self) -> QWidget:
        """Return a button per service whose export many people can have."""
        tiles = QWidget()
        words = Text(self.tr("Or bring your list from"), wrap=False)
        line = FlowLayout(words)
        for key, (name, where) in export_sources().items():
            tile = SecondaryButton(name, name=f"wizard.import.{key}", icon="upload")
            set_tool_tip(tile, where)
            tile.clicked.connect(lambda _=False, name=name, where=where: self._explain(name, where))
            line.addWidget(tile)
        tiles.setLayout(line)
        return tiles

    def _explain(self, service: str, where: str) -> None:
        """Say where the file comes from, then ask for it."""
        question = ConfirmDialog(
            self.tr("Your list from {service}").format(service=service),
            where,
            self.tr("Choose the file…"),
            self,
            name="wizard.import",
            destructive=False,
            careful=False,
        )
        question.ask(self._choose_files)

    def _choose_files(self) -> None:
        files = choose_files(
            self, self.tr("Your list"), self.tr("Exports (*.zip *.csv *.json);;All files (*)")
        )
        if files:
            self.files_chosen.emit(files)

    def _other_sources(self) -> QWidget:
        """Return the other ways to start, where there is no browser."""
        folder = QuietButton(
            self.tr("Choose a folder…"), name="wizard.profiles.empty.folder", icon="folder"
        )
        folder.clicked.connect(self._choose_folder)
        doors = QWidget()
        row(
            folder,
            self._restore_button("wizard.profiles.empty.bring-back"),
            parent=doors,
            spacing=2 * STEP,
        )
        return doors

    @property
    def choices(self) -> list[object]:
        """Return the profiles to tick."""
        return list(self.profiles.choices)

    def enter(self) -> None:
        """Find the browsers; only once, so that coming back keeps the ticks."""
        if self._loaded:
            return
        profiles = self.services.profiles
        self.tasks.run(
            lambda job: profiles.discover(),
            on_result=self._show,
            on_error=self.error.show_text,
        )

    def _show(self, known: list[KnownProfile]) -> None:
        self._loaded = True
        self.profiles.show_profiles(known)
        self._arrange()
        self.changed.emit()
        if self.isVisible():
            (self.first_focus() or self).setFocus()

    def _arrange(self) -> None:
        none = self._loaded and not self.profiles.choices
        self.body.setStretchFactor(self.empty, 1 if none else 0)
        self.empty.setVisible(none)
        self.profiles.setVisible(not none)
        self.restore_button.setVisible(not none)
        self.picture.setVisible(not none and self.height() >= ROOM)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the picture where it would take room from the browsers."""
        super().resizeEvent(event)
        self._arrange()

    def _choose_export(self) -> None:
        file = choose_file(
            self, self.tr("Restore an export"), self.tr("Exports of EpicRec (*.json)")
        )
        if file is not None:
            self.export_chosen.emit(file)

    def _choose_folder(self) -> None:
        folder = choose_folder(self, self.tr("Choose a browser profile"))
        if folder is not None:
            self.add_folder(folder)

    def add_folder(self, folder: Path) -> None:
        """Add the profile in this folder, ticked: choosing it is consent."""
        profiles = self.services.profiles
        self.error.hide()
        self.tasks.run(
            lambda job: profiles.at(folder),
            on_result=self._named,
            on_error=self.error.show_text,
        )

    def _named(self, profile: object) -> None:
        self.profiles.name(profile)  # type: ignore[arg-type]
        self._arrange()

    def ticked(self) -> list[object]:
        """Return the ticked profiles."""
        return list(self.profiles.ticked())

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
        """Return whether the browsers are loaded and one of them is ticked."""
        return self._loaded and bool(self.profiles.ticked() or not self.profiles.choices)

    def next_text(self) -> str:
        """Return the text of the next button."""
        if self._loaded and not self.profiles.choices:
            return self.tr("Pick movies I liked")
        return self.tr("Look for movies")

    def next_key(self) -> str:
        """Return the next step; with nothing to read, the user picks movies."""
        return "scan" if self.profiles.ticked() else "pick"

    def other_text(self) -> str:
        """Return the text for continuing without a browser."""
        return self.tr("Pick movies myself") if self.profiles.choices else ""

    def other(self) -> str:
        """Return the key of the poster wall."""
        return "pick"

    def leave(self, then: Callable[[], object]) -> None:
        """Save consent, and withdraw it from unticked profiles."""
        profiles = self.services.profiles
        agreed, revoked = self.profiles.ticked(), self.profiles.revoked()

        def work(job: Job) -> None:
            if agreed:
                profiles.set_consent(agreed, consent=True)
            if revoked:
                profiles.set_consent(revoked, consent=False)

        def saved() -> None:
            self.profiles.note_saved()
            then()

        self.save(work, saved)
