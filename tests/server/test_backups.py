"""A backup of a service that runs, restored somewhere else; PostgreSQL's by its own tools."""

import gzip
import os
import shutil
import subprocess
import uuid
import zlib
from contextlib import suppress

import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.server.access import add_key, read_keys
from epicrec_desktop.server.backups import restore, write_backup
from epicrec_desktop.server.contributions import Storage
from service_world import (
    BODY,
    contribution_by,
    publish,
    published_in,
    serving_published,
    settings_in,
)
from small_world import models


def test_a_backup_of_a_running_service_is_the_service(tmp_path):
    first, second = settings_in(tmp_path / "first"), settings_in(tmp_path / "second")
    publish(first, "knowledge")
    publish(first, "als")
    key = add_key(first.service.keys, "club")
    archive = tmp_path / "service.tar.gz"
    with serving_published(first) as client:
        assert client.contribute(uuid.UUID(int=1), contribution_by(1)).status_code == 201
        assert write_backup(first.service, archive)
        assert client.contribute(uuid.UUID(int=2), contribution_by(2)).status_code == 201
    if os.name == "posix":
        assert archive.stat().st_mode & 0o077 == 0
    assert restore(second.service, archive)
    assert read_keys(second.service.keys).member(key) == "club"
    with serving_published(second) as client:
        assert client.post("/v1/recommendations", json=BODY).json()["model"] == models()["als"].id
        items = client.get(f"/v1/models/{models()['knowledge'].id}/items")
        assert items.content == models()["knowledge"].items_file
        assert client.contribute(uuid.UUID(int=1), contribution_by(1)).status_code == 204
        assert client.withdraw(uuid.UUID(int=1), contribution_by(1)).status_code == 204
    storage = Storage(second.service.database_address)
    assert [s.tally.number for s in storage.sums()] == [0]
    storage.close()
    assert sorted(f.name for f in tmp_path.iterdir()) == ["first", "second", "service.tar.gz"]


def test_nothing_is_written_over(tmp_path):
    settings = published_in(tmp_path / "service")
    archive = tmp_path / "service.tar.gz"
    archive.write_text("something else")
    with pytest.raises(EpicRecError, match="nothing was written"):
        write_backup(settings.service, archive)
    with pytest.raises(EpicRecError, match="is not empty; nothing was restored"):
        restore(settings.service, archive)
    with pytest.raises(EpicRecError, match="cannot be read or unpacked"):
        restore(settings_in(tmp_path / "other").service, archive)
    assert sorted(f.name for f in tmp_path.iterdir()) == ["service", "service.tar.gz"]


def test_a_damaged_backup_is_not_restored(tmp_path):
    settings, other = settings_in(tmp_path / "service"), settings_in(tmp_path / "other")
    publish(settings)
    Storage(settings.service.database_address).close()
    archive = tmp_path / "service.tar.gz"
    write_backup(settings.service, archive)
    whole = archive.read_bytes()
    content = gzip.decompress(whole)
    for place in range(20, len(whole), len(whole) // 60):
        flipped = bytes([whole[place] ^ 0x10])
        for damaged in (whole[:place], whole[:place] + flipped + whole[place + 1 :]):
            with suppress(OSError, EOFError, zlib.error):
                assert gzip.decompress(damaged) == content
                continue  # a bit that pads the end of a block
            archive.write_bytes(damaged)
            with pytest.raises(EpicRecError, match="nothing was restored"):
                restore(other.service, archive)
            assert not other.service.folder.exists()
    archive.write_bytes(whole)
    restore(other.service, archive)


def test_postgresql_is_dumped_and_restored(postgres, tmp_path):
    programs = {name: shutil.which(name) for name in ("pg_dump", "psql")}
    if None in programs.values():
        pytest.skip("pg_dump and psql are not installed")
    import psycopg

    other = postgres.rsplit("/", 1)[0] + "/restored"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
        connection.execute("CREATE DATABASE restored")
    storage = Storage(postgres)
    storage.contribute(uuid.UUID(int=1), contribution_by(1))
    storage.fold()
    storage.contribute(uuid.UUID(int=2), contribution_by(2))
    storage.close()
    dump = tmp_path / "dump.sql"
    subprocess.run([str(programs["pg_dump"]), postgres, "-f", str(dump)], check=True)
    command = [str(programs["psql"]), "-q", "-v", "ON_ERROR_STOP=1", "-f", str(dump), other]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    storage = Storage(other)
    assert [s.tally.number for s in storage.sums()] == [2]
    assert storage.withdraw(uuid.UUID(int=1), contribution_by(1))
    storage.close()
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute("DROP DATABASE restored")
        connection.execute("DROP SCHEMA public CASCADE")
        connection.execute("CREATE SCHEMA public")
