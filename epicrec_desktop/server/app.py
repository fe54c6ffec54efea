"""The service as an ASGI app: catalog, public item model, recommendations, contributions."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from uuid import UUID

from fastapi import APIRouter, FastAPI, Request, Response
from starlette.concurrency import run_in_threadpool

from epicrec_desktop import __version__
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.recommend.aware import AwareScorer
from epicrec_desktop.recommend.catalogs import CATALOG, encode_catalog
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.service import Recommender
from epicrec_desktop.recommend.wire import ANSWER, REQUEST, encode_answer
from epicrec_desktop.server import problems, schemas
from epicrec_desktop.server.bodies import Bodies
from epicrec_desktop.server.limits import Limits
from epicrec_desktop.server.packing import Packed, once
from epicrec_desktop.server.problems import Problem, Requests
from epicrec_desktop.server.storage import Storage, StorageFull

JSON = "application/json"
CHECK_AGAIN = "public, no-cache"
FOR_EVER = "public, max-age=31536000, immutable"


def create_app(
    catalog: Catalog,
    model: ItemModel,
    database: str,
    aware: AwareScorer | None = None,
    *,
    shares_model: bool = True,
    limits: Limits | None = None,
) -> FastAPI:
    """Build the service for a catalog and a model; `database` is an SQLAlchemy URL.

    `aware` scores perturbed releases of the mechanism it knows. `shares_model`: whether anybody
    may fetch the model; else clients rank the candidates they are answered with as they can.
    `limits`: the usual ones, if not given; the times of connections are kept by the server.
    Opens and migrates the database (raises `StoreError`); the app closes it when it shuts down.
    """
    limits = limits or Limits()
    storage = Storage(database, limits)
    bodies = Bodies(limits)
    if shares_model:
        storage.publish(model)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        yield
        storage.close()

    # The pages that show an OpenAPI document load scripts from elsewhere, so there are none.
    app = FastAPI(
        title="EpicRec recommendation service",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    counts = Requests()
    problems.install(app, counts)
    app.include_router(_published_catalog(catalog))
    app.include_router(_published_model(model, storage) if shares_model else _no_model())
    app.include_router(_recommendations(Recommender(model, catalog, aware), bodies))
    app.include_router(_contributions(storage, bodies))
    app.include_router(_operations(storage, counts))
    return app


def _published_catalog(catalog: Catalog) -> APIRouter:
    """What is the same for everyone."""
    router = APIRouter(prefix="/v1")
    packed_catalog = Packed(encode_catalog(catalog), JSON, CHECK_AGAIN)

    @router.get("/catalog", responses=schemas.answers(200, CATALOG))
    def get_catalog(request: Request) -> Response:
        """Ids, titles, years, categories and public popularity."""
        return packed_catalog.response(request)

    return router


def _published_model(model: ItemModel, storage: Storage) -> APIRouter:
    """The item model, for everyone to rank with."""
    router = APIRouter(prefix="/v1")
    manifest = Packed(json.dumps(model.manifest).encode(), JSON, CHECK_AGAIN)

    @router.get("/models/current", responses=schemas.answers(200, schemas.MANIFEST))
    def get_current_model(request: Request) -> Response:
        """The manifest of the item model in use."""
        return manifest.response(request)

    @router.get(
        "/models/{model_id}/items",
        responses=schemas.answers(200, {"type": "string"}, 404, media="application/octet-stream"),
    )
    def get_items(model_id: str, request: Request) -> Response:
        """The items of a model: an `.npy` file that never changes."""
        items = storage.items(model_id)
        if items is None:
            raise Problem(404, "There is no such model any more; ask for the current one.")
        return Packed(items, "application/octet-stream", FOR_EVER).response(request)

    return router


def _no_model() -> APIRouter:
    """The same places where no model is shared: neither this one nor one shared before."""
    router = APIRouter(prefix="/v1/models")

    @router.get("/current", responses=schemas.answers(200, schemas.MANIFEST, 404))
    def get_current_model() -> Response:
        """This service does not share its model."""
        raise Problem(404, "This service does not share its model.")

    @router.get(
        "/{model_id}/items",
        responses=schemas.answers(200, {"type": "string"}, 404, media="application/octet-stream"),
    )
    def get_items(model_id: str) -> Response:
        """This service does not share its model."""
        raise Problem(404, "This service does not share its model.")

    return router


def _recommendations(recommender: Recommender, bodies: Bodies) -> APIRouter:
    router = APIRouter(prefix="/v1")

    @router.post(
        "/recommendations",
        responses=schemas.answers(200, ANSWER, 408, 413, 415, 422, 503),
        openapi_extra=schemas.takes(REQUEST),
    )
    async def recommend(request: Request) -> Response:
        """Recommend for a released profile. It is used for this answer and kept nowhere."""
        asked = await bodies.release(request)
        answer = await run_in_threadpool(recommender.answer, asked)
        return once(request, encode_answer(answer), JSON)

    return router


def _contributions(storage: Storage, bodies: Bodies) -> APIRouter:
    router = APIRouter(prefix="/v1/contributions")

    @router.put(
        "/{contribution_id}",
        status_code=204,
        responses=schemas.answers(204, None, 408, 413, 415, 422, 503, 507)
        | {201: {"description": "New"}},
        openapi_extra=schemas.takes(REQUEST),
    )
    async def contribute(contribution_id: UUID, request: Request) -> Response:
        """Leave a released profile under a random id of your own; again replaces it."""
        released = await bodies.release(request)
        try:
            new = await run_in_threadpool(storage.contribute, contribution_id, released)
        except StorageFull:
            raise Problem(507, "There is no room for more contributions.") from None
        return Response(status_code=201 if new else 204)

    @router.delete("/{contribution_id}", status_code=204, responses=schemas.answers(204, None, 422))
    def withdraw(contribution_id: UUID) -> Response:
        """Remove a contribution; once more is fine."""
        storage.withdraw(contribution_id)
        return Response(status_code=204)

    return router


def _operations(storage: Storage, counts: Requests) -> APIRouter:
    router = APIRouter()

    @router.get("/healthz", responses=schemas.answers(200, {"type": "object"}))
    def healthz() -> dict[str, Any]:
        """Whether the service runs."""
        return {"status": "ok"}

    @router.get("/readyz", responses=schemas.answers(200, {"type": "object"}, 503))
    def readyz() -> dict[str, Any]:
        """Whether the service can answer: its database does."""
        if not storage.is_ready():
            raise Problem(503, "The database does not answer.")
        return {"status": "ready"}

    @router.get("/metrics", responses=schemas.answers(200, {"type": "string"}, media="text/plain"))
    def metrics() -> Response:
        """Counts of requests, in Prometheus's text format."""
        return Response(counts.text(), media_type="text/plain; version=0.0.4")

    return router
