"""Whole or refused: damage of the user's tables is found at the start, and a copy is at hand."""

import json
import random
import shutil
import sqlite3
from contextlib import closing, suppress
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from contribution_taker import taking
from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import DamagedError, EpicRecError, StoreError
from epicrec_desktop.domain.export_records import MatchReason, RecordKind, Service
from epicrec_desktop.domain.json_documents import pieces
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.preferences import OwnRating, Rating
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.paths import Paths, wrapped_keys
from epicrec_desktop.services.account import read_account
from epicrec_desktop.services.backup.export_writer import export_document
from epicrec_desktop.store import encryption, integrity, ratings, unlisted
from epicrec_desktop.store.contacts import Contact, ContactKind, ContactOutcome
from epicrec_desktop.store.database import start_copy
from epicrec_desktop.store.database_opening import open_database, restore_start_copy
from epicrec_desktop.store.driver import PLAIN, Driver
from epicrec_desktop.store.movie_lists import MovieList, MovieListRepository
from epicrec_desktop.store.movie_rows import CorrectedPageRow, ProfileRow, SightingRow
from epicrec_desktop.store.ratings import Imported
from epicrec_desktop.store.records import insert, put_records
from epicrec_desktop.store.tables import METADATA
from epicrec_desktop.wiring import Services
from moments import NOW
from planting import planting
from sql import sql
from store.older import make_older

KEY = Driver(bytes(range(32)))
CHECKED = sorted(METADATA.tables.keys() - {"movies", "movie_categories", integrity._SUMS})
QUICK, FULL = 12, 250
"""Flips of each kind of library: in the usual tests, and in the slow one."""


KNOWN_ROWS = """
INSERT INTO movies (id, title, year, alternative_titles, sources, site_ids, figures, named_by)
    VALUES (1, 'Öwn', 1999, '[]', '', '[]', '{}', 'hand'),
    (2, 'Public', NULL, '[]', ',x,', '[]', '{}', NULL);
INSERT INTO library VALUES (1, 'confirmed', 1, 0, 1, 0.5, '2026-11', '[]', '2026-11-21');
INSERT INTO releases VALUES (7, '2026-11-21', 'Club', 'https://x', 'perturbed', 'S-DPDP', '1/5',
    NULL, '2026-11', 'ab', '["imdb:tt1"]', '[]', x'00ff', 'cd');
"""
KNOWN_SUMS = {
    "library": 278973533971298548,
    "movies": 1100773830193641597,
    "releases": 808167971989770573,
    "state": 0,
}


def test_every_way_of_writing_is_counted(database):
    """Triggers and a calculation from the rows agree after each kind of change."""
    movie = "INSERT INTO movies (id, title, alternative_titles, sources, site_ids, figures) VALUES "
    row = "(movie_id, status, answered, by_hand, in_library, weight, also_in, changed)"
    statements = (
        movie + "(1, 'One', '[]', '', '[]', '{}'), (2, 'Two', '[]', '', '[]', '{}')",
        f"INSERT INTO library {row} VALUES (1, 'confirmed', 1, 0, 1, 1, '[]', '{NOW.isoformat()}')",
        f"REPLACE INTO library {row} VALUES (1, 'other', 1, 0, 1, 0.1, '[]', '{NOW.isoformat()}')",
        "INSERT INTO state VALUES ('a', 'ü' || char(0) || 'x') ON CONFLICT DO NOTHING",
        "INSERT INTO state VALUES ('a', 'b') ON CONFLICT(key) DO UPDATE SET value = 'again'",
        "UPDATE library SET movie_id = 2, weight = 1",
        "DELETE FROM movies WHERE id = 2",  # and of the library, by its foreign key
        movie.replace("figures", "figures, named_by") + "(3, 'Own', '[]', '', '[]', '{}', 'hand')",
        "UPDATE movies SET year = 2026 WHERE id IN (1, 3)",
        "UPDATE movies SET named_by = CASE id WHEN 1 THEN 'hand' END WHERE id IN (1, 3)",
        "DELETE FROM movies WHERE id = 3",
        "INSERT INTO watchlist VALUES (1, '2026-11-01T00:00:00+00:00')",
        "DELETE FROM watchlist",
    )
    for statement in statements:
        with database.write() as session:
            session.execute(text(statement))
        assert integrity.differing(database.path) == [], statement
    with suppress(RuntimeError), database.write() as session:
        session.execute(text("DELETE FROM state"))
        raise RuntimeError
    assert integrity.differing(database.path) == []


