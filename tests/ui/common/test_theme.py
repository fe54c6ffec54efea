"""The look: every text can be read, in both appearances, and switching works."""

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QColor, QFontInfo
from PySide6.QtWidgets import QWidget

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.buttons import LinkButton, SecondaryButton
from epicrec_desktop.ui.common.controls import CheckBox
from epicrec_desktop.ui.common.layouts import column

TEXT_ON_GROUND = [
    ("ink", "background"), ("ink", "panel"), ("ink", "side"), ("ink", "wash"),
    ("muted", "background"), ("muted", "panel"), ("muted", "side"), ("muted", "wash"),
    ("on_accent", "accent"), ("on_accent", "accent_hover"),
    ("accent", "background"), ("accent", "panel"), ("accent", "wash"),
    ("danger", "panel"), ("danger", "background"), ("danger", "danger_wash"),
    ("panel", "danger"), ("warning", "warning_wash"),
]  # fmt: skip
EDGE_ON_GROUND = [
    ("control", "panel"), ("control", "background"), ("accent", "background"), ("accent", "panel"),
    ("accent", "side"), ("accent", "wash"), ("on_accent", "accent"), ("control", "side"),
]  # fmt: skip


def luminance(color: str) -> float:
    """Relative luminance, WCAG 2.2."""
    parts = []
    for value in QColor(color).getRgbF()[:3]:
        parts.append(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def contrast(one: str, other: str) -> float:
    """Contrast ratio, WCAG 2.2."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize(
    "colors", theme.LOOKS, ids=["light", "dark", "high contrast, light", "high contrast, dark"]
)
def test_text_and_edges_are_seen_in_every_look(colors):
    def of(one, other):
        return contrast(getattr(colors, one), getattr(colors, other))

    high = colors in (theme.HIGH_LIGHT, theme.HIGH_DARK)
    for text, ground in TEXT_ON_GROUND:
        assert of(text, ground) >= (7 if high else 4.5), (text, ground)
    for edge, ground in EDGE_ON_GROUND:
        assert of(edge, ground) >= 3, (edge, ground)
    for ground in ("background", "panel", "side"):
        assert 3 <= of("disabled", ground) <= 0.65 * of("muted", ground), ground
    assert of("true_count", "released_count") >= 1.5
    assert not high or of("line", "background") >= 4.5
    assert "$" not in theme.style_sheet(colors)


def test_high_contrast_follows_the_system_or_the_choice(qapp, monkeypatch):
    look = theme.Theme(qapp, "light")
    hints = theme._accessibility(qapp)
    system = SimpleNamespace(contrast=Qt.ContrastPreference.NoPreference)
    system.contrastPreference = lambda: system.contrast
    monkeypatch.setattr(theme, "_accessibility", lambda _: system)
    look.set_appearance("system")
    dark = qapp.styleHints().colorScheme() is Qt.ColorScheme.Dark
    assert look.tokens == (theme.DARK if dark else theme.LIGHT)
    system.contrast = Qt.ContrastPreference.HighContrast
    if hints is not None:
        hints.contrastPreferenceChanged.emit(system.contrast)
    assert look.tokens == (theme.HIGH_DARK if dark else theme.HIGH_LIGHT)
    assert theme.tokens() == look.tokens, "the window follows at once"
    look.set_appearance("light")
    assert look.tokens == theme.LIGHT, "what the person chose stands over the system"
    system.contrast = Qt.ContrastPreference.NoPreference
    look.set_appearance("contrast")
    assert look.tokens in (theme.HIGH_LIGHT, theme.HIGH_DARK)
    look.set_appearance("light")
    look.deleteLater()


def test_contrast_of_black_on_white_is_21():
    assert contrast("#000000", "#ffffff") == pytest.approx(21)


@pytest.mark.parametrize("colors", theme.LOOKS)
def test_chevrons_have_the_color_of_quiet_text(colors):
    (file,) = set(re.findall(r'url\("([^"]*/down-[^"]*)"\)', theme.style_sheet(colors)))
    assert f'stroke="{colors.muted}"' in Path(file).read_text(encoding="utf-8")


def test_the_style_sheet_selects_by_what_widgets_have():
    """Else a rule is of a widget that is gone."""
    sheet = theme.style_sheet(theme.LIGHT)
    files = [f for f in Path(theme.__file__).parents[1].rglob("*.py") if f.name != "theme.py"]
    code = "\n".join(file.read_text(encoding="utf-8") for file in files)
    selected = set(re.findall(r'\[(\w+)="([\w-]+)"\]', sheet)) | {
        (kind, kind) for kind in re.findall(r"\bQ[A-Z]\w+", sheet)
    }
    unknown = [
        pair
        for pair in selected
        if not all(re.search(rf"\b{word}\b", code) for word in {*pair} - {"true", "false"})
    ]
    assert sorted(unknown) == []


def test_inter_is_loaded_from_the_program_itself(qapp):
    theme.load_fonts()
    for weight in (theme.REGULAR, theme.MEDIUM, theme.STRONG, theme.HEAVY):
        info = QFontInfo(theme.font(theme.BASE, weight))
        assert info.family() == theme.FAMILY
        assert info.pixelSize() == theme.BASE
        assert info.weight() == weight


def test_appearance_switches_and_tokens_follow(qapp):
    look = theme.Theme(qapp, "dark")
    assert theme.tokens() == theme.DARK
    seen = []
    look.changed.connect(lambda: seen.append(theme.tokens()))
    look.set_appearance("light")
    assert theme.tokens() == theme.LIGHT
    assert seen[-1] == theme.LIGHT
    look.set_appearance("no such appearance")
    assert look.appearance == "system"
    look.deleteLater()


@pytest.mark.skipif(sys.version_info >= (3, 12), reason="None is immortal from Python 3.12 on")
def test_qt_binding_keeps_references_of_none(qapp):
    """PySide6 6.12.0 drops one per call on Python 3.11, and the program dies after a few paints."""
    thing = QObject()
    before = sys.getrefcount(None)
    for _ in range(1000):
        thing.setObjectName("x")
    assert sys.getrefcount(None) > before - 500, "this PySide6 does not work with this Python"


@pytest.mark.parametrize("kind", [LinkButton, SecondaryButton, CheckBox])
def test_focus_is_shown_once_however_it_came(qapp, qtbot, kind):
    """Qt's style adds a frame of its own around the text where the Tab key was used."""
    parent = QWidget()
    qtbot.addWidget(parent)
    theme.Theme(qapp, "light", parent)
    control = kind("Choose", name="choose")
    column(control, parent=parent)
    parent.show()
    qtbot.waitExposed(parent)
    parent.activateWindow()
    control.setFocus()
    qtbot.waitUntil(control.hasFocus)

    def picture(by_keyboard):
        parent.setAttribute(Qt.WidgetAttribute.WA_KeyboardFocusChange, by_keyboard)
        return control.grab().toImage()

    assert picture(by_keyboard=True) == picture(by_keyboard=False)
