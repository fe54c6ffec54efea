"""The publication that a worker answers with, and taking new ones from an address.

`ActiveModel` exchanges it while requests are being answered: a request takes what is in use when it
begins, and keeps that to its end.

`Mirror` takes the models of a service from an address: a static server, a bucket, another node.
What is there is a folder of publications, as `publications.py` writes it. `current.json` is asked
for now and then; what it names is fetched file by file, none larger than such a file may be, each
compared with its checksum in `files.json`, whose own is in `current.json`. Then it is read as a
publication, and only then it is in use here. Whatever fails, what is in use stays.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated

import msgspec
import requests
from msgspec import Meta

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.personas import load_personas, persona_request
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.wire import parse_request
from epicrec_desktop.recommend.wire_personas import lists_document
from epicrec_desktop.recommend.wire_published import MAX_CATALOG_BYTES, encode_catalog
from epicrec_desktop.recommend.wire_schema import LARGEST
from epicrec_desktop.server.http import CHECK_AGAIN, JSON, StaticResponse
from epicrec_desktop.server.publications import (
    CURRENT,
    DOCUMENT_BYTES,
    FILES,
    ActivePublication,
    FileEntry,
    Publication,
    PublicationError,
    Publications,
    parse_current,
    stamp,
)

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")

log = logging.getLogger("epicrec_desktop.server")


_computing = threading.Lock()  # cached_property has none from Python 3.12 on


@dataclass(frozen=True)
class LoadedPublication:
    """A publication, ready to answer with."""

    model_id: str
    people: int | None  # that the model learned from, where that is known
    published: str | None  # the day, where that is known
    recommender: Recommender
    questions: list[str]  # learned ones, by digest, whose numbers it ranks from
    catalog: StaticResponse
    manifest: StaticResponse

    @classmethod
    def of(cls, publication: Publication, since: str = "") -> LoadedPublication:
        """Prepare a publication for answers. `since`: when it became active, as ISO 8601."""
        model, catalog = publication.model, publication.catalog
        return cls(
            model.id,
            _people(model),
            since[:10] if _DAY.match(since) else None,
            Recommender(model, catalog, publication.aware),
            [scorer.digest for scorer in publication.aware.asked] if publication.aware else [],
            StaticResponse(encode_catalog(catalog), JSON, CHECK_AGAIN),
            StaticResponse(json.dumps(model.manifest).encode(), JSON, CHECK_AGAIN),
        )

    @property
    def persona_lists(self) -> StaticResponse:
        """What is answered to each of the public personas, computed when it is first asked for,
        which takes a second: by one of those who ask at that moment.
        """
        with _computing:
            return self._persona_lists

    @cached_property
    def _persona_lists(self) -> StaticResponse:
        personas = load_personas()
        answers = (
            self.recommender.answer(parse_request(persona_request(films)))
            for films in personas.films
        )
        lists = [tuple(film for film, _ in answer.overall) for answer in answers]
        document = json.dumps(lists_document(personas.digest, lists), separators=(",", ":"))
        return StaticResponse(document.encode(), JSON, CHECK_AGAIN)


def _people(model: ItemModel) -> int | None:
    users = model.parameters.get("users")
    return users if isinstance(users, int) and 0 <= users <= LARGEST else None


class ActiveModel:
    """The active publication of a folder. Raises `EpicRecError` if there is none."""

    def __init__(self, publications: Publications) -> None:
        self._publications = publications
        self._lock = threading.Lock()
        self._stamp = (-1, -1)
        self._name = ""
        self._serving: LoadedPublication | None = None
        self.refresh()

    def now(self) -> LoadedPublication:
        """Return the active publication."""
        assert self._serving is not None
        return self._serving

    def items(self, model_id: str) -> Path | None:
        """Return the items of the active model or of one before it; None if unknown."""
        return self._publications.items(model_id)

    def refresh(self) -> bool:
        """Load what was published since; return whether there was anything.

        Where it is damaged the one before stays in use, and `PublicationError` is raised once.
        """
        with self._lock:
            found = stamp(self._publications.folder)
            if found == self._stamp:
                return False
            used = self._publications.active_publication()
            if used is None:
                raise EpicRecError(
                    "No model was published yet; nothing was started. Import ratings and publish "
                    "one with: epicrec-server publish"
                )
            self._stamp = found
            if used.name == self._name:
                return False
            self._serving = LoadedPublication.of(self._publications.load(used.name), used.since)
            self._name = used.name
        log.info("using %s", used.name)
        return True


MOST_BYTES = {
    "catalog.json": MAX_CATALOG_BYTES,
    "manifest.json": DOCUMENT_BYTES,
    "about.json": DOCUMENT_BYTES,
    "scorer.npz": 500_000_000,
}
MOST_ITEMS_BYTES = 1_000_000_000
TIMEOUT_S = 10.0
LONGEST_S = 600.0
"""A publication that takes longer to fetch is given up, and tried again later."""

_ITEMS = re.compile(r"items-[a-z]+-[0-9a-f]{16}\.npy")
_Files = Annotated[dict[str, FileEntry], Meta(min_length=1, max_length=10)]
_PIECE = 1 << 16


class MirrorError(EpicRecError):
    """The remote publication cannot be used; the local one stays active."""


class _Session(requests.Session):
    def get_redirect_target(self, resp: requests.Response) -> None:
        """Return nothing: `requests` would read the body of a redirect, whole and unpacked."""


class Mirror:
    """A copy of the publication in use at an address."""

    def __init__(self, address: str, publications: Publications) -> None:
        self._address = address.rstrip("/")
        self._local = publications

    def pull(self) -> bool:
        """Take what is in use there; whether it was another one. Raises `MirrorError`, `OSError`.

        It is in use here when this returns.
        """
        with _Session() as session:
            session.trust_env = False
            there = self._current(session)
            used = self._local.active_publication()
            if used is not None and used.name == there.name:
                return False
            with self._local.writing():
                if not (self._local.folder / there.name).is_dir():
                    self._fetch(session, there)
                try:
                    self._local.load(there.name)
                except PublicationError:
                    shutil.rmtree(self._local.folder / there.name, ignore_errors=True)
                    raise _unusable() from None
                self._local.use(there.name)
        return True

    def _current(self, session: requests.Session) -> ActivePublication:
        try:
            return parse_current(b"".join(self._pieces(session, CURRENT, DOCUMENT_BYTES)))
        except PublicationError:
            raise _unusable() from None

    def _fetch(self, session: requests.Session, there: ActivePublication) -> None:
        """Fetch the folder of a publication, and name it once it is complete."""
        file_list = b"".join(self._pieces(session, f"{there.name}/{FILES}", DOCUMENT_BYTES))
        if hashlib.sha256(file_list).hexdigest() != there.files:
            raise _unusable()
        files = parse_files(file_list)
        partial = self._local.begin()
        end = time.monotonic() + LONGEST_S
        try:
            for name, entry in files.items():
                self._download(session, f"{there.name}/{name}", partial / name, entry, end)
            (partial / FILES).write_bytes(file_list)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
        self._local.place(partial, there.name)

    def _download(
        self, session: requests.Session, path: str, file: Path, entry: FileEntry, end: float
    ) -> None:
        digest, got = hashlib.sha256(), 0
        with file.open("xb") as stream:
            for piece in self._pieces(session, path, entry.bytes):
                digest.update(piece)
                stream.write(piece)
                got += len(piece)
                if time.monotonic() > end:
                    raise _unreachable()
        if got != entry.bytes or digest.hexdigest() != entry.sha256:
            raise _unusable()

    def _pieces(self, session: requests.Session, path: str, most: int) -> Iterator[bytes]:
        """Yield the content at a path. Raises `MirrorError` if it is longer or missing."""
        got = 0
        try:
            with session.get(
                f"{self._address}/{path}",
                timeout=TIMEOUT_S,
                stream=True,
                allow_redirects=False,
                headers={"Accept-Encoding": "identity", "Cache-Control": "no-cache"},
            ) as response:
                if response.status_code != 200:
                    raise _unreachable()
                for piece in response.iter_content(_PIECE):
                    got += len(piece)
                    if got > most:
                        raise _unusable()
                    yield piece
        except requests.RequestException:
            raise _unreachable() from None


def parse_files(content: bytes) -> dict[str, FileEntry]:
    """Return size and checksum of each file of a publication. Raises `MirrorError`."""
    try:
        files = msgspec.json.decode(content, type=_Files)
    except (ValueError, RecursionError):
        raise _unusable() from None
    for name, entry in files.items():
        most = MOST_ITEMS_BYTES if _ITEMS.fullmatch(name) else MOST_BYTES.get(name, -1)
        if entry.bytes > most:
            raise _unusable()
    return files


@contextmanager
def mirror_in_background(
    address: str, publications: Publications, seconds: float
) -> Iterator[None]:
    """Keep the copy up to date while the block runs, looking every so many seconds.

    Raises `MirrorError` where nothing can be fetched, and nothing is here from before.
    """
    mirror, ended = Mirror(address, publications), threading.Event()

    def look() -> None:
        while not ended.wait(seconds):
            _pull(mirror)

    if not _pull(mirror) and publications.active_publication() is None:
        raise _unreachable()
    thread = threading.Thread(target=look, name="models", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join(TIMEOUT_S)


def _pull(mirror: Mirror) -> bool:
    """Return whether the remote publication is active here; errors are logged by type."""
    try:
        if mirror.pull():
            log.info("another model was fetched")
    except (EpicRecError, OSError) as error:
        log.warning("models could not be fetched: %s", type(error).__name__)
        return False
    return True


def _unreachable() -> MirrorError:
    return MirrorError(
        "The models could not be fetched from their address; nothing was started. "
        "Check service.models, and that the folder of publications can be read there."
    )


def _unusable() -> MirrorError:
    return MirrorError(
        "What is published at the address of the models cannot be used; nothing was changed. "
        "Publish it again with this version."
    )
