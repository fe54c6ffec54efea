"""Addresses of providers, as people type them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.door.request import is_loopback
from epicrec_desktop.provider.address import parse_address, split_address


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
        ("gorse+https://Shop.example/", "gorse+https://shop.example#like"),
        ("gorse+https://shop.example#read_3", "gorse+https://shop.example#read_3"),
        ("json+https://shop.example/rec/", "json+https://shop.example/rec#items:items"),
        ("json+http://[::1]:80/r#q.seen:out.id", "json+http://[::1]/r#q.seen:out.id"),
    ],
)
def test_valid_addresses_are_normalized(typed, meant):
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
        ("gorse+http://shop.example", "not encrypted"),
        ("gorse+https://shop.example?n=1", "before"),
        ("gorse+https://shop.example#a b", "not how such a service"),
        ("json+https://shop.example#items", "not how such a service"),
        ("json+https://shop.example#a..b:c", "not how such a service"),
        ("json+https://shop.example#a:" + "b" * 200, "not how such a service"),
        ("other+https://shop.example", "not the address"),
    ],
)
def test_invalid_addresses_are_rejected(typed, words):
    with pytest.raises(ProviderError, match=words) as caught:
        parse_address(typed)
    assert "nothing was changed" in str(caught.value)
    assert "secret" not in str(caught.value)


@given(
    st.text(max_size=40)
    | st.text(max_size=30).map("https://{}".format)
    | st.text(max_size=30).map("json+https://a.example#{}:b".format)
)
def test_any_text_is_a_stable_address_or_an_error(text):
    try:
        address = parse_address(text)
    except ProviderError:
        return
    assert parse_address(address) == address
    url = split_address(address).url
    assert url.startswith("https://") or is_loopback(url[7:].split("/")[0].split(":")[0])
