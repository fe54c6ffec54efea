"""Commands of `epicrec-server`: run, train, publish, status, rollback, keys, backup, restore."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from epicrec_desktop.cli.commands import is_configured
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import IsCancelled, Job
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.als_training import Ratings
from epicrec_desktop.recommend.contribution_training import ContributionData
from epicrec_desktop.recommend.model import ItemModel
from epicrec_desktop.recommend.release_scorers import CategoryShareScorer
from epicrec_desktop.services.public_ratings import ratings_digest, training_ratings
from epicrec_desktop.wiring import Services

if TYPE_CHECKING:
    from epicrec_desktop.server.config import ServerConfig
    from epicrec_desktop.server.publications import Publications
    from epicrec_desktop.server.training import TrainingResult


# The service belongs to an extra, so it is imported where it is needed; and a service that starts
# needs nothing of the program that a person has.


def serve(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Run the reference service on this person's own catalog and model until interrupted."""
    from epicrec_desktop.cli.labels import model_name  # noqa: PLC0415
    from epicrec_desktop.server.publications import (  # noqa: PLC0415
        Publication,
        Publications,
    )
    from epicrec_desktop.services.local_models import LocalModels  # noqa: PLC0415

    settings = settings_of(options, services.paths)
    stored = services.context.catalog()
    models = LocalModels(services.context)
    model = models.current(stored.catalog)
    aware = models.aware_scorer(model, stored.catalog)
    about = dict(model.training)
    publication = Publication(stored.catalog, model, aware, about)
    Publications(settings.service.publications).publish(publication)
    shared = "model shared" if settings.service.share_model else "model not shared"
    terminal.say(f"{len(stored.catalog.movies)} movies, {model_name(model.kind)}, {shared}")
    return _run(settings, terminal)


def serve_published(options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled) -> int:
    """Run the service as its configuration says, on what was published, until terminated."""
    from epicrec_desktop.server.monitoring import log_to_stderr  # noqa: PLC0415

    settings = settings_of(options, None)
    log_to_stderr(settings.log)
    return _run(settings, terminal)


def settings_of(options: argparse.Namespace, paths: Paths | None) -> ServerConfig:
    """The settings of configuration and environment; options have the last word.

    `paths`: whose folder it is where neither says so. Raises `EpicRecError`.
    """
    from epicrec_desktop.server.config import load_config  # noqa: PLC0415
    from epicrec_desktop.server.database import sqlite_address  # noqa: PLC0415

    settings = load_config(options.config)
    place = settings.service
    if paths is not None and not is_configured(options):
        database = place.database or sqlite_address(paths.data / "service.sqlite3")
        place = replace(place, folder=paths.data / "service", database=database)
    if getattr(options, "database", None):
        place = replace(place, database=options.database)
    if getattr(options, "no_model", False):
        place = replace(place, share_model=False)
    names = ("host", "port", "workers", "tls_cert", "tls_key")
    given = {n: getattr(options, n) for n in names if getattr(options, n, None) is not None}
    return replace(settings, service=place, listen=replace(settings.listen, **given))


def check_publishes(settings: ServerConfig) -> None:
    """Raise `EpicRecError` where models are fetched from elsewhere: then they change there."""
    if settings.service.is_mirror:
        raise EpicRecError(
            "This service fetches its models from an address; nothing was changed. "
            "Publish and roll back where they are published."
        )


def _run(settings: ServerConfig, terminal: Terminal) -> int:
    from epicrec_desktop.server.run import serve as run_service  # noqa: PLC0415

    def ready(address: str) -> None:
        terminal.say(f"Serving at {address} (Ctrl+C ends it)")
        terminal.document({"address": address})

    run_service(settings, on_ready=ready)
    return 0


def service(paths: Paths, options: argparse.Namespace, terminal: Terminal) -> int:
    """Look after a service: its models, its keys, its backups."""
    return _ACTIONS[options.action](settings_of(options, paths), options, terminal)


