"""What a service answers with: a catalog, a model and a scorer, published together, immutable.

    publications/<name>/   catalog.json, manifest.json with its items, scorer.npz, about.json,
                           and files.json: sizes and checksums of these
    publications/current.json   which one is in use, and which one was before

A publication is written whole under another name, and takes its place in one step; so does
`current.json`. So nobody reads half of one, and whoever is killed leaves the old one or the new
one. Its name is made of what is in it, so it never changes under its name. Items are mapped from
the file: all workers of a computer have them in memory once. Other computers may have a copy that
they fetch by themselves (`mirror.py`).
"""

from __future__ import annotations

import hashlib
import re
import secrets
import shutil
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.files import write_file
from epicrec_desktop.json_files import read_object
from epicrec_desktop.locks import FileLock
from epicrec_desktop.recommend.model import ItemModel, ModelError, short_id
from epicrec_desktop.recommend.model_files import CHECKED, LOCK, items_name, load, save
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.scorer_files import load_scorer, save_scorer
from epicrec_desktop.recommend.wire_published import (
    MAX_CATALOG_BYTES,
    encode_catalog,
    parse_catalog,
)
from epicrec_desktop.recommend.wire_schema import WireError

CURRENT = "current.json"
PREVIOUS_MODELS = 4
"""Number of publications stored: clients with the manifest of an earlier one fetch its items."""

_CATALOG, _SCORER, _ABOUT = "catalog.json", "scorer.npz", "about.json"
FILES = "files.json"
DOCUMENT_BYTES = 1_000_000
"""Bytes that `current.json`, `files.json` and `about.json` have at most."""

_TRAINING = "training.json"
_TRAINED_ON = "trained_on"
_LOCK = ".lock"
WAIT_SECONDS = 120.0
"""How long a publisher waits for another one."""

_NAME = re.compile(r"\A[a-z]+-[0-9a-f]{16}-[0-9a-f]{8}\Z")
Name = Annotated[str, Meta(pattern=_NAME.pattern)]


class PublicationError(EpicRecError):
    """A publication is none that can be used; the one in use stays in use."""


@dataclass(frozen=True)
class Publication:
    """What is answered with. `about` records how it was trained and its quality then."""

    catalog: Catalog
    model: ItemModel
    aware: ReleaseScorer | None = None
    about: Mapping[str, Any] = field(default_factory=dict)


class ActivePublication(msgspec.Struct, frozen=True):
    """Names of the publication in use, of those before it, newest first, and when it began.

    `files`: the checksum of its `files.json`.
    """

    name: Name
    before: tuple[Name, ...]
    since: str
    files: str


class FileEntry(msgspec.Struct, frozen=True):
    """Size and checksum of a file of a publication."""

    bytes: Annotated[int, Meta(ge=0)]
    sha256: str

    @classmethod
    def of(cls, file: Path) -> FileEntry:
        """Return those of a file. Raises `OSError`."""
        with file.open("rb") as stream:
            digest = hashlib.file_digest(stream, "sha256").hexdigest()
        return cls(file.stat().st_size, digest)


