"""What a release now would be, as it is shown and agreed to."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from sqlalchemy import Connection

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.messages import N_
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.provider.base import Provider
from epicrec_desktop.recommend.learned_question import set_of
from epicrec_desktop.services.mechanism_planner import Budget
from epicrec_desktop.services.periods import ClockJump
from epicrec_desktop.services.release_difference import Difference
from epicrec_desktop.services.release_inputs import ReleaseInputs
from epicrec_desktop.services.release_worth import Worth
from epicrec_desktop.store.ledger import LedgerRepository
from epicrec_desktop.store.sample_file import LossCause
from epicrec_desktop.store.samples import SampleRepository

FIRST = "first"
"""Nothing was released from this database yet: what was released before adds, unseen."""
IMPORTED = "imported"
WARNINGS = {
    IMPORTED: N_(
        "The blurred numbers answer a question made from the public ratings you imported, so "
        "whoever gets them learns which set of ratings that was."
    ),
    FIRST: N_(
        "No list was sent from this library yet. Lists you sent from another computer, or "
        "before erasing, add to what others know of the same movies."
    ),
    LossCause.RESTORED: N_(
        "This library was restored from an older copy. What was released after that "
        "copy was made is known and counted."
    ),
    LossCause.COPIED: N_(
        "This library was copied from another computer, or the second copy of its "
        "blurred counts is lost. What was released is counted twice, as the other copy may "
        "release the same movies again."
    ),
    LossCause.ELSEWHERE: N_(
        "There were releases from another library on this computer. What they revealed "
        "is counted too."
    ),
    LossCause.JOINED: N_(
        "An export was restored whose library had made releases in the same months as this one. "
        "What both revealed is counted."
    ),
}
"""What a person should know before a release, by the proposal's warnings."""


@dataclass(frozen=True)
class Proposal:
    """What a release now would be, as it is shown. Passing it to `commit` is the agreement.

    `choice` are the levels of this release, `stored` those in force when it was made; `epsilon` the
    largest budget of what the receiver would have, None where nothing is perturbed. `repeats`: the
    stored bytes are sent again. `due` are the periods that would be sampled. `warnings` name what
    else counts: `FIRST`, `IMPORTED`, and why prior losses add ("restored", "copied", "elsewhere").

    `clock`: the clock jumped, and nothing is sampled before the user says that it is right.

    `sha256` is of the bytes whose list was shown. None: there are none yet, as periods are still
    to be sampled, or none were looked at; naming a release in the terminal is a yes to what comes
    of it.

    `uncounted`: movies that blurred numbers would count for the first time for this receiver.
    """

    provider: str
    address: str | None
    choice: PrivacyChoice
    stored: PrivacyChoice
    level: ReleaseLevel
    open_items: tuple[str, ...]
    epsilon: Fraction | None
    mechanism: str | None
    repeats: bool
    due: tuple[str, ...]
    warnings: tuple[str, ...] = field(default=(), compare=False)
    sha256: str | None = field(default=None, compare=False)
    clock: ClockJump | None = field(default=None, compare=False)
    uncounted: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Preview:
    """What would leave now. An example where periods are due: its sample is thrown away.

    `proposal` is what the user agrees to; where `items` are the real list it names their bytes.
    Where it repeats, nothing is newly eligible and the stored bytes would be sent again: then
    `items` and `released_counts` are the stored ones. `difference`: what the receiver would learn.
    """

    proposal: Proposal
    budget: Budget | None  # None where nothing is perturbed
    true_counts: Mapping[str, int]  # confirmed movies per category, all 18
    released_counts: Mapping[str, int]  # movies of `items` per category
    items: tuple[Movie, ...]  # under our own titles
    open_items: int  # leave as they are
    perturbed_items: int  # confirmed movies that only leave through noise
    withheld_items: int  # kept here: by level or by the person, or in no public catalog
    waiting_items: int  # of those that leave through noise: they wait for `next_period`
    period: str  # "2026-11"
    next_period: str  # the month that `waiting_items` wait for
    made: str = ""  # of a repeat: the month the stored bytes were made in
    arrived: bool = False  # of a repeat: whether they were sent and answered before
    difference: Difference = field(default_factory=Difference)  # what the receiver would learn
    counted_before: int = 0  # a level of now keeps them back; in numbers made before it
    silenced_items: int = 0  # kept to oneself now; in numbers made before, if they were not then
    level_chosen: bool = True  # else nobody said yet what may leave
    worth: Worth | None = None  # what it would disclose; None where nothing is perturbed
    later: str = ""  # of an example: the month of movies confirmed after sampling

    @property
    def titles(self) -> Mapping[str, str]:
        """Our own titles of the list's movies, by public id."""
        return {movie.wire_id: movie.label for movie in self.items if movie.wire_id is not None}

    @property
    def confirmed_items(self) -> int:
        """All movies that were confirmed."""
        stored = self.withheld_items + self.counted_before + self.silenced_items
        return self.open_items + self.perturbed_items + stored

    @property
    def level(self) -> ReleaseLevel:
        """The level of the release."""
        return self.proposal.level

    @property
    def provider(self) -> str:
        """The name of the receiver."""
        return self.proposal.provider

    @property
    def repeat(self) -> bool:
        """Whether the stored bytes would be sent again."""
        return self.proposal.repeats

    @property
    def example(self) -> bool:
        """Whether `items` are an example, and not what will be sent.

        Where every period is sampled, the list follows from the samples: it is the real one.
        """
        return bool(self.proposal.due) and not self.repeat and self.level is not ReleaseLevel.NO

    @property
    def frozen(self) -> bool:
        """Whether `items` come from samples made for good that are not in a release yet."""
        blurred = self.proposal.mechanism is not None and self.level is not ReleaseLevel.NO
        return blurred and not self.example and not self.repeat


def warnings_before(
    session: Connection, inputs: ReleaseInputs, connection: Provider
) -> tuple[str, ...]:
    """Return what a user should know before this release, as keys of `WARNINGS`."""
    given = any(period.issued for period in inputs.sampled.values())  # before a restore, perhaps
    first = () if given or LedgerRepository(session).receivers() else (FIRST,)
    asked = [period.mechanism.question for period in inputs.sampled.values()]
    if inputs.mechanism is not None:
        asked.append(inputs.mechanism.question)
    if connection.address is not None and any(map(set_of, asked)):
        first = (*first, IMPORTED)
    losses = SampleRepository(session).read().prior_losses
    return (*first, *dict.fromkeys(loss.why for loss in losses))
