"""Addresses of providers, as people type them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.door.request import is_loopback
from epicrec_desktop.provider.address import parse_address


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("https://movies.example", "https://movies.example"),
        ("  https://movies.example/ ", "https://movies.example"),
        ("HTTPS://Movies.Example:8443/epic/", "https://movies.example:8443/epic"),
        ("http://127.0.0.1:8765", "http://127.0.0.1:8765"),
        ("http://127.9.9.9", "http://127.9.9.9"),
        ("http://localhost:8765/", "http://localhost:8765"),
        ("http://[::1]:8765", "http://[::1]:8765"),
    ],
)
def test_valid_addresses_are_normalized(typed: str, meant: str) -> None:
    assert parse_address(typed) == meant


@pytest.mark.parametrize(
    ("typed", "words"),
    [
        ("", "not the address"),
        ("movies.example", "not the address"),
        ("ftp://movies.example", "not the address"),
        ("file:///etc/passwd", "not the address"),
        ("https://", "not the address"),
        ("https://movies.example:99999", "not the address"),
        ("https://movies .example", "not the address"),
        ("https://movies.example\\@evil.example", "not the address"),
        ("https://[::1", "not the address"),
        ("https://me:secret@movies.example", "password"),
        ("https://movies.example?key=1", "before"),
        ("https://movies.example/#top", "before"),
        ("http://movies.example", "not encrypted"),
        ("http://10.0.0.5:8765", "not encrypted"),
        ("http://localhost.example", "not encrypted"),
        ("http://127.0.0.1.example", "not encrypted"),
    ],
)
def test_invalid_addresses_are_rejected(typed: str, words: str) -> None:
    with pytest.raises(ProviderError, match=words) as caught:
        parse_address(typed)
    assert "nothing was changed" in str(caught.value)
    assert "secret" not in str(caught.value)


@given(st.text(max_size=40) | st.text(max_size=30).map("https://{}".format))
def test_any_text_is_a_stable_address_or_an_error(text: str) -> None:
    try:
        address = parse_address(text)
    except ProviderError:
        return
    assert parse_address(address) == address
    assert address.startswith("https://") or is_loopback(address[7:].split("/")[0].split(":")[0])
