"""Preparation of what later visits need, while the user asks for nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.tasks import LONG
from epicrec_desktop.ui.shell.pages import PageStack, import_pages

if TYPE_CHECKING:
    from epicrec_desktop.wiring import Services

PRELOAD_DELAY_MS = 700
"""Milliseconds without a task or another page after which services are preloaded."""
STEP_MS = 100
"""Milliseconds between two steps afterwards."""


class Preparation(QObject):
    """Loads services and public data on a worker, and builds pages that were not visited yet.

    The first visit of a page is then as quick as a later one. It begins once the first page is
    there, does a step at a time, and waits for the end of anything else that runs.
    """

    damage_found = Signal(object)  # sentences about public data, if any

    def __init__(
        self,
        context: Context,
        stack: PageStack,
        finished_setup: Callable[[], bool],
        window: QWidget,
    ) -> None:
        """Until `finished_setup`, no page is built and no public data is read."""
        super().__init__(window)
        self._context, self._stack, self._window = context, stack, window
        self._finished_setup = finished_setup
        self._begun = self._preloaded = False
        self._public_data_due = True  # not read since the catalog is in use
        self.delay = QTimer(self, singleShot=True, interval=PRELOAD_DELAY_MS)
        self.delay.timeout.connect(self.preload)
        self.steps = QTimer(self, singleShot=True, interval=STEP_MS)
        self.steps.timeout.connect(self._step)
        context.tasks.busy_changed.connect(self._tasks_changed)
        stack.currentChanged.connect(self._postpone)
        context.catalog_changed.connect(self._read_again)
        context.setting_changed.connect(self._setting_changed)
        self.delay.start()

    def _postpone(self) -> None:
        """Let a page that the user asks for come first."""
        for timer in (self.delay, self.steps):
            if timer.isActive():
                timer.start()

    def _tasks_changed(self, busy: bool) -> None:
        if busy:
            return
        if self._begun:
            self.go_on()
        else:
            self.delay.start()

    def preload(self) -> None:
        """Load the lazy services before the user needs them, and look for damaged public data."""
        if self._context.tasks.busy:
            return
        self._begun = True
        keys = tuple(self._stack.titles)

        def work(services: Services, job: Job) -> list[Message]:
            services.make_all(job.cancelled)
            import_pages(keys)
            return services.check_public_data(job)

        def preloaded(damage: Sequence[Message]) -> None:
            self._preloaded = True
            self.damage_found.emit(damage)

        self._context.run(work, preloaded, queue=LONG)

    def go_on(self) -> None:
        """Do what is left, if anything: a task or the first run ended, or the window is shown."""
        if self._preloaded and self._finished_setup():
            self.steps.start()

    def _step(self) -> None:
        """Do the next step; a hidden window does without the memory that public data takes."""
        if self._context.tasks.busy:
            return
        if self._public_data_due and self._window.isVisible():
            self._public_data_due = False
            # Damage is reported where the data is needed.
            self._context.run(lambda services, job: services.prepare_public_data(job), queue=LONG)
        elif self._stack.prepare_next():
            self.steps.start()

    def _read_again(self) -> None:
        self._public_data_due = True
        self.go_on()

    def _setting_changed(self, name: str) -> None:
        if name == "language":  # in which movies have their titles
            self._read_again()
