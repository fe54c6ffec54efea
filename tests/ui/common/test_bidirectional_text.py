"""Titles whose script runs against the window's direction stay in order."""

import numpy as np
import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QImage, QPainter

from epicrec_desktop.ui.activity.views import ReleaseContentsModel
from epicrec_desktop.ui.common import theme
from epicrec_desktop.ui.common.labels import ElidedLabel
from epicrec_desktop.ui.common.text import button_text, elided, with_bidi_isolates

LEFT, RIGHT = Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft
ENGLISH = (
    "Who's Afraid of Virginia Woolf?",
    "Airplane!",
    "Heat, 1995.",
    "Se7en (1995).",
    "12 Monkeys (1995)",
    "50/50 (2011)",
)
WHITE = QColor("white").rgb()
HEBREW = "ואלס עם באשיר!"


@pytest.fixture
def from_the_right(qapp):
    qapp.setLayoutDirection(RIGHT)
    yield
    qapp.setLayoutDirection(LEFT)


def drawn(text: str, direction: Qt.LayoutDirection) -> list[list[int]]:
    """As a list draws a line, at the left side, without the white around it.

    A mark may come from another font than the letters, whose line is a pixel higher.
    """
    image = QImage(260, 24, QImage.Format.Format_RGB32)
    image.fill(WHITE)
    painter = QPainter(image)
    painter.setFont(theme.font())
    painter.setLayoutDirection(direction)
    side = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignAbsolute
    painter.drawText(QRect(0, 0, 260, 24), side, text)
    painter.end()
    pixels = np.frombuffer(image.constBits(), dtype=np.uint32).reshape(24, 260)
    ink = pixels != WHITE
    return pixels[ink.any(axis=1)][:, ink.any(axis=0)].tolist()


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
def test_elided_text_and_buttons_use_bidi_isolates(qtbot):
    cut = elided(QFontMetrics(theme.font()), "A very long title (1995)", 90)
    assert cut.startswith("\u2068A ")
    assert cut.endswith("…\u2069")
    assert button_text("Really?") == "\u2068Really?\u2069"
    label = ElidedLabel("Heat (1995)")
    qtbot.addWidget(label)
    label.resize(400, 24)
    label.grab()
    assert not label.toolTip(), "nothing was cut"


@pytest.mark.usefixtures("from_the_right")
def test_lists_of_titles_keep_them_in_order(qapp):
    model = ReleaseContentsModel()
    model.show_items((("Movies", True), ("12 Monkeys (1995)", False)))
    assert model.index(1, 0).data() == "    \u206812 Monkeys (1995)\u2069"


def test_nothing_is_added_where_nothing_runs_against_the_window(qapp):
    for text in (*ENGLISH, "Amélie", "東京物語", "two\nlines"):
        assert with_bidi_isolates(text) == text
    assert with_bidi_isolates(f"a\n{HEBREW}") == f"a\n\u2068{HEBREW}\u2069"
