"""Contributing: off by default, sampled once, the same bytes again, withdrawn; and its loss."""

import json
import shutil
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import Mock

import pytest
from sqlalchemy import update

from contribution_taker import taking
from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import (
    AgreementError,
    PrivacyError,
    ProviderBusyError,
    ProviderError,
    StoreError,
)
from epicrec_desktop.domain.messages import message
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.provider.remote import HttpProvider
from epicrec_desktop.recommend.wire_contribution import EPSILON, parse_contribution, public_lists
from epicrec_desktop.services import contribution_service as contributing
from epicrec_desktop.services import contribution_text
from epicrec_desktop.services.contribution_status import State
from epicrec_desktop.services.sample_store import SampleStore
from epicrec_desktop.store.contacts import ContactKind
from epicrec_desktop.store.contributions import ContributionRepository
from epicrec_desktop.store.ledger import LedgerRepository, Release
from epicrec_desktop.store.records import table
from epicrec_desktop.store.sample_file import LossCause
from epicrec_desktop.store.samples import SampleRepository
from epicrec_desktop.wiring import Services
from losses import joint_loss

HEAT, ALIEN, MATRIX, JAWS = "imdb:tt0113277", "imdb:tt0078748", "imdb:tt0133093", "imdb:tt0073195"
LIST = public_lists()[-1].movies
NEXT_MONTH = datetime(2026, 12, 5, 9, 0, tzinfo=UTC)


@pytest.fixture
def sampled(monkeypatch) -> list[frozenset[str]]:
    """What each sample disclosed: the truth, which nothing else stores with the bits."""
    seen: list[frozenset[str]] = []
    report = contributing.RandomizedResponse.report

    def recording(self, watched, source):
        seen.append(frozenset(watched))
        return report(self, watched, source)

    monkeypatch.setattr(contributing.RandomizedResponse, "report", recording)
    return seen


@pytest.fixture
def able(world, taker) -> Any:
    """Somebody who has chosen a level, and a provider that takes contributions."""
    world.services.privacy.set_overall(ReleaseLevel.PERTURBED)
    world.services.providers.add("Friends", taker.address)
    return world


def contribute(services: Services, provider: str = "Friends") -> Any:
    """As a person does who looks and agrees."""
    return services.contributions.contribute(services.contributions.propose(provider))


def documents(services: Services) -> dict[str, Any]:
    with services.context.database.read() as session:
        return dict(SampleRepository(session).read().contributions)


def test_nothing_is_contributed_until_somebody_agrees(able, taker):
    able.add("Heat (1995)")
    able.release(provider="This computer")
    services = able.services
    released = joint_loss(services)
    assert services.contributions.status().entries == ()
    proposal = services.contributions.propose("Friends")
    services.contributions.example()
    assert (proposal.period, proposal.again, proposal.disclosed) == ("2026-11", (), 1)
    assert proposal.first
    assert "from another computer" in " ".join(map(str, contribution_text.proposed(proposal)))
    assert taker.asked == []
    assert documents(services) == {}
    services.contributions.contribute(proposal)
    assert joint_loss(services) == released + EPSILON == proposal.after.epsilon


def test_what_is_sent_is_the_list_under_chance_and_is_charged(able, taker, sampled):
    able.add("Heat (1995)", "Alien (1979)")
    status = contribute(able.services)
    (asked,) = taker.asked
    (entry,) = status.entries
    assert sampled == [{HEAT, ALIEN}]
    assert asked.method == "PUT"
    assert asked.path.startswith("/v1/contributions/")
    assert asked.body == entry.payload
    said = parse_contribution(asked.body)
    assert said.movies.movies == LIST
    assert said.epsilon == EPSILON
    assert entry.state is State.SENT
    assert joint_loss(able.services) == EPSILON
    spending = able.services.ledger.spending()
    assert spending.joint.epsilon == spending.contributed.epsilon == EPSILON
    assert {name: bound.epsilon for name, bound in spending.alone.items()} == {"Friends": EPSILON}
    # Beside the database: the bytes that left, an id and a name for each receiver, no true bit.
    beside = json.loads(able.paths.samples.read_text())["contributions"]["2026-11"]
    assert set(beside) == {"payload", "sha256", "issued"}
    assert beside["payload"].encode() == asked.body
    assert {tuple(sorted(given)) for given in beside["issued"].values()} == {("id", "name")}


