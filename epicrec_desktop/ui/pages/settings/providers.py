"""Who may be asked for recommendations."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtWidgets import (
    QButtonGroup,
    QFileDialog,
    QGridLayout,
    QHBoxLayout,
    QLineEdit,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.services.providers import THIS_COMPUTER, ProviderInfo
from epicrec_desktop.ui import core_words
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.pages.settings.section import Section
from epicrec_desktop.ui.tasks import NETWORK
from epicrec_desktop.ui.theme import STEP
from epicrec_desktop.ui.widgets.buttons import QuietButton, SecondaryButton
from epicrec_desktop.ui.widgets.panel import Line
from epicrec_desktop.ui.widgets.question import Question
from epicrec_desktop.ui.widgets.segmented_control import Segmented
from epicrec_desktop.ui.widgets.text import Note, Strong, Text
from epicrec_desktop.ui.widgets.toggles import INDENT, RadioButton

translate = QCoreApplication.translate


class ProviderRow(QWidget):
    """A provider: whether it is the one in use, and what can be done with it."""

    def __init__(self, info: ProviderInfo, name: str) -> None:
        super().__init__()
        self.info = info
        self.use = RadioButton(core_words.provider(info.name), name=f"{name}.use")
        self.use.setAutoExclusive(False)  # the section's group keeps one chosen
        self.use.setChecked(info.current)
        where = info.address or self.tr("In this program. What is released to it stays here.")
        self.use.setAccessibleDescription(where)
        self.note = Note(where, name=f"{name}.address")
        self.note.setIndent(INDENT)
        self.test = QuietButton(self.tr("Test"), name=f"{name}.test")
        self.test.setAccessibleName(self.tr("Test {name}").format(name=info.name))
        self.remove = QuietButton(self.tr("Remove"), name=f"{name}.remove")
        self.remove.setAccessibleName(self.tr("Remove {name}").format(name=info.name))
        self.trust = Segmented(
            _trust_words(info.trust),
            name=f"{name}.trust",
            label=self.tr("Trust in {name}").format(name=info.name),
            small=True,
        )
        self.trust.set_value(str(info.trust))
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addWidget(self.use)
        words.addWidget(self.note)
        row = QHBoxLayout()
        row.setSpacing(STEP)
        row.addLayout(words, 1)
        for button in (self.test, self.remove):
            row.addWidget(button)
            button.setVisible(info.address is not None)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, STEP)
        column.setSpacing(STEP)
        column.addLayout(row)
        column.addLayout(self._trust_line())
        self.trust.setVisible(info.address is not None)

    def _trust_line(self) -> QHBoxLayout:
        self.effect = Note(name=f"{self.trust.objectName()}.effect")
        self.effect.setVisible(self.info.address is not None)
        self.effect.setText(
            self.tr("Gets your counts as your levels blur them.")
            if self.info.trust == 1
            else self._blurred_more()
        )
        self.trust.setAccessibleDescription(self.effect.text())
        line = QHBoxLayout()
        line.setContentsMargins(INDENT, 0, 0, 0)
        line.setSpacing(3 * STEP)
        line.addWidget(self.trust)
        line.addWidget(self.effect, 1)
        return line

    def _blurred_more(self) -> str:
        if self.info.trust == Fraction(1, 2):
            return self.tr("Gets your counts blurred twice as much.")
        return self.tr("Gets your counts blurred {times} times as much.").format(
            times=QLocale().toString(float(1 / self.info.trust), "g", 2)
        )


def _trust_words(trust: Fraction) -> list[tuple[str, str]]:
    """What can be chosen, and the part in force where it is another (set elsewhere)."""
    words = {
        Fraction(1): translate("ProviderRow", "Full trust"),
        Fraction(1, 2): translate("ProviderRow", "Half"),
        Fraction(1, 4): translate("ProviderRow", "A quarter"),
    }
    words.setdefault(trust, f"{QLocale().toString(100 * float(trust), 'g', 3)}\u00a0%")
    return [(str(part), words[part]) for part in sorted(words, reverse=True)]


class ProvidersSection(Section):
    """The providers, the one in use, and a form for another."""

    KEY = "providers"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Providers"),
            self.tr(
                "Who is asked for recommendations. Adding or testing one sends no movies. "
                "Who is trusted less gets counts that are blurred more: at once if it was not "
                "asked this month, else from the next month on. "
                "Providers that put together what they have learn no more than the one you trust "
                "most."
            ),
        )
        self.rows: list[ProviderRow] = []
        self._list = QVBoxLayout()
        self._list.setSpacing(0)
        self.controls.addLayout(self._list)
        self.controls.addWidget(Line())
        self.controls.addSpacing(STEP)
        self.controls.addWidget(Strong(self.tr("Add a provider")))
        self.controls.addLayout(self._form())

    def _form(self) -> QGridLayout:
        self.name = QLineEdit()
        self.name.setObjectName("settings.provider.name")
        self.address = QLineEdit()
        self.address.setObjectName("settings.provider.address")
        self.address.setPlaceholderText("https://")
        self.certificate = QLineEdit()
        self.certificate.setObjectName("settings.provider.certificate")
        self.certificate.setPlaceholderText(self.tr("Only for a provider with its own authority"))
        self.browse = SecondaryButton(
            self.tr("Choose…"), name="settings.provider.certificate.choose"
        )
        self.browse.clicked.connect(self._choose_certificate)
        self.add = SecondaryButton(self.tr("Add"), name="settings.provider.add", icon="plus")
        self.add.clicked.connect(self._add)
        grid = QGridLayout()
        grid.setHorizontalSpacing(3 * STEP)
        grid.setVerticalSpacing(2 * STEP)
        grid.setColumnStretch(1, 1)
        for row, (label, field) in enumerate(
            (
                (self.tr("Name"), self.name),
                (self.tr("Address"), self.address),
                (self.tr("Certificate"), self.certificate),
            )
        ):
            words = Text(label, wrap=False)
            words.setBuddy(field)
            field.setAccessibleName(label)
            field.textChanged.connect(self._complete)
            field.returnPressed.connect(self.add.click)
            grid.addWidget(words, row, 0)
            grid.addWidget(field, row, 1)
        grid.addWidget(self.browse, 2, 2)
        grid.addWidget(self.add, 1, 2)
        self._complete()
        return grid

    def _complete(self) -> None:
        self.add.setEnabled(bool(self.name.text().strip() and self.address.text().strip()))

    def _choose_certificate(self) -> None:
        name, _ = QFileDialog.getOpenFileName(
            self, self.tr("Choose a certificate"), "", self.tr("Certificates (*.pem *.crt *.cer)")
        )
        if name:
            self.certificate.setText(name)

    def load(self) -> None:
        """Load the list."""
        providers = self.context.services.providers
        self.context.tasks.run(
            lambda report, cancelled: providers.all(), on_result=self._show, on_error=self.trouble
        )

    def _show(self, known: list[ProviderInfo]) -> None:
        for row in self.rows:
            self._list.removeWidget(row)
            row.deleteLater()
        self._group = QButtonGroup(self)
        self.rows = [ProviderRow(p, f"settings.provider.{n}") for n, p in enumerate(known)]
        before: QWidget | None = None
        for row in self.rows:
            self._group.addButton(row.use)
            row.use.clicked.connect(lambda _=False, row=row: self._choose(row.info))
            row.test.clicked.connect(lambda _=False, row=row: self._test(row.info))
            row.remove.clicked.connect(lambda _=False, row=row: self._ask_remove(row.info))
            row.trust.chosen.connect(lambda part, row=row: self._set_trust(row.info, part))
            self._list.addWidget(row)
            for control in (row.use, row.test, row.remove, row.trust):
                if before is not None:
                    QWidget.setTabOrder(before, control)
                before = control
        if before is not None:
            QWidget.setTabOrder(before, self.name)

    def _choose(self, info: ProviderInfo) -> None:
        providers = self.context.services.providers
        self.context.tasks.run(
            lambda report, cancelled: providers.choose(info.name),
            on_result=self._changed,
            on_error=self._failed,
        )

    def _set_trust(self, info: ProviderInfo, part: str) -> None:
        providers = self.context.services.providers
        self.context.tasks.run(
            lambda report, cancelled: providers.set_trust(info.name, Fraction(part)),
            on_result=self._changed,
            on_error=self._failed,
        )

    def _changed(self, _: object) -> None:
        self.error.hide()
        self.news.hide()
        self.context.providers_changed.emit()
        self.load()

    def _failed(self, sentence: str) -> None:
        self.trouble(sentence)
        self.load()  # the row goes back to what is in force

    def _test(self, info: ProviderInfo) -> None:
        providers = self.context.services.providers
        self.tell(self.tr("Reaching {name}…").format(name=info.name))
        self.context.tasks.run(
            lambda report, cancelled: providers.test(info.name),
            queue=NETWORK,
            on_result=self.tell,
            on_error=self.trouble,
        )

    def _ask_remove(self, info: ProviderInfo) -> None:
        question = Question(
            self.tr("Remove {name}?").format(name=info.name),
            self.tr(
                "It will not be asked again. What was released to it stays in Activity, and what "
                "it has received cannot be called back."
            ),
            self.tr("Remove"),
            self,
            name="settings.provider.question",
        )
        question.ask(lambda: self._remove(info))

    def _remove(self, info: ProviderInfo) -> None:
        providers = self.context.services.providers

        def work(report: object, cancelled: object) -> None:
            if info.current:
                providers.choose(THIS_COMPUTER)
            providers.remove(info.name)

        self.context.tasks.run(work, on_result=self._changed, on_error=self._failed)

    def _add(self) -> None:
        if not self.add.isEnabled():
            return
        name, address = self.name.text().strip(), self.address.text().strip()
        file = self.certificate.text().strip()
        certificate = Path(file).expanduser() if file else None
        providers = self.context.services.providers

        def put(*, replace: bool) -> None:
            self.context.tasks.run(
                lambda report, cancelled: providers.add(
                    name, address, certificate, replace=replace
                ),
                on_result=self._added,
                on_error=self.trouble,
            )

        def decide(known: ProviderInfo | None) -> None:
            if known is None:
                put(replace=False)
            else:
                self._ask_replace(known, address, lambda: put(replace=True))

        self.context.tasks.run(
            lambda report, cancelled: providers.known_elsewhere(name, address),
            on_result=decide,
            on_error=self.trouble,
        )

    def _ask_replace(self, known: ProviderInfo, address: str, on_yes: Callable[[], object]) -> None:
        question = Question(
            self.tr("Change the address of {name}?").format(name=known.name),
            self.tr(
                "{name} exists already, at {known}. From now on it would be asked at {address}, "
                "with the trust it has."
            ).format(name=known.name, known=known.address, address=address),
            self.tr("Change the address"),
            self,
            name="settings.provider.question",
        )
        question.ask(on_yes)

    def _added(self, info: ProviderInfo) -> None:
        for field in (self.name, self.address, self.certificate):
            field.clear()
        self._changed(None)
        self.tell(
            self.tr("{name} was added. Choose it above to ask it from now on.").format(
                name=info.name
            )
        )
