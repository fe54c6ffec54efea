"""A circle of people who contribute over HTTP to a service that trains and publishes, and liars.

Public users are split: a fifth is held out and tried, `SEED_PEOPLE` of the others are what the
service knows, and the rest are the people who contribute, drawn with replacement. A real service
runs in a process of its own, over a database file. Every client sends its own contribution, the
bits of the public list each flipped by chance at the constant budget, over a pool of connections.
Then the service's own training publishes what its own measure lets through, and a new client
fetches the model and is tried on the people held out.

Then some clients turn out to be liars: they take their contribution out again, over HTTP too, and
push a movie that few watched together with the most popular ones.

The service's limits of contributions per client are off: the circle is one address.
"""

from __future__ import annotations

import http.client
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import numpy as np
import requests
from numpy.typing import NDArray

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.arrays import Ints
from epicrec_desktop.domain.errors import CatalogError, EpicRecError
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.tasks import (
    IsCancelled,
    Progress,
    Report,
    check,
    never_cancelled,
    no_progress,
)
from epicrec_desktop.evaluation.intervals import half_width
from epicrec_desktop.evaluation.population import with_ids
from epicrec_desktop.recommend.als import Ratings
from epicrec_desktop.recommend.contribution_wire import (
    EPSILON,
    encode_contribution,
    public_lists,
)
from epicrec_desktop.recommend.contributions import Contributed
from epicrec_desktop.recommend.files import assemble
from epicrec_desktop.recommend.metrics import ndcg
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.ranking import top
from epicrec_desktop.server.publications import Publication, Publications
from epicrec_desktop.server.storage import Storage
from epicrec_desktop.server.training import train_for_service

PEOPLE = 20_000
LIARS = (0.0, 0.01, 0.05)
SEED_PEOPLE = 55
TRIED_SHARE = 0.2
SENDERS = 8
LEAST_KNOWN = 0.02
"""The movie that is pushed is one that about this share of the contributors watched."""
POPULAR = 20
TIMEOUT_S = 60.0

_INPUT = 0.8
_PLACES = 10


@dataclass(frozen=True)
class _Circle:
    """People held out (given and hidden movies), the seed, and who contributes what.

    `bits` (p, k) of the contributors on the public list; `target` is what is pushed, a position on
    the list, together with the `popular`.
    """

    tried: list[tuple[Ints, Ints]]
    seed: Ratings
    bits: NDArray[np.bool_]
    target: int
    popular: Ints


@dataclass(frozen=True)
class _Told:
    """One request to the service: a contribution, or that one is taken out again."""

    number: int
    bits: NDArray[np.bool_]
    withdrawn: bool = False

    @property
    def method(self) -> str:
        return "POST" if self.withdrawn else "PUT"

    @property
    def path(self) -> str:
        rest = "/withdrawal" if self.withdrawn else ""
        return f"/v1/contributions/{UUID(int=self.number)}{rest}"

    @property
    def body(self) -> bytes:
        return encode_contribution(public_lists()[-1], EPSILON, self.bits.tolist())


