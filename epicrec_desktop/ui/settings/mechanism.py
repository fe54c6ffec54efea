"""Mechanism section: which mechanism makes a Perturbed Release."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout

from epicrec_desktop.privacy.families import FAMILIES, Family
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.controls import INDENT, RadioButton
from epicrec_desktop.ui.common.labels import Note
from epicrec_desktop.ui.common.layouts import add_items, column
from epicrec_desktop.ui.common.text import set_accessible_description
from epicrec_desktop.ui.settings.section import Section


class MechanismSection(Section):
    """Section with the mechanisms; the choice applies from the next period."""

    KEY = "mechanism"

    def __init__(self, context: Context) -> None:
        note = self.tr(
            "How a blurred list is made. All ways protect a movie equally, and “Learned” a "
            "whole series of movies as one. A change applies to months that were not "
            "blurred yet."
        )
        super().__init__(context, self.tr("How lists are blurred"), note)
        self.explain(self.tr("How does blurring work?"), "blurring")
        self.choices: dict[str, RadioButton] = {}
        add_items(self.controls, *map(self._option, FAMILIES.values()))

    def _option(self, family: Family) -> QVBoxLayout:
        name, words = messages.localized(family.title), messages.localized(family.explanation)
        button = RadioButton(name, name=f"settings.mechanism.{family.key}")
        set_accessible_description(button, words)
        button.clicked.connect(lambda _=False: self._choose(family))
        self.choices[family.key] = button
        note = Note(words, name=f"settings.mechanism.{family.key}.note")
        note.setIndent(INDENT)
        return column(button, note, spacing=0)

    def load(self) -> None:
        self.ask(lambda services, job: services.privacy.mechanism(), self._show)

    def _show(self, family: Family) -> None:
        self.choices[family.key].setChecked(True)
        self.expander.set_remark(self.choices[family.key].text())

    def _choose(self, family: Family) -> None:
        def chosen(_: object) -> None:
            self.error.hide()
            self._show(family)
            self.context.choice_changed.emit()  # the Privacy page's example used the other one

        self.ask(
            lambda services, job: services.privacy.use_mechanism(family),
            chosen,
            on_error=self.refuse,
        )