def test_contributing_again_sends_the_same_bytes_or_nothing(able, taker, sampled):
    taker.answers = [(500, {})]
    with pytest.raises(ProviderError, match="problem of its own"):
        contribute(able.services)
    assert able.services.contributions.status().entries[0].state is State.FAILED
    contribute(able.services)
    first, second = taker.asked
    assert (first.path, first.body) == (second.path, second.body)
    assert len(sampled) == 1
    assert able.services.contributions.propose("Friends").nothing
    with pytest.raises(AgreementError):
        contribute(able.services)
    assert len(taker.asked) == 2


def test_a_movie_is_disclosed_once_for_ever(able, taker, sampled):
    heat, _ = able.add("Heat (1995)", "Alien (1979)")
    contribute(able.services)
    able.services.library.forget([heat])
    able.clock.moment = NEXT_MONTH
    able.add("Heat (1995)", "The Matrix (1999)")
    contribute(able.services)
    assert sampled == [{HEAT, ALIEN}, {MATRIX}]
    assert len({asked.path for asked in taker.asked}) == 2
    assert joint_loss(able.services) == EPSILON


def test_another_provider_gets_the_same_bits_under_another_id(able, taker, sampled):
    contribute(able.services)
    able.clock.moment = NEXT_MONTH
    with taking() as other:
        able.services.providers.add("Library", other.address)
        contribute(able.services, "Library")
        assert other.asked[0].body == taker.asked[0].body
        assert other.asked[0].path != taker.asked[0].path
        assert len(sampled) == 1
        assert joint_loss(able.services) == EPSILON
        contribute(able.services, "Library")  # now what was confirmed since
        assert len(sampled) == 2


@pytest.mark.parametrize("kept", ["level", "weight"])
def test_what_is_kept_is_reported_as_if_it_had_never_been_watched(able, sampled, kept):
    heat, _ = able.add("Heat (1995)", "Alien (1979)")
    if kept == "level":
        able.services.privacy.set_category("Crime", ReleaseLevel.NO)
    else:
        able.services.library.set_weight(heat, 0.5)
    contribute(able.services)
    assert sampled == [{ALIEN}]


def test_a_movie_that_is_open_elsewhere_is_disclosed_through_chance(able, taker, sampled):
    able.services.privacy.set_overall(ReleaseLevel.ALL)
    able.add("Heat (1995)")
    contribute(able.services)
    assert sampled == [{HEAT}]
    assert HEAT.encode() not in taker.asked[0].body


def test_without_a_level_or_at_no_release_nothing_leaves(services, taker):
    services.providers.add("Friends", taker.address)
    with pytest.raises(PrivacyError, match="not said yet"):
        services.contributions.propose("Friends")
    services.privacy.set_overall(ReleaseLevel.NO)
    with pytest.raises(PrivacyError, match="“Nothing”"):
        services.contributions.propose("Friends")
    assert documents(services) == {}
    services.privacy.set_overall(ReleaseLevel.PERTURBED)
    taker.answers = [(500, {})]
    with pytest.raises(ProviderError, match="problem of its own"):
        contribute(services)
    services.privacy.set_overall(ReleaseLevel.NO)
    with pytest.raises(PrivacyError, match="“Nothing”"):  # nor what was sampled before
        services.contributions.propose("Friends")
    assert len(taker.asked) == 1
    services.contributions.withdraw(taker.address)  # which tells nobody anything new
    with pytest.raises(ProviderError, match="no service elsewhere"):
        services.contributions.propose("This computer")


def test_what_changed_since_it_was_shown_is_refused(able, taker):
    services = able.services
    proposal = services.contributions.propose("Friends")
    services.privacy.set_category("Crime", ReleaseLevel.NO)
    with pytest.raises(AgreementError):
        services.contributions.contribute(proposal)
    with taking() as other:
        again = services.contributions.propose("Friends")
        services.providers.add("Friends", other.address, replace=True)
        with pytest.raises(AgreementError):
            services.contributions.contribute(again)
        assert other.asked == []
    assert taker.asked == []
    assert documents(services) == {}


