"""How fast the service answers, and what it does when far too many ask.

A service of its own, in processes of its own, over TLS where `openssl` is there to make a
certificate: a made-up catalog, two workers. Clients are threads of this process on this computer,
each with one connection, who ask as soon as they are answered; so they take their part of the
processors, and the figures are what both together do.
"""

from __future__ import annotations

import os
import shutil
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.lab.population import WATCHED, synthetic_model
from epicrec_desktop.lab.service_process import RunningService, running_service
from epicrec_desktop.memory import peak_bytes
from epicrec_desktop.recommend.wire import RecommendationRequest, encode_request
from epicrec_desktop.server.publications import Publication, Publications

MOVIES = 10_000
CLIENTS = (1, 16, 64, 256)
OVERLOAD = 640
SECONDS = 10.0
SOAKING_CLIENTS = 8
WORKERS = 2
TIMEOUT_S = 30.0
PROMISED = "99 % of the answers within 10 ms with 1 client, 50 ms with 16"

_HEAD = (
    b"POST /v1/recommendations HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Accept-Encoding: gzip\r\nContent-Length: %d\r\n\r\n"
)


def run(
    movies: int = MOVIES,
    *,
    clients: Sequence[int] = CLIENTS,
    overload: int = OVERLOAD,
    seconds: float = SECONDS,
    minutes: float | None = None,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Rows {clients, p50_ms, p99_ms, per_second, statuses, failed, service_ms, client_ms}.

    The overload is the last. `service_ms` and `client_ms` are processor time for each answer.
    `start_s` until it serves, `recovered_s` from the end of the overload to the next good answer,
    `peak_mb` of its processes together (Linux). Raises `Cancelled`, and `EpicRecError` where the
    service does not start. With `minutes`, see `soak`.
    """
    if minutes is not None:
        return soak(minutes, movies, job=job)
    rows = []
    with _published_service(movies) as (service, folder, bodies):
        address = service.address
        _run_clients(address, 2, 1.0, bodies, folder)  # what is made at the first request
        for size in job.steps("Asking the service", (*clients, overload)):
            # So many clients for so long, with the processor time of both sides for each answer.
            before, own = _cpu_seconds(service.process), time.process_time()
            row = _run_clients(service.address, size, seconds, bodies, folder)
            after, answered = _cpu_seconds(service.process), max(1, sum(row["statuses"].values()))
            own = time.process_time() - own
            served = None if before is None or after is None else 1e3 * (after - before) / answered
            rows.append({**row, "service_ms": served, "client_ms": 1e3 * own / answered})
        started = time.monotonic()
        last = _run_clients(address, 1, 0.0, bodies, folder)
        recovered = time.monotonic() - started
        peak = _peak(service.process)
    return {
        "movies": movies,
        "tls": address.startswith("https"),
        "workers": WORKERS,
        "start_s": service.start_s,
        "recovered_s": recovered if last["statuses"].get(200) else None,
        "peak_mb": peak,
        "rows": rows,
    }


def soak(minutes: float, movies: int = MOVIES, *, job: Job = UNATTENDED) -> dict[str, Any]:
    """Measure the service's memory under minutes of load: rows {minutes, mb, p99_ms, statuses}.

    `mb` is what its processes have in memory that they share with no other process, and their part
    of what they share (PSS; Linux, else None). Raises `Cancelled`, and `EpicRecError`.
    """
    rows = []
    parts = max(1, round(minutes * 2))
    with _published_service(movies) as (service, folder, bodies):
        for number in job.steps("Asking the service", range(parts)):
            row = _run_clients(
                service.address, SOAKING_CLIENTS, 60.0 * minutes / parts, bodies, folder
            )
            rows.append(
                {
                    "minutes": (number + 1) * minutes / parts,
                    "mb": _memory_mb(service.process),
                    "p99_ms": row["p99_ms"],
                    "statuses": row["statuses"],
                }
            )
    return {"movies": movies, "clients": SOAKING_CLIENTS, "workers": WORKERS, "rows": rows}


@contextmanager
def _published_service(movies: int) -> Iterator[tuple[RunningService, Path, list[bytes]]]:
    catalog, model = synthetic_model(movies, np.random.default_rng(1))
    with tempfile.TemporaryDirectory(prefix="epicrec-bench-") as name:
        folder = Path(name)
        Publications(folder / "service" / "publications").publish(Publication(catalog, model))
        lines = ["[service]", 'folder = "service"', "[listen]", "port = 0", f"workers = {WORKERS}"]
        lines += _certificate(folder)
        # The crowd is one client.
        lines += ["[limits]", "requests_per_minute = 0", "[log]", 'level = "warning"']
        with running_service(folder, "\n".join(lines) + "\n") as service:
            yield service, folder, _bodies([str(movie.wire_id) for movie in catalog.movies])


def _memory_mb(process: int) -> float | None:
    """Memory of a process and its children, in MB, what they share counted once (Linux)."""
    with suppress(OSError, ValueError, StopIteration):
        total = 0
        for one in _process_tree(process):
            lines = Path(f"/proc/{one}/smaps_rollup").read_text(encoding="ascii").splitlines()
            total += int(next(line for line in lines if line.startswith("Pss:")).split()[1])
        return total * 1024 / 1e6
    return None


def _bodies(ids: Sequence[str]) -> list[bytes]:
    generator = np.random.default_rng(2)
    count = min(WATCHED, len(ids) // 2)
    profiles = [generator.choice(len(ids), count, replace=False).tolist() for _ in range(50)]
    return [
        encode_request(RecommendationRequest(tuple(ids[i] for i in p), ReleaseLevel.ALL))
        for p in profiles
    ]


def _certificate(folder: Path) -> list[str]:
    openssl = shutil.which("openssl")
    if openssl is None:
        return []
    command = [openssl, "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256"]
    command += ["-nodes", "-days", "2", "-subj", "/CN=127.0.0.1", "-addext"]
    command += ["subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "chain.pem"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)  # noqa: S603
    return ['tls_cert = "chain.pem"', 'tls_key = "key.pem"']


@dataclass
class _LoadClient:
    """One client: asks until a moment, and notes how long each answer took.

    It writes and reads what a client does, and makes nothing of it: whatever it computes is taken
    from the service, which has the same processors.
    """

    address: str
    until: float
    bodies: Sequence[bytes]
    trust: ssl.SSLContext | None
    times: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    failed: int = 0

    def ask(self) -> None:
        """Ask once at least."""
        number = 0
        connection: socket.socket | None = None
        while True:
            started = time.perf_counter()
            try:
                connection = connection or self._connect()
                status, closes = self._exchange(connection, self.bodies[number % len(self.bodies)])
                self.statuses[status] += 1
                if status == 200:
                    self.times.append(time.perf_counter() - started)
                else:
                    time.sleep(0.1)  # as a client that gets Retry-After
                if closes:
                    connection.close()
                    connection = None
            except (OSError, ValueError):
                self.failed += 1
                if connection is not None:
                    connection.close()
                connection = None
                time.sleep(0.1)
            number += 1
            if time.monotonic() >= self.until:
                break
        if connection is not None:
            connection.close()

    def _exchange(self, connection: socket.socket, body: bytes) -> tuple[int, bool]:
        """Status of an answer, read to its end, and whether the connection ends with it."""
        connection.sendall(_HEAD % len(body))
        connection.sendall(body)
        answer = b""
        while (end := answer.find(b"\r\n\r\n")) < 0:
            answer += _open_requests(connection)
        head = answer[:end].lower()
        left = int(head.partition(b"content-length:")[2].split()[0]) - len(answer) + end + 4
        while left > 0:
            left -= len(_open_requests(connection))
        return int(head[9:12]), b"connection: close" in head

    def _connect(self) -> socket.socket:
        parts = urlsplit(self.address)
        host, port = str(parts.hostname), int(parts.port or 0)
        plain = socket.create_connection((host, port), timeout=TIMEOUT_S)
        plain.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return self.trust.wrap_socket(plain, server_hostname=host) if self.trust else plain


def _open_requests(connection: socket.socket) -> bytes:
    found = connection.recv(65_536)
    if not found:
        raise OSError("the connection ended")
    return found


def _run_clients(
    address: str, size: int, seconds: float, bodies: Sequence[bytes], folder: Path
) -> dict[str, Any]:
    trust = None
    if address.startswith("https"):
        trust = ssl.create_default_context(cafile=str(folder / "chain.pem"))
    started = time.monotonic()
    askers = [_LoadClient(address, started + seconds, bodies, trust) for _ in range(size)]
    threads = [threading.Thread(target=asker.ask, daemon=True) for asker in askers]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    took = time.monotonic() - started
    times = np.array([t for asker in askers for t in asker.times] or [np.nan])
    statuses = sum((asker.statuses for asker in askers), Counter[int]())
    return {
        "clients": size,
        "p50_ms": 1e3 * float(np.percentile(times, 50)),
        "p99_ms": 1e3 * float(np.percentile(times, 99)),
        "per_second": statuses[200] / took,
        "statuses": dict(statuses),
        "failed": sum(asker.failed for asker in askers),
    }


def _cpu_seconds(process: int) -> float | None:
    if sys.platform != "linux":
        return None
    total = 0
    with suppress(OSError, ValueError):
        for one in _process_tree(process):
            stat = Path(f"/proc/{one}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
            total += int(stat[11]) + int(stat[12])
        return total / os.sysconf("SC_CLK_TCK")
    return None


def _process_tree(process: int) -> list[int]:
    children = Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii")
    return [process, *map(int, children.split())]


def _peak(process: int) -> float | None:
    """Most memory of a process and its children, in MB; None where not reported."""
    with suppress(OSError, ValueError):
        found = [peak_bytes(one) or 0 for one in _process_tree(process)]
        return sum(found) / 1e6
    return None
