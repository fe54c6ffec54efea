"""Every contact is on record, and nothing of the person is in it."""

from unittest.mock import Mock

import pytest
from malicious_provider import hostile

from epicrec_desktop.catalog import download, wikidata
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import Cancelled, CatalogError, ProviderError
from epicrec_desktop.services.contacts import for_what
from epicrec_desktop.store import contacts as store
from epicrec_desktop.store.contacts import ContactKind, ContactOutcome
from relay import relayed
from sql import sql

ANSWERED, FAILED, STARTED = ContactOutcome.ANSWERED, ContactOutcome.FAILED, ContactOutcome.STARTED


@pytest.fixture
def theirs(world):
    with hostile() as provider:
        world.services.providers.add("Theirs", provider.address)
        yield provider


def kept(world) -> list[tuple[str, ContactKind, bool, ContactOutcome]]:
    return [(c.name, c.kind, c.asked, c.outcome) for c in world.services.contacts.all()]


def test_adding_testing_and_the_schedule_are_distinguished(world, theirs):
    providers = world.services.providers
    providers.fetch_first("Theirs")
    providers.fetch("Theirs")
    world.clock.moment = world.clock.moment.replace(day=25)
    assert providers.refresh_public() == ("Theirs",)
    published = ContactKind.PUBLISHED
    assert kept(world) == [
        ("Theirs", published, False, ANSWERED),
        ("Theirs", published, True, ANSWERED),
        ("Theirs", published, True, ANSWERED),
    ]
    said = [str(for_what(contact)) for contact in world.services.contacts.all()]
    assert "schedule" in said[0]
    assert "as you asked" in said[1]


def test_a_contact_is_on_the_disk_before_anybody_is_asked(world, theirs):
    seen: list[list[tuple[str, str]]] = []

    def catalog(_):
        seen.append(sql(world.paths.database, "SELECT name, outcome FROM contacts"))
        return b"nonsense"

    theirs.catalog = catalog
    with pytest.raises(ProviderError):
        world.services.providers.fetch("Theirs")
    assert seen == [[("Theirs", "begun")]]
    (contact,) = world.services.contacts.all()
    assert contact.outcome is FAILED
    assert "Theirs" in str(contact.error)


def test_a_release_is_one_of_them_and_what_stays_here_is_none(world, theirs):
    world.add("Heat (1995)", "Alien (1979)")
    world.release()
    assert kept(world) == []
    world.services.providers.fetch_first("Theirs")
    world.release(provider="Theirs")
    theirs.status = 503
    world.release(provider="Theirs")
    sent = [row for row in kept(world) if row[1] is ContactKind.RELEASE]
    assert sorted(outcome for *_, outcome in sent) == [ANSWERED, FAILED]
    assert len(theirs.releases) == 2


def test_bytes_of_each_contact_are_on_record_also_where_it_failed(world):
    def on_record():
        contacts = world.services.contacts.all()
        totals = (sum(pair) for pair in zip(*map(traffic, contacts), strict=True))
        return list(totals)

    def traffic(contact):
        return contact.bytes_sent or 0, contact.bytes_received or 0

    world.add("Heat (1995)", "Alien (1979)")
    with hostile() as provider, relayed(provider.address) as line:
        world.services.providers.add("Theirs", line.address)
        world.services.providers.fetch_first("Theirs")
        world.release(provider="Theirs")
        provider.status = 503
        world.release(provider="Theirs")
        assert on_record() == [len(line.sent), len(line.received)]
        assert all(min(traffic(one)) > 0 for one in world.services.contacts.all())
    world.release(provider="Theirs")
    found = [(c.outcome, c.bytes_sent, c.bytes_received) for c in world.services.contacts.all()]
    assert (FAILED, None, None) in found, "nothing left"


def test_downloads_are_on_record_also_when_they_fail_or_are_cancelled(world, monkeypatch):
    failing = Mock(side_effect=CatalogError("Not to be had."))
    monkeypatch.setattr(download, "download_movielens", failing)
    monkeypatch.setattr(wikidata, "fetch_wikidata", Mock(side_effect=Cancelled))
    with pytest.raises(CatalogError):
        world.services.catalogs.download("movielens")
    with pytest.raises(Cancelled):
        world.services.catalogs.download("wikidata")
    assert sorted(kept(world)) == [
        ("MovieLens", ContactKind.CATALOG, True, FAILED),
        ("Wikidata", ContactKind.CATALOG, True, STARTED),
    ]


def test_the_newest_are_kept(world, monkeypatch):
    monkeypatch.setattr(store, "MAX_CONTACTS", 3)
    for number in range(5):
        with world.services.contacts.logged(ContactKind.CATALOG, f"Source {number}"):
            pass
    with world.services.context.database.read() as session:
        names = [contact.name for contact in store.ContactRepository(session).all()]
    assert names == ["Source 4", "Source 3", "Source 2"]


def test_nothing_of_the_person_is_in_it(world, theirs):
    world.add("Heat (1995)", "Alien (1979)")
    world.services.privacy.set_overall(ReleaseLevel.ALL)
    world.services.providers.fetch_first("Theirs")
    world.release(provider="Theirs")
    rows = sql(world.paths.database, "SELECT * FROM contacts")
    assert len(rows) == 1
    text = repr(rows)
    assert not [word for word in ("Heat", "Alien", "tt0078748", "tt0113277") if word in text]