def test_withdrawing_sends_the_same_bytes_and_gives_nothing_back(able, taker):
    contribute(able.services)
    status = able.services.contributions.withdraw(taker.address)
    disclosed, taken = taker.asked
    assert (taken.method, taken.path) == ("POST", disclosed.path + "/withdrawal")
    assert taken.body == disclosed.body
    assert status.entries[0].state is State.WITHDRAWN
    assert not any(entry.withdrawable for entry in status.entries)
    assert joint_loss(able.services) == EPSILON
    assert {(c.kind.value, c.address) for c in able.services.contacts.all()} == {
        ("contribution", taker.address),
        ("withdrawal", taker.address),
    }
    with pytest.raises(ProviderError, match="Nobody was asked"):
        able.services.contributions.withdraw(taker.address)
    contribute(able.services)  # the person thinks better of it: the same again
    assert taker.asked[2] == disclosed
    assert [e.withdrawable for e in able.services.contributions.status().entries] == [True]


def test_withdrawing_what_never_left_sends_nothing(able, taker, monkeypatch):
    """A request to withdraw carries the answers themselves."""
    unreachable = Mock(side_effect=ProviderError("No connection.", sent=False))
    with monkeypatch.context() as patch:
        patch.setattr(HttpProvider, "contribute", unreachable)
        with pytest.raises(ProviderError):
            contribute(able.services)
    (entry,) = able.services.contributions.status().entries
    assert (entry.state, entry.may_have_left) == (State.FAILED, False)
    status = able.services.contributions.withdraw(taker.address)
    assert taker.asked == []
    assert status.entries[0].state is State.WITHDRAWN
    kinds = [contact.kind for contact in able.services.contacts.all()]
    assert ContactKind.WITHDRAWAL not in kinds, "nobody was asked"
    contribute(able.services)  # the user thinks better of it
    assert len(taker.asked) == 1
    able.services.contributions.withdraw(taker.address)
    assert len(taker.asked) == 2, "now it has left, so it is withdrawn there"


def test_a_withdrawal_that_fails_can_be_tried_again_when_the_provider_was_removed(able, taker):
    contribute(able.services)
    taker.answers = [(500, {})]
    with pytest.raises(ProviderError, match="may still be counted"):
        able.services.contributions.withdraw(taker.address)
    assert able.services.contributions.status().entries[0].state is State.NOT_WITHDRAWN
    able.services.providers.remove("Friends")
    able.services.contributions.withdraw(taker.address)
    assert not any(e.withdrawable for e in able.services.contributions.status().entries)


def test_a_receiver_that_asks_to_wait_is_not_asked_before(able, taker):
    taker.answers = [(429, {"Retry-After": "120"})]
    with pytest.raises(ProviderBusyError, match="come back later"):
        contribute(able.services)
    (entry,) = able.services.contributions.status().entries
    assert entry.state is State.WAITING
    assert entry.wait_until == able.clock.moment + timedelta(seconds=120)
    able.clock.moment += timedelta(seconds=119)
    with pytest.raises(ProviderBusyError, match="Nothing was sent"):
        contribute(able.services)
    with pytest.raises(ProviderBusyError):
        able.services.contributions.withdraw(taker.address)
    assert len(taker.asked) == 1
    able.clock.moment += timedelta(seconds=1)
    contribute(able.services)
    assert taker.asked[1] == taker.asked[0]


def test_it_is_charged_on_the_disk_twice_before_anything_is_sent(able, taker):
    """At the first byte that arrives the database and the file beside it have it."""
    services, seen = able.services, []

    def look():
        beside = json.loads(able.paths.samples.read_text())["contributions"]
        assert beside == documents(services)
        (entry,) = services.contributions.status().entries
        seen.append((entry.state, joint_loss(services)))

    taker.then = look
    contribute(services)
    assert seen == [(State.UNCERTAIN, EPSILON)]


