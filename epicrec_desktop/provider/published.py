"""Fetch what a provider publishes (catalog, model, self-description) on a schedule; cache it."""

from __future__ import annotations

import hashlib
import secrets
import threading
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import TypeVar

import msgspec

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import IsCancelled, Job, Progress, check
from epicrec_desktop.door.request import Certificate
from epicrec_desktop.provider.address import split_address
from epicrec_desktop.provider.cache import NOTHING_SENT, is_due
from epicrec_desktop.provider.foreign import Asking
from epicrec_desktop.provider.interface import OwnInterface, PlainJson, interface_of
from epicrec_desktop.provider.session import ProviderSession
from epicrec_desktop.recommend import model_files
from epicrec_desktop.recommend.model import ItemModel, ModelError, short_id
from epicrec_desktop.recommend.model_manifest import MANIFEST_BYTES, parse_manifest
from epicrec_desktop.recommend.wire_published import (
    MAX_ABOUT_BYTES,
    MAX_CATALOG_BYTES,
    About,
    encode_catalog,
    parse_about,
    parse_catalog,
)
from epicrec_desktop.recommend.wire_schema import WireError

EVERY_SECONDS = 24 * 3600
JITTER_SECONDS = 2 * 3600

MAX_MODEL_BYTES = 100_000_000

Parsed = TypeVar("Parsed")

_NO_MOVIES = b"none"
"""Stored in place of the catalog of a server that lists none."""

_ABOUT, _LAST_CONTACT, _LAST_CONTACT_BYTES = "word", "met", 10_000


@dataclass(frozen=True)
class LastContact:
    """The last contact with a provider: its time, and its certificate (None: plain HTTP)."""

    time: datetime
    certificate: Certificate | None


