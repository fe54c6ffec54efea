"""The file itself: private, current, and never lost."""

import json
import os
import shutil
import sqlite3
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from datetime import date, timedelta
from pathlib import Path

import pytest
from sqlalchemy import Connection, create_engine, inspect, text
from sqlalchemy.exc import IntegrityError

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import DamagedError, StoreError
from epicrec_desktop.domain.export_records import Service
from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.domain.preferences import NOT_RATED, OwnRating, Rating
from epicrec_desktop.files import work_file, work_files
from epicrec_desktop.store import database as database_module
from epicrec_desktop.store import database_opening as module
from epicrec_desktop.store import driver, integrity
from epicrec_desktop.store.choices import BudgetRepository, StateRepository, StoredFact
from epicrec_desktop.store.database import Database, prepare, start_copy
from epicrec_desktop.store.database_opening import HEAD, open_database, restore_start_copy
from epicrec_desktop.store.driver import PLAIN, is_plain
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.ratings import Imported, by_movie, own_ratings, put_imports, put_own
from epicrec_desktop.store.recommendations import StoredRecommendations
from epicrec_desktop.store.records import insert
from epicrec_desktop.store.tables import METADATA
from moments import NOW
from processes import forked, opened_elsewhere
from small_world import release
from sql import sql
from store.older import make_older
from waiting import LIMIT_S


def _first(path: Path) -> None:
    """Make a database of revision 0001, as version 0.1.0 did."""
    script = (Path(__file__).parent / "revision_0001.sql").read_text()
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(script)


def _schema(path: Path) -> dict[str, object]:
    """Return columns, keys and indexes by table, whatever the order of their creation."""
    engine = create_engine(f"sqlite:///{path}")
    try:
        found = inspect(engine)
        return {
            name: (
                {c["name"]: (str(c["type"]), c["nullable"]) for c in found.get_columns(name)},
                found.get_pk_constraint(name),
                sorted(map(str, found.get_foreign_keys(name))),
                sorted(map(str, found.get_unique_constraints(name))),
                sorted(map(str, found.get_indexes(name))),
            )
            for name in found.get_table_names()
        }
    finally:
        engine.dispose()


def test_new_and_migrated_databases_have_the_same_tables(tmp_path):
    new, old = tmp_path / "new.sqlite3", tmp_path / "old.sqlite3"
    module._create(new, PLAIN)
    _first(old)
    module._migrate(old, PLAIN)
    assert _schema(old) == _schema(new)
    assert module._revision(old, PLAIN) == HEAD
    assert set(_schema(new)) == {*METADATA.tables, "alembic_version"}


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
def test_only_the_user_can_read_it(tmp_path):
    database = open_database(tmp_path / "data" / "epicrec.sqlite3")
    with database.write() as session:
        session.execute(text("INSERT INTO state VALUES ('a', 'b')"))
    assert database.path.parent.stat().st_mode & 0o777 == 0o700
    for file in database.path.parent.iterdir():
        assert file.stat().st_mode & 0o077 == 0, file.name
    database.close()


def test_pragmas(database):
    with database.read() as session:

        def value(name):
            return session.execute(text(f"PRAGMA {name}")).scalar()

        assert value("journal_mode") == "wal"
        assert value("foreign_keys") == 1
        assert value("secure_delete") == 1
        assert value("busy_timeout") == 5000


def test_a_failed_write_changes_nothing(database):
    def interrupted():
        with database.write() as session:
            session.execute(text("INSERT INTO state VALUES ('a', 'b')"))
            session.execute(text("CREATE TABLE extra (x)"))
            raise RuntimeError

    with pytest.raises(RuntimeError):
        interrupted()
    with database.read() as session:
        assert session.execute(text("SELECT count(*) FROM state")).scalar() == 0
        tables = session.execute(text("SELECT name FROM sqlite_master WHERE name = 'extra'"))
        assert tables.all() == []


def test_a_newer_file_is_refused_and_kept(database):
    with database.write() as session:
        session.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    database.close()
    before = database.path.read_bytes()
    with pytest.raises(StoreError, match="newer version"):
        open_database(database.path)
    assert database.path.read_bytes() == before


@pytest.mark.parametrize(
    "content", [b"no database at all" * 100, b"SQLite format 3\0" + b"\1" * 4096]
)
def test_a_damaged_file_is_refused_and_kept(tmp_path, content):
    path = tmp_path / "epicrec.sqlite3"
    path.write_bytes(content)
    with pytest.raises(StoreError, match="damaged"):
        open_database(path)
    assert path.read_bytes() == content


