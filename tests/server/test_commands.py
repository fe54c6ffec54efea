"""What an operator types: publish, look, roll back, keys, backup."""

from __future__ import annotations

import sys
import uuid
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("fastapi", reason="the service needs the extra `server`")

from command_line import Epicrec
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.hyperparameter_search import Selection
from epicrec_desktop.server import training
from epicrec_desktop.server.database import Storage
from epicrec_desktop.services.public_ratings import store_ratings
from service_world import publish, settings_in, told_by
from small_world import world


@pytest.fixture
def configuration(tmp_path: Path) -> Path:
    file = tmp_path / "service.toml"
    file.write_text('[service]\nfolder = "kept"\n')
    return file


def test_a_model_is_published_looked_at_and_rolled_back(
    configuration: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The search for settings has tests of its own.
    monkeypatch.setattr(training, "select", lambda *_, **__: Selection((), 0))
    epicrec = Epicrec(tmp_path / "operator")
    ratings = world().ratings
    stars = np.full(len(ratings.users), 4.0)
    kept = PublicRatings.build(ratings.users, ratings.items, stars)
    store_ratings(Paths.under(tmp_path / "operator"), kept, ratings.wire_ids)
    config = ("--config", str(configuration))
    first = epicrec.json("train", "--publish", *config)
    assert first["replaced"]
    assert first["before"] is None
    again = epicrec.json("train", "--publish", *config)
    assert again["before"] == first["ndcg10"] == again["ndcg10"]  # at least as good: it may
    assert again["publication"] == first["publication"]
    storage = Storage(f"sqlite:///{tmp_path / 'kept' / 'service.sqlite3'}")
    storage.contribute(uuid.uuid4(), told_by(1))
    storage.close()
    status = epicrec.json("service", "status", *config)
    assert status["in_use"] == first["publication"]
    assert [c["number"] for c in status["contributions"]] == [1]
    assert "nothing was changed" in epicrec.problem("service", "rollback", *config)
    publish(settings_in(tmp_path / "kept"), "content")
    assert epicrec.json("service", "rollback", *config)["in_use"] == first["publication"]


def test_a_cluster_is_asked_for_in_full_or_not_at_all(
    configuration: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    epicrec, config = Epicrec(tmp_path / "operator"), ("--config", str(configuration))
    said = epicrec.problem("train", "--publish", "--ratings", "/somewhere", *config)
    assert "--engine spark" in said
    monkeypatch.setitem(sys.modules, "pyspark", None)
    monkeypatch.setitem(sys.modules, "pyspark.cloudpickle", None)
    assert "epicrec-desktop[spark]" in epicrec.problem("train", "--engine", "spark", *config)


@pytest.mark.parametrize("command", [("train", "--publish"), ("service", "rollback")])
def test_models_that_are_fetched_are_changed_where_they_are_published(
    command: tuple[str, ...], tmp_path: Path
) -> None:
    file = tmp_path / "service.toml"
    file.write_text('[service]\nmodels = "https://models.example/publications"\n')
    epicrec = Epicrec(tmp_path / "operator")
    assert "where they are published" in epicrec.problem(*command, "--config", str(file))


def test_keys_are_shown_once(configuration: Path, tmp_path: Path) -> None:
    epicrec = Epicrec(tmp_path / "operator")
    config = ("--config", str(configuration))
    key = epicrec.json("service", "key", "add", "club", *config)["key"]
    assert epicrec.json("service", "key", "list", *config) == {"names": ["club"]}
    assert key not in (tmp_path / "kept" / "keys.json").read_text()
    epicrec("service", "key", "remove", "club", *config)
    assert epicrec.json("service", "key", "list", *config) == {"names": []}
    assert "no key named club" in epicrec.problem("service", "key", "remove", "club", *config)


def test_a_backup_is_written_and_restored(configuration: Path, tmp_path: Path) -> None:
    epicrec = Epicrec(tmp_path / "operator")
    publish(settings_in(tmp_path / "kept"))
    other = tmp_path / "other.toml"
    other.write_text('[service]\nfolder = "other"\n')
    archive = str(tmp_path / "backup.tar.gz")
    epicrec("service", "status", "--config", str(configuration))  # makes the database
    assert epicrec.json("service", "backup", archive, "--config", str(configuration))["database"]
    assert epicrec.json("service", "restore", archive, "--config", str(other))["database"]
    before = epicrec.json("service", "status", "--config", str(configuration))
    assert epicrec.json("service", "status", "--config", str(other)) == before
    assert np.array_equal(
        sorted(f.name for f in (tmp_path / "other" / "publications").iterdir()),
        sorted(f.name for f in (tmp_path / "kept" / "publications").iterdir()),
    )


def test_a_configuration_that_is_wrong_is_one_line(tmp_path: Path) -> None:
    file = tmp_path / "service.toml"
    file.write_text("[listen]\nport = 1000000\n")
    epicrec = Epicrec(tmp_path / "operator")
    assert "listen.port" in epicrec.problem("serve", "--config", str(file))
    assert not (tmp_path / "operator").exists()
