"""The audit: what is claimed of real releases, held against what is certified at the wire.

A certified lower bound above the movie's own exact loss is a violation. The same audit is run with
faults planted, each of which it must catch; an audit that misses one says nothing.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.lab.audit.collection import Observations, collect_both, prepare
from epicrec_desktop.lab.audit.scoring import Certificate, Samples, certify
from epicrec_desktop.lab.audit.subject import CATALOG
from epicrec_desktop.lab.audit.trials import SAMPLES, Trial, honest_trials, planted_trials
from epicrec_desktop.lab.audit.wire import Observer
from epicrec_desktop.services.erasing import close_log

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
    """The whole audit, as one document. Everything is made up and removed at the end.

    Honest claims are certified on `samples` releases of each history. Raises `Cancelled`.
    """
    started = time.monotonic()
    honest, planted = honest_trials(samples), planted_trials()
    job.report(Progress("Preparing two clients"))
    with prepared() as template:
        seen = collect_both([*honest, *planted], template, job=job)
    claims = sum(len(trial.coalitions) for trial in honest)
    found = [f for i, t in enumerate(honest) for f in examine(t, i, seen, ERROR / claims)]
    caught = [f for i, t in enumerate(planted, len(honest)) for f in examine(t, i, seen, ERROR)]
    nearest = max(found, key=lambda f: f.certificate.bound / float(f.claimed))
    return {
        "claimed": float(nearest.claimed),
        "certified_lower_bound": nearest.certificate.bound,
        "samples": samples,
        "planted": {finding.trial.name: finding.exceeds for finding in caught},
        "violations": [finding.to_dict() for finding in found if finding.exceeds],
        "confidence": 1 - ERROR,
        "claims": [finding.to_dict() for finding in found],
        "faults": [finding.to_dict() for finding in caught],
        "releases": 2 * sum(trial.releases for trial in (*honest, *planted)),
        "seconds": round(time.monotonic() - started, 1),
    }


def examine(trial: Trial, place: int, seen: Sequence[Observations], error: float) -> list[Finding]:
    """Certify each coalition's bound at this error, from the releases seen of this trial.

    `seen` are those with the audited movie and those without, `place` the trial's place in both.
    """
    present, absent = seen
    size = trial.size
    return [
        Finding(
            trial,
            coalition,
            certify(
                Samples(present[place][k], absent[place][k]),
                Observer(CATALOG, trial.subject.movie, coalition).names,
                learn=size.learn,
                choose=size.choose,
                error=error,
            ),
        )
        for k, coalition in enumerate(trial.coalitions)
    ]


@contextmanager
def prepared() -> Iterator[Path]:
    """A prepared client to copy, in a folder of its own that is removed at the end."""
    with tempfile.TemporaryDirectory(prefix="epicrec-audit-") as folder:
        template = Path(folder) / "template"
        try:
            prepare(template)
            yield template
        finally:
            close_log()  # Windows removes no file that is open