def test_a_schema_that_is_no_text_is_called_damaged(tmp_path):
    """SQLite quotes it, and Python then raises what is no error of SQLite."""
    file = tmp_path / "epicrec.sqlite3"
    open_database(file).close()
    sql(
        file,
        "PRAGMA writable_schema=ON",
        "UPDATE sqlite_master SET name = CAST(x'8effee' AS TEXT), sql = 'CREATE TABLE'"
        " WHERE name = 'state'",
    )
    with pytest.raises(StoreError, match="is damaged or cannot be read"):
        open_database(file)


def test_a_damaged_database_names_the_copy_that_is_there(tmp_path):
    path = tmp_path / "epicrec.sqlite3"
    with closing(open_database(path)) as database:
        database.store_start_copy(checked=True)
    path.write_bytes(b"nonsense" * 1000)
    with pytest.raises(DamagedError, match="epicrec restore"):
        open_database(path)
    # Its first bytes are gone. It was taken for an encrypted one, whose plain copies are removed.
    assert is_plain(start_copy(path))
    start_copy(path).unlink()
    with pytest.raises(DamagedError, match="move it away to start anew"):
        open_database(path)


def test_another_programs_database_is_refused_and_kept(tmp_path):
    path = tmp_path / "epicrec.sqlite3"
    sql(path, "CREATE TABLE theirs (x)")
    with pytest.raises(StoreError, match="not a database of EpicRec"):
        open_database(path)
    assert sql(path, "SELECT name FROM sqlite_master") == [("theirs",)]


def _pretend_older(database: Database, monkeypatch: pytest.MonkeyPatch, *more: str) -> None:
    """Add a revision, `9998`, so that the file is of the one before this program's."""
    database.close()
    monkeypatch.setitem(module.MIGRATIONS, "9998", ("CREATE TABLE added (x INTEGER)", *more))
    monkeypatch.setattr(module, "HEAD", "9998")


def test_migrating_keeps_a_copy_and_the_data(database, monkeypatch):
    with database.write() as session:
        session.execute(text("INSERT INTO state VALUES ('kept', 'yes')"))
    _pretend_older(database, monkeypatch)
    open_database(database.path).close()
    assert sql(database.path, "SELECT value FROM state") == [("yes",)]
    assert sql(database.path, "SELECT count(*) FROM added") == [(0,)]
    copy = database.path.with_name("epicrec.sqlite3.before-9998")
    assert sql(copy, "SELECT version_num FROM alembic_version")[0] == (HEAD,)
    assert sql(copy, "SELECT value FROM state")[0] == ("yes",)


def _add_movie(session: Connection, key: int) -> None:
    columns = "id, title, alternative_titles, site_ids, figures, local_titles, sources"
    values = f"{key}, 'Heat', '[]', '[]', '{{}}', '{{}}', ''"
    session.execute(text(f"INSERT INTO movies ({columns}) VALUES ({values})"))


def test_movies_from_before_titles_by_language_have_none(database):
    with database.write() as session:
        _add_movie(session, 7)
    database.close()
    make_older(database.path, "0002")
    open_database(database.path).close()
    assert sql(database.path, "SELECT title, local_titles FROM movies") == [("Heat", "{}")]


def test_ratings_from_before_stars_have_none(database):
    with database.write() as session:
        _add_movie(session, 7)
        put_own(session, 7, OwnRating(Rating.LIKED))
    database.close()
    make_older(database.path, "0003")
    with closing(open_database(database.path)) as migrated, migrated.write() as session:
        assert own_ratings(session) == {7: OwnRating(Rating.LIKED)}
        put_own(session, 7, NOT_RATED.with_stars(7))
        assert own_ratings(session) == {7: OwnRating(None, stars=7)}
        put_own(session, 7, NOT_RATED)
        assert own_ratings(session) == {}
    assert integrity.differing(database.path) == []


def test_releases_from_before_keep_their_movies_once(database):
    """Also those whose payload, of an export made by hand, is no request."""
    made = release(
        ("imdb:tt0000001", "imdb:tt0000002", "imdb:tt0000003"), level=ReleaseLevel.PERTURBED
    )
    mixed = made.replace(open_places=(0, 2), id=0)
    odd = mixed.replace(payload=b"\xff", open_places=(), created=mixed.created + timedelta(days=1))
    with database.write() as session:
        for one in (mixed, odd):
            insert(session, one)
    database.close()
    make_older(database.path, "0008")
    stored = sql(database.path, "SELECT items, open_items FROM releases")
    named = '["imdb:tt0000001","imdb:tt0000003"]'
    assert stored == [
        ('["imdb:tt0000001","imdb:tt0000002","imdb:tt0000003"]', named),
        ("[]", "[]"),
    ]
    with closing(open_database(database.path)) as migrated, migrated.read() as session:
        (second, _), (first, _) = LedgerRepository(session).entries()
        assert first.replace(id=0) == mixed
        assert first.open_items == ("imdb:tt0000001", "imdb:tt0000003")
        assert (second.items, second.open_items) == ((), ())
    assert integrity.differing(database.path) == []


