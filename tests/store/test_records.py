"""What follows from the declaration of a record: how values are stored, read and refused."""

from datetime import UTC, datetime, timedelta, timezone
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import pytest
import sqlalchemy as sa

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.records import Month
from epicrec_desktop.store import records
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.choices import (
    KeyRepository,
    KnownProvider,
    ProviderRepository,
    StoredFact,
)
from epicrec_desktop.store.contributions import ContributedMovie
from epicrec_desktop.store.movie_rows import MovieRow
from epicrec_desktop.store.records import StoredText, read_value, table
from epicrec_desktop.store.samples import SampleRepository, StoredPeriod


def test_a_record_comes_back_as_it_was(database):
    known = KnownProvider("Club", "https://x", Path("/a.pem"), Fraction(1, 2), None, "2026-11")
    with database.write() as session:
        ProviderRepository(session).put(known.replace(address="https://before"))
        ProviderRepository(session).put(known)
    with database.read() as session:
        assert ProviderRepository(session).all() == [known]


@pytest.mark.parametrize(
    ("kind", "stored"),
    [
        *((Month, text) for text in ("2026-13", "2026-11\n", "x2026-11", "", 202611)),
        (Fraction, "1e9"), (Fraction, "1/0"), (Fraction, -1),
        (datetime, "2026-11-21T12:00:00"), (datetime, "then"),
        (ReleaseLevel, "most"), (Message, 3),
        (list[Month], ["2026-11", "2026"]), (tuple[str, ...], [1]), (dict[str, float], []),
    ],
)  # fmt: skip
def test_what_no_program_stored_is_refused_and_not_quoted(kind, stored):
    with pytest.raises(ValueError, match=r"^no value of its column$"):
        read_value(stored, kind)


def test_half_a_character_is_kept(database):
    titles, ids = ("\ud800 half",), (("a", "\udfff"),)
    stored = MovieRow("Heat", 1995, alternative_titles=titles, site_ids=ids, sources=",starter,")
    with database.write() as session:
        records.put_records(session, [stored])
        assert [row.replace(id=0) for row in records.select(session, MovieRow)] == [stored]
        (movie,) = CatalogRepository(session).load().catalog.movies
        assert (movie.alternative_titles, movie.site_ids) == (titles, ids)


def test_the_damage_check_knows_text_from_bytes_and_numbers():
    fact, movie = table(StoredFact).c, table(ContributedMovie).c
    for column, good, bad in (
        (fact.value, StoredText(b"x"), b"x"),
        (fact.value, StoredText(b"x"), 1),
        (movie.period, StoredText(b"2026-11"), StoredText(b"\xff")),
        (movie.also_in, StoredText(b"[]"), StoredText(b"[1]")),
        (movie.wire_id, StoredText(b"imdb:tt1"), None),
    ):
        records.check(column)(good)
        with pytest.raises(ValueError, match=r"no value|codec"):
            records.check(column)(bad)


def test_times_are_kept_in_utc_and_one_without_a_zone_is_a_mistake():
    noon = datetime(2026, 11, 21, 13, tzinfo=timezone(timedelta(hours=1)))
    assert records.utc_text(noon) == "2026-11-21T12:00:00.000000+00:00"
    with pytest.raises(ValueError, match="zone"):
        records.utc_text(datetime(2026, 11, 21))  # noqa: DTZ001 - the mistake


def test_keys_of_addresses_differ_by_every_letter(database):
    with database.write() as session:
        records.put_records(session, [StoredFact("Provider Key https://x", "another fact")])
        KeyRepository(session).put("https://x", "key")
        assert KeyRepository(session).all() == {"https://x": "key"}


def test_when_periods_were_sampled_is_read_without_their_documents(database):
    """A library of years has megabytes of them."""
    now = datetime(2026, 11, 21, tzinfo=UTC)
    with database.write() as session:
        records.put_records(session, [StoredPeriod("2026-11", now, {})])
        session.execute(sa.text("UPDATE release_periods SET document = 'no JSON'"))
        assert SampleRepository(session).sampling_times() == {"2026-11": now}


def test_an_annotated_column_keeps_the_rule_of_its_type():
    kind, column, optional = records._field(Annotated[Month | None, records.Column(index=True)])
    assert (kind, column.index, optional) == (Month, True, True)
