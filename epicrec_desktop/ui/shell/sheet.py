"""A column of words in the middle of a window: the door of a locked library, "Who is this?"."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QScrollArea, QVBoxLayout, QWidget

COLUMN_WIDTH = 480


class CenteredColumn(QWidget):
    """As wide as words are read well, and exactly as high as they need there."""

    def __init__(self) -> None:
        super().__init__()
        self.setFixedWidth(COLUMN_WIDTH)

    def event(self, event: QEvent) -> bool:
        """Something came or went: a layout in the middle of its room guesses the height."""
        layout = self.layout()
        if event.type() == QEvent.Type.LayoutRequest and layout is not None:
            self.setFixedHeight(layout.totalHeightForWidth(COLUMN_WIDTH))
        return super().event(event)


def centered_scroll_area(page: QWidget) -> QScrollArea:
    """A page with room around it, which scrolls where there is too little."""
    room = QScrollArea()
    room.setWidgetResizable(True)
    room.setFrameShape(QScrollArea.Shape.NoFrame)
    middle = QWidget()
    column = QVBoxLayout(middle)
    column.addStretch(1)
    column.addWidget(page, 0, Qt.AlignmentFlag.AlignHCenter)
    column.addStretch(2)
    room.setWidget(middle)
    return room
