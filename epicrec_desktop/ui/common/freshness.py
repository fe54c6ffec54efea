"""Whether a page has to load again when it is shown."""

from __future__ import annotations

from PySide6.QtCore import SignalInstance

from epicrec_desktop.ui.common.context import Context


class Freshness:
    """Remembers when a page loaded: `stale` after one of the signals, a write, or midnight."""

    def __init__(self, context: Context, *signals: SignalInstance) -> None:
        self._context = context
        self._loaded: object = None
        for signal in signals:
            signal.connect(self.expire)

    def expire(self, *_: object) -> None:
        """Load at the next visit."""
        self._loaded = None

    def begin(self) -> None:
        """Remember the state that is about to be loaded."""
        self._loaded = self._state()

    @property
    def stale(self) -> bool:
        """Return whether what was loaded may be no longer so."""
        return self._loaded is None or self._loaded != self._state()

    def _state(self) -> object:
        context = self._context.services.context
        return context.database.state(), context.now().astimezone().date()
