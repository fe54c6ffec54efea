"""Experiment: simulated people, some malicious, contribute over HTTP to a service that trains and
publishes.

The service runs in a separate process; requests use a pool of connections.
"""

from __future__ import annotations

import http.client
import queue
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import numpy as np
import requests
from numpy.typing import NDArray

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.errors import CatalogError, EpicRecError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.lab.confidence import half_width
from epicrec_desktop.lab.experiments.contribution import watched_bits
from epicrec_desktop.lab.population import with_ids
from epicrec_desktop.lab.service_process import running_service
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.recommend.contribution_training import ContributionData
from epicrec_desktop.recommend.hyperparameter_search import Settings
from epicrec_desktop.recommend.metrics import find_positions, ndcg
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.model_files import assemble
from epicrec_desktop.recommend.selection import top
from epicrec_desktop.recommend.wire_contribution import EPSILON, encode_contribution, public_lists
from epicrec_desktop.server.contributions import Storage
from epicrec_desktop.server.publications import Publication, Publications
from epicrec_desktop.server.training import Fold, InMemoryData, TrainingResult, train_for_service

SENDERS = 8
TIMEOUT_S = 60.0


@dataclass(frozen=True)
class ContributionRequest:
    """A request to the service: submit or withdraw one contribution."""

    number: int
    bits: NDArray[np.bool_]
    withdrawn: bool = False

    @property
    def method(self) -> str:
        """Return its HTTP method."""
        return "POST" if self.withdrawn else "PUT"

    @property
    def path(self) -> str:
        """Return its path."""
        rest = "/withdrawal" if self.withdrawn else ""
        return f"/v1/contributions/{UUID(int=self.number)}{rest}"

    @property
    def body(self) -> bytes:
        """Return its body."""
        return encode_contribution(public_lists()[-1], EPSILON, self.bits.tolist())


def send(address: str, requests_to_send: Sequence[ContributionRequest], job: Job) -> None:
    """Send all requests over a pool of connections.

    Raises `EpicRecError` unless all are accepted, and `Cancelled`.
    """
    waiting: queue.SimpleQueue[ContributionRequest] = queue.SimpleQueue()
    for one in requests_to_send:
        waiting.put(one)
    statuses: Counter[int] = Counter()
    lock, ending = threading.Lock(), threading.Event()

    def sender() -> None:
        mine = _sent(address, waiting, ending)
        with lock:
            statuses.update(mine)

    threads = [threading.Thread(target=sender, daemon=True) for _ in range(SENDERS)]
    for thread in threads:
        thread.start()
    try:
        while any(thread.is_alive() for thread in threads):
            job.check()
            done = max(0, len(requests_to_send) - waiting.qsize())
            job.report(Progress("Contributing over HTTP", done, len(requests_to_send)))
            time.sleep(0.2)
    finally:
        ending.set()
        for thread in threads:
            thread.join(TIMEOUT_S)
    if set(statuses) - {200, 201, 204}:
        raise EpicRecError("The service refused a contribution: nothing was measured.")


def _sent(
    address: str, requests_to_send: queue.SimpleQueue[ContributionRequest], ending: threading.Event
) -> Counter[int]:
    """Send requests over one connection and count the answers; retry after 503 and 507."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(
        str(parts.hostname), int(parts.port or 0), timeout=TIMEOUT_S
    )
    statuses: Counter[int] = Counter()
    headers = {"Content-Type": "application/json"}
    try:
        while not ending.is_set() and (one := _next(requests_to_send)) is not None:
            for _attempt in range(100):
                connection.request(one.method, one.path, one.body, headers)
                answer = connection.getresponse()
                answer.read()
                if answer.status not in (503, 507):
                    break
                time.sleep(0.1)
            statuses[answer.status] += 1
    except (OSError, http.client.HTTPException):
        statuses[0] += 1
    finally:
        connection.close()
    return statuses


def _next(requests_to_send: queue.SimpleQueue[ContributionRequest]) -> ContributionRequest | None:
    try:
        return requests_to_send.get_nowait()
    except queue.Empty:
        return None


def manifest_of(address: str) -> dict[str, Any]:
    """Return the manifest of the service's active model. Raises `requests.RequestException`."""
    answer = requests.get(f"{address}/v1/models/current", timeout=TIMEOUT_S)
    answer.raise_for_status()
    return dict(answer.json())


