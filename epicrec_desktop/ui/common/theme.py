"""Theme: color tokens, type scale, spacing, and the style sheet built from them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from functools import cache
from string import Template
from typing import Any

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontDatabase, QGuiApplication, QPalette
from PySide6.QtWidgets import QApplication, QStyleFactory, QWidget

from epicrec_desktop import resources
from epicrec_desktop.ui.common import desktop_preferences
from epicrec_desktop.ui.common.translation import right_to_left

FAMILY = "Inter"
TITLE, ROW, BASE, NOTE = 24, 16, 14, 12
"""Type sizes in logical pixels: page title, row heading, text, note."""
REGULAR, MEDIUM = QFont.Weight.Normal, QFont.Weight.Medium
STRONG, HEAVY = QFont.Weight.DemiBold, QFont.Weight.Bold
STEP = 4
"""Unit of distance in pixels; every distance is a multiple of it."""
RADIUS, PANEL_RADIUS = 8, 12
APPEARANCES = ("system", "light", "dark", "contrast")


@dataclass(frozen=True)
class Tokens:
    """Colors of one appearance as "#rrggbb". Text has a contrast of at least 4.5."""

    background: str
    panel: str
    side: str
    ink: str
    muted: str
    disabled: str  # text and icons: contrast of at least 3, and less than any that can be used
    line: str
    control: str  # border of inputs and choices: contrast of at least 3 on its background
    accent: str
    wash: str
    on_accent: str
    accent_hover: str
    true_count: str
    released_count: str
    danger: str
    danger_wash: str
    warning: str
    warning_wash: str


_COLORS = {
    "background": ("#f7f6f3", "#14161a", "#fefefe", "#010101"),
    "panel": ("#ffffff", "#1c1f24", "#ffffff", "#000000"),
    "side": ("#efede8", "#101215", "#f4f4f4", "#101010"),
    "ink": ("#1b1d21", "#eceff3", "#000000", "#ffffff"),
    "muted": ("#5d636e", "#9aa3af", "#2b2b2b", "#dcdcdc"),
    "disabled": ("#80868f", "#6c7582", "#767676", "#8c8c8c"),
    "line": ("#e0ddd6", "#2a2e35", "#4a4a4a", "#b4b4b4"),
    "control": ("#80868f", "#6c7582", "#000000", "#ffffff"),
    "accent": ("#2f6f5e", "#6cc3a8", "#00418a", "#ffe14d"),
    "wash": ("#e3efeb", "#1d302b", "#d9e8ff", "#33300f"),
    "on_accent": ("#fefefe", "#0e1f1a", "#ffffff", "#000000"),
    "accent_hover": ("#275d4f", "#82d0b8", "#002a5c", "#fff3a6"),
    "true_count": ("#9aa3ad", "#596270", "#767676", "#8c8c8c"),
    "released_count": ("#2f6f5e", "#6cc3a8", "#00418a", "#ffe14d"),
    "danger": ("#a4342c", "#f1978d", "#8f0000", "#ffb0a8"),
    "danger_wash": ("#f8e8e5", "#33201f", "#ffe3e0", "#3a0f0c"),
    "warning": ("#755000", "#e2b869", "#4f3500", "#ffd27a"),
    "warning_wash": ("#f6eedb", "#2e2718", "#fff0c2", "#332600"),
}
"""Colors of each token; in high contrast text has 7 : 1 at least, and borders are visible."""
LIGHT, DARK, HIGH_LIGHT, HIGH_DARK = LOOKS = tuple(
    Tokens(**dict(zip(_COLORS, look, strict=True))) for look in zip(*_COLORS.values(), strict=True)
)
_BY_GROUND = {QColor(look.background).rgb(): look for look in LOOKS}


_SETTLED = "epicrec.settled"
"""Property of the application: style and font are set."""


def tokens() -> Tokens:
    """Return the current tokens from the application's palette; ask again on every paint."""
    ground = QGuiApplication.palette().window().color()
    return _BY_GROUND.get(ground.rgb(), DARK if ground.lightness() < 128 else LIGHT)


