"""The library encrypted on a real disk: on, off, locked, lost, and ended in the middle."""

import errno
import hashlib
import json
import signal
import sys
import textwrap
from collections.abc import Callable
from contextlib import closing
from random import Random
from unittest.mock import Mock

import pytest
from sqlalchemy import text

from epicrec_desktop import wiring
from epicrec_desktop.domain.errors import Cancelled, DamagedError, StoreError
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.json_files import copy_of
from epicrec_desktop.paths import Paths, wrapped_keys
from epicrec_desktop.services.erasing import erase_unopened
from epicrec_desktop.services.protection import key_file, library_encryption
from epicrec_desktop.services.protection.key_file import KeyFile, KeyLostError, UnlockMethod
from epicrec_desktop.services.protection.keyring import KeyringError
from epicrec_desktop.services.protection.library_encryption import (
    LibraryEncryption,
    PassphraseRequiredError,
)
from epicrec_desktop.store import database_opening as store
from epicrec_desktop.store import driver, encryption
from epicrec_desktop.store.driver import PLAIN, Driver
from keyrings import CHEAP, FakeKeyring
from moments import NOW
from network_capture.traffic_diff import traces
from processes import forked

PASSPHRASE = "several words of mine"
SECRET = "Quatermass and the Canary"
PLAIN_BEGIN = b"SQLite format 3\0"


@pytest.fixture
def paths(tmp_path) -> Paths:
    """A small library with one title that nobody else has."""
    paths = Paths.under(tmp_path / "base")
    paths.data.mkdir(parents=True)
    database = store.open_database(paths.database)
    with database.write() as session:
        session.execute(
            text(
                "INSERT INTO movies (id, title, year, alternative_titles, site_ids, figures,"
                " sources) VALUES (7, :title, 1967, '[]', '[]', '{}', ',starter,')"
            ),
            {"title": SECRET},
        )
        session.execute(
            text("INSERT INTO state (key, value) VALUES (:k, :v)"), {"k": "é\0", "v": "ü\U0001f3ac"}
        )
    database.store_copy("import")
    database.close()
    return paths


@pytest.fixture
def keyring() -> FakeKeyring:
    return FakeKeyring()


@pytest.fixture
def protection(paths, keyring) -> LibraryEncryption:
    return LibraryEncryption(paths, keyring, CHEAP)


@pytest.fixture
def erase(paths, keyring, monkeypatch) -> Callable[[], list[str]]:
    """Erases the library as where nothing is open, over its keyring; what is said."""
    monkeypatch.setattr(library_encryption, "system_keyring", lambda: keyring)
    return lambda: [str(sentence) for sentence in erase_unopened(paths)]


