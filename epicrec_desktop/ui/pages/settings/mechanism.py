"""How a Perturbed Release is made: the improved mechanism, or the published one."""

from __future__ import annotations

from PySide6.QtWidgets import QButtonGroup, QVBoxLayout

from epicrec_desktop.services.planning import Kind
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.pages.settings.section import Section
from epicrec_desktop.ui.widgets.text import Note
from epicrec_desktop.ui.widgets.toggles import INDENT, RadioButton


class MechanismSection(Section):
    """Two ways with a sentence each; the one chosen applies from the next window."""

    KEY = "mechanism"

    def __init__(self, context: Context) -> None:
        super().__init__(
            context,
            self.tr("Perturbation"),
            self.tr(
                "How a Perturbed Release is made. Both ways protect you alike. A change applies "
                "to months that are not drawn yet."
            ),
        )
        self._group = QButtonGroup(self)
        self.choices: dict[Kind, RadioButton] = {}
        for kind, name, words in (
            (
                Kind.IMPROVED,
                self.tr("Improved"),
                self.tr(
                    "A movie of several categories is shared out among them, so the blurred counts "
                    "come out about four times as exact."
                ),
            ),
            (
                Kind.PUBLISHED,
                self.tr("As published"),
                self.tr(
                    "As in the EpicRec paper, to compare with. A provider can make little of what "
                    "it gets."
                ),
            ),
        ):
            self.controls.addLayout(self._option(kind, name, words))

    def _option(self, kind: Kind, name: str, words: str) -> QVBoxLayout:
        button = RadioButton(name, name=f"settings.mechanism.{kind.value}")
        button.setAccessibleDescription(words)
        button.clicked.connect(lambda _=False: self._choose(kind))
        self._group.addButton(button)
        self.choices[kind] = button
        note = Note(words, name=f"settings.mechanism.{kind.value}.note")
        note.setIndent(INDENT)
        option = QVBoxLayout()
        option.setSpacing(0)
        option.addWidget(button)
        option.addWidget(note)
        return option

    def load(self) -> None:
        """Ask which one is in use."""
        privacy = self.context.services.privacy
        self.context.tasks.run(
            lambda report, cancelled: privacy.mechanism(),
            on_result=self._show,
            on_error=self.trouble,
        )

    def _show(self, kind: Kind) -> None:
        self.choices[kind].setChecked(True)

    def _choose(self, kind: Kind) -> None:
        privacy = self.context.services.privacy
        self.context.tasks.run(
            lambda report, cancelled: privacy.use_mechanism(kind),
            on_result=lambda _: self._chosen(),
            on_error=self._not_kept,
        )

    def _chosen(self) -> None:
        self.error.hide()
        self.context.choice_changed.emit()  # the Privacy page's example is of the other one

    def _not_kept(self, sentence: str) -> None:
        self.trouble(sentence)
        self.load()