class Published:
    """What one provider publishes: catalog, model, self-description.

    Thread-safe. Raises `ProviderError`.
    """

    def __init__(self, exchanges: ProviderSession) -> None:
        self._exchanges = exchanges
        self._cache = exchanges.cache
        self._interface = interface_of(exchanges.address)
        self._lock = threading.Lock()
        self._parsed: tuple[str, Catalog] | None = None  # with its checksum

    def catalog(self) -> Catalog | None:
        """Return the catalog as it was last fetched; None where it never was, or is damaged."""
        return self._stored("catalog", MAX_CATALOG_BYTES, self._read)

    def model(self) -> ItemModel | None:
        """Return the model as it was last fetched; None where there is none, or it is damaged."""
        with self._lock:
            try:
                return model_files.load(self._cache.model_folder)
            except (OSError, ModelError):
                return None

    def about(self) -> About | None:
        """Return its self-description as it was last fetched; None where it gave none."""
        return self._stored(_ABOUT, MAX_ABOUT_BYTES, parse_about)

    def last_contact(self) -> LastContact | None:
        """Return the contact that fetched all this; None where that is not known."""
        parse = msgspec.json.Decoder(LastContact).decode
        return self._stored(_LAST_CONTACT, _LAST_CONTACT_BYTES, parse)

    def _stored(self, name: str, most: int, parse: Callable[[bytes], Parsed]) -> Parsed | None:
        with self._lock:
            body = self._cache.get(name, most)
            try:
                return None if body is None else parse(body)
            except ValueError:
                return None

    def is_due(self, now: datetime) -> bool:
        """Return whether to fetch; also after a clock was set back by more than a day."""
        due = is_due(self._cache.due(), now, EVERY_SECONDS + JITTER_SECONDS)
        return due and not isinstance(self._interface, PlainJson)  # which lists no movies

    def fetch(self, now: datetime, job: Job) -> Message:
        """Fetch catalog, model and self-description; return a sentence of what there is.

        The next round is scheduled before anything is asked, so that neither an answer nor the
        lack of one moves it. What was stored stays unless something valid replaces it.
        """
        with self._lock:
            pause = EVERY_SECONDS + secrets.randbelow(JITTER_SECONDS)
            self._cache.put_due(now.timestamp() + pause)
            name = self._exchanges.name
            job.report(Progress(message("Fetching the catalog of {provider}", provider=name), 0, 2))
            catalog = self._fetch_catalog(job.cancelled)
            shares = False
            if isinstance(self._interface, OwnInterface):
                job.report(Progress("Fetching the public model", 1, 2))
                shares = self._fetch_model(job.cancelled)
                self._fetch_about(job.cancelled)
            last_contact = LastContact(now, self._exchanges.certificate)
            self._cache.put(_LAST_CONTACT, msgspec.json.encode(last_contact))
        values = {"movies": len(catalog.movies), "categories": len(catalog.categories)}
        template = _SHARES if shares else _SHARES_NOT if catalog.movies else _ANSWERS
        return Message(template, {"provider": name, **values, "kept": NOTHING_SENT})

    def _fetch_catalog(self, cancelled: IsCancelled) -> Catalog:
        if isinstance(self._interface, OwnInterface):
            body = self._exchanges.fetch("/v1/catalog", MAX_CATALOG_BYTES, cancelled)
        else:
            movies = self._interface.movies(Asking(self._exchanges, NOTHING_SENT, cancelled))
            version = hashlib.sha256(repr(movies).encode()).hexdigest()[:16]  # it names none
            named = Catalog(split_address(self._exchanges.address).interface, version, movies)
            body = encode_catalog(named) if movies else _NO_MOVIES
        if body is None:
            raise ProviderError(
                "{provider} does not publish a catalog. {kept}",
                provider=self._exchanges.name,
                kept=NOTHING_SENT,
            )
        try:
            if len(body) > MAX_CATALOG_BYTES:  # written here, of another server's movies
                raise WireError("", "is too large")
            catalog = self._read(body, cancelled)
        except WireError:
            raise self._exchanges.malformed_answer(NOTHING_SENT) from None
        if self._cache.get("catalog", MAX_CATALOG_BYTES) != body:
            self._cache.put("catalog", body)
        return catalog

    def _fetch_model(self, cancelled: IsCancelled) -> bool:
        """Fetch the model; return whether the provider shares one."""
        manifest = self._exchanges.fetch("/v1/models/current", MANIFEST_BYTES, cancelled)
        try:
            document = None if manifest is None else parse_manifest(manifest)
        except WireError:
            raise self._exchanges.malformed_answer(NOTHING_SENT) from None
        items = None
        if document is not None:
            path = f"/v1/models/{short_id(document.id)}/items"
            items = self._exchanges.fetch(path, MAX_MODEL_BYTES, cancelled, media_type=None)
            check(cancelled)
        if document is None or items is None:  # what it shared once is not what it uses
            self._cache.drop_model()
            return False
        try:
            model = model_files.assemble(document, items)
        except (ValueError, MemoryError):
            raise ProviderError(
                "{provider} sent a model that is damaged or of an unknown kind; it was not kept. "
                "{kept}",
                provider=self._exchanges.name,
                kept=NOTHING_SENT,
            ) from None
        model_files.save(model, self._cache.model_folder)
        return True

    def _fetch_about(self, cancelled: IsCancelled) -> None:
        """Fetch the self-description. A missing or invalid one is no error."""
        try:
            about_bytes = self._exchanges.fetch("/v1/about", MAX_ABOUT_BYTES, cancelled)
            parse_about(about_bytes or b"")
        except (WireError, ProviderError):
            self._cache.forget(_ABOUT)
            return
        if about_bytes is not None and self._cache.get(_ABOUT, MAX_ABOUT_BYTES) != about_bytes:
            self._cache.put(_ABOUT, about_bytes)

    def _read(self, body: bytes, cancelled: IsCancelled = lambda: False) -> Catalog:
        checksum = hashlib.sha256(body).hexdigest()
        if self._parsed is None or self._parsed[0] != checksum:
            none = body == _NO_MOVIES and not isinstance(self._interface, OwnInterface)
            catalog = Catalog("", "", ()) if none else parse_catalog(body, cancelled=cancelled)
            self._parsed = (checksum, catalog)
        return self._parsed[1]


_SHARES = N_(
    "{provider} answers: {movies:,} movies in {categories} categories, and it shares its model. "
    "{kept}"
)
_ANSWERS = N_(
    "{provider} answers. It does not list its movies, so you will see those that are known here. "
    "{kept}"
)
_SHARES_NOT = N_(
    "{provider} answers: {movies:,} movies in {categories} categories, and it does not share its "
    "model. {kept}"
)
