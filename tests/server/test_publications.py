"""Models come and go: published whole, taken up without a dropped request, rolled back."""

import os
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.model import ItemModel, short_id
from epicrec_desktop.recommend.personas import load_personas
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.server import publications as publications_module
from epicrec_desktop.server.active_model import ActiveModel
from epicrec_desktop.server.publications import (
    CURRENT,
    PREVIOUS_MODELS,
    Publication,
    PublicationError,
    Publications,
)
from service_world import BODY, client_of, publish, published_in, serving_published, settings_in
from small_world import models, world
from waiting import LIMIT_S, wait_until


def variants(number: int) -> list[ItemModel]:
    return [
        KnowledgeModel.from_catalog(
            world().catalog, (), {**models()["knowledge"].parameters, "era_years": float(5 + width)}
        )
        for width in range(number)
    ]


def test_what_is_published_is_what_is_loaded(tmp_path):
    catalog, model = world().catalog, models()["als"]
    aware = ReleaseScorer.for_catalog(model, catalog, world().ratings)
    publications = Publications(tmp_path / "publications")
    assert publications.active_publication() is None
    name = publications.publish(Publication(catalog, model, aware, {"held_out": {"ndcg10": 0.5}}))
    found = publications.load(name)
    assert found.model.id == model.id
    named = [movie.wire_id for movie in catalog.movies if movie.wire_id is not None]
    assert [movie.wire_id for movie in found.catalog.movies] == named
    assert found.aware.shares.cells == aware.shares.cells
    assert found.about == {"held_out": {"ndcg10": 0.5}}
    assert publications.publish(Publication(catalog, model, aware)) == name  # the same content


def test_a_few_publications_are_retained_and_the_active_one_always(tmp_path):
    publications = Publications(tmp_path / "publications")
    made = variants(PREVIOUS_MODELS + 2)
    names = [publications.publish(Publication(world().catalog, model)) for model in made]
    used = publications.active_publication()
    assert (used.name, *used.before) == tuple(reversed(names))[:PREVIOUS_MODELS]
    kept = [model for model in made if publications.items(model.id) is not None]
    assert kept == made[-PREVIOUS_MODELS:]
    assert publications.roll_back() == names[-2]
    assert publications.roll_back() == names[-3]
    publications.publish(Publication(world().catalog, made[-1]))
    used = publications.active_publication()
    assert (used.name, used.before[0]) == (names[-1], names[-3])


def test_of_two_models_with_the_same_digits_the_newest_is_meant(tmp_path):
    publications, model = Publications(tmp_path / "publications"), models()["als"]
    name = publications.publish(Publication(world().catalog, model))
    alike = model.id[:-8] + "00000000"
    older = publications.folder / f"{alike}-00000000"
    older.mkdir()
    (older / f"items-{alike}.npy").write_bytes(b"other")
    os.utime(older / f"items-{alike}.npy", (0, 0))
    newest = publications.folder / name / f"items-{model.id}.npy"
    assert publications.items(short_id(model.id)) == publications.items(model.id) == newest
    os.utime(older / f"items-{alike}.npy", (2**33, 2**33))
    assert publications.items(short_id(model.id)) == publications.items(alike)
    assert publications.items(model.id) == newest


def test_there_is_nothing_to_go_back_to(tmp_path):
    publications = Publications(tmp_path / "publications")
    with pytest.raises(PublicationError, match="nothing was changed"):
        publications.roll_back()
    publications.publish(Publication(world().catalog, models()["knowledge"]))
    with pytest.raises(PublicationError, match="nothing was changed"):
        publications.roll_back()


@pytest.mark.parametrize("identifier", ["../../etc", "*", "als-*", "", "als-0000000000000000"])
def test_items_of_no_model_are_none(identifier, tmp_path):
    publications = Publications(tmp_path / "publications")
    publications.publish(Publication(world().catalog, models()["als"]))
    assert publications.items(identifier) is None


