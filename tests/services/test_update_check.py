"""An update check asks one thing, believes what is signed and in order, and is on record."""

import json
from collections.abc import Iterator
from datetime import timedelta

import pytest

from announcing import KEY, OTHER_KEY, Announcer, announcer, document, signed
from epicrec_desktop.domain.errors import Cancelled, UpdateError
from epicrec_desktop.services.contacts import for_what
from epicrec_desktop.services.update_check import UpdateService, Verdict
from epicrec_desktop.store.contacts import ContactKind, ContactOutcome
from epicrec_desktop.updates.source import Source
from moments import NOW

DAY = timedelta(days=1)


@pytest.fixture
def theirs() -> Iterator[Announcer]:
    with announcer() as server:
        server.body = signed(document(NOW))
        yield server


def checks(world, source: Source | None, version: str = "9.0.0") -> UpdateService:
    services = world.services
    return UpdateService(services.context, services.contacts, source, version=version)


def test_building_and_opening_ask_nobody(world, theirs):
    assert checks(world, theirs.source).host == theirs.source.host
    assert theirs.requests == []
    assert world.services.contacts.all() == []


def refused(world, theirs: Announcer) -> str:
    with pytest.raises(UpdateError) as caught:
        checks(world, theirs.source).check()
    return str(caught.value)


def test_versions_are_compared(world, theirs):
    for version, verdict in (
        ("9.0.9", Verdict.NEWER),
        ("9.1", Verdict.CURRENT),
        ("9.2.0", Verdict.AHEAD),
    ):
        answer = checks(world, theirs.source, version).check()
        assert answer.verdict is verdict
    assert answer.note("de") == "Schnellere Plakate."
    assert answer.note("fr") == "Faster posters."


def test_the_question_tells_nothing_else(world, theirs):
    world.add("Heat (1995)")
    checks(world, theirs.source).check()
    checks(world, theirs.source, "9.1.0").check()
    first, second = theirs.requests
    assert first == second  # whatever was seen before, and whatever version asks
    method, path, headers = first
    assert (method, path) == ("GET", "/newest.json")
    known = {"Host", "User-Agent", "Accept-Encoding", "Accept", "Connection"}
    assert set(headers) <= known
    assert headers["User-Agent"] == "epicrec-desktop"


def test_a_check_is_on_record_whatever_its_end(world, theirs):
    checks(world, theirs.source).check()
    theirs.status = 503
    refused(world, theirs)
    last, first = world.services.contacts.all()
    assert (first.kind, first.outcome) == (ContactKind.UPDATE, ContactOutcome.ANSWERED)
    assert (last.kind, last.outcome) == (ContactKind.UPDATE, ContactOutcome.FAILED)
    assert (first.name, first.address) == (theirs.source.host, theirs.source.address)
    assert first.asked
    assert "newer version" in str(for_what(first))


def test_without_an_address_or_cancelled_nobody_is_asked(world, theirs):
    with pytest.raises(UpdateError, match="Nobody was asked"):
        checks(world, None).check()
    assert world.services.updates.host is None
    assert world.services.contacts.all() == []
    with pytest.raises(Cancelled):
        checks(world, theirs.source).check(cancelled=lambda: True)
    assert not world.paths.updates.exists()


def test_what_is_not_to_be_believed_is_not_remembered(world, theirs):
    for body, sentence in (
        (signed(document(NOW), (OTHER_KEY,)), "not signed"),
        (b"<html>", "did not answer"),
        (signed(document(NOW - 31 * DAY)), "expired"),
        (signed(document(NOW + 3 * DAY)), "in the future"),
        (b"x" * 70_000, "more data"),
    ):
        theirs.body = body
        assert sentence in refused(world, theirs)
        assert not world.paths.updates.exists()
    theirs.body = signed(document(NOW))
    assert checks(world, theirs.source).check().verdict is Verdict.NEWER


def test_what_was_announced_before_does_not_come_back(world, theirs):
    checks(world, theirs.source).check()
    for older in (
        document(NOW - DAY),
        document(NOW - DAY, "9.5"),
        document(NOW + DAY / 2, "9.0.9"),  # made later, with an older version
        document(NOW, "9.1.1"),  # made at the same moment, and another
    ):
        theirs.body = signed(older)
        assert "older than what was announced before" in refused(world, theirs)


def test_the_same_again_and_what_follows_are_believed(world, theirs):
    updates = checks(world, theirs.source)
    for said in (document(NOW), document(NOW), document(NOW + DAY / 2), document(NOW + DAY, "9.3")):
        theirs.body = signed(said)
        assert updates.check().manifest.version == said["version"]


def test_what_is_believed_expires_although_it_is_known(world, theirs):
    checks(world, theirs.source).check()
    world.clock.moment = NOW + 31 * DAY
    assert "expired" in refused(world, theirs)


def test_a_damaged_state_is_ignored_and_written_again(world, theirs):
    for damage in (b"", b"{}", b'{"version": [], "issued": "x", "digest": 0}', b"[" * 9_000):
        world.paths.updates.write_bytes(damage)
        checks(world, theirs.source).check()
        assert json.loads(world.paths.updates.read_bytes())["version"] == "9.1.0"


def test_nobody_follows_the_server_elsewhere(world, theirs):
    with announcer((KEY,)) as other:
        other.body = theirs.body
        theirs.status, theirs.headers = 302, {"Location": other.source.address}
        assert "status 302" in refused(world, theirs)
        assert other.requests == []


def test_nobody_there_is_a_sentence(world):
    with announcer() as gone:
        source = gone.source
    with pytest.raises(UpdateError, match=r"could not be reached\. Nothing was changed"):
        checks(world, source).check()
