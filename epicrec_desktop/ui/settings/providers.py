"""Providers section: a row for each with its trust tier, the one in use, and a form for another."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from PySide6.QtCore import QLocale, Qt, Signal
from PySide6.QtWidgets import QButtonGroup, QLineEdit, QWidget

from epicrec_desktop.domain.progress import Job
from epicrec_desktop.door.request import is_loopback
from epicrec_desktop.privacy.period import TRUST_TIERS
from epicrec_desktop.provider.address import ASSISTANT, join_address, usual_detail
from epicrec_desktop.services.assistant import can_serve
from epicrec_desktop.services.provider_details import ProviderDetails
from epicrec_desktop.services.providers import FIRST_TRUST, ProviderInfo
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.accessibility import set_tab_order
from epicrec_desktop.ui.common.buttons import LinkButton, QuietButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import (
    INDENT,
    RadioButton,
    SegmentedControl,
    field_label,
    password_field,
    text_field,
)
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, choose_file
from epicrec_desktop.ui.common.labels import Note, Strong
from epicrec_desktop.ui.common.layouts import HorizontalLine, RowList, column, grid, row
from epicrec_desktop.ui.common.provider_choice import ProviderChoice
from epicrec_desktop.ui.common.tasks import NETWORK, Task
from epicrec_desktop.ui.common.text import set_accessible_description, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.settings.invitation import InvitationEntry
from epicrec_desktop.ui.settings.provider_card import ProviderCardDialog, connect_assistant
from epicrec_desktop.ui.settings.section import Section
from epicrec_desktop.wiring import Services


def with_scheme(address: str) -> str:
    """Return an address with its scheme: without one, "http://" for this computer, else "https://"."""
    if not address or "://" in address:
        return address
    try:
        host = urlsplit(f"//{address}").hostname or ""
    except ValueError:
        return address
    return f"{'http' if is_loopback(host) else 'https'}://{address}"


class ProviderForm(QWidget):
    """Form of a section for a service; asks before an address replaces a known one."""

    added = Signal(object)  # ProviderInfo

    def __init__(self, section: Section) -> None:
        super().__init__()
        self._section = section
        self._sent: list[str] = []  # what was typed when "Add" was pressed
        name = "settings.provider"
        self.name = text_field(self.tr("Name"), name=f"{name}.name")
        self.address = text_field(self.tr("Address"), name=f"{name}.address")
        self.address.setPlaceholderText("https://")
        self.certificate = text_field(self.tr("Certificate"), name=f"{name}.certificate")
        self.key = password_field(self.tr("Key"), name=f"{name}.key", longest=600)
        self.browse = SecondaryButton(
            self.tr("Choose…"), name="settings.provider.certificate.choose"
        )
        self.browse.clicked.connect(self._choose_certificate)
        self.add = SecondaryButton(self.tr("Add"), name="settings.provider.add", icon="plus")
        self.add.clicked.connect(self._add)
        # How a server is asked that knows nothing of EpicRec.
        self.kind = SegmentedControl(
            [("", "EpicRec"), ("gorse", "gorse"), ("json", self.tr("Other (JSON)"))],
            name=f"{name}.kind",
            label=self.tr("Kind"),
            small=True,
        )
        self.kind.chosen.connect(self._show_details)
        self.details = {
            "gorse": (text_field(self.tr("Feedback"), name=f"{name}.kind.feedback"),),
            "json": (
                text_field(self.tr("Films in the question"), name=f"{name}.kind.question"),
                text_field(self.tr("Films in the answer"), name=f"{name}.kind.answer"),
            ),
        }
        for kind, fields in self.details.items():
            for field, usual in zip(fields, usual_detail(kind).split(":"), strict=True):
                field.setPlaceholderText(usual)
        self._lay_out()
        self._complete()

    def _lay_out(self) -> None:
        cells = grid(self, spacing=(3 * STEP, 2 * STEP), grows=1)
        feedback, question, answer = (*self.details["gorse"], *self.details["json"])
        hints = {
            self.certificate: self.tr("Only if the service gave you one"),
            self.key: self.tr("Only if the service gave you one. It shows which member is asking."),
            feedback: self.tr("The type of feedback that means “watched” there"),
            answer: self.tr("Names in the JSON, with dots between: results.id"),
        }
        beside = {self.address: self.add, self.certificate: self.browse}
        details = (self.kind, feedback, question, answer)
        self._parts: dict[QWidget, list[QWidget]] = {}
        for field in (self.name, self.address, *details, self.certificate, self.key):
            line, label = cells.rowCount(), field_label(field.accessibleName(), field)
            self._parts[field] = [label, field]
            cells.addWidget(label, line, 0)
            cells.addWidget(field, line, 1)
            if field in beside:
                cells.addWidget(beside[field], line, 2)
            if field in hints:  # read out after its field
                set_accessible_description(field, hints[field])
                self._parts[field].append(hint := Note(hints[field]))
                cells.addWidget(hint, line + 1, 1)
        for field in self._fields:
            field.textChanged.connect(self._complete)
            field.returnPressed.connect(self.add.click)
        set_tab_order(
            self.name, self.address, *details, self.certificate, self.browse, self.key, self.add
        )
        self._show_details("")

    @property
    def _fields(self) -> list[QLineEdit]:
        return [field for field in self._parts if isinstance(field, QLineEdit)]

    def _typed(self) -> list[str]:
        return [self.kind.value, *(field.text() for field in self._fields)]

    def _show_details(self, chosen: str) -> None:
        for kind, fields in self.details.items():
            for field in fields:
                for part in self._parts[field]:
                    part.setVisible(kind == chosen)

    def _address(self) -> str:
        address = with_scheme(self.address.text().strip())
        fields = self.details.get(self.kind.value, ())
        detail = ":".join(field.text().strip() or field.placeholderText() for field in fields)
        return join_address(self.kind.value, address, detail)

    def _complete(self) -> None:
        self.add.setEnabled(bool(self.name.text().strip() and self.address.text().strip()))

    def _choose_certificate(self) -> None:
        title, kinds = self.tr("Choose a certificate"), self.tr("Certificates (*.pem *.crt *.cer)")
        choose_file(self, title, lambda file: self.certificate.setText(str(file)), kinds)

    def _add(self) -> None:
        if not self.add.isEnabled():
            return
        name, address = self.name.text().strip(), self._address()
        file = self.certificate.text().strip()
        certificate = Path(file).expanduser() if file else None
        key = self.key.text().strip() or None
        self._sent = self._typed()

        def save(*, replace: bool) -> None:
            self._section.ask(
                lambda services, job: services.providers.add(
                    name, address, certificate, first_trust=FIRST_TRUST, key=key, replace=replace
                ),
                self._added,
            )

        def decide(known: ProviderInfo | None) -> None:
            if known is None:
                save(replace=False)
            else:
                self._ask_replace(known, address, lambda: save(replace=True))

        self._section.ask(
            lambda services, job: services.providers.known_elsewhere(name, address), decide
        )

    def _ask_replace(self, known: ProviderInfo, address: str, on_yes: Callable[[], object]) -> None:
        heading = self.tr("Change the address of {name}?").format(name=known.name)
        text = self.tr(
            "{name} exists already, at {known}. From now on it would be asked at "
            "{address}, with the same trust as before."
        ).format(name=known.name, known=known.address, address=address)
        ConfirmDialog(
            heading, text, self.tr("Change the address"), self, name="settings.provider.question"
        ).ask(on_yes)

    def _added(self, info: ProviderInfo) -> None:
        """Clear the form, unless the next service is being typed."""
        if self._typed() == self._sent:
            for field in self._fields:
                field.clear()
            self.kind.set_value("")
            self._show_details("")
        self.added.emit(info)


class ProviderRow(QWidget):
    """Row of a provider: whether it is in use, and its actions."""

    def __init__(self, info: ProviderInfo, name: str) -> None:
        super().__init__()
        self.info = info
        self.use = RadioButton(messages.provider(info.name), name=f"{name}.use")
        self.use.setAutoExclusive(False)  # the section's group keeps one chosen
        self.use.setChecked(info.current)
        is_assistant = info.address == ASSISTANT
        where = (
            self.tr("On this computer. What it learns may go to the company that runs it.")
            if is_assistant
            else info.address or self.tr("Part of this program. Nothing leaves.")
        )
        set_accessible_description(self.use, where)
        self.note = Note(where, name=f"{name}.address")
        self.note.setIndent(INDENT)
        about = self.tr("Connect") if is_assistant else self.tr("About")
        self.card = QuietButton(about, name=f"{name}.card")
        about = self.tr("Connect {name}") if is_assistant else self.tr("About {name}")
        set_accessible_name(self.card, about.format(name=info.name))
        self.test = QuietButton(self.tr("Test"), name=f"{name}.test")
        set_accessible_name(self.test, self.tr("Test {name}").format(name=info.name))
        self.remove = QuietButton(self.tr("Remove"), name=f"{name}.remove")
        set_accessible_name(self.remove, self.tr("Remove {name}").format(name=info.name))
        words = (self.tr("Full trust"), self.tr("Half"), self.tr("A quarter"), self.tr("An eighth"))
        self.trust = SegmentedControl(
            [(str(tier), text) for tier, text in zip(TRUST_TIERS, words, strict=True)],
            name=f"{name}.trust",
            label=self.tr("Trust in {name}").format(name=info.name),
            small=True,
        )
        self.trust.set_value(str(info.trust))
        self.effect = Note(self._effect(), name=f"{name}.trust.effect")
        set_accessible_description(self.trust, self.effect.text())
        tiers = (self.trust, 0, Qt.AlignmentFlag.AlignLeft)
        trust = column(tiers, self.effect, margins=(INDENT, 0, 0, 0), spacing=STEP)
        head = row((self.use, 1), self.card, self.test, self.remove, spacing=STEP)
        # An address is one long word, so it has its own line.
        column(head, self.note, trust, parent=self, margins=(0, 0, 0, STEP), spacing=STEP)
        # Hidden until they have a parent: each would be a window for a moment and take the focus.
        for widget in (self.card, self.test, self.remove, self.trust, self.effect):
            widget.setVisible(info.address is not None)
        if is_assistant:
            self.test.hide()

    def _effect(self) -> str:
        """Return what a trust tier means; of a future change, when it begins."""
        if self.info.trust_from is not None:
            return self.tr("Applies from next month on. Until then it gets: {what}").format(
                what=self._blur(self.info.shared)
            )
        if self.info.shared < self.info.trust:
            return self.tr(
                "Another name has the same address and less trust. The lower one applies."
            )
        if self.info.keeps:
            return self.tr(
                "What it has already stays as it is. Of other months it gets: {what}"
            ).format(what=self._blur(self.info.trust))
        return self.tr("Gets: {what}").format(what=self._blur(self.info.trust))

    def _blur(self, trust: Fraction) -> str:
        """Return the noise at this tier, compared with the levels."""
        if trust == 1:
            return self.tr("what your levels allow.")
        if trust == Fraction(1, 2):
            return self.tr("numbers blurred twice as much.")
        return self.tr("numbers blurred {times} times as much.").format(
            times=QLocale().toString(float(1 / trust), "g", 2)
        )


class ProvidersSection(Section):
    """Section with the providers, the one in use, and a form for another."""

    KEY = "providers"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Services"),
            self.tr(
                "Who is asked for recommendations. Adding or testing a service sends no movies of "
                "yours. The less you trust one, the more what it gets is blurred. The one in use "
                "is also asked once a month about made-up people, which tells it nothing about "
                "you; About has a switch for this."
            ),
            keywords=self.tr("service trust address certificate assistant MCP gorse JSON"),
        )
        self.explain(self.tr("What does a service learn?"), "provider")
        self.rows: list[ProviderRow] = []
        context.month_changed.connect(self.load_again)
        self.choice = ProviderChoice(self)
        self.choice.asking.connect(self._ask_level)
        self.choice.declined.connect(self.load)
        self.choice.chosen.connect(lambda _: self._changed(None))
        self.choice.unreachable.connect(
            lambda info, why: self._show_result(info, why, show_error=True)
        )
        self.choice.reaching.connect(self._reaching)
        self._result_text = ""  # the provider that the banner is about
        self.controls.addWidget(self.progress)
        self._list = RowList()
        self.controls.addWidget(self._list)
        self.controls.addWidget(HorizontalLine())
        self.controls.addSpacing(STEP)
        self.controls.addWidget(Strong(self.tr("Add a service")))
        self.invitation = InvitationEntry(self)
        self.invitation.added.connect(self._added)
        self.controls.addWidget(self.invitation)
        context.invited.connect(self._open_invitation)
        self.controls.addWidget(Note(self.tr("Or enter what the service gave you:")))
        self.form = ProviderForm(self)
        self.form.added.connect(self._added)
        self.controls.addWidget(self.form)
        self.add_assistant = LinkButton(
            self.tr("Add an assistant on this computer"), name="settings.provider.assistant"
        )
        self.add_assistant.clicked.connect(self._add_assistant)
        self.add_assistant.hide()
        self.controls.addWidget(self.add_assistant, 0, Qt.AlignmentFlag.AlignLeading)

    def _open_invitation(self, text: str) -> None:
        self.unfold()
        self.invitation.ask(text)

    def load(self) -> None:
        self._load(self._show)

    def _load(self, then: Callable[[list[ProviderInfo]], object]) -> None:
        self.ask(lambda services, job: services.providers.all(), then)

    def _show(self, known: list[ProviderInfo]) -> None:
        self._group = QButtonGroup(self)
        used = next((info.name for info in known if info.current), "")
        self.expander.set_remark(messages.provider(used))
        self.rows = [ProviderRow(p, f"settings.provider.{n}") for n, p in enumerate(known)]
        if self._result_text and self._result_text not in {info.name for info in known}:
            self.clear()
        self._list.show_rows(self.rows)
        stops: list[QWidget] = []
        for entry in self.rows:
            self._group.addButton(entry.use)
            entry.use.clicked.connect(lambda _=False, entry=entry: self.choice.choose(entry.info))
            entry.card.clicked.connect(lambda _=False, entry=entry: self.show_card(entry.info))
            entry.test.clicked.connect(lambda _=False, entry=entry: self._test(entry.info))
            entry.remove.clicked.connect(lambda _=False, entry=entry: self._ask_remove(entry.info))
            entry.trust.chosen.connect(partial(self._set_trust, entry.info))
            stops += (entry.use, entry.card, entry.test, entry.remove, entry.trust)
        set_tab_order(*stops, self.form.name)
        added = any(info.address == ASSISTANT for info in known)
        self.add_assistant.setVisible(can_serve() and not added)

    def _ask_level(self) -> None:
        for entry in self.rows:  # until there is an answer, another provider is in use
            entry.use.setChecked(entry.info.current)

    def _show_result(self, info: ProviderInfo, sentence: str, *, show_error: bool = False) -> None:
        """Show a sentence about a provider while it exists."""
        if info.name in {row.info.name for row in self.rows}:
            self._result_text = info.name
            (self.show_error if show_error else self.show_message)(sentence)

    def clear(self) -> None:
        self._result_text = ""
        super().clear()

    def _set_trust(self, info: ProviderInfo, part: str) -> None:
        self._ask(
            lambda services, job: services.providers.set_trust(info.name, Fraction(part)),
            self._changed,
        )

    def _reaching(self, task: Task, words: str) -> None:
        self.error.hide()
        self.progress.follow(task, words, patient=True)

    def _changed(self, _: object) -> None:
        self.clear()
        self.context.providers_changed.emit()
        self.load()

    def _ask(
        self, work: Callable[[Services, Job], Any], on_result: Callable[[Any], object]
    ) -> None:
        self.ask(work, on_result, on_error=self.refuse)

    def _test(self, info: ProviderInfo) -> None:
        self.clear()
        task = self.ask(
            lambda services, job: services.providers.fetch(info.name, job=job),
            lambda answer: self._show_result(info, messages.localized(answer)),
            queue=NETWORK,
            on_error=lambda sentence: self._show_result(info, sentence, show_error=True),
        )
        self._reaching(task, self.choice.reaching_words(info))

    def show_card(self, info: ProviderInfo) -> None:
        """Show the provider's card; of an assistant how it is connected."""
        if info.address == ASSISTANT:
            if problem := connect_assistant(info.name, self.context.services.paths, self):
                self._show_result(info, problem, show_error=True)
            return

        def show(card: ProviderDetails) -> None:
            dialog = ProviderCardDialog(self.context, card, self)
            dialog.changed.connect(self.load)
            dialog.open()

        self._ask(lambda services, job: services.cards.card(info.name), show)

    def _ask_remove(self, info: ProviderInfo) -> None:
        heading, yes = self.tr("Remove {name}?").format(name=info.name), self.tr("Remove")
        text = self.tr(
            "It will not be asked again. What was released to it stays in Activity, and what "
            "it has received cannot be called back."
        )
        ConfirmDialog(heading, text, yes, self, name="settings.provider.question").ask(
            lambda: self._ask(
                lambda services, job: services.providers.remove(info.name), self._changed
            )
        )

    def _add_assistant(self) -> None:
        name = self.tr("Assistant")

        def added(info: ProviderInfo) -> None:
            self._changed(None)
            self.show_card(info)

        self._ask(lambda services, job: services.providers.add(name, ASSISTANT), added)

    def _added(self, info: ProviderInfo) -> None:
        def reach(known: list[ProviderInfo]) -> None:
            self._show(known)
            self.choice.fetch(info)  # it fails at once, perhaps, and is a row by then

        self.clear()
        self.context.providers_changed.emit()
        words = (
            self.tr("{name} was added and is in use.")
            if info.current
            else self.tr("{name} was added. Choose it below to ask it for recommendations.")
        )
        self._result_text = info.name
        self.show_message(words.format(name=info.name))
        self._load(reach)
