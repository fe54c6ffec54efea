"""Navigation of the window, and the status at its foot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QKeyEvent
from PySide6.QtWidgets import QFrame, QSizePolicy, QWidget

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.ui.common import icons, messages, wording
from epicrec_desktop.ui.common.accessibility import DECORATION, AccessibleToggle
from epicrec_desktop.ui.common.buttons import Button
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.labels import ElidedLabel, Heading, PictureLabel, PlainLabel
from epicrec_desktop.ui.common.layouts import STRETCH, HorizontalLine, column, row
from epicrec_desktop.ui.common.text import (
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP, set_look
from epicrec_desktop.ui.common.translation import translator

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services


_tr = translator("Navigation")


@dataclass(frozen=True)
class Status:
    """Status shown in the navigation."""

    choice: PrivacyChoice
    provider: str
    last_release: tuple[datetime, str] | None  # when and to whom; None where all stayed here
    suggested: int
    may_have_left: bool = False  # no answer is on record, and a list may have arrived
    chosen: bool = True  # no level was chosen yet, so nothing may leave
    contributing: bool = False  # scheduled contributions leave, whatever provider is in use

    def texts(self) -> tuple[str, str, str]:
        return self._level(), messages.provider(self.provider), self._released()

    def _level(self) -> str:
        if self.provider == THIS_COMPUTER:
            if self.contributing:
                return _tr("Only contributions leave")
            return _tr("Nothing leaves")
        if not self.chosen:
            return _tr("Nothing leaves yet")
        agreed = set(self.choice.levels(CATEGORIES))
        if len(agreed) > 1:
            return _tr("Levels differ by category")
        level = agreed.pop()
        if level is ReleaseLevel.NO:
            return _tr("Nothing leaves")
        return wording.level_word(level)

    def _released(self) -> str:
        """Return the last release and its receiver, maybe another provider than the current one."""
        if self.last_release is None:
            if self.may_have_left:
                return _tr("A list may have been sent")
            return _tr("No list sent so far")
        moment, name = self.last_release
        day = wording.date(moment, short=True)
        return _tr("{name} got a list {day}").format(name=name, day=day)


def current_status(services: Services) -> Status:
    """Return the current status; runs on a worker."""
    providers = services.providers.all()
    entries = services.ledger.entries()
    left = [entry for entry in entries if entry.release.provider != THIS_COMPUTER]
    sent = max(((time, e.release.provider) for e in left for time in e.sent), default=None)
    provider, chosen = next((p.name for p in providers if p.current), ""), services.privacy.chosen()
    return Status(
        choice=services.privacy.choice(),
        chosen=chosen,
        contributing=chosen and provider == THIS_COMPUTER and services.contributions.will_send(),
        provider=provider,
        last_release=sent,
        suggested=services.library.waiting(),
        may_have_left=any(entry.may_have_left for entry in left)
        if left  # what an older library, or one that was lost, sent is not on record
        else services.ledger.was_issued_elsewhere(),
    )


WIDTH, NARROW_WIDTH = 208, 64
BADGE = 44
"""Room for the count at the end of a button."""


class NavButton(AccessibleToggle, Button):
    """Button of one page: icon (called as the page), text and a count of open items."""

    ROLE = "nav"
    ICON = 20

    def __init__(self, key: str, text: str) -> None:
        self._words = text
        super().__init__(text, name=f"nav.{key}", icon=key)
        self.badge = 0
        set_accessible_name(self, text)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # a screen reader reads one of several, not a check box
        self.connect_toggles()
        self.toggled.connect(self._draw_icon)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._count = PlainLabel()
        self._count.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._count.setProperty(DECORATION, True)
        self._row = row(STRETCH, self._count, parent=self)
        self.set_narrow(False)

    @property
    def INK(self) -> str:  # type: ignore[override]
        """The color of the icon: that of the page that is shown stands out."""
        return "accent" if self.isChecked() else "muted"

    def text(self) -> str:
        """Return the text, also where the icon is shown alone."""
        return self._words

    def set_badge(self, count: int) -> None:
        self.badge = count
        words = "999+" if count > 999 else str(count)
        self._count.setText("" if self.property("narrow") else words)
        self._count.setVisible(count > 0)
        waiting = self.tr("{n} waiting for you").format(n=wording.number(count)) if count else ""
        set_accessible_description(self, waiting)

    def set_narrow(self, narrow: bool) -> None:
        """Show only the icon, with a dot for the count; the text becomes the tool tip."""
        self.setText("" if narrow else self._words)
        self._draw_icon()
        set_tool_tip(self, self._words if narrow else "")
        set_look(self, "narrow", narrow)
        set_look(self._count, "kind", "dot-badge" if narrow else "badge")
        above = Qt.AlignmentFlag.AlignTop if narrow else Qt.AlignmentFlag.AlignVCenter
        self._row.setAlignment(self._count, above)
        self._row.setContentsMargins(0, 6, 2 if narrow else 10, 6)
        self.set_badge(self.badge)


class Navigation(QFrame):
    """List of pages over a footer of three short lines."""

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping

    chosen = Signal(str)

    def __init__(self, titles: Mapping[str, str]) -> None:
        super().__init__()
        self.setObjectName("nav")
        set_accessible_name(self, self.tr("Pages"))
        self.setProperty("kind", "side")
        self.narrow = False
        self.buttons: dict[str, NavButton] = {}
        mark = PictureLabel()
        mark.setPixmap(icons.application_icon().pixmap(QSize(24, 24), self.devicePixelRatioF()))
        self.brand = Heading("EpicRec", wrap=False)
        head = row(mark, (self.brand, 1), margins=(2 * STEP, 0, 0, 0), spacing=2 * STEP)
        edges = (3 * STEP, 5 * STEP, 3 * STEP, 4 * STEP)
        layout = column(head, 3 * STEP, parent=self, margins=edges, spacing=STEP)
        for key, title in titles.items():
            button = NavButton(key, title)
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
            self.buttons[key] = button
            layout.addWidget(button)
        widest = max((button.sizeHint().width() for button in self.buttons.values()), default=0)
        self._wide = max(WIDTH, widest + BADGE + 6 * STEP)
        self.setFixedWidth(self._wide)
        layout.addStretch(1)
        self.line = HorizontalLine()
        self.foot = QWidget()
        self.foot.setObjectName("nav.foot")
        self.level = ElidedLabel(name="foot.level")
        self.level.setProperty("kind", "foot")
        self.provider = ElidedLabel(name="foot.provider")
        self.released = ElidedLabel(name="foot.released")
        lines = column(self.level, self.provider, self.released, parent=self.foot, spacing=3)
        lines.setContentsMargins(3 * STEP, 2 * STEP, STEP, 0)
        layout.addWidget(self.line)
        layout.addWidget(self.foot)

    def set_narrow(self, narrow: bool) -> None:
        self.narrow = narrow
        self.setFixedWidth(NARROW_WIDTH if narrow else self._wide)
        for button in self.buttons.values():
            button.set_narrow(narrow)
        for widget in (self.brand, self.line, self.foot):
            widget.setVisible(not narrow)

    def set_current(self, key: str) -> None:
        self.buttons[key].setChecked(True)
        if any(button.hasFocus() for button in self.buttons.values()):  # else it stays behind
            self.buttons[key].setFocus(Qt.FocusReason.OtherFocusReason)
        for place, button in self.buttons.items():  # Tab reaches the current one, arrows the others
            at = place == key
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if at else Qt.FocusPolicy.NoFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = {Qt.Key.Key_Up: -1, Qt.Key.Key_Down: 1}.get(Qt.Key(event.key()))
        focus = self.focusWidget()
        places = list(self.buttons.values())
        if step is None or focus not in places:
            super().keyPressEvent(event)
            return
        target = places[min(max(places.index(focus) + step, 0), len(places) - 1)]
        target.setFocus(Qt.FocusReason.TabFocusReason)
        target.click()


class StatusUpdater(QObject):
    """Reloads level, provider, last release and number of suggestions when one of them changes."""

    def __init__(self, context: Context, navigation: Navigation) -> None:
        super().__init__(context)
        self._context = context
        self.navigation = navigation
        """The navigation to update; replaced when the language changes."""
        for signal in (
            context.library_changed,
            context.choice_changed,
            context.providers_changed,
            context.released,
        ):
            signal.connect(self.load)

    def load(self) -> None:
        self._context.run(lambda services, job: current_status(services), self._show)

    def _show(self, now: Status) -> None:
        navigation = self.navigation
        labels = (navigation.level, navigation.provider, navigation.released)
        for label, words in zip(labels, now.texts(), strict=True):
            label.setText(words)
        navigation.buttons["movies"].set_badge(now.suggested)
