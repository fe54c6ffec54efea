"""The release windows around now: what was told in which month, and what waits."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from epicrec_desktop.services.calendar import Calendar, Month
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.ui.activity.text import day
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.layouts import Panel
from epicrec_desktop.ui.common.privacy_text import month_name, movies
from epicrec_desktop.ui.common.text import Note, Strong, Text, set_accessible_name, set_tool_tip
from epicrec_desktop.ui.common.theme import STEP

SHOWN = 4


class MonthTile(Panel):
    """One month: its movies, and what became of them."""

    def __init__(self, month: Month, now: str) -> None:
        super().__init__(name=f"activity.month.{month.name}", padding=3 * STEP)
        self.month = month
        self.set_chosen(month.name == now)
        self.name = Strong(month_name(month.name), wrap=False)
        self.movies = Text(movies(month.movies), wrap=False)
        self.state = Note(self._state(now))
        column = QVBoxLayout()
        column.setSpacing(STEP // 2)
        for line in (self.name, self.movies, self.state):
            column.addWidget(line)
        self.body.addLayout(column)
        set_accessible_name(
            self, ". ".join((self.name.text(), self.movies.text(), self.state.text()))
        )
        set_tool_tip(self, "\n".join(messages.provider(name) for name in month.receivers))

    def _state(self, now: str) -> str:
        month = self.month
        if month.sampled is not None:
            if month.receivers == (THIS_COMPUTER,):
                return self.tr("Blurred once on {day}, for this computer").format(
                    day=day(month.sampled)
                )
            if not month.receivers:
                return self.tr("Blurred once; nobody has it yet")
            if len(month.receivers) == 1:
                return self.tr("Blurred once on {day}, for {provider}").format(
                    day=day(month.sampled), provider=month.receivers[0]
                )
            return wording.plural(
                "MonthTile", "Blurred once, for %Ln providers", len(month.receivers)
            )
        if month.name > now:
            return self.tr("Waits for the month to begin")
        return self.tr("Not blurred yet")


class PeriodCalendar(QWidget):
    """The last months and the one that movies confirmed now belong to."""

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("activity.calendar")
        self.tiles: list[MonthTile] = []
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(2 * STEP)

    def show_calendar(self, calendar: Calendar) -> None:
        """Show the newest months of it."""
        for tile in self.tiles:
            self._row.removeWidget(tile)
            tile.deleteLater()
        self.tiles = [MonthTile(month, calendar.now) for month in calendar.months[-SHOWN:]]
        for tile in self.tiles:
            self._row.addWidget(tile, 1)
