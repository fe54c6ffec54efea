"""The Settings page, one module per section."""

from epicrec_desktop.ui.settings.page import SettingsPage

__all__ = ["SettingsPage"]
