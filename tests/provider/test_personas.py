"""A provider is asked about all personas, in batches, resumed after a failure, and bounded."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

import persona_world
from epicrec_desktop.domain.errors import Cancelled, ProviderError
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.provider import personas as asking
from epicrec_desktop.provider.remote import HttpProvider
from epicrec_desktop.recommend.personas import persona_request
from local_http_server import Handler, LocalHttpServer, serving

NOW = datetime(2026, 11, 21, 12, tzinfo=UTC)
PERSONAS = persona_world.personas()


@pytest.fixture
def server() -> Iterator[LocalHttpServer]:
    with serving(persona_world.answer) as running:
        yield running


@pytest.fixture
def provider(server, tmp_path) -> HttpProvider:
    return HttpProvider("Film club", server.address, tmp_path, pause=0.0)


def ask_all(provider: HttpProvider, now: datetime = NOW) -> int:
    """Ask until all is answered; how many batches it took."""
    batches = 1
    while not provider.personas.ask(now, PERSONAS, UNATTENDED):
        batches += 1
    return batches


def test_all_personas_are_asked_in_order(provider, server, monkeypatch):
    monkeypatch.setattr(asking, "BATCH", 10)
    assert provider.personas.is_due(NOW)
    assert provider.personas.asked(PERSONAS.digest) is None
    batches = ask_all(provider)
    assert [one.content for one in server.asked] == [persona_request(f) for f in PERSONAS.films]
    assert {one.path for one in server.asked} == {"/v1/recommendations"}
    assert batches == -(-len(PERSONAS.films) // 10)
    asked = provider.personas.asked(PERSONAS.digest)
    assert asked.answers(PERSONAS) == persona_world.answers(PERSONAS.films)
    assert 0 < asked.sent - sum(len(one.content) for one in server.asked) < 500 * len(server.asked)
    # For a month nobody asks again; the answers are there after a restart.
    assert not provider.personas.is_due(NOW + timedelta(days=29))
    assert provider.personas.is_due(NOW + timedelta(days=31))
    again = HttpProvider("Film club", server.address, provider.cache._folder.parent, pause=0.0)
    assert again.personas.asked(PERSONAS.digest) == asked
    assert again.personas.asked("0" * 64) is None


def test_after_a_failure_the_rest_is_asked_a_day_later(provider, server):
    def fail(handler):
        if len(server.asked) > 7:
            handler.body(b"", status=503)
        else:
            persona_world.answer(handler)

    server.answer = fail
    with pytest.raises(ProviderError, match="Nothing about you was sent"):
        provider.personas.ask(NOW, PERSONAS, UNATTENDED)
    assert provider.personas.asked(PERSONAS.digest) is None  # all or none
    assert not provider.personas.is_due(NOW + timedelta(hours=23))
    server.answer = persona_world.answer
    later = NOW + timedelta(days=2)
    assert provider.personas.is_due(later)
    ask_all(provider, later)
    bodies = [one.content for one in server.asked]
    assert bodies[7] == bodies[8]  # the one that failed
    assert len(set(bodies)) == len(bodies) - 1


def test_answers_of_a_round_that_began_long_ago_are_not_used(provider, server, monkeypatch):
    monkeypatch.setattr(asking, "BATCH", 3)
    provider.personas.ask(NOW, PERSONAS, UNATTENDED)
    provider.personas.ask(NOW + timedelta(days=8), PERSONAS, UNATTENDED)
    bodies = [one.content for one in server.asked]
    assert bodies[:3] == bodies[3:]


def test_cancelling_keeps_what_was_answered(provider, server):
    job = Job(cancelled=lambda: len(server.asked) >= 4)
    with pytest.raises(Cancelled):
        provider.personas.ask(NOW, PERSONAS, job)
    ask_all(provider, NOW)
    bodies = [one.content for one in server.asked]
    assert len(set(bodies)) == len(bodies) or bodies[3] == bodies[4]


def hostile(handler: Handler, **changes: object) -> None:
    """Answer with a document that is changed in one place."""
    films = json.loads(handler.content)["profile"]
    document = {"model": "m", "known": len(films), "unknown": 0, "overall": [], **changes}
    handler.body(json.dumps(document).encode(), Content_Type="application/json")


ENTRY = {"id": "imdb:tt0000001", "score": 1.0}
HOSTILE: dict[str, Callable[[Handler], None]] = {
    "no JSON": lambda h: h.body(b"<html>", Content_Type="application/json"),
    "no list": lambda h: hostile(h, overall="films"),
    "no id": lambda h: hostile(h, overall=[{"id": "<b>", "score": 1}]),
    "twice": lambda h: hostile(h, overall=[ENTRY, ENTRY]),
    "other counts": lambda h: hostile(h, known=0),
    "too large": lambda h: hostile(h, model="m" * asking.MAX_ANSWER_BYTES),
    "elsewhere": lambda h: h.body(b"", status=302, Location="http://127.0.0.1:1/"),
    "not there": lambda h: h.body(b"", status=404),
}


def test_an_answer_that_is_none_is_refused_and_nothing_of_it_is_kept(provider, server):
    for name, answer in HOSTILE.items():
        server.answer = answer
        with pytest.raises(ProviderError):
            provider.personas.ask(NOW, PERSONAS, UNATTENDED)
        assert provider.personas.asked(PERSONAS.digest) is None, name
    assert len({one.content for one in server.asked}) == 1  # each began with the first persona


def test_a_list_is_cut_and_all_answers_together_have_a_bound(provider, server, monkeypatch):
    many = [{"id": f"imdb:tt{1_000_000 + i}", "score": 0.0} for i in range(500)]
    server.answer = lambda handler: hostile(handler, overall=many)
    ask_all(provider)
    asked = provider.personas.asked(PERSONAS.digest)
    assert {len(one) for one in asked.lists} == {asking.LENGTH}
    monkeypatch.setattr(asking, "MAX_BYTES", asked.received // 2)
    with pytest.raises(ProviderError, match="more data than is allowed"):
        ask_all(provider, NOW + timedelta(days=40))


def test_damaged_documents_count_as_missing(provider):
    ask_all(provider)
    whole = provider.cache.get("personas", 10**8)
    assert whole is not None
    document = json.loads(whole)
    for change in ({"films": ["x"]}, {"lists": [[10**9]]}, {"lists": 7}, {"began": "x"}):
        provider.cache.put("personas", json.dumps({**document, **change}).encode())
        assert provider.personas.asked(PERSONAS.digest) is None
    provider.cache.put("personas", b"[" * 10_000)
    assert provider.personas.asked(PERSONAS.digest) is None


def test_another_set_of_personas_begins_again(provider, server, monkeypatch):
    monkeypatch.setattr(asking, "BATCH", 3)
    provider.personas.ask(NOW, PERSONAS, UNATTENDED)
    other = replace(PERSONAS, name="small-2", personas=PERSONAS.personas[::-1])
    provider.personas.ask(NOW, other, UNATTENDED)
    assert server.asked[3].content == persona_request(other.films[0])


def test_removing_the_provider_or_switching_off_removes_the_answers(provider):
    ask_all(provider)
    provider.personas.forget()
    assert provider.personas.asked(PERSONAS.digest) is None
    ask_all(provider, NOW + timedelta(days=31))
    provider.cache.drop()
    assert provider.personas.asked(PERSONAS.digest) is None
