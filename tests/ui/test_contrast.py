"""Words, icons and the focus stand out from what is behind them, in every appearance."""

import numpy as np
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QWidget

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.controls import Segment
from epicrec_desktop.ui.shell.window import MainWindow
from ui.common.test_theme import contrast
from ui.places import PAGES, PLACES, come_to, page_key
from ui.test_keyboard import reachable

LOOKS = ("light", "dark", "contrast")
TAB_REASON = Qt.FocusReason.TabFocusReason
_COLORS = np.arange(256) / 255
LINEAR = np.where(_COLORS <= 0.04045, _COLORS / 12.92, ((_COLORS + 0.055) / 1.055) ** 2.4)
"""Linear light of each value of a color."""


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


def picture(widget: QWidget, window: QWidget) -> QImage:
    """Return a widget on what is behind it."""
    place = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    return window.grab(place.intersected(window.rect())).toImage()


def strongly_changed(before: QImage, after: QImage) -> int:
    """Return the number of points that have another color, with a contrast of 3 and more."""
    one, other = luminance(before), luminance(after)
    high, wide = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
    one, other = one[:high, :wide], other[:high, :wide]
    bright, dark = np.maximum(one, other), np.minimum(one, other)
    return int((bright + 0.05 >= 3 * (dark + 0.05)).sum())


def luminance(image: QImage) -> np.ndarray:
    """Return the relative luminance of every point, WCAG 2.2."""
    plain = image.convertToFormat(QImage.Format.Format_RGBX8888)
    data = np.frombuffer(plain.constBits(), dtype=np.uint8)
    red, green, blue, _ = np.moveaxis(data.reshape(plain.height(), plain.width(), 4), 2, 0)
    return 0.2126 * LINEAR[red] + 0.7152 * LINEAR[green] + 0.0722 * LINEAR[blue]


def unseen(window: MainWindow, place: str, kinds: set[object] | None) -> tuple[list[str], int]:
    """Return the controls of a page on which the focus is not seen, and how many had it.

    Something changes with a contrast of 3 : 1. With `kinds`, of each kind one control has it.
    """
    found, looked = [], 0
    page = window.page(page_key(place))
    area = page.scroll_area
    for widget in sorted(reachable(page), key=lambda w: w.objectName()):
        kind = (type(widget), widget.property("kind"))
        if widget.visibleRegion().isEmpty() or (kinds is not None and kind in kinds):
            continue
        if kinds is not None:
            kinds.add(kind)
        if area is not None and area.isAncestorOf(widget):
            area.ensureWidgetVisible(widget)  # as Tab does
        window.navigation.buttons[page_key(place)].setFocus(TAB_REASON)
        before = picture(widget, window)
        widget.setFocus(TAB_REASON)
        looked += 1
        least = 1 if isinstance(widget, Segment) else 40
        if strongly_changed(before, picture(widget, window)) < least:
            found.append(widget.objectName())
    return found, looked


def test_the_rule_finds_what_hardly_changes():
    plain, other = QImage(50, 50, QImage.Format.Format_RGB32), QImage()
    plain.fill(Qt.GlobalColor.white)
    other = plain.copy()
    assert strongly_changed(plain, other) == 0
    other.fill(Qt.GlobalColor.black)
    assert strongly_changed(plain, other) == 2500


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


def test_words_icons_and_the_focus_stand_out_in_every_appearance(window, qtbot):
    """Icons have 3 : 1; so have the edges of buttons that can be pressed, and only of those.

    The focus is looked for on every control; in dark and contrast on one of a kind.
    """
    window.resize(1280, 800)
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    found, compared, looked = [], 0, 0
    for look in LOOKS:
        window.theme.set_appearance(look)
        kinds: set[object] | None = None if look == "light" else set()
        for place in PLACES:
            words, count = faint(come_to(window, place, qtbot), window)
            compared += count
            controls, count = (
                unseen(window, place, kinds) if look == "light" or place in PAGES else ([], 0)
            )
            looked += count
            found += [f"{look}, {place}: {fault}" for fault in (*words, *controls)]
        button = come_to(window, "movies", qtbot).scan_button
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
    assert looked >= 60