class Publications:
    """A folder of publications. Safe to use from several processes; publishers take turns."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def active_publication(self) -> ActivePublication | None:
        """Return the active publication; None before the first. Raises `PublicationError`."""
        try:
            with (self.folder / CURRENT).open("rb") as stream:
                return parse_current(stream.read(DOCUMENT_BYTES))
        except FileNotFoundError:
            return None
        except OSError:
            raise _damaged() from None

    def load(self, name: str) -> Publication:
        """Return the publication of a name. Raises `PublicationError`."""
        place = self.folder / name
        try:
            with (place / _CATALOG).open("rb") as stream:
                catalog = parse_catalog(stream.read(MAX_CATALOG_BYTES + 1))
            content = (place / _ABOUT).read_bytes()[:DOCUMENT_BYTES]
            about = msgspec.json.decode(content, type=dict[str, Any])
            model = load(place)
        except (OSError, ValueError, WireError, ModelError, RecursionError):
            raise _damaged() from None
        if name != _name(catalog, model):
            raise _damaged()
        return Publication(catalog, model, load_scorer(place / _SCORER, name), about)

    def publish(self, publication: Publication) -> str:
        """Store a publication, make it active, and return its name.

        It is on the disk when this returns. Raises `OSError`; the one before is then in use still.
        """
        name = _name(publication.catalog, publication.model)
        with self.writing():
            if not (self.folder / name).is_dir():
                partial = self.begin()
                write_file(partial / _CATALOG, encode_catalog(publication.catalog))
                save(publication.model, partial)
                if publication.aware is not None:
                    save_scorer(publication.aware, partial / _SCORER, name)
                write_file(partial / _ABOUT, _encoded(dict(publication.about)))
                files = (f for f in sorted(partial.iterdir()) if f.name not in (CHECKED, LOCK))
                write_file(partial / FILES, _encoded({f.name: FileEntry.of(f) for f in files}))
                self.finish(partial, name)
            self.use(name)
        return name

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Be the only writer of the folder while the block runs; others wait.

        Removes what a killed writer left. Raises `PublicationError` after `WAIT_SECONDS`.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(self.folder / _LOCK)
        busy = PublicationError(
            "Somebody else is publishing to the same folder; nothing was changed. "
            "Try again when that is done."
        )
        with lock.held(busy, patience=WAIT_SECONDS):
            for partial in self.folder.glob(".*.new"):
                shutil.rmtree(partial, ignore_errors=True)
            yield

    def begin(self) -> Path:
        """Create and return an empty folder to write a publication to."""
        partial = self.folder / f".{secrets.token_hex(8)}.new"
        partial.mkdir(mode=0o700)
        return partial

    def finish(self, partial: Path, name: str) -> None:
        """Rename a folder that was written to its final name. Raises `OSError`."""
        try:
            partial.rename(self.folder / name)
        except OSError:
            shutil.rmtree(partial, ignore_errors=True)
            if not (self.folder / name).is_dir():  # else another process published the same
                raise

    def note_training(self, outcome: Mapping[str, float], trained_on: str) -> None:
        """Store time and figures of the last training, published or not, and a digest of its data.

        Raises `OSError`.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        noted = {**outcome, "time": time.time(), _TRAINED_ON: trained_on}
        write_file(self.folder / _TRAINING, _encoded(noted))

    def last_training(self) -> dict[str, float]:
        """Return the figures of the last training here; empty without one."""
        found = self._training().items()
        return {name: value for name, value in found if isinstance(value, int | float)}

    def trained_on(self) -> str:
        """Return the digest of the data of the last training here; empty without one."""
        return str(self._training().get(_TRAINED_ON, ""))

    def _training(self) -> dict[str, Any]:
        return read_object(self.folder / _TRAINING, DOCUMENT_BYTES) or {}

    def roll_back(self) -> str:
        """Use the publication before the active one again; return its name.

        Doing it twice goes back twice. Raises `PublicationError` if there is none before.
        """
        with self.writing():
            found = self.active_publication()
            if found is None or not found.before:
                raise PublicationError(
                    "There is no earlier model to go back to; nothing was changed."
                )
            previous = found.before[0]
            self.load(previous)
            self._point(previous, found.before[1:])
        return previous

    def items(self, model_id: str) -> Path | None:
        """Return the file with the items of a stored model, by its id or `short_id`; None without.

        Of several with the same short id it is the newest: clients compare the items with the
        whole id.
        """
        found = []
        for place in self.folder.iterdir():
            stored = place.name.rpartition("-")[0]
            if _NAME.fullmatch(place.name) and model_id in (stored, short_id(stored)):
                with suppress(OSError):  # it is being removed
                    file = place / items_name(stored)
                    found.append((file.stat().st_mtime_ns, file))
        return max(found)[1] if found else None

    def use(self, name: str) -> None:
        """Make a stored publication active, and remove the oldest ones."""
        found = self.active_publication()
        before = () if found is None else (found.name, *found.before)
        before = tuple(dict.fromkeys(n for n in before if n != name))[: PREVIOUS_MODELS - 1]
        self._point(name, before)
        for place in self.folder.iterdir():
            if _NAME.fullmatch(place.name) and place.name not in (name, *before):
                # Windows keeps what is mapped; it goes the next time.
                shutil.rmtree(place, ignore_errors=True)

    def _point(self, name: str, before: Sequence[str]) -> None:
        try:
            files = (self.folder / name / FILES).read_bytes()
        except OSError:
            raise _damaged() from None
        since = datetime.now(UTC).isoformat(timespec="seconds")
        active = ActivePublication(name, tuple(before), since, hashlib.sha256(files).hexdigest())
        write_file(self.folder / CURRENT, _encoded(active))


def _name(catalog: Catalog, model: ItemModel) -> str:
    digest = hashlib.sha256(encode_catalog(catalog)).hexdigest()[:8]
    return f"{model.id}-{digest}"


def parse_current(content: bytes) -> ActivePublication:
    """Return the content of a `current.json`. Raises `PublicationError`."""
    try:
        return msgspec.json.decode(content, type=ActivePublication)
    except (ValueError, RecursionError):
        raise _damaged() from None


def _encoded(document: object) -> bytes:
    return msgspec.json.format(msgspec.json.encode(document), indent=2)


def _damaged() -> PublicationError:
    return PublicationError(
        "A published model is damaged and was not used. Go back to the one before it, or publish "
        "again."
    )


def stamp(folder: Path) -> tuple[int, int]:
    """Return what changes whenever another publication becomes active."""
    with suppress(OSError):
        status = (folder / CURRENT).stat()
        return status.st_mtime_ns, status.st_ino
    return 0, 0
