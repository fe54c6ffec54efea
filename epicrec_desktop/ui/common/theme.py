"""Theme: color tokens, type scale, spacing, and the style sheet built from them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
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
REGULAR, MEDIUM, STRONG, HEAVY = (
    QFont.Weight.Normal,
    QFont.Weight.Medium,
    QFont.Weight.DemiBold,
    QFont.Weight.Bold,
)
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
        """Return the tokens of this appearance."""
        if self.appearance in ("light", "dark"):
            return DARK if self.appearance == "dark" else LIGHT
        dark = self._application.styleHints().colorScheme() is Qt.ColorScheme.Dark
        if self.appearance == "contrast" or high_contrast(self._application):
            return HIGH_DARK if dark else HIGH_LIGHT
        return DARK if dark else LIGHT

    def _apply(self) -> None:
        colors = self.tokens
        sheet = style_sheet(colors)
        if self._in_parts:
            self._apply_to_parts(colors, sheet)
            return
        if sheet != self._application.styleSheet():
            # Resetting the sheet first makes Qt four times as fast: otherwise it polishes every
            # widget with the old rules.
            self._application.setStyleSheet("")
            self._application.setPalette(palette(colors))
            self._application.setStyleSheet(sheet)
        elif sheet == self.sheet:
            return
        self.sheet = sheet
        self.changed.emit()

    def _apply_to_parts(self, colors: Tokens, sheet: str) -> None:
        if sheet == self.sheet:
            return
        self.sheet = sheet
        self._application.setPalette(palette(colors))
        for part in list(self._parts):
            if part.isVisible():
                self._follow(part)
        self.changed.emit()

    def apply_style_sheet(self, part: QWidget) -> None:
        """Apply the style sheet to a part of the window, once it is built.

        It follows the appearance from then on; hidden, when it is shown.
        """
        if self._in_parts and part not in self._parts:
            self._parts.append(part)
            self._follow(part)
            part.installEventFilter(self)
            part.destroyed.connect(lambda: self._remove_part(part))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Let a part that was hidden follow the appearance before it is seen."""
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget):
            self._follow(watched)
        return False

    def _follow(self, part: QWidget) -> None:
        if part.styleSheet() != self.sheet:  # else Qt would polish all of it again
            part.setStyleSheet(self.sheet)

    def _remove_part(self, part: QWidget) -> None:
        self._parts = [one for one in self._parts if one is not part]


def style_sheet(colors: Tokens) -> str:
    """Return the style sheet of the whole window for these tokens."""
    ends = ("left", "right") if right_to_left() else ("right", "left")
    return _SHEET.substitute(asdict(colors), end=ends[0], start=ends[1])


