"""What was released in all: totals per provider, and a calendar of periods."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QWidget

from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.services.period_calendar import Calendar, Month
from epicrec_desktop.ui.activity import text
from epicrec_desktop.ui.activity.text import Total, day
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.layouts import HorizontalLine, Panel, column, row
from epicrec_desktop.ui.common.privacy_text import month_name, movies
from epicrec_desktop.ui.common.text import (
    ElidedStrong,
    Note,
    Strong,
    Text,
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.wording import number


class ProviderTotals(Panel):
    """A table: releases, sendings, different movies in them, what they tell, the last time."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name, padding=16)
        self._name = name
        set_accessible_name(self, self.tr("In all, per provider"))
        self._grid: QWidget | None = None
        self.cells: list[dict[str, Text]] = []

    def show_totals(self, totals: Sequence[Total]) -> None:
        """Replace the table; without totals it is hidden."""
        if self._grid is not None:
            self._grid.hide()
            self._grid.deleteLater()
        self._grid = QWidget()
        grid = QGridLayout(self._grid)
        grid.setContentsMargins(0, STEP, 0, STEP)
        grid.setHorizontalSpacing(2 * STEP)
        grid.setVerticalSpacing(STEP + 2)
        grid.setColumnStretch(0, 1)
        heads = {
            "provider": self.tr("Provider"),
            "releases": self.tr("Releases"),
            "sent": self.tr("Sent"),
            "named": self.tr("Movies listed"),
            "spent": self.tr("A guess of 50:50 becomes at most"),
            "last": self.tr("Last time"),
        }
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        for place, head in enumerate(heads.values()):
            label = Note(head)  # in two lines where one has no room
            if place:
                label.setAlignment(right)
            grid.addWidget(label, 0, place)
        grid.addWidget(HorizontalLine(), 1, 0, 1, len(heads))
        self.cells = [self._line(total, place) for place, total in enumerate(totals)]
        for line, cells in enumerate(self.cells, start=2):
            for place, key in enumerate(heads):
                if place:
                    cells[key].setAlignment(right)
                grid.addWidget(cells[key], line, place)
        self.body.addWidget(self._grid)
        self.setVisible(bool(totals))

    def _line(self, total: Total, place: int) -> dict[str, Text]:
        name = f"{self._name}.{place}"
        spent, meaning = text.provider_bound(total)
        texts = {
            "releases": number(total.releases),
            "sent": text.sent_times(total),
            "named": number(total.named),
            "spent": spent,
            "last": text.day(total.last, short=True) if total.last is not None else "–",
        }
        cells: dict[str, Text] = {
            key: Text(text, name=f"{name}.{key}", wrap=False) for key, text in texts.items()
        }
        cells["provider"] = ElidedStrong(text.provider(total.provider), name=f"{name}.provider")
        set_tool_tip(cells["spent"], meaning)
        set_accessible_description(cells["spent"], meaning)
        return cells


MONTHS = 4
"""Latest months that have a tile."""


class MonthTile(Panel):
    """One month: its movies, and what became of them."""

    def __init__(self, month: Month, now: str) -> None:
        super().__init__(name=f"activity.month.{month.name}", padding=3 * STEP)
        self.month = month
        self.set_chosen(month.name == now)
        self.name = Strong(month_name(month.name), wrap=False)
        self.movies = Text(movies(month.movies), wrap=False)
        self.state = Note(self._state(now))
        self.body.addLayout(column(self.name, self.movies, self.state, spacing=STEP // 2))
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
        self._row = row(parent=self, spacing=2 * STEP)

    def show_calendar(self, calendar: Calendar) -> None:
        """Show the newest months of it."""
        for tile in self.tiles:
            self._row.removeWidget(tile)
            tile.deleteLater()
        self.tiles = [MonthTile(month, calendar.now) for month in calendar.months[-MONTHS:]]
        for tile in self.tiles:
            self._row.addWidget(tile, 1)
