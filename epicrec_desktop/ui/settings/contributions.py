"""Contributions section: what one does and costs, an example, and a row for each receiver."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QLocale
from PySide6.QtWidgets import QComboBox, QSizePolicy, QWidget

from epicrec_desktop.domain.json_text import month
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.plain_text import escaped_json, plain
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.provider.address import is_ours
from epicrec_desktop.services import contribution_text
from epicrec_desktop.services.contribution_service import ContributionProposal, Example, ExampleBit
from epicrec_desktop.services.contribution_status import (
    ContributionEntry,
    ContributionStatus,
    by_receiver,
)
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.services.release_proposal import WARNINGS
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.buttons import QuietButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import ComboBox, ExpanderButton
from epicrec_desktop.ui.common.dialogs import ConfirmDialog
from epicrec_desktop.ui.common.labels import ElidedLabel, ElidedStrong, Note, ReadOnlyText, Text
from epicrec_desktop.ui.common.layouts import (
    STRETCH,
    HorizontalLine,
    RowList,
    add_items,
    column,
    row,
    table,
)
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.settings.section import Section
from epicrec_desktop.wiring import Services

WIDEST = 560
"""Maximum width: a wider line is hard to read."""


class ContributionExample(QWidget):
    """Example of a contribution, labeled as such; `another` samples again."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.setObjectName(name)
        set_accessible_name(self, self.tr("An example of a contribution"))
        self.shown: Example | None = None
        self._name = name
        self._table = RowList()
        self._table.setMaximumWidth(WIDEST)
        self.note = Note(name=f"{name}.note")
        self.another = QuietButton(
            self.tr("Another example"), name=f"{name}.another", icon="refresh"
        )
        parts = (self._table, self.note, row(self.another, STRETCH))
        column(*parts, parent=self, margins=(0, 0, 0, STEP), spacing=2 * STEP)

    def show_example(self, example: Example) -> None:
        self.shown = example
        self.note.setText(messages.localized(contribution_text.example_sums(example)))
        heads = self.tr("Movie"), self.tr("In truth"), self.tr("The answer in this example")
        lines = [self._line(*one) for one in enumerate(example.bits)]
        self._table.show_rows([table(heads, lines, spacing=(4 * STEP, STEP))])

    def _line(self, place: int, bit: ExampleBit) -> list[Text]:
        truth = self.tr("watched") if bit.watched else self.tr("not watched")
        reported = self.tr("yes") if bit.reported else self.tr("no")
        if bit.reported != bit.watched:
            reported = self.tr("{answer}, flipped").format(answer=reported)
        return [
            ElidedLabel(plain(bit.title, limit=120), name=f"{self._name}.{place}.title"),
            Note(truth, wrap=False),
            Note(reported, name=f"{self._name}.{place}.said", wrap=False),
        ]


class ContributionRow(QWidget):
    """Row of a receiver, with its contributions by month, newest first."""

    def __init__(self, entries: tuple[ContributionEntry, ...], name: str) -> None:
        super().__init__()
        self.entries = entries
        self.setObjectName(name)
        newest = entries[0]
        who = ElidedStrong(plain(newest.provider, limit=60), name=f"{name}.provider")
        self.withdraw = SecondaryButton(self.tr("Withdraw"), name=f"{name}.withdraw", icon="undo")
        set_accessible_name(
            self.withdraw, self.tr("Withdraw from {name}").format(name=newest.provider)
        )
        self.again = SecondaryButton(self.tr("Send again…"), name=f"{name}.again", icon="send")
        set_accessible_name(
            self.again, self.tr("Send again to {name}").format(name=newest.provider)
        )
        self.states = [
            Text(self._state(entry), name=f"{name}.state.{n}") for n, entry in enumerate(entries)
        ]
        self.undone = Note(messages.localized(contribution_text.WITHDRAWING), name=f"{name}.undone")
        exact = self.tr("The exact bytes")
        self.exact = ExpanderButton(exact, name=f"{name}.bytes.open")
        text = "\n\n".join(
            f"{escaped_json(entry.payload.decode('ascii'))}\nSHA-256 {entry.sha256}"
            for entry in entries
        )
        self.payload = ReadOnlyText(text, name=f"{name}.bytes", label=exact, height=140)
        self.payload.hide()
        self.exact.toggled.connect(self.payload.setVisible)
        lines = column(parent=self, margins=(0, STEP, 0, STEP), spacing=STEP)
        head = row((who, 1), self.again, self.withdraw, spacing=2 * STEP)
        address = Note(plain(newest.receiver, limit=600), name=f"{name}.address")
        add_items(lines, head, address, *self.states, self.undone, self.exact, self.payload)
        there = any(entry.withdrawable for entry in entries)
        # Hidden until they have a parent: each would be a window for a moment.
        self.withdraw.setVisible(there)
        self.again.setVisible(any(entry.unsent for entry in entries))
        self.undone.setVisible(there)

    def _state(self, entry: ContributionEntry) -> str:
        state_text = messages.localized(contribution_text.state(entry, wording.moment))
        if len(self.entries) == 1:
            return state_text
        return self.tr("{month}: {state}").format(month=_month(entry.period), state=state_text)


def _month(period: str) -> str:
    year, number = map(int, month(period).split("-"))
    name = QLocale().standaloneMonthName(number)
    return f"{name[:1].upper()}{name[1:]} {year}"


