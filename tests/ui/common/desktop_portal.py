"""A desktop's portal with settings, for tests: a process of its own on a bus.

    python desktop_portal.py ADDRESS [silent]

Each line of its input is JSON, `[namespace, key, signature, value]`: told to all who listen.
`silent`: it answers no question, and says that it was asked.
"""

import json
import sys
import threading

from jeepney import DBusAddress, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

PATH = "/org/freedesktop/portal/desktop"
SETTINGS = "org.freedesktop.portal.Settings"
values: dict[str, dict[str, tuple[str, object]]] = {}


def main() -> None:
    """Until the input ends."""
    connection = open_dbus_connection(sys.argv[1])
    first = json.loads(sys.stdin.readline())
    for namespace, key, signature, value in first:
        values.setdefault(namespace, {})[key] = (signature, value)
    connection.send_and_get_reply(message_bus.RequestName("org.freedesktop.portal.Desktop"))
    print("ready", flush=True)  # noqa: T201 - to the test
    threading.Thread(target=_answer, args=(connection,), daemon=True).start()
    emitter = DBusAddress(PATH, interface=SETTINGS)
    for line in sys.stdin:
        namespace, key, signature, value = json.loads(line)
        body = (namespace, key, (signature, value))
        connection.send(new_signal(emitter, "SettingChanged", "ssv", body))


def _answer(connection) -> None:
    while True:
        message = connection.receive()
        if message.header.message_type is not MessageType.method_call:
            continue
        if "silent" in sys.argv:
            print("asked", flush=True)  # noqa: T201 - to the test
            continue
        answered = {name: keys for name, keys in values.items() if name in message.body[0]}
        connection.send(new_method_return(message, "a{sa{sv}}", (answered,)))


if __name__ == "__main__":
    main()
