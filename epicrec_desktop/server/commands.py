"""Commands of `epicrec-server`."""

from __future__ import annotations

import hashlib
import os
import re
import socket
import ssl
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import numpy as np

from epicrec_desktop.build_info import full_version
from epicrec_desktop.catalog.movie_facts import model_traits
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.files import create_file
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.contribution_training import ContributionData
from epicrec_desktop.recommend.invitation import Invitation, InvitationError, encode
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.learned_question import known_questions
from epicrec_desktop.recommend.model import ItemModel, ModelError
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.training_data import (
    load_catalog,
    load_model,
    ratings_digest,
    release_scorer,
    scorer_key,
    training_ratings,
)
from epicrec_desktop.recommend.wire_published import encode_catalog
from epicrec_desktop.server import rating_table
from epicrec_desktop.server.access import add_key, read_keys, remove_key
from epicrec_desktop.server.backups import restore, write_backup
from epicrec_desktop.server.config import LogConfig, ServerConfig, load_config
from epicrec_desktop.server.contributions import Storage
from epicrec_desktop.server.database import sqlite_address
from epicrec_desktop.server.monitoring import log_to_stderr
from epicrec_desktop.server.publications import Publication, Publications
from epicrec_desktop.server.rating_sources import pieces
from epicrec_desktop.server.run import serve
from epicrec_desktop.server.spark_training import SparkData
from epicrec_desktop.server.training import ONE_SIDED, TrainingResult, train_for_service
from epicrec_desktop.system_errors import reason_of

_SCORER_USERS = 20_000
"""Number of users of a table at most, or of a cluster, that the release scorer is trained on."""

_READ = "{ratings:,} ratings of {people:,} people are read."

CERTIFICATE = re.compile(r"-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----")

_DUMP = (
    "The backup is written, without the database: that is PostgreSQL's. "
    "Write it too: pg_dump DATABASE -f dump.sql"
)
_LOAD = (
    "The service's folder is restored, without the database: that is PostgreSQL's. "
    "Restore its dump into an empty one: psql DATABASE -v ON_ERROR_STOP=1 -f dump.sql"
)


def is_configured(options: Namespace) -> bool:
    """Return whether a configured service is meant, not a trial of this computer's data."""
    return options.config is not None or "EPICREC_SERVE_SERVICE_FOLDER" in os.environ


def settings_of(options: Namespace) -> ServerConfig:
    """Return the settings of configuration and environment; options override both.

    Without a configuration the service's folder is in the data folder of `--base-dir`. Raises
    `EpicRecError`.
    """
    settings = load_config(options.config)
    service = settings.service
    if not is_configured(options):
        data = _paths(options).data
        database = service.database or sqlite_address(data / "service.sqlite3")
        service = replace(service, folder=data / "service", database=database)
    if getattr(options, "database", None):
        service = replace(service, database=options.database)
    if getattr(options, "no_model", False):
        service = replace(service, share_model=False)
    check_owner(service.folder)
    names = ("host", "port", "workers", "tls_cert", "tls_key")
    given = {n: getattr(options, n) for n in names if getattr(options, n, None) is not None}
    return replace(settings, service=service, listen=replace(settings.listen, **given))


def check_owner(folder: Path) -> None:
    """Raise `EpicRecError` for root where the service runs as another user.

    The service could not read what root writes: a model, keys, SQLite's own files.
    """
    if sys.platform == "win32" or os.geteuid() != 0 or not folder.exists():
        return
    if folder.stat().st_uid == 0:
        return
    try:
        user = folder.owner()
    except KeyError:  # a user of another system
        user = f"'#{folder.stat().st_uid}'"
    raise EpicRecError(
        "The service's folder belongs to the user {user}, who could not read what root writes "
        "there; nothing was changed. Run this as that user: runuser -u {user} -- epicrec-server …",
        user=user,
    )


def _paths(options: Namespace) -> Paths:
    return Paths.default() if options.base_dir is None else Paths.under(options.base_dir)


def check_publishes(settings: ServerConfig) -> None:
    """Raise `EpicRecError` if models are fetched from an address: they are changed there."""
    if settings.service.is_mirror:
        raise EpicRecError(
            "This service fetches its models from an address; nothing was changed. "
            "Publish and roll back where they are published."
        )


