"""Asks, when the person says so, whether there is a newer version of this program.

Nothing asks by itself. The question is a plain GET that tells neither this program's version nor
anything of the person; the answer is believed only where it is signed, not expired, and follows
what was believed before.
"""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from pathlib import Path

from epicrec_desktop import __version__
from epicrec_desktop.domain.errors import UpdateError
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.domain.progress import IsCancelled, Job, never_cancelled
from epicrec_desktop.door.client import Client
from epicrec_desktop.door.failures import DoorError
from epicrec_desktop.door.request import HttpRequest, Waits
from epicrec_desktop.services.contacts import ContactService
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.store.contacts import ContactKind
from epicrec_desktop.updates.manifest import (
    MOST_BYTES,
    AcceptedManifest,
    Artifact,
    MalformedManifestError,
    Manifest,
    UntrustedManifestError,
    load_accepted,
    order,
    read,
    save_accepted,
)
from epicrec_desktop.updates.source import Source, load_source

_log = logging.getLogger(__name__)

CLOCKS_DIFFER = timedelta(days=1)
"""An announcement may be dated so far ahead of this computer's clock."""
DEADLINE_S = 30.0
_UNCHANGED = message("Nothing was changed.")


def update_source() -> Source | None:
    """Whom this package asks; a file that was damaged since it was built turns checks off."""
    try:
        return load_source()
    except (OSError, ValueError, RecursionError):
        _log.warning("The settings of update checks cannot be read; there are none.")
        return None


class Verdict(StrEnum):
    """How this program compares with the newest version."""

    NEWER = "newer"  # there is a newer one
    CURRENT = "current"
    AHEAD = "ahead"  # this one is newer than any that is announced


@dataclass(frozen=True)
class UpdateAnswer:
    """An announcement that is believed. `files`: those for this system."""

    verdict: Verdict
    own: str  # this program's version
    manifest: Manifest
    files: tuple[Artifact, ...]

    def note(self, language: str) -> str:
        """Return the release note in a language, else in English, else an empty text."""
        notes = self.manifest.notes
        return notes.get(language) or notes.get("en", "")


class UpdateService:
    """Update checks of one installation; off where it was built without a source."""

    def __init__(
        self,
        context: ServiceContext,
        contacts: ContactService,
        source: Source | None,
        *,
        version: str = __version__,
    ) -> None:
        self._context = context
        self._contacts = contacts
        self._source = source
        self._version = version

    @property
    def host(self) -> str | None:
        """Whom a check asks; None where there are no checks."""
        return None if self._source is None else self._source.host

    def check(self, cancelled: IsCancelled = never_cancelled) -> UpdateAnswer:
        """Ask once. Raises `UpdateError` and `Cancelled`; then nothing has changed."""
        source = self._source
        if source is None:
            raise UpdateError(_NO_SOURCE)
        with self._contacts.logged(ContactKind.UPDATE, source.host, source.address):
            if self._context.door is None:
                added = self._context.certificates()
                envelope = fetch_announcement(source, added, cancelled)
            else:
                envelope = self._context.ask_door("update", [], Job(cancelled=cancelled))
            manifest = self._verify_and_remember(envelope, source)
        own, newest = order(self._version), order(manifest.version)
        verdict = Verdict.CURRENT
        if newest != own:
            verdict = Verdict.NEWER if newest > own else Verdict.AHEAD
        system = "windows" if sys.platform == "win32" else sys.platform
        return UpdateAnswer(verdict, self._version, manifest, manifest.for_system(system))

    def _verify_and_remember(self, envelope: bytes, source: Source) -> Manifest:
        """Return the announcement and remember it. Raises `UpdateError` where it is not valid."""
        try:
            manifest = read(envelope, source.keys)
        except MalformedManifestError:
            raise UpdateError(_NONSENSE, host=source.host) from None
        except UntrustedManifestError:
            raise UpdateError(_UNSIGNED, host=source.host) from None
        # It may be signed, and not to be believed all the same.
        file, now = self._context.paths.updates, self._context.now()
        if manifest.issued > now + CLOCKS_DIFFER:
            raise UpdateError(_AHEAD_OF_TIME, host=source.host)
        if manifest.expires <= now:
            raise UpdateError(_EXPIRED, host=source.host)
        seen = load_accepted(file)
        if seen is not None and not seen.is_before(manifest):
            raise UpdateError(_OLDER, host=source.host)
        try:
            save_accepted(file, AcceptedManifest.of(manifest))
        except OSError:
            raise UpdateError(_NOT_STORED, host=source.host) from None
        return manifest


_NO_SOURCE = N_(
    "This package was made without an address to ask for newer versions. Nobody was asked. "
    "Look where you have it from."
)


def fetch_announcement(
    source: Source | None, certificates: Iterable[Path], cancelled: IsCancelled
) -> bytes:
    """Return what this source announces, unverified. Raises `UpdateError` and `Cancelled`."""
    if source is None:
        raise UpdateError(_NO_SOURCE)
    client = Client(Waits(DEADLINE_S), certificates)
    try:
        reply = client.exchange(HttpRequest(source.address, MOST_BYTES), cancelled)
    except DoorError as error:
        sentence = error.sentence(source.host, _UNCHANGED)
        raise UpdateError(sentence.template, **sentence.values) from None
    if reply.status != 200:
        raise UpdateError(
            "{host} has no announcement of newer versions to give (status {status}). "
            "Nothing was changed.",
            host=source.host,
            status=reply.status,
        )
    return reply.body


_NONSENSE = N_(
    "{host} did not answer with an announcement that this version can read. Nothing was changed."
)
_UNSIGNED = N_(
    "What {host} answered is not signed by the makers of this program, so it is not believed. "
    "Nothing was changed. Install nothing that is offered there until that is explained."
)
_EXPIRED = N_(
    "What {host} answered has expired: it may be an old announcement that hides a newer one. "
    "Nothing was changed. If this computer's date is right, try again in some days."
)
_AHEAD_OF_TIME = N_(
    "What {host} answered is dated in the future, so it is not believed. Nothing was changed. "
    "Look whether this computer's date is right."
)
_OLDER = N_(
    "What {host} answered is older than what was announced before, so it is not believed. "
    "Nothing was changed."
)
_NOT_STORED = N_(
    "What {host} answered could not be kept on this computer's disk, so it is not used. Look "
    "whether the disk is full."
)


def answer_text(answer: UpdateAnswer) -> Message:
    """Return the sentence that is shown first."""
    versions = {"newest": answer.manifest.version, "own": answer.own}
    return Message(_ANNOUNCED[answer.verdict], versions)


_ANNOUNCED = {
    Verdict.NEWER: N_("Version {newest} is there; this is {own}."),
    Verdict.CURRENT: N_("This is the newest version, {own}."),
    Verdict.AHEAD: N_("This version, {own}, is newer than the newest announced, {newest}."),
}
