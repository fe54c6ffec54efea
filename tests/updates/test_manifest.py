"""Announcements: who may make them, and what of a hostile one is believed (nothing)."""

import json
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from announcing import KEY, OTHER_KEY, document, public, signed
from epicrec_desktop.updates.manifest import (
    MOST_BYTES,
    MalformedManifestError,
    UntrustedManifestError,
    order,
    read,
)
from moments import NOW

TRUSTED = (public(KEY),)
SOUND = signed(document(NOW))


def changed(**members: object) -> bytes:
    return json.dumps({**json.loads(SOUND), **members}).encode()


def test_one_that_is_signed_says_what_it_says():
    manifest = read(SOUND, TRUSTED)
    assert (manifest.version, manifest.issued) == ("9.1.0", NOW)
    assert manifest.expires == NOW + timedelta(days=30)
    assert [file.name for file in manifest.for_system("windows")] == ["epicrec-windows"]
    assert manifest.notes["de"] == "Schnellere Plakate."


def test_one_trusted_signature_among_others_is_enough():
    both = signed(document(NOW), (OTHER_KEY, KEY))
    assert read(both, TRUSTED).version == "9.1.0"
    assert read(both, (public(OTHER_KEY), bytes(32))).version == "9.1.0"


@pytest.mark.parametrize(
    "envelope",
    [
        pytest.param(signed(document(NOW), (OTHER_KEY,)), id="another key"),
        pytest.param(signed(document(NOW), ()), id="no signature"),
        pytest.param(signed(document(NOW), context=b""), id="signed for something else"),
        pytest.param(changed(manifest=json.dumps(document(NOW, "9.2.0"))), id="another text"),
        pytest.param(
            changed(signatures=[{"key": public(KEY).hex(), "signature": "00" * 64}]),
            id="a signature of zeros",
        ),
    ],
)
def test_what_no_trusted_key_signed_is_refused_before_it_is_read(envelope):
    with pytest.raises(UntrustedManifestError):
        read(envelope, TRUSTED)


def test_without_a_trusted_key_nothing_is_believed():
    with pytest.raises(UntrustedManifestError):
        read(SOUND, ())


@given(st.integers(0, len(SOUND) - 1), st.integers(0, 7))
def test_a_flipped_bit_anywhere_gives_no_other_announcement(place, bit):
    damaged = bytearray(SOUND)
    damaged[place] ^= 1 << bit
    try:
        manifest = read(bytes(damaged), TRUSTED)
    except (UntrustedManifestError, MalformedManifestError):
        return
    # A letter of a member that is not looked at, or of a digit's case: it says the same.
    assert manifest == read(SOUND, TRUSTED)


@pytest.mark.parametrize(
    "envelope",
    [
        b"",
        b"nonsense",
        b"[]",
        b"null",
        b"\xff\xfe",
        b"[" * 60_000,
        b'{"a":' * 10_000,
        b"9" * 60_000,
        b'{"format": NaN}',
        SOUND + b" " * MOST_BYTES,
        changed(format=2),
        changed(manifest=None),
        changed(signatures=None),
        changed(signatures=[{}]),
        changed(signatures=[1] * 4),
        changed(signatures=[{"key": "é" * 64, "signature": "00" * 64}]),
        changed(signatures=json.loads(SOUND)["signatures"] * 9),
    ],
    ids=range(17),
)
def test_what_is_no_envelope_is_nonsense(envelope):
    with pytest.raises(MalformedManifestError):
        read(envelope, TRUSTED)


FILE = document(NOW)["artifacts"][0]


@pytest.mark.parametrize(
    "said",
    [
        "no json",
        "[" * 20_000,
        [],
        {},
        document(NOW, "1"),
        document(NOW, "1.2.3.4.5"),
        document(NOW, "1.02"),
        document(NOW, "1.9999999"),
        document(NOW, "1.0\n"),
        document(NOW, "1.٢"),  # a digit, but none of ASCII
        document(NOW, issued="2026-10-01T00:00:00"),  # in no time zone
        document(NOW, issued="0001-01-01T00:00:00+23:00"),
        document(NOW, issued=5),
        document(NOW, expires=NOW.isoformat()),
        document(NOW, expires=(NOW + timedelta(days=120, seconds=1)).isoformat()),
        document(NOW, page="http://films.example"),
        document(NOW, page="javascript:alert(1)"),
        document(NOW, page="https://you@films.example"),
        document(NOW, page="https://films.example/\u202egpj.exe"),
        document(NOW, page="https://films.example/" + "a" * 600),
        document(NOW, notes={"en": "a" * 3_000}),
        document(NOW, notes={"EN ": "a"}),
        document(NOW, notes=["a"]),
        document(NOW, artifacts={"a": 1}),
        document(NOW, artifacts=[FILE] * 25),
        document(NOW, artifacts=[{**FILE, "name": "../epicrec"}]),
        document(NOW, artifacts=[{**FILE, "name": "a/b"}]),
        document(NOW, artifacts=[{**FILE, "size": -1}]),
        document(NOW, artifacts=[{**FILE, "size": True}]),
        document(NOW, artifacts=[{**FILE, "size": 10**400}]),
        document(NOW, artifacts=[{**FILE, "sha256": "A" * 64}]),
    ],
    ids=range(31),
)
def test_nonsense_stays_nonsense_when_it_is_signed(said):
    with pytest.raises(MalformedManifestError):
        read(signed(said), TRUSTED)


def test_versions_compare_as_numbers():
    assert order("1.10") > order("1.9.9")
    assert order("1.2") == order("1.2.0.0")
    assert order("1.2.9") < order("1.3.0.dev0") < order("1.3") < order("1.3.1.dev0")
    with pytest.raises(ValueError, match="not a version"):
        order("1.2rc1")