def _status(settings: ServerConfig, options: argparse.Namespace, terminal: Terminal) -> int:
    from epicrec_desktop.server.database import Storage  # noqa: PLC0415
    from epicrec_desktop.server.publications import Publications  # noqa: PLC0415

    used = Publications(settings.service.publications).active_publication()
    storage = Storage(settings.service.database_address)
    try:
        sums = storage.sums()
    finally:
        storage.close()
    told = [(s.movies, s.epsilon, s.tally.number) for s in sums]
    terminal.say("No model was published yet." if used is None else f"In use: {used.name}")
    for name in used.before if used is not None else ():
        terminal.say(f"Before: {name}")
    for movies, epsilon, number in told:
        terminal.say(f"Contributions: {number:,} to the list {movies} at ε = {epsilon}")
    terminal.document(
        {
            "in_use": None if used is None else used.name,
            "before": [] if used is None else list(used.before),
            "contributions": [{"list": m, "epsilon": str(e), "number": n} for m, e, n in told],
        }
    )
    return 0


def _rollback(settings: ServerConfig, options: argparse.Namespace, terminal: Terminal) -> int:
    from epicrec_desktop.server.publications import Publications  # noqa: PLC0415

    check_publishes(settings)
    name = Publications(settings.service.publications).roll_back()
    terminal.say(f"In use again: {name}. Workers take it up within a second.")
    terminal.document({"in_use": name})
    return 0


def _key(settings: ServerConfig, options: argparse.Namespace, terminal: Terminal) -> int:
    from epicrec_desktop.server.access import add_key, read_keys, remove_key  # noqa: PLC0415

    file = settings.service.keys
    if options.what == "add":
        key = add_key(file, options.name)
        terminal.say(f"The key of {options.name}, shown this once:")
        terminal.say(key)
        terminal.document({"name": options.name, "key": key})
    elif options.what == "remove":
        remove_key(file, options.name)
        terminal.say(f"The key of {options.name} is refused from now on.")
        terminal.document({"removed": options.name})
    else:
        names = sorted(read_keys(file).hashes)
        terminal.table([(name,) for name in names])
        terminal.document({"names": names})
    return 0


def _backup(settings: ServerConfig, options: argparse.Namespace, terminal: Terminal) -> int:
    from epicrec_desktop.server.backups import write_backup  # noqa: PLC0415

    whole = write_backup(settings.service, options.file.expanduser().absolute())
    terminal.say("The backup is written." if whole else _WITHOUT_DATABASE)
    terminal.document({"file": str(options.file), "database": whole})
    return 0


def _restore(settings: ServerConfig, options: argparse.Namespace, terminal: Terminal) -> int:
    from epicrec_desktop.server.backups import restore  # noqa: PLC0415

    whole = restore(settings.service, options.file.expanduser().absolute())
    terminal.say("The service's folder is restored." if whole else _WITHOUT_DATABASE)
    terminal.document({"folder": str(settings.service.folder), "database": whole})
    return 0


_WITHOUT_DATABASE = "Models and keys are done. PostgreSQL's part is for pg_dump and pg_restore."
_ACTIONS: dict[str, Callable[[ServerConfig, argparse.Namespace, Terminal], int]] = {
    "status": _status,
    "rollback": _rollback,
    "key": _key,
    "backup": _backup,
    "restore": _restore,
}


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
    from epicrec_desktop.server.database import Storage  # noqa: PLC0415

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
        job=Job(terminal.report, cancelled),
    )
    return trained, _scorer(trained, services, lambda: ratings)


def _on_cluster(
    services: Services,
    options: argparse.Namespace,
    asked: _TrainingInputs,
    terminal: Terminal,
    cancelled: IsCancelled,
) -> tuple[TrainingResult, CategoryShareScorer | None]:
    from epicrec_desktop.server.spark import session as reading  # noqa: PLC0415
    from epicrec_desktop.server.spark.session import session  # noqa: PLC0415
    from epicrec_desktop.server.spark.training import ClusterData  # noqa: PLC0415
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
            job=Job(terminal.report, cancelled),
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
        f"On {trained.quality_measured.users} public people whom it has not learned from, "
        f"the new model has an NDCG@10 of {trained.quality_measured.ndcg10:.4f}; before: {before}. "
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
