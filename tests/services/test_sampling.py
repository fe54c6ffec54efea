"""A list sampled before it is agreed to: one sample, and what was seen is what is sent."""

import json
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from unittest.mock import Mock

import numpy as np
import pytest

from elsewhere import Elsewhere, Mail, deliver
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import AgreementError, Cancelled, PrivacyError, StoreError
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.privacy.families import IMPROVED
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.services import release_list
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.release_proposal import FIRST, Preview
from epicrec_desktop.store.sample_file import LossCause, SampleFile
from losses import joint_loss

NO, PERTURBED, ALL = ReleaseLevel.NO, ReleaseLevel.PERTURBED, ReleaseLevel.ALL
MOVIES = ("Heat (1995)", "Alien (1979)", "The Matrix (1999)", "Casablanca (1942)")
LATER = "Jaws (1975)"
CLUB, CINEMA = "Club", "Cinema"
DECEMBER = datetime(2026, 12, 3, tzinfo=UTC)


@pytest.fixture
def mail(monkeypatch, quick_budget) -> Mail:
    return deliver(monkeypatch)


@pytest.fixture
def person(world, mail):
    """Some movies, and two providers, of which one is in use."""
    world.add(*MOVIES)
    for name in (CLUB, CINEMA):
        world.services.providers.add(name, f"https://{name.lower()}.example")
    world.services.providers.choose(CLUB)
    world.services.privacy.set_overall(PERTURBED)
    return world


def look(world, provider: str | None = None) -> Preview:
    return world.services.releases.preview(provider=provider)


def sample(world, provider: str | None = None) -> Preview:
    return world.services.releases.sample(look(world, provider).proposal)


def send(world, shown: Preview):
    return world.services.recommend.release(shown.proposal).release


def ids(shown: Preview) -> set[str]:
    return {movie.wire_id or "" for movie in shown.items}


def again(world, build) -> None:
    """End the program and start it again."""
    world.services.close()
    world.services = build(world.clock)


@pytest.fixture
def shown(person) -> Preview:
    """The first list, which is sampled and shown."""
    return sample(person)


def test_a_sample_is_on_the_disk_sent_to_nobody_and_costs_nothing(person, mail, shown):
    assert not shown.example
    assert shown.frozen
    assert mail == []
    assert person.services.ledger.entries() == []
    assert [c for c in person.services.contacts.all() if c.kind.value == "release"] == []
    beside = SampleFile(person.paths.samples).read()
    assert beside.periods["2026-11"]["rungs"] == person.sampled()["2026-11"].to_dict()["rungs"]
    assert beside.count == 1
    (period,) = person.sampled().values()
    assert period.issued == {}
    assert joint_loss(person.services) == 0
    (month, *_) = person.services.ledger.calendar().months
    assert (month.sampled is not None, month.receivers) == (True, ())
    assert person.services.ledger.spending().joint is None


def test_what_was_seen_is_sent_and_charged_before(person, mail, shown, monkeypatch):
    charged = []
    genuine = Elsewhere.recommend

    def recommend(self, release, **options):
        charged.append(joint_loss(person.services))
        return genuine(self, release, **options)

    monkeypatch.setattr(Elsewhere, "recommend", recommend)
    release = send(person, shown)
    ((_, payload),) = mail
    assert payload == release.payload
    assert set(json.loads(payload)["profile"]) == ids(shown)
    assert release.sha256 == shown.proposal.sha256
    (period,) = person.sampled().values()
    assert charged == [period.mechanism.loss]
    assert set(period.issued) == {"https://club.example"}


def test_a_no_keeps_the_list_and_nobody_can_sample_again(person, build, shown):
    person.add(LATER)
    for _ in range(3):
        after = sample(person)
        assert after.frozen
        assert (after.items, after.proposal.sha256) == (shown.items, shown.proposal.sha256)
    again(person, build)
    restarted = look(person)
    assert restarted.frozen
    assert restarted.proposal.sha256 == shown.proposal.sha256
    assert restarted.waiting_items == 1, "what was found later waits"
    assert set(send(person, restarted).items) == ids(shown)


