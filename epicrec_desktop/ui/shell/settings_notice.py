"""The strip that says what became of damaged settings."""

from __future__ import annotations

from epicrec_desktop.settings import Damage
from epicrec_desktop.ui.common.notices import NoticeStrip


class SettingsNotice(NoticeStrip):
    """Strip over the whole window, shown where the file of settings was damaged."""

    def __init__(self, damage: Damage) -> None:
        self._damage = damage
        super().__init__(name="settings_damaged")

    def show_if_any(self) -> None:
        """Show the strip where there is something to say."""
        self.setVisible(self._damage is not Damage.NONE)

    def retranslate(self) -> None:
        restored = self.tr(
            "The file with your settings was damaged. They are as they were saved last."
        )
        lost = self.tr(
            "The file with your settings was damaged, and so was its copy. Look through "
            "Settings: some are as at first."
        )
        self.set_texts(lost if self._damage is Damage.LOST else restored, self.tr("Close"))
