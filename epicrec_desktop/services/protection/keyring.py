"""The system's keyring: the Credential Manager of Windows, the Secret Service elsewhere.

The Secret Service is what GNOME Keyring, KWallet and KeePassXC answer to, over the session bus of
the person (https://specifications.freedesktop.org/secret-service/). The secret travels plain on
that bus, which only programs of the same person can use, and each of them could ask for it as well.
"""

from __future__ import annotations

from typing import Protocol

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.messages import message

APPLICATION = "epicrec-desktop"
LABEL = "EpicRec: key of your library"


class KeyringError(StoreError):
    """There is no keyring, it does not answer, or it was not unlocked."""


class Keyring(Protocol):
    """Keeps secrets by name. Every call may wait for the person to unlock it."""

    def get(self, name: str) -> bytes | None:
        """The secret of this name, None where there is none. Raises `KeyringError`."""

    def put(self, name: str, secret: bytes) -> None:
        """Keep a secret, in place of an older one. Raises `KeyringError`."""

    def remove(self, name: str) -> None:
        """Forget a secret, if there is one. Raises `KeyringError`."""


def absent() -> KeyringError:
    """The error where no keyring answers."""
    return KeyringError(
        message(
            "This computer has no keyring that answers. Nothing was changed. Start its keyring, "
            "such as GNOME Keyring, KWallet or KeePassXC, or use a passphrase."
        )
    )


def denied() -> KeyringError:
    """The error where the keyring stays locked."""
    return KeyringError(
        message(
            "The keyring of this computer was not unlocked, or does not let EpicRec use it. "
            "Nothing was changed. Unlock it, and try again."
        )
    )