def _run(options: Namespace, terminal: Terminal, job: Job) -> int:
    settings = settings_of(options)
    if not is_configured(options):
        settings = replace(settings, log=LogConfig("text", "warning"))
        _publish_local(settings, _paths(options), terminal)
    log_to_stderr(settings.log)

    def on_ready(address: str) -> None:
        terminal.say(f"Serving at {address} (Ctrl+C ends it)")
        sys.stdout.flush()  # to a pipe or a journal as well
        _notify_ready()
        terminal.document({"address": address})

    serve(settings, on_ready=on_ready)
    return 0


def _notify_ready() -> None:
    """Notify systemd that the service answers, if it asked for that (sd_notify(3))."""
    address = os.environ.get("NOTIFY_SOCKET", "")
    if not address or sys.platform == "win32":
        return
    if address.startswith("@"):
        address = "\0" + address[1:]
    with suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
        notified.sendto(b"READY=1", address)


def _publish_local(settings: ServerConfig, paths: Paths, terminal: Terminal) -> None:
    catalog = _catalog(paths)
    trained = None
    try:
        trained = load_model(paths)
    except ModelError as error:
        terminal.say(str(error))
    model = trained or KnowledgeModel.from_catalog(catalog, model_traits())
    scorer = release_scorer(paths, model, catalog, scorer_key(paths, model, catalog))
    publication = Publication(catalog, model, scorer, dict(model.training))
    Publications(settings.service.publications).publish(publication)
    shared = "model shared" if settings.service.share_model else "model not shared"
    terminal.say(f"{len(catalog.movies)} movies, {model.kind}, {shared}")


def _catalog(paths: Paths) -> Catalog:
    return load_catalog(paths) or load_starter()


def _status(options: Namespace, terminal: Terminal, job: Job) -> int:
    settings = settings_of(options)
    active = Publications(settings.service.publications).active_publication()
    terminal.say("No model was published yet." if active is None else f"In use: {active.name}")
    for name in active.before if active is not None else ():
        terminal.say(f"Before: {name}")
    with closing(Storage(settings.service.database_address)) as storage:
        sums = storage.sums()
    for one in sums:
        terminal.say(
            f"Contributions: {one.tally.number:,} to the list {one.movies} at ε = {one.epsilon}"
        )
    terminal.document(
        {
            "in_use": None if active is None else active.name,
            "before": [] if active is None else list(active.before),
            "contributions": [
                {"list": one.movies, "epsilon": str(one.epsilon), "number": one.tally.number}
                for one in sums
            ],
        }
    )
    return 0


def _rollback(options: Namespace, terminal: Terminal, job: Job) -> int:
    settings = settings_of(options)
    check_publishes(settings)
    name = Publications(settings.service.publications).roll_back()
    terminal.say(f"In use again: {name}. Workers take it up within a second.")
    terminal.document({"in_use": name})
    return 0


def _keys(options: Namespace, terminal: Terminal, job: Job) -> int:
    file = settings_of(options).service.keys
    if options.action == "add":
        key = add_key(file, options.name)
        terminal.say(f"The key of {options.name}, shown this once:")
        terminal.say(key)
        terminal.document({"name": options.name, "key": key})
    elif options.action == "remove":
        remove_key(file, options.name)
        terminal.say(f"The key of {options.name} is refused from now on.")
        terminal.document({"removed": options.name})
    else:
        names = sorted(read_keys(file).hashes)
        if not names:
            terminal.say("Nobody has a key.")
        terminal.table([(name,) for name in names])
        terminal.document({"names": names})
    return 0


