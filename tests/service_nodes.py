"""Nodes of the service in processes of their own, behind HAProxy as it ships."""

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import requests

from ports import free_port
from service_world import Client, client_of
from waiting import LIMIT_S, wait_until

CONFIGURATION = Path(__file__).resolve().parents[1] / "packaging" / "service" / "haproxy.cfg"


@contextmanager
def node(
    folder: Path, shared: Path, database: str, metrics: str = ""
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """A node as the manual has it; its address and its process."""
    folder.mkdir()
    (folder / "service.toml").write_text(
        f'[service]\nfolder = "."\nmodels = "{shared}"\ndatabase = "{database}"\n'
        '[listen]\nport = 0\ntrusted_proxies = ["127.0.0.1"]\ndrain_seconds = 5\n'
        f'metrics = "{metrics}"\n'
        "[limits]\nrequests_per_minute = 0\ncontributions_per_day = 0\n"
        '[log]\nlevel = "warning"\n'
    )
    command = [sys.executable, "-m", "epicrec_desktop.server", "run"]
    with (
        (folder / "log").open("wb") as log,
        subprocess.Popen(
            [*command, "--config", str(folder / "service.toml")],
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        try:
            line = process.stdout.readline()
            found = re.search(r"127\.0\.0\.1:\d+", line)
            assert found is not None, (folder / "log").read_text()
            yield found[0], process
        finally:
            process.terminate()
            process.wait(LIMIT_S)


@contextmanager
def proxy(folder: Path, nodes: list[str]) -> Iterator[str]:
    """HAProxy before these nodes."""
    port = free_port()
    text = CONFIGURATION.read_text().replace("bind 127.0.0.1:8080", f"bind 127.0.0.1:{port}")
    for number, address in enumerate(nodes, start=1):
        text, replaced = re.subn(rf"10\.0\.0\.{number}:8765", address, text)
        assert replaced == 1
    file = folder / "haproxy.cfg"
    file.write_text(text)
    checked = subprocess.run(["haproxy", "-c", "-f", file], capture_output=True, check=False)
    assert checked.returncode == 0, checked.stderr
    with subprocess.Popen(["haproxy", "-f", file, "-db", "-q"]) as process:
        try:
            address = f"http://127.0.0.1:{port}"
            with client_of(address) as client:
                wait_until(lambda: is_ready(client), "no node is ready")
            yield address
        finally:
            process.kill()


def is_ready(client: Client) -> bool:
    """Return whether the service answers and has a model."""
    try:
        return client.get("/readyz").status_code == 200
    except requests.ConnectionError:
        return False