def test_odd_payloads_from_before_are_read_as_far_as_they_are_requests(database):
    """Exports made by hand brought them: the bytes of a release were taken as they were."""
    movie = "imdb:tt0000001"
    payloads = {
        b'{"profile":{"a":"imdb:tt0000001"}}': (),
        b'{"profile":"imdb:tt0000001"}': (),
        b'{"profile":["imdb:tt0000001",7]}': (),
        b'{"profile":["imdb:tt0000001"],"profile":[]}': (),
        b'{"profile":["imdb:tt0000001"],"a":' + b"[" * 3_000 + b"]" * 3_000 + b"}": (),
        b'{"profile":["imdb:tt0000002","imdb:tt0000001"]}': (movie,),
    }
    made = release((movie,)).replace(payload=b"\xff", open_places=(), id=0)
    with database.write() as session:
        for _ in payloads:
            insert(session, made)
    database.close()
    make_older(database.path, "0008")
    with closing(sqlite3.connect(database.path)) as connection, connection:
        for number, payload in enumerate(payloads, start=1):
            connection.execute(
                "UPDATE releases SET payload = ?, items = '[]', open_items = ? WHERE id = ?",
                (payload, json.dumps([movie]), number),
            )
        integrity.write(connection)
    with closing(open_database(database.path)) as migrated, migrated.read() as session:
        entries = [one for one, _ in LedgerRepository(session).entries()]
    assert {one.payload: one.open_items for one in entries} == payloads


def test_imports_of_pages_from_before_evidence_were_looked_at(database):
    seen = date(2024, 3, 1)
    before = (Imported(Service.GOOGLE), Imported(Service.TRAKT))
    with database.write() as session:
        for key in (7, 8):
            _add_movie(session, key)
        put_imports(session, [*((7, one) for one in before), (8, Imported(Service.GOOGLE, seen))])
    database.close()
    make_older(database.path, "0005")
    with closing(open_database(database.path)) as migrated, migrated.read() as session:
        assert by_movie(session) == {
            7: (Imported(Service.GOOGLE, evidence=Evidence.INTEREST), Imported(Service.TRAKT)),
            8: (Imported(Service.GOOGLE, seen),),
        }


def test_backups_made_before_a_migration_are_removed_after_a_month(database):
    """They hold what was forgotten since."""
    database.close()
    old, new = (
        database.path.with_name(f"epicrec.sqlite3.before-{name}") for name in ("0002", "0003")
    )
    for copy, days in ((old, 31), (new, 29)):
        copy.write_bytes(b"x")
        os.utime(copy, (time.time() - days * 86_400,) * 2)
    open_database(database.path).close()
    assert (old.exists(), new.exists()) == (False, True)


def test_a_start_with_a_clock_that_is_ahead_removes_no_copy(database, monkeypatch):
    copy = database.store_copy("import")
    database.close()
    monkeypatch.setattr(module.time, "time", lambda: copy.stat().st_mtime + 10 * 365 * 86_400)
    open_database(database.path).close()
    assert copy.exists()


def test_a_start_after_a_kill_with_a_clock_that_is_ahead_removes_no_copy(database, tmp_path):
    """It moves the log into the file, which then has the time of that clock."""
    database.store_copy("import")
    with database.write() as session:
        StateRepository(session).put("name", "value")
    killed = tmp_path / "killed" / database.path.name
    killed.parent.mkdir()
    for suffix in ("", "-wal", ".before-import"):
        file = shutil.copy(database.path.with_name(killed.name + suffix), killed.parent)
        os.utime(file, (time.time() - 40 * 86_400,) * 2)
    assert killed.with_name(f"{killed.name}-wal").stat().st_size > 0
    open_database(killed).close()
    assert killed.with_name(f"{killed.name}.before-import").exists()


def test_copies_made_at_one_moment_do_not_disturb_each_other(database, monkeypatch):
    """Two starts at once each make the copy of the last sound start."""
    copied = database_module.copy_database

    def another_meanwhile(source, target, opened):
        copied(source, target, opened)
        monkeypatch.setattr(database_module, "copy_database", copied)
        database.store_copy("start")

    monkeypatch.setattr(database_module, "copy_database", another_meanwhile)
    copy = database.store_copy("start")
    assert not integrity.differing(copy)
    assert list(work_files(database.path)) == []