def test_changed_row_of_an_unlisted_movie_is_found(database):
    own = "INSERT INTO movies (id, title, alternative_titles, sources, site_ids, figures, named_by)"
    with database.write() as session:
        session.execute(text(f"{own} VALUES (1, 'Own', '[]', '', '[]', '{{}}', 'hand')"))
        session.execute(text(f"{own} VALUES (2, 'Public', '[]', 'x', '[]', '{{}}', NULL)"))
    sql(database.path, "UPDATE movies SET title = 'Publid' WHERE id = 2")
    assert integrity.differing(database.path) == []
    sql(database.path, "UPDATE movies SET title = 'Owm' WHERE id = 1")
    assert integrity.differing(database.path) == ["movies"]


def test_file_from_before_the_checksum_of_unlisted_movies_is_opened(tmp_path):
    path = tmp_path / "old.sqlite3"
    open_database(path).close()
    make_older(path, "0001")
    sql(path, "DELETE FROM checksums WHERE name = 'movies'")
    open_database(path).close()
    assert "movies" in (integrity.stored(path) or {})
    assert integrity.differing(path) == []


def test_digests_are_the_same_in_every_version(tmp_path):
    """A changed digest would call every library damaged. The sums are those of version 0.1.0."""
    path = tmp_path / "known.sqlite3"
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript((Path(__file__).parent / "revision_0001.sql").read_text())
        connection.executescript(KNOWN_ROWS)
        integrity.write(connection)
        assert KNOWN_SUMS.items() <= integrity.read(connection).items()
    assert integrity.row_digest(1, b"Heat", 0.1, None, b"\0\xff") == 0x577304E45091623


@pytest.fixture(scope="module")
def lived(prepared, tmp_path_factory) -> Path:
    """A closed folder of somebody with rows in each table, and a copy of its last start."""
    base = tmp_path_factory.mktemp("lived") / "base"
    shutil.copytree(prepared, base)
    with taking() as taker, closing(_build(base)) as services:
        found = [key for key, _ in services.library.search_catalog("the", 42)]
        *added, wanted, other = found
        for key in added:
            services.library.add(key)
        services.library.watch_later(wanted, True)
        services.library.rate(added[0], OwnRating(Rating.LIKED))
        for number in range(20):
            services.unlisted.add(f"Own {number}", 1990 + number, ("Drama",), f"tt99900{number:02}")
        services.unlisted.add("Wanted", None, wanted=True)
        services.privacy.set_overall(ReleaseLevel.PERTURBED)
        services.recommend.release(services.releases.propose())
        services.month_news.take_news()
        services.providers.add("Friends", taker.address)
        services.contributions.contribute(services.contributions.propose("Friends"))
        with services.context.database.write() as session:
            aside = unlisted.MovieLookup(session).key(Movie("Aside", 1999, ()))
            unlisted.put_unplaced(session, {aside: (RecordKind.WATCHED, MatchReason.UNKNOWN)})
            ratings.put_imports(session, [(aside, Imported(Service.LETTERBOXD, NOW.date(), 0.5))])
            profile = insert(session, ProfileRow("a", "b", "firefox", "n", "p", "d", True))
            put_records(session, [SightingRow(key, profile, NOW, NOW, 2) for key in added])
            put_records(session, [CorrectedPageRow("ab", other)])
            MovieListRepository(session).put(MovieList("Of two", "Seen twice.", (aside, other)))
            asked = {"name": "Friends", "kind": ContactKind.CATALOG, "asked": True}
            asked["outcome"] = ContactOutcome.ANSWERED
            insert(session, Contact(NOW, address=None, **asked))
    with closing(sqlite3.connect(Paths.under(base).database)) as connection:
        for table in CHECKED:
            rows = connection.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            assert rows or table == "budgets", f"no row of {table} to damage"
    _build(base).close()
    return base


def _build(base: Path, opened: Driver = PLAIN) -> Services:
    return wiring.build(Paths.under(base), opened)


