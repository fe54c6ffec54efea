"""A provider in the settings: whether it is in use, and how much it is trusted."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QVBoxLayout,
    QWidget,
)

from epicrec_desktop.privacy.window import TRUST_TIERS
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.ui.common import messages
from epicrec_desktop.ui.common.buttons import QuietButton
from epicrec_desktop.ui.common.controls import INDENT, RadioButton, SegmentedControl
from epicrec_desktop.ui.common.text import Note, set_accessible_description, set_accessible_name
from epicrec_desktop.ui.common.theme import STEP

translate = QCoreApplication.translate


class ProviderRow(QWidget):
    """A provider: whether it is the one in use, and what can be done with it."""

    def __init__(self, info: ProviderInfo, name: str) -> None:
        super().__init__()
        self.info = info
        self.use = RadioButton(messages.provider(info.name), name=f"{name}.use")
        self.use.setAutoExclusive(False)  # the section's group keeps one chosen
        self.use.setChecked(info.current)
        where = info.address or self.tr("In this program. What is released to it stays here.")
        set_accessible_description(self.use, where)
        self.note = Note(where, name=f"{name}.address")
        self.note.setIndent(INDENT)
        self.card = QuietButton(self.tr("About"), name=f"{name}.card")
        set_accessible_name(self.card, self.tr("About {name}").format(name=info.name))
        self.test = QuietButton(self.tr("Test"), name=f"{name}.test")
        set_accessible_name(self.test, self.tr("Test {name}").format(name=info.name))
        self.remove = QuietButton(self.tr("Remove"), name=f"{name}.remove")
        set_accessible_name(self.remove, self.tr("Remove {name}").format(name=info.name))
        self.trust = SegmentedControl(
            _trust_words(),
            name=f"{name}.trust",
            label=self.tr("Trust in {name}").format(name=info.name),
            small=True,
        )
        self.trust.set_value(str(info.trust))
        row = QHBoxLayout()
        row.setSpacing(STEP)
        row.addWidget(self.use, 1)
        for button in (self.card, self.test, self.remove):
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, STEP)
        column.setSpacing(STEP)
        column.addLayout(row)
        column.addWidget(self.note)  # an address is one long word: it has a line of its own
        column.addLayout(self._trust_line())
        # Not before they have a parent: each would be a window for a moment, and take the focus.
        for widget in (self.card, self.test, self.remove, self.trust, self.effect):
            widget.setVisible(info.address is not None)

    def _trust_line(self) -> QVBoxLayout:
        self.effect = Note(name=f"{self.trust.objectName()}.effect")
        self.effect.setText(self._effect())
        set_accessible_description(self.trust, self.effect.text())
        line = QVBoxLayout()  # beside each other they are wider than a small window
        line.setContentsMargins(INDENT, 0, 0, 0)
        line.setSpacing(STEP)
        line.addWidget(self.trust, 0, Qt.AlignmentFlag.AlignLeft)
        line.addWidget(self.effect)
        return line

    def _effect(self) -> str:
        """What the trust means; of one that is still to come, when it begins."""
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
        """How its counts are blurred at this trust, beside how the levels blur them."""
        if trust == 1:
            return self.tr("what your levels allow.")
        if trust == Fraction(1, 2):
            return self.tr("numbers blurred twice as much.")
        return self.tr("numbers blurred {times} times as much.").format(
            times=QLocale().toString(float(1 / trust), "g", 2)
        )


def _trust_words() -> list[tuple[str, str]]:
    """The rungs that can be chosen."""
    words = (
        translate("ProviderRow", "Full trust"),
        translate("ProviderRow", "Half"),
        translate("ProviderRow", "A quarter"),
        translate("ProviderRow", "An eighth"),
    )
    return [(str(tier), text) for tier, text in zip(TRUST_TIERS, words, strict=True)]