def test_sampled_and_sent_is_what_one_commit_would_have_sent(person, build, tmp_path):
    """With the same bits, byte for byte: so all that is known of a commit's draw holds of it."""
    base = person.paths.data.parent
    person.services.close()
    shutil.copytree(base, tmp_path / "kept")

    def live(*, first):
        services = person.services = build(person.clock)
        source = NumpySource(np.random.default_rng(7))
        services.releases._source = source
        proposal = services.releases.propose()
        if first:
            proposal = services.releases.sample(proposal).proposal
        payload = services.recommend.release(proposal).release.payload
        services.close()
        return payload

    one = live(first=True)
    shutil.rmtree(base)
    shutil.copytree(tmp_path / "kept", base)
    assert live(first=False) == one


def test_it_says_what_month_later_movies_wait_for(person):
    assert look(person).later == "2026-12"
    person.clock.moment = DECEMBER
    assert look(person).proposal.due == ("2026-12",)
    assert look(person).later == "2027-01"


@pytest.mark.parametrize("level", [NO, ALL])
def test_where_nothing_is_blurred_there_is_nothing_to_sample(person, level):
    person.services.privacy.set_overall(level)
    shown = look(person)
    assert not shown.example
    assert not shown.frozen
    assert (shown.proposal.sha256 is not None) is (level is ALL)
    assert sample(person).proposal == shown.proposal
    assert person.sampled() == {}


# What happens between the steps


def refused(world, shown: Preview, mail) -> None:
    with pytest.raises(AgreementError, match="no longer what you agreed to"):
        send(world, shown)
    assert mail == []
    assert world.services.ledger.entries() == []
    assert all(period.issued == {} for period in world.sampled().values())


def test_another_level_is_another_list_and_the_blur_stays(person, mail, shown):
    (before,) = person.sampled().values()
    person.services.privacy.set_category("Horror", NO)
    refused(person, shown, mail)
    after = look(person)
    assert after.frozen
    assert person.sampled() == {"2026-11": before}
    assert set(send(person, after).items) == ids(after)


def test_an_open_movie_more_has_to_be_seen_first(person, mail):
    person.services.privacy.set_category("Drama", ALL)
    shown = sample(person)
    stored = person.services.context.catalog()
    place = next(n for n, m in enumerate(stored.catalog.movies) if m.categories == ("Drama",))
    key = int(stored.ids[place])
    person.services.library.add(key)
    refused(person, shown, mail)
    after = look(person)
    assert len(after.proposal.open_items) == len(shown.proposal.open_items) + 1
    assert ids(after) == ids(shown) | set(after.proposal.open_items)


def test_a_mechanism_chosen_since_changes_nothing_that_is_said_of_the_list(person):
    services = person.services
    for key, _ in services.library.best_known(80):
        services.library.add(key)
    before = sample(person)
    services.privacy.use_mechanism(IMPROVED)
    shown = look(person)
    assert (shown.budget, shown.worth) == (before.budget, before.worth)
    assert (shown.budget.mechanism, shown.budget.swap > 0) == ("S-LQ", True)
    release = send(person, shown)
    assert release.mechanism == "S-LQ"
    assert services.summaries.release_summary(release).worth == shown.worth
    person.clock.moment += timedelta(days=31)
    due = look(person)
    assert due.proposal.due
    assert due.budget.mechanism == "S-MAP"


def test_less_trust_is_another_tier_of_the_same_sample(person, mail, shown):
    person.services.providers.set_trust(CLUB, Fraction(1, 4))
    refused(person, shown, mail)
    after = look(person)
    assert after.proposal.epsilon == shown.proposal.epsilon / 4
    assert set(send(person, after).items) == ids(after)
    # and never back to the better one, whoever looked at it
    person.services.providers.set_trust(CLUB, Fraction(1))
    assert look(person).repeat


def _serving(connection, catalog):
    connection.catalog = lambda: catalog
    return connection


def test_another_catalog_of_the_provider_is_the_same_list(person, mail, shown, monkeypatch):
    """A catalog with ids left out for one client would come back in the list as its mark."""
    genuine = ProviderService.connect
    whole = person.services.providers.connect(CLUB).catalog()
    half = replace(whole, movies=whole.movies[::2])
    monkeypatch.setattr(ProviderService, "connect", lambda *a: _serving(genuine(*a), half))
    assert set(send(person, shown).items) == ids(shown)


