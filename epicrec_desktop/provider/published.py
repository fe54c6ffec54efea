"""Fetch what a provider publishes (catalog, model, self-description) on a schedule; cache it."""

from __future__ import annotations

import hashlib
import json
import math
import re
import secrets
import shutil
import threading
from collections.abc import Collection
from contextlib import suppress
from dataclasses import astuple, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.messages import N_, Message, message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import IsCancelled, Job, Progress, check
from epicrec_desktop.files import write_file
from epicrec_desktop.paths import private_folder
from epicrec_desktop.provider.transport import Certificate, HttpRequest, ProviderSession
from epicrec_desktop.recommend import model_files
from epicrec_desktop.recommend.model import ItemModel, ModelError
from epicrec_desktop.recommend.wire import decode
from epicrec_desktop.recommend.wire_published import (
    MAX_ABOUT_BYTES,
    MAX_CATALOG_BYTES,
    About,
    parse_about,
    parse_catalog,
)
from epicrec_desktop.recommend.wire_schema import WireError

UNUSED_SECONDS = 30 * 24 * 3600.0
"""How long the copy of a provider is kept that was only named, and never added."""

_ABOUT_BYTES = 10_000


class Cache:
    """A folder per provider address; damaged or half-written entries count as missing."""

    def __init__(self, folder: Path, address: str) -> None:
        self._folder = folder / _name(address)

    @property
    def model_folder(self) -> Path:
        """The folder of the provider's item model."""
        return self._folder / "model"

    def get(self, name: str, max_bytes: int) -> bytes | None:
        """Return the document of this name, if it is there, whole and not larger than this."""
        about = _small(self._folder / f"{name}.about.json")
        file = self._folder / f"{name}.json"
        try:
            if file.stat().st_size > max_bytes:
                return None
            body = file.read_bytes()
        except OSError:
            return None
        return body if about.get("sha256") == hashlib.sha256(body).hexdigest() else None

    def put(self, name: str, body: bytes) -> None:
        """Store a document, in place of the one of this name."""
        about = {"sha256": hashlib.sha256(body).hexdigest()}
        self._write(f"{name}.json", body)
        self._write(f"{name}.about.json", json.dumps(about).encode())

    def forget(self, name: str) -> None:
        """Remove this document."""
        for file in (f"{name}.json", f"{name}.about.json"):
            (self._folder / file).unlink(missing_ok=True)

    def due(self) -> float | None:
        """Return when (Unix seconds) the provider may be asked again; None: now."""
        due = _small(self._folder / "schedule.json").get("due")
        if type(due) is not float or not math.isfinite(due):
            return None
        return due

    def put_due(self, due: float) -> None:
        """Store that moment."""
        self._write("schedule.json", json.dumps({"due": due}).encode())

    def drop_model(self) -> None:
        """Remove the model."""
        shutil.rmtree(self.model_folder, ignore_errors=True)

    def drop(self) -> None:
        """Remove everything of this provider."""
        shutil.rmtree(self._folder, ignore_errors=True)

    def _write(self, name: str, content: bytes) -> None:
        private_folder(self._folder)
        # What a crash spoils is asked for again: it need not be on the disk at once.
        write_file(self._folder / name, content, durable=False)


def remove_unused_caches(folder: Path, addresses: Collection[str], now: float) -> None:
    """Remove caches of other addresses than these that were not used for a month."""
    known = {_name(address) for address in addresses}
    with suppress(OSError):
        for entry in list(folder.iterdir()):
            if entry.name not in known and now - entry.stat().st_mtime > UNUSED_SECONDS:
                shutil.rmtree(entry, ignore_errors=True)


def _name(address: str) -> str:
    return hashlib.sha256(address.encode()).hexdigest()[:16]


