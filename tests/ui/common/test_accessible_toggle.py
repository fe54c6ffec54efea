"""A screen reader's toggle is the person's click; the program's own changes are not."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QAbstractButton

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.ui.common.controls import (
    CheckBox,
    ExpanderButton,
    RadioButton,
    SegmentedControl,
)
from epicrec_desktop.ui.common.level_choice import LevelCard
from epicrec_desktop.ui.shell.navigation import Navigation

MAKERS: list[Callable[[], QAbstractButton]] = [
    lambda: CheckBox("Chrome", name="x"),
    lambda: RadioButton("Improved", name="x"),
    lambda: LevelCard(ReleaseLevel.NO, "x"),
    lambda: ExpanderButton("More", name="x"),
]


def toggle(button: QAbstractButton) -> None:
    """As AT-SPI and UI Automation have it done."""
    actions = QAccessible.queryAccessibleInterface(button).actionInterface()
    assert actions.actionNames()[0] == "Toggle"
    actions.doAction("Toggle")


@pytest.mark.parametrize("make", MAKERS)
def test_what_is_toggled_was_clicked(qtbot, make):
    button = make()
    qtbot.addWidget(button)
    heard: list[bool] = []

    def hear(on):  # Qt gives a built-in no argument
        heard.append(on)

    button.clicked.connect(hear)
    button.setChecked(True)
    button.setChecked(False)
    heard_of_the_program = list(heard)
    button.setAutoExclusive(False)
    button.setChecked(False)
    toggle(button)
    assert heard_of_the_program == []
    assert heard == [True]
    button.click()
    assert heard == [True, False], "a click is one"


def test_a_segment_and_a_place_are_chosen_so(qtbot):
    segmented = SegmentedControl([("a", "A"), ("b", "B")], name="x", label="Which")
    places = Navigation({"movies": "A", "privacy": "B"})
    chosen: list[str] = []
    for widget in (segmented, places):
        qtbot.addWidget(widget)
        widget.chosen.connect(chosen.append)
    places.set_current("movies")
    toggle(segmented.findChild(QAbstractButton, "x.b"))
    toggle(places.buttons["privacy"])
    assert chosen == ["b", "privacy"]
    segmented.set_value("a")
    places.set_current("movies")
    assert chosen == ["b", "privacy"], "nobody chose it"


def test_tab_comes_to_the_place_one_is_at(qtbot):
    places = Navigation({"movies": "A", "privacy": "B"})
    qtbot.addWidget(places)
    for key in ("movies", "privacy"):
        places.set_current(key)
        reached = [k for k, b in places.buttons.items() if b.focusPolicy().value & 1]
        assert reached == [key]
