"""Assistants on this computer: the button that adds one, and how it is connected."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from epicrec_desktop.paths import Paths
from epicrec_desktop.provider.address import ASSISTANT
from epicrec_desktop.services.assistant import can_serve, client_settings
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.ui.common.buttons import QuietButton, SecondaryButton
from epicrec_desktop.ui.common.context import Context
from epicrec_desktop.ui.common.dialogs import TextDialog
from epicrec_desktop.ui.common.layouts import STRETCH
from epicrec_desktop.ui.common.text import Text, Title, set_accessible_name
from epicrec_desktop.ui.common.theme import fixed_font

SIZE = (560, 460)
NAME = "settings.assistant"


class AddAssistantButton(QuietButton):
    """Button that adds one as a provider; only where this installation can answer it."""

    added = Signal(object)  # ProviderInfo
    failed = Signal(str)  # a sentence

    def __init__(self, context: Context) -> None:
        super().__init__("", name="settings.provider.assistant")
        self.setText(self.tr("Add an assistant on this computer"))
        self._context = context
        self.clicked.connect(self._add)
        self.hide()

    def offer(self, known: Iterable[ProviderInfo]) -> None:
        """Show it where no assistant was added."""
        self.setVisible(can_serve() and all(info.address != ASSISTANT for info in known))

    def _add(self) -> None:
        providers, name = self._context.services.providers, self.tr("Assistant")
        self._context.tasks.run(
            lambda job: providers.add(name, ASSISTANT),
            on_result=self.added.emit,
            on_error=self.failed.emit,
        )


class AssistantDialog(TextDialog):
    """Dialog with what goes into the settings of an assistant, to be copied."""

    def __init__(self, name: str, paths: Paths, parent: QWidget) -> None:
        title = self.tr("Connect {name}").format(name=name)
        steps = Text(
            self.tr(
                "Put this text into the settings of your assistant, under MCP servers, and start "
                "it again. It then answers from what you release to it: choose it as the service "
                "in use, and release on the Privacy page. Activity shows each question."
            ),
            name=f"{NAME}.steps",
        )
        settings = client_settings(paths)
        super().__init__(parent, title, SIZE, name=NAME, text=settings, head=(Title(title), steps))
        self.text.setFont(fixed_font())
        set_accessible_name(self.text, self.tr("Text for the settings of your assistant"))
        self.copy = SecondaryButton(self.tr("Copy"), name=f"{NAME}.copy")
        self.copy.clicked.connect(self._copy)
        self.finished.connect(self.deleteLater)
        self.finish(STRETCH, self.copy)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy.setText(self.tr("Copied"))


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
