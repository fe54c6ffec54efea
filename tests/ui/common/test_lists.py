"""Parts of lists that every page has."""

from __future__ import annotations

from PySide6.QtCore import QStringListModel, Qt

from epicrec_desktop.ui.common.lists import ItemView


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
