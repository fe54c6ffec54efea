"""The form in the settings for another provider."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QGridLayout,
    QLineEdit,
    QWidget,
)

from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.ui.common.buttons import SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import ConfirmDialog, choose_file
from epicrec_desktop.ui.common.text import (
    Note,
    Text,
    set_accessible_description,
    set_accessible_name,
)
from epicrec_desktop.ui.common.theme import STEP


class ProviderForm(QWidget):
    """Name, address, certificate and key; an address that replaces a known one is asked about."""

    added = Signal(object)  # ProviderInfo
    failed = Signal(str)  # a sentence

    def __init__(self, context: Context, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self.name = QLineEdit()
        self.name.setObjectName("settings.provider.name")
        self.address = QLineEdit()
        self.address.setObjectName("settings.provider.address")
        self.address.setPlaceholderText("https://")
        self.certificate = QLineEdit()
        self.certificate.setObjectName("settings.provider.certificate")
        self.key = QLineEdit()
        self.key.setObjectName("settings.provider.key")
        self.key.setEchoMode(QLineEdit.EchoMode.Password)
        self.key.setMaxLength(600)
        self.browse = SecondaryButton(
            self.tr("Choose…"), name="settings.provider.certificate.choose"
        )
        self.browse.clicked.connect(self._choose_certificate)
        self.add = SecondaryButton(self.tr("Add"), name="settings.provider.add", icon="plus")
        self.add.clicked.connect(self._add)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setHorizontalSpacing(3 * STEP)
        grid.setVerticalSpacing(2 * STEP)
        grid.setColumnStretch(1, 1)
        for row, label, field in (
            (0, self.tr("Name"), self.name),
            (1, self.tr("Address"), self.address),
            (2, self.tr("Certificate"), self.certificate),
            (4, self.tr("Key"), self.key),
        ):
            words = Text(label, wrap=False)
            words.setBuddy(field)
            set_accessible_name(field, label)
            field.textChanged.connect(self._complete)
            field.returnPressed.connect(self.add.click)
            grid.addWidget(words, row, 0)
            grid.addWidget(field, row, 1)
        hint = self.tr("Only where the provider gave you one")
        set_accessible_description(self.certificate, hint)
        grid.addWidget(Note(hint), 3, 1)
        hint = self.tr("Only where the provider gave you one. It tells it which member asks.")
        set_accessible_description(self.key, hint)
        grid.addWidget(Note(hint), 5, 1)
        grid.addWidget(self.browse, 2, 2)
        grid.addWidget(self.add, 1, 2)
        self._complete()

    def _complete(self) -> None:
        self.add.setEnabled(bool(self.name.text().strip() and self.address.text().strip()))

    def _choose_certificate(self) -> None:
        file = choose_file(
            self, self.tr("Choose a certificate"), self.tr("Certificates (*.pem *.crt *.cer)")
        )
        if file is not None:
            self.certificate.setText(str(file))

    def _add(self) -> None:
        if not self.add.isEnabled():
            return
        name, address = self.name.text().strip(), self.address.text().strip()
        file = self.certificate.text().strip()
        certificate = Path(file).expanduser() if file else None
        key = self.key.text().strip() or None
        providers = self._context.services.providers

        def put(*, replace: bool) -> None:
            self._context.tasks.run(
                lambda report, cancelled: providers.add(
                    name, address, certificate, key=key, replace=replace
                ),
                on_result=self._added,
                on_error=self.failed.emit,
            )

        def decide(known: ProviderInfo | None) -> None:
            if known is None:
                put(replace=False)
            else:
                self._ask_replace(known, address, lambda: put(replace=True))

        self._context.tasks.run(
            lambda report, cancelled: providers.known_elsewhere(name, address),
            on_result=decide,
            on_error=self.failed.emit,
        )

    def _ask_replace(self, known: ProviderInfo, address: str, on_yes: Callable[[], object]) -> None:
        question = ConfirmDialog(
            self.tr("Change the address of {name}?").format(name=known.name),
            self.tr(
                "{name} exists already, at {known}. From now on it would be asked at "
                "{address}, with the same trust as before."
            ).format(name=known.name, known=known.address, address=address),
            self.tr("Change the address"),
            self,
            name="settings.provider.question",
        )
        question.ask(on_yes)

    def _added(self, info: ProviderInfo) -> None:
        for field in (self.name, self.address, self.certificate, self.key):
            field.clear()
        self.added.emit(info)
