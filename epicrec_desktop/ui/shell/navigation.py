"""Navigation of the window, and the status at its foot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAccessible, QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractButton,
    QButtonGroup,
    QFrame,
    QHBoxLayout,
    QSizePolicy,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.ui.common import icons, theme
from epicrec_desktop.ui.common.accessibility import AccessibleToggle
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.layouts import HorizontalLine
from epicrec_desktop.ui.common.text import (
    ElidedLabel,
    Heading,
    PictureLabel,
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.translation import mirrored, right_to_left

if TYPE_CHECKING:
    from epicrec_desktop.ui.shell.status import Status


WIDTH, NARROW_WIDTH = 208, 64
WORDS = 40 + 12 + 36  # room beside the text: icon, margins, count


class NavButton(AccessibleToggle, QAbstractButton):
    """Button of one page: icon, text and a count of open items."""

    def __init__(self, key: str, text: str, icon: str) -> None:
        super().__init__()
        self.key = key
        self._icon_name = icon
        self._badge = 0
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

    @property
    def badge(self) -> int:
        """Return the count at the right; 0 is hidden."""
        return self._badge

    def set_badge(self, count: int) -> None:
        """Set the count."""
        self._badge = count
        set_accessible_description(
            self, self.tr("{n} waiting for you").format(n=count) if count else ""
        )
        self.update()

    def set_narrow(self, narrow: bool) -> None:
        """Show only the icon; the text becomes the tool tip."""
        self._narrow = narrow
        set_tool_tip(self, self.text() if narrow else "")
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of a row with text and count."""
        if self._narrow:
            return QSize(NARROW_WIDTH - 6 * STEP, 38)
        return self.wide_hint()

    def wide_hint(self) -> QSize:
        """Return the size with the text, whether it is shown or not."""
        words = QFontMetrics(theme.font(theme.BASE, theme.MEDIUM)).horizontalAdvance(self.text())
        return QSize(max(WIDTH - 6 * STEP, words + WORDS), 38)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the plate of the current page, icon, text and count."""
        del event
        colors = theme.tokens()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = QRectF(self.rect()).adjusted(1, 1, -1, -1)
        self._plate(painter, box, colors)
        at = self.isChecked()
        ink = colors.ink if at or self.underMouse() else colors.muted
        icon_color = colors.accent if at else ink
        ratio = self.devicePixelRatioF()
        middle = self.height() / 2
        rtl = right_to_left()
        picture = icons.pixmap(self._icon_name, icon_color, 20, ratio, rtl=rtl)
        if self._narrow:
            painter.drawPixmap(QPointF(self.width() / 2 - 10, middle - 10), picture)
            if self._badge:
                self._draw_dot(painter, colors)
            return
        place = mirrored(QRectF(12, middle - 10, 20, 20), box)
        painter.drawPixmap(place.topLeft(), picture)
        painter.setPen(QColor(ink))
        painter.setFont(theme.font(theme.BASE, theme.MEDIUM if at else theme.REGULAR))
        words = mirrored(box.adjusted(40, 0, -12, 0), box)
        painter.drawText(words, Qt.AlignmentFlag.AlignVCenter, self.text())
        if self._badge:
            self._draw_badge(painter, box, colors)

    def _draw_dot(self, painter: QPainter, colors: theme.Tokens) -> None:
        """Paint a dot on the icon, where there is no room for the count."""
        painter.setPen(QPen(QColor(colors.side), 2))
        painter.setBrush(QColor(colors.accent))
        painter.drawEllipse(QPointF(self.width() / 2 + 8, self.height() / 2 - 7), 5, 5)

    def _plate(self, painter: QPainter, box: QRectF, colors: theme.Tokens) -> None:
        painter.setPen(Qt.PenStyle.NoPen)
        if self.isChecked():
            painter.setBrush(QColor(colors.panel))
            painter.drawRoundedRect(box, theme.RADIUS, theme.RADIUS)
        elif self.underMouse():
            hover = QColor(colors.panel)
            hover.setAlphaF(0.5)
            painter.setBrush(hover)
            painter.drawRoundedRect(box, theme.RADIUS, theme.RADIUS)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colors.accent), 2))
            painter.drawRoundedRect(box, theme.RADIUS, theme.RADIUS)

    def _draw_badge(self, painter: QPainter, box: QRectF, colors: theme.Tokens) -> None:
        text = "999+" if self._badge > 999 else str(self._badge)
        face = theme.font(11, theme.STRONG)
        width = max(20, QFontMetrics(face).horizontalAdvance(text) + 12)
        pill = QRectF(box.right() - 10 - width, box.center().y() - 9, width, 18)
        pill = mirrored(pill, box)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.accent))
        painter.drawRoundedRect(pill, 9, 9)
        painter.setPen(QColor(colors.on_accent))
        painter.setFont(face)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, text)


class Navigation(QFrame):
    """List of pages over a footer of three short lines."""

    ACCESSIBLE_ROLE = QAccessible.Role.Grouping

    chosen = Signal(str)

    def __init__(self, places: list[tuple[str, str, str]]) -> None:
        super().__init__()
        self.setObjectName("nav")
        set_accessible_name(self, self.tr("Pages"))
        self.setProperty("kind", "side")
        self.narrow = False
        self._group = QButtonGroup(self)
        self.buttons: dict[str, NavButton] = {}
        column = QVBoxLayout(self)
        column.setContentsMargins(3 * STEP, 5 * STEP, 3 * STEP, 4 * STEP)
        column.setSpacing(STEP)
        column.addLayout(self._brand())
        column.addSpacing(3 * STEP)
        for key, text, icon in places:
            button = NavButton(key, text, icon)
            button.clicked.connect(lambda _=False, key=key: self.chosen.emit(key))
            self._group.addButton(button)
            self.buttons[key] = button
            column.addWidget(button)
        widest = max((button.wide_hint().width() for button in self.buttons.values()), default=0)
        self._wide = max(WIDTH, widest + 6 * STEP)
        self.setFixedWidth(self._wide)
        column.addStretch(1)
        self.line = HorizontalLine()
        self.foot = self._foot()
        column.addWidget(self.line)
        column.addWidget(self.foot)

    def set_narrow(self, narrow: bool) -> None:
        """Show only icons in a narrow window."""
        self.narrow = narrow
        self.setFixedWidth(NARROW_WIDTH if narrow else self._wide)
        for button in self.buttons.values():
            button.set_narrow(narrow)
        for widget in (self.brand, self.line, self.foot):
            widget.setVisible(not narrow)

    def _brand(self) -> QHBoxLayout:
        mark = PictureLabel()
        mark.setPixmap(icons.application_icon().pixmap(QSize(24, 24), self.devicePixelRatioF()))
        row = QHBoxLayout()
        row.setContentsMargins(2 * STEP, 0, 0, 0)
        row.setSpacing(2 * STEP)
        row.addWidget(mark)
        self.brand = Heading("EpicRec", wrap=False)
        row.addWidget(self.brand, 1)
        return row

    def _foot(self) -> QWidget:
        foot = QWidget()
        foot.setObjectName("nav.foot")
        self.level = ElidedLabel(name="foot.level")
        self.level.setProperty("kind", "foot")
        self.provider = ElidedLabel(name="foot.provider")
        self.released = ElidedLabel(name="foot.released")
        column = QVBoxLayout(foot)
        column.setContentsMargins(3 * STEP, 2 * STEP, STEP, 0)
        column.setSpacing(3)
        for label in (self.level, self.provider, self.released):
            column.addWidget(label)
        return foot

    def set_foot(self, level: str, provider: str, released: str) -> None:
        """Set the footer: level, provider and last release."""
        self.level.setText(level)
        self.provider.setText(provider)
        self.released.setText(released)

    def set_current(self, key: str) -> None:
        """Mark the current page."""
        self.buttons[key].setChecked(True)
        for place, button in self.buttons.items():  # Tab reaches the current one, arrows the others
            at = place == key
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus if at else Qt.FocusPolicy.NoFocus)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move through the list with Up and Down."""
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
        """Reload the status."""
        from epicrec_desktop.ui.shell.status import current_status  # noqa: PLC0415

        services = self._context.services
        self._context.tasks.run(lambda job: current_status(services), on_result=self._show)

    def _show(self, now: Status) -> None:
        self.navigation.set_foot(*now.words())
        self.navigation.buttons["movies"].set_badge(now.suggested)
