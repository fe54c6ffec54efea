"""Read and write the second copy of all samples: a small file outside the folder that is backed up.

It holds noisy numbers, never counts. A database that is restored from a backup finds its samples
here and repeats them instead of sampling again (`services/sample_recovery.py`). The file has a
checksum: a damaged one is as none at all. A file that cannot be read at the moment is neither
missing nor damaged, and nothing is changed until it can be.

Beside an encrypted library the samples are sealed by a key that follows from the library's. Their
losses stay readable, so that another library of this user still counts them.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
import time
from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from enum import StrEnum
from pathlib import Path
from typing import Any, Final, Literal

import msgspec
from msgspec import field

from epicrec_desktop import system_errors
from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.json_text import fraction, month
from epicrec_desktop.domain.records import Month, Record
from epicrec_desktop.domain.release import SharedPeriods
from epicrec_desktop.files import overwrite_and_remove, work_file, write_file
from epicrec_desktop.locks import FileLock
from epicrec_desktop.paths import private_folder
from epicrec_desktop.store.database_errors import ODD
from epicrec_desktop.store.records import read_value

_PLAIN, _SEALED = 1, 2  # versions of the file
_PERSON = b"epicrec-samples"
_LARGEST = 16_000_000
_ATTEMPTS, _PAUSE_SECONDS = 6, 0.25
"""How often, and after what pause, a file is tried that another program may hold for a moment."""
_ABSENT = (FileNotFoundError, NotADirectoryError)
RELEASED: Final = "release"
CONTRIBUTED: Final = "contribution"


class LossCause(StrEnum):
    """Why a prior loss counts."""

    RESTORED = "restored"  # a restored database had forgotten samples
    COPIED = "copied"  # the library was copied without its sample file
    ELSEWHERE = "elsewhere"  # another library of this user sampled the same movies
    JOINED = "joined"  # another library was restored that had sampled the same months


class PriorLoss(Record, frozen=True, array_like=True):
    """A loss that adds to that of the stored periods.

    `periods` are those that it is of; `library_id` the library that sampled them, where that is
    known; `kind` whether it is of releases or of contributions.
    """

    loss: str  # a fraction, "1/5"
    why: LossCause
    periods: tuple[Month, ...] = ()
    library_id: str | None = None
    kind: Literal["release", "contribution"] = RELEASED

    def __post_init__(self) -> None:
        """Raise `ValueError` for a loss that is no fraction."""
        fraction(self.loss)


_WORDS = {
    "contributed_twice": "told_twice", "count": "draws", "library_id": "epoch",
    "periods": "windows", "prior_losses": "earlier",
}  # fmt: skip
"""What the file calls fields; the words are older."""


class Samples(Record, frozen=True, rename=_WORDS):
    """All samples of a library. `library_id` names it on this computer, None before it has one.

    `count` grows with every sample and every copy issued; `periods` are documents by month, and so
    are `contributions` (`services/sampled_contribution.py`). `others` are libraries that were
    released from on this computer before this one, by their id: a user who restores one from an
    export finds its samples here. `ours` are ids of those that were restored. `twice` are the
    periods of each movie that several of them counted, `contributed_twice` the same of
    contributions; no movie is named.
    """

    library_id: str | None = None
    count: int = 0
    prior_losses: tuple[PriorLoss, ...] = ()
    periods: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    others: Mapping[str, Samples] = field(default_factory=dict)
    ours: tuple[str, ...] = ()
    contributions: Mapping[Month, Mapping[str, Any]] = field(default_factory=dict)
    twice: SharedPeriods = ()
    contributed_twice: SharedPeriods = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the samples as JSON: noisy numbers, and no true count."""
        windows, mechanisms = split_mechanisms(self.periods)
        others = [other.to_dict() for other in self.others.values()]
        plain = msgspec.to_builtins(self.replace(periods={}, others={}))
        return {**plain, "windows": windows, "mechanisms": mechanisms, "others": others}

    @property
    def leave_room(self) -> bool:
        """Whether the file has room for them, sealed too, and for those of a century to come."""
        return len(json.dumps(self.to_dict())) <= _LARGEST // 2

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Samples:
        """Return the samples that `to_dict` wrote. Raises one of `ODD` for anything else."""
        others = [cls.from_dict(other) for other in data["others"]]
        plain: Samples = read_value({**data, "windows": {}, "others": {}}, cls)
        return plain.replace(
            periods=join_mechanisms(data["windows"], data["mechanisms"]),
            others={str(other.library_id): other for other in others},
            twice=join_twice(plain.twice),
            contributed_twice=join_twice(plain.contributed_twice),
        )


