"""The real client, releasing to the recording service: with fixed randomness, on few releases.

The whole audit is `epicrec-lab audit`; here each part of it is seen to work on what really arrives.
"""

import tempfile
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.progress import Job, Progress
from epicrec_desktop.lab.audit import trials
from epicrec_desktop.lab.audit.observer import Observer, recording
from epicrec_desktop.lab.audit.run import (
    ERROR,
    Finding,
    collect_both,
    examine,
    prepared,
    record,
    recorded,
    running_client,
)
from epicrec_desktop.lab.audit.subject import CATALOG
from epicrec_desktop.lab.audit.trials import Size, Trial, honest_trials, planted_trials
from epicrec_desktop.privacy import learned, period
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.services import release_list, releases
from epicrec_desktop.services.periods import read_periods

HONEST = {trial.name: trial for trial in honest_trials()}
PLANTED = {trial.name: trial for trial in planted_trials()}


@pytest.fixture(scope="module")
def template() -> Iterator[Path]:
    with prepared() as folder:
        yield folder


def collect(trial: Trial, present: bool, template: Path, source: NumpySource) -> list:
    """What is read of the releases of one history."""
    into = Path(tempfile.mkdtemp(dir=template.parent))
    record([trial], present, template, into, source=source)
    return recorded([trial], present, into)


def seen_of(trial: Trial, template: Path, seed: int = 5) -> list:
    """What arrives from both histories, with fixed randomness."""
    generators = np.random.default_rng(seed).spawn(2)
    return [
        collect(trial, present, template, NumpySource(generator))
        for present, generator in zip((True, False), generators, strict=True)
    ]


def findings(trial: Trial, template: Path, seed: int = 5) -> list[Finding]:
    return examine([trial], 0, seen_of(trial, template, seed), ERROR)


NAMES = Observer(CATALOG, "").names
DOCUMENTARIES = NAMES.index("count of Documentary")


@pytest.mark.slow
@pytest.mark.parametrize("name", list(HONEST))
def test_an_honest_release_exceeds_no_claim(name, template):
    """Each bound is too large with probability 0.01 at most; the seed is fixed."""
    trial = replace(HONEST[name], size=Size(30, 40, 50), event_of=None)
    for finding in findings(trial, template):
        assert finding.certificate.bound <= finding.claimed
        assert not finding.exceeds


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["exact count", "printed M rule", "query of the provider", "question of one's own table"],
)
def test_a_planted_leak_is_caught(name, template):
    """At 99 %; what leaks is not random, so it is caught every time."""
    (finding,) = findings(PLANTED[name], template)
    assert finding.exceeds
    assert finding.certificate.bound > 2


@pytest.mark.slow
def test_noise_that_is_too_weak_is_caught(template):
    """Weaker than the audit's own fault, so that few releases do: the loss is 5 in place of 1.

    The audit's sizes for a scale × 0.6 are tested on made-up releases in `test_scoring`.
    """
    honest = PLANTED["scale × 0.6"]
    at = honest.subject.mechanism.categories.index("Documentary")
    fault = partial(trials.weak_noise, at, Fraction(1, 5))
    (finding,) = findings(replace(honest, size=Size(50, 80, 150), fault=fault), template)
    assert finding.exceeds


@pytest.mark.slow
def test_a_planted_scale_is_the_one_that_arrives(template):
    """Mean absolute noise 0.6 in place of 1 on the audited count, and no other one changed."""
    trial = replace(PLANTED["scale × 0.6"], size=Size(0, 0, 150))
    _, (absent,) = seen_of(trial, template)
    movies = 5  # documentaries in the history
    noise = np.abs(absent[:, 0, DOCUMENTARIES] - movies).mean()
    # Standard deviation of the mean: 0.6 / √150 = 0.05; four of them.
    assert noise == pytest.approx(0.6, abs=0.2)


def test_nested_copies_agree_and_planted_independent_ones_do_not(template):
    trial = replace(PLANTED["independent copies"], size=Size(0, 0, 4))
    (planted,), _ = seen_of(trial, template)
    one, other = planted[:, :, DOCUMENTARIES].T
    assert (one != other).mean() > 0.5
    honest = replace(trial, fault=None)
    (nested_copies,) = collect(honest, True, template, _source(2))
    one, other = nested_copies[:, :, DOCUMENTARIES].T
    assert (one == other).all()  # equal trust: one copy


