"""Encrypts the library on this computer, unlocks it, and decrypts it again.

Works on the closed database: whoever switches it on or off has closed theirs, and nobody else may
have it open. What is not encrypted is in docs/architecture.md, "At rest".
"""

from __future__ import annotations

import secrets
import sys
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path

from epicrec_desktop.domain.errors import EpicRecError, StoreError
from epicrec_desktop.domain.messages import N_, message
from epicrec_desktop.domain.progress import UNATTENDED, Job
from epicrec_desktop.files import overwrite_and_remove
from epicrec_desktop.json_files import copy_of
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import Paths, private_folder, wrapped_keys
from epicrec_desktop.services.protection import MIN_PASSPHRASE_LENGTH, key_file
from epicrec_desktop.services.protection.key_file import (
    KdfCost,
    KeyFile,
    KeyLostError,
    UnlockMethod,
    WrappedKey,
)
from epicrec_desktop.services.protection.keyring import Keyring, KeyringError
from epicrec_desktop.services.sample_store import write_samples
from epicrec_desktop.store import database_errors, driver, encryption
from epicrec_desktop.store.database import LOCK_PATIENCE_S, is_emptied, lock_of, start_copy
from epicrec_desktop.store.database_opening import LIBRARY_IN_USE, open_database
from epicrec_desktop.store.driver import PLAIN, Driver
from epicrec_desktop.store.sample_file import SampleFile

STATUS = {
    None: message("Your library is not encrypted."),
    UnlockMethod.KEYRING: message(
        "Your library is encrypted. This computer's keyring has the key, so every program you run "
        "could unlock it, and it is never locked while you are logged in."
    ),
    UnlockMethod.PASSPHRASE: message("Your library is encrypted, and opened by a passphrase."),
}
"""What is said of a library that is unlocked in a way; None: it is not encrypted."""
NOT_ENCRYPTED = N_("Your library is not encrypted. Nothing was changed.")
NOT_OVERWRITTEN = message(
    "Not every old file could be overwritten: parts of the plain library may still be on the disk."
)
OTHER_COPIES = message(
    "Older copies may still be in backups and snapshots, and in spare parts of a solid-state disk. "
    "No program can reach those."
)
_NOT_FITTING = N_(
    "The key does not open your library: one of the two files is damaged, or older than "
    "the other. Nothing was changed. Restore both from one backup, or start anew."
)
_CANNOT_WRITE = N_(
    "The files of your library could not be written. Nothing was changed. "
    "Look whether the disk is full or read-only, and try again."
)


class PassphraseRequiredError(StoreError):
    """The library is locked, and only a person can unlock it."""

    def __init__(self) -> None:
        super().__init__(message("Your library is locked. It needs your passphrase."))


@dataclass(frozen=True)
class EncryptionEnabled:
    """`code` is shown once. `overwritten`: whether every previous file could be overwritten."""

    code: str
    overwritten: bool