def split_mechanisms(
    periods: Mapping[str, Mapping[str, Any]],
) -> tuple[dict[str, dict[str, Any]], dict[str, Any]]:
    """Return the documents of periods with a digest for their mechanism, and these by digest.

    A mechanism has hundreds of rows and is mostly that of the period before.
    """
    digests: dict[int, str] = {}
    mechanisms: dict[str, Any] = {}
    windows = {}
    for name, document in periods.items():
        mechanism = document.get("mechanism")
        if id(mechanism) not in digests:
            digests[id(mechanism)] = _checksum(mechanism)
            mechanisms[digests[id(mechanism)]] = mechanism
        windows[name] = {**document, "mechanism": digests[id(mechanism)]}
    return windows, mechanisms


def join_mechanisms(
    windows: Mapping[str, Mapping[str, Any]], mechanisms: Mapping[str, Any]
) -> dict[str, dict[str, Any]]:
    """Return what `split_mechanisms` was given; periods of one mechanism share the object.

    A mechanism that is missing stays a digest, which `Period.from_dict` refuses.
    """
    return {
        str(name): {**document, "mechanism": mechanisms.get(document["mechanism"], "")}
        for name, document in windows.items()
    }


def join_twice(*groups: Iterable[Sequence[str]]) -> SharedPeriods:
    """Return the periods of movies that were counted in several, each group once, sorted.

    A group that is part of another adds nothing. A period can be named twice in one. Raises
    `ValueError` for what is no month.
    """
    every = {tuple(sorted(month(name) for name in one)) for group in groups for one in group}
    bits: dict[tuple[str, int], int] = {}  # of a month, and of the same month once more
    distinct: dict[int, tuple[str, ...]] = {}
    for one in sorted((one for one in every if len(one) > 1), key=len, reverse=True):
        seen: Counter[str] = Counter()
        mask = 0
        for name in one:
            mask |= bits.setdefault((name, seen[name]), 1 << len(bits))
            seen[name] += 1
        if not any(mask & larger == mask for larger in distinct):
            distinct[mask] = one
    return tuple(sorted(distinct.values()))