class ContributionsSection(Section):
    """Section about contributions: what they do, what they cost, an example, and the receivers."""

    KEY = "contributions"

    def __init__(self, context: Context) -> None:
        note = self.tr(
            "Let a service, whether you use it or not, learn which movies are watched "
            "together, so that it recommends better. Nothing is sent unless you send it."
        )
        super().__init__(context, self.tr("Help others"), note)
        self.rows: list[ContributionRow] = []
        self.about = [
            Text(messages.localized(state_text), name=f"settings.contributions.about.{n}")
            for n, state_text in enumerate(contribution_text.about())
        ]
        self.example_open = ExpanderButton(
            self.tr("An example with your movies"), name="settings.contributions.example.open"
        )
        self.example = ContributionExample("settings.contributions.example")
        self.example.hide()
        self.example_open.toggled.connect(self._expand)
        self.example.another.clicked.connect(self._sample_example)
        self.state = Note(name="settings.contributions.state")
        self._list = RowList(3 * STEP)
        self.choice = QWidget()
        self.whom = ComboBox(self.tr("To whom you contribute"), name="settings.contributions.whom")
        self.whom.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self.whom.setMinimumContentsLength(8)
        self.whom.setSizeAdjustPolicy(
            QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.send = self.button(
            "send",
            self.tr("Contribute…"),
            lambda: self._propose(str(self.whom.currentData())),
            icon="send",
        )
        row((self.whom, 1), self.send, STRETCH, parent=self.choice, spacing=2 * STEP)
        self.choice.hide()
        add_items(self.controls, *self.about, self.example_open, self.example, HorizontalLine())
        add_items(self.controls, self.state, self._list, self.choice, self.progress)
        context.providers_changed.connect(self.load_again)

    # Loading

    def load(self) -> None:
        self.ask(
            lambda services, job: (services.contributions.status(), services.providers.all()),
            lambda found: self._show(*found),
        )

    def _show(self, status: ContributionStatus, known: list[ProviderInfo]) -> None:
        self.rows = [
            ContributionRow(entries, f"settings.contribution.{n}")
            for n, entries in enumerate(by_receiver(status.entries).values())
        ]
        for entry in self.rows:
            entry.withdraw.clicked.connect(
                lambda _=False, entry=entry: self._withdraw(entry.entries[0])
            )
            entry.again.clicked.connect(
                lambda _=False, entry=entry: self._propose(entry.entries[0].provider)
            )
        self._list.show_rows(self.rows)
        elsewhere = [info for info in known if is_ours(info.address)]
        before = self.whom.currentData()
        self.whom.clear()
        for info in elsewhere:
            self.whom.addItem(plain(info.name, limit=60), info.name)
        if before is not None and self.whom.findData(before) >= 0:
            self.whom.setCurrentIndex(self.whom.findData(before))
        self.choice.setVisible(bool(elsewhere))
        state_text = [] if status.entries else [messages.localized(contribution_text.OFF)]
        if not elsewhere:
            state_text.append(self.tr("To contribute, add a service that takes contributions."))
        self.state.show_text(" ".join(state_text))
        self.expander.set_remark(self.tr("On") if status.entries else self.tr("Off"))

    # The example

    def _expand(self, on: bool) -> None:
        self.example.setVisible(on)
        if on and not self.example.shown:
            self._sample_example()

    def _sample_example(self) -> None:
        self.ask(lambda services, job: services.contributions.example(), self.example.show_example)

    # Sending and withdrawing

    def _propose(self, provider: str) -> None:
        self.ask(
            lambda services, job: services.contributions.propose(provider), self._ask_agreement
        )

    def _ask_agreement(self, proposal: ContributionProposal) -> None:
        if proposal.nothing:
            self.show_message(
                messages.localized(contribution_text.nothing_to_send(proposal, wording.moment))
            )
            return
        warned = [WARNINGS[why] for why in proposal.warnings if why in WARNINGS]
        sentences: list[Message | str] = [*contribution_text.proposed(proposal), *warned]
        ConfirmDialog(
            self.tr("Contribute to {name}?").format(name=plain(proposal.provider, limit=60)),
            "\n\n".join(messages.localized(one) for one in sentences),
            self.tr("Contribute"),
            self,
            name="settings.contributions.question",
            destructive=False,
        ).ask(lambda: self._contribute(proposal))

    def _contribute(self, proposal: ContributionProposal) -> None:
        self._run(
            lambda services, job: services.contributions.contribute(proposal, job=job),
            lambda status: contribution_text.sent(proposal, status, wording.moment),
            self.tr("Sending your contribution…"),
        )

    def _withdraw(self, entry: ContributionEntry) -> None:
        self._run(
            lambda services, job: services.contributions.withdraw(entry.receiver, job=job),
            lambda _: contribution_text.withdrawn(entry.provider),
            self.tr("Withdrawing your contribution…"),
        )

    def _run(
        self,
        work: Callable[[Services, Job], ContributionStatus],
        done: Callable[[ContributionStatus], Message],
        doing: str,
    ) -> None:
        self.run(work, doing, lambda status: self.show_message(messages.localized(done(status))))

    def set_busy(self) -> None:
        buttons = [self.send, *(b for entry in self.rows for b in (entry.withdraw, entry.again))]
        for button in buttons:
            button.setEnabled(self.task is None)

    def ended(self) -> None:
        """Load what became of it, also after a failure: it may have been sent."""
        self.load()
        self.context.released.emit()