def _source(seed: int) -> NumpySource:
    return NumpySource(np.random.default_rng(seed))


def test_every_release_is_a_new_one_of_the_mechanism_that_is_claimed(template, tmp_path):
    trial = HONEST["improved, nested copies"]
    with (
        recording(CATALOG) as server,
        running_client(
            template, tmp_path / "base", server, trial.subject, present=True, source=_source(1)
        ) as client,
    ):
        first, second = client.release(), client.release()
        assert set(first) == {"half", "full"}
        assert first["full"] != second["full"]
        services = client._services
        assert services.ledger.entries() == []  # what a release wrote is gone
        services.releases.send(services.releases.propose(provider="full"))
        with services.context.database.read() as session:
            (sampled,) = read_periods(session).values()
        assert sampled.mechanism == trial.subject.mechanism
        (entry,) = services.ledger.entries()
        assert entry.release.epsilon == trial.subject.loss(["full"])


def test_a_release_that_does_not_arrive_stops_the_audit(template, tmp_path):
    trial = HONEST["as published, mixed levels"]
    with (
        recording(CATALOG) as server,
        running_client(template, tmp_path / "base", server, trial.subject, present=True) as client,
    ):
        server.take_arrived = list
        with pytest.raises(EpicRecError, match="nothing was certified"):
            client.release()


def parts() -> tuple[object, ...]:
    """What faults replace."""
    return (
        period.sample,
        release_list.receiver_copies,
        release_list.choose_movies,
        release_list.build_disclosure,
        learned.weighted_sum,
        releases.read_inputs,
        releases.asked_questions,
    )


HONEST_PARTS = parts()


def test_a_fault_is_gone_after_its_trial():
    for trial in PLANTED.values():
        with trial.fault():
            assert parts() != HONEST_PARTS
        assert parts() == HONEST_PARTS


@pytest.mark.slow
def test_both_histories_at_once_with_progress_and_cancelled(template):
    trial = replace(HONEST["as published, mixed levels"], size=Size(0, 0, 4))
    reports: list[Progress] = []
    present, absent = collect_both([trial], template, job=Job(report=reports.append))
    assert present[0].shape == absent[0].shape == (4, 1, len(NAMES))
    last = reports[-1]
    assert (last.text, last.done, last.total) == ("Releasing: as published, mixed levels", 8, 8)
    large = replace(trial, size=Size(0, 0, 100_000))
    stopping = Job(reports.append, lambda: len(reports) > 20)
    stopped = collect_both([large], template, job=stopping)
    made = [len(history[0]) for history in stopped]
    assert all(0 < rows < 100_000 for rows in made)
    assert len(collect_both([trial], template, job=Job(cancelled=lambda: True))[0][0]) == 0


def test_what_was_stopped_is_certified_of_what_both_histories_have():
    """The rows of a trial that ended early, and nothing of one that could not certify."""
    trial = replace(HONEST["as published, mixed levels"], size=Size(10, 10, 1_000))
    seen = [[np.zeros((rows, 1, len(NAMES)))] for rows in (150, 130)]
    (finding,) = examine([trial], 0, seen, ERROR)
    assert finding.certificate.trials == 110
    assert not finding.exceeds
    assert examine([trial], 0, [[np.zeros((20, 1, len(NAMES)))] for _ in "12"], ERROR) == []


def test_a_trial_may_certify_the_event_of_another():
    """Of its own releases none is used up to learn or choose."""
    generator = np.random.default_rng(2)
    pair = [HONEST["improved, nested copies"], HONEST["improved, the other order"]]
    trials = [replace(pair[0], size=Size(60, 80, 1)), replace(pair[1], size=Size(0, 0, 120))]

    def rows(many, mean, place):
        made = np.zeros((many, 2, len(NAMES)))
        made[:, place, 5] = mean + generator.laplace(size=many) / 4
        return made

    # The providers are asked in another order: the first of one trial is the second of the other.
    seen = [[rows(141, mean, 0), rows(120, mean, 1)] for mean in (3.0, 2.0)]
    (finding,) = examine(trials, 1, seen, ERROR)
    assert finding.trial is trials[1]
    assert finding.certificate.trials == 120
    assert finding.certificate.event.startswith(f"half: {NAMES[5]}")
    assert finding.certificate.bound > 1
