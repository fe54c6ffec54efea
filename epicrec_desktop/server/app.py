"""The service as an ASGI app: catalog, public item model, recommendations, contributions."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any
from uuid import UUID

from anyio import to_thread
from fastapi import Depends, FastAPI, Request, Response
from fastapi.routing import APIRoute
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.concurrency import run_in_threadpool
from starlette.responses import FileResponse

from epicrec_desktop import __version__
from epicrec_desktop.domain.errors import EpicRecError, StoreError
from epicrec_desktop.recommend import wire
from epicrec_desktop.recommend.model_files import id_of
from epicrec_desktop.recommend.model_manifest import Manifest
from epicrec_desktop.recommend.personas import SHORT, load_personas
from epicrec_desktop.recommend.wire import MAX_REQUEST_BYTES, Answer, parse_request
from epicrec_desktop.recommend.wire_contribution import (
    MAX_CONTRIBUTION_BYTES,
    Contribution,
    ContributionDocument,
    parse_contribution,
)
from epicrec_desktop.recommend.wire_personas import PersonaLists
from epicrec_desktop.recommend.wire_published import (
    MAX_QUESTIONS,
    About,
    CatalogDocument,
    encode_about,
)
from epicrec_desktop.server import http, openapi
from epicrec_desktop.server.access import AccessMiddleware, Keys, ProxyMiddleware, Table, read_keys
from epicrec_desktop.server.active_model import ActiveModel
from epicrec_desktop.server.certificate import DAY, CertificateWatch
from epicrec_desktop.server.config import ServerConfig
from epicrec_desktop.server.contributions import (
    ContributionConflict,
    Storage,
    StorageBusy,
    StorageFull,
    is_plausible,
)
from epicrec_desktop.server.http import (
    CHECK_AGAIN,
    FOR_EVER,
    JSON,
    Bodies,
    Problem,
    StaticResponse,
    uncached_response,
)
from epicrec_desktop.server.monitoring import Metrics, end_traces, telemetry
from epicrec_desktop.server.publications import Publications
from epicrec_desktop.server.work_queue import WorkQueue

LOOK_SECONDS = 0.5
"""How often to look for another model and for other keys."""

DATABASE_SECONDS, CHECK_SECONDS, END_SECONDS = 15.0, 2.0, 5.0
"""How long a call of the database may take, a question whether it is ready, and its end."""

FOLD_LOOK_SECONDS = 10.0
"""How often to look whether contributions are to be added to the sums. With
`contributions.FOLD_SECONDS` before it: within five minutes."""

QUICK_ITEMS, QUICK_PROFILE, QUICK_PLACES = 20_000, 1_000, 1_000
"""An answer of so many places, of so many items, for so many movies takes 1 to 4 ms, in no thread.
With threads, it took a third more processor time and 99 % of 16 clients waited twice as long."""

OCTETS = "application/octet-stream"
GUARDED = (401, 403, 429, 503)
"""What any call may be answered before it is looked at."""

log = logging.getLogger("epicrec_desktop.server")


@dataclass
class Service:
    """State shared by the routes of one worker. `draining`: it answers, and is not ready."""

    settings: ServerConfig
    active_model: ActiveModel
    storage: Storage
    table: Table
    metrics: Metrics = field(default_factory=Metrics)
    metrics_port: int | None = None
    draining: bool = False
    keys: Keys = field(default_factory=lambda: Keys({}))
    certificate: CertificateWatch = field(init=False)

    def __post_init__(self) -> None:
        chain = self.settings.listen.tls_cert
        self.certificate = CertificateWatch(chain, self.metrics.certificate)

    def look(self) -> None:
        """Load another model or other keys, if there are any; log what cannot be used."""
        before = self.active_model.now().model_id
        try:
            self.active_model.refresh()
        except EpicRecError as error:
            self.metrics.failed.inc()
            log.error("a published model cannot be used: %s", type(error).__name__)
        self.metrics.uses(self.active_model.now().model_id, before)
        if self.settings.access.closed:
            try:
                self.keys = read_keys(self.settings.service.keys)
            except EpicRecError:
                log.error("the file of keys cannot be read; those read before still count")

    def fold(self) -> None:
        """Move what is pending into the sums if that is due; if the database fails, later."""
        with suppress(StorageBusy, StorageFull):
            self.metrics.pending.set(self.storage.fold_if_due())


def create_app(service: Service) -> FastAPI:
    """Build the app of one worker. It closes the database when it shuts down."""
    settings, limits = service.settings, service.settings.limits
    traces = telemetry(settings.log.traces)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        await run_in_threadpool(service.look)
        await run_in_threadpool(service.certificate.read)
        chores = [
            asyncio.create_task(_every(LOOK_SECONDS, service.look)),
            asyncio.create_task(_every(FOLD_LOOK_SECONDS, service.fold)),
            asyncio.create_task(_every(DAY, service.certificate.look)),
        ]
        yield
        for chore in chores:
            chore.cancel()
        await asyncio.gather(*chores, return_exceptions=True)
        # A database that hangs does not keep the service from ending.
        with suppress(TimeoutError, StorageBusy, StorageFull):
            async with asyncio.timeout(END_SECONDS):
                await _in_thread(service.storage.fold)
                await _in_thread(end_traces, traces)
        service.storage.close()

    # The pages that show an OpenAPI document load scripts from elsewhere, so there are none.
    app = FastAPI(
        title="EpicRec recommendation service",
        version=__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        responses=openapi.problems(*GUARDED),
        telemetry=traces,
    )
    app.state.closed = settings.access.closed
    http.handle(app)
    bodies = Bodies(limits)
    _add_recommendations(app, service, bodies)  # first, as it is found first
    _add_published(app, service)
    if settings.service.accept_contributions:
        _add_contributions(app, service, bodies)
    _add_operations(app, service)
    openapi.complete_schema(app, closed=settings.access.closed)
    # The last one added is the first to see a request.
    app.add_middleware(
        AccessMiddleware,
        access=settings.access,
        limits=limits,
        table=service.table,
        metrics=service.metrics,
        keys=lambda: service.keys,
        metrics_port=service.metrics_port,
    )
    app.add_middleware(http.RequestLogMiddleware, metrics=service.metrics)
    app.add_middleware(ProxyMiddleware, trusted_hosts=list(settings.listen.trusted_proxies))
    return app


async def _in_thread(do: Callable[..., Any], *arguments: Any) -> Any:
    """Return what `do` returns, in a thread that is left behind if this is cancelled."""
    return await to_thread.run_sync(do, *arguments, abandon_on_cancel=True)


async def _every(seconds: float, do: Callable[[], None]) -> None:
    """Call a function every few seconds; an exception is logged, and it is called again."""
    while True:
        await asyncio.sleep(seconds)
        try:
            await _in_thread(do)
        except Exception as error:  # noqa: BLE001 - else it would never be done again
            log.error("a chore failed with %s", type(error).__name__)


def _add_published(app: FastAPI, service: Service) -> None:
    settings, active_model = service.settings, service.active_model

    def check_shared() -> None:
        if not settings.service.share_model:  # nor one that was shared before
            raise Problem(404, "This service does not share its model.")

    @app.get("/v1/catalog", responses=openapi.responses_for(200, CatalogDocument, 304))
    def get_catalog(request: Request) -> Response:
        """Ids, titles, years, categories and public popularity."""
        return active_model.now().catalog.response(request)

    @app.get("/v1/personas/{digest}", responses=openapi.responses_for(200, PersonaLists, 304, 404))
    def get_personas(digest: str, request: Request) -> Response:
        """Return what is recommended to each of the public personas, named by 16 digits."""
        if digest != load_personas().digest[:SHORT]:
            raise Problem(404, "This service has other personas.")
        return active_model.now().persona_lists.response(request)

    @app.get("/v1/about", responses=openapi.responses_for(200, About, 304))
    def get_about(request: Request) -> Response:
        """Who runs the service, what happens to a release, and what its model was trained on."""
        serving = active_model.now()
        about = About(
            **asdict(settings.about),
            model=serving.model_id,
            people=serving.people,
            published=serving.published,
            shares_model=settings.service.share_model,
            takes_contributions=settings.service.accept_contributions,
            closed=settings.access.closed,
            questions=serving.questions[:MAX_QUESTIONS],
        )
        return StaticResponse(encode_about(about), JSON, CHECK_AGAIN).response(request)

    @app.get(
        "/v1/models/current",
        dependencies=[Depends(check_shared)],
        responses=openapi.responses_for(200, Manifest, 304, 404),
    )
    def get_current_model(request: Request) -> Response:
        """Return the manifest of the item model in use, to rank with locally."""
        return active_model.now().manifest.response(request)

    @app.get(
        "/v1/models/{model_id}/items",
        dependencies=[Depends(check_shared)],
        response_class=Response,
        responses=openapi.responses_for(200, openapi.BYTES, 206, 304, 404, 416, media=OCTETS),
    )
    def get_items(model_id: str, request: Request) -> Response:
        """Return the items of a model, an `.npy` file that never changes.

        It is named by its id, or by the first eight digits of the hash in it, as clients do: so a
        service cannot give each of them a path of its own.
        """
        return _items(active_model.items(model_id), model_id, request)


def _items(items: Path | None, model_id: str, request: Request) -> Response:
    """Return a file of items; only under its whole id it never changes."""
    if items is None:
        raise Problem(404, "There is no such model any more; ask for the current one.")
    whole = id_of(items)
    lifetime = FOR_EVER if model_id == whole else CHECK_AGAIN
    headers = {"ETag": f'"{whole}"', "Cache-Control": http.cache_control(request, lifetime)}
    if headers["ETag"] in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return FileResponse(items, headers=headers, media_type=OCTETS)


class _DirectRoute(APIRoute):
    """A route that calls its function with the request: there is nothing else to find for it."""

    def get_route_handler(self) -> Callable[[Request], Any]:
        """Return the function."""
        return self.endpoint


def _add_recommendations(app: FastAPI, service: Service, bodies: Bodies) -> None:
    turns = WorkQueue(service.settings.limits, service.metrics)

    async def recommend(request: Request) -> Response:
        """Recommend for a released profile. It is used for this answer and not stored."""
        asked = await bodies.parsed(request, MAX_REQUEST_BYTES, parse_request)
        recommender = service.active_model.now().recommender

        def answer() -> Response:
            return uncached_response(request, recommender.encoded_answer(asked), JSON)

        places = asked.limit + asked.per_category * len(recommender.catalog.categories)
        if (
            recommender.items <= QUICK_ITEMS
            and len(asked.profile) <= QUICK_PROFILE
            and places <= QUICK_PLACES
        ):
            await turns.soon()
            return answer()
        async with turns.one():
            return await run_in_threadpool(answer)

    app.router.add_api_route(
        "/v1/recommendations",
        recommend,
        methods=["POST"],
        route_class_override=_DirectRoute,
        responses=openapi.responses_for(200, Answer, 400, 408, 413, 415, 422),
        openapi_extra=openapi.request_body_of(wire.Request),
    )


def _add_contributions(app: FastAPI, service: Service, bodies: Bodies) -> None:
    storage = service.storage
    turns = WorkQueue(service.settings.limits, service.metrics)  # nobody else waits for a database
    refused = (400, 408, 409, 413, 415, 422)

    async def store(do: Callable[..., Any], *arguments: Any) -> Any:
        """Return what `do`, a call of the storage, returns; in a thread.

        Raises `Problem` if the database is busy, full or hangs.
        """
        try:
            async with turns.one(), asyncio.timeout(DATABASE_SECONDS):
                return await _in_thread(do, *arguments)
        except ContributionConflict:
            raise Problem(409, "Something else was contributed under this id.") from None
        except StorageFull:
            raise Problem(507, "There is no room for more contributions.") from None
        except (StoreError, TimeoutError) as error:
            if isinstance(error, TimeoutError):
                log.error("the database failed: it did not answer in time")
            service.metrics.refused("database")
            raise Problem(
                503, "The database does not answer.", headers={"Retry-After": "10"}
            ) from None

    async def read_contribution(request: Request) -> Contribution:
        found = await bodies.parsed(request, MAX_CONTRIBUTION_BYTES, parse_contribution)
        if not is_plausible(found):
            raise Problem(422, "No coins make such a contribution.", pointer="/bits")
        return found

    @app.put(
        "/v1/contributions/{contribution_id}",
        status_code=201,
        responses=openapi.responses_for(201, None, *refused, 507)
        | {204: {"description": "It was counted before"}},
        openapi_extra=openapi.request_body_of(ContributionDocument),
    )
    async def contribute(contribution_id: UUID, request: Request) -> Response:
        """Let a contribution be counted under a random id of your own; once more is fine.

        It is added to sums. A hash of it is stored, so that it can be withdrawn.
        """
        contribution = await read_contribution(request)
        counted = await store(storage.contribute, contribution_id, contribution)
        return Response(status_code=201 if counted else 204)

    @app.post(
        "/v1/contributions/{contribution_id}/withdrawal",
        status_code=204,
        responses=openapi.responses_for(204, None, *refused, 507),
        openapi_extra=openapi.request_body_of(ContributionDocument),
    )
    async def withdraw(contribution_id: UUID, request: Request) -> Response:
        """Take a contribution out of the sums again; once more is fine.

        It has to be sent again: only its hash is stored here.
        """
        await store(storage.withdraw, contribution_id, await read_contribution(request))
        return Response(status_code=204)


class _DatabaseCheck:
    """Asks the database whether it answers: once a second at most, however many ask this."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._asked = float("-inf")
        self._answer: asyncio.Task[bool] | None = None

    async def is_ready(self) -> bool:
        """Return whether the database answers, within `CHECK_SECONDS`."""
        now = asyncio.get_running_loop().time()
        if self._answer is None or (self._answer.done() and now - self._asked > 1.0):
            self._asked = now
            self._answer = asyncio.create_task(_in_thread(self._storage.is_ready))
        try:
            async with asyncio.timeout(CHECK_SECONDS):
                return await asyncio.shield(self._answer)
        except TimeoutError:
            return False


