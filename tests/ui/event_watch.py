"""Events of widgets, noted while they happen."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject


class EventWatch(QObject):
    """Calls `note` with each object that gets an event of a kind; as long as it is kept."""

    def __init__(
        self, kind: QEvent.Type, note: Callable[[QObject], object], *watched: QObject
    ) -> None:
        super().__init__()
        self._kind, self._note = kind, note
        for one in watched:
            one.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802 - Qt's name
        if event.type() == self._kind:
            self._note(watched)
        return False