def _story(services: Services) -> dict[str, Any]:
    """What the user could see of a library."""
    with services.context.database.read() as session:
        document = json.loads("".join(pieces(export_document(session, NOW))))
        loss = str(read_account(session).loss)
        stored = {
            name: sorted(map(repr, session.exec_driver_sql(f"SELECT * FROM {name}")))
            for name in CHECKED
        }
    counts = {status.value: n for status, n in services.library.counts().items()}
    return {"document": document, "counts": counts, "loss": loss, "stored": stored}


def _pages(database: Path) -> list[int]:
    """Pages of the user's tables and of their indexes, and the one with the schema."""
    names = ",".join(f"'{name}'" for name in (*CHECKED, "checksums"))
    with closing(sqlite3.connect(database)) as connection:
        found = connection.execute(
            "SELECT pageno FROM dbstat JOIN sqlite_master USING (name) "
            f"WHERE tbl_name IN ({names}) ORDER BY pageno"
        )
        return [1, *(row[0] for row in found)]


def _root_pages(database: Path, opened: Driver) -> list[int]:
    """The first page of each of the user's tables and indexes, and the one with the schema.

    SQLCipher has no `dbstat`, which knows them all.
    """
    marks = ",".join("?" * (len(CHECKED) + 1))
    with closing(opened.connect(database)) as connection:
        found = connection.execute(
            f"SELECT rootpage FROM sqlite_master WHERE tbl_name IN ({marks}) AND rootpage > 0",
            (*CHECKED, "checksums"),
        )
        return [1, *(row[0] for row in found)]


