"""The audit: what is claimed of real releases, held against what is certified at the wire.

A certified lower bound above the movie's own exact loss is a violation. The same audit is run with
faults planted, each of which it must catch; an audit that misses one says nothing.
"""

from __future__ import annotations

import math
import os
import shutil
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sqlalchemy import func, select, update

from epicrec_desktop import wiring
from epicrec_desktop.domain.errors import Cancelled, EpicRecError
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.lab.audit import SAMPLES
from epicrec_desktop.lab.audit.observer import (
    Certificate,
    Observer,
    RecordingServer,
    Samples,
    certify,
    recording,
)
from epicrec_desktop.lab.audit.subject import CATALOG, EPSILON, Subject
from epicrec_desktop.lab.audit.trials import Trial, honest_trials, planted_trials
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.services.child_process import run_in_child
from epicrec_desktop.services.erasing import close_log
from epicrec_desktop.services.release_proposal import Proposal
from epicrec_desktop.store.choices import StoredBudget
from epicrec_desktop.store.movie_rows import LibraryRow
from epicrec_desktop.store.records import METADATA, table
from epicrec_desktop.store.samples import SampleRepository
from epicrec_desktop.wiring import Services

_MOMENT = datetime(2026, 1, 15, 12, tzinfo=UTC)
"""The clock stands still: no month ends between two releases."""


class Client:
    """A person's client with one history, and the providers that it releases to."""

    def __init__(self, services: Services, server: RecordingServer, subject: Subject) -> None:
        self._services = services
        self._server = server
        self._subject = subject
        self._proposals: dict[str, Proposal] = {}
        empty = self._empty_tables()
        self._send()
        # What a release writes is what is no longer empty after one.
        self._written = [name for name in empty if name not in self._empty_tables()]
        self._forget()

    def release(self) -> dict[str, bytes]:
        """Release to each provider once, afresh; what arrived at each of them."""
        bodies = self._send()
        self._forget()
        return bodies

    def _send(self) -> dict[str, bytes]:
        for provider in self._subject.trust:
            if provider not in self._proposals:
                self._proposals[provider] = self._services.releases.propose(provider=provider)
            # Each time the client checks that a release now is still what was agreed to.
            self._services.releases.send(self._proposals[provider])
        arrived = self._server.take_arrived()
        if sorted(provider for provider, _ in arrived) != sorted(self._subject.trust):
            raise EpicRecError(
                "A release did not arrive as it should, so nothing was certified. Run the audit "
                "again; if this stays, the client sends less or more than it says."
            )
        return dict(arrived)

    def _forget(self) -> None:
        with self._services.context.database.write() as session:
            for name in self._written:
                session.exec_driver_sql(f"DELETE FROM {name}")  # noqa: S608
            SampleRepository(session).forget()
            # What was sampled is in a period with a month; it waits for the next sample again.
            library = table(LibraryRow)
            sampled = library.c.release_period.is_not(None)
            session.execute(update(library).where(sampled).values(release_period=OPEN_PERIOD))
        self._services.paths.samples.unlink(missing_ok=True)

    def _empty_tables(self) -> list[str]:
        """Tables without rows, those that refer to others first."""
        with self._services.context.database.read() as session:
            return [
                one.name
                for one in reversed(METADATA.sorted_tables)
                if session.scalar(select(func.count()).select_from(one)) == 0
            ]


@contextmanager
def running_client(
    template: Path,
    base: Path,
    server: RecordingServer,
    subject: Subject,
    *,
    present: bool,
    source: BitSource | None = None,
) -> Iterator[Client]:
    """Yield a client in a copy of a prepared folder; `present`: its history has the audited movie.

    `source` of randomness is the system's unless a test gives one.
    """
    shutil.copytree(template, base)
    services = _open(base, source)
    try:
        history = (*subject.history, subject.movie) if present else subject.history
        _settle(services, server, subject, history)
        yield Client(services, server, subject)
    finally:
        services.close()


def _open(base: Path, source: BitSource | None) -> Services:
    # No browsers: the histories are put in by hand.
    environment = Environment(platform="linux", home=base, env={})
    return wiring.build(
        Paths.under(base),
        now=lambda: _MOMENT,
        environment=environment,
        source=source,
        starter=False,
        pause=0.0,
    )


def _settle(
    services: Services, server: RecordingServer, subject: Subject, history: tuple[str, ...]
) -> None:
    services.privacy.restore(subject.choice)
    services.privacy.use_mechanism(subject.family)
    for provider, trust in subject.trust.items():
        services.providers.add(provider, server.address(provider), trust=trust)
        services.providers.fetch(provider)
    services.privacy.budget()  # quantified, then set to the one audited:
    with services.context.database.write() as session:
        session.execute(update(table(StoredBudget)).values(epsilon=EPSILON))
    for wire_id in history:
        key = services.library.find(wire_id)
        if key is None:
            raise EpicRecError("The audit's catalog could not be imported. Nothing was certified.")
        services.library.add(key)


