"""The library encrypted while it is tortured: unlocked without a person, and looked at."""

from collections.abc import Callable, Iterator
from pathlib import Path

from sqlalchemy import text

from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.erasing import finish_erasing
from epicrec_desktop.services.protection.library_encryption import (
    LibraryEncryption,
    PassphraseRequiredError,
)
from epicrec_desktop.store.database import Database
from epicrec_desktop.store.driver import Driver
from keyrings import CHEAP
from torture.commands import PASSPHRASES, Known

Unlock = Callable[..., Driver]
SECRET = "Quatermass and the Hangman"
"""In every database of a run, and in no other file."""
PLAIN_BEGIN = b"SQLite format 3\0"


def unlock_alone(typed: str) -> None:
    """In this process nobody is asked: `typed` is every answer, and the library opens by itself."""
    LibraryEncryption.__init__.__defaults__ = (None, CHEAP)
    LibraryEncryption.unlock = _opened_by_any(LibraryEncryption.unlock)
    Terminal.secret = lambda _self, _question: typed or None


def _opened_by_any(unlock: Unlock) -> Unlock:
    def opened(self: LibraryEncryption, passphrase: str | None = None) -> Driver:
        try:
            return unlock(self, passphrase)
        except PassphraseRequiredError as required:
            try:
                return opened_by(unlock, self, PASSPHRASES)
            except AssertionError:
                raise required from None

    return opened


def opened_by(
    unlock: Unlock, protection: LibraryEncryption, passphrases: tuple[str, ...]
) -> Driver:
    """The library by the first of these that opens it. Raises `AssertionError`."""
    for passphrase in passphrases:
        try:
            return unlock(protection, passphrase)
        except StoreError:
            continue
    raise AssertionError("no passphrase opens the library")


def unlocked(paths: Paths, known: Known) -> Driver:
    """The library, opened as what is known says. Raises `AssertionError`."""
    finish_erasing(paths)
    protection = LibraryEncryption(paths)
    encrypted = protection.way() is not None
    assert known.encrypted in (None, encrypted), f"encrypted: {encrypted}, and not as was said"
    if not encrypted:
        return protection.unlock()
    return opened_by(
        LibraryEncryption.unlock,
        protection,
        (known.passphrase,) if known.passphrase else PASSPHRASES,
    )


def plant(database: Database) -> None:
    """Put the secret into a database."""
    with database.write() as session:
        session.execute(
            text("INSERT INTO state (key, value) VALUES ('torture', :secret)"), {"secret": SECRET}
        )


def plain_parts(paths: Paths, temporary: Path) -> Iterator[str]:
    """Files in which an encrypted library can be read."""
    for folder in (paths.data, paths.cache, paths.state, temporary):
        for file in sorted(folder.rglob("*")):
            content = file.read_bytes() if file.is_file() else b""
            if SECRET.encode() in content:
                yield f"{file.name} tells the secret"
            elif folder == paths.data and content.startswith(PLAIN_BEGIN):
                yield f"{file.name} is a plain database"
