"""Settings survive whatever the file holds."""

import json
import locale
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from epicrec_desktop.json_files import Damage
from epicrec_desktop.locks import FileLock
from epicrec_desktop.settings import Settings, language_of, system_locale


@pytest.fixture
def file(tmp_path) -> Path:
    return tmp_path / "settings.json"


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[" * 100_000, b"null", b"9" * 5000, b" " * 2_000_000, b'{"tray": 1e999}'],
    ids=["empty", "not UTF-8", "deep", "null", "5,000 digits", "giant", "infinite"],
)
def test_a_damaged_file_gives_the_defaults(file, content):
    file.write_bytes(content)
    assert Settings.load(file) == Settings()


@pytest.mark.parametrize(
    "odd",
    [
        {"rescan_minutes": 10**400},
        {"rescan_minutes": -1},
        {"rescan_minutes": True},
        {"window_geometry": "\ud800"},
        {"language": "\x1b[31m"},
        {"movies_view": None},
    ],
)
def test_an_odd_value_gives_its_default_and_leaves_the_others(file, odd):
    file.write_text(json.dumps({"tray": True, **odd}))
    assert Settings.load(file) == Settings(tray=True)


def test_what_was_saved_is_loaded(file):
    made = Settings(appearance="dark", rescan_minutes=1440, tray=True, window_geometry="AdnQ+/w=")
    made.save(file)
    assert Settings.load(file) == made


def test_a_save_of_some_leaves_the_others_as_another_program_saved_them(file):
    Settings(films_of_year=True, tmdb_key="0" * 32).save(file)
    command, window = Settings.load(file), Settings.load(file)
    window.films_of_year, window.tmdb_key = False, ""
    window.save(file, "films_of_year", "tmdb_key")
    command.films_of_year_due = "2000-06-17"
    command.save(file, "films_of_year_due")
    assert Settings.load(file) == Settings(films_of_year_due="2000-06-17")


def test_saves_of_several_programs_at_once_all_stay(file):
    changes = {"language": "de", "tray": True, "lock_minutes": 5, "movies_view": "wall"}
    barrier = threading.Barrier(len(changes))

    def save(name):
        barrier.wait()
        Settings(**{name: changes[name]}).save(file, name)

    with ThreadPoolExecutor(len(changes)) as pool:
        list(pool.map(save, changes))
    assert Settings.load(file) == Settings(**changes)


def test_a_flipped_bit_is_noticed_and_the_copy_has_what_was_saved(file):
    made = Settings(appearance="dark", rescan_minutes=1440, lock_minutes=5, tray=True)
    made.save(file)
    sound = file.read_bytes()
    for place in range(0, len(sound), 3):
        damaged = bytearray(sound)
        damaged[place] ^= 1 << place % 8
        file.write_bytes(damaged)
        loaded = Settings.load(file)
        assert loaded == made
        assert loaded.damage is Damage.RESTORED or b'"sum"' not in damaged


def test_without_a_sound_copy_what_can_be_read_stays(file, tmp_path):
    Settings(tray=True, lock_minutes=5).save(file)
    for one in (file, tmp_path / "settings.json.copy"):
        one.write_bytes(one.read_bytes().replace(b'"lock_minutes": 5', b'"lock_minutes": "'))
    assert Settings.load(file).damage is Damage.LOST
    for one in (file, tmp_path / "settings.json.copy"):
        one.write_text(json.dumps({"tray": True, "lock_minutes": 6, "sum": "0"}))
    loaded = Settings.load(file)
    assert (loaded, loaded.damage) == (Settings(tray=True, lock_minutes=6), Damage.LOST)


def test_a_locale_that_python_does_not_know_has_its_language(monkeypatch):
    """Commands would end with it: Windows has such names where a region is set by itself."""
    monkeypatch.setattr(locale, "setlocale", lambda *_: "de_XX.UTF-8x")
    monkeypatch.setattr(locale, "getlocale", lambda: locale._parse_localename("de_XX"))
    with pytest.raises(ValueError, match="unknown locale"):
        locale.getlocale()
    assert system_locale() == "de_XX"
    assert language_of("system", [system_locale()]) == "de"


def test_what_waits_for_another_program_is_not_written_after_erasing(tmp_path, monkeypatch):
    settings, file = Settings(), tmp_path / "settings.json"

    @contextmanager
    def held(lock, refusal, patience):
        settings.erased = True
        yield

    monkeypatch.setattr(FileLock, "held", held)
    settings.save(file)
    assert not file.exists()
