"""`epicrec protect`: the library encrypted at rest; and unlocking it for every other command."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import Cancelled, StoreError
from epicrec_desktop.domain.progress import IsCancelled, Job
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.erasing import finish_erasing
from epicrec_desktop.services.protection.key_file import UnlockMethod
from epicrec_desktop.services.protection.library_encryption import (
    EncryptionEnabled,
    LibraryEncryption,
    PassphraseRequiredError,
)
from epicrec_desktop.store.driver import Driver

_STATUS = {
    None: "Your library is not encrypted: who reads this disk reads it.",
    UnlockMethod.KEYRING: "Your library is encrypted. Its key is in the keyring of this computer, "
    "and every program that runs in your name can unlock it.",
    UnlockMethod.PASSPHRASE: "Your library is encrypted, and unlocked by your passphrase.",
}
_BEFORE = (
    "The library is written anew, encrypted. Copies kept of before an update or an import are "
    "removed. You get a recovery code: without it and without the key, nobody can bring your "
    "library back. Your browsers' own history and your exports stay as they are, unencrypted."
)
_AS_PLAIN = "Write your library as a plain file, which everybody can read who reads this disk?"
_KEEP_CODE = "Write this down and keep it elsewhere. It is not shown again:"
_NOT_OVERWRITTEN = (
    "Not every old file could be overwritten: parts of the plain library may still be on the disk."
)
_ELSEWHERE = (
    "Older copies may still be in backups and snapshots, and in spare parts of a solid-state disk. "
    "No program can reach those."
)


def unlock_library(paths: Paths, terminal: Terminal | None) -> Driver:
    """How the library is opened; the passphrase is asked for at `terminal`, where one is needed.

    Raises `StoreError`.
    """
    finish_erasing(paths)
    protection = LibraryEncryption(paths)
    try:
        return protection.unlock()
    except PassphraseRequiredError:
        if terminal is None:
            raise
        passphrase = terminal.secret("Passphrase of your library")
        if passphrase is None:
            raise
        return protection.unlock(passphrase)


def protect(
    paths: Paths, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Do what was asked; the exit code. Raises `EpicRecError`."""
    finish_erasing(paths)
    _ACTIONS[options.action](paths, options, terminal, cancelled)
    return 0


def _status(paths: Paths, _o: argparse.Namespace, terminal: Terminal, _c: IsCancelled) -> None:
    way = LibraryEncryption(paths).way()
    terminal.say(_STATUS[way])
    terminal.document({"encrypted": way is not None, "unlocked_by": None if way is None else way})


def _on(
    paths: Paths, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> None:
    terminal.say(_BEFORE)
    _ask(options, terminal, "Encrypt your library?")
    passphrase = _new_passphrase(options, terminal)
    done = LibraryEncryption(paths).enable_encryption(
        passphrase, job=Job(terminal.report, cancelled)
    )
    terminal.say("Your library is encrypted now.")
    _show_code(terminal, done.code)
    if not done.overwritten:
        terminal.say(_NOT_OVERWRITTEN)
    terminal.say(_ELSEWHERE)
    terminal.document(_print_result(done))


def _off(
    paths: Paths, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> None:
    protection = LibraryEncryption(paths)
    opened = unlock_library(paths, terminal)
    _ask(options, terminal, _AS_PLAIN)
    protection.disable_encryption(opened, job=Job(terminal.report, cancelled))
    terminal.say("Your library is a plain file again. Its key and its recovery code are gone.")
    terminal.document({"encrypted": False})


def _change(paths: Paths, options: argparse.Namespace, terminal: Terminal, _c: IsCancelled) -> None:
    opened = unlock_library(paths, terminal)
    passphrase = _new_passphrase(options, terminal)
    LibraryEncryption(paths).change_passphrase(opened, passphrase)
    terminal.say(
        "The keyring of this computer unlocks your library now."
        if passphrase is None
        else "The new passphrase unlocks your library now."
    )
    terminal.document({"encrypted": True})


def _code(paths: Paths, _o: argparse.Namespace, terminal: Terminal, _c: IsCancelled) -> None:
    code = LibraryEncryption(paths).new_recovery_code(unlock_library(paths, terminal))
    _show_code(terminal, code)
    terminal.document({"recovery_code": code})


def _recover(
    paths: Paths, options: argparse.Namespace, terminal: Terminal, _c: IsCancelled
) -> None:
    code = _given(terminal.secret("Recovery code"))
    LibraryEncryption(paths).recover(code, _new_passphrase(options, terminal))
    terminal.say("Your library is unlocked again.")
    terminal.document({"encrypted": True})


def _start_over(
    paths: Paths, options: argparse.Namespace, terminal: Terminal, _c: IsCancelled
) -> None:
    protection = LibraryEncryption(paths)
    if protection.way() is None:
        raise StoreError("Your library is not encrypted. Nothing was changed.")
    _ask(options, terminal, "Set the encrypted library aside and begin with an empty one?")
    folder = protection.start_over()
    terminal.say(f"The old library was moved to {folder}. It is still encrypted.")
    terminal.document({"moved_to": str(folder)})


def _ask(options: argparse.Namespace, terminal: Terminal, question: str) -> None:
    if not options.yes and not terminal.agrees(question):
        raise Cancelled("Nothing was changed. To go on without being asked, add --yes.")


def _new_passphrase(options: argparse.Namespace, terminal: Terminal) -> str | None:
    """Asked for twice, so that a slip is seen; None where the keyring is to have the key."""
    if not options.passphrase:
        return None
    first = _given(terminal.secret("New passphrase"))
    if first != _given(terminal.secret("The same again")):
        raise StoreError("The two passphrases are not the same. Nothing was changed.")
    return first


def _given(text: str | None) -> str:
    if text is None:
        raise PassphraseRequiredError
    return text


def _show_code(terminal: Terminal, code: str) -> None:
    terminal.say(_KEEP_CODE)
    terminal.say()
    terminal.say(f"    {code}")
    terminal.say()


def _print_result(done: EncryptionEnabled) -> dict[str, object]:
    return {"encrypted": True, "recovery_code": done.code, "overwritten": done.overwritten}


_ACTIONS: dict[str, Callable[[Paths, argparse.Namespace, Terminal, IsCancelled], None]] = {
    "status": _status,
    "on": _on,
    "off": _off,
    "change": _change,
    "code": _code,
    "recover": _recover,
    "start-anew": _start_over,
}
