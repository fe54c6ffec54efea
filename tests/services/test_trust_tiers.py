"""Providers of different trust: tiers of one period, and their joint loss."""

import json
from datetime import UTC, datetime
from fractions import Fraction
from xml.etree import ElementTree

import pytest

from epicrec_desktop import resources
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.release import OWN_NAMES, THIS_COMPUTER, Release
from epicrec_desktop.privacy.accountant import Account
from epicrec_desktop.privacy.period import TRUST_TIERS
from epicrec_desktop.provider.local import LocalProvider
from epicrec_desktop.services.releases import ReleaseService

DECEMBER = datetime(2026, 12, 3, tzinfo=UTC)
HALF = Fraction(1, 2)


class Elsewhere(LocalProvider):
    """A provider at an address, without the network between."""

    def __init__(self, other: LocalProvider, name: str, address: str) -> None:
        vars(self).update(vars(other))
        self.name, self.address = name, address


def ask(world, name: str, choice: PrivacyChoice | None = None) -> tuple[Release, bool]:
    """Commit a release to a provider that was added."""
    info = next(p for p in world.services.providers.all() if p.name == name)
    here = world.services.providers.connect(THIS_COMPUTER)
    assert isinstance(here, LocalProvider)
    return commit(world, Elsewhere(here, name, info.address), choice)


def commit(
    world, connection: LocalProvider, choice: PrivacyChoice | None = None
) -> tuple[Release, bool]:
    releases: ReleaseService = world.services.releases
    proposal = releases.propose_to(connection, choice)
    release, repeated = releases.commit(connection, proposal)
    assert release is not None
    return release, repeated


def held(world, receiver: str) -> list[Fraction]:
    """The budgets of what a receiver holds, by window."""
    copies = (period.copy_of(receiver) for period in world.sampled().values())
    return [copy.mechanism.epsilon for copy in copies if copy is not None]


def counts(release: Release) -> dict[str, float]:
    return json.loads(release.payload)["release"]["counts"]


@pytest.fixture
def two(world):
    world.add("Heat (1995)", "Alien (1979)")
    world.services.providers.add("Near", "https://near.example", trust=Fraction(1))
    world.services.providers.add("Far", "https://far.example", trust=HALF)
    return world


def test_each_provider_gets_the_period_at_its_own_budget(two):
    epsilon = two.services.privacy.budget().epsilon
    near, _ = ask(two, "Near")
    far, _ = ask(two, "Far")
    assert (near.epsilon, far.epsilon) == (epsilon, epsilon / 2)
    assert (near.receiver, far.receiver) == ("https://near.example", "https://far.example")
    assert json.loads(far.payload)["release"]["epsilon"] == pytest.approx(float(epsilon) / 2)
    assert counts(near) != counts(far)  # equal with probability (1/4)^18 at most
    (period,) = two.sampled().values()
    for release in (near, far):
        noisy = period.copy_of(release.receiver).noisy
        multiplier = period.mechanism.multiplier
        released = {name: value / multiplier for name, value in noisy.items()}
        assert counts(release) == pytest.approx(released)


@pytest.mark.parametrize("order", [("Near", "Far"), ("Far", "Near")])
def test_together_they_know_what_the_better_trusted_one_knows(two, order):
    """Whichever was asked first: all tiers were sampled before either was."""
    epsilon = two.services.privacy.budget().epsilon
    joint = [ask(two, name)[0].joint for name in order]
    assert joint[-1] == epsilon
    spent = Account(two.sampled())
    assert spent.loss == epsilon
    assert spent.loss_to(["https://far.example"]) == epsilon / 2


def test_a_provider_keeps_its_copy_whatever_its_trust_becomes(two):
    first, _ = ask(two, "Far")
    two.services.providers.set_trust("Far", Fraction(1))
    again, repeated = ask(two, "Far")
    assert repeated
    assert again == first
    two.clock.moment = DECEMBER
    later, _ = ask(two, "Far")
    epsilon = two.services.privacy.budget().epsilon
    assert held(two, "https://far.example") == [epsilon / 2, epsilon]
    assert later.epsilon == epsilon


def test_more_trust_waits_for_the_next_month_also_after_a_clock_that_was_ahead(two):
    now, two.clock.moment = two.clock.moment, DECEMBER.replace(year=2036)
    two.services.releases.accept_clock()
    ask(two, "Near")
    two.clock.moment = now
    two.services.releases.accept_clock()
    two.services.providers.set_trust("Far", Fraction(1))
    two.clock.moment = DECEMBER
    ask(two, "Far")
    epsilon = two.services.privacy.budget().epsilon
    assert {
        name: period.issued["https://far.example"] for name, period in two.sampled().items()
    } == {
        "2026-12": 1,
        "2036-12": HALF,
    }
    assert held(two, "https://far.example") == [epsilon, epsilon / 2]