Observations = list[NDArray[np.float64]]
"""By trial: features of the releases, (n, providers, f), providers in the order of asking."""


def collect_both(
    trials: Sequence[Trial], template: Path, *, job: Job = UNATTENDED
) -> tuple[Observations, Observations]:
    """Return releases of both histories: with the audited movie, and without it.

    Each history has a process of its own. Once the job is cancelled, those that were made until
    then; else raises what went wrong in either.
    """
    stop = threading.Event()
    done = {True: 0, False: 0}
    into = Path(tempfile.mkdtemp(prefix="features-", dir=template.parent))

    def one(present: bool) -> EpicRecError | None:
        def tell(progress: Progress, /) -> None:
            done[present] = progress.done
            job.report(Progress(progress.step, sum(done.values()), 2 * progress.total))

        try:
            run_in_child(
                record,
                (trials, present, template, into),
                job=Job(tell, lambda: job.cancelled() or stop.is_set()),
            )
        except EpicRecError as error:
            stop.set()  # the other one need not go on
            return error
        return None

    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(one, (True, False)))
    # Where one failed the other was cancelled: raise the failure.
    for problem in results:
        if problem is not None and not isinstance(problem, Cancelled):
            raise problem
    present, absent = (recorded(trials, present, into) for present in (True, False))
    return present, absent


def record(
    trials: Sequence[Trial],
    present: bool,
    template: Path,
    into: Path,
    *,
    source: BitSource | None = None,
    job: Job = UNATTENDED,
) -> None:
    """Release one history in every trial, each release sampled again; write their features.

    `present`: the history that has the audited movie. `template` is the folder of `prepared`;
    the features go into the folder `into`, where those made until the job is cancelled stay.
    `source` of randomness is the system's unless a test gives one. Raises `Cancelled`.
    """
    total, done = sum(trial.releases for trial in trials), 0
    with _folder("history-", template.parent) as folder, recording(CATALOG) as server:
        for i, trial in enumerate(trials):
            observer = Observer(CATALOG, trial.subject.movie)
            with (
                running_client(
                    template, folder / str(i), server, trial.subject, present=present, source=source
                ) as client,
                trial.fault() if trial.fault is not None else nullcontext(),
                _features(into, present, i).open("ab", buffering=0) as stream,
            ):
                for _ in range(trial.size.total):
                    job.check()
                    bodies = client.release()
                    rows = [observer.read(bodies[provider]) for provider in trial.subject.trust]
                    stream.write(np.array(rows).tobytes())
                    done += len(rows)
                    job.report(
                        Progress(message("Releasing: {trial}", trial=trial.name), done, total)
                    )


def _features(folder: Path, present: bool, trial: int) -> Path:
    return folder / f"features-{present}-{trial}"


def recorded(trials: Sequence[Trial], present: bool, folder: Path) -> Observations:
    """Return what `record` wrote of each trial, also where it was ended."""
    seen = []
    for i, trial in enumerate(trials):
        shape = (len(trial.subject.trust), len(Observer(CATALOG, trial.subject.movie).names))
        file = _features(folder, present, i)
        values = np.fromfile(file) if file.exists() else np.empty(0)
        whole = len(values) - len(values) % math.prod(shape)
        seen.append(values[:whole].reshape(-1, *shape))
    return seen


@contextmanager
def _folder(prefix: str, parent: Path | None) -> Iterator[Path]:
    with tempfile.TemporaryDirectory(prefix=prefix, dir=parent) as folder:
        try:
            yield Path(folder)
        finally:
            close_log()  # Windows removes no file that is open


ERROR = 0.01
"""The probability that any claim is falsely called violated, at most; and, for each planted fault,
that it would be called caught if it did nothing."""


@dataclass(frozen=True)
class Finding:
    """What a coalition's certified bound says of one claim."""

    trial: Trial
    coalition: tuple[str, ...]
    certificate: Certificate

    @property
    def claimed(self) -> Fraction:
        """The audited movie's own exact loss to this coalition."""
        return self.trial.subject.loss(self.coalition)

    @property
    def exceeds(self) -> bool:
        """The bound is above what is claimed: a violation, or a planted fault caught."""
        return self.certificate.bound > self.claimed

    def to_dict(self) -> dict[str, Any]:
        """As JSON."""
        certificate, subject = self.certificate, self.trial.subject
        return {
            "name": self.trial.name,
            "mechanism": subject.mechanism.name,
            "movie": list(subject.audited),
            "providers": {name: float(subject.trust[name]) for name in self.coalition},
            "claimed": float(self.claimed),
            "certified_lower_bound": certificate.bound,
            "samples": certificate.trials,
            "often": certificate.often,
            "rarely": certificate.rarely,
            "event": certificate.event,
        }


