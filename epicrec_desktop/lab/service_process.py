"""Run the reference service (`epicrec-server run`) in a separate process for measurements."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from epicrec_desktop.domain.errors import EpicRecError


@dataclass(frozen=True)
class RunningService:
    """Address, start time and process of a running service."""

    address: str
    start_s: float
    process: int


@contextmanager
def running_service(folder: Path, configuration: str) -> Iterator[RunningService]:
    """Run the service with this configuration (TOML, stored in `folder`) until the block ends.

    Its port should be 0 (any free port). Raises `EpicRecError` if it does not start.
    """
    file = folder / "service.toml"
    file.write_text(configuration, encoding="utf-8")
    program = [sys.executable]
    if not getattr(sys, "frozen", False):
        program += ["-m", "epicrec_desktop.server"]
    started = time.monotonic()
    command = [*program, "run", "--config", str(file)]
    with subprocess.Popen(  # noqa: S603 - this very program
        command, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            words = process.stdout.readline().split()
            address = next((word for word in words if word.startswith("http")), None)
            if address is None:
                raise EpicRecError("The service did not start; nothing was measured.")
            yield RunningService(address, time.monotonic() - started, process.pid)
        finally:
            process.terminate()
