"""What a service answers to a contribution, and what is made of it; and what is never sent."""

import hashlib
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from uuid import UUID

import pytest

from epicrec_desktop.domain.errors import ProviderBusyError, ProviderError
from epicrec_desktop.domain.release import CommittedContribution
from epicrec_desktop.provider.remote import HttpProvider
from waiting import LIMIT_S

ID = UUID("8a5a6f0e-3f6c-4f0a-9d7e-2b1c0d9e8f7a")


@pytest.fixture
def provider(taker, tmp_path) -> HttpProvider:
    return HttpProvider("Friends", taker.address, tmp_path, pause=0.0)


@pytest.fixture
def committed(taker) -> CommittedContribution:
    payload = b'{"list":"0","epsilon":"1","bits":""}'
    sha256 = hashlib.sha256(payload).hexdigest()
    now = datetime(2026, 11, 3, tzinfo=UTC)
    return CommittedContribution(ID, "2026-11", now, "Friends", taker.address, payload, sha256)


@pytest.mark.parametrize("status", [201, 204])
def test_new_and_known_contributions_are_accepted(provider, taker, committed, status):
    taker.answers = [(status, {})]
    provider.contribute(committed, withdraws=False)
    (asked,) = taker.asked
    assert (asked.method, asked.path) == ("PUT", f"/v1/contributions/{ID}")
    assert asked.body == committed.payload
    assert "Content-Type: application/json" in asked.headers
    assert not [name for name in asked.headers if name.lower().startswith("cookie")]


def test_withdrawing_posts_the_same_bytes(provider, taker, committed):
    provider.contribute(committed, withdraws=True)
    (asked,) = taker.asked
    assert (asked.method, asked.path) == ("POST", f"/v1/contributions/{ID}/withdrawal")
    assert asked.body == committed.payload


def test_retry_after_is_bounded(provider, taker, committed):
    for said, seconds in (
        ("120", 120),
        ("0", 1),
        ("99999999", 7 * 86_400),
        ("9" * 4_000, 60),
        ("\u0661\u0662", 60),
        ("soon", 60),
        ("-5", 60),
        (None, 60),
    ):
        header = {} if said is None else {"Retry-After": said.encode("utf-8").decode("latin-1")}
        for status in (429, 503):
            taker.answers = [(status, header)]
            with pytest.raises(ProviderBusyError) as refused:
                provider.contribute(committed, withdraws=False)
            assert refused.value.wait == seconds, said


@pytest.mark.parametrize("zone", ["GMT", "-0000"])
def test_retry_after_date_is_parsed(provider, taker, committed, zone):
    later = format_datetime(datetime.now(UTC) + timedelta(hours=1), usegmt=True)
    later = later.replace("GMT", zone)  # the other one is of no known zone, and taken for UTC
    taker.answers = [(503, {"Retry-After": later}), (503, {"Retry-After": "x, 99 Foo 2026"})]
    with pytest.raises(ProviderBusyError) as refused:
        provider.contribute(committed, withdraws=False)
    assert refused.value.wait == pytest.approx(3600, abs=LIMIT_S)
    with pytest.raises(ProviderBusyError) as refused:
        provider.contribute(committed, withdraws=True)
    assert refused.value.wait == 60


def test_other_answers_are_errors(provider, taker, committed):
    for status, said in (
        (404, "takes no contributions"),
        (405, "takes no contributions"),
        (409, "refused the request"),
        (422, "refused the request"),
        (307, "another address"),
        (200, "did not answer as"),
        (507, "problem of its own"),
    ):
        taker.answers, taker.asked = [(status, {"Location": "http://127.0.0.1:9/"})], []
        with pytest.raises(ProviderError, match=said) as refused:
            provider.contribute(committed, withdraws=False)
        assert refused.value.sent is True
        assert "sending it again costs no more privacy" in str(refused.value)
        assert len(taker.asked) == 1


def test_endless_answer_is_aborted(provider, taker, committed):
    taker.answers = [(201, {"Content-Length": "99999999"})]
    with pytest.raises(ProviderError) as refused:
        provider.contribute(committed, withdraws=False)
    assert refused.value.sent is None


def test_contribution_for_another_provider_or_changed_is_not_sent(provider, taker, committed):
    for wrong in (
        replace(committed, receiver="https://elsewhere.example"),
        replace(committed, payload=committed.payload + b" "),
    ):
        with pytest.raises(ProviderError, match="othing was sent"):
            provider.contribute(wrong, withdraws=False)
        with pytest.raises(ProviderError, match="othing was sent"):
            provider.contribute(wrong, withdraws=True)
    assert taker.asked == []
