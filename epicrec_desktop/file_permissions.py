"""Who may open a file: the person alone, on every system.

POSIX has modes for that. Windows has access control lists: a protected one, which takes nothing
over from the folder above, with full rights for the person and for the system itself, which backs
files up and looks for viruses. File systems without rights (USB sticks) are left as they are.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path

if sys.platform == "win32":
    import ctypes
    from ctypes import wintypes

    _FILE_OBJECT, _DACL, _SDDL_1 = 1, 4, 1
    _TOKEN_QUERY, _TOKEN_USER = 8, 1

    _advapi = ctypes.WinDLL("advapi32", use_last_error=True)
    _kernel = ctypes.WinDLL("kernel32", use_last_error=True)
    _kernel.GetCurrentProcess.restype = wintypes.HANDLE
    _kernel.CloseHandle.argtypes = (wintypes.HANDLE,)
    _kernel.LocalFree.argtypes = (ctypes.c_void_p,)
    _advapi.OpenProcessToken.argtypes = (
        wintypes.HANDLE,
        wintypes.DWORD,
        ctypes.POINTER(wintypes.HANDLE),
    )
    _advapi.GetTokenInformation.argtypes = (
        wintypes.HANDLE,
        ctypes.c_int,
        ctypes.c_void_p,
        wintypes.DWORD,
        ctypes.POINTER(wintypes.DWORD),
    )
    _advapi.ConvertSidToStringSidW.argtypes = (ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p))
    _advapi.ConvertStringSecurityDescriptorToSecurityDescriptorW.argtypes = (
        wintypes.LPCWSTR,
        wintypes.DWORD,
        ctypes.POINTER(ctypes.c_void_p),
        ctypes.c_void_p,
    )
    _advapi.SetFileSecurityW.argtypes = (wintypes.LPCWSTR, wintypes.DWORD, ctypes.c_void_p)
    _advapi.GetNamedSecurityInfoW.argtypes = (
        wintypes.LPCWSTR,
        ctypes.c_int,
        wintypes.DWORD,
        *(ctypes.POINTER(ctypes.c_void_p),) * 5,
    )
    _advapi.ConvertSecurityDescriptorToStringSecurityDescriptorW.argtypes = (
        ctypes.c_void_p,
        wintypes.DWORD,
        wintypes.DWORD,
        ctypes.POINTER(ctypes.c_void_p),
        ctypes.c_void_p,
    )

    def make_private(path: Path) -> None:
        """Let the person alone read and write a file, or a folder and what will be made in it.

        Network shares may refuse even the owner: what they say stays.
        """
        with suppress(OSError):
            if access_list(path) == _private_list(folder=path.is_dir()):
                return
            _set(path)
            # What is in a folder already has the previous rights.
            for inside in path.rglob("*") if path.is_dir() else ():
                _set(inside)

    def access_list(path: Path) -> str:
        """Return the entries of a file's access control list, as SDDL; raises `OSError`."""
        descriptor = ctypes.c_void_p()
        nothing = ctypes.POINTER(ctypes.c_void_p)()
        code = _advapi.GetNamedSecurityInfoW(
            str(path), _FILE_OBJECT, _DACL, *(nothing,) * 4, ctypes.byref(descriptor)
        )
        if code:
            raise ctypes.WinError(code)
        try:
            return _entries(descriptor)
        finally:
            _kernel.LocalFree(descriptor)

    def _set(path: Path) -> None:
        with _private(folder=path.is_dir()) as descriptor:
            _checked(_advapi.SetFileSecurityW(str(path), _DACL, descriptor))

    @contextmanager
    def _private(*, folder: bool) -> Iterator[ctypes.c_void_p]:
        """Yield a security descriptor with the list that is wanted."""
        flags = "OICI" if folder else ""
        sddl = f"D:P(A;{flags};FA;;;SY)(A;{flags};FA;;;{_person()})"
        descriptor = ctypes.c_void_p()
        _checked(
            _advapi.ConvertStringSecurityDescriptorToSecurityDescriptorW(
                sddl, _SDDL_1, ctypes.byref(descriptor), None
            )
        )
        try:
            yield descriptor
        finally:
            _kernel.LocalFree(descriptor)

    @cache
    def _private_list(*, folder: bool) -> str:
        """As `access_list` returns it: Windows has short names for some accounts."""
        with _private(folder=folder) as descriptor:
            return _entries(descriptor)

    def _entries(descriptor: ctypes.c_void_p) -> str:
        """Without the flags before them, of which Windows adds some by itself."""
        text = ctypes.c_void_p()
        _checked(
            _advapi.ConvertSecurityDescriptorToStringSecurityDescriptorW(
                descriptor, _SDDL_1, _DACL, ctypes.byref(text), None
            )
        )
        sddl = _take_text(text)
        return sddl[sddl.find("(") :]

    @cache
    def _person() -> str:
        """Return the security identifier of who runs this process: S-1-5-21-…"""
        token = wintypes.HANDLE()
        process = _kernel.GetCurrentProcess()
        _checked(_advapi.OpenProcessToken(process, _TOKEN_QUERY, ctypes.byref(token)))
        try:
            size = wintypes.DWORD()
            _advapi.GetTokenInformation(token, _TOKEN_USER, None, 0, ctypes.byref(size))
            user = ctypes.create_string_buffer(size.value)
            _checked(
                _advapi.GetTokenInformation(token, _TOKEN_USER, user, size, ctypes.byref(size))
            )
        finally:
            _kernel.CloseHandle(token)
        text = ctypes.c_void_p()
        sid = ctypes.c_void_p.from_buffer(user)  # TOKEN_USER begins with the pointer to it
        _checked(_advapi.ConvertSidToStringSidW(sid, ctypes.byref(text)))
        return _take_text(text)

    def _take_text(text: ctypes.c_void_p) -> str:
        """Return a string that Windows has made, which is freed."""
        try:
            return ctypes.wstring_at(text.value or 0)
        finally:
            _kernel.LocalFree(text)

    def _checked(succeeded: int) -> None:
        if not succeeded:
            raise ctypes.WinError(ctypes.get_last_error())

else:

    def make_private(path: Path) -> None:
        """Let the person alone read and write a file, or a folder and what will be made in it.

        Raises `OSError` if it is somebody else's.
        """
        try:
            path.chmod(0o700 if path.is_dir() else 0o600)
        except OSError:  # a file system without rights shows everything as its user's own
            if path.stat().st_uid != os.geteuid():
                raise