def fetched(address: str) -> ItemModel:
    """Fetch and check the model as a client does."""
    manifest = manifest_of(address)
    items = requests.get(f"{address}/v1/models/{manifest['id']}/items", timeout=TIMEOUT_S)
    items.raise_for_status()
    return assemble(manifest, items.content)


@contextmanager
def service_in(folder: Path) -> Iterator[str]:
    """Run a service that accepts all contributions, and yield its address."""
    configuration = (
        '[service]\nfolder = "service"\n[listen]\nport = 0\n'
        "[limits]\nrequests_per_minute = 0\ncontributions_per_day = 0\nqueue_seconds = 30.0\n"
        '[log]\nlevel = "warning"\n'
    )
    with running_service(folder, configuration) as service:
        yield service.address


PEOPLE = 20_000
LIARS = (0.0, 0.01, 0.05)
SEED_PEOPLE = 55
TRIED_SHARE = 0.2
LEAST_KNOWN = 0.02
"""The movie that is pushed is one that about this share of the contributors watched."""
POPULAR = 20

_INPUT = 0.8
_PLACES = 10


@dataclass(frozen=True)
class Circle:
    """Held-out users (given and hidden movies), the seed, and the contributions.

    `bits` (p, k) of the contributors on the public list; `target` is the list position of the movie
    that malicious contributors promote, together with the `popular` ones.
    """

    tried: list[tuple[Ints, Ints]]
    seed: Ratings
    bits: NDArray[np.bool_]
    target: int
    popular: Ints