def _flips(lived: Path, folder: Path, opened: Driver, count: int, seed: int) -> tuple[int, int]:
    """Flip a bit at a time; return how many were found, and how many made no difference.

    Pages of an encrypted library are signed: half of the flips are in pages that a start reads, and
    each of those must be found.
    """
    base = folder / "base"
    shutil.copytree(lived, base)
    paths = Paths.under(base)
    pages, signed = _pages(paths.database), frozenset[int]()
    if opened is not PLAIN:
        encryption.convert(paths.database, PLAIN, opened, job=UNATTENDED)
        wrapped_keys(paths.database).write_text("{}")
        roots = _root_pages(paths.database, opened)
        every = range(1, paths.database.stat().st_size // 4096 + 1)
        pages, signed = [*every, *roots * (len(every) // len(roots))], frozenset(roots)
    _build(base, opened).close()
    with closing(_build(base, opened)) as services:
        story = _story(services)
    content = paths.database.read_bytes()
    chance, found, same = random.Random(seed), 0, 0
    for number in range(count):
        page = chance.choice(pages) - 1
        at = page * 4096 + chance.randrange(4096)
        flipped = bytearray(content)
        flipped[at] ^= 1 << chance.randrange(8)
        paths.database.write_bytes(bytes(flipped))
        for log in paths.data.glob(f"{paths.database.name}-*"):
            log.unlink()
        where = f"flip {number} at {at}, page {page + 1}"
        try:
            with closing(_build(base, opened)) as services:
                assert _story(services) == story, where
            assert page + 1 not in signed, where
            same += 1
        except StoreError:
            found += 1
    return found, same


with closing(sqlite3.connect(":memory:")) as _connection:
    HAS_DBSTAT = ("ENABLE_DBSTAT_VTAB",) in set(_connection.execute("PRAGMA compile_options"))
knows_pages = pytest.mark.skipif(not HAS_DBSTAT, reason="SQLite here has no dbstat")


@knows_pages
@pytest.mark.parametrize("opened", [PLAIN, KEY], ids=["plain", "encrypted"])
def test_a_flipped_bit_is_found_or_makes_no_difference(lived, tmp_path, opened):
    found, same = _flips(lived, tmp_path, opened, QUICK, 1)
    assert found + same == QUICK
    assert found


@knows_pages
@pytest.mark.slow
@pytest.mark.parametrize("opened", [PLAIN, KEY], ids=["plain", "encrypted"])
def test_hundreds_of_flipped_bits(lived, tmp_path, opened):
    found, same = _flips(lived, tmp_path, opened, FULL, 2)
    assert found + same == FULL
    assert found > FULL // 4


@pytest.fixture
def home(lived, tmp_path) -> Paths:
    shutil.copytree(lived, tmp_path / "base")
    return Paths.under(tmp_path / "base")


def damage(paths: Paths) -> None:
    """Change a row of the library as a disk does: the checksums do not know of it."""
    sql(paths.database, "UPDATE library SET status = 'rejected' WHERE rowid < 1000000000")


def test_the_copy_brings_the_library_back_and_keeps_what_was_spent(home):
    base = home.data.parent
    with closing(_build(base)) as services:
        before = _story(services)
        services.library.add(services.library.search_catalog("Heat", 5)[0][0])
        services.privacy.set_overall(ReleaseLevel.ALL)
        services.recommend.release(services.releases.propose())
        with services.context.database.read() as session:
            spent = read_account(session).loss
    damage(home)
    with pytest.raises(DamagedError, match="damaged"):
        _build(base)
    restore_start_copy(home.database, PLAIN)
    with closing(_build(base)) as services:
        after = _story(services)
        with services.context.database.read() as session:
            account = read_account(session)
    assert after["document"]["library"] == before["document"]["library"]
    assert account.loss >= spent >= Fraction(before["loss"])
    assert {r for p in account.periods.values() for r in p.issued} == {THIS_COMPUTER}
    assert (home.data / "epicrec.sqlite3.before-restore").exists()


def test_a_sound_library_is_not_replaced(home):
    content = home.database.read_bytes()
    with pytest.raises(StoreError, match="not damaged"):
        restore_start_copy(home.database, PLAIN)
    assert home.database.read_bytes() == content


def test_without_a_sound_copy_nothing_is_changed(home):
    damage(home)
    content = home.database.read_bytes()
    shutil.copyfile(home.database, start_copy(home.database))
    for _ in range(2):
        with pytest.raises(StoreError, match="no copy"):
            restore_start_copy(home.database, PLAIN)
        start_copy(home.database).unlink(missing_ok=True)
    assert home.database.read_bytes() == content


def test_a_damaged_library_leaves_the_good_copy_alone(home):
    copy = start_copy(home.database).read_bytes()
    damage(home)
    for _ in range(2):
        with pytest.raises(StoreError):
            _build(home.data.parent)
    assert start_copy(home.database).read_bytes() == copy


@pytest.mark.parametrize("act", ["forget", "revoke"])
def test_what_is_forgotten_is_gone_from_the_copy_at_once(home, act):
    with closing(_build(home.data.parent)) as services:
        entry = services.library.entries()[0]
        if act == "forget":
            services.library.forget([entry.id])
        else:
            services.profiles.set_consent([], consent=False)
        with closing(sqlite3.connect(start_copy(home.database))) as copy:
            kept = {row[0] for row in copy.execute("SELECT movie_id FROM library WHERE in_library")}
        assert kept == {one.id for one in services.library.entries()}
    assert (act == "forget") is (entry.id not in kept)


def test_the_copy_is_encrypted_with_the_library(home):
    assert start_copy(home.database).exists()
    encryption.convert(home.database, PLAIN, KEY, job=UNATTENDED)
    assert not start_copy(home.database).exists()  # it was plain
    wrapped_keys(home.database).write_text("{}")
    _build(home.data.parent, KEY).close()
    assert not start_copy(home.database).read_bytes().startswith(b"SQLite")
    assert integrity.differing(start_copy(home.database), KEY) == []


def test_only_a_changed_library_is_copied_and_a_start_checks_it_once(home, monkeypatch):
    before = start_copy(home.database).stat()
    with closing(_build(home.data.parent)) as services:
        after = start_copy(home.database).stat()
        services.library.forget([services.library.entries()[0].id])
    assert (before.st_ino, before.st_mtime_ns) == (after.st_ino, after.st_mtime_ns)
    checked: list[Path] = []
    differing = integrity.differing
    monkeypatch.setattr(
        integrity, "differing", lambda path, opened: checked.append(path) or differing(path, opened)
    )
    start_copy(home.database).unlink()
    _build(home.data.parent).close()
    assert start_copy(home.database).exists()
    assert checked == [home.database]


def test_a_row_without_what_it_refers_to_is_found(home):
    with planting(home.database) as connection:
        connection.execute(
            "UPDATE library SET movie_id = 999999 WHERE movie_id = "
            "(SELECT max(movie_id) FROM library)"
        )
    assert integrity.differing(home.database) == ["library"]
    with pytest.raises(EpicRecError, match="damaged"):
        _build(home.data.parent)


def test_the_time_of_the_copy_is_shown(home):
    damage(home)
    taken = restore_start_copy(home.database, PLAIN)
    assert abs((datetime.now(UTC) - taken).total_seconds()) < 3600