def test_after_several_changes_of_trust_the_lowest_holds_until_the_next_month(two):
    """No higher one reaches back, and the month of the last change is one of those before."""
    months = [two.clock.moment, DECEMBER, *(datetime(2027, n, 3, tzinfo=UTC) for n in (1, 2))]
    for two.clock.moment, trust in zip(
        months, (Fraction(1, 8), HALF / 2, Fraction(1)), strict=False
    ):
        ask(two, "Near")
        two.services.providers.set_trust("Far", trust)
    ask(two, "Far")
    epsilon = two.services.privacy.budget().epsilon
    assert held(two, "https://far.example") == [epsilon / 8] * 3
    two.clock.moment = months[-1]
    ask(two, "Far")
    assert held(two, "https://far.example") == [epsilon / 8] * 3 + [epsilon]


def test_removing_and_adding_a_provider_gives_it_no_second_copy(two):
    ask(two, "Far")
    before = two.sampled()
    two.services.providers.remove("Far")
    two.services.providers.add("Elsewhere", "https://far.example", trust=Fraction(1))
    release, _ = ask(two, "Elsewhere")  # another name: another entry, of the same copy
    assert two.sampled() == before
    assert release.epsilon == two.services.privacy.budget().epsilon / 2


@pytest.mark.parametrize("name", ["Near", "Again"])
def test_an_address_under_two_names_has_the_lower_trust(two, name):
    two.services.providers.add("Again", "https://near.example", trust=HALF)
    release, _ = ask(two, name)
    assert release.epsilon == two.services.privacy.budget().epsilon / 2


def test_the_same_name_at_another_address_is_another_receiver(two):
    first, _ = ask(two, "Far")
    two.services.providers.add("Far", "https://farther.example", trust=Fraction(1, 4), replace=True)
    second, repeated = ask(two, "Far")
    assert not repeated
    assert second.receiver == "https://farther.example"
    assert second.epsilon == first.epsilon / 2
    assert set(two.sampled()["2026-11"].issued) == {
        "https://far.example",
        "https://farther.example",
    }


def test_a_provider_added_later_gets_every_period_nested(two):
    ask(two, "Far")
    two.clock.moment = DECEMBER
    two.add("The Matrix (1999)")
    ask(two, "Far")
    ask(two, "Near")
    periods = two.sampled()
    assert [len(w.issued) for w in periods.values()] == [2, 2]
    assert Account(periods).loss == two.services.privacy.budget().epsilon


def test_what_was_edited_since_is_not_in_a_later_copy(two):
    """Copies are made from the frozen window, never from today's library."""
    ask(two, "Far")
    before = two.sampled()["2026-11"]
    two.add("The Godfather (1972)", "Casablanca (1942)")
    two.services.library.forget([e.id for e in two.services.library.entries()])
    two.services.privacy.set_category("Crime", ReleaseLevel.NO)
    ask(two, "Near")
    after = two.sampled()["2026-11"]
    assert after.tiers == before.tiers
    assert after.issued.items() > before.issued.items()


def test_the_budget_that_is_shown_is_the_providers(two):
    full = two.services.privacy.budget()
    two.services.providers.set_trust("Near", Fraction(1, 4))
    with pytest.raises(ProviderError, match="nothing to limit"):
        two.services.providers.set_trust(THIS_COMPUTER, HALF)
    assert full == two.services.privacy.budget()
    trusts = {p.name: p.trust for p in two.services.providers.all()}
    assert trusts == {THIS_COMPUTER: 1, "Near": Fraction(1, 4), "Far": HALF}


@pytest.mark.parametrize(
    "name",
    [
        *("This computer", "Dieser Computer", "this  computer", "This computer\N{HANGUL FILLER}"),
        *(
            "Ｔｈｉｓ computer",
            "https://near.example",
            "HTTPS://near.example",
            "http://localhost:1",
        ),
    ],
)
def test_no_service_is_named_as_this_computer_or_as_an_address(two, name):
    before = two.services.providers.all()
    with pytest.raises(ProviderError, match="a name of its own"):
        two.services.providers.add(name, "https://evil.example")
    assert two.services.providers.all() == before


def test_this_computer_has_a_name_in_every_language():
    texts = resources.path("translations").glob("epicrec_*.ts")
    named = {
        message.findtext("translation") or message.findtext("source")
        for file in texts
        for message in ElementTree.parse(file).iter("message")
        if message.findtext("source") == THIS_COMPUTER
    }
    assert {THIS_COMPUTER, *named} == set(OWN_NAMES)
    assert len(OWN_NAMES) > 1


def test_a_trust_that_is_no_tier_is_refused(two):
    for trust in (Fraction(0), Fraction(-1), Fraction(3, 2), Fraction(1, 3)):
        with pytest.raises(ProviderError, match="Nothing was changed"):
            two.services.providers.set_trust("Far", trust)
    assert {p.name: p.trust for p in two.services.providers.all()}["Far"] == HALF


