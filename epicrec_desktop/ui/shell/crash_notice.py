"""Says at the start that something broke last time; shows the report, or deletes it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QPlainTextEdit, QVBoxLayout, QWidget

from epicrec_desktop.ui.common import screens
from epicrec_desktop.ui.common.buttons import (
    DangerButton,
    IconButton,
    PrimaryButton,
    QuietButton,
    SecondaryButton,
)
from epicrec_desktop.ui.common.plain import set_accessible_name, set_tool_tip, set_window_title
from epicrec_desktop.ui.common.text import Heading, Subtitle, Text
from epicrec_desktop.ui.common.theme import STEP
from epicrec_desktop.ui.shell.crashes import CrashReport, CrashReports


class CrashBanner(QFrame):
    """A strip over the whole window; not there at all where nothing broke."""

    opened = Signal(object)  # a dialog over the window, about to be shown

    def __init__(self, reports: CrashReports, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._reports = reports
        self.setObjectName("crash")
        self.setProperty("kind", "strip")
        self.text = Text(name="crash.text")
        self.show_button = QuietButton(name="crash.show")
        self.show_button.clicked.connect(self.open_report)
        self.delete_button = QuietButton(name="crash.delete")
        self.delete_button.clicked.connect(self.delete)
        self.close_button = IconButton("close", "", name="crash.close")
        self.close_button.clicked.connect(self.hide)
        row = QHBoxLayout(self)
        row.setContentsMargins(5 * STEP, STEP, 2 * STEP, STEP)
        row.setSpacing(STEP)
        row.addWidget(self.text, 1)
        for button in (self.show_button, self.delete_button, self.close_button):
            row.addWidget(button)
        self.retranslate()
        self.hide()

    def retranslate(self) -> None:
        """Say it in the language of the moment."""
        text = self.tr(
            "Something broke in EpicRec last time. A report of it is on this computer. "
            "It is never sent."
        )
        set_accessible_name(self, text)
        self.text.setText(text)
        self.show_button.setText(self.tr("Show"))
        self.delete_button.setText(self.tr("Delete"))
        set_tool_tip(self.close_button, self.tr("Not now"))
        set_accessible_name(self.close_button, self.tr("Not now"))

    def show_if_any(self) -> None:
        """Show the strip if there is a report."""
        self.setVisible(bool(self._reports.all()))

    def open_report(self) -> None:
        """Show every report, word for word."""
        dialog = CrashDialog(self._reports.all(), self.window())
        self.opened.emit(dialog)
        dialog.delete_requested.connect(self.delete)
        dialog.finished.connect(dialog.deleteLater)
        dialog.open()

    def delete(self) -> None:
        """Remove the reports; there is nothing more to say then."""
        self._reports.delete()
        self.hide()


class CrashDialog(QDialog):
    """The reports, to read and to copy."""

    delete_requested = Signal()

    def __init__(self, reports: Sequence[CrashReport], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("crash.dialog")
        set_window_title(self, self.tr("Crash report"))
        self.setModal(True)
        screens.resize_to_screen(self, 560, 460)
        self.text = QPlainTextEdit("\n".join(report.text() for report in reports))
        self.text.setObjectName("crash.dialog.text")
        set_accessible_name(self.text, self.tr("Crash report"))
        self.text.setReadOnly(True)
        self.text.setTabChangesFocus(True)
        self.copy_button = SecondaryButton(self.tr("Copy"), name="crash.dialog.copy")
        self.copy_button.clicked.connect(self._copy)
        self.delete_button = DangerButton(
            self.tr("Delete"), name="crash.dialog.delete", icon="trash"
        )
        self.delete_button.clicked.connect(self._delete)
        self.close_button = PrimaryButton(self.tr("Close"), name="crash.dialog.close")
        self.close_button.clicked.connect(self.accept)
        buttons = QHBoxLayout()
        buttons.setSpacing(2 * STEP)
        buttons.addWidget(self.copy_button)
        buttons.addStretch(1)
        buttons.addWidget(self.delete_button)
        buttons.addWidget(self.close_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(6 * STEP, 6 * STEP, 6 * STEP, 5 * STEP)
        column.setSpacing(3 * STEP)
        column.addWidget(Heading(self.tr("What broke")))
        column.addWidget(
            Subtitle(
                self.tr(
                    "The report names the kind of fault and where in the program it "
                    "happened. No movie, no address and no folder of yours is in it. "
                    "If you want someone to look into it, copy it and send it yourself."
                )
            )
        )
        column.addWidget(self.text, 1)
        column.addLayout(buttons)
        self.close_button.setFocus()

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.text.toPlainText())
        self.copy_button.setText(self.tr("Copied"))

    def _delete(self) -> None:
        self.delete_requested.emit()
        self.accept()