def run(
    imported: ImportedCatalog,
    *,
    people: int = PEOPLE,
    liars: Sequence[float] = LIARS,
    seed: int = 1,
    report: Report = no_progress,
    cancelled: IsCancelled = never_cancelled,
) -> dict[str, Any]:
    """Rows {liars, contributions, ndcg10, ci, published, used, service_ndcg10, seen, place}.

    The first row, of no contribution, has `liars` None. `published`: whether the service's measure
    let the new model take the place of the one before, `used` how many contributions it trained
    with. `seen`: share of people who see what is pushed among ten, `place` its median place. Beside
    them `requests`, `seconds` of sending, and `users` held out. Raises `CatalogError` without
    ratings or with too few users, `EpicRecError` where the service refuses, `Cancelled`.
    """
    imported = with_ids(imported)
    generator = np.random.default_rng(seed)
    circle = _draw(imported, generator)
    clients = circle.bits[generator.integers(len(circle.bits), size=people)]
    flip = _flip()
    honest = clients ^ (generator.random(clients.shape, dtype=np.float32) < flip)
    lying = generator.permutation(people)
    rows: list[dict[str, Any]] = []
    sent, seconds, liars_now = 0, 0.0, 0
    with tempfile.TemporaryDirectory(prefix="epicrec-circle-") as name:
        place = Publications(Path(name) / "service" / "publications")
        database = f"sqlite:///{Path(name) / 'service' / 'service.sqlite3'}"
        alone = _publish(place, imported.catalog, circle.seed, (), check_of(report, cancelled))
        with _service(Path(name)) as address:
            rows.append({"liars": None} | alone | _worth(address, circle, 0))
            for step, share in enumerate(liars):
                check(cancelled)
                report(Progress("Contributing over HTTP", step, len(liars)))
                wanted = round(share * people)
                told = _turned(honest, lying[liars_now:wanted], circle, generator)
                if step == 0:
                    told = [_Told(i, bits) for i, bits in enumerate(honest)] + told
                begun = time.monotonic()
                _send(address, told)
                seconds += time.monotonic() - begun
                sent, liars_now = sent + len(told), wanted
                sums = _sums(database)
                if sum(c.tally.number for c in sums) != people:
                    raise EpicRecError("The service lost a contribution: nothing was measured.")
                found = _publish(
                    place, imported.catalog, circle.seed, sums, check_of(report, cancelled)
                )
                _taken_up(address, place)
                rows.append({"liars": share} | found | _worth(address, circle, people))
    return {
        "people": people,
        "users": len(circle.tried),
        "seed_people": SEED_PEOPLE,
        "contributors": len(circle.bits),
        "requests": sent,
        "seconds": seconds,
        "rows": rows,
    }


Checks = Mapping[str, Any]


def check_of(report: Report, cancelled: IsCancelled) -> Checks:
    """Progress and cancellation as trainings take them."""
    return {"report": report, "cancelled": cancelled}


def _flip() -> float:
    return float(1.0 / (1.0 + np.exp(float(EPSILON))))


def _draw(imported: ImportedCatalog, generator: np.random.Generator) -> _Circle:
    public = imported.ratings
    if public is None or public.user_count < 2 * SEED_PEOPLE:
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
    known = [watched[user] for user in order[count : count + SEED_PEOPLE]]
    users = np.repeat(np.arange(len(known)), [len(items) for items in known])
    listed = public_lists()[-1].movies
    column = {wire_id: k for k, wire_id in enumerate(listed)}
    at = np.array([column.get(w or "", -1) for w in ids], dtype=np.int64)
    others = order[count + SEED_PEOPLE :]
    bits = np.zeros((len(others), len(listed)), dtype=bool)
    for row, user in enumerate(others):
        places = at[watched[user]]
        bits[row, places[places >= 0]] = True
    if not bits.any():
        raise CatalogError(
            "None of these movies is on the public list of contributions. Give a MovieLens folder "
            "with --catalog."
        )
    popular = bits.mean(axis=0)
    return _Circle(
        tried,
        Ratings(users, np.concatenate(known), ids),
        bits,
        int(np.argmin(np.abs(popular - LEAST_KNOWN))),
        np.argsort(-popular, kind="stable")[:POPULAR],
    )


def _turned(
    honest: NDArray[np.bool_], liars: Ints, circle: _Circle, generator: np.random.Generator
) -> list[_Told]:
    """What these clients send who turn out to be liars: their own taken out, and a lie."""
    listed = [int(i) for i in liars]
    told = [_Told(i, honest[i], withdrawn=True) for i in listed]
    pushed = np.append(circle.popular, circle.target)
    for i in listed:
        lie: NDArray[np.bool_] = np.asarray(generator.random(honest.shape[1]) < _flip())
        lie[pushed] = True
        told.append(_Told(len(honest) + i, lie))
    return told


