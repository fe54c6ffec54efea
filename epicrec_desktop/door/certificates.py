"""Which certificates are trusted, and what is shown of one that was."""

from __future__ import annotations

import hashlib
import ssl
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

import certifi

from epicrec_desktop.door.failures import DoorError, Failure
from epicrec_desktop.door.request import Certificate

_LONGEST_NAME = 200


def ssl_context(added: Iterable[Path] = ()) -> ssl.SSLContext:
    """Return a context with the system's certificates (or SSL_CERT_FILE's) and those added here.

    Where the system has none, those that come with this program. Raises `DoorError`.
    """
    context = ssl.create_default_context()
    paths = ssl.get_default_verify_paths()
    if not context.cert_store_stats()["x509_ca"] and paths.cafile is None and paths.capath is None:
        context.load_verify_locations(certifi.where())
    for file in added:
        try:
            context.load_verify_locations(file)
        except (OSError, ssl.SSLError):
            raise DoorError(Failure.CERTIFICATE_FILE) from None
        # The person may add the very certificate of a server at home, which signs nothing else.
        context.verify_flags |= ssl.VERIFY_X509_PARTIAL_CHAIN
        context.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return context


def tls_summary() -> str:
    """Return the version of the library and whose certificates are trusted."""
    known = len(ssl_context().get_ca_certs())  # a folder of them is looked into when it is used
    return f"{ssl.OPENSSL_VERSION}, {f'{known} authorities' if known else 'the system’s folder'}"


def pem_digests(certificates: str) -> tuple[str, ...]:
    """Return the SHA-256 of each certificate of a PEM text; none where one is damaged."""
    end = "-----END CERTIFICATE-----"
    *each, _ = certificates.split(end)
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT).load_verify_locations(cadata=certificates)
        ders = [ssl.PEM_cert_to_DER_cert(f"{one.strip()}\n{end}\n") for one in each]
    except (ssl.SSLError, ValueError):
        return ()
    return tuple(hashlib.sha256(der).hexdigest() for der in ders)


def peer_certificate(connection: ssl.SSLSocket) -> Certificate | None:
    """Return the other side's certificate, which was verified when the connection was made."""
    whole, peer = connection.getpeercert(binary_form=True), connection.getpeercert() or {}
    if whole is None:
        return None
    names: dict[str, str] = {}
    for part in peer.get("issuer", ()):
        names |= {str(pair[0]): str(pair[1]) for pair in part}
    named = (names.get(key) for key in ("organizationName", "commonName"))
    expires = ""
    with suppress(ValueError, KeyError, OverflowError, OSError):
        seconds = ssl.cert_time_to_seconds(str(peer["notAfter"]))
        expires = datetime.fromtimestamp(seconds, UTC).date().isoformat()
    return Certificate(
        next((name for name in named if name), "")[:_LONGEST_NAME],
        expires,
        hashlib.sha256(whole).hexdigest(),
    )
