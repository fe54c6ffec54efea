"""The Activity page: what was sent to whom, in titles and byte for byte, and who was asked."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services import contribution_text
from epicrec_desktop.services.contacts import for_what, how_it_ended
from epicrec_desktop.services.contribution_status import ContributionStatus
from epicrec_desktop.services.ledger import FACTS, LedgerEntry, facts
from epicrec_desktop.services.period_calendar import Calendar, Spending
from epicrec_desktop.services.privacy_sentences import CAN_REVEAL
from epicrec_desktop.services.recommendations import RecommendResult
from epicrec_desktop.services.release_summary import ReleaseSummary
from epicrec_desktop.store.contacts import Contact, ContactOutcome
from epicrec_desktop.ui.activity import text
from epicrec_desktop.ui.activity.views import (
    PayloadView,
    PeriodCalendar,
    ProviderTotals,
    ReleaseContents,
    WholeList,
)
from epicrec_desktop.ui.common import messages, theme, wording
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import ExpanderButton, SegmentedControl
from epicrec_desktop.ui.common.labels import Heading, Note, Text
from epicrec_desktop.ui.common.layouts import (
    STRETCH,
    HorizontalLine,
    Panel,
    add_items,
    grid,
    row,
    stack,
)
from epicrec_desktop.ui.common.lists import ITEM, Cell, CellDelegate, ListModel
from epicrec_desktop.ui.common.notices import ErrorBanner, FloatingNotice
from epicrec_desktop.ui.common.page import EmptyState, Freshness, Page
from epicrec_desktop.ui.common.painting import draw_line
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.common.wording import number
from epicrec_desktop.wiring import Services

ROW_HEIGHT = 60


class LedgerModel(ListModel[LedgerEntry]):
    """Releases; the display text is the whole row in words, for screen readers and search."""

    def text(self, item: LedgerEntry) -> str:
        return ". ".join(self.lines(item))

    def lines(self, item: LedgerEntry) -> tuple[str, str]:
        return text.headline(item), text.summary(item)

    def failed(self, item: LedgerEntry) -> bool:
        return item.error is not None


class ContactModel(ListModel[Contact]):
    """Everybody who was asked for something; the display text is the whole row in words."""

    def text(self, item: Contact) -> str:
        return ". ".join(self.lines(item))

    def tip(self, item: Contact) -> str:
        return f"{self.lines(item)[1]} {item.address or ''}".strip()

    def lines(self, item: Contact) -> tuple[str, str]:
        what, end = messages.localized(for_what(item)), messages.localized(how_it_ended(item))
        return text.contact_headline(item), f"{what} · {end}"

    def failed(self, item: Contact) -> bool:
        return item.outcome is ContactOutcome.FAILED


class LedgerDelegate(CellDelegate):
    """Paints a release or a contact; the second line in the danger color where it failed."""

    SIZE = QSize(240, ROW_HEIGHT)

    def paint_cell(self, cell: Cell) -> None:
        cell.plate(3, 2)
        model = cell.index.model()
        assert isinstance(model, (LedgerModel, ContactModel))
        headline, summary = model.lines(cell.item)
        box, colors = cell.rect.adjusted(14, 10, -14, -10), cell.colors
        top, bottom = Qt.AlignmentFlag.AlignTop, Qt.AlignmentFlag.AlignBottom
        strong = theme.STRONG
        draw_line(cell.painter, box, headline, colors.ink, size=14, weight=strong, align=top)
        muted = colors.danger if model.failed(cell.item) else colors.muted
        draw_line(cell.painter, box, summary, muted, align=bottom)


NARROW = 820
RELEASES, CONTACTS = "releases", "contacts"
FIRST_ROWS, FIRST_ROWS_BESIDE = 4, 8
"""Releases that are shown before older ones are asked for, above and beside the details."""


class Details(Panel):
    """One release: the titles and numbers it disclosed, its facts, and, folded, its bytes."""

    def __init__(self) -> None:
        super().__init__(name="activity.details")
        self.entry: LedgerEntry | None = None
        self.known: frozenset[str] = frozenset()
        """Names of the providers that can be asked."""
        self.heading = Heading(name="activity.heading")
        self.again = SecondaryButton(self.tr("Send again"), name="activity.again", icon="send")
        self.body.addLayout(row((self.heading, 1), (self.again, 0, Qt.AlignmentFlag.AlignTop)))
        facts = grid(spacing=(4 * STEP, STEP + 2), grows=1)
        self._labels: dict[str, Text] = {}
        self.values: dict[str, Text] = {}
        named = (
            *((name, messages.localized(label)) for name, label in FACTS.items()),
            ("classes", self.tr("Your movies")),
            ("budget", messages.localized(CAN_REVEAL)),
            ("sent", self.tr("Sent")),
            ("error", self.tr("Problem")),
        )
        for place, (key, words) in enumerate(named):
            label = self._labels[key] = Note(words, name=f"activity.label.{key}", wrap=False)
            label.setMinimumWidth(96)
            value = self.values[key] = Text(name=f"activity.value.{key}")
            value.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            facts.addWidget(label, place, 0, Qt.AlignmentFlag.AlignTop)
            facts.addWidget(value, place, 1)
        self.disclosed = ReleaseContents("activity.told")
        self.exact = ExpanderButton(self.tr("The exact bytes"), name="activity.payload.open")
        self.payload = PayloadView("activity.payload")
        self.payload.hide()
        self.exact.toggled.connect(self.payload.setVisible)
        self.exact.toggled.connect(self.disclosed.setHidden)  # the bytes take its place
        add_items(self.body, facts, HorizontalLine(), self.exact, self.payload, self.disclosed)

    def show_entry(self, entry: LedgerEntry) -> None:
        """Show this release; `show_disclosed` adds the titles it disclosed."""
        if self.entry is None or self.entry.release.id != entry.release.id:
            self.disclosed.lines.show_items(())
            self._show_fact("classes", "")
        self.entry = entry
        release = entry.release
        self.heading.setText(plain(text.release_heading(entry), limit=300))
        self.again.setVisible(not entry.local and release.provider in self.known)
        shown = facts(release)
        for key, value in (
            *((name, messages.localized(shown.get(name, ""))) for name in FACTS),
            ("budget", text.certainty(release)),
            ("sent", text.deliveries(entry)),
            ("error", plain(messages.localized(entry.error), limit=300) if entry.error else ""),
        ):
            self._show_fact(key, value)
        self.exact.set_remark(text.bytes_remark(release))
        self.payload.show_release(release)

    def show_disclosed(self, entry: LedgerEntry, disclosed: ReleaseSummary) -> None:
        if self.entry is not None and self.entry.release.id == entry.release.id:
            self.disclosed.lines.show_items(text.disclosed(disclosed, entry))
            self._show_fact("classes", text.classes(disclosed))

    def _show_fact(self, key: str, words: str) -> None:
        self.values[key].setText(words)
        for part in (self._labels[key], self.values[key]):
            part.setVisible(bool(words))


class ActivityPage(Page):
    """The ledger: a list, the details of the chosen release, and what went to whom in all."""

    KEY = "activity"

    def __init__(self, context: Context) -> None:
        super().__init__(context, self.tr("What was sent, and to whom."))
        self._newest: int | None = None
        self._has_overview = False
        self.error = ErrorBanner(name="activity.error")
        self.news = FloatingNotice(self, name="activity.news")
        self.notices.addWidget(self.error)
        self._build()
        left = (context.released, context.sampled, context.provider_contacted)
        known = (context.library_changed, context.choice_changed, context.providers_changed)
        self._freshness = Freshness(context, *left, *known, context.month_changed)
        for signal in (*left, *known, context.month_changed):
            signal.connect(self._reload_if_seen)
        # What it says of a sending may speak of one who is gone.
        context.providers_changed.connect(self.news.hide)
        context.providers_changed.connect(self.error.hide)

    def _build(self) -> None:
        heading = self.tr("No list is on record")
        sentence = self.tr(
            "Each release is stored here before its first byte is sent, so "
            "that you can look at it again."
        )
        self.empty = EmptyState("done", heading, sentence, name="activity.empty")
        self.totals = ProviderTotals("activity.totals")
        self.spent = Text(name="activity.spent")
        self.calendar = PeriodCalendar()
        self.overview = ExpanderButton(
            self.tr("By month and service"), name="activity.overview.open"
        )
        self.overview.toggled.connect(self._show_kind)
        self.model = LedgerModel(self)
        label = self.tr("Releases, newest first")
        self.list = WholeList(self.model, LedgerDelegate(), name="activity.list", label=label)
        self.list.selectionModel().currentChanged.connect(self._choose)
        self.details = Details()
        self.details.again.clicked.connect(self._send_again)
        self.details.payload.failed.connect(self.error.show_text)
        self.progress = ProgressStrip(name="activity.progress")
        self.kind = SegmentedControl(
            [(RELEASES, self.tr("Releases")), (CONTACTS, self.tr("All contacts"))],
            name="activity.kind",
            label=self.tr("What to list"),
        )
        self.kind.set_value(RELEASES)
        self.kind.chosen.connect(self._show_kind)
        self.older = ExpanderButton(self.tr("Older releases"), name="activity.older")
        self.older.toggled.connect(self._fit_list)
        left = Panel(name="activity.releases", padding=8)
        add_items(left.body, self.list, self.older)
        top = Qt.AlignmentFlag.AlignTop
        self.releases = QWidget()
        self._columns = row(
            (left, 2, top), (self.details, 3, top), parent=self.releases, spacing=4 * STEP
        )
        in_all = (self.overview, self.spent, self.calendar, self.totals, self.progress)
        lists = ((self.empty, 1), self.releases, self._build_contacts(), STRETCH)
        add_items(self.body, row(self.kind, STRETCH), *in_all, *lists)
        self._show_kind()

    def _build_contacts(self) -> QWidget:
        self.contacts = ContactModel(self)
        label = self.tr("Contacts, newest first")
        self.contact_list = WholeList(
            self.contacts, LedgerDelegate(), name="activity.contacts", label=label
        )
        self.contact_note = Note(name="activity.contacts.note")
        self.contact_note.setContentsMargins(3 * STEP, STEP, 3 * STEP, STEP)
        self.contacts_panel = Panel(name="activity.contacts.panel", padding=8)
        add_items(self.contacts_panel.body, self.contact_note, self.contact_list)
        return self.contacts_panel

    def _show_kind(self) -> None:
        releases = self.kind.value == RELEASES
        self.overview.setVisible(releases and self._has_overview)
        in_all = not self.overview.isHidden() and self.overview.isChecked()
        self.spent.setVisible(in_all and bool(self.spent.text()))
        self.calendar.setVisible(in_all)
        self.totals.setVisible(in_all and bool(self.totals.cells))
        self.empty.setVisible(releases and not self.model.items)
        self.releases.setVisible(releases and bool(self.model.items))
        self.contacts_panel.setVisible(not releases)

    def resizeEvent(self, event: QResizeEvent) -> None:
        if stack(self._columns, self.width() < NARROW):
            self._fit_list()
        super().resizeEvent(event)

    def _fit_list(self) -> None:
        """Show the newest releases, and all of them where older ones were asked for."""
        first = FIRST_ROWS if self.width() < NARROW else FIRST_ROWS_BESIDE
        more = self.model.rowCount() - first
        self.older.setVisible(more > 0)
        self.older.set_remark(number(more))
        self.list.show_first(self.model.rowCount() if self.older.isChecked() else first)

    def activated(self) -> None:
        self.error.hide()
        if self._freshness.stale:
            self._load()

    def _load(self) -> None:
        self._freshness.begin()
        self.context.run(
            lambda services, job: (
                services.ledger.entries(),
                services.ledger.calendar(),
                services.ledger.spending(),
                services.contacts.all(),
                services.contributions.status(),
                frozenset(info.name for info in services.providers.all()),
            ),
            lambda read: self._show(*read),
            self._failed,
        )

    def _failed(self, sentence: str) -> None:
        self._freshness.expire()
        self.error.show_text(sentence)

    def _reload_if_seen(self) -> None:
        if self.isVisible():
            self._load()

    def _show(
        self,
        entries: list[LedgerEntry],
        calendar: Calendar,
        spending: Spending,
        contacts: list[Contact],
        contributed: ContributionStatus,
        known: frozenset[str],
    ) -> None:
        self.details.known = known
        self.contacts.show_items(contacts)
        self.contact_note.setText(text.contacts_note(contacts))
        self.calendar.show_calendar(calendar)
        scheduled = contribution_text.scheduled(contributed, wording.moment)
        contributions = [messages.localized(one) for one in scheduled]
        self.spent.setText(" ".join([text.spent(spending, entries), *contributions]).strip())
        left = bool(entries or contributions) or spending.joint is not None
        self._has_overview = left or len(calendar.months) > 1
        shown = self.details.entry.release.id if self.details.entry else None
        newest = entries[0].release.id if entries else None
        if newest != self._newest:  # one was made since
            self._newest, shown = newest, newest
        self.model.show_items(entries)
        self.totals.show_totals(text.totals(entries, spending))
        self._fit_list()
        self._show_kind()
        if entries:
            ids = [e.release.id for e in entries]
            row = ids.index(shown) if shown in ids else 0
            if self.list.isRowHidden(row):
                self.older.setChecked(True)
            self.list.setCurrentIndex(self.model.index(row))

    def _choose(self, current: QModelIndex) -> None:
        entry = current.data(ITEM)
        if entry is not None:
            if self.details.entry is None or self.details.entry.release.id != entry.release.id:
                self.news.hide()
            self.details.show_entry(entry)
            self.ask(
                lambda services, job: services.summaries.release_summary(entry.release),
                lambda disclosed: self.details.show_disclosed(entry, disclosed),
            )

    # Sending again

    def _send_again(self) -> None:
        """Send the stored bytes again, if they are what a release now would send.

        If something new could be released, nothing is sent: that has to be seen in Privacy first.
        """
        entry = self.details.entry
        if entry is None:
            return
        wanted = entry.release

        def send_again(services: Services, job: Job) -> RecommendResult | None:
            connection = services.providers.connect(wanted.provider)
            last = services.releases.repeat(connection, job=job)
            if last is None or last.id != wanted.id:
                return None
            return services.recommend.refresh(provider=wanted.provider, job=job)

        self.run(send_again, self.tr("Sending the stored bytes…"), self._sent)

    def clear(self) -> None:
        super().clear()
        self.news.hide()

    def set_busy(self) -> None:
        self.details.again.setEnabled(self.task is None)

    def _sent(self, outcome: RecommendResult | None) -> None:
        if outcome is None or outcome.release is None:
            self.news.show_text(self.tr("Nothing was sent: a release now would not be this list."))
            return
        self.news.show_text(
            self.tr("The same bytes were sent again. That cost nothing.")
            if outcome.problem is None
            else messages.localized(outcome.problem)
        )
        self.context.recommendations_changed.emit()

    def ended(self) -> None:
        self.context.released.emit()  # also where it failed or was cancelled: it may have been sent
