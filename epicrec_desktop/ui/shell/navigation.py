"""Navigation of the window, and the status at its foot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QWidget,
)

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.ui.common import icons, messages, theme, wording
from epicrec_desktop.ui.common.accessibility import AccessibleToggle
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.layouts import HorizontalLine, column, row
from epicrec_desktop.ui.common.painting import draw_line, draw_plate, draw_ring, smooth_painter
from epicrec_desktop.ui.common.text import (
    ElidedLabel,
    Heading,
    PictureLabel,
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, right_to_left, translator

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services


_tr = translator("Navigation")


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
    contributing: bool = False  # scheduled contributions leave, whatever provider is in use

    def words(self) -> tuple[str, str, str]:
        """Return level, provider and last release, a short line each."""
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
        may_have_left=any(entry.may_have_left for entry in left),
    )


WIDTH, NARROW_WIDTH = 208, 64
WORDS = 40 + 12 + 36  # room beside the text: icon, margins, count


class NavButton(AccessibleToggle, QAbstractButton):
    """Button of one page: icon (called as the page), text and a count of open items."""

    def __init__(self, key: str, text: str) -> None:
        super().__init__()
        self.key = key
        self.badge = 0
        self._narrow = False
        self.setObjectName(f"nav.{key}")
        self.setText(text)
        set_accessible_name(self, text)
        self.setCheckable(True)
        self.setAutoExclusive(True)  # a screen reader reads one of several, not a check box
        self.connect_toggles()
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_badge(self, count: int) -> None:
        self.badge = count
        set_accessible_description(
            self, self.tr("{n} waiting for you").format(n=count) if count else ""
        )
        self.update()

    def set_narrow(self, narrow: bool) -> None:
        self._narrow = narrow
        set_tool_tip(self, self.text() if narrow else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        if self._narrow:
            return QSize(NARROW_WIDTH - 6 * STEP, 38)
        return self.wide_hint()

    def wide_hint(self) -> QSize:
        """Return the size with the text, whether it is shown or not."""
        words = QFontMetrics(theme.font(theme.BASE, theme.MEDIUM)).horizontalAdvance(self.text())
        return QSize(max(WIDTH - 6 * STEP, words + WORDS), 38)

    def paintEvent(self, event: QPaintEvent) -> None:
        colors = theme.tokens()
        painter = smooth_painter(self)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        self._plate(painter, box, colors)
        at = self.isChecked()
        ink = colors.ink if at or self.underMouse() else colors.muted
        icon_color = colors.accent if at else ink
        ratio = self.devicePixelRatioF()
        middle = self.height() / 2
        rtl = right_to_left()
        picture = icons.pixmap(self.key, icon_color, 20, ratio, rtl=rtl)
        if self._narrow:
            painter.drawPixmap(QPointF(self.width() / 2 - 10, middle - 10), picture)
            if self.badge:
                self._draw_dot(painter, colors)
            return
        place = mirrored(QRectF(12, middle - 10, 20, 20), box)
        painter.drawPixmap(place.topLeft(), picture)
        words = mirrored(box.adjusted(40, 0, -12, 0), box)
        weight = theme.MEDIUM if at else theme.REGULAR
        draw_line(painter, words, self.text(), ink, size=theme.BASE, weight=weight)
        if self.badge:
            self._draw_badge(painter, box, colors)

    def _draw_dot(self, painter: QPainter, colors: theme.Tokens) -> None:
        """Paint a dot on the icon, where there is no room for the count."""
        painter.setPen(QPen(QColor(colors.side), 2))
        painter.setBrush(QColor(colors.accent))
        painter.drawEllipse(QPointF(self.width() / 2 + 8, self.height() / 2 - 7), 5, 5)

    def _plate(self, painter: QPainter, box: QRectF, colors: theme.Tokens) -> None:
        if self.isChecked() or self.underMouse():
            ground = QColor(colors.panel)
            ground.setAlphaF(1 if self.isChecked() else 0.5)
            draw_plate(painter, box, ground)
        if self.hasFocus():
            draw_ring(painter, box, colors.accent)

    def _draw_badge(self, painter: QPainter, box: QRectF, colors: theme.Tokens) -> None:
        text = "999+" if self.badge > 999 else str(self.badge)
        face = theme.font(11, theme.STRONG)
        width = max(20, QFontMetrics(face).horizontalAdvance(text) + 12)
        pill = QRectF(box.right() - 10 - width, box.center().y() - 9, width, 18)
        pill = mirrored(pill, box)
        draw_plate(painter, pill, colors.accent, 9)
        painter.setPen(QColor(colors.on_accent))
        painter.setFont(face)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)


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
        self._group = QButtonGroup(self)
        self.buttons: dict[str, NavButton] = {}
        layout = column(
            self._brand(),
            3 * STEP,
            parent=self,
            margins=(3 * STEP, 5 * STEP, 3 * STEP, 4 * STEP),
            spacing=STEP,
        )
        for key, title in titles.items():
            button = NavButton(key, title)
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
            self._group.addButton(button)
            self.buttons[key] = button
            layout.addWidget(button)
        widest = max((button.wide_hint().width() for button in self.buttons.values()), default=0)
        self._wide = max(WIDTH, widest + 6 * STEP)
        self.setFixedWidth(self._wide)
        layout.addStretch(1)
        self.line = HorizontalLine()
        self.foot = self._foot()
        layout.addWidget(self.line)
        layout.addWidget(self.foot)

    def set_narrow(self, narrow: bool) -> None:
        self.narrow = narrow
        self.setFixedWidth(NARROW_WIDTH if narrow else self._wide)
        for button in self.buttons.values():
            button.set_narrow(narrow)
        for widget in (self.brand, self.line, self.foot):
            widget.setVisible(not narrow)

    def _brand(self) -> QHBoxLayout:
        mark = PictureLabel()
        mark.setPixmap(icons.application_icon().pixmap(QSize(24, 24), self.devicePixelRatioF()))
        self.brand = Heading("EpicRec", wrap=False)
        return row(mark, (self.brand, 1), margins=(2 * STEP, 0, 0, 0), spacing=2 * STEP)

    def _foot(self) -> QWidget:
        foot = QWidget()
        foot.setObjectName("nav.foot")
        self.level = ElidedLabel(name="foot.level")
        self.level.setProperty("kind", "foot")
        self.provider = ElidedLabel(name="foot.provider")
        self.released = ElidedLabel(name="foot.released")
        column(
            self.level,
            self.provider,
            self.released,
            parent=foot,
            margins=(3 * STEP, 2 * STEP, STEP, 0),
            spacing=3,
        )
        return foot

    def set_foot(self, level: str, provider: str, released: str) -> None:
        self.level.setText(level)
        self.provider.setText(provider)
        self.released.setText(released)

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
        services = self._context.services
        self._context.tasks.run(lambda job: current_status(services), on_result=self._show)

    def _show(self, now: Status) -> None:
        self.navigation.set_foot(*now.words())
        self.navigation.buttons["movies"].set_badge(now.suggested)
