"""For any eyes: contrast, focus, right to left, and nothing that moves under the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.settings import LANGUAGES
from epicrec_desktop.ui.common import theme, translation
from epicrec_desktop.ui.common.controls import Segment
from epicrec_desktop.ui.common.translation import mirrored
from epicrec_desktop.ui.shell.window import MainWindow
from ui.common.test_theme import contrast
from ui.fakes import lived_in
from ui.fitting import cut
from ui.places import PLACES, page_key, show_place
from ui.test_accessible import reachable

LOOKS = ("light", "dark", "contrast")
LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


@pytest.fixture
def open_sized(qtbot, tmp_path) -> Iterator[Callable[..., MainWindow]]:
    """Opens a window of this size."""
    opened: list[MainWindow] = []

    def build(size: tuple[int, int] = (1280, 800)) -> MainWindow:
        services = lived_in(tmp_path)
        window = MainWindow(services.paths, services.settings)
        window.attach_services(services)
        opened.append(window)
        qtbot.addWidget(window)
        window.resize(*size)
        window.show()
        window.activateWindow()
        return window

    yield build
    for window in opened:
        window.theme.set_appearance("light")
        window.close()


def come_to(window: MainWindow, qtbot, key: str) -> QWidget:
    page = show_place(window, key)
    qtbot.waitUntil(lambda: not window.tasks.busy)
    if key == "recommendations":
        qtbot.waitUntil(lambda: not page.stack.waiting)
    qtbot.wait(20)
    return page


def from_all_looks(window: MainWindow) -> Iterator[str]:
    """Every page, in every appearance."""
    for appearance in LOOKS:
        window.theme.set_appearance(appearance)
        yield from PLACES


def ground_of(shot: QImage, widget: QWidget, window: QWidget) -> str:
    """The color that most of a widget is painted in."""
    box = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    box = box.intersected(shot.rect())
    seen: dict[int, int] = {}
    for y in range(box.top(), box.bottom() + 1, 2):
        for x in range(box.left(), box.right() + 1, 2):
            color = shot.pixel(x, y)
            seen[color] = seen.get(color, 0) + 1
    return QColor(max(seen, key=seen.__getitem__)).name() if seen else ""


def in_view(widget: QWidget) -> bool:
    return not widget.visibleRegion().isEmpty()


def test_words_stand_out_from_what_they_are_painted_on(open_sized, qtbot):
    """Labels, and the words in empty fields, on the ground that is really behind them."""
    window = open_sized()
    faint, compared = [], 0
    for key in from_all_looks(window):
        page = come_to(window, qtbot, key)
        shot = window.grab().toImage()
        for widget in [*page.findChildren(QLabel), *page.findChildren(QLineEdit)]:
            words = widget.text() if isinstance(widget, QLabel) else widget.placeholderText()
            if not words or not in_view(widget) or not widget.isEnabled():
                continue
            role = QPalette.ColorRole.WindowText
            if isinstance(widget, QLineEdit):
                role = QPalette.ColorRole.PlaceholderText
            ink = widget.palette().color(role)
            assert ink.alpha() == 255, f"{widget.objectName()}: half of its color is the ground's"
            ground = ground_of(shot, widget, window)
            compared += 1
            if contrast(ink.name(), ground) < 4.5:
                faint.append(f"{key}: “{words[:30]}” {ink.name()} on {ground}")
    assert faint == []
    assert compared > 180


def test_icons_of_buttons_are_seen_and_only_edges_that_can_be_pressed(open_sized, qtbot):
    window = open_sized()
    button = come_to(window, qtbot, "movies").scan_button
    assert isinstance(button, QPushButton)
    for appearance in LOOKS:
        window.theme.set_appearance(appearance)
        ground = theme.tokens().background
        for enabled in (True, False):
            button.setEnabled(enabled)
            shot = button.grab().toImage()
            edge = QColor(shot.pixel(0, button.height() // 2)).name()
            assert (contrast(edge, ground) >= 3) is (enabled or appearance == "contrast"), (
                appearance
            )
            inks = {shot.pixel(x, y) for x in range(10, 34) for y in range(8, button.height() - 8)}
            best = max(contrast(QColor(ink).name(), ground) for ink in inks)
            assert best >= 3, f"{appearance}: its icon, {enabled=}"


def test_the_focus_is_seen_on_every_control(open_sized, qtbot):
    """Something changes that is 3 : 1 off what was there, along at least a line."""
    window = open_sized()
    unseen, looked = [], 0
    for key in from_all_looks(window):
        page = come_to(window, qtbot, key)
        for widget in sorted(reachable(page), key=lambda w: w.objectName()):
            if isinstance(widget, Segment) or not in_view(widget):
                continue
            window.navigation.buttons[page_key(key)].setFocus(Qt.FocusReason.TabFocusReason)
            before = seen_at(widget, window)
            widget.setFocus(Qt.FocusReason.TabFocusReason)
            looked += 1
            if strongly_changed(before, seen_at(widget, window)) < 40:
                unseen.append(f"{theme.tokens().background} {widget.objectName()}")
    assert looked >= 60
    assert unseen == [], " ".join(unseen)


def seen_at(widget: QWidget, window: QWidget) -> QImage:
    """A widget on what is behind it."""
    place = QRect(widget.mapTo(window, widget.rect().topLeft()), widget.size())
    return window.grab(place.intersected(window.rect())).toImage()


def strongly_changed(before: QImage, after: QImage) -> int:
    """Points that are now another color, with a contrast of 3 and more."""
    one, other = points(before), points(after)
    high, wide = min(one.shape[0], other.shape[0]), min(one.shape[1], other.shape[1])
    lights = np.sort(np.stack([light(one[:high, :wide]), light(other[:high, :wide])]), axis=0)
    return int(((lights[1] + 0.05) / (lights[0] + 0.05) >= 3).sum())


def points(image: QImage) -> np.ndarray:
    """Red, green and blue of every point, 0 to 1."""
    plain = image.convertToFormat(QImage.Format.Format_RGBX8888)
    data = np.frombuffer(plain.constBits(), dtype=np.uint8)
    return data.reshape(plain.height(), plain.width(), 4)[:, :, :3] / 255


def light(colors: np.ndarray) -> np.ndarray:
    """Relative luminance, WCAG 2.2."""
    linear = np.where(colors <= 0.04045, colors / 12.92, ((colors + 0.055) / 1.055) ** 2.4)
    return linear @ np.array([0.2126, 0.7152, 0.0722])


# Right to left


@pytest.fixture
def from_right_to_left(qapp) -> Iterator[None]:
    qapp.setLayoutDirection(RIGHT)
    yield
    qapp.setLayoutDirection(LEFT)


@pytest.mark.parametrize("size", [(1280, 800), (784, 560)], ids=["usual", "small"])
def test_from_right_to_left_nothing_is_cut_and_all_is_turned(
    open_sized, qtbot, from_right_to_left, size
):
    window = open_sized(size)
    assert window.navigation.geometry().left() > window.width() // 2
    for key in PLACES:
        page = come_to(window, qtbot, key)
        assert cut(window) == [], key
        title = page.title.geometry()
        assert title.left() > page.width() - title.right() - 1 or page.title.alignment() & (
            Qt.AlignmentFlag.AlignRight
        ), key
    page = come_to(window, qtbot, "movies")
    page.view.select_row(0)
    page.library.open_card()
    qtbot.wait(30)
    assert page.library.card.geometry().center().x() < page.library.width() // 2
    assert cut(window) == []


def test_a_click_on_an_answer_hits_it_from_right_to_left(open_sized, qtbot, from_right_to_left):
    window = open_sized()
    page = come_to(window, qtbot, "movies")
    view = page.view
    before = len(page.model.items)
    row = view.visualRect(view.model().index(0, 0))
    qtbot.mouseClick(
        view.viewport(),
        Qt.MouseButton.LeftButton,
        pos=row.topLeft() + QRect(0, 0, 66, row.height()).center() - QRect(0, 0, 2, 2).topLeft(),
    )
    qtbot.waitUntil(lambda: len(page.model.items) == before - 1)


def test_a_place_is_mirrored_within_its_room(from_right_to_left):
    room = QRect(100, 0, 200, 40)
    assert mirrored(QRect(110, 5, 30, 10), room) == QRect(260, 5, 30, 10)
    assert mirrored(mirrored(QRect(110, 5, 30, 10), room), room) == QRect(110, 5, 30, 10)


def test_the_language_decides_the_direction(qapp, monkeypatch):
    monkeypatch.setitem(LANGUAGES, "he", "עברית")
    translation.install_translators(qapp, "he")
    try:
        assert qapp.isRightToLeft()
        assert "border-left" in theme.style_sheet(theme.LIGHT).split('kind="side"')[1][:120]
    finally:
        translation.install_translators(qapp, "en")
    assert not qapp.isRightToLeft()


# Nothing moves


@pytest.mark.parametrize("size", [(1280, 800), (784, 560)], ids=["usual", "small"])
def test_no_level_moves_under_the_mouse_when_a_level_changes(open_sized, qtbot, size):
    window = open_sized(size)
    come_to(window, qtbot, "privacy.details")
    page = come_to(window, qtbot, "privacy")
    page.by_category.setChecked(True)
    qtbot.wait(50)

    def places() -> dict[str, QRect]:
        levels = [*page.cards.cards.values(), *page.categories.findChildren(Segment)]
        return {
            level.objectName(): QRect(level.mapTo(window, level.rect().topLeft()), level.size())
            for level in levels
            if level.isVisible()
        }

    before = places()
    assert len(before) > 10
    for level in (*ReleaseLevel, ReleaseLevel.PERTURBED):
        page.cards.cards[level].click()
        qtbot.waitUntil(lambda: not window.tasks.busy)
        qtbot.wait(20)
        assert places() == before, level


def test_posters_begin_below_their_heading_from_right_to_left(
    open_sized, qtbot, from_right_to_left
):
    window = open_sized()
    page = come_to(window, qtbot, "recommendations")
    row = page.rows[0]
    cell = row.view.visualRect(row.model.index(0, 0))
    poster = row.view.itemDelegate().poster_box(cell)
    right = row.view.viewport().mapTo(row, poster.topRight()).x()
    assert right == row.heading.mapTo(row, row.heading.rect().topRight()).x()
