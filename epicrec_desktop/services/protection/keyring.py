"""The system's keyring: the Credential Manager of Windows, the Secret Service elsewhere.

The Secret Service is what GNOME Keyring, KWallet and KeePassXC answer to, over the session bus of
the person (https://specifications.freedesktop.org/secret-service/). The secret travels plain on
that bus, which only programs of the same person can use, and each of them could ask for it as well.
The Credential Manager encrypts with the log-in (https://learn.microsoft.com/windows/win32/api/wincred/).
"""

from __future__ import annotations

import sys
from typing import Protocol

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.messages import N_

APPLICATION = "epicrec-desktop"
LABEL = "EpicRec: key of your library"


class KeyringError(StoreError):
    """There is no keyring, it does not answer, or it was not unlocked."""


class Keyring(Protocol):
    """Keeps secrets by name. Every call may wait for the person to unlock it."""

    def get(self, name: str) -> bytes | None:
        """Return the secret of this name, None where there is none. Raises `KeyringError`."""

    def put(self, name: str, secret: bytes) -> None:
        """Keep a secret, in place of an older one. Raises `KeyringError`."""

    def remove(self, name: str) -> None:
        """Forget a secret, if there is one. Raises `KeyringError`."""


ABSENT = N_(
    "This computer has no keyring that answers. Nothing was changed. Start its keyring, "
    "such as GNOME Keyring, KWallet or KeePassXC, or use a passphrase."
)
DENIED = N_(
    "The keyring of this computer was not unlocked, or does not let EpicRec use it. "
    "Nothing was changed. Unlock it, and try again."
)


if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _GENERIC, _LOCAL_MACHINE = 1, 2
    _NOT_FOUND, _NO_SUCH_LOGON = 1168, 1312

    class _Credential(ctypes.Structure):
        _fields_ = (
            ("flags", wintypes.DWORD),
            ("type", wintypes.DWORD),
            ("target", wintypes.LPWSTR),
            ("comment", wintypes.LPWSTR),
            ("written", wintypes.FILETIME),
            ("size", wintypes.DWORD),
            ("blob", ctypes.POINTER(ctypes.c_ubyte)),
            ("persist", wintypes.DWORD),
            ("attributes", wintypes.DWORD),
            ("attribute", ctypes.c_void_p),
            ("alias", wintypes.LPWSTR),
            ("user", wintypes.LPWSTR),
        )

    _Pointer = ctypes.POINTER(_Credential)
    _advapi = ctypes.WinDLL("advapi32", use_last_error=True)
    _advapi.CredReadW.argtypes = (
        wintypes.LPCWSTR,
        wintypes.DWORD,
        wintypes.DWORD,
        ctypes.POINTER(_Pointer),
    )
    _advapi.CredWriteW.argtypes = (_Pointer, wintypes.DWORD)
    _advapi.CredDeleteW.argtypes = (wintypes.LPCWSTR, wintypes.DWORD, wintypes.DWORD)
    _advapi.CredFree.argtypes = (ctypes.c_void_p,)

    class Credentials:
        """`Keyring` over the Credential Manager."""

        def get(self, name: str) -> bytes | None:
            """See `Keyring`."""
            found = _Pointer()
            if not _advapi.CredReadW(_target(name), _GENERIC, 0, ctypes.byref(found)):
                if ctypes.get_last_error() == _NOT_FOUND:
                    return None
                raise _refused()
            try:
                stored = found.contents
                return bytes(stored.blob[: stored.size])
            finally:
                _advapi.CredFree(found)

        def put(self, name: str, secret: bytes) -> None:
            """See `Keyring`."""
            blob = (ctypes.c_ubyte * len(secret))(*secret)
            credential = _Credential(
                type=_GENERIC,
                target=_target(name),
                comment=LABEL,
                size=len(secret),
                blob=ctypes.cast(blob, ctypes.POINTER(ctypes.c_ubyte)),
                persist=_LOCAL_MACHINE,
                user=APPLICATION,
            )
            if not _advapi.CredWriteW(ctypes.byref(credential), 0):
                raise _refused()

        def remove(self, name: str) -> None:
            """See `Keyring`."""
            gone = _advapi.CredDeleteW(_target(name), _GENERIC, 0)
            if not gone and ctypes.get_last_error() != _NOT_FOUND:
                raise _refused()

    def _target(name: str) -> str:
        return f"{APPLICATION}/{name}"

    def _refused() -> Exception:
        return KeyringError(ABSENT if ctypes.get_last_error() == _NO_SUCH_LOGON else DENIED)
