"""`epicrec protect`: encrypt the library at rest; and unlock it for every other command."""

from __future__ import annotations

from argparse import Namespace

from epicrec_desktop.console.options import YES, Actions, action, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import Cancelled, StoreError
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.erasing import finish_erasing
from epicrec_desktop.services.protection.library_encryption import (
    NOT_ENCRYPTED,
    NOT_OVERWRITTEN,
    OTHER_COPIES,
    STATUS,
    LibraryEncryption,
    PassphraseRequiredError,
)
from epicrec_desktop.store.driver import Driver

_EXPLANATION = (
    "The library is written again, encrypted. Copies kept of before an update or an import are "
    "removed. You get a recovery code: without it and without the key, nobody can bring your "
    "library back. Your browsers' own history and your exports stay as they are, unencrypted."
)
_OFF_QUESTION = "Write your library as a plain file, which everybody can read who reads this disk?"
_KEEP_CODE = "Write this down and keep it elsewhere. It is not shown again:"


def unlock_library(paths: Paths, terminal: Terminal | None) -> Driver:
    """Return the driver that opens the library; ask for a passphrase at `terminal` if needed.

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


_PASSPHRASE = option(
    "--passphrase", action="store_true", help="a passphrase instead of the keyring"
)


@action("status", "Say whether the library is encrypted, and how it is unlocked.")
def _status(paths: Paths, options: Namespace, terminal: Terminal, job: Job) -> None:
    method = LibraryEncryption(paths).way()
    terminal.say(STATUS[method])
    terminal.document({"encrypted": method is not None, "unlocked_by": method})


@action("on", "Encrypt the library; its key is kept in the system's keyring.", _PASSPHRASE, YES)
def _on(paths: Paths, options: Namespace, terminal: Terminal, job: Job) -> None:
    terminal.say(_EXPLANATION)
    _ask(options, terminal, "Encrypt your library?")
    passphrase = _new_passphrase(options, terminal)
    done = LibraryEncryption(paths).enable_encryption(passphrase, job=job)
    terminal.say("Your library is encrypted now.")
    _show_code(terminal, done.code)
    if not done.overwritten:
        terminal.say(NOT_OVERWRITTEN)
    terminal.say(OTHER_COPIES)
    terminal.document(
        {"encrypted": True, "recovery_code": done.code, "overwritten": done.overwritten}
    )


@action("off", "Write the library as a plain file again.", YES)
def _off(paths: Paths, options: Namespace, terminal: Terminal, job: Job) -> None:
    protection = LibraryEncryption(paths)
    opened = unlock_library(paths, terminal)
    _ask(options, terminal, _OFF_QUESTION)
    protection.disable_encryption(opened, job=job)
    terminal.say("Your library is a plain file again. Its key and its recovery code are gone.")
    terminal.document({"encrypted": False})


@action("change", "Keep the key in the keyring, or by a passphrase, from now on.", _PASSPHRASE)
def _change(paths: Paths, options: Namespace, terminal: Terminal, job: Job) -> None:
    opened = unlock_library(paths, terminal)
    passphrase = _new_passphrase(options, terminal)
    LibraryEncryption(paths).change_passphrase(opened, passphrase)
    terminal.say(
        "The keyring of this computer unlocks your library now."
        if passphrase is None
        else "The new passphrase unlocks your library now."
    )
    terminal.document({"encrypted": True})


@action("code", "Make a new recovery code; the old one opens only copies made before.")
def _code(paths: Paths, options: Namespace, terminal: Terminal, job: Job) -> None:
    code = LibraryEncryption(paths).new_recovery_code(unlock_library(paths, terminal))
    _show_code(terminal, code)
    terminal.document({"recovery_code": code})


@action("recover", "Unlock with the recovery code, and store the key again.", _PASSPHRASE)
def _recover(paths: Paths, options: Namespace, terminal: Terminal, job: Job) -> None:
    code = _required(terminal.secret("Recovery code"))
    LibraryEncryption(paths).recover(code, _new_passphrase(options, terminal))
    terminal.say("Your library is unlocked again.")
    terminal.document({"encrypted": True})


@action("start-anew", "Set a library that nobody can unlock aside; nothing is lost.", YES)
def _start_over(paths: Paths, options: Namespace, terminal: Terminal, job: Job) -> None:
    protection = LibraryEncryption(paths)
    if protection.way() is None:
        raise StoreError(NOT_ENCRYPTED)
    _ask(options, terminal, "Set the encrypted library aside and begin with an empty one?")
    folder = protection.start_over()
    terminal.say(f"The old library was moved to {folder}. It is still encrypted.")
    terminal.document({"moved_to": str(folder)})


def _ask(options: Namespace, terminal: Terminal, question: str) -> None:
    if not options.yes and not terminal.agrees(question):
        raise Cancelled("Nothing was changed. To go on without being asked, add --yes.")


def _new_passphrase(options: Namespace, terminal: Terminal) -> str | None:
    """Ask twice for a new passphrase; return None where the keyring gets the key."""
    if not options.passphrase:
        return None
    first = _required(terminal.secret("New passphrase"))
    if first != _required(terminal.secret("The same again")):
        raise StoreError("The two passphrases are not the same. Nothing was changed.")
    return first


def _required(text: str | None) -> str:
    if text is None:
        raise PassphraseRequiredError
    return text


def _show_code(terminal: Terminal, code: str) -> None:
    terminal.say(_KEEP_CODE)
    terminal.say()
    terminal.say(f"    {code}")
    terminal.say()


protect = Actions(_status, _on, _off, _change, _recover, _code, _start_over)
