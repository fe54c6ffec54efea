"""Drives a real Chromium (DevTools over pipes) and a real Firefox (Marionette), headless."""

import json
import os
import shutil
import socket
import subprocess
from contextlib import suppress
from pathlib import Path
from typing import Any, Protocol

from waiting import LIMIT_S, wait_until


class Browser(Protocol):
    """A browser with a profile of its own."""

    database: Path

    def go(self, url: str) -> None:
        """Visit a page and wait until it is there."""

    def quit(self) -> None:
        """End as a person ends it, everything written."""

    def kill(self) -> None:
        """End it whatever it does; for clearing up."""


def program(*names: str) -> str | None:
    """The first of these programs that is installed."""
    return next((found for name in names if (found := shutil.which(name))), None)


class Chromium:
    """Chromium over `--remote-debugging-pipe`: messages of JSON with a NUL behind each."""

    def __init__(self, executable: str, folder: Path) -> None:
        self.database = folder / "Default" / "History"
        from_us, self._write = os.pipe()
        self._read, from_it = os.pipe()
        self._buffer = b""
        self._number = 0
        self._process = subprocess.Popen(
            [
                # DevTools are spoken on descriptors 3 and 4; a shell puts the pipes there.
                "/bin/sh", "-c", f'exec "$@" 3<&{from_us} 4>&{from_it}', "sh", executable,
                "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run",
                "--disable-background-networking", "--disable-component-update",
                "--disable-sync", "--disable-dev-shm-usage", f"--user-data-dir={folder}",
                "--remote-debugging-pipe", "about:blank",
            ],
            pass_fds=(from_us, from_it),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        os.close(from_us)
        os.close(from_it)
        targets = self._ask("Target.getTargets")["targetInfos"]
        page = next(target["targetId"] for target in targets if target["type"] == "page")
        attached = self._ask("Target.attachToTarget", targetId=page, flatten=True)
        self._session = attached["sessionId"]
        self._ask("Page.enable", session=True)

    def go(self, url: str) -> None:
        """Visit a page and wait for its load event."""
        self._events: list[str] = []
        answer = self._ask("Page.navigate", session=True, url=url, transitionType="link")
        assert "errorText" not in answer, answer
        while "Page.loadEventFired" not in self._events:
            self._message()

    def quit(self) -> None:
        """Close the browser and wait for its end."""
        self._send("Browser.close", None, {})
        self._process.wait(LIMIT_S)
        self._close()

    def kill(self) -> None:
        """End it at once."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait(LIMIT_S)
        self._close()

    def _close(self) -> None:
        for descriptor in (self._read, self._write):
            with suppress(OSError):
                os.close(descriptor)
        self._read = self._write = -1

    def _ask(self, method: str, *, session: bool = False, **parameters: object) -> dict[str, Any]:
        number = self._send(method, self._session if session else None, parameters)
        while True:
            message = self._message()
            if message.get("id") == number:
                assert "error" not in message, message
                return dict(message["result"])

    def _send(self, method: str, session: str | None, parameters: dict[str, object]) -> int:
        self._number += 1
        message: dict[str, object] = {"id": self._number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self._write, json.dumps(message).encode() + b"\0")
        return self._number

    def _message(self) -> dict[str, Any]:
        while b"\0" not in self._buffer:
            chunk = os.read(self._read, 65536)
            assert chunk, "Chromium ended by itself"
            self._buffer += chunk
        raw, _, self._buffer = self._buffer.partition(b"\0")
        message: dict[str, Any] = json.loads(raw)
        if "method" in message and hasattr(self, "_events"):
            self._events.append(message["method"])
        return message


class Firefox:
    """Firefox over Marionette: JSON with its length before it, on a port of loopback."""

    def __init__(self, executable: str, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.database = folder / "places.sqlite"
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            port = free.getsockname()[1]
        preferences = {
            "marionette.port": port,
            "remote.prefs.recommended": False,  # they turn parts of the history off
            "places.history.floodingPrevention.enabled": False,
            "browser.shell.checkDefaultBrowser": False,
            "browser.aboutwelcome.enabled": False,
            "datareporting.policy.dataSubmissionEnabled": False,
            "app.update.enabled": False,
            "network.captive-portal-service.enabled": False,
            "network.connectivity-service.enabled": False,
        }
        lines = (f'user_pref("{k}", {json.dumps(v)});' for k, v in preferences.items())
        (folder / "user.js").write_text("\n".join(lines), encoding="utf-8")
        self._process = subprocess.Popen(
            [executable, "--headless", "--marionette", "--no-remote", "--profile", str(folder)],
            env=os.environ | {"HOME": str(folder), "MOZ_HEADLESS": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._number = 0
        self._buffer = b""
        self._socket = self._connect(port)
        self._message()  # its greeting
        self._ask("WebDriver:NewSession", {"pageLoadStrategy": "normal"})

    def _connect(self, port: int) -> socket.socket:
        def connect() -> socket.socket | None:
            try:
                return socket.create_connection(("127.0.0.1", port), timeout=LIMIT_S)
            except OSError:
                assert self._process.poll() is None, "Firefox ended by itself"
                return None

        found = wait_until(connect, "Firefox does not listen")
        assert found is not None
        return found

    def go(self, url: str) -> None:
        """Visit a page and wait until it has loaded."""
        self._ask("WebDriver:Navigate", {"url": url})

    def quit(self) -> None:
        """Close the browser and wait for its end."""
        self._ask("Marionette:Quit", {"flags": ["eAttemptQuit"]})
        self._process.wait(LIMIT_S)
        self._socket.close()

    def kill(self) -> None:
        """End it at once."""
        if self._process.poll() is None:
            self._process.kill()
            self._process.wait(LIMIT_S)
        self._socket.close()

    def _ask(self, command: str, parameters: dict[str, object]) -> object:
        self._number += 1
        body = json.dumps([0, self._number, command, parameters]).encode()
        self._socket.sendall(str(len(body)).encode() + b":" + body)
        while True:
            message = self._message()
            if isinstance(message, list) and message[:2] == [1, self._number]:
                assert message[2] is None, message[2]
                return message[3]

    def _message(self) -> object:
        while b":" not in self._buffer:
            self._receive()
        length, _, self._buffer = self._buffer.partition(b":")
        while len(self._buffer) < int(length):
            self._receive()
        raw, self._buffer = self._buffer[: int(length)], self._buffer[int(length) :]
        return json.loads(raw)

    def _receive(self) -> None:
        chunk = self._socket.recv(65536)
        assert chunk, "Firefox ended by itself"
        self._buffer += chunk
