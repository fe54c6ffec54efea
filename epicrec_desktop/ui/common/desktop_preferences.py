"""Desktop preferences that every program should follow: reduced motion and high contrast.

On Linux they are read from the XDG desktop portal (org.freedesktop.portal.Settings), GNOME's
`enable-animations` and `high-contrast` and KDE's `AnimationDurationFactor`, by a thread started
after the window is shown. Windows reports its animation setting directly. Without an answer no
preference is set.
"""

from __future__ import annotations

import ctypes
import os
import socket
import sys
import threading
from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal
from PySide6.QtWidgets import QApplication, QStyle

if TYPE_CHECKING:
    from jeepney.io.blocking import DBusConnection


APPEARANCE = "org.freedesktop.appearance"
GNOME = "org.gnome.desktop.interface"
GNOME_A11Y = "org.gnome.desktop.a11y.interface"
KDE = "org.kde.kdeglobals.KDE"
KDE_FACTOR = "AnimationDurationFactor"
NAMESPACES = (APPEARANCE, GNOME, GNOME_A11Y, KDE)
PORTAL = "org.freedesktop.portal.Desktop"
PATH = "/org/freedesktop/portal/desktop"
SETTINGS = "org.freedesktop.portal.Settings"
ANSWER_S = 10.0
"""Seconds to wait for an answer: the bus may have to start the portal first."""
MAX_FILE_BYTES = 1 << 20
"""Largest size of KDE's settings file that is read, in bytes."""
_JOIN_S = 1.0

Values = Mapping[tuple[str, str], Any]  # by namespace and key


@dataclass(frozen=True)
class DesktopPreferences:
    """Preferences of the desktop; unset where the desktop gives no answer."""

    reduced_motion: bool = False
    high_contrast: bool = False


def parse_preferences(values: Values) -> DesktopPreferences:
    """Return the preferences in a portal's answer. Values of an undocumented type are ignored."""
    return DesktopPreferences(
        reduced_motion=_is_one(values.get((APPEARANCE, "reduced-motion")))
        or values.get((GNOME, "enable-animations")) is False
        or _is_zero(values.get((KDE, KDE_FACTOR))),
        high_contrast=_is_one(values.get((APPEARANCE, "contrast")))
        or values.get((GNOME_A11Y, "high-contrast")) is True,
    )