def test_a_migration_that_breaks_leaves_the_file(database, monkeypatch):
    _pretend_older(database, monkeypatch, "INSERT INTO added VALUES (1)", "DROP TABLE none")
    before = database.path.read_bytes()
    with pytest.raises(StoreError):
        open_database(database.path)
    assert database.path.read_bytes() == before
    assert list(work_files(database.path)) == []


def test_no_migration_while_another_process_has_it_open(database, monkeypatch):
    with opened_elsewhere(database.path):
        _pretend_older(database, monkeypatch)
        monkeypatch.setattr(module, "LOCK_PATIENCE_S", 0.2)
        with pytest.raises(StoreError, match="another EpicRec is using it"):
            open_database(database.path)
    open_database(database.path).close()


def test_a_look_at_an_open_database_does_not_give_its_locks_away(database):
    """POSIX drops all locks of a process with the first descriptor of a file that it closes.

    Another process then took itself for the last one, removed the log of the changes, and either
    side's commits were lost: a scan's, or the ledger's.
    """
    with database.write() as session:
        session.execute(text("DELETE FROM state"))
    assert is_plain(database.path)
    script = (
        "import sys; from pathlib import Path; from sqlalchemy import text\n"
        "from epicrec_desktop.store.database_opening import open_database\n"
        f"db = open_database(Path({str(database.path)!r}))\n"
        "with db.write() as session: session.execute(text('INSERT INTO state VALUES (1, 0)'))\n"
        "db.close()\n"
    )
    assert forked(script).returncode == 0
    with database.write() as session:
        session.execute(text("INSERT INTO state VALUES (2, 0)"))
    database.close()
    assert sql(database.path, "SELECT key FROM state") == [("1",), ("2",)]


def test_what_was_open_is_read_again_once_it_is_closed(tmp_path):
    database = open_database(tmp_path / "held.sqlite3")
    database.close()
    database.path.write_bytes(b"encrypted since")
    assert not is_plain(database.path)