def test_answers_about_personas_are_computed_once_for_all_who_ask_at_a_time(tmp_path, monkeypatch):
    publications = Publications(tmp_path / "publications")
    publications.publish(Publication(world().catalog, models()["als"]))
    serving, begin, asked = ActiveModel(publications).now(), threading.Barrier(6), Counter()
    answer = Recommender.answer

    def counting(self, request):
        asked["answers"] += 1
        return answer(self, request)

    def ask():
        begin.wait()
        return serving.persona_lists

    monkeypatch.setattr(Recommender, "answer", counting)
    with ThreadPoolExecutor(6) as pool:
        found = [one.result() for one in [pool.submit(ask) for _ in range(6)]]
    assert asked["answers"] == len(load_personas().movies)
    assert len(set(map(id, found))) == 1


def test_nothing_published_is_a_sentence(tmp_path):
    with pytest.raises(EpicRecError, match="epicrec-server publish"):
        ActiveModel(Publications(tmp_path))


def test_a_damaged_publication_is_not_taken_up(tmp_path):
    settings = published_in(tmp_path, kind="als")
    folder = settings.service.publications
    with serving_published(settings) as client:
        publications = Publications(folder)
        name = publications.publish(Publication(world().catalog, models()["knowledge"]))
        (folder / name / "catalog.json").write_text("{")
        publications.roll_back()
        with pytest.raises(PublicationError):
            publications.load(name)
        (folder / CURRENT).write_text(
            f'{{"name": "{name}", "before": [], "since": "", "files": ""}}'
        )
        wait_until(lambda: "epicrec_publications_failed_total 1.0" in client.metrics())
        assert client.get("/v1/models/current").json()["kind"] == "als"
        assert client.get("/readyz").status_code == 200


def test_a_model_is_exchanged_without_a_dropped_request(tmp_path):
    """Answers name the model they are of, old or new, and both can be fetched all the while."""
    settings = settings_in(tmp_path)
    old, new = models()["als"].id, models()["knowledge"].id
    publish(settings, "als")
    seen: list[tuple[int, str]] = []
    ended = threading.Event()

    def ask(address):
        with client_of(address) as asker:
            while not ended.is_set():
                found = asker.post("/v1/recommendations", json=BODY)
                seen.append((found.status_code, found.json().get("model", "")))

    with serving_published(settings) as client:
        askers = [threading.Thread(target=ask, args=(client.address,)) for _ in range(3)]
        for asker in askers:
            asker.start()
        for kind in ("knowledge", "als", "knowledge"):
            publish(settings, kind)
            answered = len(seen)
            wait_until(lambda: client.get("/v1/models/current").json()["kind"] == kind)  # noqa: B023
            wait_until(lambda: len(seen) > answered + 6)  # noqa: B023
        ended.set()
        for asker in askers:
            asker.join(LIMIT_S)
        earlier = client.get(f"/v1/models/{old}/items")
        assert earlier.content == models()["als"].items_file
        assert "immutable" in earlier.headers["cache-control"]
        tag = {"If-None-Match": earlier.headers["etag"]}
        assert client.get(f"/v1/models/{old}/items", headers=tag).status_code == 304
        assert client.post("/v1/recommendations", json=BODY).json()["model"] == new
    assert {status for status, _ in seen} == {200}
    assert {model for _, model in seen} == {old, new}


def test_two_publishers_take_turns(tmp_path):
    """Neither removes what the other is writing; what was published last is in use."""
    folder = tmp_path / "publications"
    kinds = ["als", "knowledge"]

    def publish_often(number):
        return [
            Publications(folder).publish(
                Publication(world().catalog, models()[kinds[(number + turn) % 2]])
            )
            for turn in range(6)
        ]

    with ThreadPoolExecutor(4) as pool:
        names = [name for made in pool.map(publish_often, range(4)) for name in made]
    assert len(names) == 24
    active = Publications(folder).active_publication()
    assert active.name in names
    Publications(folder).load(active.name)


def test_what_another_publisher_writes_is_not_removed(tmp_path, monkeypatch):
    monkeypatch.setattr(publications_module, "WAIT_SECONDS", 0.1)
    folder = tmp_path / "publications"
    with Publications(folder).writing():
        partial = Publications(folder).begin()
        with pytest.raises(PublicationError, match="Somebody else is publishing"):
            Publications(folder).publish(Publication(world().catalog, models()["als"]))
        assert partial.is_dir()
    Publications(folder).publish(Publication(world().catalog, models()["als"]))
    assert not partial.exists()  # left by a killed publisher