def test_where_the_second_copy_cannot_be_written_nothing_is_sent(able, taker, monkeypatch, sampled):
    with monkeypatch.context() as patch:
        patch.setattr(SampleStore, "save", Mock(side_effect=StoreError("no room")))
        with pytest.raises(StoreError):
            contribute(able.services)
    assert taker.asked == []
    contribute(able.services)  # it was sampled, and is sent as sampled
    assert len(sampled) == 1
    assert len(taker.asked) == 1


def test_a_program_that_ends_between_the_ledger_and_the_network_samples_no_second_time(
    able, taker, sampled, monkeypatch
):
    class Killed(BaseException):
        pass

    services = able.services
    proposal = services.contributions.propose("Friends")
    with monkeypatch.context() as patch:
        patch.setattr(contributing.ContributionService, "_attempt", Mock(side_effect=Killed))
        with pytest.raises(Killed):
            services.contributions.contribute(proposal)
    able.add("Heat (1995)")
    services.close()
    after = _reopened(able)
    (entry,) = after.contributions.status().entries
    assert entry.state is State.UNCERTAIN
    contribute(after)
    assert [asked.body for asked in taker.asked] == [entry.payload]
    assert len(sampled) == 1


def test_nothing_is_answered_under_a_clock_that_jumped(able, taker, sampled):
    able.clock.moment += timedelta(days=200)
    with pytest.raises(PrivacyError, match="clock"):
        contribute(able.services)
    assert (sampled, taker.asked, documents(able.services)) == ([], [], {})
    able.services.releases.accept_clock()
    contribute(able.services)
    assert len(sampled) == len(taker.asked) == 1


def test_a_second_program_finds_the_month_sampled(able, taker, sampled):
    mine = able.services.contributions.propose("Friends")
    other = _reopened(able)
    theirs = other.contributions.propose("Friends")
    other.contributions.contribute(theirs)
    with pytest.raises(AgreementError):
        able.services.contributions.contribute(mine)
    assert len(sampled) == 1
    assert able.services.contributions.status() == other.contributions.status()


def test_a_database_that_is_restored_repeats_the_bytes_and_counts_what_it_forgot(
    able, taker, sampled
):
    able.add("Heat (1995)")
    able.services.close()
    before = able.paths.data.with_name("copy")
    shutil.copytree(able.paths.data, before)
    services = _reopened(able)
    contribute(services)
    services.close()
    shutil.rmtree(able.paths.data)
    shutil.copytree(before, able.paths.data)
    restored = _reopened(able)
    contribute(restored)
    assert [asked.body for asked in taker.asked] == [taker.asked[0].body] * 2
    assert taker.asked[0].path == taker.asked[1].path
    assert len(sampled) == 1
    # Heat was disclosed, and the database does not know it: a later month discloses it again.
    assert joint_loss(restored) == 2 * EPSILON
    assert restored.contributions.propose("Friends").nothing
    able.clock.moment = NEXT_MONTH
    assert LossCause.RESTORED in restored.contributions.propose("Friends").warnings
    contribute(restored)
    assert sampled == [{HEAT}, {HEAT}]
    assert joint_loss(restored) == 2 * EPSILON


def test_changed_contribution_in_the_database_is_replaced_by_its_second_copy(able, taker):
    taker.answers = [(500, {})]
    with pytest.raises(ProviderError):
        contribute(able.services)
    with able.services.context.database.write() as session:
        repository = ContributionRepository(session)
        document = dict(repository.documents()["2026-11"])
        document["payload"] = document["payload"].replace('"epsilon":"1"', '"epsilon":"2"')
        repository.save("2026-11", document, now=able.clock.moment)
    contribute(able.services)
    first, second = taker.asked
    assert second.body == first.body
    assert joint_loss(able.services) == EPSILON