def _invite(options: Namespace, terminal: Terminal, job: Job) -> int:
    settings = settings_of(options)
    if settings.access.closed and not options.member:
        raise EpicRecError(
            "This service is a closed group; nothing was changed. Name the member whose key the "
            "invitation is to have: --member NAME."
        )
    if options.member and not settings.access.closed:
        raise EpicRecError(
            "This service asks nobody for a key; nothing was changed. Set closed = true under "
            "[access] first, or leave --member away."
        )
    file: Path | None = None if options.file is None else options.file.expanduser()
    if file is not None and os.path.lexists(file):
        raise EpicRecError(
            "The file {file} is there already; nothing was changed. Choose another name.", file=file
        )
    certificate = options.certificate or own_certificate(settings.listen.tls_cert)
    invitation = Invitation(
        name=options.name or settings.about.name,
        address=options.address,
        certificate="" if certificate is None else read_certificate(certificate),
        expires=datetime.now(UTC).date() + timedelta(days=options.days),
    )
    try:
        encode(invitation)  # before a key is made for it
        with _key_of_member(settings, options.member) as key:
            line = encode(replace(invitation, key=key))
            if file is not None:
                _write_invitation(file, line)
    except InvitationError as error:
        raise EpicRecError(
            "This would be an invitation {fault}; nothing was changed. The service's name is in "
            "[about] of the configuration, or given with --name.",
            fault=str(error),
        ) from None
    terminal.say(line if file is None else f"The invitation is in {file}.")
    secret = (
        " Whoever has it can use the key: give it to this member alone." if options.member else ""
    )
    terminal.note(f"It can be opened until {invitation.expires}.{secret}")
    terminal.document({"invitation": line, "expires": str(invitation.expires)})
    return 0


@contextmanager
def _key_of_member(settings: ServerConfig, member: str | None) -> Iterator[str]:
    """Yield a new key of this member, or an empty one; where the block raises, none stays."""
    if not member:
        yield ""
        return
    key = add_key(settings.service.keys, member)
    try:
        yield key
    except BaseException:
        remove_key(settings.service.keys, member)
        raise


def _write_invitation(file: Path, line: str) -> None:
    """Write a new file. Raises `EpicRecError`."""
    try:
        create_file(file, f"{line}\n".encode("ascii"))
    except OSError as error:
        raise EpicRecError(
            "The invitation could not be written to {file} ({reason}); nothing was changed. "
            "Choose another place.",
            file=file,
            reason=reason_of(error),
        ) from None


def own_certificate(file: Path | None) -> Path | None:
    """Return a service's certificate where it signed it itself, so that no system trusts it."""
    if file is None:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    with suppress(OSError, ssl.SSLError):
        context.load_verify_locations(file)
        if any(found["subject"] == found["issuer"] for found in context.get_ca_certs()):
            return file
    return None


def read_certificate(file: Path) -> str:
    """Return the certificates in a PEM file, and nothing else of it. Raises `EpicRecError`."""
    try:
        found = CERTIFICATE.findall(file.expanduser().read_text(encoding="ascii"))
    except (OSError, UnicodeDecodeError):
        found = []
    if not found:
        raise EpicRecError(
            "The file {file} has no certificate; nothing was changed. Choose a PEM file.", file=file
        )
    return "\n".join(found)


def _backup(options: Namespace, terminal: Terminal, job: Job) -> int:
    complete = write_backup(settings_of(options).service, options.file.expanduser().absolute())
    terminal.say("The backup is written." if complete else _DUMP)
    terminal.document({"file": str(options.file), "database": complete})
    return 0


def _restore(options: Namespace, terminal: Terminal, job: Job) -> int:
    settings = settings_of(options)
    complete = restore(settings.service, options.file.expanduser().absolute())
    terminal.say("The service's folder is restored." if complete else _LOAD)
    terminal.document({"folder": str(settings.service.folder), "database": complete})
    return 0


def _train(options: Namespace, terminal: Terminal, job: Job) -> int:
    publishes = options.command == "publish"
    only_if_new = publishes and options.if_new
    settings, paths = settings_of(options), _paths(options)
    check_publishes(settings)
    publications = Publications(settings.service.publications)
    active = publications.active_publication()
    published = None if active is None else publications.load(active.name)
    with closing(Storage(settings.service.database_address)) as storage:
        sums = [one.contributed for one in storage.sums()]
        storage.sort_receipts()
    contributed = [one for one in sums if one is not None]
    before = None if published is None else (published.model, published.about)
    with _public_people(options, terminal, job) as (people, digest, some):
        trained_on = _digest_of_all(_catalog(paths), digest, contributed)
        if active is not None and only_if_new and trained_on == publications.trained_on():
            publications.note_training(publications.last_training(), trained_on)
            terminal.say(
                "Ratings, contributions and this program are those of the last training; nothing "
                f"was trained. In use: {active.name}"
            )
            terminal.document({"publication": active.name, "replaced": False, "trained": False})
            return 0
        result = train_for_service(people, digest, contributed, before, job=job)
        replaces = publishes and result.is_as_good
        scorer = _scorer(result.model, paths, some()) if replaces else None
    name = active.name if active is not None else ""
    if replaces:
        publication = Publication(_catalog(paths), result.model, scorer, result.about)
        name = publications.publish(publication)
    if publishes:
        figures = {"published": float(replaces)} | result.figures
        publications.note_training(figures, trained_on)
    _print_training(result, name, terminal, publishes=publishes)
    return 0


