"""Keeps the foot of the navigation and the badge of My movies as things stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.shell.navigation import Navigation

if TYPE_CHECKING:
    from epicrec_desktop.ui.shell.status import Status


class StatusUpdater(QObject):
    """Loads level, provider, last release and the number of suggestions when one changes."""

    def __init__(self, context: Context, navigation: Navigation) -> None:
        super().__init__(context)
        self._context = context
        self.navigation = navigation
        """Where it is shown; another one in another language."""
        for signal in (
            context.library_changed,
            context.choice_changed,
            context.providers_changed,
            context.released,
        ):
            signal.connect(self.load)

    def load(self) -> None:
        """Load it again."""
        from epicrec_desktop.ui.shell.status import current_status  # noqa: PLC0415

        services = self._context.services
        self._context.tasks.run(
            lambda report, cancelled: current_status(services), on_result=self._show
        )

    def _show(self, now: Status) -> None:
        self.navigation.set_foot(*now.words())
        self.navigation.buttons["movies"].set_badge(now.suggested)
