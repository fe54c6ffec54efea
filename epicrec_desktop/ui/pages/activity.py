"""The Activity page: everything that ever left this computer, byte for byte."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QGridLayout,
    QHBoxLayout,
    QListView,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from epicrec_desktop.domain.tasks import IsCancelled, Report
from epicrec_desktop.services.calendar import Calendar, Spending
from epicrec_desktop.services.recommend import Outcome
from epicrec_desktop.services.releases import LedgerEntry
from epicrec_desktop.ui import activity_words
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.privacy_words import level_title, movies
from epicrec_desktop.ui.tasks import NETWORK, Task
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import SecondaryButton
from epicrec_desktop.ui.widgets.ledger_list import ENTRY, ROW_HEIGHT, LedgerDelegate, LedgerModel
from epicrec_desktop.ui.widgets.page import Page
from epicrec_desktop.ui.widgets.panel import Line, Panel
from epicrec_desktop.ui.widgets.payload_view import PayloadView
from epicrec_desktop.ui.widgets.progress import ProgressStrip
from epicrec_desktop.ui.widgets.provider_totals import ProviderTotals
from epicrec_desktop.ui.widgets.states import Banner, EmptyState, ErrorBanner
from epicrec_desktop.ui.widgets.text import Heading, Note, Text
from epicrec_desktop.ui.widgets.window_calendar import WindowCalendar

NARROW = 820
SEEN = 4
"""Releases that are seen at once above the details; the others are scrolled to."""
QWIDGETSIZE_MAX = 16777215


class Details(Panel):
    """One release: its facts, and its bytes."""

    def __init__(self) -> None:
        super().__init__(name="activity.details")
        self.entry: LedgerEntry | None = None
        self.heading = Heading(name="activity.heading")
        self.again = SecondaryButton(self.tr("Send again"), name="activity.again", icon="send")
        head = QHBoxLayout()
        head.addWidget(self.heading, 1)
        head.addWidget(self.again, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(head)
        self._facts = QGridLayout()
        self._facts.setHorizontalSpacing(4 * STEP)
        self._facts.setVerticalSpacing(STEP + 2)
        self._facts.setColumnStretch(1, 1)
        self.labels: dict[str, Text] = {}
        self.values: dict[str, Text] = {}
        for key, label in (
            ("level", self.tr("Level")),
            ("movies", self.tr("Movies")),
            ("budget", self.tr("What it can tell")),
            ("sent", self.tr("Sent")),
            ("error", self.tr("Trouble")),
        ):
            self._add_fact(key, label)
        self.body.addLayout(self._facts)
        self.body.addWidget(Line())
        self.payload = PayloadView("activity.payload")
        self.body.addWidget(self.payload, 1)

    def _add_fact(self, key: str, label: str) -> None:
        row = self._facts.rowCount()
        name = Note(label, wrap=False)
        name.setObjectName(f"activity.label.{key}")
        name.setMinimumWidth(96)
        value = Text(name=f"activity.value.{key}")
        value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        self._facts.addWidget(name, row, 0, Qt.AlignmentFlag.AlignTop)
        self._facts.addWidget(value, row, 1)
        self.labels[key] = name
        self.values[key] = value

    def show_entry(self, entry: LedgerEntry) -> None:
        """Show this release."""
        self.entry = entry
        release = entry.release
        self.heading.setText(activity_words.made_words(entry))
        self.again.setVisible(not activity_words.stayed(entry))
        for key, text in (
            ("level", level_title(release.level)),
            ("movies", movies(len(release.items))),
            ("budget", activity_words.budget(release)),
            ("sent", activity_words.sendings(entry)),
            ("error", entry.error or ""),
        ):
            self.values[key].setText(text)
        self.values["error"].setVisible(bool(entry.error))
        self.labels["error"].setVisible(bool(entry.error))
        self.payload.show_release(release)


class ActivityPage(Page):
    """The ledger: a list, the details of the chosen release, and what went to whom in all."""

    KEY = "activity"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Activity"),
            self.tr("Everything that ever left this computer, and where it went."),
        )
        self._task: Task | None = None
        self._narrow = False
        self.error = ErrorBanner(name="activity.error")
        self.news = Banner("info", name="activity.news")
        self.notices.addWidget(self.error)
        self.notices.addWidget(self.news)
        self._build()
        context.released.connect(self._reload_if_seen)

    def _build(self) -> None:
        self.empty = EmptyState(
            "done",
            self.tr("Nothing has left this computer."),
            self.tr("Each release is kept here before its first byte is sent, to be read again."),
            name="activity.empty",
        )
        self.totals = ProviderTotals("activity.totals")
        self.spent = Text(name="activity.spent")
        self.calendar = WindowCalendar()
        self.model = LedgerModel(self)
        self.list = QListView()
        self.list.setObjectName("activity.list")
        self.list.setAccessibleName(self.tr("Releases, newest first"))
        self.list.setProperty("kind", "bare")
        self.list.setModel(self.model)
        self.list.setItemDelegate(LedgerDelegate(self.list))
        self.list.setMouseTracking(True)
        self.list.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Ignored)
        self.list.selectionModel().currentChanged.connect(self._choose)
        self.details = Details()
        self.details.again.clicked.connect(self._ask_again)
        self.details.payload.failed.connect(self.error.show_text)
        self.progress = ProgressStrip(name="activity.progress")
        left = Panel(name="activity.releases", padding=8)
        left.body.addWidget(self.list, 1)
        holder = QWidget()
        self._columns = QBoxLayout(QBoxLayout.Direction.LeftToRight, holder)
        self._columns.setContentsMargins(0, 0, 0, 0)
        self._columns.setSpacing(4 * STEP)
        self._columns.addWidget(left, 2)
        self._columns.addWidget(self.details, 3)
        self.stack = QStackedWidget()
        self.stack.addWidget(self.empty)
        self.stack.addWidget(holder)
        self.body.addWidget(self.spent)
        self.body.addWidget(self.calendar)
        self.body.addWidget(self.totals)
        self.body.addWidget(self.progress)
        self.body.addWidget(self.stack, 1)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """The details below the list where there is no room beside it."""
        narrow = self.width() < NARROW
        self._columns.setDirection(
            QBoxLayout.Direction.TopToBottom if narrow else QBoxLayout.Direction.LeftToRight
        )
        self._columns.setStretch(0, 0 if narrow else 2)
        self._narrow = narrow
        self._fit_list()
        super().resizeEvent(event)

    def _fit_list(self) -> None:
        """Above the details the list is as high as its releases, up to a few of them."""
        high = min(SEEN, max(1, self.model.rowCount())) * ROW_HEIGHT + 2
        self.list.setMinimumHeight(high if self._narrow else 2 * ROW_HEIGHT + 2)
        self.list.setMaximumHeight(high if self._narrow else QWIDGETSIZE_MAX)

    def activated(self) -> None:
        """Load the ledger."""
        ledger = self.context.services.ledger
        self.context.tasks.run(
            lambda report, cancelled: (ledger.entries(), ledger.calendar(), ledger.spending()),
            on_result=self._show,
            on_error=self.error.show_text,
        )

    def _reload_if_seen(self) -> None:
        if self.isVisible():
            self.activated()

    def _show(self, read: tuple[list[LedgerEntry], Calendar, Spending]) -> None:
        entries, calendar, spending = read
        self.calendar.show_calendar(calendar)
        self.spent.setText(activity_words.spent(spending, entries))
        self.spent.setVisible(bool(self.spent.text()))
        shown = self.details.entry.release.id if self.details.entry else None
        self.model.show_entries(entries)
        self.totals.show_totals(activity_words.totals(entries, spending))
        self._fit_list()
        self.stack.setCurrentIndex(1 if entries else 0)
        if entries:
            ids = [e.release.id for e in entries]
            row = ids.index(shown) if shown in ids else 0
            self.list.setCurrentIndex(self.model.index(row))

    def _choose(self, current: QModelIndex) -> None:
        entry = current.data(ENTRY)
        if entry is not None:
            self.details.show_entry(entry)
            self.news.hide()

    # Sending again

    def _ask_again(self) -> None:
        """Send the stored bytes again, if they are what a release now would send.

        If something new could be released, nothing is sent: that has to be seen in Privacy first.
        """
        entry = self.details.entry
        if entry is None or self._task is not None:
            return
        services, wanted = self.context.services, entry.release

        def send_again(report: Report, cancelled: IsCancelled) -> Outcome | None:
            preview = services.privacy.preview(
                provider=wanted.provider, report=report, cancelled=cancelled
            )
            same = {m.wire_id for m in preview.items} == set(wanted.items)
            if not (preview.repeat and same):
                return None
            return services.recommend.refresh(
                provider=wanted.provider, report=report, cancelled=cancelled
            )

        self.error.hide()
        self.news.hide()
        self.details.again.setEnabled(False)
        self._task = self.context.tasks.run(
            send_again,
            queue=NETWORK,
            on_result=self._sent,
            on_error=self.error.show_text,
            on_finished=self._ended,
        )
        self.progress.follow(self._task, self.tr("Sending the stored bytes…"))

    def _sent(self, outcome: Outcome | None) -> None:
        if outcome is None:
            self.news.show_text(
                self.tr(
                    "Nothing was sent: this is not what your levels would release now. "
                    "Look at Privacy to see what is."
                )
            )
            return
        self.context.outcome = outcome
        notes = outcome.recommendations.notes
        self.news.show_text(
            notes[0] if notes else self.tr("The same bytes were sent again. That cost nothing.")
        )
        self.context.released.emit()
        self.context.recommendations_changed.emit()

    def _ended(self) -> None:
        self._task = None
        self.details.again.setEnabled(True)
