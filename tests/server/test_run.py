"""Run the service in a thread, in one process and in several workers."""

import json
import os
import re
import signal
import socket
import ssl
import subprocess
import sys
import threading
import urllib.request
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from unittest import mock

import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.server import run
from epicrec_desktop.server.config import ListenConfig, ServerConfig, ServiceConfig
from epicrec_desktop.server.run import (
    HANG_SECONDS,
    WORKER_START_SECONDS,
    WorkerProcess,
    _Workers,
    serve,
)
from service_nodes import is_ready
from service_world import (
    BODY,
    client_of,
    connected,
    contribution_by,
    free_address,
    publish,
    published_in,
    running,
    serving_published,
    settings_in,
)
from small_world import models, world
from waiting import LIMIT_S, wait_until


def _settings(folder: Path, listening: ListenConfig) -> ServerConfig:
    return ServerConfig(ServiceConfig(folder / "service"), listening)


def _database(folder: Path) -> str:
    return f"sqlite:///{folder / 'service.sqlite3'}"


def test_it_listens_on_this_computer_on_a_free_port(tmp_path):
    with running(world().catalog, models()["knowledge"], database=_database(tmp_path)) as address:
        assert address.startswith("http://127.0.0.1:")
        with urllib.request.urlopen(f"{address}/readyz", timeout=LIMIT_S) as response:
            assert response.status == 200
            assert "server" not in {name.lower() for name in response.headers}
    assert not [t for t in threading.enumerate() if t.name == "service"]
    with pytest.raises(OSError, match="refused"):
        urllib.request.urlopen(f"{address}/readyz", timeout=LIMIT_S)


def test_a_port_that_is_taken_is_a_sentence(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(EpicRecError, match=f"port {port}; nothing was started"):
            serve(_settings(tmp_path, ListenConfig(port=port)))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    "listening",
    [ListenConfig(port=70_000), ListenConfig("nowhere.invalid"), ListenConfig("films..example")],
)
def test_an_impossible_place_is_a_sentence(listening, tmp_path):
    with pytest.raises(EpicRecError, match="cannot listen"):
        serve(_settings(tmp_path, listening))


@pytest.mark.parametrize("key", ["no key", None])
def test_a_certificate_that_cannot_be_used_is_a_sentence(key, tmp_path):
    file = tmp_path / "wrong.pem"
    file.write_text("not a certificate")
    with pytest.raises(EpicRecError, match="certificate or its key cannot be used"):
        serve(
            _settings(tmp_path, ListenConfig(port=0, tls_cert=file, tls_key=file if key else None))
        )
    assert list(tmp_path.iterdir()) == [file]


posix = pytest.mark.skipif(os.name != "posix", reason="sends signals of POSIX")


@posix
def test_the_service_notifies_systemd_once_it_answers_and_ends_on_interrupt(tmp_path):
    """A unit that counts as started earlier is reloaded earlier, and ended by that."""
    place = tmp_path / "notify"
    command = ["-W", "error", "-m", "epicrec_desktop.server"]
    command += ["--base-dir", str(tmp_path), "run", "--port", "0"]
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.bind(str(place))
        notified.settimeout(LIMIT_S)
        with subprocess.Popen(
            [sys.executable, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            env=os.environ | {"NOTIFY_SOCKET": str(place), "PYTHONUNBUFFERED": ""},
        ) as program:
            assert notified.recv(100) == b"READY=1"
            program.send_signal(signal.SIGHUP)  # reads nothing here, and ends nothing
            program.stdout.readline()  # what is served
            address = program.stdout.readline().split()[2]
            with urllib.request.urlopen(f"{address}/healthz", timeout=LIMIT_S) as response:
                assert response.status == 200
            program.send_signal(signal.SIGINT)
            _, errors = program.communicate(timeout=LIMIT_S)
        assert program.returncode in (0, 130)
        assert "Warning" not in errors
        assert "Traceback" not in errors


PROGRAM = """
import sys
from pathlib import Path
from epicrec_desktop.server.config import Limits
from epicrec_desktop.server.run import serve
from service_world import settings_in
if __name__ == "__main__":
    limits = Limits(requests_per_minute=float(sys.argv[3]), burst=20, contributions_per_day=0)
    settings = settings_in(
        Path(sys.argv[1]), limits=limits, workers=int(sys.argv[2]), metrics=sys.argv[4]
    )
    serve(settings, on_ready=lambda address: print(address, flush=True))
    print("ended", flush=True)
"""


@contextmanager
def service(
    folder: Path, workers: int = 2, per_minute: float = 0.0, metrics: str = ""
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    program_file = folder / "program.py"
    program_file.write_text(PROGRAM)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}
    arguments = [str(folder / "service"), str(workers), str(per_minute), metrics]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(
            [sys.executable, str(program_file), *arguments],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
            env=environment,
        ) as program,
    ):
        try:
            yield program.stdout.readline().strip(), program
        finally:
            program.terminate()
            try:
                program.wait(LIMIT_S)
            except subprocess.TimeoutExpired:
                program.kill()
                raise


