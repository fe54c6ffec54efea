"""Words and icons stand out from what is behind them, in every appearance."""

from __future__ import annotations

import numpy as np
from PySide6.QtCore import QRect
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from epicrec_desktop.ui.common import theme
from ui.common.test_theme import contrast
from ui.places import PLACES, come_to

LOOKS = ("light", "dark", "contrast")


def ground_of(shot: QImage, widget: QWidget, window: QWidget) -> str:
    """Return the color that most of a widget is painted in; empty where it is out of sight."""
    box = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    part = shot.copy(box.intersected(shot.rect())).convertToFormat(QImage.Format.Format_RGB32)
    if part.isNull():
        return ""
    colors, counts = np.unique(np.frombuffer(part.constBits(), np.uint32), return_counts=True)
    return QColor(int(colors[counts.argmax()])).name()


def faint(root: QWidget, window: QWidget) -> tuple[list[str], int]:
    """Return the words below a contrast of 4.5 : 1 under `root`, and how many were compared."""
    shot, found, compared = window.grab().toImage(), [], 0
    for widget in [*root.findChildren(QLabel), *root.findChildren(QLineEdit)]:
        field = isinstance(widget, QLineEdit)
        words = widget.placeholderText() if field else widget.text()
        if not words or widget.visibleRegion().isEmpty() or not widget.isEnabled():
            continue
        role = QPalette.ColorRole.PlaceholderText if field else QPalette.ColorRole.WindowText
        ink = widget.palette().color(role)
        assert ink.alpha() == 255, f"{widget.objectName()}: half of its color is the ground's"
        ground = ground_of(shot, widget, window)
        compared += 1
        if contrast(ink.name(), ground) < 4.5:
            found.append(f"“{words[:30]}” {ink.name()} on {ground}")
    return found, compared


def test_the_rule_finds_faint_words(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    host.setStyleSheet("background: #ffffff")
    label = QLabel("Words", host)
    label.setStyleSheet("color: #999999")
    host.show()
    assert faint(host, host) == (["“Words” #999999 on #ffffff"], 1)
    label.setStyleSheet("color: #444444")
    assert faint(host, host) == ([], 1)


def test_words_and_icons_stand_out_in_every_appearance(window, qtbot):
    """Icons have 3 : 1; so have the edges of buttons that can be pressed, and only of those."""
    window.resize(1280, 800)
    found, compared = [], 0
    for look in LOOKS:
        window.theme.set_appearance(look)
        for place in PLACES:
            words, count = faint(come_to(window, place, qtbot), window)
            found += [f"{look}, {place}: {word}" for word in words]
            compared += count
        button = come_to(window, "movies", qtbot).scan_button
        assert isinstance(button, QPushButton)
        ground = theme.tokens().background
        for enabled in (True, False):
            button.setEnabled(enabled)
            shot = button.grab().toImage()
            edge = QColor(shot.pixel(0, button.height() // 2)).name()
            assert (contrast(edge, ground) >= 3) is (enabled or look == "contrast"), look
            inks = {shot.pixel(x, y) for x in range(10, 34) for y in range(8, button.height() - 8)}
            best = max(contrast(QColor(ink).name(), ground) for ink in inks)
            assert best >= 3, f"{look}: its icon, {enabled=}"
        button.setEnabled(True)
    window.theme.set_appearance("light")
    assert found == []
    assert compared > 180