def _digest_of_all(catalog: Catalog, ratings: str, sums: Sequence[ContributionData]) -> str:
    """Return a digest of all that a publication is made of, this program among it."""
    digest = hashlib.sha256(f"{full_version()} {ratings}".encode())
    digest.update(encode_catalog(catalog))
    for one in sums:
        digest.update("\n".join((str(one.epsilon), *one.candidates)).encode())
        for counted in (one.tally.counts, one.tally.pairs):
            digest.update(np.ascontiguousarray(counted).data)
    return digest.hexdigest()


@contextmanager
def _public_people(
    options: Namespace, terminal: Terminal, job: Job
) -> Iterator[tuple[Ratings | SparkData, str, Callable[[], Ratings]]]:
    """Yield what to train on, the digest of it, and what returns ratings for the release scorer."""
    if options.engine == "spark":
        if options.ratings is None:
            raise EpicRecError(
                "The imported ratings fit into one machine; nothing was changed. Leave "
                "--engine spark away, or name Parquet with --ratings."
            )
        from epicrec_desktop.server import spark_session  # noqa: PLC0415 - needs the extra `spark`

        with spark_session.session(options.master) as spark:
            data = spark_session.read(spark, options.ratings)
            terminal.say(_READ.format(ratings=data.ratings, people=data.people))
            yield data, data.digest, lambda: data.some(_SCORER_USERS)
        return
    if options.master is not None:
        raise EpicRecError(
            "--master is for a cluster; nothing was changed. Add --engine spark, or leave it away."
        )
    if options.ratings is None:
        ratings, every = training_ratings(_paths(options)), 1
    else:
        ratings = rating_table.read(pieces(options.ratings, options.table), job)
        people = len(np.unique(ratings.users))
        terminal.say(_READ.format(ratings=len(ratings.users), people=people))
        every = -(-people // _SCORER_USERS)
    yield ratings, ratings_digest(ratings), lambda: ratings.chosen(ratings.users % every == 0)


def _scorer(model: ItemModel, paths: Paths, ratings: Ratings) -> ReleaseScorer | None:
    """Return the release scorer for a model to be published; None with too few users."""
    try:
        return ReleaseScorer.for_catalog(model, _catalog(paths), ratings, known_questions(paths))
    except ValueError:  # too few users
        return None


def _print_training(
    result: TrainingResult, name: str, terminal: Terminal, *, publishes: bool
) -> None:
    before = "nothing was published" if result.before is None else f"{result.before:.4f}"
    outcome = "The published one is better and stays."
    gain = ""
    if result.gain is not None:
        gain = (
            f" On {result.gain.users} people contributions change it by {result.gain.mean:+.4f} "
            f"(± {ONE_SIDED * result.gain.standard_error:.4f})."
        )
    if result.is_as_good:
        outcome = "It is published." if publishes else "Nothing was published."
    measured = result.quality_measured
    terminal.say(
        f"On {measured.users} public people whom it has not learned from, the new model has "
        f"an NDCG@10 of {measured.ndcg10:.4f}; before: {before}. "
        f"{result.contributions:,} contributions were used.{gain} {outcome}"
    )
    terminal.document(
        {
            "publication": name,
            "replaced": publishes and result.is_as_good,
            "trained": True,
            "ndcg10": measured.ndcg10,
            "before": result.before,
            "held_out": measured.users,
            "contributions": result.contributions,
            **document(result, "compared gain"),
        }
    )


COMMANDS: dict[str, Callable[[Namespace, Terminal, Job], int]] = {
    "run": _run,
    "publish": _train,
    "train": _train,
    "status": _status,
    "rollback": _rollback,
    "backup": _backup,
    "restore": _restore,
    "keys": _keys,
    "invite": _invite,
}
