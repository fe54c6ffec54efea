"""Messages of the modules without a window, in the user's language."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from epicrec_desktop.domain.messages import Message, Value, as_message, shown
from epicrec_desktop.domain.release import THIS_COMPUTER

if TYPE_CHECKING:
    from epicrec_desktop.services.scan import ScanResult


def localized(text: str | Message) -> str:
    """Return a message with its template translated; without a translation it stays English."""
    message = as_message(text)
    count = -1 if message.count is None else message.count
    template = QCoreApplication.translate("Core", message.template, "", count)
    return message.fill(message.english if template == message.template else template, _shown)


def provider(name: str) -> str:
    """Return a provider's name as shown; only the name of this computer is translated."""
    return QCoreApplication.translate("Core", THIS_COMPUTER) if name == THIS_COMPUTER else name


def _shown(name: str, value: Value, grouped: bool) -> str:
    if isinstance(value, Message):
        return localized(value)
    if grouped and isinstance(value, int):
        return QLocale().toString(value)
    return provider(shown(value)) if name == "provider" else shown(value)


def scan_problems(result: ScanResult) -> list[str]:
    """Return the problems of a scan, a sentence each."""
    from epicrec_desktop.services.scan import LEFT_BEHIND  # noqa: PLC0415 - no start asks for it

    problems = [f"{label}: {localized(why)}" for label, why in result.failures]
    return [*problems, localized(LEFT_BEHIND)] if result.stale_snapshots else problems