def font(size: int = BASE, weight: QFont.Weight = REGULAR) -> QFont:
    """Return Inter in one size of the type scale."""
    result = QFont(FAMILY)
    result.setPixelSize(size)
    result.setWeight(weight)
    return result


def tabular_font(size: int = BASE) -> QFont:
    """Return Inter with digits of one width, for numbers below each other."""
    result = font(size)
    result.setFeature(QFont.Tag("tnum"), 1)
    return result


def fixed_font() -> QFont:
    """Return the system's font for code and bytes."""
    result = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
    result.setStyleHint(QFont.StyleHint.Monospace)
    result.setPixelSize(NOTE)
    return result


def load_fonts() -> None:
    """Load Inter into Qt; without the files Qt uses the system's font."""
    if FAMILY in QFontDatabase.families():
        return
    for file in sorted(resources.path("fonts").glob("Inter-*.otf")):
        QFontDatabase.addApplicationFont(str(file))


def palette(colors: Tokens) -> QPalette:
    """Return a palette of these tokens, for everything outside the style sheet."""
    result = QPalette()
    roles = {
        QPalette.ColorRole.Window: colors.background,
        QPalette.ColorRole.WindowText: colors.ink,
        QPalette.ColorRole.Base: colors.panel,
        QPalette.ColorRole.AlternateBase: colors.background,
        QPalette.ColorRole.Text: colors.ink,
        QPalette.ColorRole.Button: colors.panel,
        QPalette.ColorRole.ButtonText: colors.ink,
        QPalette.ColorRole.BrightText: colors.danger,
        QPalette.ColorRole.Highlight: colors.accent,
        QPalette.ColorRole.HighlightedText: colors.on_accent,
        QPalette.ColorRole.Link: colors.accent,
        QPalette.ColorRole.LinkVisited: colors.accent,
        QPalette.ColorRole.PlaceholderText: colors.muted,
        QPalette.ColorRole.ToolTipBase: colors.panel,
        QPalette.ColorRole.ToolTipText: colors.ink,
        QPalette.ColorRole.Light: colors.panel,
        QPalette.ColorRole.Mid: colors.line,
        QPalette.ColorRole.Dark: colors.control,
        QPalette.ColorRole.Accent: colors.accent,
    }
    for role, color in roles.items():
        result.setColor(role, QColor(color))
    for role in (
        QPalette.ColorRole.WindowText,
        QPalette.ColorRole.Text,
        QPalette.ColorRole.ButtonText,
    ):
        result.setColor(QPalette.ColorGroup.Disabled, role, QColor(colors.disabled))
    return result


def _accessibility(application: QApplication) -> Any:
    """Return Qt's accessibility hints (6.10 on) or None; the caller holds the style hints."""
    hints = application.styleHints()
    return hints.accessibility() if hasattr(hints, "accessibility") else None


def high_contrast(application: QApplication) -> bool:
    """Return whether Windows' contrast themes, or the desktop's portal, ask for high contrast."""
    if desktop_preferences.preferences_watcher().now.high_contrast:
        return True
    held = application.styleHints()  # PySide deletes its children together with it
    hints = _accessibility(application)
    high = Qt.ContrastPreference.HighContrast
    return held is not None and hints is not None and hints.contrastPreference() is high