def test_an_address_is_trusted_as_the_provider_that_has_it(two):
    """Naming the address in place of the provider tells it no more."""
    here = two.services.providers.connect(THIS_COMPUTER)
    for address in ("https://far.example", "https://FAR.example:443/"):
        connection = two.services.providers.connect(address)
        assert connection.address == "https://far.example"
        commit(two, Elsewhere(here, address, connection.address))
    assert Account(two.sampled()).loss == two.services.privacy.budget().epsilon / 2


def test_a_name_that_is_taken_keeps_its_address_unless_replaced(two):
    providers = two.services.providers
    addresses = {p.name: p.address for p in providers.all()}
    for name in ("Far", " far "):
        with pytest.raises(ProviderError, match=r"named Far already, at https://far\.example\."):
            providers.add(name, "https://mallory.example")
        providers.add(name, "https://far.example/")  # the same: nothing to refuse
        assert {p.name: p.address for p in providers.all()} == addresses
    providers.add(" far ", "https://other.example:443/", replace=True)
    assert {p.name: p.address for p in providers.all()} == addresses | {
        "Far": "https://other.example"
    }
    assert providers.find("Far").trust == HALF


def test_what_is_disclosed_before_a_release_is_what_the_receiver_has_of_it(two, monkeypatch):
    """Its copies stay as they were issued, whatever levels and trust are by now."""
    first, _ = ask(two, "Far")
    two.services.providers.set_trust("Far", Fraction(1, 8))
    here = two.services.providers.connect(THIS_COMPUTER)
    far = Elsewhere(here, "Far", "https://far.example")
    monkeypatch.setattr(type(two.services.providers), "connect", lambda *_: far)
    shown = two.services.releases.preview()
    assert shown.repeat
    assert shown.budget.epsilon == first.epsilon
    two.clock.moment = DECEMBER
    assert two.services.releases.preview().budget.epsilon == first.epsilon


def test_spending_reports_the_most_that_one_name_has_and_counts_no_one_in_here(two):
    epsilon = two.services.privacy.budget().epsilon
    two.release()
    assert two.services.ledger.spending().joint.epsilon == epsilon
    ask(two, "Far")
    two.services.providers.add("Far", "https://farther.example", trust=Fraction(1, 4), replace=True)
    ask(two, "Far")
    spent = two.services.ledger.spending()
    assert spent.alone["Far"].epsilon == epsilon / 2
    assert spent.joint.epsilon == epsilon / 2


def test_more_trust_begins_with_the_next_month_and_less_at_once(two):
    """A receiver without a copy of a month sampled earlier gets no more than before."""
    epsilon = two.services.privacy.budget().epsilon
    ask(two, "Near")
    two.services.providers.set_trust("Far", Fraction(1))
    assert next(p for p in two.services.providers.all() if p.name == "Far").trust_from == "2026-12"
    assert ask(two, "Far")[0].epsilon == epsilon / 2
    two.services.providers.add("Third", "https://third.example")
    two.services.providers.set_trust("Third", Fraction(1, 8))
    assert ask(two, "Third")[0].epsilon == epsilon / 8
    two.clock.moment = DECEMBER
    assert ask(two, "Far")[0].epsilon == epsilon
    assert held(two, "https://far.example") == [epsilon / 2, epsilon]
    assert all(p.trust_from is None for p in two.services.providers.all())


def test_a_month_that_was_never_given_stays_below_every_trust_since(two):
    epsilon = two.services.privacy.budget().epsilon
    ask(two, "Near")  # November is sampled
    two.services.providers.set_trust("Far", Fraction(1, 8))
    two.clock.moment = DECEMBER
    two.services.providers.set_trust("Far", Fraction(1))
    two.clock.moment = datetime(2027, 1, 3, tzinfo=UTC)
    two.services.providers.set_trust("Far", HALF)
    ask(two, "Far")
    assert held(two, "https://far.example")[0] == epsilon / 8


def test_a_trust_that_is_chosen_again_changes_nothing(two):
    two.services.providers.set_trust("Far", Fraction(1, 8))
    two.clock.moment = DECEMBER
    two.services.providers.set_trust("Far", Fraction(1))
    two.clock.moment = datetime(2027, 1, 3, tzinfo=UTC)
    two.services.providers.set_trust("Far", Fraction(1))
    two.services.providers.add("Far", "https://far.example", trust=Fraction(1))
    assert two.services.providers.find("Far").trust_from is None
    ask(two, "Far")
    assert held(two, "https://far.example")[0] == two.services.privacy.budget().epsilon


def test_every_tier_is_nested_with_the_one_above(two):
    ask(two, "Near")
    for number, trust in enumerate(TRUST_TIERS):
        two.services.providers.add("Some", f"https://{number}.example", trust=trust, replace=True)
        ask(two, "Some")
        assert Account(two.sampled()).loss == two.services.privacy.budget().epsilon