@posix
@pytest.mark.slow
def test_workers_share_a_model_a_rate_and_figures_and_are_replaced(tmp_path):
    settings = published_in(tmp_path / "service")
    metrics = settings.listen.metrics
    with service(tmp_path, workers=2, per_minute=0.06, metrics=metrics) as (address, program):
        answers = []
        for _ in range(24):  # a connection each, so that both workers are met
            with client_of(address) as client:
                answers.append(client.post("/v1/recommendations", json=BODY).status_code)
        assert answers == [200] * 20 + [429] * 4
        with client_of(address, metrics) as client:
            text = client.metrics()
        assert re.search(r"^epicrec_model\{.*\} 2\.0$", text, re.MULTILINE)
        counted = 'epicrec_requests_total{method="POST",route="/v1/recommendations",status="200"}'
        assert f"{counted} 20.0" in text.splitlines()
        killed = _workers(tmp_path)[0]
        os.kill(killed, signal.SIGKILL)
        wait_until(lambda: len(set(_workers(tmp_path)) - {killed}) >= 2)
        with client_of(address) as client:
            assert client.get("/readyz").status_code == 200
        program.terminate()
        assert program.stdout.read() == "ended\n"
        assert program.wait(LIMIT_S) == 0


def test_a_node_starts_and_serves_without_its_database(tmp_path):
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    database = f"postgresql://epicrec@{free_address()}/epicrec"
    settings = published_in(tmp_path / "service", place={"database": database})
    with serving_published(settings) as client:
        assert client.get("/readyz").status_code == 200
        assert client.get("/readyz/contributions").status_code == 503
        assert client.post("/v1/recommendations", json=BODY).status_code == 200
        assert client.get("/v1/models/current").status_code == 200
        assert client.contribute(uuid.uuid4(), contribution_by(1)).status_code == 503


def test_a_worker_that_hangs_or_does_not_start_is_replaced(tmp_path, monkeypatch, caplog):
    clock = SimpleNamespace(now=0.0, monotonic=lambda: clock.now)
    monkeypatch.setattr(run, "time", clock)
    processes: list[mock.Mock] = []

    def start(_):
        process = mock.Mock(exitcode=-9)
        process.is_alive.side_effect = lambda: not process.kill.called
        processes.append(process)
        alive = SimpleNamespace(value=clock.now)
        return WorkerProcess(process, mock.Mock(), alive, started=clock.now)

    monkeypatch.setattr(_Workers, "_start", start)
    workers = _Workers(mock.Mock(), [], tmp_path)
    workers._workers = [workers._start()]
    for ready, patience in ((True, HANG_SECONDS), (False, WORKER_START_SECONDS)):
        workers._workers[0].ready = ready
        clock.now += patience - 0.1
        workers._replace_dead()
        processes[-1].kill.assert_not_called()
        clock.now += 0.2
        workers._replace_dead()
        processes[-2].kill.assert_called_once()
    assert len(processes) == 3
    assert "does not respond" in caplog.text