def test_a_writer_that_waits_too_long_gets_an_error(database, monkeypatch):
    monkeypatch.setattr("epicrec_desktop.store.database.prepare", _impatient(prepare))
    with closing(sqlite3.connect(database.path, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="Another EpicRec"), database.write() as session:
            session.exec_driver_sql("SELECT 1")


def test_an_error_of_the_database_does_not_tell_what_was_written(database):
    row = StoredRecommendations(NOW, {"because": "The Matrix"}, 1)
    with database.write() as session:
        insert(session, row)
    with pytest.raises(IntegrityError) as caught, database.write() as session:
        insert(session, row)
    assert "Matrix" not in str(caught.value)


@pytest.mark.skipif(os.name != "posix", reason="Windows removes no file that is open")
@pytest.mark.parametrize(
    "name",
    [
        ".epicrec.sqlite3.migrating.partial",
        ".epicrec.sqlite3.migrating.partial-journal",
        ".epicrec.sqlite3.converting.partial-wal",
        ".epicrec.sqlite3.old-wal.partial",
        ".epicrec.sqlite3.before-start.partial",
        ".epicrec.sqlite3.before-restore.partial-journal",
    ],
)
def test_what_a_killed_process_left_is_overwritten_and_removed(database, name):
    database.close()
    left = database.path.with_name(name)
    left.write_bytes(b"Heat (1995)" * 1000)
    opened = left.open("rb")  # the bytes themselves, whatever becomes of the name
    open_database(database.path).close()
    assert not left.exists()
    with opened:
        assert opened.read() == bytes(11_000)


@pytest.mark.skipif(os.name != "posix", reason="Windows replaces no file that is open")
@pytest.mark.parametrize(
    "replaced", ["copy", "old copy", "migrated", "damaged", "restoring", "before-restore"]
)
def test_what_is_replaced_or_removed_is_overwritten(database, monkeypatch, replaced):
    """A movie that was forgotten may be in it."""
    file = database.path if replaced in ("migrated", "damaged") else database.store_copy("start")
    if "restor" in replaced:  # half of it was there when the program was killed
        file = shutil.copy(file, work_file(database.path, replaced))
    if replaced == "migrated":
        _pretend_older(database, monkeypatch)
    elif replaced == "old copy":
        database.close()
        os.utime(file, (time.time() - 31 * 86_400,) * 2)
    elif replaced == "damaged" or "restor" in replaced:
        database.store_copy("start")
        database.close()
        with database.path.open("r+b") as stream:
            stream.write(bytes(4096))
    with file.open("rb") as content:  # the bytes themselves, whatever has their name
        if replaced == "copy":
            database.store_copy("start")
        elif replaced == "damaged" or "restor" in replaced:
            restore_start_copy(database.path, PLAIN)
        else:
            open_database(database.path).close()
        assert not any(content.read())
    assert list(work_files(database.path)) == []


KILLED = """
import os, stat, sys
from pathlib import Path
from epicrec_desktop import files
from epicrec_desktop.domain.progress import UNATTENDED
from epicrec_desktop.store import database, database_opening, driver, encryption
path, stage = Path(sys.argv[1]), sys.argv[2]

def end(_):
    for file in path.parent.iterdir():
        if file.is_file() and os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
            os._exit(1)
    if list(files.work_files(path)):
        os._exit(9)

os.umask(0)
if stage != "create":
    opened = database_opening.open_database(path)
os.fsync = end
if stage == "create":
    database_opening.open_database(path)
elif stage == "import":
    opened.store_copy("import")
else:
    opened.close()
if stage == "protect":
    encryption.convert(path, driver.PLAIN, driver.Driver(bytes(32)), job=UNATTENDED)
if stage == "restore":
    database.start_copy(path).write_bytes(path.read_bytes())
    database.start_copy(path).chmod(0o600)
    with path.open("r+b") as stream:
        stream.write(bytes(4096))
    database_opening.restore_start_copy(path, driver.PLAIN)
"""


@pytest.mark.parametrize("stage", ["create", "import", "protect", "restore"])
def test_nothing_is_left_nor_readable_by_others_when_a_process_is_killed(tmp_path, stage):
    path = tmp_path / "data" / "epicrec.sqlite3"
    assert forked(KILLED, path, stage).returncode == 9
    if stage == "restore":
        restore_start_copy(path, PLAIN)
    open_database(path).close()
    assert list(work_files(path)) == []
    others = {".before-start", ".before-restore", ".lock", ".commits"}
    left = {file.name.removeprefix("epicrec.sqlite3") for file in path.parent.iterdir()}
    assert left - others == {""}


def test_reads_see_one_moment(database):
    with database.write() as session:
        StateRepository(session).put("name", "before")
    with database.read() as session:
        state = StateRepository(session)
        assert state.get("name") == "before"
        with database.write() as other:
            StateRepository(other).put("name", "after")
        assert state.get("name") == "before"
    with database.read() as session:
        assert StateRepository(session).get("name") == "after"


def test_writes_are_whole(database):
    with database.write() as session:
        StateRepository(session).put("plain", "1")
        insert(session, StoredFact("mapped", "2"))
    state = database.state()
    with suppress(IntegrityError), database.write() as session:
        StateRepository(session).put("plain", "lost")
        insert(session, StoredFact("mapped", "twice"))
    with database.trial() as session:
        StateRepository(session).put("plain", "tried")
        assert StateRepository(session).get("plain") == "tried"
    with database.write():
        pass
    assert database.state() == state
    with database.read() as session:
        assert StateRepository(session).some(["plain", "mapped"]) == {"plain": "1", "mapped": "2"}
    assert integrity.differing(database.path) == []


def test_writes_wait_their_turn(database, monkeypatch):
    monkeypatch.setattr("epicrec_desktop.store.database.prepare", _impatient(prepare))
    with database.write(), pytest.raises(StoreError), database.write():
        pytest.fail("two wrote at once")
    with database.write() as session:
        StateRepository(session).put("name", "value")


def _impatient(prepare: Callable[[driver.Connection], None]) -> Callable[..., None]:
    def prepared(connection: driver.Connection) -> None:
        prepare(connection)
        connection.execute("PRAGMA busy_timeout = 10")

    return prepared


def test_reads_report_damage_as_such(database):
    with database.write() as session:
        session.execute(text("INSERT INTO budgets VALUES ('k', 'odd', '[]')"))
    with pytest.raises(DamagedError), database.read() as session:
        BudgetRepository(session).get("k")


def test_reads_in_several_threads(database):
    """Each has a connection of its own, and all are closed with the database."""
    with database.write() as session:
        StateRepository(session).put("name", "value")
    together = threading.Barrier(4)

    def read(_):
        with database.read() as session:
            together.wait(LIMIT_S)
            return StateRepository(session).get("name")

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(read, range(4))) == ["value"] * 4
    database.close()
    with suppress(FileNotFoundError):  # the last connection to close removes the log
        assert not database.path.with_name(database.path.name + "-wal").stat().st_size
