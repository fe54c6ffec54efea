"""Start with the session out of a Flatpak: a desktop's portal on a bus of its own answers."""

import shutil
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing, suppress

import pytest

pytest.importorskip("jeepney", reason="Linux alone has this bus")

from jeepney import DBusAddress, HeaderFields, Message, MessageType, new_method_return, new_signal
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import open_dbus_connection

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.paths import Paths
from epicrec_desktop.services import background_portal
from epicrec_desktop.services.autostart import Autostart
from waiting import wait_for_threads


@pytest.fixture
def paths(tmp_path) -> Paths:
    return Paths.under(tmp_path / "own")


class Portal:
    """A desktop that answers for its user, on a bus of its own."""

    def __init__(self, address: str) -> None:
        self.asked: list[dict[str, object]] = []
        self.allows, self.response = True, 0
        self._connection = open_dbus_connection(address)
        name = background_portal.BUS_NAME
        self._connection.send_and_get_reply(message_bus.RequestName(name))
        threading.Thread(target=self._answer).start()

    def _answer(self) -> None:
        with closing(self._connection), suppress(OSError, EOFError):  # until the bus ends
            while True:
                message = self._connection.receive()
                if message.header.message_type is MessageType.method_call:
                    self._reply(message)

    def _reply(self, message: Message) -> None:
        options = {name: value for name, (_, value) in message.body[1].items()}
        self.asked.append(options)
        sender = message.header.fields[HeaderFields.sender].removeprefix(":").replace(".", "_")
        path = f"{background_portal.PATH}/request/{sender}/{options['handle_token']}"
        self._connection.send(new_method_return(message, "o", (path,)))
        on = ("b", bool(options["autostart"]) and self.allows)
        results = {"background": ("b", True), "autostart": on} if self.response == 0 else {}
        emitter = DBusAddress(path, interface=background_portal.REQUEST)
        self._connection.send(new_signal(emitter, "Response", "ua{sv}", (self.response, results)))


@pytest.fixture
def bus(monkeypatch) -> Iterator[str]:
    if shutil.which("dbus-daemon") is None:
        pytest.skip("D-Bus is not installed")
    command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        address = daemon.stdout.readline().strip()
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        before = set(threading.enumerate())
        yield address
        daemon.terminate()
        wait_for_threads(before)


@pytest.fixture
def flatpak(paths, tmp_path) -> Autostart:
    config = str(tmp_path / "config")
    return Autostart(paths, {"FLATPAK_ID": "io.epicrec.desktop", "XDG_CONFIG_HOME": config})


def test_a_flatpak_asks_the_desktop(flatpak, paths, bus, tmp_path):
    portal = Portal(bus)
    flatpak.set_on(True)
    assert flatpak.on
    assert portal.asked[0]["autostart"] is True
    assert portal.asked[0]["commandline"] == flatpak.command
    # The portal has one entry for the program: of these folders and no others.
    environment = {"FLATPAK_ID": "io.epicrec.desktop", "XDG_CONFIG_HOME": str(tmp_path / "config")}
    other = Autostart(Paths.under(tmp_path / "other"), environment)
    assert not other.on
    flatpak.set_on(False)
    assert portal.asked[1]["autostart"] is False
    assert not flatpak.on


@pytest.mark.parametrize(("allows", "response"), [(False, 0), (True, 1)])
def test_a_desktop_that_does_not_allow_it_is_believed(flatpak, bus, allows, response):
    portal = Portal(bus)
    portal.allows, portal.response = allows, response
    with pytest.raises(EpicRecError, match="does not let EpicRec start"):
        flatpak.set_on(True)
    assert not flatpak.on


def test_a_flatpak_without_a_portal_stays_as_it_was(flatpak, bus, monkeypatch):
    for address in (bus, "unix:path=/nowhere/bus"):
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        with pytest.raises(EpicRecError, match="could not be changed"):
            flatpak.set_on(True)
        assert not flatpak.on
