"""What a provider, and whoever listens on the way, gets of two people is the same."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
import requests

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.door.client import Client
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.provider.remote import PAUSE_SECONDS
from epicrec_desktop.services import sampling
from network_capture.recording_server import CapturedRequest
from network_capture.traffic_diff import wire_differences
from network_capture.user_sessions import ACTS, ALICE, BOB, SHORT, TO_THE_END

NO = PrivacyChoice(ReleaseLevel.NO)
PERTURBED = PrivacyChoice(ReleaseLevel.PERTURBED)
ALL_ACTS = pytest.param(ACTS, marks=pytest.mark.slow)


@pytest.mark.parametrize("acts", [SHORT, ALL_ACTS], ids=["short", "all"])
def test_at_no_release_two_users_are_indistinguishable(run_session, acts):
    alice, bob = (run_session(person, NO, acts=acts) for person in (ALICE, BOB))
    assert {request.method for request in alice.wire} == {"GET"}
    assert wire_differences(alice.wire, bob.wire) == []
    assert alice.pauses == bob.pauses


def test_erasing_tells_nobody(run_session):
    """Neither that it is done, nor how much there was."""
    alice, bob = (run_session(person, NO, acts=TO_THE_END) for person in (ALICE, BOB))
    assert alice.said["erase"] == bob.said["erase"] == ()
    assert wire_differences(alice.wire, bob.wire) == []
    assert alice.pauses == bob.pauses


@pytest.mark.slow
def test_at_perturbed_only_noisy_numbers_differ(run_session):
    alice, bob = (run_session(person, PERTURBED, pause=PAUSE_SECONDS) for person in (ALICE, BOB))
    assert [r.method for r in alice.wire].count("POST") == 2
    assert alice.pauses.count(("POST", PAUSE_SECONDS)) == 2
    assert alice.said["draw"] == ()
    assert wire_differences(alice.said["provider"], bob.said["provider"]) == []
    assert wire_differences(alice.wire, bob.wire, blurred=True) == []
    assert alice.pauses == bob.pauses
    assert alice.said["release"][0].body != bob.said["release"][0].body


def test_with_the_same_noisy_numbers_every_byte_is_the_same(run_session, monkeypatch):
    """So nothing but the draw has a way from the history to the wire: no length either."""
    genuine = sampling.sample_period

    def pinned(mechanism, levels, counts, _):
        source = NumpySource(np.random.default_rng(5))
        return genuine(mechanism, levels, tuple(1000 for _ in counts), source)

    monkeypatch.setattr(sampling, "sample_period", pinned)
    alice, bob = (run_session(person, PERTURBED, acts=SHORT) for person in (ALICE, BOB))
    assert any(request.body for request in alice.wire)
    assert alice.said["draw"] == bob.said["draw"] == (), "a list is made without a word to anybody"
    assert wire_differences(alice.wire, bob.wire) == []


# Leaks that are put into what was recorded: each must be found.


def _requests() -> list[CapturedRequest]:
    body = json.dumps(
        {"profile": ["a"], "release": {"counts": {"Drama": 1}}}, separators=(",", ":")
    )
    head = f"POST /v1/recommendations HTTP/1.1\r\nHost: x\r\nContent-Length: {len(body)}"
    get = CapturedRequest("GET /v1/catalog HTTP/1.1\r\nHost: x\r\nAccept: y", b"", 0)
    return [get, replace(get, connection=1), CapturedRequest(head, body.encode(), 2)]


def _changed(
    place: int, **changes: Any
) -> Callable[[list[CapturedRequest]], list[CapturedRequest]]:
    def change(requests: list[CapturedRequest]) -> list[CapturedRequest]:
        return [replace(r, **changes) if n == place else r for n, r in enumerate(requests)]

    return change


ON_THE_WIRE: dict[str, Callable[[list[CapturedRequest]], list[CapturedRequest]]] = {
    "one request more": lambda them: [*them, them[0]],
    "one less": lambda them: them[1:],
    "another order": lambda them: them[::-1],
    "another path": _changed(0, head="GET /v1/catalog?n=7 HTTP/1.1\r\nHost: x\r\nAccept: y"),
    "another header": _changed(0, head="GET /v1/catalog HTTP/1.1\r\nHost: x\r\nAccept: z"),
    "headers in another order": _changed(
        0, head="GET /v1/catalog HTTP/1.1\r\nAccept: y\r\nHost: x"
    ),
    "a header spelled otherwise": _changed(
        0, head="GET /v1/catalog HTTP/1.1\r\nhost: x\r\nAccept: y"
    ),
    "a body of a GET": _changed(0, body=b"7"),
    "a connection used again": _changed(1, connection=0),
    "a value beside the counts": _changed(
        2, body=b'{"profile":["a"],"n":7,"release":{"counts":{"Drama":1}}}'
    ),
    "a category more": _changed(2, body=b'{"profile":[],"release":{"counts":{"Drama":1,"War":1}}}'),
    "spaces": _changed(2, body=b'{"profile":["a"],"release":{"counts": {"Drama":1}}}'),
}


@pytest.mark.parametrize("leak", ON_THE_WIRE)
def test_a_leak_in_what_was_recorded_is_found(leak):
    honest, leaking = _requests(), ON_THE_WIRE[leak](_requests())
    assert wire_differences(honest, _requests(), blurred=True) == []
    assert wire_differences(honest, leaking, blurred=True)


def test_other_noisy_numbers_are_no_leak():
    honest = _requests()
    other = b'{"profile":["b","c"],"release":{"counts":{"Drama":-3}}}'
    head = honest[2].head[:-2] + str(len(other))
    assert wire_differences(honest, _changed(2, body=other, head=head)(honest), blurred=True) == []


# Leaks that are put into the program.


def _header(patch: pytest.MonkeyPatch, movies: Callable[[], int]) -> None:
    genuine = requests.Session.request

    def asking(self: requests.Session, *args: Any, **options: Any) -> requests.Response:
        options["headers"] = {**(options.get("headers") or {}), "X-Movies": str(movies())}
        return genuine(self, *args, **options)

    patch.setattr(requests.Session, "request", asking)


def _waiting(patch: pytest.MonkeyPatch, movies: Callable[[], int]) -> None:
    genuine = Client.exchange
    patch.setattr(
        Client,
        "exchange",
        lambda self, call, *rest: genuine(self, replace(call, pause=0.1 * movies()), *rest),
    )


@pytest.mark.slow
@pytest.mark.parametrize("leak", [_header, _waiting])
def test_a_leak_in_the_program_is_found(run_session, monkeypatch, leak):
    lives = []
    for person in (ALICE, BOB):
        with monkeypatch.context() as patch:
            leak(patch, lambda person=person: len(person.watched))
            lives.append(run_session(person, PERTURBED, acts=TO_THE_END))
    alice, bob = lives
    assert wire_differences(alice.wire, bob.wire, blurred=True) or alice.pauses != bob.pauses