def test_the_requests_do_not_depend_on_the_history(able, taker):
    """Number, order, size and headers: nothing watched, and many movies of the list."""
    contribute(able.services)
    able.services.contributions.withdraw(taker.address)
    one = list(taker.asked)
    taker.asked.clear()
    able.services.close()
    for name in ("data", "state"):
        shutil.rmtree(getattr(able.paths, name))
    busy = _reopened(able)
    keys = [key for key, movie in busy.library.best_known(60) if movie.wire_id in LIST][:20]
    for key in keys:
        busy.library.add(key)
    busy.privacy.set_overall(ReleaseLevel.PERTURBED)
    busy.providers.add("Friends", taker.address)
    contribute(busy)
    busy.contributions.withdraw(taker.address)
    assert len(keys) == 20
    assert [_shape(asked) for asked in one] == [_shape(asked) for asked in taker.asked]


def test_an_example_is_thrown_away(able):
    able.add("Heat (1995)", "Alien (1979)")
    example = able.services.contributions.example()
    assert (example.size, example.watched) == (len(LIST), 2)
    assert [one.title for one in example.bits if one.watched] == ["Alien (1979)", "Heat (1995)"]
    assert len(example.bits) == 8
    assert 180 < example.yes < 360  # chance alone says yes to 269 ± 14
    assert example.true <= 2
    assert documents(able.services) == {}
    sampled = {able.services.contributions.example().bits for _ in range(12)}
    assert len(sampled) > 1


def _reopened(able: Any) -> Services:
    """Another program over the same folder."""
    home = Environment(platform="linux", home=able.paths.data.parent, env={})
    services = wiring.build(able.paths, now=able.clock, environment=home, pause=0.0)
    able.opened.append(services)
    return services


def _shape(asked: Any) -> tuple[Any, ...]:
    path = "/".join("id" if len(part) == 36 else part for part in asked.path.split("/"))
    return asked.method, path, asked.headers, len(asked.body)


