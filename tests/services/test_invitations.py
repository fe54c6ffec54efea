"""An invitation is read as it was written, judged before the yes, and refused with a sentence."""

import base64
import hashlib
import json
import re
import ssl
from datetime import date
from pathlib import Path
from unittest.mock import Mock

import pytest
import requests
from hypothesis import given
from hypothesis import strategies as st

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.recommend.invitation import (
    MOST_CHARACTERS,
    Invitation,
    InvitationError,
    decode,
    encode,
)

CLUB = Invitation("Film club", "https://films.example")


def line(**fields: object) -> str:
    """Return an invitation as a hostile sender would write it: with anything in its fields."""
    content = {"name": "Film club", "address": "https://films.example", **fields}
    return "epicrec:" + base64.urlsafe_b64encode(json.dumps(content).encode()).decode()


@pytest.fixture(scope="module")
def certificates() -> list[str]:
    """Two certificates that are ones: of those that come with requests."""
    text = Path(requests.certs.where()).read_text(encoding="ascii", errors="ignore")
    return re.findall("-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----", text)[:2]


@pytest.fixture(scope="module")
def certificate(certificates) -> str:
    """A certificate that is one."""
    return certificates[0]


def test_an_invitation_is_read_as_it_was_written(certificate):
    full = Invitation("Kino “Ö”", "https://films.example:8443", certificate.strip(), "epicrec_a-b")
    for invitation in (CLUB, full):
        written = encode(invitation)
        assert decode(written) == invitation
        folded = "\n".join(written[at : at + 70] for at in range(0, len(written), 70))
        assert decode(f"  {folded}\n") == invitation, "as mail programs fold it"
        assert decode(written.replace("epicrec:", "epicrec://", 1)) == invitation, "as a link"
        with pytest.raises(InvitationError):
            decode(written[:-7])


def test_an_empty_text_says_as_much_as_none():
    assert decode(line(expires="", key="", certificate="")) == CLUB


@given(st.text(max_size=300) | st.binary(max_size=300).map(lambda b: f"epicrec:{b!r}"))
def test_no_text_does_more_than_be_refused(text):
    with pytest.raises(InvitationError):
        decode(text)


HOSTILE = {
    "a list": "epicrec:" + base64.urlsafe_b64encode(b"[1]").decode(),
    "deep": "epicrec:" + base64.urlsafe_b64encode(b"[" * 9_000).decode(),
    "long": "epicrec:" + "A" * MOST_CHARACTERS,
    "another scheme": "https://films.example/#epicrec",
    "no UTF-8": "epicrec:" + base64.urlsafe_b64encode(b'{"name": "\xff"}').decode(),
    "no name": line(name=" "),
    "a long name": line(name="x" * 61),
    "a name that turns the line": line(name="Film\u202eclub"),
    "a name that is a number": line(name=7),
    "a private key": line(
        certificate="-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----"
    ),
    "no certificate": line(
        certificate="-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----"
    ),
    "a path for a certificate": line(certificate="/etc/passwd"),
    "a key with a new line": line(key="a\r\nX-Other: 1"),
    "a day that is none": line(expires="soon"),
    "not encrypted": line(address="http://films.example"),
    "with a password": line(address="https://me:secret@films.example"),
    "a file": line(address="file:///etc/passwd"),
    "an assistant": line(address="assistant:"),
    "this computer": line(name="this computer"),
    "too old": line(expires="2020-01-01"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_invitation_changes_nothing_and_is_not_quoted(world, what):
    before = world.services.providers.all()
    with pytest.raises(ProviderError) as refused:
        world.services.invitations.accept(world.services.invitations.open(HOSTILE[what]))
    said = str(refused.value)
    assert said.endswith(".")
    assert "secret" not in said
    assert len(said) < 300
    assert world.services.providers.all() == before
    assert not list(world.services.providers.certificates.glob("*"))


@pytest.mark.parametrize(
    ("there", "missing"), [("address", "a name"), ("name", "an address"), (None, "a name")]
)
def test_what_an_invitation_lacks_is_said(there, missing):
    content = json.dumps({there: "https://films.example"} if there else {}).encode()
    with pytest.raises(InvitationError, match=f"^without {missing}$"):
        decode("epicrec:" + base64.urlsafe_b64encode(content).decode())


def test_a_yes_adds_the_service_and_asks_nobody(services, monkeypatch, certificate):
    never = Mock(side_effect=AssertionError("somebody was asked"))
    monkeypatch.setattr(type(services.providers), "_fetch", never)
    invitation = Invitation(
        "Film club", "https://films.example/", certificate, "epicrec_key", date(2126, 11, 1)
    )
    opened = services.invitations.open(encode(invitation))
    assert [info.name for info in services.providers.all()] == ["This computer"], "only a yes adds"
    info = services.invitations.accept(opened)
    assert (info.name, info.address) == ("Film club", "https://films.example")
    assert info.has_key
    assert float(info.trust) == 0.25, "as any service that is new"
    assert info.certificate.read_text().strip() == certificate.strip()
    again = services.invitations.open(encode(invitation))
    assert again.replaces.name == "Film club"
    services.providers.remove("Film club")
    assert not info.certificate.exists(), "it goes with its service"


def test_a_stranger_cannot_take_the_place_of_a_service(services):
    services.providers.add("Film club", "https://films.example", key="epicrec_mine")
    for hostile in (
        Invitation("film CLUB", "https://evil.example"),
        Invitation("Another", "https://films.example", key="epicrec_theirs"),
    ):
        with pytest.raises(ProviderError, match="is here already"):
            services.invitations.open(encode(hostile))


def test_a_certificate_that_was_added_is_shown_and_is_not_trusted_for_another_service(
    world, certificates
):
    """Else who invites to one service could stand in for another, whose certificate is public."""
    invitations = world.services.invitations
    (own, added), both = certificates, "\n".join(certificates)
    club = invitations.accept(
        invitations.open(encode(Invitation("Film club", "https://films.example", own)))
    )
    opened = invitations.open(encode(Invitation("Other", "https://other.example", both)))
    assert opened.fingerprints == tuple(
        hashlib.sha256(ssl.PEM_cert_to_DER_cert(one)).hexdigest() for one in (own, added)
    )
    other = invitations.accept(opened)
    assert club.certificate.read_text() == own
    assert other.certificate.read_text() == both


def test_a_file_is_read_as_its_line_and_no_further(world, tmp_path):
    file = tmp_path / "club.epicrec"
    file.write_text(encode(CLUB) + "\n")
    assert world.services.invitations.open_file(file).invitation == CLUB
    file.write_bytes(b"epicrec:" + b"A" * 10_000_000)
    for bad in (file, tmp_path, tmp_path / "none"):
        with pytest.raises(ProviderError, match="not a whole invitation"):
            world.services.invitations.open_file(bad)