def run(samples: int = SAMPLES, *, job: Job = UNATTENDED) -> dict[str, Any]:
    """Return the whole audit, as one document. Everything is made up and removed at the end.

    Honest claims are certified on `samples` releases of each history. Once the job is cancelled,
    on those that were made until then, and `stopped` is true: who stops it has seen none of them,
    so the error is the same. Raises `Cancelled` where too few were made to certify anything.
    """
    started = time.monotonic()
    honest, planted = honest_trials(samples), planted_trials()
    trials = [*honest, *planted]
    job.report(Progress("Preparing two clients"))
    with prepared() as template:
        seen = collect_both(trials, template, job=job)
    claims = sum(len(trial.coalitions) for trial in honest)
    found = [f for i in range(len(honest)) for f in examine(trials, i, seen, ERROR / claims)]
    caught = [f for i in range(len(honest), len(trials)) for f in examine(trials, i, seen, ERROR)]
    if not found:
        raise Cancelled
    nearest = max(found, key=lambda f: f.certificate.bound / float(f.claimed))
    releases = 2 * sum(trial.releases for trial in trials)
    made = sum(math.prod(rows.shape[:2]) for history in seen for rows in history)
    return {
        "claimed": float(nearest.claimed),
        "certified_lower_bound": nearest.certificate.bound,
        "samples": samples,
        "planted": {finding.trial.name: finding.exceeds for finding in caught},
        "violations": [finding.to_dict() for finding in found if finding.exceeds],
        "confidence": 1 - ERROR,
        "claims": [finding.to_dict() for finding in found],
        "faults": [finding.to_dict() for finding in caught],
        "releases": made,
        "stopped": made < releases,
        "seconds": round(time.monotonic() - started, 1),
    }


def examine(
    trials: Sequence[Trial], place: int, seen: Sequence[Observations], error: float
) -> list[Finding]:
    """Certify each coalition's bound at this error, from the releases seen of one of the trials.

    `seen` are those with the audited movie and those without, by trial. Of a trial that was stopped
    before any release could certify, nothing.
    """
    trial = trials[place]
    made = min(len(history[place]) for history in seen)
    first = trial.size.learn + trial.size.choose
    if made <= first:
        return []
    teacher = place if trial.event_of is None else [t.name for t in trials].index(trial.event_of)
    learn, choose = trials[teacher].size.learn, trials[teacher].size.choose
    observer = Observer(CATALOG, trial.subject.movie)
    findings = []
    for coalition in trial.coalitions:
        samples = Samples(
            *(
                np.concatenate(
                    [
                        _known(trials[teacher], history[teacher][: learn + choose], coalition),
                        _known(trial, history[place][first:made], coalition),
                    ]
                )
                for history in seen
            )
        )
        names = observer.names_of(coalition)
        certificate = certify(samples, names, learn=learn, choose=choose, error=error)
        findings.append(Finding(trial, coalition, certificate))
    return findings


def _known(
    trial: Trial, rows: NDArray[np.float64], coalition: Sequence[str]
) -> NDArray[np.float64]:
    """Return what these providers together know of releases (n, providers, f): one row of each."""
    providers = [*trial.subject.trust]
    own = rows[:, [providers.index(one) for one in coalition]]
    return own.reshape(len(rows), -1)


_MEMORY = Path("/dev/shm")  # noqa: S108 - a folder of its own is made there
_ROOM = 500_000_000
"""Bytes that must be free there; two clients take some 20 MB."""


def _parent() -> Path | None:
    """Return a folder in memory, if there is one and `TMPDIR` names no other.

    A client waits for the disk at each commit, which takes longer than all it computes.
    """
    usable = "TMPDIR" not in os.environ and os.access(_MEMORY, os.W_OK)
    return _MEMORY if usable and shutil.disk_usage(_MEMORY).free > _ROOM else None


@contextmanager
def prepared() -> Iterator[Path]:
    """Yield a folder with the audit's catalog imported, to copy for each client, and remove it."""
    with _folder("epicrec-audit-", _parent()) as folder:
        template = folder / "template"
        services = _open(template, None)
        try:
            movies = template / "movies.csv"
            lines = (
                f"{m.movielens_id},{m.title} ({m.year}),{'|'.join(m.categories)}"
                for m in CATALOG.movies
            )
            content = "\n".join(("movieId,title,genres", *lines)) + "\n"
            movies.write_text(content, encoding="utf-8")
            services.catalogs.import_path(movies)
        finally:
            services.close()
        yield template
