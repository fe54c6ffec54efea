"""Cards of providers: what one says and what was found about it; how an assistant is connected."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale, Qt, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.personas import load_personas
from epicrec_desktop.services import provider_sentences
from epicrec_desktop.services.assistant import can_serve, client_settings
from epicrec_desktop.services.provider_details import ProviderDetails, Tried
from epicrec_desktop.services.provider_sentences import Formats, Rows
from epicrec_desktop.ui.common import messages, wording
from epicrec_desktop.ui.common.buttons import QuietButton, SecondaryButton, copy_on_click
from epicrec_desktop.ui.common.context import Context, Host
from epicrec_desktop.ui.common.controls import CheckBox, ExpanderButton, password_field
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.labels import ElidedHeading, Note, Strong, Text, Title
from epicrec_desktop.ui.common.layouts import STRETCH, Item, Panel, add_items, grid, row
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import LONG
from epicrec_desktop.ui.common.text import set_accessible_name
from epicrec_desktop.ui.common.theme import STEP, fixed_font
from epicrec_desktop.wiring import Services

_ASSISTANT_SIZE = (560, 460)


FORMATS = Formats(
    moment=wording.moment,
    day=wording.day,
    size=wording.data_size,
    decimal=lambda value, places: QLocale().toString(value, "f", places),
)
SIZE = (620, 640)
NAME = "settings.provider-card"
LABELS = 130
"""Width of the label column in pixels."""


class ProviderCardDialog(Host, TextDialog):
    """Dialog with what the provider says of itself, what it has, and what it is asked and given.

    What only some need is folded away: its model, what was found here, what the choices mean.
    """

    changed = Signal()  # its key

    def __init__(self, context: Context, card: ProviderDetails, parent: QWidget) -> None:
        name = ElidedHeading(card.info.name, name=f"{NAME}.name")
        address = Note(card.info.address or "", name=f"{NAME}.address")
        super().__init__(parent, card.info.name, SIZE, name=NAME, head=(name, address))
        self.context, self._card = context, card
        self.column.setSpacing(3 * STEP)
        history = _grid(provider_sentences.exchange_history(card, FORMATS))
        between = _panel(self.tr("What it has of yours"), "", f"{NAME}.between", history)
        self.meaning = ExpanderButton(self.tr("What does this mean?"), name=f"{NAME}.meaning")
        more = (self._more(), self._found())
        for panel in more:
            panel.hide()
            self.meaning.toggled.connect(panel.setVisible)
        self.meaning.setChecked(bool(card.left_users))  # that they stay there is a warning
        rows = provider_sentences.statement(card)
        stated = _panel(
            self.tr("What it says of itself"),
            messages.localized(provider_sentences.OWN_WORDS),
            f"{NAME}.word",
            _grid(rows, messages.localized(provider_sentences.SILENT))
            if rows
            else Text(messages.localized(provider_sentences.NOTHING_SAID)),
        )
        parts = (stated, between, self._nobody(), self._key())
        add_items(self.column, *parts, self.meaning, *more)
        self.finish()
        self.finished.connect(self._stop)

    def _more(self) -> Panel:
        nobody = self.tr(
            "The made-up people are the same in every installation. From the answers EpicRec "
            "learns here to rank for you."
        )
        key = self.tr(
            "A key goes with every request to this address, and to no other, so that the service "
            "can put together what a member sent. It is kept here and is in no export."
        )
        rows = provider_sentences.model_statement(self._card, FORMATS)
        model = _grid(rows, messages.localized(provider_sentences.SILENT))
        parts: list[Item] = [Strong(self.tr("What it says of its model")), model] if rows else []
        return _panel(
            self.tr("Made-up people and key"), "", f"{NAME}.more", Text(nobody), Text(key), *parts
        )

    def _found(self) -> Panel:
        self.outcome = Text("", name=f"{NAME}.tried")
        self.outcome.hide()
        self.progress = ProgressStrip(name=f"{NAME}.progress")
        self.try_model = SecondaryButton(self.tr("Try its model here"), name=f"{NAME}.try")
        self.try_model.clicked.connect(self._try)
        panel = _panel(
            self.tr("What this computer found"),
            self.tr("Seen or computed here, when its catalog was last fetched."),
            f"{NAME}.found",
            _grid(provider_sentences.found(self._card, FORMATS)),
            self.outcome,
            self.progress,
            (self.try_model, 0, Qt.AlignmentFlag.AlignLeft),
        )
        self.try_model.setVisible(self._card.model is not None)
        return panel

    def _nobody(self) -> Panel:
        self.as_nobody = CheckBox(self.tr("Ask it about made-up people"), name=f"{NAME}.as-nobody")
        self.as_nobody.setChecked(self._card.info.as_nobody)
        self.as_nobody.clicked.connect(self._set_as_nobody)
        self.nobody_status = Note(name=f"{NAME}.nobody.status")
        self._show_nobody()
        return _panel(
            self.tr("Asked as nobody"),
            self.tr(
                "While in use, once a month: what it would recommend to {people} made-up people. "
                "It learns that EpicRec is used at your address, and nothing about you."
            ).format(people=QLocale().toString(len(load_personas().personas))),
            f"{NAME}.nobody",
            self.as_nobody,
            self.nobody_status,
        )

    def _show_nobody(self) -> None:
        words = provider_sentences.asked_as_nobody(self._card, FORMATS)
        self.nobody_status.setText(messages.localized(words))

    def _set_as_nobody(self, allowed: bool) -> None:
        name, changed = self._card.info.name, self.context.providers_changed

        def work(services: Services, job: Job) -> ProviderDetails:
            services.providers.set_as_nobody(name, allowed)
            return services.cards.card(name)

        task = self.context.run(work, self._set_card, self.nobody_status.setText)
        task.result.connect(lambda _: changed.emit())  # also where the dialog is closed by then

    def _set_card(self, card: ProviderDetails) -> None:
        self._card = card
        self._show_nobody()

    def _key(self) -> Panel:
        self.key = password_field(self.tr("Key"), name=f"{NAME}.key", longest=600)
        self.save = SecondaryButton(self.tr("Keep"), name=f"{NAME}.key.keep")
        self.save.clicked.connect(lambda: self._save_key(self.key.text()))
        self.forget = QuietButton(self.tr("Remove the key"), name=f"{NAME}.key.remove")
        self.forget.clicked.connect(lambda: self._save_key(None))
        self.key.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        self.key.returnPressed.connect(self.save.click)
        self.key_status = Text("", name=f"{NAME}.key.status")
        panel = _panel(
            self.tr("Key of a closed group"),
            self.tr("Only if it gave you one: the service then knows which member asks."),
            f"{NAME}.keys",
            row((self.key, 1), self.save, self.forget, spacing=2 * STEP),
            self.key_status,
        )
        self._show_key(has_key=self._card.info.has_key)
        return panel

    def _show_key(self, *, has_key: bool) -> None:
        self.key.clear()
        self.save.setEnabled(False)
        self.forget.setVisible(has_key)
        stored_text, none = self.tr("A key is kept."), self.tr("No key is kept.")
        self.key_status.setText(stored_text if has_key else none)
        self.key.setPlaceholderText(self.tr("Another key") if has_key else self.tr("Key"))

    def _save_key(self, key: str | None) -> None:
        name = self._card.info.name

        def work(services: Services, job: Job) -> bool:
            services.providers.set_key(name, key)
            return key is not None

        self.context.run(work, self._key_saved, self.key_status.setText)

    def _key_saved(self, has_key: bool) -> None:
        self._show_key(has_key=has_key)
        self.changed.emit()

    def _try(self) -> None:
        name = self._card.info.name
        self.run(
            lambda services, job: services.cards.try_model(name, job=job),
            self.tr("Trying its model on public people…"),
            self._tried,
            queue=LONG,
        )

    def _tried(self, tried: Tried) -> None:
        words = provider_sentences.trial_result(tried, FORMATS)
        self.outcome.show_text(messages.localized(words))

    def show_error(self, sentence: str) -> None:
        self.outcome.show_text(sentence)

    def clear(self) -> None:
        self.outcome.hide()

    def set_busy(self) -> None:
        self.try_model.setEnabled(self.task is None)

    def _stop(self) -> None:
        if self.task is not None:
            self.task.cancel()


def _panel(heading: str, note: str, name: str, *items: Item) -> Panel:
    panel = Panel(name=name)
    add_items(panel.body, Strong(heading), *([Note(note)] if note else []), *items)
    return panel


def _grid(rows: Rows, silent: str = "") -> QGridLayout:
    """Return a grid of labels and values; `silent` replaces an empty value."""
    cells = grid(spacing=(3 * STEP, 2 * STEP), grows=1)
    cells.setColumnMinimumWidth(0, LABELS)
    for number, (label, stated) in enumerate(rows):
        name = Note(messages.localized(label))
        name.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        value = messages.localized(stated) if isinstance(stated, Message) else stated
        text = Text(value) if value else Note(silent)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_accessible_name(text, f"{name.text()}: {value or silent}")
        cells.addWidget(name, number, 0)
        cells.addWidget(text, number, 1)
    return cells


class AssistantDialog(TextDialog):
    """Dialog with what goes into the settings of an assistant, to be copied."""

    def __init__(self, name: str, paths: Paths, parent: QWidget) -> None:
        title = self.tr("Connect {name}").format(name=name)
        words = self.tr(
            "Put this text into the settings of your assistant, under MCP servers, and start "
            "it again. It then answers from what you release to it: choose it as the service "
            "in use, and release on the Privacy page. Activity shows each question."
        )
        steps = Text(words, name="settings.assistant.steps")
        super().__init__(
            parent,
            title,
            _ASSISTANT_SIZE,
            name="settings.assistant",
            text=client_settings(paths),
            head=(Title(title), steps),
        )
        self.text.setFont(fixed_font())
        set_accessible_name(self.text, self.tr("Text for the settings of your assistant"))
        self.copy = SecondaryButton(self.tr("Copy"), name="settings.assistant.copy")
        copy_on_click(self.copy, self.text.toPlainText)
        self.finish(STRETCH, self.copy)


def connect_assistant(name: str, paths: Paths, parent: QWidget) -> str:
    """Open the dialog; return why there is none where this installation cannot answer."""
    if not can_serve():
        return QCoreApplication.translate(
            "AssistantDialog",
            "This installation cannot answer an assistant: the packages do not have what that "
            "needs. Install EpicRec with pip and its extra “assistant”; the guide describes it.",
        )
    AssistantDialog(name, paths, parent).open()
    return ""
