"""What providers publish is fetched by this clock alone, whatever the person does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from epicrec_desktop.ui.common.tasks import LONG, Task, Tasks

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services

_EVERY_MS = 60_000


class PublicationTimer(QObject):
    """Asks once a minute whether any provider's schedule says to fetch, at every level.

    The moment must tell nothing of what the person does; the schedule asks at most once a day. It
    has the queue of long work, so that a slow provider holds up no release.
    """

    fetched = Signal()  # somebody was asked

    def __init__(self, services: Services, tasks: Tasks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._services, self._tasks = services, tasks
        self._running: Task | None = None
        self.timer = QTimer(self)
        self.timer.setInterval(_EVERY_MS)
        self.timer.timeout.connect(self.minute_passed)
        self.timer.start()

    def minute_passed(self) -> None:
        """Fetch what is due; one round at a time."""
        if self._running is None:
            providers = self._services.providers
            self._running = self._tasks.run(
                lambda report, cancelled: providers.refresh_public(
                    report=report, cancelled=cancelled
                ),
                queue=LONG,
                on_result=self._refreshed,
                on_finished=self._finished,
            )

    def _refreshed(self, providers: tuple[str, ...]) -> None:
        if providers:
            self.fetched.emit()

    def _finished(self) -> None:
        self._running = None
