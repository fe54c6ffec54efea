"""Trains what a service publishes, in this process or on a cluster, and publishes it."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from epicrec_desktop.cli.service import check_publishes, settings_of
from epicrec_desktop.cli.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import IsCancelled
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.recommend.contribution_training import ContributionData
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.release_scorers import CategoryShareScorer
from epicrec_desktop.services.public_ratings import ratings_digest, training_ratings
from epicrec_desktop.wiring import Services

if TYPE_CHECKING:
    from epicrec_desktop.server.publications import Publications
    from epicrec_desktop.server.settings import ServerConfig
    from epicrec_desktop.server.training import TrainingResult

# The service belongs to an extra, so it is imported where it is needed.

_SCORER_USERS = 20_000
"""People of a cluster whom the scorer of releases learns from."""


@dataclass(frozen=True)
class _TrainingInputs:
    """What is to be trained on beside the ratings, and what it is measured against."""

    contributed: list[ContributionData]
    published: tuple[ItemModel, Any] | None


def publish(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Train on public ratings and on contributions, and publish what is at least as good."""
    from epicrec_desktop.server.publications import (  # noqa: PLC0415
        Publication,
        Publications,
    )

    settings = settings_of(options, services.paths)
    check_publishes(settings)
    publications = Publications(settings.service.publications)
    used = publications.active_publication()
    train = _on_cluster if options.engine == "spark" else _train_in_process
    asked = _training_inputs(settings, publications)
    trained, scorer = train(services, options, asked, terminal, cancelled)
    name = used.name if used is not None else ""
    if trained.is_as_good:
        catalog = services.context.catalog().catalog
        name = publications.publish(Publication(catalog, trained.model, scorer, trained.about))
    _print_training(trained, name, terminal)
    return 0


def _training_inputs(settings: ServerConfig, publications: Publications) -> _TrainingInputs:
    from epicrec_desktop.server.storage import Storage  # noqa: PLC0415

    used = publications.active_publication()
    published = None if used is None else publications.load(used.name)
    storage = Storage(settings.service.database_address)
    try:
        sums = [s.contributed for s in storage.sums()]
    finally:
        storage.close()
    return _TrainingInputs(
        [c for c in sums if c is not None],
        None if published is None else (published.model, published.about),
    )


def _train_in_process(
    services: Services,
    options: argparse.Namespace,
    asked: _TrainingInputs,
    terminal: Terminal,
    cancelled: IsCancelled,
) -> tuple[TrainingResult, CategoryShareScorer | None]:
    from epicrec_desktop.server.training import train_for_service  # noqa: PLC0415

    if options.ratings is not None or options.master is not None:
        raise EpicRecError(
            "--ratings and --master are for a cluster; nothing was changed. "
            "Add --engine spark, or leave them away."
        )
    ratings = training_ratings(services.paths)
    trained = train_for_service(
        ratings,
        ratings_digest(ratings),
        asked.contributed,
        asked.published,
        report=terminal.report,
        cancelled=cancelled,
    )
    return trained, _scorer(trained, services, lambda: ratings)


def _on_cluster(
    services: Services,
    options: argparse.Namespace,
    asked: _TrainingInputs,
    terminal: Terminal,
    cancelled: IsCancelled,
) -> tuple[TrainingResult, CategoryShareScorer | None]:
    from epicrec_desktop.server.spark import reading  # noqa: PLC0415
    from epicrec_desktop.server.spark.people import ClusterData  # noqa: PLC0415
    from epicrec_desktop.server.spark.session import session  # noqa: PLC0415
    from epicrec_desktop.server.training import train_for_service  # noqa: PLC0415

    with session(options.master) as spark:
        if options.ratings is None:
            histories = reading.spread(spark, training_ratings(services.paths))
        else:
            histories = reading.read(spark, options.ratings, options.table)
        people = ClusterData(spark, histories)
        terminal.say(f"{people.ratings:,} ratings of {people.people:,} people are on the cluster.")
        trained = train_for_service(
            people,
            people.digest,
            asked.contributed,
            asked.published,
            report=terminal.report,
            cancelled=cancelled,
        )
        return trained, _scorer(trained, services, lambda: people.some(_SCORER_USERS))


def _scorer(
    trained: TrainingResult, services: Services, ratings: Callable[[], Ratings]
) -> CategoryShareScorer | None:
    """The scorer of releases for a model that is published; None where there are too few people."""
    if not trained.is_as_good:
        return None
    catalog = services.context.catalog().catalog
    try:
        return CategoryShareScorer.for_catalog(trained.model, catalog, ratings())
    except ValueError:  # of too few people
        return None


def _print_training(trained: TrainingResult, name: str, terminal: Terminal) -> None:
    before = "nothing was published" if trained.before is None else f"{trained.before:.4f}"
    kept = "It is published." if trained.is_as_good else "The published one is better and stays."
    terminal.say(
        f"On {trained.quality_measured.users} public people whom it has not learned from, the new model has "
        f"an NDCG@10 of {trained.quality_measured.ndcg10:.4f}; before: {before}. "
        f"{trained.contributions:,} contributions were used. {kept}"
    )
    terminal.document(
        {
            "publication": name,
            "replaced": trained.is_as_good,
            "ndcg10": trained.quality_measured.ndcg10,
            "before": trained.before,
            "held_out": trained.quality_measured.users,
            "contributions": trained.contributions,
        }
    )