_SHEET = Template("""
QAbstractItemView, QMenu, QToolTip { font-family: "Inter";
  font-size: 14px; }
QLabel { background: transparent; }
QLabel[kind="title"] { font-size: 24px; font-weight: 700; color: $ink; }
QLabel[kind="title"][chosen="true"] { color: $accent; }
QLabel[kind="display"] { font-size: 30px; font-weight: 700; color: $ink; }
QLabel[kind="sentence"] { font-size: 16px; color: $ink; }
QLabel[kind="heading"] { font-size: 16px; font-weight: 600; color: $ink; }
QLabel[kind="drop"] { font-size: 24px; font-weight: 700; color: $accent; background: $wash;
    border: 3px dashed $accent; }
QLabel[kind="strong"] { font-weight: 600; color: $ink; }
QLabel[kind="body"] { color: $ink; }
QLabel[kind="subtitle"] { color: $muted; }
QLabel[kind="note"] { font-size: 12px; color: $muted; }
QLabel[kind="level"] { font-size: 12px; font-weight: 600; color: $muted; }
QLabel[kind="level-body"] { font-size: 13px; color: $muted; }
QLabel[kind="level-body"][chosen="true"], QLabel[kind="note"][chosen="true"] { color: $ink; }
QLabel[kind="foot"] { font-size: 12px; font-weight: 600; color: $ink; }
QLabel[kind="initial"] { font-size: 16px; font-weight: 600; color: $on_accent;
  background: $accent; border-radius: 18px; min-width: 36px; max-width: 36px; min-height: 36px;
  max-height: 36px; }
QLabel[kind="badge"] { font-size: 11px; font-weight: 600; color: $on_accent; padding: 2px 6px;
  min-width: 8px; background: $accent; border-radius: 9px; }
QLabel[kind="dot-badge"] { background: $accent; border: 2px solid $side; border-radius: 6px;
  min-width: 8px; max-width: 8px; min-height: 8px; max-height: 8px; }
QLabel[kind="chip"] { font-size: 12px; color: $muted; border: 1px solid $line; border-radius: 6px;
  padding: 2px 7px; background: $panel; }

QFrame[kind="panel"] { background: $panel; border: 1px solid $line; border-radius: 12px; }
QFrame[kind="chosen"] { background: $wash; border: 2px solid $accent; border-radius: 12px; }
QFrame[kind="dot"] { background: $line; border: none; border-radius: 2px; }
QFrame[kind="dot"][filled="true"] { background: $accent; }
QFrame[kind="watched"] { background: $true_count; border: none; border-radius: 3px; }
QFrame[kind="listed"] { background: $released_count; border: none; border-radius: 3px; }
QFrame[kind="line"] { background: $line; border: none; }
QFrame[kind="side"] { background: $side; border: none; border-$end: 1px solid $line; }
QFrame[kind="info"] { background: $wash; border: none; border-radius: 8px; }
QFrame[kind="float"] { background: $panel; border: 1px solid $control; border-radius: 12px; }
QFrame[kind="warning"] { background: $warning_wash; border: none; border-radius: 8px; }
QFrame[kind="strip"] { background: $warning_wash; border: none; border-bottom: 1px solid $line; }
QFrame[kind="strip"] QLabel { color: $warning; }
QFrame[kind="error"] { background: $danger_wash; border: none; border-radius: 8px; }
QFrame[kind="error"] QLabel { color: $danger; }
QFrame[kind="warning"] QLabel { color: $warning; }
QFrame[kind="news"] { background: $wash; border: none; border-bottom: 1px solid $line; }
QFrame[kind="info"] QLabel { color: $ink; }
QFrame[kind="news"] QLabel { color: $ink; }

QPushButton { font-size: 14px; border-radius: 8px; padding: 8px 15px; min-height: 18px;
  border: 1px solid $control; background: $panel; color: $ink; }
QPushButton:hover { background: $background; border-color: $ink; }
QPushButton:pressed { background: $wash; }
QPushButton:checked { background: $wash; border-color: $accent; color: $accent; font-weight: 600; }
QPushButton:disabled { color: $disabled; background: transparent; border-color: $line; }
QPushButton:focus { border: 2px solid $accent; padding: 7px 14px; }
QPushButton[small="true"] { font-size: 12px; padding: 7px 9px; }
QPushButton[small="true"]:focus { padding: 6px 8px; }
QPushButton[kind="tile"] { min-height: 32px; }
QPushButton[kind="field"] { text-align: left; padding-left: 13px; }
QPushButton[role="primary"] { font-weight: 600; background: $accent; color: $on_accent;
  border: 1px solid $accent; }
QPushButton[role="primary"]:hover { background: $accent_hover; border-color: $accent_hover; }
QPushButton[role="primary"]:pressed { background: $accent; }
QPushButton[role="primary"]:disabled { background: $side; border-color: $line; color: $disabled; }
QPushButton[role="primary"]:focus { border: 2px solid $ink; padding: 7px 14px; }
QPushButton[role="danger"] { color: $danger; }
QPushButton[role="danger"]:disabled { color: $disabled; }
QPushButton[role="quiet"] { background: transparent; border: 1px solid transparent;
  color: $accent; font-weight: 600; }
QPushButton[role="quiet"]:hover { background: $wash; }
QPushButton[role="quiet"]:disabled { color: $disabled; border-color: transparent; }
QPushButton[role="quiet"]:focus { border: 2px solid $accent; }
QPushButton[kind="link"] { padding-left: 0; padding-right: 0; text-align: $start; }
QPushButton[kind="link"]:checked { text-decoration: underline; }
QPushButton[kind="name"] { padding: 1px 0; min-height: 18px; font-weight: 500; border: none; }
QPushButton[kind="name"]:hover { text-decoration: underline; background: transparent; }
QPushButton[kind="name"]:focus { border: 2px solid $accent; border-radius: 4px; padding: 0; }
QPushButton[kind="back"] { color: $ink; font-weight: 500; padding-left: 0; padding-right: 8px; }
QPushButton[role="nav"] { background: transparent; border: 1px solid transparent; color: $muted;
  text-align: $start; padding: 9px 11px; }
QPushButton[role="nav"][narrow="true"] { text-align: center; padding: 9px 0; }
QPushButton[role="nav"]:hover { color: $ink; background: $background; }
QPushButton[role="nav"]:checked { color: $ink; background: $panel; font-weight: 500; }
QPushButton[role="nav"]:focus { border: 2px solid $accent; padding: 8px 10px; }
QPushButton[role="nav"][narrow="true"]:focus { padding: 8px 0; }
QPushButton[role="icon"] { background: transparent; border: 1px solid transparent; padding: 5px;
  min-height: 20px; min-width: 20px; }
QPushButton[role="icon"]:hover { background: $wash; }
QPushButton[role="icon"]:focus { border: 2px solid $accent; padding: 4px; }

QLineEdit, QPlainTextEdit, QComboBox { background: $panel; color: $ink;
  border: 1px solid $control; border-radius: 8px; padding: 7px 11px; min-height: 20px;
  selection-background-color: $accent; selection-color: $on_accent;
  placeholder-text-color: $muted; }
QLineEdit:focus, QPlainTextEdit:focus, QComboBox:focus { border: 2px solid $accent;
  padding: 6px 10px; }
QLineEdit[kind="search"], QLineEdit[kind="search"]:focus { padding-left: 5px; padding-right: 5px; }
QLineEdit:disabled, QComboBox:disabled { color: $disabled; background: $background;
  border-color: $line; }
QComboBox::drop-down { border: none; width: 24px; }
QComboBox QAbstractItemView { background: $panel; border: 1px solid $line; padding: 4px;
  selection-background-color: $wash; selection-color: $ink; outline: none; }
QCheckBox, QRadioButton { spacing: 10px; color: $ink; background: transparent; padding: 4px 0; }
QCheckBox:focus, QRadioButton:focus { color: $accent; }

QScrollArea, QAbstractScrollArea[kind="bare"] { background: transparent; border: none; }
QScrollArea > QWidget > QWidget[kind="canvas"] { background: transparent; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: $line; border-radius: 4px; margin: 2px; min-height: 32px;
  min-width: 32px; }
QScrollBar::handle:disabled { background: transparent; }
QScrollBar::handle:hover { background: $control; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QAbstractScrollArea::corner { background: transparent; border: none; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QProgressBar { background: $line; border: none; border-radius: 3px; max-height: 6px;
  min-height: 6px; }
QProgressBar::chunk { background: $accent; border-radius: 3px; }
QProgressBar[chosen] { max-height: 4px; min-height: 4px; border-radius: 2px; }
QProgressBar[chosen]::chunk { border-radius: 2px; }
QProgressBar[chosen="false"]::chunk { background: $true_count; }

QTreeWidget, QListView { background: $panel; color: $ink; border: 1px solid $line;
  border-radius: 8px; outline: none; selection-background-color: $wash; selection-color: $ink; }
QListWidget { padding: 4px; }
QListWidget::item { padding: 7px 10px; border-radius: 6px; color: $ink; }
QListWidget::item:hover { background: $background; }
QListWidget::item:selected { background: $wash; color: $ink; }
QListView[kind="bare"] { background: transparent; border: none; }
QListView[kind="lines"] { background: transparent; border: 2px solid transparent;
  padding: 2px 4px; }
QListView[kind="lines"]:focus { border-color: $accent; }
QTreeWidget { padding: 4px; }
QTreeWidget::item { padding: 6px 4px; color: $ink; }
QTreeWidget::item:selected { background: $wash; color: $ink; }
QTreeWidget:focus { border: 2px solid $accent; }
QHeaderView::section { background: $panel; color: $muted; font-size: 12px; border: none;
  border-bottom: 1px solid $line; padding: 8px; }
QToolTip { background: $panel; color: $ink; border: 1px solid $line; padding: 6px 8px; }
QMenu { background: $panel; color: $ink; border: 1px solid $line; padding: 4px; }
QMenu::item { padding: 7px 24px; border-radius: 6px; }
QMenu::item:selected { background: $wash; }
QMenu::item:disabled { color: $disabled; }
""")
