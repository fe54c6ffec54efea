"""An empty database of each kind; PostgreSQL is a server of our own, on this computer alone."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

START_SECONDS = 30


def _postgres_folder() -> Path | None:
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/postgres"))
    if found:
        return found[-1].parent
    command = shutil.which("postgres")
    return Path(command).parent if command else None


def _drop_rights() -> dict[str, object]:
    """How to start a program that refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    import pwd

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The URL of a PostgreSQL of our own, on a free port of this computer."""
    programs = _postgres_folder()
    if sys.platform == "win32" or programs is None:
        pytest.skip("PostgreSQL is not installed")
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    with tempfile.TemporaryDirectory(prefix="epicrec-postgres-") as name:
        folder, rights = Path(name), _drop_rights()
        if rights:
            os.chown(folder, int(str(rights["user"])), int(str(rights["group"])))
        with socket.create_server(("127.0.0.1", 0)) as listener:
            port = listener.getsockname()[1]
        data = folder / "data"
        made = subprocess.run(
            [programs / "initdb", "-D", data, "-U", "epicrec", "-A", "trust", "-E", "UTF8"],
            **rights,  # type: ignore[call-overload]
            cwd=folder,
            capture_output=True,
            check=False,
        )
        if made.returncode:
            pytest.skip("PostgreSQL is installed, but a database cannot be made here")
        server = subprocess.Popen(
            [
                *(programs / "postgres", "-D", data, "-k", folder),
                *("-h", "127.0.0.1", "-p", str(port), "-c", "fsync=off"),
            ],
            **rights,  # type: ignore[call-overload]
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            _wait(port)
            yield f"postgresql://epicrec@127.0.0.1:{port}/postgres"
        finally:
            server.send_signal(signal.SIGINT)  # also ends connections that a failed test left open
            server.wait(START_SECONDS)


def _wait(port: int) -> None:
    import psycopg

    end = time.monotonic() + START_SECONDS
    while True:
        try:
            psycopg.connect(f"host=127.0.0.1 port={port} user=epicrec dbname=postgres").close()
        except psycopg.OperationalError:
            assert time.monotonic() < end, "PostgreSQL did not start"
            time.sleep(0.1)
        else:
            return


@pytest.fixture
def empty_postgres(postgres: str) -> Iterator[str]:
    """The URL of an empty database of PostgreSQL."""
    yield postgres
    import psycopg

    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of each kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'service.sqlite3'}"
    return str(request.getfixturevalue("empty_postgres"))