def set_look(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet selects by, and follow it."""
    if widget.property(name) != value:
        widget.setProperty(name, value)
        widget.style().unpolish(widget)
        widget.style().polish(widget)


class Theme(QObject):
    """Applies an appearance to the application, and follows the system where configured.

    With `in_parts`, the style sheet is that of each part a window is made of (`apply_style_sheet`),
    and no widget outside has one: a change then goes through what is seen, and a page that is
    hidden meanwhile follows when it is shown. Through all pages at once it takes four times as
    long.
    """

    changed = Signal()

    def __init__(
        self,
        application: QApplication,
        appearance: str = "system",
        parent: QObject | None = None,
        *,
        in_parts: bool = False,
    ) -> None:
        super().__init__(parent or application)
        self._application = application
        self._in_parts = in_parts
        self.sheet = ""
        self._parts: list[QWidget] = []
        self.appearance = "system"
        load_fonts()
        if not application.property(_SETTLED):  # each of these visits all widgets
            application.setStyle(QStyleFactory.create("Fusion"))
            application.setFont(font())
            application.setProperty(_SETTLED, True)
        if in_parts and application.styleSheet():
            application.setStyleSheet("")
        held = application.styleHints()
        held.colorSchemeChanged.connect(self._apply)
        accessibility = _accessibility(application)
        if accessibility is not None:
            accessibility.contrastPreferenceChanged.connect(self._apply)
        desktop_preferences.preferences_watcher().changed.connect(self._apply)
        self.set_appearance(appearance)

    def set_appearance(self, appearance: str) -> None:
        """Set an appearance; an unknown name means "system"."""
        self.appearance = appearance if appearance in APPEARANCES else "system"
        scheme = {"light": Qt.ColorScheme.Light, "dark": Qt.ColorScheme.Dark}
        hints = self._application.styleHints()
        hints.setColorScheme(scheme.get(self.appearance, Qt.ColorScheme.Unknown))
        self._apply()

    @property
    def tokens(self) -> Tokens:
        if self.appearance in ("light", "dark"):
            return DARK if self.appearance == "dark" else LIGHT
        dark = self._application.styleHints().colorScheme() is Qt.ColorScheme.Dark
        if self.appearance == "contrast" or high_contrast(self._application):
            return HIGH_DARK if dark else HIGH_LIGHT
        return DARK if dark else LIGHT

    def _apply(self) -> None:
        colors = self.tokens
        sheet = style_sheet(colors)
        whole = not self._in_parts and sheet != self._application.styleSheet()
        if sheet == self.sheet and not whole:
            return
        self.sheet = sheet
        if whole:
            # Resetting the sheet first makes Qt four times as fast: otherwise it polishes every
            # widget with the old rules.
            self._application.setStyleSheet("")
            self._application.setPalette(palette(colors))
            self._application.setStyleSheet(sheet)
        elif self._in_parts:
            self._application.setPalette(palette(colors))
            for part in list(self._parts):
                if part.isVisible():
                    self._follow(part)
        self.changed.emit()

    def apply_style_sheet(self, part: QWidget) -> None:
        """Apply the style sheet to a part of the window from now on; hidden, when it is shown."""
        if self._in_parts and part not in self._parts:
            self._parts.append(part)
            self._follow(part)
            part.installEventFilter(self)
            part.destroyed.connect(lambda: self._parts.remove(part))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            self._follow(watched)
        return False

    def _follow(self, part: QWidget) -> None:
        if part.styleSheet() != self.sheet:  # else Qt would polish all of it again
            part.setStyleSheet(self.sheet)


def style_sheet(colors: Tokens) -> str:
    """Return the style sheet of the whole window for these tokens."""
    ends = ("left", "right") if right_to_left() else ("right", "left")
    icons = {
        "check": "check-dark" if QColor(colors.on_accent).lightness() < 128 else "check-light",
        "chevron": f"down-{colors.muted[1:]}",
    }
    files = {key: resources.path("icons", f"{icon}.svg").as_posix() for key, icon in icons.items()}
    return _template().substitute(asdict(colors), end=ends[0], start=ends[1], **files)


@cache
def _template() -> Template:
    """Return the style sheet with names for colors; read once, as files may go while it is open."""
    return Template(resources.path("window.qss").read_text(encoding="utf-8"))
