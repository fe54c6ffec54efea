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
from epicrec_desktop.recommend.wire_personas import lists_document
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


def bodies(server: LocalHttpServer) -> list[bytes]:
    """Return the questions that it was asked about personas."""
    return [one.content for one in server.asked if one.command == "POST"]


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
    assert bodies(server) == [persona_request(f) for f in PERSONAS.movies]
    lists, *others = [one.path for one in server.asked]
    assert lists == f"/v1/personas/{PERSONAS.digest[:16]}"  # which this service does not publish
    assert set(others) == {"/v1/recommendations"}
    assert batches == -(-len(PERSONAS.movies) // 10)
    asked = provider.personas.asked(PERSONAS.digest)
    assert asked.answers(PERSONAS) == persona_world.answers(PERSONAS.movies)
    assert asked.requests == len(server.asked)
    assert 0 < asked.sent - sum(map(len, bodies(server))) < 500 * len(server.asked)
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
    asked = bodies(server)
    assert asked[6] == asked[7]  # the one that failed
    assert len(set(asked)) == len(asked) - 1


def test_answers_of_a_round_that_began_long_ago_are_not_used(provider, server, monkeypatch):
    monkeypatch.setattr(asking, "BATCH", 3)
    provider.personas.ask(NOW, PERSONAS, UNATTENDED)
    provider.personas.ask(NOW + timedelta(days=8), PERSONAS, UNATTENDED)
    assert bodies(server)[:3] == bodies(server)[3:]


def test_cancelling_keeps_what_was_answered(provider, server):
    job = Job(cancelled=lambda: len(server.asked) >= 4)
    with pytest.raises(Cancelled):
        provider.personas.ask(NOW, PERSONAS, job)
    ask_all(provider, NOW)
    asked = bodies(server)
    assert len(set(asked)) == len(asked) or asked[2] == asked[3]


def hostile(handler: Handler, **changes: object) -> None:
    """Answer with a document that is changed in one place."""
    movies = json.loads(handler.content)["profile"]
    document = {"model": "m", "known": len(movies), "unknown": 0, "overall": [], **changes}
    handler.body(json.dumps(document).encode(), Content_Type="application/json")


def posted(answer: Callable[[Handler], None]) -> Callable[[Handler], None]:
    """Return what answers so to questions, and publishes no lists."""
    return lambda h: answer(h) if h.command == "POST" else h.body(b"", status=404)


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
        server.answer = posted(answer)
        with pytest.raises(ProviderError):
            provider.personas.ask(NOW, PERSONAS, UNATTENDED)
        assert provider.personas.asked(PERSONAS.digest) is None, name
    assert len(set(bodies(server))) == 1  # each began with the first persona


def test_a_list_is_cut_and_all_answers_together_have_a_bound(provider, server, monkeypatch):
    many = [{"id": f"imdb:tt{1_000_000 + i}", "score": 0.0} for i in range(500)]
    server.answer = posted(lambda handler: hostile(handler, overall=many))
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
    assert bodies(server)[3] == persona_request(other.movies[0])


def test_removing_the_provider_or_switching_off_removes_the_answers(provider):
    ask_all(provider)
    provider.personas.forget()
    assert provider.personas.asked(PERSONAS.digest) is None
    ask_all(provider, NOW + timedelta(days=31))
    provider.cache.drop()
    assert provider.personas.asked(PERSONAS.digest) is None


def publishing(**changes: object) -> Callable[[Handler], None]:
    """Return a service that publishes its lists for all personas, changed in some members."""
    lists = persona_world.answers(PERSONAS.movies).lists
    document = lists_document(PERSONAS.digest, lists) | changes
    body = json.dumps(document).encode()
    return lambda handler: handler.body(body, Content_Type="application/json")


def test_published_answers_take_one_request_that_sends_nothing(
    provider: HttpProvider, server: LocalHttpServer
) -> None:
    server.answer = publishing(added="by a later version")
    assert provider.personas.ask(NOW, PERSONAS, UNATTENDED)
    (only,) = server.asked
    assert (only.command, only.path) == ("GET", f"/v1/personas/{PERSONAS.digest[:16]}")
    assert not only.content
    asked = provider.personas.asked(PERSONAS.digest)
    assert asked is not None
    assert asked.answers(PERSONAS) == persona_world.answers(PERSONAS.movies)
    assert asked.requests == 1
    assert not provider.personas.is_due(NOW + timedelta(days=29))


def test_published_answers_of_another_form_are_refused(
    provider: HttpProvider, server: LocalHttpServer
) -> None:
    one = [[0]] * len(PERSONAS.movies)
    for changes in (
        {"digest": "0" * 64},
        {"lists": one[1:]},
        {"lists": [[0] * 51, *one[1:]]},
        {"lists": [[10**6], *one[1:]]},
        {"lists": [[-1], *one[1:]]},
        {"films": ["<b>"]},
        {"films": None},
    ):
        server.answer = publishing(**changes)
        with pytest.raises(ProviderError, match="did not answer as"):
            provider.personas.ask(NOW, PERSONAS, UNATTENDED)
        assert provider.personas.asked(PERSONAS.digest) is None, changes
    assert not bodies(server)
