"""Window and commands reach no other computer but through the door (Linux)."""

import hashlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("fastapi", reason="this test runs the service (extra: server)")

from command_line import Epicrec
from local_http_server import Handler, LocalHttpServer, serving
from processes import python
from relay import Relay, relayed
from service_world import running
from small_world import models, world

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="seccomp is of Linux")

TABLES = {
    "/latest/movies.dat": b"0000091::A Film (1896)::Drama\n",
    "/latest/ratings.dat": b"1::0000091::9::1\n",
    "/updates": b"no announcement",
}
WORK = {"a local socket", "a pair of sockets", "a reader, which has none"}


@pytest.fixture
def provider(tmp_path) -> Iterator[Relay]:
    database = f"sqlite:///{tmp_path / 'service.sqlite3'}"
    with (
        running(world().catalog, models()["knowledge"], database=database) as address,
        relayed(address) as line,
    ):
        yield line


@pytest.fixture
def files() -> Iterator[LocalHttpServer]:
    with serving(answer) as server:
        yield server


def answer(handler: Handler) -> None:
    found = TABLES.get(handler.path)
    handler.body(found or b"", status=200 if found else 404)


@pytest.fixture
def browser(tmp_path) -> Path:
    """A folder for PATH with a browser that writes down what it was to open."""
    folder = tmp_path / "bin"
    folder.mkdir()
    opener = folder / "xdg-open"
    lines = [
        "#!/bin/sh",
        f'echo "$1" > {tmp_path / "opened"}',
        f"grep Seccomp: /proc/self/status >> {tmp_path / 'opened'}",
    ]
    opener.write_text("\n".join(lines) + "\n")
    opener.chmod(0o755)
    return folder


def live(mode: str, provider: Relay, files: LocalHttpServer, base: Path, browser: Path) -> Any:
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(path for path in sys.path if path),
        "PATH": f"{browser}:{os.environ['PATH']}",
        "QT_QPA_PLATFORM": "offscreen",
        "PROVIDER": provider.address,
        "FILES": files.address,
        "BASE": str(base),
    }
    program = Path(__file__).with_name("sealed_program.py")
    done = python(str(program), mode, env=environment)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout.splitlines()[-1])


@pytest.mark.parametrize("mode", ["command", pytest.param("window", marks=pytest.mark.qt)])
def test_only_the_door_reaches_another_computer(mode, provider, files, tmp_path, browser):
    if mode == "window":
        pytest.importorskip("PySide6", reason="this test opens the window")
    found = live(mode, provider, files, tmp_path / "base", browser)
    assert "error" not in found
    refused = {name for name, came in found["attempts"].items() if came != "done"}
    assert refused == found["attempts"].keys() - WORK
    assert len(refused) == (11 if mode == "window" else 10)
    uses = found["uses"]
    assert "239 movies" in uses["published"]
    assert uses["known"] > 0
    assert uses["download"] == ["movies.dat", "ratings.dat"]
    assert "that this version can read" in uses["update"]
    assert {"published", "release", "update", "contribution"} <= set(uses["contacts"])
    released, recorded, payload = uses["ledger"]
    assert released == recorded == hashlib.sha256(payload.encode()).hexdigest()
    assert payload.encode() in provider.sent
    way = {"bytes_sent": len(provider.sent), "bytes_received": len(provider.received)}
    assert uses["bytes"] == way, "each byte that left and came is on record"
    assert b"PUT /v1/contributions/" in provider.sent
    assert [handler.path for handler in files.asked] == list(TABLES)
    if mode == "window":
        assert "link" not in found
        address, seccomp = (tmp_path / "opened").read_text().splitlines()
        assert address == "https://www.imdb.com/title/tt0113277/"
        assert seccomp.split() == ["Seccomp:", "0"], "the browser would have no network"


def test_a_command_asks_through_a_door_of_its_own(provider, tmp_path):
    base = tmp_path / "me"
    Epicrec(base)("providers", "add", "Club", provider.address)
    words = ("--base-dir", base, "providers", "test", "Club")
    done = python("-m", "epicrec_desktop.cli", *words)
    assert "239 movies" in done.stdout, done.stderr
    assert b"GET /v1/catalog" in provider.sent