class SampleFile:
    """The file beside the database; `key` is that of an encrypted library."""

    def __init__(self, path: Path, key: bytes | None = None) -> None:
        self._path = path
        self._key = key and hashlib.blake2b(key, digest_size=32, person=_PERSON).digest()

    @property
    def seals(self) -> bool:
        """Whether it writes samples sealed."""
        return self._key is not None

    def read(self) -> Samples | None:
        """Return what `write` wrote; None where the file is missing or damaged.

        Of a file that another key sealed these are samples of no library, with all its losses.
        Raises `StoreError` where it is there and cannot be read, also after some seconds.
        """
        return self._read()[0]

    def holds(self, samples: Samples) -> bool:
        """Return whether exactly these samples are there, sealed if they shall be."""
        return self._read() == (samples, self.seals)

    def _read(self) -> tuple[Samples | None, bool]:
        """Return the samples, and whether they are sealed."""
        text = self._bytes()
        try:
            data = json.loads(text)
            version = data.pop("version")
            if version not in (_PLAIN, _SEALED) or data.pop("sha256") != _checksum(data):
                return None, False
            if version == _PLAIN:
                return Samples.from_dict(data), False
            losses: tuple[PriorLoss, ...] = read_value(data["earlier"], tuple[PriorLoss, ...])
            opened = self._unseal(b64decode(data["sealed"]))
            if opened is None:
                return Samples(prior_losses=losses), True
            return Samples.from_dict(json.loads(opened)), True
        except ODD:
            return None, False

    def _unseal(self, sealed: bytes) -> bytes | None:
        """Return what was sealed; None where another key did it."""
        if self._key is None:
            return None
        from nacl.exceptions import CryptoError  # noqa: PLC0415 - most libraries have no key
        from nacl.secret import SecretBox  # noqa: PLC0415

        try:
            return SecretBox(self._key).decrypt(sealed)
        except CryptoError:
            return None

    def _document(self, samples: Samples, losses: Iterable[PriorLoss]) -> dict[str, Any]:
        data = samples.to_dict()
        if self._key is None:
            return {"version": _PLAIN, "sha256": _checksum(data), **data}
        from nacl.secret import SecretBox  # noqa: PLC0415 - most libraries have no key

        sealed = bytes(SecretBox(self._key).encrypt(json.dumps(data).encode()))
        data = {"earlier": msgspec.to_builtins(list(losses)), "sealed": b64encode(sealed).decode()}
        return {"version": _SEALED, "sha256": _checksum(data), **data}

    def _bytes(self) -> bytes:
        """Return the content; nothing where the file is missing."""
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                with self._path.open("rb") as stream:
                    return stream.read(_LARGEST)
            except _ABSENT:
                return b""
            except OSError as error:
                if attempt == _ATTEMPTS:
                    raise StoreError(
                        "The second copy of your blurred counts in {path} cannot be read at the "
                        "moment ({reason}), so nothing was changed or sent. Close what may hold "
                        "the file or allow reading it, and try again.",
                        path=str(self._path),
                        reason=system_errors.reason_of(error),
                    ) from None
            time.sleep(_PAUSE_SECONDS)
        raise AssertionError("unreachable")

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Keep other processes from writing the file. Raises `StoreError` as `write`."""
        lock = FileLock(self._path.with_name(f"{self._path.name}.lock"))
        with ExitStack() as stack:
            try:
                private_folder(self._path.parent)
                stack.enter_context(lock.held(StoreError(system_errors.FILE_IN_USE)))
            except OSError as error:
                raise self._not_saved(error) from None
            yield

    def write(self, samples: Samples, losses: Iterable[PriorLoss] = ()) -> None:
        """Replace the file in one step; it is on the disk when this returns.

        `losses` are all that these samples mean for another library: of sealed ones they stay
        readable. Raises `StoreError`, also for more than is ever read: then nothing may be sent.
        """
        old = work_file(self._path, "old")
        try:
            if self.seals:  # samples that were not sealed are overwritten
                overwrite_and_remove(old)
                with suppress(OSError):
                    os.link(self._path, old)
            self._put(self._path, samples, losses)
            overwrite_and_remove(old)
        except OSError as error:
            raise self._not_saved(error) from None

    def check_writable(self, samples: Samples) -> None:
        """Write these samples under another name, and remove them. Raises `StoreError`."""
        other = work_file(self._path, "check")
        try:
            overwrite_and_remove(other)
            self._put(other, samples)
            overwrite_and_remove(other)
        except OSError as error:
            raise self._not_saved(error) from None

    def _put(self, path: Path, samples: Samples, losses: Iterable[PriorLoss] = ()) -> None:
        text = json.dumps(self._document(samples, losses))
        if len(text) > _LARGEST:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        private_folder(path.parent)
        write_file(path, text.encode())

    def _not_saved(self, error: OSError) -> StoreError:
        return StoreError(
            "The second copy of your blurred counts could not be saved in {path} ({reason}), "
            "so nothing was sent. Make room or allow writing there, and try again.",
            path=str(self._path),
            reason=system_errors.reason_of(error),
        )


def _checksum(data: object) -> str:
    """Return the SHA-256 of a document, however its keys are ordered."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()