@posix
@pytest.mark.slow
def test_a_stopped_process_is_replaced(tmp_path, monkeypatch):
    """It is alive for the system; its event loop is not."""
    publish(settings_in(tmp_path / "service"))
    patched = PROGRAM.replace(
        'if __name__ == "__main__":',
        "from epicrec_desktop.server import run\nrun.HANG_SECONDS = 2.0\n"
        'if __name__ == "__main__":',
    )
    monkeypatch.setitem(globals(), "PROGRAM", patched)
    with service(tmp_path, workers=1) as (address, _program):
        hung = _workers(tmp_path)[0]
        os.kill(hung, signal.SIGSTOP)
        wait_until(lambda: set(_workers(tmp_path)) - {hung})
        assert "does not respond" in (tmp_path / "log").read_text()
        with client_of(address) as client:
            wait_until(lambda: is_ready(client))


@posix
def test_sighup_reloads_the_certificate(tmp_path, monkeypatch):
    def make(name):
        command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"]
        files = ["-keyout", str(tmp_path / "key.pem"), "-out", str(tmp_path / "chain.pem")]
        subprocess.run([*command, *files, "-subj", f"/CN={name}"], check=True, capture_output=True)
        return ssl.PEM_cert_to_DER_cert((tmp_path / "chain.pem").read_text())

    def shown(address):
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with connected(address) as plain, context.wrap_socket(plain) as connection:
            return connection.getpeercert(binary_form=True) or b""

    first = make("first")
    publish(settings_in(tmp_path / "service"))
    chain, key = (str(tmp_path / name) for name in ("chain.pem", "key.pem"))
    tls = f"tls_cert=Path({chain!r}), tls_key=Path({key!r})"
    program_text = PROGRAM.replace("limits=limits,", f"limits=limits, {tls},")
    monkeypatch.setitem(globals(), "PROGRAM", program_text)
    with service(tmp_path, workers=2) as (address, program):
        assert shown(address) == first
        (tmp_path / "key.pem").write_text("damaged")
        program.send_signal(signal.SIGHUP)
        wait_until(lambda: "cannot be used" in (tmp_path / "log").read_text())
        assert shown(address) == first  # the service goes on with what it had
        second = make("second")
        program.send_signal(signal.SIGHUP)
        wait_until(lambda: {shown(address) for _ in range(6)} == {second})
        assert program.poll() is None
        # Each worker at its start, and of the second certificate: two days are left of both.
        assert (tmp_path / "log").read_text().count("the certificate expires on") == 4


def _workers(folder: Path) -> list[int]:
    """Processes that logged that they use a model, in order."""
    lines = (folder / "log").read_text().splitlines()
    return [json.loads(line)["process"] for line in lines if '"using ' in line]


@posix
def test_what_is_in_flight_is_answered_before_the_end(tmp_path):
    publish(settings_in(tmp_path / "service"))
    body = json.dumps(BODY).encode()
    head = (
        b"POST /v1/recommendations HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"
        + f"Expect: 100-continue\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    )
    with service(tmp_path, workers=1) as (address, program):
        with connected(address) as idle, connected(address) as connection:
            idle.sendall(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n")
            while not idle.recv(65_536).endswith(b"}"):
                pass
            connection.sendall(head)
            assert b"100 Continue" in connection.recv(65_536)
            connection.sendall(body[:5])
            program.terminate()
            assert idle.recv(1) == b""  # it ends
            assert program.poll() is None
            connection.sendall(body[5:])
            answer = b""
            while part := connection.recv(65_536):
                answer += part
        assert answer.startswith(b"HTTP/1.1 200")
        assert program.wait(LIMIT_S) == 0