def test_any_other_byte_or_address_is_refused(person, mail, shown, monkeypatch):
    genuine = release_list.encode
    with monkeypatch.context() as patch:
        patch.setattr(release_list, "encode", lambda *a: genuine(*a) + b" ")
        refused(person, shown, mail)
    person.services.providers.add(CLUB, "https://other.example", replace=True)
    refused(person, shown, mail)


def test_a_second_provider_is_shown_its_own_list_at_once(person):
    club = sample(person)
    cinema = look(person, CINEMA)
    assert cinema.frozen
    assert ids(cinema) == ids(club), "the same tier of the same sample"
    assert set(send(person, cinema).items) == ids(cinema)
    (period,) = person.sampled().values()
    assert set(period.issued) == {"https://cinema.example"}
    assert look(person, CLUB).proposal.sha256 == club.proposal.sha256


def test_a_month_that_ends_is_sampled_with_the_next_list(person, mail, shown):
    (before,) = person.sampled().values()
    person.clock.moment = DECEMBER
    refused(person, shown, mail)
    after = look(person)
    assert after.example
    assert after.proposal.due == ("2026-12",)
    real = sample(person)
    assert person.sampled()["2026-11"] == before
    assert set(send(person, real).items) == ids(real)
    assert all(len(period.issued) == 1 for period in person.sampled().values())


def test_of_two_programs_the_first_sample_holds(person, build):
    proposal = look(person).proposal
    other = build(person.clock)
    first = other.releases.sample(other.releases.preview().proposal)
    second = person.services.releases.sample(proposal)
    assert second.proposal.sha256 == first.proposal.sha256
    sent = other.recommend.release(first.proposal).release
    outcome = person.services.recommend.release(second.proposal)
    assert outcome.repeated
    assert outcome.release.payload == sent.payload


def test_what_would_be_sampled_has_to_be_what_was_shown(person):
    proposal = look(person).proposal
    person.services.privacy.set_category("Horror", ALL)
    with pytest.raises(AgreementError, match="was not made"):
        person.services.releases.sample(proposal)
    person.services.privacy.set_category("Horror", None)
    person.services.providers.add(CLUB, "https://other.example", replace=True)
    with pytest.raises(AgreementError, match="was not made"):
        person.services.releases.sample(proposal)
    assert person.sampled() == {}


def test_a_sample_can_be_cancelled_until_it_is_made(person):
    proposal = look(person).proposal
    with pytest.raises(Cancelled):
        person.services.releases.sample(proposal, job=Job(cancelled=lambda: True))
    assert person.sampled() == {}
    assert look(person).example


def test_what_cannot_be_encoded_leaves_nothing_sampled(person, monkeypatch):
    broken = Mock(side_effect=WireError("/profile", "is too long"))
    proposal = look(person).proposal
    monkeypatch.setattr(release_list, "encode", broken)
    with pytest.raises(PrivacyError, match="nothing was blurred"):
        person.services.releases.sample(proposal)
    assert person.sampled() == {}


# Ended, restored, copied


def test_a_list_is_shown_only_when_both_places_have_it(person, build, monkeypatch):
    """Ended, or out of room, between database and file: the same draw is there afterwards."""
    proposal = look(person).proposal
    with monkeypatch.context() as patch:
        patch.setattr(SampleFile, "write", Mock(side_effect=StoreError("No room.")))
        with pytest.raises(StoreError):
            person.services.releases.sample(proposal)
    (before,) = person.sampled().values()
    again(person, build)
    assert look(person).frozen
    assert person.sampled() == {"2026-11": before}
    beside = SampleFile(person.paths.samples).read()
    assert "2026-11" in beside.periods


@contextmanager
def closed(world, build) -> Iterator[None]:
    world.services.close()
    yield
    world.services = build(world.clock)