def _small(file: Path) -> dict[str, Any]:
    """Return a small JSON object of ours; empty where it is missing or damaged."""
    try:
        with file.open("rb") as stream:
            found = json.loads(stream.read(_ABOUT_BYTES))
    except (OSError, ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


EVERY_SECONDS = 24 * 3600
JITTER_SECONDS = 2 * 3600

MAX_MANIFEST_BYTES = 100_000
MAX_MANIFEST_VALUES = 2_000
MAX_MODEL_BYTES = 100_000_000
MODEL_ID = re.compile(r"[a-z]{1,20}-[0-9a-f]{16}")

_ABOUT, _LAST_CONTACT, _LAST_CONTACT_BYTES = "word", "met", 10_000

NOTHING_SENT = message("Nothing about you was sent.")


@dataclass(frozen=True)
class LastContact:
    """The last contact with a provider: its time, and its certificate (None: plain HTTP)."""

    time: datetime
    certificate: Certificate | None


class Published:
    """What one provider publishes: catalog, model, self-description.

    Thread-safe. Raises `ProviderError`.
    """

    def __init__(self, exchanges: ProviderSession, cache: Cache) -> None:
        self._exchanges = exchanges
        self._cache = cache
        self._lock = threading.Lock()
        self._parsed: tuple[str, Catalog] | None = None  # with its checksum
        self._proof: Certificate | None = None  # of the last answer

    def catalog(self) -> Catalog | None:
        """Return the catalog as it was last fetched; None where it never was, or is damaged."""
        with self._lock:
            body = self._cache.get("catalog", MAX_CATALOG_BYTES)
            try:
                return None if body is None else self._read(body)
            except WireError:
                return None

    def model(self) -> ItemModel | None:
        """Return the model as it was last fetched; None where there is none, or it is damaged."""
        with self._lock:
            try:
                return model_files.load(self._cache.model_folder)
            except (OSError, ModelError):
                return None

    def about(self) -> About | None:
        """Return its self-description as it was last fetched; None where it gave none."""
        with self._lock:
            body = self._cache.get(_ABOUT, MAX_ABOUT_BYTES)
            try:
                return None if body is None else parse_about(body)
            except WireError:
                return None

    def last_contact(self) -> LastContact | None:
        """Return the contact that fetched all this; None where that is not known."""
        with self._lock:
            body = self._cache.get(_LAST_CONTACT, _LAST_CONTACT_BYTES)
            try:
                document = json.loads(body or b"null")
                certificate_fields = document["certificate"]
                certificate = (
                    None
                    if certificate_fields is None
                    else Certificate(*map(str, certificate_fields))
                )
                return LastContact(datetime.fromisoformat(document["time"]), certificate)
            except (ValueError, TypeError, KeyError):
                return None

    def is_due(self, now: datetime) -> bool:
        """Return whether to fetch; also after a clock was set back by more than a day."""
        due = self._cache.due()
        earliest = (due or 0.0) - 2 * EVERY_SECONDS - JITTER_SECONDS
        return due is None or not earliest <= now.timestamp() < due

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
            job.report(Progress("Fetching the public model", 1, 2))
            shares = self._fetch_model(job.cancelled)
            self._fetch_about(job.cancelled)
            certificate_fields = None if self._proof is None else list(astuple(self._proof))
            last_contact = {"time": now.isoformat(), "certificate": certificate_fields}
            self._cache.put(_LAST_CONTACT, json.dumps(last_contact).encode())
        values = {"movies": len(catalog.movies), "categories": len(catalog.categories)}
        template = _SHARES if shares else _SHARES_NOT
        return Message(template, {"provider": name, **values, "kept": NOTHING_SENT})

    def _fetch_catalog(self, cancelled: IsCancelled) -> Catalog:
        body = self._get("/v1/catalog", MAX_CATALOG_BYTES, cancelled)
        if body is None:
            raise ProviderError(
                "{provider} does not publish a catalog. {kept}",
                provider=self._exchanges.name,
                kept=NOTHING_SENT,
            )
        try:
            catalog = self._read(body, cancelled)
        except WireError:
            raise self._exchanges.malformed_answer(NOTHING_SENT) from None
        if self._cache.get("catalog", MAX_CATALOG_BYTES) != body:
            self._cache.put("catalog", body)
        return catalog

    def _fetch_model(self, cancelled: IsCancelled) -> bool:
        """Fetch the model; return whether the provider shares one."""
        manifest = self._get("/v1/models/current", MAX_MANIFEST_BYTES, cancelled)
        if manifest is None:  # what it shared once is not what it uses
            self._cache.drop_model()
            return False
        document = self._manifest(manifest)
        items = self._get(
            f"/v1/models/{document['id']}/items", MAX_MODEL_BYTES, cancelled, media_type=None
        )
        check(cancelled)
        if items is None:
            raise self._exchanges.malformed_answer(NOTHING_SENT)
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
            about_bytes = self._get("/v1/about", MAX_ABOUT_BYTES, cancelled)
            parse_about(about_bytes or b"")
        except (WireError, ProviderError):
            self._cache.forget(_ABOUT)
            return
        if about_bytes is not None and self._cache.get(_ABOUT, MAX_ABOUT_BYTES) != about_bytes:
            self._cache.put(_ABOUT, about_bytes)

    def _read(self, body: bytes, cancelled: IsCancelled = lambda: False) -> Catalog:
        checksum = hashlib.sha256(body).hexdigest()
        if self._parsed is None or self._parsed[0] != checksum:
            self._parsed = (checksum, parse_catalog(body, cancelled=cancelled))
        return self._parsed[1]

    def _get(
        self,
        path: str,
        max_bytes: int,
        cancelled: IsCancelled,
        *,
        media_type: str | None = "application/json",
    ) -> bytes | None:
        """Return a published document; None where there is none (404)."""
        headers = {} if media_type is None else {"Accept": media_type}
        call = HttpRequest(self._exchanges.address + path, max_bytes, headers=headers)
        reply = self._exchanges.request(call, NOTHING_SENT, cancelled)
        self._proof = reply.certificate
        if reply.status == 404:
            return None
        self._exchanges.check_reply(reply, media_type, NOTHING_SENT)
        return reply.body

    def _manifest(self, body: bytes) -> dict[str, Any]:
        try:
            document = decode(body, MAX_MANIFEST_VALUES)
        except WireError:
            raise self._exchanges.malformed_answer(NOTHING_SENT) from None
        identifier = document.get("id") if isinstance(document, dict) else None
        if not isinstance(identifier, str) or not MODEL_ID.fullmatch(identifier):
            raise self._exchanges.malformed_answer(NOTHING_SENT)
        return dict(document)


_SHARES = N_(
    "{provider} answers: {movies:,} movies in {categories} categories, and it shares its model. "
    "{kept}"
)
_SHARES_NOT = N_(
    "{provider} answers: {movies:,} movies in {categories} categories, and it does not share its "
    "model. {kept}"
)
