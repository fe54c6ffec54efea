"""The filters over the rows: kept in the settings, asked for on a worker, and more of a row.

An answer is a whole ranking. So nothing is asked while the last result is shown as it is, until
somebody wants to know what could be chosen.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from epicrec_desktop.domain.filters import Filters
from epicrec_desktop.domain.release import Recommendations, Row
from epicrec_desktop.ui.common.context import Context

if TYPE_CHECKING:
    from epicrec_desktop.services.recommend import Narrowed

STEP = 60
"""Movies that a row gets more at its end."""
MAX_EXTRA = 600


class FilterController(QObject):
    """What is shown of a result. `answered` comes after each question; the last one counts."""

    answered = Signal()
    failed = Signal(str)  # a sentence

    def __init__(self, context: Context, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._asked = 0
        self._running = 0
        self._reached_counts: dict[str, int] = {}
        self.further = 0
        self.found: Narrowed | None = None

    @property
    def filters(self) -> Filters:
        """What is chosen."""
        return Filters.from_text(self._context.services.settings.recommendations_filters)

    def choose(self, filters: Filters) -> None:
        """Keep them, and ask for what they let through."""
        self._context.services.settings.recommendations_filters = (
            filters.to_text() if filters.chosen else ""
        )
        self._context.save_settings()
        self.reset()

    def _begin(self) -> None:
        self._asked += 1  # what is under way was asked of something else
        self.further, self._reached_counts, self.found = 0, {}, None

    def more(self, row: str, count: int) -> None:
        """The end of a row of so many is reached: ask for more, unless that brought none before."""
        if self.further < MAX_EXTRA and self._reached_counts.get(row) != count:
            self._reached_counts[row] = count
            self.further += STEP
            self.ask()

    def reset(self) -> None:
        """There is another result: its rows are as long as usual."""
        self._begin()
        if self.active:
            self.ask()

    def request(self) -> None:
        """Somebody looks at what could be chosen: ask, unless that is under way."""
        if self._running != self._asked:
            self.ask()

    def ask(self) -> None:
        """What the filters let through now."""
        self._asked += 1
        asked, filters, further = self._asked, self.filters, self.further
        self._running = asked
        recommend = self._context.services.recommend
        self._context.tasks.run(
            lambda report, cancelled: (asked, recommend.narrowed(filters, further=further)),
            on_result=self._answered,
            on_error=self._on_error,
        )

    def _on_error(self, sentence: str) -> None:
        self._running = 0
        self.failed.emit(sentence)

    def _answered(self, answer: tuple[int, Narrowed]) -> None:
        asked, found = answer
        if asked == self._asked:  # an answer to an earlier question is dropped
            self.found = found
            self.answered.emit()

    @property
    def active(self) -> bool:
        """Whether something else is shown than the last result as it is."""
        return bool(self.filters.chosen) or self.further > 0

    def rows(self, result: Recommendations) -> tuple[Row, ...] | None:
        """What to show of a result; None while that is not known yet."""
        if not self.active:
            return result.rows
        return None if self.found is None else self.found.recommendations.rows

    def watchlist(self, row: Row) -> Row:
        """What to show of the watchlist."""
        if not self.filters.chosen or self.found is None:
            return row
        kept = [s for s in row.suggestions if s.wire_id in self.found.watchlist]
        return replace(row, suggestions=tuple(kept))