def _is_one(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value == 1


def _is_zero(value: Any) -> bool:
    """Return whether KDE's factor, a number or a string, is zero."""
    if isinstance(value, bool) or not isinstance(value, (int, float, str)):
        return False
    try:
        return float(value) == 0.0
    except ValueError:
        return False


def kde_factor(text: str) -> str | None:
    """Return the animation factor in the text of `kdeglobals`, or None."""
    section, found = "", None
    for line in map(str.strip, text.splitlines()):
        if line.startswith("["):
            section = line
        elif section == "[KDE]" and line.partition("=")[0].strip() == KDE_FACTOR:
            found = line.partition("=")[2].strip()
    return found


def _kde_file(environment: Mapping[str, str]) -> dict[tuple[str, str], Any]:
    """Return the values of KDE's settings file under KDE, whose portal may not serve them."""
    if "KDE" not in environment.get("XDG_CURRENT_DESKTOP", "").upper().split(":"):
        return {}
    folder = environment.get("XDG_CONFIG_HOME") or str(Path.home() / ".config")
    file = Path(folder, "kdeglobals")
    try:
        if file.stat().st_size > MAX_FILE_BYTES:
            return {}
        factor = kde_factor(file.read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return {}
    return {} if factor is None else {(KDE, KDE_FACTOR): factor}


class DesktopPreferencesWatcher(QObject):
    """Follows the desktop from `begin` on; emits `changed` on the thread of this object."""

    changed = Signal()
    _received = Signal(object)  # DesktopPreferences

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.now = DesktopPreferences()
        self._thread: threading.Thread | None = None
        self._connection: DBusConnection | None = None
        self._ended = False
        self._received.connect(self._apply, Qt.ConnectionType.QueuedConnection)

    def begin(self, environment: Mapping[str, str] = os.environ) -> None:
        """Start to query and listen; returns at once. A second call does nothing."""
        if self._thread is not None or sys.platform != "linux":
            return
        values = dict(environment)
        self._thread = threading.Thread(target=self._follow, args=(values,), daemon=True)
        self._thread.start()

    def end(self) -> None:
        self._ended = True
        connection = self._connection
        if connection is not None:
            with suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)
        if self._thread is not None:
            self._thread.join(_JOIN_S)

    def _apply(self, preferences: DesktopPreferences) -> None:
        if preferences != self.now:
            self.now = preferences
            self.changed.emit()

    def _emit_preferences(self, values: Values) -> None:
        if not self._ended:
            with suppress(RuntimeError):  # the program ends and this object was deleted
                self._received.emit(parse_preferences(values))

    # On the thread

    def _follow(self, environment: Mapping[str, str]) -> None:
        values = _kde_file(environment)
        if values:
            self._emit_preferences(values)
        address = environment.get("DBUS_SESSION_BUS_ADDRESS", "")
        try:
            self._listen(address, values)
        except Exception:  # noqa: BLE001 - whatever a bus is or sends, there are no preferences then
            return

    def _listen(self, address: str, values: dict[tuple[str, str], Any]) -> None:
        # Imported late: a page can be drawn without it.
        from jeepney import DBusAddress, MatchRule, MessageType, new_method_call  # noqa: PLC0415
        from jeepney.bus_messages import message_bus  # noqa: PLC0415
        from jeepney.io.blocking import open_dbus_connection  # noqa: PLC0415

        where = DBusAddress(PATH, bus_name=PORTAL, interface=SETTINGS)
        rule = MatchRule(
            type="signal", interface=SETTINGS, member="SettingChanged", path=PATH, sender=PORTAL
        )
        with open_dbus_connection(address) as connection:
            self._connection = connection
            connection.send_and_get_reply(message_bus.AddMatch(rule), timeout=ANSWER_S)
            asked = new_method_call(where, "ReadAll", "as", (list(NAMESPACES),))
            reply = connection.send_and_get_reply(asked, timeout=ANSWER_S)
            if reply.header.message_type is MessageType.method_return:
                values.update(_settings(reply.body[0]))
                self._emit_preferences(values)
            while not self._ended:
                message = connection.receive()
                if message.header.message_type is MessageType.signal:
                    values.update(_changed_setting(message.body))
                    self._emit_preferences(values)


def _settings(body: Any) -> Iterable[tuple[tuple[str, str], Any]]:
    for namespace in NAMESPACES:
        for key, variant in body.get(namespace, {}).items():
            yield (namespace, key), variant[1]


def _changed_setting(body: Any) -> dict[tuple[str, str], Any]:
    if len(body) != 3 or body[0] not in NAMESPACES:  # a message of the bus itself
        return {}
    return {(body[0], body[1]): body[2][1]}


_NAME = "epicrec.preferences"


def preferences_watcher() -> DesktopPreferencesWatcher:
    """Return the watcher of this process; it is idle until `begin`."""
    application = QCoreApplication.instance()
    found = None if application is None else application.findChild(DesktopPreferencesWatcher, _NAME)
    if isinstance(found, DesktopPreferencesWatcher):
        return found
    made = DesktopPreferencesWatcher(application)
    made.setObjectName(_NAME)
    if application is not None:
        application.aboutToQuit.connect(made.end)
    return made


_CLIENT_AREA_ANIMATION = 0x1042  # SPI_GETCLIENTAREAANIMATION


def is_motion_reduced() -> bool:
    """Return whether the system asks for it; some desktops set Qt's animation duration to zero."""
    if sys.platform == "win32":
        shown = ctypes.c_int(1)
        asked = ctypes.windll.user32.SystemParametersInfoW(
            _CLIENT_AREA_ANIMATION, 0, ctypes.byref(shown), 0
        )
        return bool(asked) and not shown.value
    if preferences_watcher().now.reduced_motion:
        return True
    style = QApplication.style()
    return style.styleHint(QStyle.StyleHint.SH_Widget_Animation_Duration) == 0