class LibraryEncryption:
    """The library at `paths`, encrypted or not. Every method reads the files."""

    def __init__(
        self, paths: Paths, keyring: Keyring | None = None, cost: KdfCost | None = None
    ) -> None:
        self._database = paths.database
        self._data, self._samples = paths.data, paths.samples
        self._file = wrapped_keys(paths.database)
        self._given = keyring
        self._cost = KdfCost() if cost is None else cost

    @property
    def _keyring(self) -> Keyring:
        # Loaded where it is asked: most starts need none.
        return system_keyring() if self._given is None else self._given

    def way(self) -> UnlockMethod | None:
        """Return how the library is unlocked, None where it is not encrypted.

        Raises `KeyLostError` where the key file and its copy are damaged, or missing beside an
        encrypted library.
        """
        copy = start_copy(self._database)
        emptied = is_emptied(self._database)
        if driver.is_plain(copy if emptied else self._database):
            return None
        if not self._file.exists():
            was_plain = copy.exists() and driver.is_plain(copy)
            if was_plain or not driver.looks_encrypted(self._database):
                return None
            if not copy_of(self._file).exists():
                raise KeyLostError(
                    "Your library is encrypted, and the file {file}, which unlocks it, is missing. "
                    "Nothing was changed. Restore it from a backup, or start anew.",
                    file=self._file,
                )
        return KeyFile.load(self._file).way

    # Unlocking

    def unlock(self, passphrase: str | None = None) -> Driver:
        """Return how the database is opened; without a passphrase where none is needed.

        Raises `PassphraseRequiredError`, `KeyLostError`, `KeyringError`, or `StoreError` where the
        passphrase is another one.
        """
        if self.way() is None:
            return PLAIN
        stored = KeyFile.load(self._file)
        if stored.way is UnlockMethod.PASSPHRASE:
            if passphrase is None:
                raise PassphraseRequiredError
            key = key_file.unwrap_by_passphrase(stored.box, passphrase)
            if key is None:
                raise StoreError(
                    "This is not the passphrase. Nothing was changed. Please try again."
                )
            return self._tried(key)
        secret = self._keyring.get(stored.name)
        if secret is None:
            raise KeyLostError(
                "The keyring of this computer has no key for your library. "
                "Nothing was changed. Unlock it with your recovery code, or start anew."
            )
        key = key_file.unwrap(stored.box, secret)
        if key is None:
            raise KeyLostError(_NOT_FITTING)
        return self._tried(key)

    def recover(self, code: str, passphrase: str | None = None) -> Driver:
        """Unlock by the recovery code, and store the key again: in the keyring, or by a passphrase.

        Raises `StoreError` where the code is another one, the passphrase too short, or
        `KeyringError`; nothing is changed then.
        """
        if self.way() is None:
            return PLAIN
        with self._changing_keys() as stored:
            key = key_file.unwrap_by_code(stored.recovery, code)
            if key is None:
                raise StoreError(
                    "This is not the recovery code of this library. Nothing was changed. "
                    "Look at every sign, and try again."
                )
            opened = self._tried(key)
            self._wrap_and_save(stored, key, passphrase)
        return opened

    def _tried(self, key: bytes) -> Driver:
        """Return the key, if it opens the library; or its copy, where the library is damaged."""
        opened = Driver(key)
        for file in filter(Path.exists, (self._database, start_copy(self._database))):
            with suppress(*driver.errors()), closing(opened.connect(file)) as connection:
                connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
                return opened
        raise KeyLostError(_NOT_FITTING)

    # On and off

    def enable_encryption(
        self, passphrase: str | None = None, *, job: Job = UNATTENDED
    ) -> EncryptionEnabled:
        """Encrypt the library; its key is in the keyring, or needs the passphrase.

        Raises `StoreError`, `KeyringError`, `Cancelled`; the library is as it was then.
        """
        _check_passphrase(passphrase)
        self._refuse_if(encrypted=True)
        if not driver.is_plain(self._database):
            raise database_errors.damaged(self._database)
        if not self._database.exists():
            open_database(self._database).close()
        with self._alone():
            self._refuse_if(encrypted=True)
            # Keep the keys of a library that was moved away: it may be opened with them again.
            if self._file.exists():
                with suppress(OSError):
                    self._file.rename(f"{self._file}.of-another-{secrets.token_hex(4)}")
            key, code = key_file.new_key(), key_file.new_recovery_code()
            stored = KeyFile(
                name=secrets.token_hex(16),
                way=UnlockMethod.PASSPHRASE,
                box=WrappedKey(b""),
                recovery=key_file.wrap_by_code(key, code),
            )
            try:
                stored = self._wrap_and_save(stored, key, passphrase)
                overwritten = encryption.convert(self._database, PLAIN, Driver(key), job=job)
            except BaseException:
                self._forget(stored)
                raise
            with suppress(StoreError):  # else the next start does it
                self._keep_samples(None, key)
        return EncryptionEnabled(code, overwritten)

    def disable_encryption(self, opened: Driver, *, job: Job = UNATTENDED) -> None:
        """Decrypt the library, and forget its key. Raises as `enable_encryption`."""
        self._refuse_if(encrypted=False)
        with self._alone(), self._changing_keys() as stored:
            # At the last moment: without a seal they can be read beside either file.
            unseal = partial(self._keep_samples, opened.key, None)
            try:
                encryption.convert(self._database, opened, PLAIN, job=job, prepare_swap=unseal)
            except BaseException:
                if not driver.is_plain(self._database):
                    with suppress(StoreError):  # else the next start does it
                        self._keep_samples(None, opened.key)
                raise
            self._forget(stored)

    def change_passphrase(self, opened: Driver, passphrase: str | None) -> None:
        """Unlock by another passphrase from now on, or by the keyring; the data stay as they are.

        Raises `StoreError`, `KeyringError`.
        """
        with self._changing_keys() as stored:
            self._wrap_and_save(stored, _key(opened), passphrase)

    def new_recovery_code(self, opened: Driver) -> str:
        """Replace the recovery code; return the new one. Raises `StoreError`."""
        code = key_file.new_recovery_code()
        with self._changing_keys() as stored:
            self._save(stored.replace(recovery=key_file.wrap_by_code(_key(opened), code)))
        return code

    def start_over(self) -> Path:
        """Move the library that nobody can unlock aside, so that an empty one is made.

        Nothing is removed: its files are in the folder that is returned. Raises `StoreError`.
        """
        with self._alone():
            folder = self._data / f"set-aside-{datetime.now():%Y%m%d-%H%M%S}"  # noqa: DTZ005
            private_folder(folder)
            # The key's file last: as long as it is here, the library is an encrypted one.
            files = sorted(
                self._data.glob(f"{self._database.name}*"), key=lambda file: file == self._file
            )
            moved: list[Path] = []
            try:
                for file in files:
                    if not file.name.endswith(".lock"):
                        file.rename(folder / file.name)
                        moved.append(file)
            except OSError:
                for file in moved:
                    (folder / file.name).rename(file)
                raise StoreError(_CANNOT_WRITE) from None
        return folder

    # What they share

    def _wrap_and_save(self, stored: KeyFile, key: bytes, passphrase: str | None) -> KeyFile:
        """Store the key in another way; the keyring forgets what it had of it.

        A new secret gets the other name, so the key file on the disk never loses the one it needs;
        the next change from or to the keyring, or erasing, removes one that was not used.
        """
        _check_passphrase(passphrase)
        if passphrase is not None:
            box = key_file.wrap_by_passphrase(key, passphrase, self._cost)
            after = stored.replace(way=UnlockMethod.PASSPHRASE, box=box)
        else:
            secret = key_file.new_key()
            box = key_file.wrap(key, secret)
            after = stored.replace(name=_other_name(stored.name), way=UnlockMethod.KEYRING, box=box)
            self._keyring.put(after.name, secret)
            if self._keyring.get(after.name) != secret:
                raise KeyringError(
                    "The keyring of this computer did not keep the key. Nothing was changed. "
                    "Use a passphrase instead."
                )
        self._save(after)
        if UnlockMethod.KEYRING in (stored.way, after.way):
            used = after.name if after.way is UnlockMethod.KEYRING else ""
            with suppress(KeyringError):
                _remove_secrets(self._keyring, stored.name, but=used)
        return after

    def _keep_samples(self, before: bytes | None, after: bytes | None) -> None:
        """Seal the samples beside the library by its key, or no longer. Raises `StoreError`."""
        samples = SampleFile(self._samples, before).read()
        if samples is not None:
            write_samples(SampleFile(self._samples, after), samples)

    def _save(self, stored: KeyFile) -> None:
        try:
            stored.save(self._file)
        except OSError:
            raise StoreError(_CANNOT_WRITE) from None

    def _forget(self, stored: KeyFile) -> None:
        """Remove a key that opens nothing: none was made with it, or all is plain again."""
        if not driver.is_plain(self._database):
            return  # it was converted in spite of what went wrong afterwards
        for file in (self._file, copy_of(self._file)):
            with suppress(OSError):
                overwrite_and_remove(file)
        with suppress(KeyringError):
            _remove_secrets(self._keyring, stored.name)

    def _refuse_if(self, *, encrypted: bool) -> None:
        if (self.way() is not None) is not encrypted:
            return
        if encrypted:
            raise StoreError("Your library is encrypted already. Nothing was changed.")
        raise StoreError(NOT_ENCRYPTED)

    @contextmanager
    def _changing_keys(self) -> Iterator[KeyFile]:
        """Yield the key file as it is now, while nobody else changes it; the window may be open."""
        lock = FileLock(self._database.with_name(f"{self._database.name}.protection.lock"))
        with lock.held(StoreError(LIBRARY_IN_USE), patience=LOCK_PATIENCE_S):
            self._refuse_if(encrypted=False)
            yield KeyFile.load(self._file)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        private_folder(self._data)
        with lock_of(self._database).held(StoreError(LIBRARY_IN_USE), patience=LOCK_PATIENCE_S):
            yield


