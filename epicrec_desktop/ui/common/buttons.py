"""Buttons. They take the focus by keyboard only, so the focus ring appears only where it helps."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from PySide6.QtCore import (
    QCoreApplication,
    QEvent,
    QRectF,
    QSize,
    Qt,
    QTimer,
    Signal,
    SignalInstance,
)
from PySide6.QtGui import QActionGroup, QColor, QFocusEvent, QGuiApplication, QPaintEvent, QPen
from PySide6.QtWidgets import QMenu, QPushButton, QSizePolicy, QWidget

from epicrec_desktop.ui.common import icons, theme
from epicrec_desktop.ui.common.accessibility import DECORATION
from epicrec_desktop.ui.common.painting import smooth_painter
from epicrec_desktop.ui.common.text import button_text, set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.translation import right_to_left

GAP = 4  # between icon and text


class Button(QPushButton):
    """Button of one style sheet role and kind, with an optional icon that follows the theme."""

    ROLE = "secondary"
    KIND = ""
    INK = "ink"
    ICON = 16

    def __init__(
        self,
        text: str = "",
        *,
        name: str = "",
        icon: str = "",
        tip: str = "",
        on_click: Callable[..., object] | SignalInstance | None = None,
    ) -> None:
        super().__init__(button_text(text))
        self._icon_name = icon
        self._icon_state: tuple[str, str, int, bool] | None = None
        self._focus_passed: tuple[QWidget | None] | None = None
        self.setProperty("role", self.ROLE)
        if self.KIND:
            self.setProperty("kind", self.KIND)
        if tip:
            set_tool_tip(self, tip)
        if on_click is not None:
            self.clicked.connect(on_click)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setObjectName(name)
        self._draw_icon()

    def setText(self, text: str) -> None:
        super().setText(button_text(text))

    def set_icon(self, icon: str) -> None:
        """Set the icon: a name in `resources/icons` without ".svg"."""
        self._icon_name = icon
        self._draw_icon()

    def _draw_icon(self) -> None:
        if self._icon_name:
            color = getattr(theme.tokens(), self.INK)
            gap = GAP if QPushButton.text(self) else 0
            rtl = right_to_left()
            icon_state = (self._icon_name, color, gap, rtl)
            if icon_state == self._icon_state:  # style changes are more frequent than color changes
                return
            self._icon_state = icon_state
            self.setIcon(icons.icon(self._icon_name, color, self.ICON, gap, rtl=rtl))
            self.setIconSize(QSize(self.ICON + gap, self.ICON))

    def changeEvent(self, event: QEvent) -> None:
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.LayoutDirectionChange):
            self._draw_icon()
        elif event.type() == QEvent.Type.EnabledChange and self.isEnabled() and self._focus_passed:
            (to,), self._focus_passed = self._focus_passed, None
            if self.isVisible() and self.window().focusWidget() is to:
                self.setFocus(Qt.FocusReason.OtherFocusReason)
        super().changeEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Remember where Qt moves the focus of a button that is disabled, as while its work runs.

        Enabled again, it gets the focus back, unless the user went on or to another page.
        """
        super().focusOutEvent(event)
        self._focus_passed = None if self.isEnabled() else (self.window().focusWidget(),)


class PrimaryButton(Button):
    """Button of a page's main action."""

    ROLE = "primary"
    INK = "on_accent"

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint a focus ring in the text color: an accent ring is invisible on the accent."""
        super().paintEvent(event)
        if self.hasFocus():
            painter = smooth_painter(self)
            painter.setPen(QPen(QColor(theme.tokens().on_accent), 2))
            inside = QRectF(self.rect()).adjusted(3, 3, -3, -3)
            painter.drawRoundedRect(inside, theme.RADIUS - 3, theme.RADIUS - 3)


class SecondaryButton(Button):
    """Button of any other action."""


class TileButton(SecondaryButton):
    """Button as wide as its room, with labels for a text; `label` is its accessible name."""

    def __init__(self, label: str, *labels: QWidget, **how: Any) -> None:
        super().__init__(**how)
        set_accessible_name(self, label)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for one in labels:
            one.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
            one.setProperty(DECORATION, True)

    def sizeHint(self) -> QSize:
        layout = self.layout()
        return super().sizeHint() if layout is None else layout.totalSizeHint()

    def minimumSizeHint(self) -> QSize:
        layout = self.layout()
        return super().minimumSizeHint() if layout is None else layout.totalMinimumSize()


class DangerButton(Button):
    """Button of an action that removes something."""

    ROLE = "danger"
    INK = "danger"


class QuietButton(Button):
    """Button without a box, such as "Undo" or "Show all"."""

    ROLE = "quiet"
    INK = "accent"


class LinkButton(QuietButton):
    """Quiet button without room at its sides: in line with what is above and below it."""

    KIND = "link"


class IconButton(Button):
    """Button with only an icon; `label` is its accessible name and tool tip."""

    ROLE = "icon"
    INK = "muted"
    ICON = 18

    def __init__(self, icon: str, label: str, **how: Any) -> None:
        super().__init__(icon=icon, tip=label, **how)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        set_accessible_name(self, label)


COPIED_MS = 2_000
"""How long a button says that it has copied."""


def copy_on_click(button: Button, text: Callable[[], str]) -> None:
    """Let a button copy a text to the clipboard, and say so in place of its words for a while."""
    words = button.text()

    def copy() -> None:
        QGuiApplication.clipboard().setText(text())
        button.setText(QCoreApplication.translate("Button", "Copied"))
        QTimer.singleShot(COPIED_MS, button, lambda: button.setText(words))

    button.clicked.connect(copy)


class MenuButton(SecondaryButton):
    """Button with a menu of choices, filled each time it opens.

    `choice` is a dataclass with a text field for each submenu; `chosen` carries the new one.
    """

    chosen = Signal(object)

    def __init__(self, choice: Any, *, name: str) -> None:
        super().__init__(name=name, on_click=self.open_menu)
        self.choice = choice
        self.options = QMenu(self)
        self.options.setObjectName(f"{name}.menu")
        self.options.aboutToShow.connect(self.fill)

    def open_menu(self) -> None:
        self.options.popup(self.mapToGlobal(self.rect().bottomLeft()))

    def fill(self) -> None:
        raise NotImplementedError

    def add_submenu(self, part: str, title: str, choices: Iterable[tuple[str, str]]) -> QMenu:
        """Add a menu of values and their words for a field of `choice`."""

        def choose(value: str) -> None:
            self.chosen.emit(replace(self.choice, **{part: value}))

        menu = self.options.addMenu(button_text(title))
        menu.setObjectName(f"{self.objectName()}.{part}")
        group = QActionGroup(menu)
        for value, words in choices:
            action = menu.addAction(button_text(words))
            action.setObjectName(f"{menu.objectName()}.{value or 'all'}")
            action.setCheckable(True)
            action.setChecked(value == getattr(self.choice, part))
            group.addAction(action)
            action.triggered.connect(lambda _=False, value=value: choose(value))
        return menu