def run(
    imported: ImportedCatalog,
    *,
    people: int = PEOPLE,
    liars: Sequence[float] = LIARS,
    seed: int = 1,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return rows {liars, contributions, ndcg10, ci, published, used, service_ndcg10, seen, place}.

    The first row, of no contribution, has `liars` None. `published`: whether the
    service's quality check replaced the previous model by the new one; `used`: contributions it
    was trained with. `seen`: share of users with the promoted movie among ten; `place`: its median
    rank. Also `requests`, `seconds` of sending, and `users` held out. Raises `CatalogError` without
    ratings or with too few users, `EpicRecError` where the service refuses, `Cancelled`.
    """
    imported = with_listed_movies(imported)
    generator = np.random.default_rng(seed)
    circle = sample_people(imported, generator)
    clients = circle.bits[generator.integers(len(circle.bits), size=people)]
    flip = flip_probability()
    honest = clients ^ (generator.random(clients.shape, dtype=np.float32) < flip)
    lying = generator.permutation(people)
    rows: list[dict[str, Any]] = []
    sent, seconds, liars_now = 0, 0.0, 0
    with tempfile.TemporaryDirectory(prefix="epicrec-circle-") as name:
        known = CachedSelection(circle.seed)
        place = Publications(Path(name) / "service" / "publications")
        database = f"sqlite:///{Path(name) / 'service' / 'service.sqlite3'}"
        alone = _publish(place, imported.catalog, known, (), job)
        with service_in(Path(name)) as address:
            rows.append({"liars": None} | alone | _served_quality(address, circle, 0))
            for step, share in enumerate(liars):
                job.check()
                wanted = round(share * people)
                lies = replace_with_lies(honest, lying[liars_now:wanted], circle, generator)
                first = [ContributionRequest(i, bits) for i, bits in enumerate(honest)]
                requests_to_send = [*(first if step == 0 else ()), *lies]
                started = time.monotonic()
                send(address, requests_to_send, job)
                seconds += time.monotonic() - started
                sent, liars_now = sent + len(requests_to_send), wanted
                sums = _sums(database)
                if sum(c.tally.number for c in sums) != people:
                    raise EpicRecError("The service lost a contribution: nothing was measured.")
                found = _publish(place, imported.catalog, known, sums, job)
                _wait_until_served(address, place)
                rows.append({"liars": share} | found | _served_quality(address, circle, people))
    return {
        "people": people,
        "users": len(circle.tried),
        "seed_people": SEED_PEOPLE,
        "contributors": len(circle.bits),
        "requests": sent,
        "seconds": seconds,
        "rows": rows,
    }


class CachedSelection(InMemoryData):
    """In-memory data that searches settings once, as the seed never changes here."""

    def __init__(self, ratings: Ratings) -> None:
        super().__init__(ratings)
        self._folds: dict[int, list[Fold]] = {}
        self._settings: Settings | None = None

    def folds(self, seed: int) -> Iterator[Fold]:
        """Yield the same folds at every call, each with a search of its own."""
        if seed not in self._folds:
            self._folds[seed] = [
                (CachedSelection(rest.ratings), held)
                for rest, held in super().folds(seed)
                if isinstance(rest, InMemoryData)
            ]
        yield from self._folds[seed]

    def select(self, job: Job) -> Settings:
        """Return the settings of the first search."""
        if self._settings is None:
            self._settings = super().select(job)
        return self._settings


def flip_probability() -> float:
    """Return the probability that a bit of a contribution is flipped."""
    return float(1.0 / (1.0 + np.exp(float(EPSILON))))


def with_listed_movies(imported: ImportedCatalog) -> ImportedCatalog:
    """Return the catalog with ids for all movies; made-up movies get those of the public list.

    The most watched ones get them, where the catalog has no movie of the list.
    """
    imported = with_ids(imported)
    listed, movies = public_lists()[-1].movies, list(imported.catalog.movies)
    if imported.ratings is None or not set(listed).isdisjoint(m.wire_id or "" for m in movies):
        return imported
    order = np.argsort(-imported.ratings.popularity(len(movies)), kind="stable")
    for place, wire_id in zip(order.tolist(), listed, strict=False):
        movies[place] = replace(movies[place], imdb_id=wire_id.removeprefix("imdb:"))
    return replace(imported, catalog=replace(imported.catalog, movies=tuple(movies)))


def sample_people(
    imported: ImportedCatalog, generator: np.random.Generator, seed_people: int = SEED_PEOPLE
) -> Circle:
    """Return people to test on, a public seed, and contributors, none of them twice.

    Raises `CatalogError` without ratings, or with too few people.
    """
    public = imported.ratings
    if public is None or public.user_count < 2 * seed_people:
        raise CatalogError(
            "A circle can only be simulated on public ratings of some hundred people, and this "
            "catalog has none or fewer. Give a MovieLens folder with --catalog."
        )
    starts = np.searchsorted(public.users, np.arange(public.user_count + 1))
    watched = [public.items[a:b].astype(np.int64) for a, b in pairwise(starts)]
    ids = [movie.wire_id for movie in imported.catalog.movies]
    order = generator.permutation(public.user_count).tolist()
    tried = []
    count = round(TRIED_SHARE * public.user_count)
    for user in order[:count]:
        items = generator.permutation(watched[user])
        given = round(_INPUT * len(items))
        if 0 < given < len(items):
            tried.append((items[:given], items[given:]))
    known = [watched[user] for user in order[count : count + seed_people]]
    users = np.repeat(np.arange(len(known)), [len(items) for items in known])
    others = [watched[user] for user in order[count + seed_people :]]
    bits = watched_bits(others, ids, public_lists()[-1].movies)
    if not bits.any():
        raise CatalogError(
            "None of these movies is on the public list of contributions. Give a MovieLens folder "
            "with --catalog."
        )
    popular = bits.mean(axis=0)
    return Circle(
        tried,
        Ratings(users, np.concatenate(known), ids),
        bits,
        int(np.argmin(np.abs(popular - LEAST_KNOWN))),
        np.argsort(-popular, kind="stable")[:POPULAR],
    )


def replace_with_lies(
    honest: NDArray[np.bool_], liars: Ints, circle: Circle, generator: np.random.Generator
) -> list[ContributionRequest]:
    """Return requests of malicious clients: withdraw the true contribution, send a false one."""
    liar_ids = [int(i) for i in liars]
    requests_to_send = [ContributionRequest(i, honest[i], withdrawn=True) for i in liar_ids]
    pushed = np.append(circle.popular, circle.target)
    for i in liar_ids:
        lie: NDArray[np.bool_] = np.asarray(generator.random(honest.shape[1]) < flip_probability())
        lie[pushed] = True
        requests_to_send.append(ContributionRequest(len(honest) + i, lie))
    return requests_to_send


def _sums(database: str) -> list[ContributionData]:
    storage = Storage(database)
    try:
        return [c for c in (s.contributed for s in storage.sums()) if c is not None]
    finally:
        storage.close()


def train_and_publish(
    place: Publications,
    catalog: Catalog,
    seed: InMemoryData,
    sums: Sequence[ContributionData],
    job: Job,
) -> TrainingResult:
    """Train as `epicrec-server publish` does, and publish the model if it is as good."""
    used = place.active_publication()
    before = None if used is None else place.load(used.name)
    published = None if before is None else (before.model, before.about)
    trained = train_for_service(seed, "seed", sums, published, job=job)
    if trained.is_as_good:
        place.publish(Publication(catalog, trained.model, None, trained.about))
    return trained


def _publish(
    place: Publications,
    catalog: Catalog,
    seed: InMemoryData,
    sums: Sequence[ContributionData],
    job: Job,
) -> dict[str, Any]:
    """Train and publish; return what a row says of it."""
    trained = train_and_publish(place, catalog, seed, sums, job)
    return {
        "published": trained.is_as_good,
        "used": trained.contributions,
        "service_ndcg10": trained.quality_measured.ndcg10,
    }


def _wait_until_served(address: str, place: Publications) -> None:
    """Wait until the service answers with the published model."""
    used = place.active_publication()
    end = time.monotonic() + TIMEOUT_S
    while used is not None and not used.name.startswith(manifest_of(address)["id"]):
        if time.monotonic() > end:
            raise EpicRecError("The service did not take up its model: nothing was measured.")
        time.sleep(0.1)


def _served_quality(address: str, circle: Circle, contributions: int) -> dict[str, Any]:
    """Return the served model's quality for held-out users, and the rank of the promoted movie."""
    found, places = measure(fetched(address), circle)
    return {
        "contributions": contributions,
        "ndcg10": float(found.mean()),
        "ci": half_width(found),
        "seen": float(np.mean(places <= _PLACES)) if len(places) else None,
        "place": float(np.median(places)) if len(places) else None,
    }


def measure(model: ItemModel, circle: Circle) -> tuple[Floats, Ints]:
    """Return NDCG@10 for each held-out user, and the promoted movie's rank for some of them.

    Users who watched it have no rank of it, and nobody has if the model does not know it.
    """
    position = find_positions(model.index, circle.seed.wire_ids)
    target = model.index.get(public_lists()[-1].movies[circle.target], -1)
    gains, places = [], []
    for given, hidden in circle.tried:
        known = position[given]
        known = known[known >= 0]
        scores = model.scores(known).copy()
        allowed = np.ones(len(scores), dtype=bool)
        allowed[known] = False
        ranked = top(scores, allowed, _PLACES)
        wanted = position[hidden]
        gains.append(ndcg(ranked, np.where(wanted >= 0, wanted, -1 - np.arange(len(wanted)))))
        if target >= 0 and allowed[target]:
            places.append(1 + int((scores[allowed] > scores[target]).sum()))
    return np.array(gains), np.array(places, dtype=np.int64)
