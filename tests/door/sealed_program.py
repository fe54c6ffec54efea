"""A program that may not use the network, and its door: what works there, and what does not.

Run by `test_sealed.py` as a process of its own, as `command` or as `window`; prints JSON.
"""

import ctypes
import importlib
import json
import os
import socket
import sys
from collections.abc import Callable
from contextlib import closing
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from epicrec_desktop.door.process import Door, Entries, start
from epicrec_desktop.services import door_entries
from processes import python
from waiting import LIMIT_S

PROVIDER, FILES, BASE = os.environ["PROVIDER"], os.environ["FILES"], Path(os.environ["BASE"])


def entries() -> Entries:
    """Return the real list; what is fixed in it leads to servers on this computer."""
    from epicrec_desktop.catalog import download
    from epicrec_desktop.services import update_check
    from epicrec_desktop.updates.source import Source

    download.download_movietweetings = partial(
        download.download_movietweetings, url=f"{FILES}/latest/"
    )
    update_check.update_source = lambda: Source(f"{FILES}/updates", (bytes(32),))
    return door_entries.entries()


def _libc(number: int, *arguments: Any) -> None:
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.syscall(number, *arguments) < 0:
        raise OSError(ctypes.get_errno(), "refused")


def _requests() -> None:
    import requests

    requests.get(FILES, timeout=LIMIT_S)


def _qt() -> None:
    from PySide6.QtNetwork import QTcpSocket

    connection = QTcpSocket()
    connection.connectToHost("127.0.0.1", int(FILES.rpartition(":")[2]))
    if not connection.waitForConnected(10_000):
        raise PermissionError


def _child() -> None:
    code = "import socket; socket.create_connection(('127.0.0.1', 9))"
    done = python("-c", code)
    if "PermissionError" in done.stderr:
        raise PermissionError


def _spawned_reader() -> None:
    from epicrec_desktop.domain.progress import UNATTENDED
    from epicrec_desktop.services.child_process import run_in_child

    by_name = importlib.import_module("sealed_program")  # a child knows no `__main__` of ours
    run_in_child(by_name.opened_in_child, (), job=UNATTENDED)


def opened_in_child(*, job: Any) -> None:
    from epicrec_desktop.domain.errors import EpicRecError

    try:
        socket.socket().close()
    except PermissionError:
        return
    raise EpicRecError("it opened")


ATTEMPTS: dict[str, Callable[[], Any]] = {
    "INET": lambda: socket.socket(socket.AF_INET),
    "INET datagrams": lambda: socket.socket(socket.AF_INET, socket.SOCK_DGRAM),
    "INET6": lambda: socket.socket(socket.AF_INET6),
    "raw": lambda: socket.socket(socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
    "packets": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW),
    "virtual machines": lambda: socket.socket(socket.AF_VSOCK, socket.SOCK_STREAM),
    "requests": _requests,
    "io_uring": lambda: _libc(425, 8, ctypes.create_string_buffer(200)),
    "ptrace": lambda: _libc({"x86_64": 101}.get(os.uname().machine, 117), 0, 0, 0, 0),
    "a child process": _child,
}
WORKS: dict[str, Callable[[], Any]] = {
    "a local socket": lambda: socket.socket(socket.AF_UNIX).close(),
    "a pair of sockets": lambda: [end.close() for end in socket.socketpair()],
    "a reader, which has none": _spawned_reader,
}


def attempts(*more: tuple[str, Callable[[], Any]]) -> dict[str, str]:
    """Return what came of each attempt."""
    found = {}
    for name, attempt in [*ATTEMPTS.items(), *WORKS.items(), *more]:
        try:
            attempt()
        except Exception as error:  # noqa: BLE001 - whatever it is, it is told
            found[name] = type(error).__name__
        else:
            found[name] = "done"
    return found


def uses(services: Any) -> dict[str, Any]:
    """Do through the door what needs the network."""
    from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
    from epicrec_desktop.domain.errors import UpdateError
    from epicrec_desktop.domain.progress import UNATTENDED
    from epicrec_desktop.services.update_check import UpdateService
    from epicrec_desktop.updates.source import Source

    found: dict[str, Any] = {}
    services.library.add(services.library.find("imdb:tt0113277"))
    services.providers.add("Club", PROVIDER)
    found["published"] = str(services.providers.fetch("Club"))
    services.privacy.restore(PrivacyChoice(ReleaseLevel.PERTURBED))
    services.releases.accept_clock()
    services.contributions.contribute(services.contributions.propose("Club"))
    release, _, answer = services.releases.send(services.releases.propose(provider="Club"))
    found["known"] = answer.known + answer.unknown
    (entry,) = services.ledger.entries()
    found["ledger"] = [release.sha256, entry.release.sha256, release.payload.decode()]
    folder = services.catalogs._fetches.archive("movietweetings", UNATTENDED)
    found["download"] = sorted(file.name for file in folder.iterdir())
    source = Source(f"{FILES}/updates", (bytes(32),))
    try:
        UpdateService(services.context, services.contacts, source).check()
    except UpdateError as error:
        found["update"] = str(error)
    contacts = services.contacts.all()
    found["contacts"] = [contact.kind.value for contact in contacts]
    found["bytes"] = {
        way: sum(getattr(one, way) or 0 for one in contacts if one.address == PROVIDER)
        for way in ("bytes_sent", "bytes_received")
    }
    return found


def command(door: Door) -> dict[str, Any]:
    """Live as `epicrec` does."""
    from epicrec_desktop import wiring
    from epicrec_desktop.door.sealing import seal
    from epicrec_desktop.paths import Paths
    from epicrec_desktop.services.protection.key_file import new_key
    from epicrec_desktop.store.driver import Driver

    seal()
    # The library is encrypted: its key reaches the door with what is asked of it.
    with closing(wiring.build(Paths.under(BASE), Driver(new_key()), door=door)) as services:
        return {"attempts": attempts(), "uses": uses(services)}


def window(door: Door) -> dict[str, Any]:
    """Live as the window does: it is shown, a release is made by a worker, a link is clicked."""
    from PySide6.QtCore import QTimer

    from epicrec_desktop import app
    from epicrec_desktop.ui.common.links import IMDB, open_movie

    found: dict[str, Any] = {}

    def opened(shown: Any) -> None:
        def clicked(told: dict[str, Any]) -> None:
            found["uses"] = told
            say = lambda sentence: found.update(link=sentence)  # noqa: E731
            host = SimpleNamespace(context=shown.context, show_error=say)
            movie = SimpleNamespace(title="Heat", year=1995, wire_id="imdb:tt0113277")
            open_movie(host, IMDB, movie)
            end.start()

        def failed(error: Any) -> None:
            found["error"] = str(error)
            shown.quit()

        def ended() -> None:
            if not shown.tasks.busy:
                shown.quit()

        def attached() -> None:
            found["attempts"] = attempts(("QTcpSocket", _qt))
            shown.context.tasks.run(lambda job: uses(shown.context.services), clicked, failed)

        end = QTimer(shown, interval=20)
        end.timeout.connect(ended)
        shown.services_attached.connect(attached)

    app.run(BASE, opened, door=door)
    return found


if __name__ == "__main__":
    result = {"command": command, "window": window}[sys.argv[1]](start(entries))
    sys.stdout.write(json.dumps(result) + "\n")
