"""Titles whose script runs against the window's direction stay in order."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter

from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.plain import caption, elided, isolated
from epicrec_desktop.ui.common.text import Elided

LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
ENGLISH = ("Who's Afraid of Virginia Woolf?", "Airplane!", "Heat, 1995.", "Se7en (1995).")
HEBREW = "ואלס עם באשיר!"


@pytest.fixture
def from_the_right(qapp):
    qapp.setLayoutDirection(RIGHT)
    yield
    qapp.setLayoutDirection(LEFT)


def drawn(text: str, direction: Qt.LayoutDirection) -> QImage:
    """As a list draws a line, at the left side."""
    image = QImage(260, 24, QImage.Format.Format_RGB32)
    image.fill(QColor("white"))
    painter = QPainter(image)
    painter.setFont(theme.font())
    painter.setLayoutDirection(direction)
    side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
    painter.drawText(QRect(0, 0, 260, 24), side, text)
    painter.end()
    return image


@pytest.mark.usefixtures("from_the_right")
@pytest.mark.parametrize("title", ENGLISH)
def test_from_right_to_left_a_title_is_as_it_is_written(title):
    line = elided(QFontMetrics(theme.font()), title, 250)
    assert drawn(line, RIGHT) == drawn(title, LEFT)
    assert drawn(title, RIGHT) != drawn(title, LEFT), "without it a sign is at the wrong side"


def test_a_hebrew_title_from_left_to_right(qapp):
    line = elided(QFontMetrics(theme.font()), HEBREW, 250)
    assert drawn(line, LEFT) == drawn(HEBREW, RIGHT)
    assert drawn(HEBREW, LEFT) != drawn(HEBREW, RIGHT)


@pytest.mark.usefixtures("from_the_right")
def test_what_is_cut_and_what_is_on_a_button_is_kept_together_too(qtbot):
    cut = elided(QFontMetrics(theme.font()), "A very long title (1995)", 90)
    assert cut.startswith("\u2068A ")
    assert cut.endswith("…\u2069")
    assert caption("Really?") == "\u2068Really?\u2069"
    label = Elided("Heat (1995)")
    qtbot.addWidget(label)
    label.resize(400, 24)
    label.grab()
    assert not label.toolTip(), "nothing was cut"


def test_nothing_is_added_where_nothing_runs_against_the_window(qapp):
    for text in (*ENGLISH, "Amélie", "東京物語", "two\nlines"):
        assert isolated(text) == text
    assert isolated(f"a\n{HEBREW}") == f"a\n\u2068{HEBREW}\u2069"