def _add_operations(app: FastAPI, service: Service) -> None:
    database = _DatabaseCheck(service.storage)

    @app.get("/healthz", responses=openapi.responses_for(200, openapi.Status))
    async def healthz() -> Response:
        """Return that the worker runs."""
        return Response(json.dumps({"status": "ok"}), media_type=JSON)

    @app.get("/readyz", responses=openapi.responses_for(200, openapi.Status, 503))
    async def readyz() -> Response:
        """Whether requests may be sent here: it has a model, and is not about to end.

        The database is not asked: recommendations and models need none.
        """
        return ready()

    @app.get("/readyz/contributions", responses=openapi.responses_for(200, openapi.Status, 503))
    async def readyz_contributions() -> Response:
        """Whether contributions may be sent here: as `/readyz`, and the database answers."""
        answer = ready()
        if not await database.is_ready():
            raise Problem(503, "The database does not answer.")
        return answer

    def ready() -> Response:
        if service.draining:
            raise Problem(503, "The service is about to end.")
        document = {"status": "ready", "model": service.active_model.now().model_id}
        return Response(json.dumps(document), media_type=JSON)

    async def ask_database() -> None:
        service.metrics.database.set(await database.is_ready())

    @app.get(
        "/metrics",
        dependencies=[Depends(ask_database)],
        response_class=Response,
        responses=openapi.responses_for(200, {"type": "string"}, 404, media="text/plain"),
    )
    def metrics() -> Response:
        """Metrics for Prometheus, at the address of `listen.metrics` alone."""
        service.metrics.trained(Publications(service.settings.service.publications).last_training())
        return Response(service.metrics.text(), headers={"Content-Type": CONTENT_TYPE_LATEST})
