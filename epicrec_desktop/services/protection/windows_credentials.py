"""Secrets in the Credential Manager of Windows, which encrypts them with the person's log-in.

https://learn.microsoft.com/windows/win32/api/wincred/
"""

from __future__ import annotations

import sys

from epicrec_desktop.services.protection.keyring import APPLICATION, LABEL, absent, denied

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
        return absent() if ctypes.get_last_error() == _NO_SUCH_LOGON else denied()
