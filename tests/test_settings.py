"""Settings survive whatever the file holds."""

import json

import pytest

from epicrec_desktop.json_files import Damage
from epicrec_desktop.settings import Settings


@pytest.mark.parametrize(
    "content",
    [b"", b"\xff\xfe", b"[" * 100_000, b"null", b"9" * 5000, b" " * 2_000_000, b'{"tray": 1e999}'],
    ids=["empty", "not UTF-8", "deep", "null", "5,000 digits", "giant", "infinite"],
)
def test_a_damaged_file_gives_the_defaults(content, tmp_path):
    file = tmp_path / "settings.json"
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
def test_an_odd_value_gives_its_default_and_leaves_the_others(odd, tmp_path):
    file = tmp_path / "settings.json"
    file.write_text(json.dumps({"tray": True, **odd}))
    assert Settings.load(file) == Settings(tray=True)


def test_what_was_saved_is_loaded(tmp_path):
    file = tmp_path / "settings.json"
    made = Settings(appearance="dark", rescan_minutes=1440, tray=True, window_geometry="AdnQ+/w=")
    made.save(file)
    assert Settings.load(file) == made


def test_a_flipped_bit_is_noticed_and_the_copy_has_what_was_saved(tmp_path):
    file = tmp_path / "settings.json"
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


def test_without_a_sound_copy_what_can_be_read_stays(tmp_path):
    file = tmp_path / "settings.json"
    Settings(tray=True, lock_minutes=5).save(file)
    for one in (file, tmp_path / "settings.json.copy"):
        one.write_bytes(one.read_bytes().replace(b'"lock_minutes": 5', b'"lock_minutes": "'))
    assert Settings.load(file).damage is Damage.LOST
    for one in (file, tmp_path / "settings.json.copy"):
        one.write_text(json.dumps({"tray": True, "lock_minutes": 6, "sum": "0"}))
    loaded = Settings.load(file)
    assert (loaded, loaded.damage) == (Settings(tray=True, lock_minutes=6), Damage.LOST)
