"""Stars in halves: by mouse, keys and screen reader."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAccessible

from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating
from epicrec_desktop.ui.common.stars import EDGE, GAP, SIDE, Stars


@pytest.fixture
def stars(qtbot) -> Stars:
    made = Stars(name="stars")
    qtbot.addWidget(made)
    made.show()
    made.said = []
    made.chosen.connect(made.said.append)
    return made


def at(halves: int) -> QPoint:
    """Return a point in the left or right half of a star."""
    star, right = divmod(halves - 1, 2)
    return QPoint(EDGE + star * (SIDE + GAP) + (SIDE * 3 // 4 if right else SIDE // 4), 12)


def test_each_half_of_a_star_is_its_own(stars, qtbot):
    for halves in range(1, 11):
        qtbot.mouseClick(stars, Qt.MouseButton.LeftButton, pos=at(halves))
    assert stars.said == list(range(1, 11))


def test_the_same_half_takes_it_back_and_a_release_outside_does_nothing(stars, qtbot):
    stars.show_value(9, own=False)  # imported: a click makes them the user's own
    qtbot.mouseClick(stars, Qt.MouseButton.LeftButton, pos=at(9))
    qtbot.mouseClick(stars, Qt.MouseButton.LeftButton, pos=at(9))
    assert stars.said == [9, 0]
    qtbot.mousePress(stars, Qt.MouseButton.LeftButton, pos=at(3))
    qtbot.mouseRelease(stars, Qt.MouseButton.LeftButton, pos=QPoint(20, 90))
    assert stars.said == [9, 0]


def test_arrows_are_halves_and_one_change_together(stars, qtbot):
    stars.show_value(7, own=True)
    stars.setFocus()
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Right):
        qtbot.keyClick(stars, key)
    assert stars.said == []
    qtbot.waitUntil(lambda: stars.said == [9])
    qtbot.keyClick(stars, Qt.Key.Key_Delete)
    stars.clearFocus()
    assert stars.said == [9, 0]


def test_a_screen_reader_hears_and_sets_halves(stars):
    stars.show_value(9, own=True)
    node = QAccessible.queryAccessibleInterface(stars)
    assert node.role() == QAccessible.Role.Slider
    assert node.text(QAccessible.Text.Description) == "4½ of 5 stars"
    assert node.text(QAccessible.Text.Name) == "Your stars"
    value = node.valueInterface()
    assert (value.currentValue(), value.maximumValue(), value.minimumStepSize()) == (9, 10, 1)
    value.setCurrentValue(7)
    stars.flush()
    assert stars.said == [7]
    assert node.text(QAccessible.Text.Description) == "3½ of 5 stars"


def test_stars_of_a_film_say_whether_it_was_liked():
    assert NOT_RATED.with_stars(9) == OwnRating("liked", stars=9)
    assert NOT_RATED.with_stars(None) == NOT_RATED
