"""Views of Activity: totals and a calendar of periods; a release as a list, and its exact bytes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QRect, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QScrollArea,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from epicrec_desktop.domain.plain_text import escaped_json
from epicrec_desktop.domain.release import THIS_COMPUTER, Release
from epicrec_desktop.files import write_file
from epicrec_desktop.services.period_calendar import Calendar, Month
from epicrec_desktop.ui.activity import text
from epicrec_desktop.ui.activity.text import Line, Total
from epicrec_desktop.ui.common import messages, theme, wording
from epicrec_desktop.ui.common.buttons import QuietButton, copy_on_click
from epicrec_desktop.ui.common.controls import SegmentedControl
from epicrec_desktop.ui.common.dialogs import choose_save_file
from epicrec_desktop.ui.common.labels import (
    ElidedLabel,
    ElidedStrong,
    Note,
    ReadOnlyText,
    Strong,
    Text,
)
from epicrec_desktop.ui.common.layouts import Panel, RowList, clear_layout, column, row, table
from epicrec_desktop.ui.common.lists import TEXT, TOOL_TIP, Index, ItemView, ListModel
from epicrec_desktop.ui.common.privacy_text import month_name
from epicrec_desktop.ui.common.text import (
    display_line,
    set_accessible_description,
    set_accessible_name,
    set_tool_tip,
    tool_tip,
    with_bidi_isolates,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.wording import number


class ProviderTotals(Panel):
    """A table: releases, sendings, different movies in them, what they tell, the last time."""

    def __init__(self, name: str) -> None:
        super().__init__(name=name, padding=16)
        self._name = name
        set_accessible_name(self, self.tr("In all, per service"))
        self._table = RowList()
        self.body.addWidget(self._table)
        self.cells: list[dict[str, Text]] = []

    def show_totals(self, totals: Sequence[Total]) -> None:
        heads = {
            "provider": self.tr("Service"),
            "releases": self.tr("Releases"),
            "sent": self.tr("Sent"),
            "named": self.tr("Movies listed"),
            "spent": self.tr("A guess of 50:50 becomes at most"),
            "last": self.tr("Last time"),
        }
        self.cells = [self._line(total, place) for place, total in enumerate(totals)]
        lines = [[texts[key] for key in heads] for texts in self.cells]
        right = Qt.AlignmentFlag.AlignRight
        shown = table([*heads.values()], lines, spacing=(2 * STEP, STEP + 2), align=right)
        self._table.show_rows([shown])
        self.setVisible(bool(totals))

    def _line(self, total: Total, place: int) -> dict[str, Text]:
        name = f"{self._name}.{place}"
        spent, meaning = text.provider_bound(total)
        texts = {
            "releases": number(total.releases),
            "sent": text.sent_times(total),
            "named": number(total.named),
            "spent": spent,
            "last": wording.date(total.last, short=True) if total.last is not None else "–",
        }
        cells: dict[str, Text] = {
            key: Text(text, name=f"{name}.{key}", wrap=False) for key, text in texts.items()
        }
        cells["provider"] = ElidedStrong(messages.provider(total.provider), name=f"{name}.provider")
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
        self.setProperty("kind", "chosen" if month.name == now else "panel")
        self.name = Strong(month_name(month.name), wrap=False)
        self.movies = Text(wording.movies(month.movies), wrap=False)
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
                    day=wording.date(month.sampled)
                )
            if not month.receivers:
                return self.tr("Blurred once; nobody has it yet")
            if len(month.receivers) == 1:
                return self.tr("Blurred once on {day}, for {provider}").format(
                    day=wording.date(month.sampled), provider=month.receivers[0]
                )
            return wording.plural(
                "MonthTile", "Blurred once, for %Ln services", len(month.receivers)
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
        clear_layout(self._row)
        self.tiles = [MonthTile(month, calendar.now) for month in calendar.months[-MONTHS:]]
        for tile in self.tiles:
            self._row.addWidget(tile, 1)


_INDENT = "    "


class ReleaseContentsModel(ListModel[Line]):
    """One line each; headings are strong, digits below each other of one width."""

    def value(self, item: Line, role: int) -> object:
        words, heading = item
        if role == TEXT:
            return f"{'' if heading else _INDENT}{with_bidi_isolates(display_line(words))}"
        if role == TOOL_TIP:
            return tool_tip(words)
        if role == Qt.ItemDataRole.FontRole:
            return theme.font(theme.BASE, theme.STRONG) if heading else theme.tabular_font()
        return None


class _HeadingDelegate(QStyledItemDelegate):
    """Measures headings only, which wrap: a release may have thousands of movies."""

    def __init__(self, view: ReleaseContents) -> None:
        super().__init__(view)
        self._view = view
        self.line = QSize()

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        _, heading = self._view.lines.items[index.row()]
        if not heading:
            return self.line
        # Qt has the width of the layout before, which is none at first.
        width = self._view.viewport().width() - 2 * self._view.spacing()
        option.rect = QRect(0, 0, width, 1)
        return super().sizeHint(option, index)


class WholeList(ItemView):
    """List as high as all of its rows, so that only the page scrolls."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def show_first(self, most: int) -> None:
        for place in range(self.model().rowCount()):
            self.setRowHidden(place, place >= most)
        self.doItemsLayout()

    def updateGeometries(self) -> None:
        super().updateGeometries()
        high = max(0, self.contentsSize().height()) + 2 * self.frameWidth()
        if self.minimumHeight() != high or self.maximumHeight() != high:
            self.setFixedHeight(high)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pass the keys that scroll to the page, and scroll it to the row that others lead to."""
        if event.key() in (Qt.Key.Key_PageUp, Qt.Key.Key_PageDown):
            event.ignore()
            return
        super().keyPressEvent(event)
        current = self.visualRect(self.currentIndex())
        area = self.parentWidget()
        while area is not None and not isinstance(area, QScrollArea):
            area = area.parentWidget()
        content = area.widget() if area is not None else None
        if area is not None and content is not None and current.isValid():
            at = self.viewport().mapTo(content, current.center())
            area.ensureVisible(at.x(), at.y(), 0, current.height())


class ReleaseContents(WholeList):
    """Shows them; long headings take as many lines as they need."""

    def __init__(self, name: str) -> None:
        self.lines = ReleaseContentsModel()
        label = QCoreApplication.translate("ReleaseContents", "What this release tells")
        super().__init__(self.lines, name=name, label=label, kind="lines")
        self.lines.setParent(self)
        self.setSpacing(1)
        self._laid_out: tuple[Sequence[Line], int, QFont] | None = None
        self._delegate = _HeadingDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setWordWrap(True)

    def doItemsLayout(self) -> None:
        """Measure a line once for all movies, and place thousands only where something changed."""
        laid_out = self.lines.items, self.viewport().width(), self.font()
        if laid_out == self._laid_out:
            QAbstractItemView.doItemsLayout(self)
            return
        self._laid_out = laid_out
        self._delegate.line = QSize(0, self.fontMetrics().height() + 2)
        super().doItemsLayout()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Wrap headings again at another width; the height follows from the lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.scheduleDelayedItemsLayout()

    def texts(self) -> list[str]:
        return [words for words, _ in self.lines.items]


PRETTY, RAW = "pretty", "raw"
PAYLOAD_HEIGHT = 320


def pretty(payload: bytes) -> str:
    """Return the payload with line breaks; as it is where it is not JSON."""
    try:
        return escaped_json(json.dumps(json.loads(payload), indent=2, ensure_ascii=False))
    except ValueError:
        return raw(payload)


def raw(payload: bytes) -> str:
    """Return the bytes as text; what is not UTF-8 is shown as escapes."""
    return escaped_json(payload.decode("utf-8", "backslashreplace"))


class PayloadView(QWidget):
    """The bytes of a release. "Save" writes the bytes themselves, not what is shown."""

    failed = Signal(str)

    def __init__(self, name: str) -> None:
        super().__init__()
        self._release: Release | None = None
        self.shape = SegmentedControl(
            [(PRETTY, self.tr("Readable")), (RAW, self.tr("Exact bytes"))],
            name=f"{name}.shape",
            label=self.tr("How to show the bytes"),
            small=True,
        )
        self.shape.chosen.connect(self._show)
        self.text = ReadOnlyText(
            name=f"{name}.text", label=self.tr("The exact bytes"), height=PAYLOAD_HEIGHT
        )
        self.digest = ElidedLabel(name=f"{name}.sha256")
        self.copy = QuietButton(self.tr("Copy"), name=f"{name}.copy")
        copy_on_click(self.copy, self.text.toPlainText)
        self.save = QuietButton(self.tr("Save as…"), name=f"{name}.save", icon="download")
        self.save.clicked.connect(self._ask_where)
        self.heading = Strong(self.tr("Byte for byte"), wrap=False)
        head = row((self.heading, 1), self.shape)
        foot = row((self.digest, 1), self.copy, self.save, spacing=STEP)
        column(head, (self.text, 1), foot, parent=self, spacing=2 * STEP)

    def show_release(self, release: Release) -> None:
        self._release = release
        size = text.size(release.payload)
        self.digest.setText(f"{size} · SHA-256 {release.sha256}")
        self._show(self.shape.value)

    def _show(self, shape: str) -> None:
        if self._release is not None:
            show = pretty if shape == PRETTY else raw
            self.text.setPlainText(show(self._release.payload))

    def _ask_where(self) -> None:
        if self._release is None:
            return
        proposal = f"epicrec-release-{self._release.id}.json"
        choose_save_file(self, self.tr("Save what was sent"), self.write, proposal)

    def write(self, file: Path) -> None:
        assert self._release is not None, "nothing is shown"
        try:
            write_file(file, self._release.payload)
        except OSError:
            self.failed.emit(
                self.tr(
                    "The file could not be written. The release is still kept here; "
                    "choose another place."
                )
            )
