"""Experiment: how often a service decides rightly about contributions, liars among them.

The service's own training, comparison and sums; no HTTP. Whether a decision was right is measured
on many public people whom the service does not have.
"""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import UUID

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import threadpool_limits

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.domain.arrays import Floats, Ints
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.lab.experiments.circle import (
    LIARS,
    SEED_PEOPLE,
    CachedSelection,
    Circle,
    ContributionRequest,
    flip_probability,
    measure,
    replace_with_lies,
    sample_people,
    train_and_publish,
    with_listed_movies,
)
from epicrec_desktop.recommend.wire_contribution import EPSILON, Contribution, public_lists
from epicrec_desktop.server.contributions import Storage
from epicrec_desktop.server.publications import Publications
from epicrec_desktop.server.training import MARGIN

PEOPLE = 10_000
RUNS = 10


def run(
    imported: ImportedCatalog,
    *,
    people: int = PEOPLE,
    runs: int = RUNS,
    users: int = SEED_PEOPLE,
    liars: Sequence[float] = LIARS,
    seed: int = 1,
    job: Job = UNATTENDED,
) -> dict[str, Any]:
    """Return `rows`, one for each share of liars, and `decisions`, one for each run and share.

    Each run samples a public seed of so many `users`, contributors and test people. Models with no
    lies, then with more and more, are offered for publication one after the other. A decision has
    {run, liars, gain, used, change, change_error, published, place_before, place}: `gain` is what
    contributions change for the test people (NDCG@10, against the seed alone), `change` what the
    new model would change against the published one, `place` the promoted movie's median rank by
    the new model. Raises `CatalogError`, `Cancelled`.
    """
    imported = with_listed_movies(imported)
    decisions: list[dict[str, Any]] = []
    tested = 0
    with threadpool_limits(1):  # type: ignore[no-untyped-call]
        for number in range(runs):
            job.report(Progress("Deciding about models", number, runs))
            generator = np.random.default_rng([seed, number])
            circle = sample_people(imported, generator, users)
            tested = len(circle.tried)
            found = _decisions(imported, circle, people, liars, generator, job)
            decisions += [{"run": number} | one for one in found]
    return {
        "people": people,
        "runs": runs,
        "seed_people": users,
        "users": tested,
        "margin": MARGIN,
        "rows": [_row([d for d in decisions if d["liars"] == share]) for share in liars],
        "decisions": decisions,
    }


def _decisions(
    imported: ImportedCatalog,
    circle: Circle,
    people: int,
    liars: Sequence[float],
    generator: np.random.Generator,
    job: Job,
) -> list[dict[str, Any]]:
    """Return the decisions of one run."""
    clients = circle.bits[generator.integers(len(circle.bits), size=people)]
    honest = clients ^ (generator.random(clients.shape, dtype=np.float32) < flip_probability())
    order, lying = generator.permutation(people), 0
    requests = [ContributionRequest(i, bits) for i, bits in enumerate(honest)]
    known, decisions = CachedSelection(circle.seed), []
    with tempfile.TemporaryDirectory(prefix="epicrec-gate-") as name:
        place = Publications(Path(name) / "publications")
        storage = Storage(f"sqlite:///{Path(name) / 'service.sqlite3'}")
        try:
            alone = train_and_publish(place, imported.catalog, known, (), job)
            least, in_use = measure(alone.model, circle)[0], measure(alone.model, circle)
            for share in liars:
                job.check()
                requests += replace_with_lies(
                    honest, order[lying : round(share * people)], circle, generator
                )
                lying = round(share * people)
                _store(storage, requests)
                requests = []
                sums = [c for c in (one.contributed for one in storage.sums()) if c is not None]
                new = train_and_publish(place, imported.catalog, known, sums, job)
                helped = new.model if new.contributions else known.fit_with(sums)
                offered = measure(new.model, circle)
                decisions.append(
                    {
                        "liars": share,
                        "gain": float((measure(helped, circle)[0] - least).mean()),
                        "used": new.contributions > 0,
                        "published": new.is_as_good,
                    }
                    | _change(offered, in_use)
                )
                if new.is_as_good:
                    in_use = offered
        finally:
            storage.close()
    return decisions


def _store(storage: Storage, requests: Sequence[ContributionRequest]) -> None:
    """Send requests to the service's storage, which adds them up."""
    movies = public_lists()[-1]
    for one in requests:
        contribution = Contribution(movies, EPSILON, tuple(one.bits.tolist()))
        change = storage.withdraw if one.withdrawn else storage.contribute
        change(UUID(int=one.number), contribution)
    storage.fold()


def _change(offered: tuple[Floats, Ints], in_use: tuple[Floats, Ints]) -> dict[str, Any]:
    """Return what publishing would change for the test people."""
    difference = offered[0] - in_use[0]
    return {
        "change": float(difference.mean() / in_use[0].mean()),
        "change_error": float(difference.std(ddof=1) / len(difference) ** 0.5 / in_use[0].mean()),
        "place_before": float(np.median(in_use[1])) if len(in_use[1]) else None,
        "place": float(np.median(offered[1])) if len(offered[1]) else None,
        "seen": float(np.mean(offered[1] <= 10)) if len(offered[1]) else None,
    }


def _row(decisions: Sequence[dict[str, Any]]) -> dict[str, Any]:
    """Return how many decisions at a share of liars were right.

    Using contributions is right if they help the test people. Publishing is wrong if it costs them
    more than the margin, and refusing if they would have lost nothing; between the two either is
    right.
    """
    changes = np.array([one["change"] for one in decisions])
    published: NDArray[np.bool_] = np.array([one["published"] for one in decisions])
    helped = np.array([one["gain"] > 0.0 for one in decisions])
    used = np.array([one["used"] for one in decisions])
    places = [(one["place_before"], one["place"]) for one in decisions if one["place"] is not None]
    return {
        "liars": decisions[0]["liars"],
        "helped": int(helped.sum()),
        "used": int(used.sum()),
        "use_right": int((helped == used).sum()),
        "published": int(published.sum()),
        "publish_wrong": int((published & (changes < -MARGIN)).sum()),
        "refuse_wrong": int((~published & (changes >= 0.0)).sum()),
        "change": [float(changes.min()), float(np.median(changes)), float(changes.max())],
        "places": [float(np.median([pair[k] for pair in places])) for k in (0, 1)]
        if places
        else None,
    }
