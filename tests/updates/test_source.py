"""Whom a package asks is settled when it is built, whole or not at all."""

import json

import pytest

from epicrec_desktop import __version__, resources
from epicrec_desktop.services.update_check import update_source
from epicrec_desktop.updates.manifest import order
from epicrec_desktop.updates.source import Source, load_source, source_of

KEY = "ab" * 32


def test_our_own_version_compares():
    assert order(__version__)


def test_this_checkout_names_nobody_and_a_missing_file_turns_checks_off(tmp_path):
    assert load_source() is None
    assert load_source(tmp_path / "updates.json") is None


def test_an_address_and_keys_are_read(tmp_path):
    file = tmp_path / "updates.json"
    file.write_text(json.dumps({"address": "https://films.example:8443/new.json", "keys": [KEY]}))
    source = load_source(file)
    assert source == Source("https://films.example:8443/new.json", (bytes.fromhex(KEY),))
    assert source.host == "films.example:8443"


@pytest.mark.parametrize(
    "document",
    [
        [],
        {"address": None, "keys": [KEY]},
        {"address": "https://films.example/", "keys": []},
        {"address": "https://films.example/", "keys": [KEY[:-2]]},
        {"address": "https://films.example/", "keys": [KEY] * 9},
        {"address": "http://films.example/", "keys": [KEY]},
        {"address": "https:///a", "keys": [KEY]},
        {"address": "https://films.example/?version=1", "keys": [KEY]},
        {"address": "https://you:secret@films.example/", "keys": [KEY]},
    ],
    ids=range(9),
)
def test_half_a_setting_is_an_error(document):
    with pytest.raises(ValueError, match=r"the updates|a key"):
        source_of(document)


def test_a_damaged_setting_turns_checks_off_and_the_program_starts(tmp_path, monkeypatch):
    (tmp_path / "updates.json").write_text('{"address": "http://films.example"}')
    monkeypatch.setattr(resources, "path", tmp_path.joinpath)
    assert update_source() is None
