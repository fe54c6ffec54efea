"""What an operator types: publish, look, roll back, keys, backup."""

import os
import sys
import uuid
from pathlib import Path

import numpy as np
import pytest

from command_line import EpicrecServer
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.hyperparameter_search import Selection
from epicrec_desktop.recommend.invitation import decode
from epicrec_desktop.recommend.training_data import store_ratings
from epicrec_desktop.server import cli, training
from epicrec_desktop.server.access import read_keys
from epicrec_desktop.server.contributions import Storage
from epicrec_desktop.server.publications import Publications
from service_world import contribution_by, free_address, publish, settings_in
from small_world import world


@pytest.fixture
def configuration(tmp_path) -> Path:
    file = tmp_path / "service.toml"
    file.write_text('[service]\nfolder = "kept"\n')
    return file


def test_a_model_is_published_looked_at_and_rolled_back(configuration, tmp_path, monkeypatch):
    # The search for settings has tests of its own.
    monkeypatch.setattr(training, "select", lambda *_, **__: Selection((), 0))
    server = EpicrecServer(tmp_path / "operator")
    store_ratings(Paths.under(tmp_path / "operator"), world().ratings)
    config = ("--config", str(configuration))
    first = server.json("publish", *config)
    assert first["replaced"]
    assert first["before"] is None
    again = server.json("publish", *config)
    assert again["before"] == first["ndcg10"] == again["ndcg10"]  # at least as good: it may
    assert again["publication"] == first["publication"]
    storage = Storage(f"sqlite:///{tmp_path / 'kept' / 'service.sqlite3'}")
    storage.contribute(uuid.uuid4(), contribution_by(1))
    storage.close()
    status = server.json("status", *config)
    assert status["in_use"] == first["publication"]
    assert [c["number"] for c in status["contributions"]] == [1]
    assert "nothing was changed" in server.problem("rollback", *config)
    publish(settings_in(tmp_path / "kept"), "knowledge")
    assert server.json("rollback", *config)["in_use"] == first["publication"]


def test_the_timer_trains_only_on_what_is_new(configuration, tmp_path, monkeypatch):
    monkeypatch.setattr(training, "select", lambda *_, **__: Selection((), 0))
    unit = Path(__file__).parents[2] / "packaging" / "service" / "epicrec-publish.service"
    assert " publish --if-new " in unit.read_text()
    server = EpicrecServer(tmp_path / "operator")
    store_ratings(Paths.under(tmp_path / "operator"), world().ratings)
    publish_new = ("publish", "--if-new", "--config", str(configuration))
    publications = Publications(tmp_path / "kept" / "publications")
    assert server.json(*publish_new)["trained"]
    first = publications.last_training()
    again = server.json(*publish_new)
    assert (again["trained"], again["replaced"]) == (False, False)
    assert "nothing was trained" in server(*publish_new).stdout
    # That it was looked is noted, so no alert says that training is old.
    noted = publications.last_training()
    assert noted.pop("time") > first.pop("time")
    assert noted == first
    storage = Storage(f"sqlite:///{tmp_path / 'kept' / 'service.sqlite3'}")
    storage.contribute(uuid.uuid4(), contribution_by(1))
    storage.close()
    assert server.json(*publish_new)["trained"]
    assert not server.json(*publish_new)["trained"]
    assert server.json(*[word for word in publish_new if word != "--if-new"])["trained"]


def test_a_backup_names_the_tool_for_the_rest(configuration, tmp_path):
    """What one of the tools writes the other one reads: pg_restore reads no plain dump."""
    publish(settings_in(tmp_path / "kept"))
    where = f"postgresql://epicrec@{free_address()}/epicrec"
    configuration.write_text(f'[service]\nfolder = "kept"\ndatabase = "{where}"\n')
    server, config = EpicrecServer(tmp_path / "operator"), ("--config", str(configuration))
    file = str(tmp_path / "backup.tgz")
    assert "pg_dump DATABASE -f dump.sql" in server("backup", file, *config).stdout
    (tmp_path / "kept").rename(tmp_path / "before")
    restored = server("restore", file, *config).stdout
    assert "psql DATABASE" in restored
    assert "-f dump.sql" in restored
    assert "pg_restore" not in restored


def test_models_are_shown_and_rolled_back_without_the_database(tmp_path):
    pytest.importorskip("psycopg", reason="psycopg is not installed")
    file = tmp_path / "service.toml"
    database = f"postgresql://epicrec@{free_address()}/epicrec"
    file.write_text(f'[service]\nfolder = "kept"\ndatabase = "{database}"\n')
    for kind in ("als", "knowledge"):
        publish(settings_in(tmp_path / "kept"), kind)
    server, config = EpicrecServer(tmp_path / "operator"), ("--config", str(file))
    done = server("status", *config, code=1)
    assert ("In use: knowledge-" in done.stdout, "Before: als-" in done.stdout) == (True, True)
    assert "database cannot be reached" in done.stderr
    assert server.json("rollback", *config)["in_use"].startswith("als-")


def test_a_cluster_is_asked_for_in_full_or_not_at_all(configuration, tmp_path, monkeypatch):
    server, config = EpicrecServer(tmp_path / "operator"), ("--config", str(configuration))
    said = server.problem("publish", "--master", "local[2]", *config)
    assert "--engine spark" in said
    nowhere = str(tmp_path / "nowhere")
    assert "no ratings at that place" in server.problem("publish", "--ratings", nowhere, *config)
    monkeypatch.setitem(sys.modules, "pyspark", None)
    monkeypatch.setitem(sys.modules, "pyspark.cloudpickle", None)
    cluster = ("publish", "--engine", "spark", *config)
    assert "Leave --engine spark away" in server.problem(*cluster)
    assert "'.[spark]'" in server.problem(*cluster, "--ratings", nowhere)


