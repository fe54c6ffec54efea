"""The service's API: what it answers, what it refuses, and what it never says or keeps."""

import gzip
import json
import logging
import re
import sys
import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
import requests
from sqlalchemy.exc import OperationalError

from epicrec_desktop.cli import main
from epicrec_desktop.recommend.learned_question import load_question
from epicrec_desktop.recommend.model_files import assemble
from epicrec_desktop.recommend.model_manifest import parse_manifest
from epicrec_desktop.recommend.personas import load_personas, persona_request
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.wire import MAX_REQUEST_BYTES, parse_answer
from epicrec_desktop.recommend.wire_personas import parse_lists
from epicrec_desktop.recommend.wire_published import parse_about, parse_catalog
from epicrec_desktop.server import app
from epicrec_desktop.server.config import AboutConfig
from epicrec_desktop.server.contributions import Storage
from service_world import (
    BODY,
    SECRET,
    Client,
    as_body,
    client_of,
    contribution_by,
    problem,
    publish,
    published_in,
    running,
    serving,
    serving_published,
    settings_in,
)
from small_world import models, world
from waiting import LIMIT_S

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def database(tmp_path) -> str:
    return f"sqlite:///{tmp_path / 'service.sqlite3'}"


@pytest.fixture
def client(database) -> Iterator[Client]:
    with serving(database) as client:
        yield client


def test_the_catalog_is_compressed_and_not_sent_twice(client):
    response = client.get("/v1/catalog")
    assert response.headers["content-encoding"] == "gzip"
    assert len(parse_catalog(response.content).movies) == 239
    tag = response.headers["etag"]
    again = client.get("/v1/catalog", headers={"If-None-Match": f'"other", W/{tag}'})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["etag"] == tag
    other = client.get("/v1/catalog", headers={"If-None-Match": '"other"'})
    assert other.status_code == 200


def test_a_client_that_cannot_unpack_gets_the_plain_document(client):
    packed = client.get("/v1/catalog", headers={"Accept-Encoding": "br, gzip;q=0.5"})
    assert packed.headers["content-encoding"] == "gzip"
    for accepts in ("identity", "gzip;q=0", "br"):
        response = client.get("/v1/catalog", headers={"Accept-Encoding": accepts})
        assert "content-encoding" not in response.headers
        assert packed.content == response.content
        assert packed.headers["etag"] != response.headers["etag"]
        assert response.headers["vary"] == "Accept-Encoding"


def test_the_model_is_the_manifest_and_items_that_never_change(client):
    manifest = parse_manifest(client.get("/v1/models/current").content)
    items = client.get(f"/v1/models/{manifest.id}/items")
    assert "immutable" in items.headers["cache-control"]
    assert len(items.content) == manifest.bytes
    assert assemble(manifest, items.content).id == models()["als"].id
    problem(client.get("/v1/models/als-0000000000000000/items"), 404)
    short = client.get(f"/v1/models/{manifest.id[4:12]}/items")
    assert (short.content, short.headers["etag"]) == (items.content, items.headers["etag"])
    assert "no-cache" in short.headers["cache-control"], "another model may have these digits"


def test_answers_about_all_personas_are_published(client):
    """They are what a service answers to each request about one."""
    personas = load_personas()
    published = client.get(f"/v1/personas/{personas.digest[:16]}")
    document, lists = parse_lists(published.content)
    assert document["digest"] == personas.digest
    assert len(lists) == len(personas.movies)
    assert any(lists)
    for movies, listed in list(zip(personas.movies, lists, strict=True))[::250]:
        asked = client.post("/v1/recommendations", json=json.loads(persona_request(movies)))
        assert listed == tuple(movie for movie, _ in parse_answer(asked.content).overall)
    problem(client.get("/v1/personas/0000000000000000"), 404)