def test_a_clock_set_back_since_the_last_sample_is_asked_about(person):
    person.clock.moment = DECEMBER
    sample(person)
    person.clock.moment = DECEMBER - timedelta(days=10)  # later than the start, in a month before
    assert look(person).proposal.clock is not None


def test_a_restored_library_has_the_list_that_was_seen(person, build, tmp_path):
    with closed(person, build):
        shutil.copytree(person.paths.data, tmp_path / "backup")
    shown = sample(person)
    with closed(person, build):
        shutil.rmtree(person.paths.data)
        shutil.copytree(tmp_path / "backup", person.paths.data)
    after = look(person)
    assert after.frozen
    assert after.proposal.sha256 == shown.proposal.sha256
    assert joint_loss(person.services) == 0, "nobody has it"
    assert not person.services.ledger.was_issued_elsewhere()


def test_a_library_that_forgot_its_lists_is_not_said_to_have_sent_none(person, build, tmp_path):
    copy = tmp_path / "copy"
    person.services.close()
    shutil.copytree(person.paths.data, copy)
    person.services = build(person.clock)
    assert look(person).proposal.warnings == (FIRST,)
    send(person, sample(person))
    person.services.close()
    shutil.rmtree(person.paths.data)
    shutil.copytree(copy, person.paths.data)
    person.services = build(person.clock)
    assert look(person).proposal.warnings == (LossCause.RESTORED,)
    spending = person.services.ledger.spending()
    assert spending.alone[CLUB].epsilon == spending.joint.epsilon == joint_loss(person.services)
    assert person.services.ledger.was_issued_elsewhere()


def test_a_movie_confirmed_again_after_a_restore_counts_in_both_months(person, build, tmp_path):
    """The restored database forgot that it was in the sampled month, which is sent later."""
    with closed(person, build):
        shutil.copytree(person.paths.data, tmp_path / "backup")
    (key,) = person.add(LATER)
    sample(person)
    with closed(person, build):
        shutil.rmtree(person.paths.data)
        shutil.copytree(tmp_path / "backup", person.paths.data)
    person.services.library.add(key)
    send(person, sample(person))
    person.clock.moment = DECEMBER
    send(person, sample(person))
    november, december = (period.loss() for period in person.sampled().values())
    assert min(november, december) > 0
    assert joint_loss(person.services) == november + december
    assert LossCause.RESTORED in look(person, CINEMA).proposal.warnings


def test_a_copy_counts_what_the_other_may_give_away(person, build):
    sample(person)
    (period,) = person.sampled().values()
    with closed(person, build):
        person.paths.samples.unlink()
    assert LossCause.COPIED in look(person).proposal.warnings
    assert joint_loss(person.services) == period.mechanism.loss
    send(person, look(person))
    assert joint_loss(person.services) == 2 * period.mechanism.loss


def test_an_export_brings_a_list_that_nobody_has(person, build, shown, tmp_path):
    file = tmp_path / "export.json"
    person.services.data.export(file, replace=True)
    with closed(person, build):
        shutil.rmtree(person.paths.state)
        for left in person.paths.data.glob("epicrec.sqlite3*"):
            left.unlink()
    plan = person.services.backup.plan(file)
    person.services.backup.restore(plan)
    (period,) = person.sampled().values()
    assert period.issued == {}
    assert shown.proposal.sha256
    assert joint_loss(person.services) == period.mechanism.loss, (
        "the other library may give it away"
    )


@pytest.mark.parametrize("seed", range(3))
def test_whatever_the_levels_the_list_shown_is_the_body_sent(person, mail, seed):
    chance = np.random.default_rng(seed)
    levels = list(ReleaseLevel)
    own = {
        str(name): levels[chance.integers(3)]
        for name in chance.choice(["Horror", "Crime", "Drama", "Sci-Fi", "Action"], 3, False)
    }
    person.services.privacy.restore(PrivacyChoice(levels[1 + chance.integers(2)], own))
    shown = sample(person)
    release = send(person, shown)
    _, payload = mail[-1]
    assert payload == release.payload
    assert set(json.loads(payload)["profile"]) == ids(shown)
    assert shown.proposal.sha256 == release.sha256
    after = look(person)
    assert after.repeat
    assert after.proposal.sha256 == release.sha256