@pytest.fixture
def months(able, taker) -> list[bytes]:
    """The bytes of three months that one service has, when the clock says March."""
    for month in (12, 13, 14):
        contribute(able.services)
        able.clock.moment = datetime(2026 + month // 13, month % 12 or 12, 5, 9, 0, tzinfo=UTC)
    return [asked.body for asked in taker.asked]


def test_a_new_service_gets_the_months_one_a_day_also_after_a_restart(able, months):
    """Ids that arrive within a second are of one person. The loss counts from the first day on."""
    services, arrived = able.services, []
    assert len(months) == 3
    with taking() as other:
        other.then = lambda: arrived.append(able.clock.moment)
        services.providers.add("Library", other.address)
        proposal = services.contributions.propose("Library")
        assert len(proposal.again) == 3
        assert "one a day" in " ".join(map(str, contribution_text.proposed(proposal)))
        begin, before = able.clock.moment, joint_loss(services)
        status = services.contributions.contribute(proposal)
        (line,) = contribution_text.scheduled(status, str)
        assert "2 contributions to Library are still to be sent" in str(line)
        assert str(begin + timedelta(days=1)) in str(line)
        assert joint_loss(services) == before
        services.providers.choose("This computer")
        assert services.contributions.will_send()
        services.close()
        services = _reopened(able)
        for _ in range(5 * 24):
            services.contributions.send_due()
            able.clock.moment += timedelta(hours=1)
        assert arrived == [begin + timedelta(days=n) for n in range(3)]
        assert [asked.body for asked in other.asked] == months
        assert not services.contributions.will_send()
        states = {e.state for e in services.contributions.status().entries}
        assert states == {State.SENT}
        assert contribution_text.scheduled(services.contributions.status(), str) == []


def test_days_without_the_program_bring_no_burst(able, months):
    with taking() as other:
        able.services.providers.add("Library", other.address)
        contribute(able.services, "Library")
        able.clock.moment += timedelta(days=9)
        for _ in range(3):
            able.services.contributions.send_due()
        assert len(other.asked) == 2
        able.clock.moment += timedelta(days=1)
        able.services.contributions.send_due()
        assert [asked.body for asked in other.asked] == months


def test_two_months_go_a_day_apart_also_around_midnight(able, taker):
    able.clock.moment = datetime(2026, 11, 30, 23, 50, tzinfo=UTC)
    contribute(able.services)
    for hours in (0.5, 23, 0.5):
        able.clock.moment += timedelta(hours=hours)
        if able.services.contributions.propose("Friends").nothing:
            able.services.contributions.send_due()
        else:
            contribute(able.services)
        arrived = len(taker.asked)
        assert arrived == (
            2 if able.clock.moment >= datetime(2026, 12, 1, 23, 50, tzinfo=UTC) else 1
        )


def test_the_clock_sends_nothing_that_the_second_copy_does_not_have(able, taker, monkeypatch):
    services = able.services
    able.clock.moment = datetime(2026, 11, 30, 23, 50, tzinfo=UTC)
    contribute(services)
    able.clock.moment += timedelta(minutes=20)
    with monkeypatch.context() as patch:
        patch.setattr(SampleStore, "save", Mock(side_effect=StoreError("no room")))
        with pytest.raises(StoreError):
            contribute(services)
        able.clock.moment += timedelta(days=1)
        with pytest.raises(StoreError):
            services.contributions.send_due()
    assert len(taker.asked) == 1
    assert services.contributions.will_send()
    services.contributions.send_due()
    assert len(taker.asked) == 2
    assert json.loads(able.paths.samples.read_text())["contributions"] == documents(services)


def test_scheduled_months_stay_here_when_withdrawn_removed_or_at_no_release(able, months):
    services = able.services
    with taking() as other:
        services.providers.add("Library", other.address)
        contribute(services, "Library")
        assert services.contributions.will_send()
        able.clock.moment += timedelta(days=1)
        services.privacy.set_overall(ReleaseLevel.NO)
        assert not services.contributions.will_send()
        assert services.contributions.send_due() == 0
        services.privacy.set_overall(ReleaseLevel.PERTURBED)
        services.providers.remove("Library")
        assert not services.contributions.will_send()
        assert services.contributions.send_due() == 0
        status = services.contributions.withdraw(other.address)
        services.providers.add("Library", other.address)
        assert services.contributions.send_due() == 0
        assert [asked.method for asked in other.asked] == ["PUT", "POST"]
        assert {e.state for e in status.entries if e.receiver == other.address} == {State.WITHDRAWN}


def released_to(able: Any, receiver: str) -> None:
    """A release that this receiver was sent a moment ago, and did not answer."""
    release = able.release(provider="This computer").release
    with able.services.context.database.write() as session:
        session.execute(update(table(Release)).values(receiver=receiver))
        LedgerRepository(session).record_send(
            release.id, now=able.clock.moment, error=message("No answer.")
        )


def test_a_month_that_is_due_waits_for_a_minute_after_a_release(able, months):
    with taking() as other:
        able.services.providers.add("Library", other.address)
        contribute(able.services, "Library")
        able.clock.moment += timedelta(days=1)
        released_to(able, other.address)
        able.services.contributions.send_due()
        assert len(other.asked) == 1
        able.clock.moment += timedelta(minutes=1)
        able.services.contributions.send_due()
        assert [asked.body for asked in other.asked] == months[:2]


def test_the_clock_asks_no_service_that_asked_to_wait(able, months):
    arrived: list[datetime] = []
    with taking() as other:
        other.then = lambda: arrived.append(able.clock.moment)
        other.answers = [(503, {"Retry-After": str(3 * 86_400)})]
        able.services.providers.add("Library", other.address)
        begin = able.clock.moment
        with pytest.raises(ProviderBusyError):
            contribute(able.services, "Library")
        for _ in range(5 * 24):
            able.clock.moment += timedelta(hours=1)
            able.services.contributions.send_due()
        assert arrived == [begin, begin + timedelta(days=3), begin + timedelta(days=4)]


def test_no_contribution_goes_within_a_minute_after_a_release(able, taker):
    able.add("Heat (1995)", "Alien (1979)")
    released_to(able, taker.address)
    proposal = able.services.contributions.propose("Friends")
    status = able.services.contributions.contribute(proposal)
    assert status.entries[0].state is State.SCHEDULED
    assert "still to be sent" in str(contribution_text.sent(proposal, status, str))
    able.clock.moment += timedelta(seconds=59)
    able.services.contributions.send_due()
    assert taker.asked == []
    able.clock.moment += timedelta(seconds=1)
    able.services.contributions.send_due()
    assert [asked.method for asked in taker.asked] == ["PUT"]
