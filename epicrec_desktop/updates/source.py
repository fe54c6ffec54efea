"""The address to ask for newer versions, and the trusted keys: set when a package is built.

`resources/updates.json` holds both: `{"address": "https://…", "keys": ["64 hexadecimal digits",
…]}`. Without an address or a key there are no update checks. `packaging/updates.py` writes it.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from epicrec_desktop import resources

MOST_KEYS = 8
_KEY = re.compile(r"[0-9a-f]{64}")
_MOST_BYTES = 16_384


@dataclass(frozen=True)
class Source:
    """An address to ask, and the Ed25519 public keys (32 bytes each) of which one must sign."""

    address: str
    keys: tuple[bytes, ...]

    @property
    def host(self) -> str:
        """The host that is asked, with a port that is not the usual one."""
        return urlsplit(self.address).netloc


def load_source(file: Path | None = None) -> Source | None:
    """Return what this package was built with; None where update checks are off.

    Raises `ValueError` for an incomplete setting, which ends the build of a package.
    """
    try:
        with (file or resources.path("updates.json")).open("rb") as stream:
            document = json.loads(stream.read(_MOST_BYTES))
    except FileNotFoundError:
        return None
    return source_of(document)


def source_of(document: object) -> Source | None:
    """Return the source in a document that was read. Raises `ValueError`."""
    if not isinstance(document, dict):
        raise ValueError("the updates' settings are no object")
    address, keys = document.get("address"), document.get("keys")
    if address is None and not keys:
        return None
    if not isinstance(address, str) or not _is_secure(address):
        raise ValueError("the updates' address does not begin with https://")
    if not isinstance(keys, list) or not 0 < len(keys) <= MOST_KEYS:
        raise ValueError(f"the updates' keys are not from 1 to {MOST_KEYS}")
    if not all(isinstance(key, str) and _KEY.fullmatch(key) for key in keys):
        raise ValueError("a key of the updates is not of 64 hexadecimal digits")
    return Source(address, tuple(bytes.fromhex(key) for key in keys))


def _is_secure(address: str) -> bool:
    parts = urlsplit(address)
    plain = address.isascii() and address.isprintable() and " " not in address
    asked = not (parts.query or parts.fragment or parts.username or parts.password)
    return plain and asked and parts.scheme == "https" and bool(parts.hostname)
