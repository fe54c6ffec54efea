"""Start with the session out of a Flatpak: its desktop is asked, and may ask the user.

https://flatpak.github.io/xdg-desktop-portal/docs/doc-org.freedesktop.portal.Background.html
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import closing

from jeepney import DBusAddress, DBusErrorResponse, MatchRule, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import Proxy, open_dbus_connection
from jeepney.wrappers import unwrap_msg

BUS_NAME, PATH = "org.freedesktop.portal.Desktop", "/org/freedesktop/portal/desktop"
BACKGROUND, REQUEST = "org.freedesktop.portal.Background", "org.freedesktop.portal.Request"
_ALLOWED = 0
_ANSWER_S = 10.0
_USER_S = 120.0
"""How long the user has for the desktop's own question."""


def request_autostart(command: Sequence[str], *, on: bool) -> bool:
    """Ask that a command starts with the session, or no more; return whether it does.

    The user is shown the app's name by the desktop. Raises `OSError` where no portal answers.
    """
    try:
        connection = open_dbus_connection("SESSION")
    except (OSError, KeyError, ValueError, RuntimeError):
        raise OSError("no session bus") from None
    with closing(connection):
        token = f"epicrec{secrets.token_hex(8)}"
        own_name = str(connection.unique_name).removeprefix(":").replace(".", "_")
        # Known beforehand, so that an answer cannot come before somebody listens.
        request = f"{PATH}/request/{own_name}/{token}"
        done = MatchRule(type="signal", interface=REQUEST, member="Response", path=request)
        options = {
            "handle_token": ("s", token),
            "autostart": ("b", on),
            "commandline": ("as", list(command)),
        }
        portal = DBusAddress(PATH, bus_name=BUS_NAME, interface=BACKGROUND)
        asked = new_method_call(portal, "RequestBackground", "sa{sv}", ("", options))
        try:
            Proxy(message_bus, connection).AddMatch(done)
            with connection.filter(done) as answers:
                unwrap_msg(connection.send_and_get_reply(asked, timeout=_ANSWER_S))
                answer = connection.recv_until_filtered(answers, timeout=_USER_S)
        except (DBusErrorResponse, EOFError):
            raise OSError("no portal for the background") from None
    response, results = answer.body
    return response == _ALLOWED and bool(results.get("autostart", ("b", False))[1])