def forget_keys(paths: Paths) -> bool:
    """Have the keyring forget the keys of the libraries at `paths`; whether none is left there."""
    done = True
    for file in paths.data.rglob(f"{wrapped_keys(paths.database).name}*"):
        if file.suffix == copy_of(file).suffix and file.with_suffix("").exists():
            continue  # of one that a killed program did not write, the copy is there alone
        try:
            stored = KeyFile.load(file)
            _remove_secrets(system_keyring(), stored.name)
        except KeyringError:  # of one with a passphrase it has none, unless it failed before
            done = done and stored.way is UnlockMethod.PASSPHRASE
        except EpicRecError:
            done = False
    return done


def _remove_secrets(keyring: Keyring, name: str, but: str = "") -> None:
    """Have a keyring forget a library: also what a failed change left, `but` not the name in use.

    Raises `KeyringError`.
    """
    for one in (name, _other_name(name)):
        if one != but:
            keyring.remove(one)


def _other_name(name: str) -> str:
    """Return the second of the two names under which the keyring has a library's secret in turn."""
    return name.removesuffix("x") if name.endswith("x") else f"{name}x"


def _key(opened: Driver) -> bytes:
    assert opened.key is not None, "an encrypted library was unlocked"
    return opened.key


def _check_passphrase(passphrase: str | None) -> None:
    if passphrase is not None and len(passphrase) < MIN_PASSPHRASE_LENGTH:
        raise StoreError(
            "A passphrase needs {least} characters or more; several words are best. "
            "Nothing was changed.",
            least=MIN_PASSPHRASE_LENGTH,
        )


def system_keyring() -> Keyring:
    """Return this system's keyring. It is asked nothing before it is used."""
    if sys.platform == "win32":
        from epicrec_desktop.services.protection.keyring import Credentials  # noqa: PLC0415

        return Credentials()
    from epicrec_desktop.services.protection.secret_service import SecretService  # noqa: PLC0415

    return SecretService()