def _send(address: str, told: Iterable[_Told]) -> None:
    """Send all of them over a pool of connections. Raises `EpicRecError` unless all are taken."""
    waiting: queue.SimpleQueue[_Told | None] = queue.SimpleQueue()
    for one in told:
        waiting.put(one)
    statuses: Counter[int] = Counter()
    lock = threading.Lock()
    for _ in range(SENDERS):
        waiting.put(None)

    def sender() -> None:
        mine = _sent(address, iter(waiting.get, None))
        with lock:
            statuses.update(mine)

    threads = [threading.Thread(target=sender, daemon=True) for _ in range(SENDERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if set(statuses) - {200, 201, 204}:
        raise EpicRecError("The service refused a contribution: nothing was measured.")


def _sent(address: str, told: Iterator[_Told]) -> Counter[int]:
    """The answers to these, over one connection; a full service (503, 507) is asked again."""
    parts = urlsplit(address)
    connection = http.client.HTTPConnection(
        str(parts.hostname), int(parts.port or 0), timeout=TIMEOUT_S
    )
    statuses: Counter[int] = Counter()
    headers = {"Content-Type": "application/json"}
    try:
        for one in told:
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


def _sums(database: str) -> list[Contributed]:
    storage = Storage(database)
    try:
        return [c for c in (s.contributed for s in storage.sums()) if c is not None]
    finally:
        storage.close()


def _publish(
    place: Publications,
    catalog: Catalog,
    seed: Ratings,
    sums: Sequence[Contributed],
    checks: Checks,
) -> dict[str, Any]:
    """Train as `epicrec train --publish` does, and publish what is as good."""
    used = place.in_use()
    before = None if used is None else place.load(used.name)
    published = None if before is None else (before.model, before.about)
    trained = train_for_service(seed, "seed", sums, published, **checks)
    if trained.is_as_good:
        place.publish(Publication(catalog, trained.model, None, trained.about))
    return {
        "published": trained.is_as_good,
        "used": trained.contributions,
        "service_ndcg10": trained.worth.ndcg10,
    }


def _taken_up(address: str, place: Publications) -> None:
    """Wait until what is published is answered with."""
    used = place.in_use()
    end = time.monotonic() + TIMEOUT_S
    while used is not None and not used.name.startswith(_manifest(address)["id"]):
        if time.monotonic() > end:
            raise EpicRecError("The service did not take up its model: nothing was measured.")
        time.sleep(0.1)


def _manifest(address: str) -> dict[str, Any]:
    answer = requests.get(f"{address}/v1/models/current", timeout=TIMEOUT_S)
    answer.raise_for_status()
    return dict(answer.json())


def _fetched(address: str) -> ItemModel:
    """The model as a client fetches and checks it."""
    manifest = _manifest(address)
    items = requests.get(f"{address}/v1/models/{manifest['id']}/items", timeout=TIMEOUT_S)
    items.raise_for_status()
    return assemble(manifest, items.content)


def _worth(address: str, circle: _Circle, contributions: int) -> dict[str, Any]:
    """What a new client's model is worth to people held out, and where it puts what is pushed."""
    model = _fetched(address)
    ids = circle.seed.wire_ids
    position = np.array([model.index.get(w or "", -1) for w in ids], dtype=np.int64)
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
    found = np.array(gains)
    return {
        "contributions": contributions,
        "ndcg10": float(found.mean()),
        "ci": half_width(found),
        "seen": float(np.mean([place <= _PLACES for place in places])) if places else None,
        "place": float(np.median(places)) if places else None,
    }


@contextmanager
def _service(folder: Path) -> Iterator[str]:
    """The service as `epicrec serve` runs it; its address."""
    configuration = folder / "service.toml"
    configuration.write_text(
        '[service]\nfolder = "service"\n[listen]\nport = 0\n'
        "[limits]\nrequests_per_minute = 0\ncontributions_per_day = 0\nqueue_seconds = 30.0\n"
        '[log]\nlevel = "warning"\n',
        encoding="utf-8",
    )
    program = [sys.executable]
    if not getattr(sys, "frozen", False):
        program += ["-m", "epicrec_desktop.cli"]
    command = [*program, "serve", "--config", str(configuration)]
    with subprocess.Popen(  # noqa: S603 - this very program
        command, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        try:
            told = process.stdout.readline().split()
            address = next((word for word in told if word.startswith("http")), None)
            if address is None:
                raise EpicRecError("The service did not start; nothing was measured.")
            yield address
        finally:
            process.terminate()