@pytest.mark.parametrize("command", ["publish", "rollback"])
def test_models_that_are_fetched_are_changed_where_they_are_published(command, tmp_path):
    file = tmp_path / "service.toml"
    file.write_text('[service]\nmodels = "https://models.example/publications"\n')
    server = EpicrecServer(tmp_path / "operator")
    assert "where they are published" in server.problem(command, "--config", str(file))


def test_keys_are_shown_once(configuration, tmp_path):
    server = EpicrecServer(tmp_path / "operator")
    config = ("--config", str(configuration))
    key = server.json("keys", "add", "club", *config)["key"]
    assert server.json("keys", "list", *config) == {"names": ["club"]}
    assert key not in (tmp_path / "kept" / "keys.json").read_text()
    server("keys", "remove", "club", *config)
    assert server.json("keys", "list", *config) == {"names": []}
    assert server("keys", "list", *config).stdout == "Nobody has a key.\n"
    assert "no key named club" in server.problem("keys", "remove", "club", *config)


def test_a_backup_is_written_and_restored(configuration, tmp_path):
    server = EpicrecServer(tmp_path / "operator")
    publish(settings_in(tmp_path / "kept"))
    other = tmp_path / "other.toml"
    other.write_text('[service]\nfolder = "other"\n')
    archive = str(tmp_path / "backup.tar.gz")
    server("status", "--config", str(configuration))  # makes the database
    assert server.json("backup", archive, "--config", str(configuration))["database"]
    assert server.json("restore", archive, "--config", str(other))["database"]
    before = server.json("status", "--config", str(configuration))
    assert server.json("status", "--config", str(other)) == before
    assert np.array_equal(
        sorted(f.name for f in (tmp_path / "other" / "publications").iterdir()),
        sorted(f.name for f in (tmp_path / "kept" / "publications").glob("[!.]*")),
    )


def test_a_configuration_that_is_wrong_is_one_line(tmp_path):
    file = tmp_path / "service.toml"
    file.write_text("[listen]\nport = 1000000\n")
    server = EpicrecServer(tmp_path / "operator")
    assert "listen.port" in server.problem("run", "--config", str(file))
    assert not (tmp_path / "operator").exists()


def test_without_the_extra_the_extra_is_named(tmp_path, monkeypatch):
    genuine = cli.find_spec
    monkeypatch.setattr(cli, "find_spec", lambda n: None if n == "uvicorn" else genuine(n))
    server = EpicrecServer(tmp_path / "operator")
    assert "'.[server]'" in server.problem("run")
    assert not (tmp_path / "operator").exists()


def test_training_alone_publishes_nothing(configuration, tmp_path, monkeypatch):
    monkeypatch.setattr(training, "select", lambda *_, **__: Selection((), 0))
    server = EpicrecServer(tmp_path / "operator")
    store_ratings(Paths.under(tmp_path / "operator"), world().ratings)
    measured = server.json("train", "--config", str(configuration))
    assert (measured["publication"], measured["replaced"]) == ("", False)
    assert measured["ndcg10"] > 0.0
    assert not (tmp_path / "kept" / "publications").exists()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root can try it")
def test_root_writes_nothing_into_the_folder_of_another_user(configuration, tmp_path):
    folder = tmp_path / "kept"
    folder.mkdir()
    os.chown(folder, 65534, 65534)
    server = EpicrecServer(tmp_path / "operator")
    for command in (["publish"], ["keys", "add", "town"], ["status"]):
        said = server.problem(*command, "--config", str(configuration))
        assert "nothing was changed. Run this as that user: runuser -u " in said
    assert list(folder.iterdir()) == []


def test_an_invitation_has_what_a_member_needs_and_nothing_else(
    configuration, tmp_path, monkeypatch
):
    server, config = EpicrecServer(tmp_path / "operator"), ("--config", str(configuration))
    address = "https://films.example"
    assert "[about]" in server.problem("invite", address, *config), "a service without a name"
    named = server.json("invite", address, "--name", "Film club", "--days", "3", *config)
    opened = decode(named["invitation"])
    assert (opened.name, opened.address, opened.key, opened.certificate) == (
        "Film club",
        address,
        "",
        "",
    )
    assert str(opened.expires) == named["expires"]
    member = ("--member", "ada", "--name", "Film club")
    assert "closed = true" in server.problem("invite", address, *member, *config)
    configuration.write_text('[service]\nfolder = "kept"\n[access]\nclosed = true\n')
    assert "--member NAME" in server.problem("invite", address, "--name", "Film club", *config)
    assert server.json("keys", "list", *config) == {"names": []}, "what was refused made no key"
    file = tmp_path / "ada.epicrec"
    server("invite", address, *member, "--file", str(file), *config)
    opened = decode(file.read_text(encoding="ascii"))
    keys = read_keys(settings_in(tmp_path / "kept").service.keys)
    assert keys.member(opened.key) == "ada"
    if sys.platform != "win32":
        assert file.stat().st_mode & 0o077 == 0, "it has a key"
    assert "there already" in server.problem(
        "invite", address, "--member", "bob", "--file", str(file), *config
    )
    nowhere = str(tmp_path / "none" / "bob.epicrec")
    bob = ("invite", address, "--member", "bob", "--name", "Film club", *config)
    assert "nothing was changed" in server.problem(*bob, "--file", nowhere)
    assert server.json("keys", "list", *config) == {"names": ["ada"]}, "nobody was given bob's"
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    assert "there already" in server.problem(*bob, "--file", "~/ada.epicrec"), "not replaced"
