"""An empty database of each kind; PostgreSQL is a server of our own, on this computer alone."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ports import free_port
from waiting import LIMIT_S, wait_until

if find_spec("fastapi") is None:  # the service needs the extra `server`
    collect_ignore_glob = ["test_*.py"]


def _postgres_folder() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if found:
        return found[-1].parent
    command = shutil.which("postgres")
    return Path(command).parent if command else None


def _drop_rights() -> dict[str, Any]:
    """How to start a program that refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    import pwd

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


class Postgres:
    """A PostgreSQL server of our own in a folder, on a free port of this computer.

    Skips the test where a database cannot be made.
    """

    def __init__(self, folder: Path) -> None:
        programs = _postgres_folder()
        if sys.platform == "win32" or programs is None:
            pytest.skip("PostgreSQL is not installed")
        pytest.importorskip("psycopg", reason="psycopg is not installed")
        self._programs, self._folder, self._rights = programs, folder, _drop_rights()
        if self._rights:
            os.chown(folder, int(str(self._rights["user"])), int(str(self._rights["group"])))
        self._port = free_port()
        self.address = f"postgresql://epicrec@127.0.0.1:{self._port}/postgres"
        made = subprocess.run(
            [programs / "initdb", "-D", folder / "data", "-U", "epicrec", "-A", "trust"],
            **self._rights,
            cwd=folder,
            env=os.environ | {"LC_ALL": "C.UTF-8"},
            capture_output=True,
            check=False,
        )
        if made.returncode:
            pytest.skip("PostgreSQL is installed, but a database cannot be made here")
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self._server = subprocess.Popen(
            [
                *(self._programs / "postgres", "-D", self._folder / "data", "-k", self._folder),
                *("-h", "127.0.0.1", "-p", str(self._port), "-c", "fsync=off"),
            ],
            **self._rights,
            cwd=self._folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_until(lambda: _answers(self._port), "PostgreSQL did not start")

    def stop(self) -> None:
        """Stop it; this also ends connections that a failed test left open."""
        self._server.send_signal(signal.SIGINT)
        self._server.wait(LIMIT_S)

    @contextmanager
    def hanging(self) -> Iterator[None]:
        """Let all its processes hang while the block runs: connections stay, nobody answers."""
        children = Path(f"/proc/{self._server.pid}/task/{self._server.pid}/children").read_text()
        processes = [self._server.pid, *map(int, children.split())]
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                os.kill(process, signal.SIGCONT)


@pytest.fixture(scope="session")
def running_postgres() -> Iterator[str]:
    """The URL of a PostgreSQL of our own, on a free port of this computer."""
    with tempfile.TemporaryDirectory(prefix="epicrec-postgres-") as name:
        server = Postgres(Path(name))
        try:
            yield server.address
        finally:
            server.stop()


@pytest.fixture
def own_postgres() -> Iterator[Postgres]:
    """A PostgreSQL for one test, which may stop it, let it hang, and fill its disk of 150 MB."""
    if sys.platform != "linux" or os.geteuid() != 0:
        pytest.skip("mounting needs Linux and root")
    with tempfile.TemporaryDirectory(prefix="epicrec-postgres-") as name:
        mount = ["mount", "-t", "tmpfs", "-o", "size=150m", "tmpfs", name]
        if subprocess.run(mount, capture_output=True, check=False).returncode:
            pytest.skip("nothing can be mounted here")
        try:
            server = Postgres(Path(name))
            try:
                yield server
            finally:
                server.stop()
        finally:
            subprocess.run(["umount", "-l", name], capture_output=True, check=True)


def _answers(port: int) -> bool:
    import psycopg

    try:
        psycopg.connect(f"host=127.0.0.1 port={port} user=epicrec dbname=postgres").close()
    except psycopg.OperationalError:
        return False
    return True


@pytest.fixture
def postgres(running_postgres) -> str:
    """Return the URL of an empty database of PostgreSQL, whatever tests left in it before."""
    import psycopg

    with psycopg.connect(running_postgres, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
    return running_postgres


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request, tmp_path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'service.sqlite3'}"
    return str(request.getfixturevalue("postgres"))
