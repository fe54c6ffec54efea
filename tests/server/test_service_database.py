"""The service's database: migrations, privacy of the file, SQLite and PostgreSQL alike."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("fastapi", reason="the service needs the extra `server`")

from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import Connection, inspect, text

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.recommend.content import ContentModel
from epicrec_desktop.recommend.wire import RecommendationRequest
from epicrec_desktop.server.database import open_engine
from epicrec_desktop.server.storage import KEPT_MODELS, Storage
from epicrec_desktop.server.tables import Base
from small_world import models, world

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
            server.terminate()
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


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database of each kind."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'service.sqlite3'}"
        return
    url = request.getfixturevalue("postgres")
    yield url
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")


def request_of(*profile: str, **options: object) -> RecommendationRequest:
    return RecommendationRequest(profile, ReleaseLevel.PERTURBED, **options)  # type: ignore[arg-type]


def test_the_newest_migration_is_what_the_tables_say(address: str) -> None:
    def differences(connection: Connection) -> object:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        return compare_metadata(context, Base.metadata)

    engine = open_engine(address)
    with engine.connect() as connection:
        assert differences(connection) == []
        tables = set(inspect(connection).get_table_names())
    engine.dispose()
    assert tables == {"alembic_version", "published_models", "contributions"}


def test_opening_again_keeps_everything(address: str) -> None:
    first = Storage(address)
    first.publish(models()["content"])
    first.contribute(uuid.uuid4(), request_of("ml:7", counts={"Drama": 3.5}, epsilon=0.21))
    first.close()
    second = Storage(address)
    assert second.items(models()["content"].id) == models()["content"].items_file
    assert second.profiles() == [("ml:7",)]
    assert second.is_ready()
    second.close()


def test_contributions_are_idempotent(address: str) -> None:
    storage, identifier = Storage(address), uuid.uuid4()
    assert storage.contribute(identifier, request_of("ml:7"))
    assert not storage.contribute(identifier, request_of("ml:7"))
    assert not storage.contribute(identifier, request_of("ml:14", "ml:7"))
    assert storage.profiles() == [("ml:14", "ml:7")]
    storage.withdraw(uuid.uuid4())
    storage.withdraw(identifier)
    storage.withdraw(identifier)
    assert storage.profiles() == []
    storage.close()


def test_only_a_few_models_are_kept_and_the_current_one_always(address: str) -> None:
    storage = Storage(address)
    made = [
        ContentModel.from_catalog(
            world().catalog, {**models()["content"].parameters, "era_years": float(width)}
        )
        for width in range(5, 10)
    ]
    for model in made:
        storage.publish(model)
    storage.publish(made[-3])  # back to an earlier one
    kept = [model for model in made if storage.items(model.id) is not None]
    assert kept == made[-KEPT_MODELS:]
    storage.publish(models()["als"])
    assert storage.items(made[-3].id) is not None
    assert storage.items(models()["als"].id) == models()["als"].items_file
    storage.close()


def test_a_newer_database_is_refused_and_left_alone(address: str) -> None:
    engine = open_engine(address)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    engine.dispose()
    with pytest.raises(StoreError, match="newer version; it was left as it is"):
        open_engine(address)


@pytest.mark.skipif(os.name != "posix", reason="file modes are POSIX's")
def test_the_file_is_readable_by_its_owner_alone(tmp_path: Path) -> None:
    file = tmp_path / "deep" / "service.sqlite3"
    storage = Storage(f"sqlite:///{file}")
    storage.contribute(uuid.uuid4(), request_of("ml:7"))
    assert {f.stat().st_mode & 0o077 for f in file.parent.iterdir()} == {0}
    storage.close()


@pytest.mark.parametrize(
    "wrong",
    [
        "not a url",
        "mysql://root:secret@localhost/x",
        "sqlite://",
        "sqlite:///:memory:",
        "postgresql://me:secret@127.0.0.1:1/x?connect_timeout=2",
    ],
)
def test_a_wrong_address_is_a_sentence_without_the_password(wrong: str) -> None:
    with pytest.raises(StoreError) as caught:
        open_engine(wrong)
    assert "secret" not in str(caught.value)
    assert str(caught.value).endswith(".")


def test_a_file_that_is_no_database_is_a_sentence_and_kept(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("These are not the rows you are looking for. " * 100)
    before = file.read_bytes()
    with pytest.raises(StoreError, match="left as it is"):
        open_engine(f"sqlite:///{file}")
    assert file.read_bytes() == before


def test_a_folder_that_cannot_be_written_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match="cannot be written"):
        open_engine(f"sqlite:///{tmp_path / 'file' / 'service.sqlite3'}")
