"""Rehearse a release: what would leave, and what whoever got it would have and could conclude.

A rehearsal is as if this list were the user's first one, to a service that is trusted with the
whole budget. Its noise is sampled for it and thrown away: nothing is stored, no ledger entry is
written, no account is charged, and no month is closed. A real list is blurred with noise of its
own, so a rehearsal that pleased cannot be picked and sent (docs/privacy.md 7).
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np
from sqlalchemy import Connection

from epicrec_desktop.domain.choices import PrivacyChoice
from epicrec_desktop.domain.months import period_of
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.domain.release import OPEN_PERIOD
from epicrec_desktop.privacy.mechanism import Mechanism
from epicrec_desktop.privacy.randomness import BitSource
from epicrec_desktop.recommend.wire import parse_request
from epicrec_desktop.services.asked_question import asked_questions
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.mechanism_planner import Budget, Planner
from epicrec_desktop.services.privacy_levels import stored_choice
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.services.public_profiles import NOBODY, PublicProfilesService
from epicrec_desktop.services.release_difference import read_numbers
from epicrec_desktop.services.release_inputs import ReleaseInputs, read_inputs
from epicrec_desktop.services.release_list import ReleaseList, build_list
from epicrec_desktop.services.release_summary import ExpectedWorth
from epicrec_desktop.services.release_worth import Guess, Query, Worth, surest_guesses
from epicrec_desktop.services.sampling import Receiver, issue_to, question_of, sample_due

_RECEIVER = Receiver("practice")
ANSWERS = 12
"""How many movies of the answer are shown."""


@dataclass(frozen=True)
class Rehearsal:
    """Both sides of a release that was not made.

    The user's: `items` of our catalog, of which `named` are theirs as they are, and `payload`, the
    bytes. The service's: the `numbers` it reads there, its `guesses`, the surest first, and what
    it would answer. `budget` and `worth` bound what it can conclude; None where nothing is blurred.
    """

    items: tuple[Movie, ...]
    named: frozenset[str]
    payload: bytes
    numbers: dict[str, float]
    guesses: tuple[Guess, ...]
    answer: tuple[Movie, ...]
    budget: Budget | None
    worth: Worth | None

    @property
    def text(self) -> str:
        """The payload with line breaks."""
        return json.dumps(json.loads(self.payload), indent=2, ensure_ascii=False)


@dataclass(eq=False, repr=False)
class PracticeService:
    """Rehearses releases."""

    _context: ServiceContext
    _planner: Planner
    _providers: ProviderService
    _source: BitSource
    _public_profiles: PublicProfilesService
    _expected_worth: ExpectedWorth

    def rehearse(self, *, job: Job = UNATTENDED) -> Rehearsal | None:
        """Return both sides of a first list under the stored levels; None where nothing leaves.

        Changes nothing, and asks nobody.
        """
        choice = stored_choice(self._context)
        if choice.releases_nothing:
            return None
        job.report(Progress("Making the list"))
        mechanism = self._planner.plan(choice, job=job)
        with self._context.database.trial() as session:
            inputs = self._inputs(session, mechanism)
        periods = issue_to(sample_due(inputs, self._source), _RECEIVER)
        made = build_list(inputs, _RECEIVER, periods)
        job.check()
        return self._both_sides(inputs, made)

    def outlook(
        self, choice: PrivacyChoice, movies: int, *, job: Job = UNATTENDED
    ) -> tuple[Fraction | None, Worth | None]:
        """Return budget and worth of a first list of so many blurred movies under a choice."""
        mechanism = self._planner.plan(choice, job=job)
        if mechanism is None:
            return None, None
        return mechanism.epsilon, self._expected_worth(mechanism, choice, movies, 1)

    def _inputs(self, session: Connection, mechanism: Mechanism | None) -> ReleaseInputs:
        """Return what a first list would be made from: no month was blurred, every movie counts."""
        now, stored = self._context.now(), self._context.catalog()
        choice = stored_choice(self._context)
        inputs = read_inputs(session, stored, choice, mechanism, now)
        members = {key: part for one in inputs.members.values() for key, part in one.items()}
        public = NOBODY if mechanism is None else self._public_profiles.watched(stored.catalog)
        return replace(
            inputs,
            sampled={},
            due=(period_of(now),) if mechanism is not None else (),
            members={OPEN_PERIOD: members},
            questions=asked_questions(self._context.paths, stored.catalog),
            public=public,
        )

    def _both_sides(self, inputs: ReleaseInputs, made: ReleaseList) -> Rehearsal:
        catalog, mechanism, choice = inputs.catalog, inputs.mechanism, inputs.choice
        numbers = read_numbers(made.payload)
        members = np.array(sorted(inputs.members[OPEN_PERIOD]), dtype=np.int64)
        worth: Worth | None = None
        guesses: tuple[Guess, ...] = ()
        if mechanism is not None and set(numbers) == set(mechanism.categories):
            query = Query(mechanism, catalog, choice, inputs.public.histories, question_of(inputs))
            worth = self._expected_worth(mechanism, choice, len(members), 1)
            guesses = surest_guesses(query, members, numbers)
        local = self._providers.in_process()
        answer = local.answer(parse_request(made.payload)).overall[:ANSWERS]
        return Rehearsal(
            items=catalog.having(made.items),
            named=frozenset(inputs.open_items),
            payload=made.payload,
            numbers=numbers,
            guesses=guesses,
            answer=catalog.having(one for one, _ in answer),
            budget=None if mechanism is None else Budget.of(mechanism, question_of(inputs)),
            worth=worth,
        )