def test_a_service_may_keep_its_model_to_itself(tmp_path):
    """Also a model that it shared before."""
    settings = published_in(tmp_path)
    with serving_published(settings) as client:
        shared = client.get("/v1/models/current").json()["id"]
    place = replace(settings.service, share_model=False)
    with serving_published(replace(settings, service=place)) as client:
        problem(client.get("/v1/models/current"), 404)
        problem(client.get(f"/v1/models/{shared}/items"), 404)
        wide = client.post("/v1/recommendations", json={**BODY, "limit": 500})
        assert len(parse_answer(wide.content).overall) > 200
        paths = client.get("/openapi.json").json()["paths"]
        assert "/v1/models/current" in paths


def test_recommendations_are_for_nobodys_cache(client):
    response = client.post("/v1/recommendations", json=BODY)
    assert response.headers["cache-control"] == "no-store"
    assert response.headers["content-encoding"] == "gzip", "a large answer is compressed"
    answer = parse_answer(response.content)
    assert (answer.known, answer.unknown, answer.model_id) == (1, 1, models()["als"].id)
    assert len(answer.overall) == 200


def test_a_perturbed_release_is_scored_by_what_knows_its_mechanism(database):
    catalog, model = world().catalog, models()["als"]
    aware = ReleaseScorer.for_catalog(model, catalog, world().ratings)
    counts = dict.fromkeys(catalog.categories, 0.5) | {"Horror": 20.0}
    release = {"level": "perturbed", "mechanism": "S-MAP", "epsilon": 2.0, "counts": counts}
    asked = {"profile": [], "release": release}
    with (
        running(catalog, model, database=database, aware=aware) as address,
        client_of(address) as client,
    ):
        answer = parse_answer(client.post("/v1/recommendations", json=asked).content)
    scores = aware.shares.scores(counts, 2.0)
    assert [score for _, score in answer.overall[:5]] == pytest.approx(
        sorted(scores.tolist(), reverse=True)[:5], abs=1e-5
    )
    horror = set(world().ids(world().of_kind(3)))
    assert len(horror & {wire_id for wire_id, _ in answer.overall[:10]}) >= 8


def test_wrong_documents_are_problems_that_name_the_place(client):
    tiny = {"mechanism": "S-MAP", "counts": {"Drama": 1}, "variance": {"Drama": 5e-324}}
    wrong: list[tuple[dict[str, Any], str]] = [
        ({"profile": [f"{SECRET} "]}, "/profile/0"),
        ({"limit": 501}, "/limit"),
        ({"user": SECRET}, ""),
        ({"release": {"level": SECRET}}, "/release/level"),
        ({"release": {"level": "perturbed", "epsilon": 1e-200}}, "/release/epsilon"),
        ({"release": {"level": "perturbed", **tiny}}, "/release/variance/…"),
    ]
    for change, pointer in wrong:
        document = problem(client.post("/v1/recommendations", json={**BODY, **change}), 422)
        assert document["pointer"] == pointer


def test_other_bodies_are_problems(client):
    def send(content, **headers):
        return client.post("/v1/recommendations", data=content, headers=headers)

    good = json.dumps(BODY).encode()
    problem(send(good), 415)
    problem(send(good, **{"Content-Type": "text/plain"}), 415)
    packed = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    problem(send(gzip.compress(good), **packed), 415)
    problem(send(b"{", **{"Content-Type": "application/json"}), 422)
    problem(send(b"", **{"Content-Type": "application/json"}), 422)
    with_charset = send(good, **{"Content-Type": "Application/JSON; charset=utf-8"})
    assert with_charset.status_code == 200


