"""For any eyes: contrast, focus, right to left, and nothing that moves under the mouse."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QImage, QPalette
from PySide6.QtWidgets import QAbstractButton, QLabel, QLineEdit, QPushButton, QWidget

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.ui.common import theme, translation
from epicrec_desktop.ui.common.direction import mirrored
from epicrec_desktop.ui.common.segmented_control import Segment
from epicrec_desktop.ui.shell.window import MainWindow
from ui.common.test_theme import contrast
from ui.fakes import lived_in
from ui.fitting import cut
from ui.test_accessible import reachable

PAGES = ("recommendations", "movies", "privacy", "activity", "settings")
LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft


@pytest.fixture
def open_pages(qtbot, tmp_path) -> Iterator[Callable[..., MainWindow]]:
    """A window that has built all of its pages."""
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
        for key in PAGES:
            come_to(window, qtbot, key)
        return window

    yield build
    for window in opened:
        window.theme.set_appearance("light")
        window.close()


def come_to(window: MainWindow, qtbot, key: str) -> QWidget:
    window.show_page(key)
    qtbot.waitUntil(lambda: not window.tasks.busy)
    if key == "recommendations":
        qtbot.waitUntil(lambda: not window.page(key).stack.waiting)
    qtbot.wait(20)
    return window.page(key)


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


@pytest.mark.parametrize("appearance", ["light", "dark", "contrast"])
def test_words_stand_out_from_what_they_are_painted_on(open_pages, qtbot, appearance):
    """Labels, and the words in empty fields, on the ground that is really behind them."""
    window = open_pages()
    window.theme.set_appearance(appearance)
    faint, compared = [], 0
    for key in PAGES:
        page = come_to(window, qtbot, key)
        shot = window.grab().toImage()
        for widget in page.findChildren((QLabel, QLineEdit)):
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
    assert compared > 60


@pytest.mark.parametrize("appearance", ["light", "dark", "contrast"])
def test_icons_of_disabled_buttons_and_edges_are_seen(open_pages, qtbot, appearance):
    window = open_pages()
    window.theme.set_appearance(appearance)
    colors = theme.tokens()
    page = come_to(window, qtbot, "movies")
    button = page.scan_button
    assert isinstance(button, QPushButton)
    button.setEnabled(False)
    shot = button.grab().toImage()
    inks = {shot.pixel(x, y) for x in range(10, 34) for y in range(8, button.height() - 8)}
    best = max(contrast(QColor(ink).name(), colors.background) for ink in inks)
    assert best >= 3, "the icon of a button that waits"
    for enabled in (True, False):
        button.setEnabled(enabled)
        shot = button.grab().toImage()
        edge = QColor(shot.pixel(0, button.height() // 2)).name()
        assert contrast(edge, colors.background) >= 3, "the edge of a button"


@pytest.mark.parametrize("appearance", ["light", "dark", "contrast"])
@pytest.mark.parametrize("key", PAGES)
def test_the_focus_is_seen_on_every_control(open_pages, qtbot, key, appearance):
    """Something changes that is 3 : 1 off what was there, along at least a line."""
    window = open_pages()
    window.theme.set_appearance(appearance)
    page = come_to(window, qtbot, key)
    unseen, looked = [], 0
    for widget in sorted(reachable(page), key=lambda w: w.objectName()):
        if isinstance(widget, Segment) or not in_view(widget):
            continue
        window.navigation.buttons[key].setFocus(Qt.FocusReason.TabFocusReason)
        before = widget.grab().toImage()
        widget.setFocus(Qt.FocusReason.TabFocusReason)
        looked += 1
        if strongly_changed(before, widget.grab().toImage()) < 40:
            unseen.append(widget.objectName())
    assert looked >= 2
    assert unseen == []


def strongly_changed(before: QImage, after: QImage) -> int:
    """Points that are now another color, with a contrast of 3 and more."""
    pairs: dict[tuple[int, int], int] = {}
    for y in range(min(before.height(), after.height())):
        for x in range(min(before.width(), 400)):
            pair = before.pixel(x, y), after.pixel(x, y)
            if pair[0] != pair[1]:
                pairs[pair] = pairs.get(pair, 0) + 1
    return sum(
        count
        for (old, new), count in pairs.items()
        if contrast(QColor(old).name(), QColor(new).name()) >= 3
    )


# Right to left


@pytest.fixture
def from_right_to_left(qapp) -> Iterator[None]:
    qapp.setLayoutDirection(RIGHT)
    yield
    qapp.setLayoutDirection(LEFT)


@pytest.mark.parametrize("size", [(1280, 800), (784, 560)], ids=["usual", "small"])
def test_from_right_to_left_nothing_is_cut_and_all_is_turned(
    open_pages, qtbot, from_right_to_left, size
):
    window = open_pages(size)
    assert window.navigation.geometry().left() > window.width() // 2
    for key in PAGES:
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


def test_a_click_on_an_answer_hits_it_from_right_to_left(open_pages, qtbot, from_right_to_left):
    window = open_pages()
    page = come_to(window, qtbot, "movies")
    view = page.view
    before = len(page.model.entries)
    row = view.visualRect(view.model().index(0, 0))
    qtbot.mouseClick(
        view.viewport(),
        Qt.MouseButton.LeftButton,
        pos=row.topLeft() + QRect(0, 0, 66, row.height()).center() - QRect(0, 0, 2, 2).topLeft(),
    )
    qtbot.waitUntil(lambda: len(page.model.entries) == before - 1)


def test_a_place_is_mirrored_within_its_room(from_right_to_left):
    room = QRect(100, 0, 200, 40)
    assert mirrored(QRect(110, 5, 30, 10), room) == QRect(260, 5, 30, 10)
    assert mirrored(mirrored(QRect(110, 5, 30, 10), room), room) == QRect(110, 5, 30, 10)


def test_the_language_decides_the_direction(qapp, monkeypatch):
    monkeypatch.setitem(translation.LANGUAGES, "he", "עברית")
    translation.install_translators(qapp, "he")
    try:
        assert qapp.isRightToLeft()
        assert "border-left" in theme.style_sheet(theme.LIGHT).split('kind="side"')[1][:120]
    finally:
        translation.install_translators(qapp, "en")
    assert not qapp.isRightToLeft()


# Nothing moves


@pytest.mark.parametrize("size", [(1280, 800), (784, 560)], ids=["usual", "small"])
def test_no_level_moves_under_the_mouse_when_a_level_changes(open_pages, qtbot, size):
    window = open_pages(size)
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
    segment = next(s for s in page.categories.findChildren(Segment) if not s.isChecked())
    assert isinstance(segment, QAbstractButton)
    segment.click()
    qtbot.waitUntil(lambda: not window.tasks.busy)
    qtbot.wait(20)
    assert places() == before
