"""A provider elsewhere, over HTTP."""

from __future__ import annotations

import json
import logging
import re
import shutil
import threading
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.release import ProviderAnswer, Release
from epicrec_desktop.provider.address import parse_address
from epicrec_desktop.provider.base import check_release
from epicrec_desktop.provider.cache import Cache, Kept
from epicrec_desktop.provider.transport import Call, Reply, Transport, TransportError
from epicrec_desktop.recommend import files
from epicrec_desktop.recommend.catalogs import MAX_CATALOG_BYTES, parse_catalog
from epicrec_desktop.recommend.model import ItemModel, ModelError
from epicrec_desktop.recommend.wire import MAX_ANSWER_BYTES, WireError, decode, parse_answer

FRESH_SECONDS = 24 * 3600.0
"""Published things are asked for once a day, not whenever the person does something."""

MAX_MANIFEST_BYTES = 100_000
MAX_MODEL_BYTES = 256_000_000
MODEL_ID = re.compile(r"[a-z]{1,20}-[0-9a-f]{16}")

NOTHING_SENT = "Nothing about you was sent."
RELEASE_KEPT = "Your release is kept in the ledger; sending it again later costs nothing."

log = logging.getLogger(__name__)


class HttpProvider:
    """Talks to a recommendation service; see the service's API in the design.

    `certificate` is a PEM file the person added; `deadline` (seconds) holds for each exchange.
    Raises `ProviderError` for an address that is not one.
    """

    def __init__(
        self,
        name: str,
        address: str,
        cache_folder: Path,
        *,
        certificate: Path | None = None,
        deadline: float = 30.0,
        fresh_seconds: float = FRESH_SECONDS,
    ) -> None:
        self._name = name
        self._address = parse_address(address)
        self._cache = Cache(cache_folder, self._address)
        self._transport = Transport(certificate, deadline)
        self._fresh_seconds = fresh_seconds
        self._lock = threading.Lock()
        self._parsed: tuple[bytes, Catalog] | None = None

    @property
    def name(self) -> str:
        """The name the person knows it by."""
        return self._name

    @property
    def address(self) -> str | None:
        """Where it is reached."""
        return self._address

    def catalog(self) -> Catalog:
        """The published catalog; an earlier copy where the provider is down."""
        with self._lock:
            return self._catalog(self._fresh_seconds)

    def recommend(self, release: Release) -> ProviderAnswer:
        """Post the release's payload, byte for byte, and return the answer."""
        check_release(release, self.name)
        reply = self._exchange(
            Call(
                f"{self._address}/v1/recommendations",
                MAX_ANSWER_BYTES,
                body=release.payload,
                headers={"Accept": "application/json"},
            ),
            RELEASE_KEPT,
        )
        self._expect(reply, 200, "application/json", RELEASE_KEPT)
        try:
            answer = parse_answer(reply.body)
        except WireError:
            raise self._nonsense(RELEASE_KEPT) from None
        if answer.known + answer.unknown != len(set(release.items)):
            raise self._nonsense(RELEASE_KEPT)
        return answer

    def model(self) -> ItemModel | None:
        """The provider's public item model, fetched whole; an earlier one where it is down."""
        with self._lock:
            kept = self._kept_model()
            manifest = self._published("model", "/v1/models/current", MAX_MANIFEST_BYTES)
            if manifest is None:
                self._forget_model()
                return None
            document = self._manifest(manifest)
            if kept is not None and kept.id == document["id"]:
                return kept
            model = self._fetch_model(document)
            files.save(model, self._cache.model_folder)
            return self._kept_model() or model  # from its file, as at the next start

    def kept_model(self) -> ItemModel | None:
        """The model fetched before, without asking the provider."""
        with self._lock:
            return self._kept_model()

    def check(self) -> str:
        """Reach the provider without sending anything, and say what it offers."""
        with self._lock:
            catalog = self._catalog(fresh_seconds=-1.0, stale=False)
            manifest = self._published(
                "model", "/v1/models/current", MAX_MANIFEST_BYTES, fresh_seconds=-1.0, stale=False
            )
        shares = "shares its model" if manifest is not None else "does not share its model"
        return (
            f"{self.name} answers: {len(catalog.movies):,} movies in "
            f"{len(catalog.categories)} categories, and it {shares}. {NOTHING_SENT}"
        )

    def _catalog(self, fresh_seconds: float, *, stale: bool = True) -> Catalog:
        body = self._published(
            "catalog", "/v1/catalog", MAX_CATALOG_BYTES, fresh_seconds=fresh_seconds, stale=stale
        )
        if body is None:
            raise ProviderError(f"{self.name} does not publish a catalog. {NOTHING_SENT}")
        if self._parsed is None or self._parsed[0] != body:
            try:
                self._parsed = (body, parse_catalog(body))
            except WireError:
                raise self._nonsense(NOTHING_SENT) from None
        return self._parsed[1]

    def _published(
        self,
        name: str,
        path: str,
        largest: int,
        *,
        fresh_seconds: float | None = None,
        stale: bool = True,
    ) -> bytes | None:
        """A published document, from the cache while it is fresh; None where there is none (404).

        `stale`: whether an old copy will do where the provider cannot be reached.
        """
        kept = self._cache.get(name)
        if kept is not None and kept.age <= (
            self._fresh_seconds if fresh_seconds is None else fresh_seconds
        ):
            return kept.body
        try:
            return self._revalidated(name, path, largest, kept)
        except ProviderError:
            if kept is None or not stale:
                raise
            log.info("a provider is not to be had; using its %s of %d s ago", name, kept.age)
            return kept.body

    def _revalidated(self, name: str, path: str, largest: int, kept: Kept | None) -> bytes | None:
        headers = {"Accept": "application/json"}
        if kept is not None and kept.etag is not None:
            headers["If-None-Match"] = kept.etag
        reply = self._exchange(Call(self._address + path, largest, headers=headers), NOTHING_SENT)
        if reply.status == 404:
            return None
        if reply.status == 304 and kept is not None and kept.etag is not None:
            self._cache.put(name, kept.body, kept.etag)
            return kept.body
        self._expect(reply, 200, "application/json", NOTHING_SENT)
        self._check_document(name, reply.body)
        self._cache.put(name, reply.body, reply.headers.get("etag"))
        return reply.body

    def _check_document(self, name: str, body: bytes) -> None:
        """Refuse nonsense before it is kept in place of what was there."""
        if name == "model":
            self._manifest(body)
            return
        try:
            self._parsed = (body, parse_catalog(body))
        except WireError:
            raise self._nonsense(NOTHING_SENT) from None

    def _manifest(self, body: bytes) -> dict[str, Any]:
        try:
            document = decode(body)
        except WireError:
            raise self._nonsense(NOTHING_SENT) from None
        identifier = document.get("id") if isinstance(document, dict) else None
        if not isinstance(identifier, str) or not MODEL_ID.fullmatch(identifier):
            raise self._nonsense(NOTHING_SENT)
        return dict(document)

    def _fetch_model(self, manifest: dict[str, Any]) -> ItemModel:
        reply = self._exchange(
            Call(f"{self._address}/v1/models/{manifest['id']}/items", MAX_MODEL_BYTES),
            NOTHING_SENT,
        )
        self._expect(reply, 200, None, NOTHING_SENT)
        try:
            return files.assemble(manifest, reply.body)
        except ValueError:
            raise ProviderError(
                f"{self.name} sent a model that is damaged or of an unknown kind; it was not kept. "
                f"{NOTHING_SENT}"
            ) from None

    def _kept_model(self) -> ItemModel | None:
        try:
            return files.load(self._cache.model_folder)
        except (OSError, ModelError):
            return None

    def _forget_model(self) -> None:
        """The provider shares no model any more: what it shared once is not what it uses."""
        self._cache.drop("model")
        shutil.rmtree(self._cache.model_folder, ignore_errors=True)

    def _exchange(self, call: Call, kept: str) -> Reply:
        try:
            return self._transport.exchange(call)
        except TransportError as error:
            raise ProviderError(f"{self.name} {error}. {kept}") from None

    def _expect(self, reply: Reply, status: int, media_type: str | None, kept: str) -> None:
        if 300 <= reply.status < 400:
            raise ProviderError(
                f"{self.name} wants to send you to another address. That is not followed, because "
                f"what you release would go to a stranger. {kept}"
            )
        if reply.status >= 400:
            raise ProviderError(f"{self.name} {_refusal(reply)}. {kept}")
        if reply.status != status or (media_type and reply.media_type != media_type):
            raise self._nonsense(kept)

    def _nonsense(self, kept: str) -> ProviderError:
        return ProviderError(
            f"{self.name} gave an answer that is not one of a recommendation service. {kept}"
        )


def _refusal(reply: Reply) -> str:
    """What a status of 400 or more says, with the title of its problem+json, shortened."""
    who = "has a problem of its own" if reply.status >= 500 else "refused the request"
    said = f"{who} (status {reply.status})"
    if reply.media_type != "application/problem+json":
        return said
    try:
        document = json.loads(reply.body)
    except (ValueError, RecursionError):
        return said
    title = document.get("title") if isinstance(document, dict) else None
    if not isinstance(title, str):
        return said
    clean = " ".join("".join(c if c.isprintable() else " " for c in title).split())
    return f"{said}: “{clean[:120]}”" if clean else said
