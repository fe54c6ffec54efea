"""A bare endpoint of FastAPI, to compare the service with: it reads a body, returns its size."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from fastapi import FastAPI
from starlette.requests import Request

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.lab.service_process import RunningService

START_S = 60.0

app = FastAPI()


@app.post("/v1/recommendations")
async def recommendations(request: Request) -> dict[str, Any]:
    """Return how long the body is."""
    return {"bytes": len(await request.body())}


@contextmanager
def running_endpoint(folder: Path, workers: int) -> Iterator[RunningService]:
    """Run it with uvicorn as the service is: over TLS where `folder` has a certificate."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "uvicorn", f"{__name__}:app", "--port", str(port)]
    command += ["--workers", str(workers), "--no-access-log", "--log-level", "error"]
    scheme = "http"
    if (folder / "chain.pem").exists():
        scheme = "https"
        command += ["--ssl-certfile", str(folder / "chain.pem")]
        command += ["--ssl-keyfile", str(folder / "key.pem")]
    started = time.monotonic()
    with subprocess.Popen(command) as process:  # noqa: S603 - this very Python
        try:
            while not _answers(port):
                if process.poll() is not None or time.monotonic() > started + START_S:
                    raise EpicRecError("The bare endpoint did not start; nothing was measured.")
                time.sleep(0.1)
            seconds = time.monotonic() - started
            yield RunningService(f"{scheme}://127.0.0.1:{port}", seconds, process.pid)
        finally:
            process.terminate()


def _answers(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=1.0).close()
    except OSError:
        return False
    return True
