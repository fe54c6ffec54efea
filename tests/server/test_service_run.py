"""Running the service: addresses, ports, certificates, and its end."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from pathlib import Path

import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.server import run
from epicrec_desktop.server.run import running, serve
from epicrec_desktop.server.settings import ListenConfig, ServerConfig, ServiceConfig
from small_world import models, world


def _settings(folder: Path, listening: ListenConfig) -> ServerConfig:
    return ServerConfig(ServiceConfig(folder / "service"), listening)


def _database(folder: Path) -> str:
    return f"sqlite:///{folder / 'service.sqlite3'}"


def test_it_listens_on_this_computer_on_a_free_port(tmp_path: Path) -> None:
    pytest.importorskip("fastapi", reason="the service needs the extra `server`")
    with running(world().catalog, models()["content"], database=_database(tmp_path)) as address:
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(f"{address}/readyz", timeout=5) as response:
            assert response.status == 200
            assert "server" not in {name.lower() for name in response.headers}
    assert not [t for t in threading.enumerate() if t.name == "service"]
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(f"{address}/readyz", timeout=5)


def test_a_port_that_is_taken_is_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(EpicRecError, match=f"port {port}; nothing was started"):
            serve(_settings(tmp_path, ListenConfig(port=port)))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("listening", [ListenConfig(port=70_000), ListenConfig("nowhere.invalid")])
def test_an_impossible_place_is_a_sentence(listening: ListenConfig, tmp_path: Path) -> None:
    with pytest.raises(EpicRecError, match="cannot listen"):
        serve(_settings(tmp_path, listening))


@pytest.mark.parametrize("key", ["no key", None])
def test_a_certificate_that_cannot_be_used_is_a_sentence(key: str | None, tmp_path: Path) -> None:
    file = tmp_path / "wrong.pem"
    file.write_text("not a certificate")
    with pytest.raises(EpicRecError, match="certificate or its key cannot be used"):
        serve(
            _settings(tmp_path, ListenConfig(port=0, tls_cert=file, tls_key=file if key else None))
        )
    assert list(tmp_path.iterdir()) == [file]


def test_without_the_extra_it_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    genuine = run.find_spec
    monkeypatch.setattr(run, "find_spec", lambda n: None if n == "uvicorn" else genuine(n))
    with pytest.raises(EpicRecError, match=r"epicrec-desktop\[server\]"):
        serve(_settings(tmp_path, ListenConfig(port=0)))


PROGRAM = """
import sys
from pathlib import Path
from epicrec_desktop.server.run import serve
from service_world import publish, settings_in
settings = settings_in(Path(sys.argv[1]))
publish(settings)
serve(settings, on_ready=lambda address: print(address, flush=True))
print("ended", flush=True)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends SIGINT")
def test_serve_tells_its_address_and_ends_on_interrupt(tmp_path: Path) -> None:
    pytest.importorskip("fastapi", reason="the service needs the extra `server`")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    with subprocess.Popen(
        [sys.executable, "-W", "error", "-c", PROGRAM, str(tmp_path / "service")],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    ) as program:
        assert program.stdout is not None
        assert program.stderr is not None
        address = program.stdout.readline().strip()
        with urllib.request.urlopen(f"{address}/healthz", timeout=5) as response:
            assert response.status == 200
        program.send_signal(signal.SIGINT)
        output, errors = program.communicate(timeout=20)
    assert (output, errors, program.returncode) == ("ended\n", "", 0)
