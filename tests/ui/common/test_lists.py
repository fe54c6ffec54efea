"""Parts of lists that every page has."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt
from PySide6.QtWidgets import QProxyStyle, QStyle

from epicrec_desktop.ui.common.lists import ItemView, ListModel


def test_a_thumb_is_there_only_where_something_scrolls(qtbot) -> None:
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


class Words(ListModel[str]):
    """Words as items."""

    def value(self, item: str, role: int) -> object:
        return item if role == Qt.ItemDataRole.DisplayRole else None


class OneClick(QProxyStyle):
    """Style of a desktop on which one click activates."""

    def styleHint(self, hint, option=None, widget=None, data=None):  # noqa: N802 - Qt's name
        if hint is QStyle.StyleHint.SH_ItemView_ActivateItemOnSingleClick:
            return 1
        return super().styleHint(hint, option, widget, data)


def test_a_click_opens_once_also_where_one_click_activates(qtbot) -> None:
    model = Words()
    model.show_items(["Heat", "Alien"])
    view = ItemView(model)
    qtbot.addWidget(view)
    style = OneClick()
    style.setParent(view)
    view.setStyle(style)
    view.open_items()
    view.show()
    opened: list[str] = []
    view.opened.connect(opened.append)
    qtbot.mouseClick(
        view.viewport(), Qt.MouseButton.LeftButton, pos=view.visualRect(model.index(1)).center()
    )
    assert opened == ["Alien"]
    qtbot.keyClick(view, Qt.Key.Key_Return)
    assert opened == ["Alien", "Alien"]
