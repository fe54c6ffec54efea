"""Provider card: what a provider says about itself, and what was found about it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QWidget,
)

from epicrec_desktop.services.provider_details import ProviderDetails, Tried
from epicrec_desktop.ui.common.buttons import QuietButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.layouts import Panel, add_items, row
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import LONG, Task
from epicrec_desktop.ui.common.text import (
    ElidedHeading,
    Note,
    Strong,
    Text,
    set_accessible_name,
)
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.settings import provider_text
from epicrec_desktop.ui.settings.provider_text import Rows

SIZE = (620, 640)
NAME = "settings.provider-card"
LABELS = 130
"""Width of the label column in pixels."""


class ProviderCardDialog(TextDialog):
    """Dialog with two separate panels: the provider's statement, and what was found here."""

    changed = Signal()  # its key

    def __init__(self, context: Context, card: ProviderDetails, parent: QWidget) -> None:
        name = ElidedHeading(card.info.name, name=f"{NAME}.name")
        address = Note(card.info.address or "", name=f"{NAME}.address")
        super().__init__(parent, card.info.name, SIZE, name=NAME, head=(name, address))
        self._context, self._card = context, card
        self._task: Task | None = None
        self.column.setSpacing(3 * STEP)
        add_items(self.column, self._statement_panel(), self._found(), self._between(), self._key())
        self.finish()
        self.finished.connect(self._stop)

    def _statement_panel(self) -> Panel:
        panel = _panel(
            self.tr("What it says of itself"),
            self.tr("Its own words. Nobody here can check them."),
            f"{NAME}.word",
        )
        about = self._card.about
        if about is None:
            panel.body.addWidget(Text(self.tr("It says nothing of itself.")))
        else:
            silent = self.tr("It does not say.")
            panel.body.addLayout(_grid(provider_text.statement(about, self._card.reads), silent))
        return panel

    def _found(self) -> Panel:
        panel = _panel(
            self.tr("What this computer found"),
            self.tr("Seen or computed here, when its catalog was last fetched."),
            f"{NAME}.found",
        )
        self.outcome = Text("", name=f"{NAME}.tried")
        self.outcome.hide()
        self.strip = ProgressStrip(name=f"{NAME}.progress")
        self.strip.cancel_asked.connect(self._stop)
        self.try_model = SecondaryButton(self.tr("Try its model here"), name=f"{NAME}.try")
        self.try_model.clicked.connect(self._try)
        self.try_model.setVisible(self._card.model is not None)
        add_items(
            panel.body,
            _grid(provider_text.found(self._card)),
            self.outcome,
            self.strip,
            (self.try_model, 0, Qt.AlignmentFlag.AlignLeft),
        )
        return panel

    def _between(self) -> Panel:
        panel = _panel(self.tr("What it has of yours"), "", f"{NAME}.between")
        panel.body.addLayout(_grid(provider_text.exchange_history(self._card)))
        return panel

    def _key(self) -> Panel:
        panel = _panel(
            self.tr("Key of a closed group"),
            self.tr(
                "Only where whoever runs it gave you one. It goes with every request to this "
                "address, and to no other. With a key the provider knows which of its members "
                "asks, and can put together what that member sent. It is kept on this computer "
                "and is in no export."
            ),
            f"{NAME}.keys",
        )
        self.key = QLineEdit()
        self.key.setObjectName(f"{NAME}.key")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setMaxLength(600)
        set_accessible_name(self.key, self.tr("Key"))
        self.save = SecondaryButton(self.tr("Keep"), name=f"{NAME}.key.keep")
        self.save.clicked.connect(lambda: self._put(self.key.text()))
        self.forget = QuietButton(self.tr("Remove the key"), name=f"{NAME}.key.remove")
        self.forget.clicked.connect(lambda: self._put(None))
        self.key.textChanged.connect(lambda text: self.save.setEnabled(bool(text.strip())))
        self.key.returnPressed.connect(self.save.click)
        self.said = Text("", name=f"{NAME}.key.said")
        add_items(
            panel.body, row((self.key, 1), self.save, self.forget, spacing=2 * STEP), self.said
        )
        self._show_key(has_key=self._card.info.has_key)
        return panel

    def _show_key(self, *, has_key: bool) -> None:
        self.key.clear()
        self.save.setEnabled(False)
        self.forget.setVisible(has_key)
        stored_text, none = self.tr("A key is kept."), self.tr("No key is kept.")
        self.said.setText(stored_text if has_key else none)
        self.key.setPlaceholderText(self.tr("Another key") if has_key else self.tr("Key"))

    def _put(self, key: str | None) -> None:
        providers, name = self._context.services.providers, self._card.info.name

        def done(_: object) -> None:
            self._show_key(has_key=key is not None)
            self.changed.emit()

        self._context.tasks.run(
            lambda job: providers.set_key(name, key),
            on_result=done,
            on_error=self.said.setText,
        )

    def _try(self) -> None:
        cards, name = self._context.services.cards, self._card.info.name
        self.try_model.setEnabled(False)
        self.outcome.hide()
        self._task = self._context.tasks.run(
            lambda job: cards.try_model(name, job=job),
            queue=LONG,
            on_result=self._trial_finished,
            on_error=self._say,
            on_finished=lambda: self.try_model.setEnabled(True),
        )
        self.strip.follow(self._task, self.tr("Trying its model on public people…"))

    def _trial_finished(self, result: Tried) -> None:
        self._say(provider_text.trial_result(result))

    def _say(self, sentence: str) -> None:
        self.outcome.setText(sentence)
        self.outcome.show()

    def _stop(self) -> None:
        if self._task is not None:
            self._task.cancel()


def _panel(heading: str, note: str, name: str) -> Panel:
    panel = Panel(name=name)
    panel.body.addWidget(Strong(heading))
    if note:
        panel.body.addWidget(Note(note))
    return panel


def _grid(rows: Rows, silent: str = "") -> QGridLayout:
    """Return a grid of labels and values; `silent` replaces an empty value."""
    grid = QGridLayout()
    grid.setHorizontalSpacing(3 * STEP)
    grid.setVerticalSpacing(2 * STEP)
    grid.setColumnStretch(1, 1)
    grid.setColumnMinimumWidth(0, LABELS)
    for number, (label, value) in enumerate(rows):
        name = Note(label)
        name.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeading)
        text = Text(value) if value else Note(silent)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        set_accessible_name(text, f"{label}: {value or silent}")
        grid.addWidget(name, number, 0)
        grid.addWidget(text, number, 1)
    return grid
