"""Parts of lists that every page has."""

import pytest
from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QProxyStyle, QStyle

from epicrec_desktop.ui.common.lists import ItemView, ListModel


class Single(QProxyStyle):
    """Style of a desktop on which one click activates, or not."""

    def __init__(self, single: bool) -> None:
        super().__init__("Fusion")
        self._single = single

    def styleHint(self, hint, option=None, widget=None, returned=None):  # noqa: N802
        if hint is QStyle.StyleHint.SH_ItemView_ActivateItemOnSingleClick:
            return int(self._single)
        return super().styleHint(hint, option, widget, returned)


class Titles(ListModel[str]):
    """Model of titles."""

    def value(self, item: str, role: int) -> object:
        return item if role == Qt.ItemDataRole.DisplayRole else None


@pytest.mark.parametrize("single", [False, True])
def test_a_click_or_a_key_opens_an_item_once(qtbot, single):
    view, style = ItemView(Titles()), Single(single)
    qtbot.addWidget(view)
    view.setStyle(style)
    view.model().show_items(["Heat", "Alien"])
    view.open_items()
    view.show()
    opened: list[str] = []
    view.opened.connect(opened.append)
    at = view.visualRect(view.model().index(1)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=at)
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter):
        qtbot.keyClick(view, key)
    assert opened == ["Alien"] * 4


def test_a_thumb_is_there_only_where_something_scrolls(qtbot):
    """Walls always have their scroll bar, so that its coming moves no poster."""
    model = QStringListModel(["Heat"])
    view = ItemView(model)
    qtbot.addWidget(view)
    view.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
    view.resize(200, 100)
    view.show()
    assert not view.verticalScrollBar().isEnabled()
    model.setStringList(["Heat"] * 50)
    qtbot.waitUntil(view.verticalScrollBar().isEnabled)
    model.setStringList(["Heat"])
    qtbot.waitUntil(lambda: not view.verticalScrollBar().isEnabled())