def dump(paths: Paths, opened: Driver) -> str:
    """A hash over every row of every table, with its types."""
    summed = hashlib.sha256()
    with closing(opened.connect(paths.database)) as connection:
        tables = connection.execute(
            "SELECT name, sql FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ).fetchall()
        assert len(tables) > 15
        for name, sql in tables:
            summed.update(repr((name, sql)).encode())
            for row in connection.execute(f'SELECT * FROM "{name}"'):
                summed.update(repr(row).encode())
    return summed.hexdigest()


def sentences(paths: Paths) -> list[str]:
    return traces([paths.data, paths.cache, paths.state], [SECRET])


def test_on_and_off_keep_every_row(paths, protection):
    before = dump(paths, PLAIN)
    assert len(sentences(paths)) == 2  # and the copy made before an import
    on = protection.enable_encryption(PASSPHRASE)
    assert on.overwritten
    assert paths.database.read_bytes()[:16] != PLAIN_BEGIN
    assert sentences(paths) == []
    assert protection.way() is UnlockMethod.PASSPHRASE
    opened = protection.unlock(PASSPHRASE)
    assert dump(paths, opened) == before
    protection.disable_encryption(opened)
    assert protection.way() is None
    assert paths.database.read_bytes()[:16] == PLAIN_BEGIN
    assert dump(paths, PLAIN) == before
    assert sorted(f.name for f in paths.data.iterdir()) == [
        "epicrec.sqlite3",
        "epicrec.sqlite3.commits",
        "epicrec.sqlite3.lock",
        "epicrec.sqlite3.protection.lock",
    ]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows replaces no file that is open")
def test_what_goes_is_overwritten_first(paths, protection):
    """Seen through a second descriptor of the plain file, as its blocks are."""
    with paths.database.open("rb") as old:
        protection.enable_encryption(PASSPHRASE)
        assert set(old.read()) == {0}
    size = paths.database.stat().st_size
    assert size > 50_000
    assert paths.database.stat().st_mode & 0o077 == 0


def test_a_file_system_without_second_names_says_what_stays(paths, protection, monkeypatch):
    monkeypatch.setattr(encryption.os, "link", Mock(side_effect=OSError("not here")))
    assert not protection.enable_encryption(PASSPHRASE).overwritten
    assert sentences(paths) == []


def test_nothing_is_written_in_plain_while_it_is_used(paths, protection):
    """Log of writes, journal, kept copy and what is sorted: all with the key."""
    protection.enable_encryption(PASSPHRASE)
    database = store.open_database(paths.database, protection.unlock(PASSPHRASE))
    with database.write() as session:
        session.execute(text("UPDATE movies SET title = title || ' again'"))
    database.store_copy("import")
    names = {f.name for f in paths.data.iterdir()}
    assert {"epicrec.sqlite3-wal", "epicrec.sqlite3.before-import"} <= names
    assert sentences(paths) == []
    with database.read() as session:
        assert session.execute(text("SELECT title FROM movies")).scalar() == f"{SECRET} again"
        assert session.execute(text("PRAGMA temp_store")).scalar() == 2
        assert session.execute(text("PRAGMA secure_delete")).scalar() == 1
    database.close()


def test_only_the_right_words_open_it(paths, protection):
    protection.enable_encryption(PASSPHRASE)
    with pytest.raises(PassphraseRequiredError):
        protection.unlock()
    with pytest.raises(StoreError, match="not the passphrase"):
        protection.unlock(PASSPHRASE + "!")
    for opened in (PLAIN, Driver(bytes(32))):
        with pytest.raises(StoreError):
            store.open_database(paths.database, opened)
    # The same letter, written in two ways.
    protection.change_passphrase(protection.unlock(PASSPHRASE), "schöne Wörter")
    assert protection.unlock("scho\u0308ne Wo\u0308rter").key
    with pytest.raises(StoreError, match="not the passphrase"):
        protection.unlock(PASSPHRASE)


def test_short_passphrases_change_nothing(paths, protection):
    with pytest.raises(StoreError, match="10 characters"):
        protection.enable_encryption("too short")
    assert protection.way() is None
    assert not wrapped_keys(paths.database).exists()


def test_the_keyring_opens_it_by_itself(paths, protection, keyring):
    before = dump(paths, PLAIN)
    protection.enable_encryption()
    assert protection.way() is UnlockMethod.KEYRING
    opened = protection.unlock()
    assert dump(paths, opened) == before
    # The secret of the keyring is not the key itself, and neither is on the disk.
    (secret,) = keyring.kept.values()
    assert secret != opened.key
    for hidden in (secret, opened.key or b""):
        for file in paths.data.rglob("*"):
            content = file.read_bytes() if file.is_file() else b""
            assert hidden not in content
            assert hidden.hex().encode() not in content
    protection.disable_encryption(opened)
    assert keyring.kept == {}


def test_a_keyring_that_does_not_work_leaves_it_plain(paths, protection, keyring):
    before = paths.database.read_bytes()
    for keyring.fault in ("absent", "denied", "forgets"):
        with pytest.raises(KeyringError, match="Nothing was changed"):
            protection.enable_encryption()
        assert paths.database.read_bytes() == before
        assert protection.way() is None
        assert not wrapped_keys(paths.database).exists()


def test_a_lost_key_is_recovered_by_the_code(paths, protection, keyring):
    before = dump(paths, PLAIN)
    code = protection.enable_encryption().code
    keyring.kept.clear()
    with pytest.raises(KeyLostError, match="recovery code"):
        protection.unlock()
    with pytest.raises(StoreError, match="not the recovery code"):
        protection.recover("0" * 32)
    keyring.fault = "denied"
    with pytest.raises(KeyringError):
        protection.recover(code)
    # In small letters, with spaces, and with the letters that look like digits.
    written = code.lower().replace("-", " ").replace("0", "o").replace("1", "l")
    opened = protection.recover(written, PASSPHRASE)
    assert dump(paths, opened) == before
    assert protection.way() is UnlockMethod.PASSPHRASE
    assert protection.unlock(PASSPHRASE) == opened
    newer = protection.new_recovery_code(opened)
    with pytest.raises(StoreError, match="not the recovery code"):
        protection.recover(code, PASSPHRASE)
    keyring.fault = ""
    assert protection.recover(newer) == opened
    assert protection.unlock() == opened


@pytest.mark.parametrize("at", ["before the file", "after the file"])
@pytest.mark.parametrize("command", ["change", "recover"])
def test_killed_while_the_keyring_gets_another_secret(
    protection, keyring, monkeypatch, erase, at, command
):
    """The file on the disk always has its secret, and erasing leaves neither of the two."""
    code = protection.enable_encryption().code
    opened = protection.unlock()
    save, left = KeyFile.save, {}

    def end(self, file):
        if at == "after the file":
            save(self, file)
        left.update(keyring.kept)
        raise KeyboardInterrupt

    commands = {
        "change": lambda: protection.change_passphrase(opened, None),
        "recover": lambda: protection.recover(code),
    }
    with monkeypatch.context() as patched:
        patched.setattr(KeyFile, "save", end)
        with pytest.raises(KeyboardInterrupt):
            commands[command]()
    keyring.kept = left
    assert protection.unlock() == opened
    erase()
    assert keyring.kept == {}


@pytest.mark.parametrize("passphrase", [PASSPHRASE, None], ids=["passphrase", "keyring"])
def test_the_next_change_removes_a_secret_that_was_not_used(
    protection, keyring, monkeypatch, passphrase
):
    """A full disk keeps the key file as it is, after the keyring has the other secret."""
    protection.enable_encryption()
    opened = protection.unlock()
    full = Mock(side_effect=OSError(errno.ENOSPC, "No space left on device"))
    with monkeypatch.context() as patched:
        patched.setattr(KeyFile, "save", full)
        with pytest.raises(StoreError, match="Nothing was changed"):
            protection.change_passphrase(opened, None)
    assert len(keyring.kept) == 2
    protection.change_passphrase(opened, passphrase)
    assert len(keyring.kept) == (passphrase is None)
    assert protection.unlock(passphrase) == opened


def test_recovered_by_a_passphrase_the_keyring_forgets_the_library(protection, keyring):
    code = protection.enable_encryption().code
    protection.recover(code, PASSPHRASE)
    assert keyring.kept == {}


def test_a_secret_that_the_keyring_could_not_forget_goes_with_the_library(
    protection, keyring, monkeypatch, erase
):
    protection.enable_encryption()
    opened = protection.unlock()
    with monkeypatch.context() as patched:
        patched.setattr(keyring, "remove", Mock(side_effect=KeyringError("It is locked.")))
        protection.change_passphrase(opened, PASSPHRASE)
    assert keyring.kept
    erase()
    assert keyring.kept == {}


def test_killed_before_the_first_key_file_the_keyring_forgets_the_library(
    paths, protection, keyring, erase
):
    """The copy is written first, and names the secret."""
    protection.enable_encryption()
    assert keyring.kept
    wrapped_keys(paths.database).unlink()
    erase()
    assert keyring.kept == {}


@pytest.mark.parametrize("command", ["change", "recover"])
def test_a_recovery_code_that_was_shown_is_not_replaced_by_another_change(
    paths, protection, monkeypatch, command
):
    """A second program makes a code while the first one derives a key of the passphrase."""
    other = LibraryEncryption(paths, FakeKeyring(), CHEAP)
    code = protection.enable_encryption(PASSPHRASE).code
    opened = protection.unlock(PASSPHRASE)
    shown, wrap = [], key_file.wrap_by_passphrase

    def meanwhile(*arguments):
        with pytest.raises(StoreError, match="Another EpicRec window or command"):
            shown.append(other.new_recovery_code(opened))
        return wrap(*arguments)

    with monkeypatch.context() as patched:
        patched.setattr(key_file, "wrap_by_passphrase", meanwhile)
        patched.setattr(library_encryption, "LOCK_PATIENCE_S", 0.0)
        if command == "change":
            protection.change_passphrase(opened, PASSPHRASE)
        else:
            protection.recover(code, PASSPHRASE)
    assert shown == []
    assert protection.recover(other.new_recovery_code(opened), PASSPHRASE) == opened


def test_codes_have_160_bits_and_no_two_are_alike():
    codes = {key_file.new_recovery_code() for _ in range(500)}
    assert len(codes) == 500
    signs = "".join(codes).replace("-", "")
    assert len(signs) == 500 * 32
    # 500 sixteen-thousandths of 32 signs: each is there about 500 times, sd 22.
    assert all(380 < signs.count(sign) < 620 for sign in "0123456789ABCDEFGHJKMNPQRSTVWXYZ")


def test_starting_over_sets_the_old_library_aside(paths, protection):
    protection.enable_encryption(PASSPHRASE)
    was = dump(paths, protection.unlock(PASSPHRASE))
    folder = protection.start_over()
    assert not paths.database.exists()
    assert protection.way() is None
    store.open_database(paths.database, protection.unlock()).close()
    # The passphrase is remembered after all: restored, it opens.
    paths.database.unlink()
    for file in folder.iterdir():
        file.rename(paths.data / file.name)
    assert dump(paths, protection.unlock(PASSPHRASE)) == was


def test_a_damaged_key_file_and_one_of_somebody_else(paths, protection, tmp_path):
    protection.enable_encryption(PASSPHRASE)
    file = wrapped_keys(paths.database)
    whole = file.read_bytes()
    copy_of(file).unlink()
    for damage in (b"", b"[]", b"{}", whole[:60], b'{"format": 9}', b"\xff", b"[" * 9000):
        file.write_bytes(damage)
        with pytest.raises(StoreError, match="damaged or of a newer version"):
            protection.unlock(PASSPHRASE)
    other = Paths.under(tmp_path / "other")
    other.data.mkdir(parents=True)
    elsewhere = LibraryEncryption(other, FakeKeyring(), CHEAP)
    elsewhere.enable_encryption(PASSPHRASE)
    file.write_bytes(wrapped_keys(other.database).read_bytes())
    with pytest.raises(KeyLostError, match="does not open your library"):
        protection.unlock(PASSPHRASE)
    file.write_bytes(whole)
    assert protection.unlock(PASSPHRASE).key


@pytest.mark.parametrize("part", ["box", "recovery"])
def test_one_altered_character_of_the_key_file_is_taken_from_its_copy(paths, protection, part):
    code = protection.enable_encryption(PASSPHRASE).code
    file = wrapped_keys(paths.database)
    document = json.loads(file.read_bytes())
    sealed = document[part]["sealed"]
    document[part]["sealed"] = ("B" if sealed[0] == "A" else "A") + sealed[1:]
    file.write_text(json.dumps(document))
    opened = protection.unlock(PASSPHRASE)
    assert protection.recover(code, PASSPHRASE) == opened
    # Without a copy it is called damaged, and not the passphrase wrong.
    file.write_text(json.dumps(document))
    copy_of(file).unlink()
    with pytest.raises(KeyLostError, match="is damaged"):
        protection.unlock(PASSPHRASE)


def test_a_key_file_of_an_earlier_version_has_no_sum(paths, protection):
    code = protection.enable_encryption(PASSPHRASE).code
    file = wrapped_keys(paths.database)
    document = json.loads(file.read_bytes())
    del document["sum"]
    file.write_text(json.dumps(document))
    copy_of(file).unlink()
    assert protection.recover(code, PASSPHRASE) == protection.unlock(PASSPHRASE)


def test_a_page_that_was_changed_is_seen(paths, protection):
    protection.enable_encryption(PASSPHRASE)
    opened = protection.unlock(PASSPHRASE)
    with paths.database.open("r+b") as stream:
        stream.seek(paths.database.stat().st_size - 2000)
        stream.write(b"changed")
    with pytest.raises(driver.errors()):
        encryption.check_sound(paths.database, opened)


def test_cancelled_it_is_as_it_was(paths, protection):
    before = paths.database.read_bytes()
    asked = iter(range(1000))
    with pytest.raises(Cancelled):
        protection.enable_encryption(PASSPHRASE, job=Job(cancelled=lambda: next(asked) >= 1))
    assert paths.database.read_bytes() == before
    assert protection.way() is None
    assert sorted(f.name for f in paths.data.iterdir()) == [
        "epicrec.sqlite3",
        "epicrec.sqlite3.before-import",
        "epicrec.sqlite3.commits",
        "epicrec.sqlite3.lock",
    ]


def test_another_program_is_not_pulled_from_under(paths, protection, monkeypatch):
    monkeypatch.setattr(
        "epicrec_desktop.services.protection.library_encryption.LOCK_PATIENCE_S", 0.0
    )
    other = store.open_database(paths.database)
    with pytest.raises(StoreError, match="Another EpicRec window or command"):
        protection.enable_encryption(PASSPHRASE)
    other.close()
    protection.enable_encryption(PASSPHRASE)


def test_an_older_encrypted_library_is_migrated_encrypted(paths, protection, monkeypatch):
    protection.enable_encryption(PASSPHRASE)
    opened = protection.unlock(PASSPHRASE)
    newest = store.HEAD

    def to_next(path, opened):
        with closing(opened.connect(path)) as connection:
            connection.execute("CREATE TABLE added (x)")
            connection.execute("UPDATE alembic_version SET version_num = '9998'")
            connection.commit()

    monkeypatch.setattr(store, "HEAD", "9998")
    monkeypatch.setattr(store, "_migrate", to_next)
    database = store.open_database(paths.database, opened)
    with database.read() as session:
        assert session.execute(text("SELECT count(*) FROM added")).scalar() == 0
        assert session.execute(text("SELECT title FROM movies")).scalar() == SECRET
    database.close()
    assert sentences(paths) == []
    copy = paths.database.with_name("epicrec.sqlite3.before-9998")
    with closing(opened.connect(copy)) as kept:
        found = kept.execute("SELECT version_num FROM alembic_version").fetchone()
    assert found == (newest,)


@pytest.mark.parametrize(
    ("passphrase", "fault", "left"),
    [(None, "", False), (None, "absent", True), (PASSPHRASE, "absent", False)],
)
def test_erasing_leaves_neither_library_nor_key(
    paths, protection, keyring, erase, passphrase, fault, left
):
    """A keyring that does not answer is named, where it has a secret."""
    protection.enable_encryption(passphrase)
    assert bool(keyring.kept) is (passphrase is None)
    keyring.fault = fault
    said = [one for one in erase() if "opens nothing" in one]
    assert not paths.data.exists()
    assert bool(said) is bool(keyring.kept) is left
    assert all("keyring" in one for one in said)


ENDED = textwrap.dedent("""
    import os, signal, sys
    from pathlib import Path
    from keyrings import CHEAP, FakeKeyring
    from epicrec_desktop import files
    from epicrec_desktop.paths import Paths, wrapped_keys
    from epicrec_desktop.services.protection.library_encryption import LibraryEncryption
    from epicrec_desktop.domain.progress import Job
    from epicrec_desktop.store import driver, encryption

    base, where, on, key = sys.argv[1:]

    def end(*_, **__):
        os.kill(os.getpid(), signal.SIGKILL)

    def ending_after(function):
        def wrapped(*args, **named):
            function(*args, **named)
            end()
        return wrapped

    before, _, name = where.partition(":")
    if name == "middle":
        encryption._STEPS = 40
        asked = iter(range(10**9))
        def cancelled():
            if next(asked) == 3: end()
            return False
    else:
        cancelled = lambda: False
        module = files if name == "overwrite_and_remove" else encryption  # after it is in place
        kept = getattr(module, name)
        setattr(module, name, end if before == "before" else ending_after(kept))
    protection = LibraryEncryption(Paths.under(Path(base)), FakeKeyring(), CHEAP)
    if on == "on":
        protection.enable_encryption("several words of mine", job=Job(cancelled=cancelled))
    else:
        opened = driver.Driver(bytes.fromhex(key))
        protection.disable_encryption(opened, job=Job(cancelled=cancelled))
""")
POINTS = (
    "before:_write",
    "at:middle",
    "after:_write",
    "after:_compare",
    "before:_swap",
    "before:overwrite_and_remove",
    "after:_swap",
)
POINTS_IN_PLACE = ("at:middle", "before:_swap", "before:overwrite_and_remove", "after:_swap")
"""Writing and comparing are the same in both directions."""


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGKILL")
@pytest.mark.parametrize(
    ("direction", "where"),
    [*(("on", where) for where in POINTS), *(("off", where) for where in POINTS_IN_PLACE)],
)
def test_ended_at_any_moment_the_library_is_there(paths, protection, direction, where):
    key = ""
    was = dump(paths, PLAIN)
    if direction == "off":
        protection.enable_encryption(PASSPHRASE)
        key = (protection.unlock(PASSPHRASE).key or b"").hex()
    done = forked(ENDED, paths.data.parent, where, direction, key)
    assert done.returncode == -signal.SIGKILL, done.stderr
    swapped = where in ("before:overwrite_and_remove", "after:_swap")
    encrypted = swapped == (direction == "on")
    assert (protection.way() is UnlockMethod.PASSPHRASE) is encrypted
    opened = protection.unlock(PASSPHRASE)
    # The next start finishes what was started: nothing half, and nothing plain of an encrypted one.
    store.open_database(paths.database, opened).close()
    assert dump(paths, opened) == was
    left = {f.name for f in paths.data.iterdir()}
    assert not any(name.startswith(".") and "partial" in name for name in left)
    if encrypted:
        assert sentences(paths) == []
    # And it can be done once more.
    if direction == "on":
        if not encrypted:
            protection.enable_encryption(PASSPHRASE)
        protection.disable_encryption(protection.unlock(PASSPHRASE))
    elif encrypted:
        protection.disable_encryption(opened)
    assert dump(paths, PLAIN) == was


def test_a_scan_and_its_child_work_with_the_key_and_leave_no_title(child_process, tmp_path):
    """All services over an encrypted library: found, confirmed, ranked, exported; no byte of it."""
    sample = write_sample_profile(tmp_path / "browser", NOW)
    paths = Paths.under(tmp_path / "base")
    protection = LibraryEncryption(paths, FakeKeyring(), CHEAP)
    wiring.build(paths, now=lambda: NOW).close()
    protection.enable_encryption()
    with closing(wiring.build(paths, protection.unlock(), now=lambda: NOW)) as services:
        found = services.scan.scan([sample], confirm_sure=True)
        assert found.new_confirmed > 10
        services.recommend.rank_locally()
        titles = [e.movie.title for e in services.library.entries() if len(e.movie.title) > 8]
        assert len(titles) > 10
        opened = services.context.database.driver
        assert traces([paths.data, paths.cache, paths.state], titles) == []
        # What the person exports is theirs, and plain.
        services.data.export(tmp_path / "export.json")
        assert titles[0] in (tmp_path / "export.json").read_text(encoding="utf-8")
    assert traces([paths.data, paths.cache, paths.state], titles) == []
    # The export comes back into another encrypted library.
    other = Paths.under(tmp_path / "other")
    second = LibraryEncryption(other, FakeKeyring(), CHEAP)
    second.enable_encryption()
    with closing(wiring.build(other, second.unlock(), now=lambda: NOW)) as services:
        services.backup.restore(services.backup.plan(tmp_path / "export.json"))
        brought = [e.movie.title for e in services.library.entries()]
        assert set(titles) <= set(brought)
    assert traces([other.data, other.cache, other.state], titles) == []
    assert KeyFile.load(wrapped_keys(paths.database)).way is UnlockMethod.KEYRING
    assert opened.key.hex() not in repr(opened)


@pytest.mark.parametrize("encrypted", [False, True])
def test_a_library_of_which_nothing_can_be_read_is_restored_from_its_copy(
    paths, protection, encrypted
):
    """Emptied by a crash, or overwritten: it is not a new library, and no locked one."""
    if encrypted:
        protection.enable_encryption(PASSPHRASE)
    opened = store.open_database(paths.database, protection.unlock(PASSPHRASE))
    opened.store_start_copy()
    opened.close()
    before, size = dump(paths, protection.unlock(PASSPHRASE)), paths.database.stat().st_size
    for left in (b"", Random(1).randbytes(size)):
        paths.database.write_bytes(left)
        with pytest.raises(DamagedError, match="There is a copy"):
            store.open_database(paths.database, protection.unlock(PASSPHRASE))
        store.restore_start_copy(paths.database, protection.unlock(PASSPHRASE))
        assert dump(paths, protection.unlock(PASSPHRASE)) == before


def test_missing_key_file_is_reported_as_missing(paths, protection):
    protection.enable_encryption(PASSPHRASE)
    keys = wrapped_keys(paths.database)
    stored = keys.read_bytes()
    keys.unlink()
    assert protection.unlock(PASSPHRASE).key is not None, "by the copy of the file"
    copy_of(keys).unlink()
    for ask in (
        protection.way,
        protection.unlock,
        lambda: protection.enable_encryption(PASSPHRASE),
        lambda: protection.recover("AAAA"),
    ):
        with pytest.raises(KeyLostError, match="is missing"):
            ask()
    keys.write_bytes(stored)
    assert protection.unlock(PASSPHRASE).key is not None


def test_damaged_plain_library_is_not_taken_for_an_encrypted_one(paths, protection):
    for harm in (b"x" * 100, b"\0" * 100, b"SQLite format 4"):
        with paths.database.open("r+b") as stream:
            stream.write(harm)
        assert protection.way() is None


@pytest.mark.parametrize("sweep", ["start", "protect on"])
def test_partial_copy_of_a_killed_import_is_removed(paths, protection, sweep):
    for suffix in ("", "-journal"):
        left = paths.database.with_name(f".{paths.database.name}.before-import.partial{suffix}")
        left.write_bytes(PLAIN_BEGIN + SECRET.encode())
    if sweep == "start":
        store.open_database(paths.database).close()
    else:
        protection.enable_encryption(PASSPHRASE)
    assert list(paths.data.glob(".*partial*")) == []


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no modes")
def test_copies_are_private_from_their_first_byte(paths, protection, monkeypatch):
    """Looked at when nothing but the empty file is there; its mode is never widened."""
    modes: dict[str, int] = {}
    connect = Driver.connect

    def looking(self, path):
        if path.exists() and path.stat().st_size == 0:
            modes[path.name] = path.stat().st_mode & 0o777
        return connect(self, path)

    monkeypatch.setattr(Driver, "connect", looking)
    database = store.open_database(paths.database)
    database.store_copy("import")
    database.close()
    ((name, mode),) = modes.items()
    assert (name.startswith(f".{paths.database.name}.before-import"), mode) == (True, 0o600)
