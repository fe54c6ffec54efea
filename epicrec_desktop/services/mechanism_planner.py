"""Plan the mechanism of a release: calibration and quantification, from our own catalog alone."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from sqlalchemy import Connection
from threadpoolctl import threadpool_limits

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.movies import CATEGORIES, DEFAULT_PROFILE_SIZE, Catalog
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.privacy.calibration import Calibration
from epicrec_desktop.privacy.families import FAMILIES, LEARNED, Family, category_family
from epicrec_desktop.privacy.learned import AskedQuestion
from epicrec_desktop.privacy.mechanism import Mechanism, calibrate_levels, plan, plan_question
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.privacy.quantification import Quantification, on_ladder, quantify
from epicrec_desktop.services import privacy_sentences
from epicrec_desktop.services.asked_question import asked_questions
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.store.choices import BudgetRepository, StateRepository

_KIND = "mechanism"

TOGETHER = 3
"""How many movies that go together the observer's sentence speaks of."""


@dataclass(frozen=True)
class Budget:
    """The privacy budget that levels are quantified to.

    `mechanism` is its name, `family` the key of what it is made of, `scales` the Laplace scale per
    perturbed category, in movies or shares of them. `swap` is what a movie and a similar one differ
    by, in parts of ε, where a whole series costs no more than a movie; else None.
    """

    epsilon: Fraction
    mechanism: str
    family: str
    scales: Mapping[str, float]
    swap: Fraction | None = None

    @property
    def observer(self) -> Message:
        """Return what someone who sees a release of this budget can conclude, at most."""
        return privacy_sentences.observer(
            self.observer_percent, self.together_percent, self.similar_percent
        )

    @property
    def observer_percent(self) -> int:
        """The most an observer who thought 50:50 of one movie can conclude, in percent."""
        return PosteriorBound.of(self.epsilon).percent

    @property
    def together_percent(self) -> int:
        """The same of `TOGETHER` movies of no series that were all seen, or none of them."""
        return PosteriorBound.of(self.epsilon, TOGETHER).percent

    @property
    def similar_percent(self) -> int | None:
        """The same of which of two similar movies it was."""
        if self.swap is None:
            return None
        return PosteriorBound.of(self.epsilon * self.swap).percent

    @classmethod
    def of(cls, mechanism: Mechanism, asked: AskedQuestion | None) -> Budget:
        """Return the budget of a mechanism, and of the question that it asks."""
        swap = asked.swap if asked is not None and mechanism.by_series else None
        return cls(mechanism.epsilon, mechanism.name, mechanism.kind, mechanism.movie_scales, swap)


def stored_family(session: Connection) -> Family | None:
    """Return the family that the user chose; None where they chose none."""
    return FAMILIES.get(StateRepository(session).get(_KIND) or "")


def store_family(session: Connection, family: Family) -> None:
    """Sample with this family from the next period on."""
    StateRepository(session).put(_KIND, family.key)


class Planner:
    """Plans mechanisms: calibration and quantification, each done once for a catalog and levels."""

    def __init__(self, context: ServiceContext) -> None:
        self._context = context
        self._calibrations: dict[str, Calibration] = {}

    def family(self) -> Family:
        """Return the family that periods are sampled with from now on."""
        with self._context.database.read() as session:
            return stored_family(session) or LEARNED

    def use(self, family: Family) -> None:
        """Sample with this family from the next period on; sampled periods keep theirs."""
        with self._context.database.write() as session:
            store_family(session, family)

    def plan(self, choice: PrivacyChoice, *, job: Job = UNATTENDED) -> Mechanism | None:
        """Return the mechanism of a release under these levels; None where nothing is perturbed.

        The budget is the same for all families: it is quantified as published (S-PBQ, M-PBQ), and
        what another family gains is a smaller error at that budget.
        """
        catalog = self._context.catalog().catalog
        if ReleaseLevel.PERTURBED not in choice.levels(CATEGORIES):
            return None
        key = content_key(catalog, choice)
        with self._context.database.read() as session:
            family = stored_family(session) or LEARNED
            quantified = BudgetRepository(session).get(key)
        if quantified is None:
            calibration = self._calibration(key, catalog, choice, job)
            result = quantify_levels(catalog, choice, calibration, job)
            if result is None:
                return None
            with self._context.database.write(noticed=False) as session:
                store_budget(session, key, result)
                family = stored_family(session) or LEARNED  # that took a while
            quantified = result.epsilon
        epsilon = on_ladder(quantified)
        if family is LEARNED:
            asked = asked_questions(self._context.paths, catalog)[0]
            return plan_question(asked, catalog.groups, choice, epsilon)
        return plan(
            catalog.groups,
            choice,
            epsilon,
            family=category_family(family.key),
            calibration=self._calibration(key, catalog, choice, job),
        )

    def _calibration(
        self, key: str, catalog: Catalog, choice: PrivacyChoice, job: Job
    ) -> Calibration:
        if key not in self._calibrations:
            job.report(Progress("Fitting the noise to the catalog"))
            self._calibrations[key] = calibrate_levels(catalog.groups, choice)
        job.check()
        return self._calibrations[key]


def quantify_levels(
    catalog: Catalog, choice: PrivacyChoice, calibration: Calibration, job: Job = UNATTENDED
) -> Quantification | None:
    """Return the budget of a catalog under these levels; None where nothing can be perturbed.

    Raises `Cancelled`.
    """
    job.report(Progress("Finding how much must be blurred"))
    # Public data alone, so that a seed from it is fine: the same catalog and levels have the
    # same budget on every computer.
    generator = np.random.default_rng(int(content_key(catalog, choice)[:16], 16))
    # Several threads of the BLAS only wait for each other on matrices this small.
    with threadpool_limits(1, "blas"):  # type: ignore[no-untyped-call]
        return quantify(
            catalog.groups,
            choice,
            generator,
            profile_size=catalog.mean_profile_size or DEFAULT_PROFILE_SIZE,
            z=np.array(calibration.z),
            cancelled=job.cancelled,
        )


def store_budget(session: Connection, key: str, result: Quantification) -> None:
    """Store a budget under the key of its catalog and levels."""
    runs = tuple(float(run) for run in result.budgets)
    BudgetRepository(session).put(key, result.epsilon, runs)


def content_key(catalog: Catalog, choice: PrivacyChoice) -> str:
    """Return a hash of what a budget is computed from: the catalog's groups, profile size, levels.

    No name or version is in it, so that no other catalog's budget is taken for this one's.
    """
    levels = [level.value for level in choice.levels(catalog.categories)]
    head = json.dumps([catalog.categories, catalog.mean_profile_size, choice.overall.value, levels])
    digest = hashlib.sha256(head.encode())
    for part in (catalog.groups.rows, catalog.groups.sizes):
        digest.update(np.ascontiguousarray(part).tobytes())
    return digest.hexdigest()