def test_a_body_over_the_cap_is_refused_with_and_without_a_length(client):
    headers = {"Content-Type": "application/json"}
    large = b" " * (MAX_REQUEST_BYTES + 1)
    problem(client.post("/v1/recommendations", data=large, headers=headers), 413)
    taken = 0

    def chunks():
        nonlocal taken
        for _ in range(100):
            taken += 1
            yield b" " * (MAX_REQUEST_BYTES // 10)

    # Windows throws an answer away where the connection ends before all was sent.
    with suppress(*((requests.ConnectionError,) if sys.platform == "win32" else ())):
        problem(client.post("/v1/recommendations", data=chunks(), headers=headers), 413)


def test_no_such_place_and_no_such_method_are_problems(client):
    problem(client.get(f"/v1/{SECRET}"), 404)
    document = client.get("/v1/recommendations")
    problem(document, 405)
    assert document.headers["allow"] == "POST"
    problem(client.get("/docs"), 404)  # it would load scripts from elsewhere
    problem(client.contribute(SECRET, contribution_by(1)), 422)


def test_a_contribution_is_counted_and_withdrawn(client, database):
    disclosed, identifier = contribution_by(1, (3,)), uuid.uuid4()
    assert client.contribute(identifier, disclosed).status_code == 201
    assert client.contribute(identifier, disclosed).status_code == 204
    problem(client.contribute(identifier, contribution_by(2)), 409)
    problem(client.withdraw(identifier, contribution_by(2)), 409)
    storage = Storage(database)
    assert [s.tally.number for s in storage.sums()] == [1]
    assert client.withdraw(identifier, disclosed).status_code == 204
    assert client.withdraw(identifier, disclosed).status_code == 204
    assert [s.tally.number for s in storage.sums()] == [0]
    storage.close()


def test_contributions_that_are_none_are_problems(client):
    sound = json.loads(as_body(contribution_by(1))["data"])
    for change, pointer in (
        ({"list": "0" * 16}, "/list"),
        ({"epsilon": "2"}, "/epsilon"),
        ({"bits": "AAAA"}, "/bits"),
        ({"bits": "/" * 167 + "="}, "/bits"),  # every movie, and no coin fell
        ({"bits": SECRET}, "/bits"),
        ({"user": SECRET}, ""),
    ):
        answer = client.put(f"/v1/contributions/{uuid.uuid4()}", json=sound | change)
        assert problem(answer, 422)["pointer"] == pointer
    problem(client.put(f"/v1/contributions/{uuid.uuid4()}", json=BODY), 422)  # a profile


def test_a_service_may_take_no_contributions(tmp_path):
    settings = published_in(tmp_path, place={"accept_contributions": False})
    with serving_published(settings) as client:
        problem(client.contribute(uuid.uuid4(), contribution_by(1)), 404)
        assert not any(
            "/v1/contributions" in p for p in client.get("/openapi.json").json()["paths"]
        )


def test_a_recommendation_leaves_nothing_in_the_database(client, tmp_path):
    client.post("/v1/recommendations", json=BODY)
    kept = b"".join(file.read_bytes() for file in tmp_path.iterdir())
    assert SECRET.encode() not in kept


def test_a_withdrawn_contribution_is_gone_from_the_file(tmp_path, database):
    with serving(database) as client:
        identifier = uuid.uuid4()
        client.contribute(identifier, contribution_by(1))
        client.withdraw(identifier, contribution_by(1))
    # The last connection is closed, so the log is written back.
    assert [file.name for file in tmp_path.iterdir()] == ["service.sqlite3"]
    kept = (tmp_path / "service.sqlite3").read_bytes()
    assert contribution_by(1).packed not in kept
    assert identifier.bytes not in kept


def test_profiles_and_ids_never_reach_a_log(client, caplog):
    caplog.set_level(logging.DEBUG)
    secret_id = uuid.uuid4()
    client.post("/v1/recommendations", json=BODY)
    client.post("/v1/recommendations", json={**BODY, "limit": SECRET})
    client.contribute(secret_id, contribution_by(1))
    client.get(f"/v1/{SECRET}")
    ours = [r.getMessage() for r in caplog.records if r.name.startswith("epicrec_desktop")]
    assert re.fullmatch(r"POST /v1/recommendations 200 in \d+ ms", ours[0])
    assert not any(SECRET in line or str(secret_id) in line for line in ours)


def test_a_fault_of_the_service_is_a_problem_that_tells_nothing(client, monkeypatch, caplog):
    fail = Mock(side_effect=RuntimeError(f"while scoring {SECRET}"))
    monkeypatch.setattr(Recommender, "encoded_answer", fail)
    problem(client.post("/v1/recommendations", json=BODY), 500)
    assert "a request failed with RuntimeError" in caplog.text
    assert SECRET not in caplog.text


def test_metrics_count_by_pattern_only(client):
    client.contribute(uuid.uuid4(), contribution_by(1))
    client.post("/v1/recommendations", json=BODY)
    client.post("/v1/recommendations", json=BODY)
    client.get("/v1/models/x/items")
    client.get(f"/{SECRET}")
    client("BREW", "/v1/catalog")
    text = client.metrics()
    lines = text.splitlines()
    for method, route, status, count in (
        ("POST", "/v1/recommendations", 200, 2),
        ("PUT", "/v1/contributions/{contribution_id}", 201, 1),
        ("GET", "/v1/models/{model_id}/items", 404, 1),
        ("GET", "other", 404, 1),
        ("other", "/v1/catalog", 405, 1),
    ):
        labels = f'method="{method}",route="{route}",status="{status}"'
        assert f"epicrec_requests_total{{{labels}}} {count}.0" in lines
    counted = 'epicrec_request_seconds_count{route="/v1/recommendations"} 2.0'
    assert counted in lines
    assert f'epicrec_model{{model="{models()["als"].id}"}} 1.0' in lines
    assert SECRET not in text


def test_health_and_readiness(client, monkeypatch):
    assert client.get("/healthz").json() == {"status": "ok"}
    assert client.get("/readyz").json() == {"status": "ready", "model": models()["als"].id}
    down = Mock(side_effect=OperationalError("SELECT 1", {}, Exception("gone")))
    monkeypatch.setattr("sqlalchemy.engine.Engine.connect", down)
    assert client.get("/healthz").status_code == 200
    problem(client.get("/readyz/contributions"), 503)
    # What needs no database works without one, and whoever asks for that is sent here.
    assert client.get("/readyz").status_code == 200
    assert client.post("/v1/recommendations", json=BODY).status_code == 200
    assert client.get("/v1/models/current").status_code == 200
    refused = client.contribute(uuid.uuid4(), contribution_by(1))
    problem(refused, 503)
    assert refused.headers["retry-after"] == "10"


def test_a_database_that_hangs_blocks_nobody(client, monkeypatch):
    """However many ask whether it is ready, one thread waits for it."""
    released, calls = threading.Event(), []

    def hang(_self):
        calls.append(1)
        return released.wait(LIMIT_S)

    monkeypatch.setattr(Storage, "is_ready", hang)
    monkeypatch.setattr(Storage, "contribute", lambda *_: released.wait(LIMIT_S))
    monkeypatch.setattr(app, "DATABASE_SECONDS", 0.5)
    monkeypatch.setattr(app, "CHECK_SECONDS", 0.5)

    def ask(path):
        with client_of(client.address) as one:
            return one.get(path).status_code

    try:
        with ThreadPoolExecutor(20) as pool:
            checks = [pool.submit(ask, "/readyz/contributions") for _ in range(20)]
            assert ask("/v1/models/current") == 200
            assert ask("/readyz") == 200
            problem(client.contribute(uuid.uuid4(), contribution_by(1)), 503)
            assert {check.result() for check in checks} == {503}
        assert len(calls) == 1
    finally:
        released.set()


def schema_of_request(client: Client) -> dict[str, Any]:
    """The schema of a request for recommendations."""
    post = client.get("/openapi.json").json()["paths"]["/v1/recommendations"]["post"]
    return dict(post["requestBody"]["content"]["application/json"]["schema"])


def test_openapi_describes_every_call(client):
    document = client.get("/openapi.json").json()
    assert document["openapi"].startswith("3.1")
    assert "(?" not in str(document), "a pattern of Python alone"
    calls = {
        f"{method.upper()} {re.sub('{.*?}', '{}', path)}"
        for path, methods in document["paths"].items()
        for method in methods
    }
    text = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")
    table = text.partition("## The service's API")[2].partition("\n## ")[0]
    assert calls == {
        re.sub("{.*?}", "{}", call) for call in re.findall(r"`((?:GET|PUT|POST) /[^`]*)`", table)
    }
    assert len(calls) == 12
    post = document["paths"]["/v1/recommendations"]["post"]
    schema = schema_of_request(client)
    assert schema["properties"]["limit"]["maximum"] == 500
    assert schema["properties"]["profile"]["items"]["pattern"].startswith("^(imdb:")
    assert set(post["responses"]) >= {"200", "413", "415", "422"}
    problem_type = post["responses"]["422"]["content"]
    assert list(problem_type) == ["application/problem+json"]


def test_the_schema_agrees_with_the_reader(client):
    """What the document says is required or allowed is what the reader wants."""
    from epicrec_desktop.recommend.wire import parse_request
    from epicrec_desktop.recommend.wire_schema import WireError

    schema = schema_of_request(client)
    defaults = {
        name: spec["default"] for name, spec in schema["properties"].items() if "default" in spec
    }
    read = parse_request(json.dumps({**BODY, **defaults}).encode())
    assert read == parse_request(json.dumps(BODY).encode())
    for name in schema["required"]:
        with pytest.raises(WireError, match="missing"):
            parse_request(json.dumps({k: v for k, v in BODY.items() if k != name}).encode())


@pytest.mark.parametrize(("bound", "past"), [("minimum", 0.99), ("maximum", 1.01)])
def test_the_schema_has_the_bounds_of_the_reader(bound, past, client):
    disclosed = schema_of_request(client)["properties"]["release"]["properties"]
    epsilon = disclosed["epsilon"]["anyOf"][0][bound]
    variance = disclosed["variance"]["anyOf"][0]["additionalProperties"][bound]

    def answered(epsilon, variance):
        release = {"level": "perturbed", "mechanism": "S-MAP", "epsilon": epsilon}
        numbers = {"counts": {"Drama": 1}, "variance": {"Drama": variance}}
        return client.post("/v1/recommendations", json={**BODY, "release": release | numbers})

    assert len(parse_answer(answered(epsilon, variance).content).overall) == 200
    assert "must be a number" in problem(answered(epsilon * past, variance), 422)["detail"]
    assert "must be a number" in problem(answered(epsilon, variance * past), 422)["detail"]


def test_it_says_of_itself_what_its_operator_wrote_and_what_its_model_was_made_of(tmp_path):
    disclosed = AboutConfig(
        name="Elm Street films", operator="Jo & Sons", retention="Kept nowhere – ever."
    )
    settings = replace(settings_in(tmp_path), about=disclosed)
    publish(settings)
    with serving_published(settings) as client:
        response = client.get("/v1/about")
        about = parse_about(response.content)
        again = client.get("/v1/about", headers={"If-None-Match": response.headers["etag"]})
    assert again.status_code == 304
    assert (about.name, about.operator, about.contact) == (disclosed.name, disclosed.operator, "")
    assert about.retention == disclosed.retention
    assert about.model == models()["als"].id
    assert about.people == world().ratings.users.max() + 1
    assert about.published is not None
    assert abs((date.fromisoformat(about.published) - datetime.now(UTC).date()).days) <= 1
    assert (about.shares_model, about.takes_contributions, about.closed) == (True, True, False)


def test_the_card_says_whether_a_service_ranks_from_the_question_that_is_asked(
    tmp_path, database, capsys
):
    """Two services over TCP: one was trained for the shipped question, the other was not."""
    catalog, model, ratings = world().catalog, models()["als"], world().ratings
    for name, questions, reads in (("knows", (load_question(),), True), ("old", (), False)):
        aware = ReleaseScorer.for_catalog(model, catalog, ratings, questions)
        with running(catalog, model, database=database, aware=aware) as address:

            def epicrec(*arguments):
                capsys.readouterr()
                assert main(["--base-dir", str(tmp_path / "here"), *arguments]) == 0
                return capsys.readouterr().out

            epicrec("providers", "add", name, address)
            shown = json.loads(epicrec("--json", "providers", "show", name))
            assert shown["reads"] is reads
            assert shown["says"]["questions"] == [question.digest for question in questions]
            assert ("takes only counts by category" in epicrec("providers", "show", name)) != reads
            epicrec("privacy", "mechanism", "improved")
            assert json.loads(epicrec("--json", "providers", "show", name))["reads"] is True
            epicrec("privacy", "mechanism", "learned")
