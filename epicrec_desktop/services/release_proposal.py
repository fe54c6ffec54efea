"""What a release now would be, as it is shown and agreed to."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.messages import N_
from epicrec_desktop.domain.release import Release
from epicrec_desktop.services.release_inputs import ReleaseInputs
from epicrec_desktop.services.sampling import COPIED, ELSEWHERE, JOINED, RESTORED, Receiver

FIRST = "first"
"""Nothing was released from this database yet: what was released before adds, unseen."""
WARNINGS = {
    FIRST: N_(
        "Nothing has been released from this library yet. If you released before, from "
        "another computer or before erasing, that still counts: what others know of "
        "the same movies adds up."
    ),
    RESTORED: N_(
        "This library was restored from an older copy. What was released after that "
        "copy was made is known and counted."
    ),
    COPIED: N_(
        "This library was copied from another computer, or the second copy of its "
        "blurred counts is lost. What was released is counted twice, as the other copy may "
        "release the same movies again."
    ),
    ELSEWHERE: N_(
        "There were releases from another library on this computer. What they revealed "
        "is counted too."
    ),
    JOINED: N_(
        "An export was brought back that had been released from in the same months as this "
        "library. What both revealed is counted."
    ),
}
"""What a person should know before a release, by the proposal's warnings."""


@dataclass(frozen=True)
class Proposal:
    """What a release now would be, as the person is shown it. Agreeing hands it to `commit`.

    `choice` are the levels of this release, `stored` those in force when it was made; `epsilon` the
    largest budget of what the receiver would hold, None where nothing is perturbed. `repeats`: the
    stored bytes go again. `due` are the windows that would be drawn. `warnings` say what else
    counts: `FIRST`, and why losses of before add ("restored", "copied", "elsewhere").

    `sha256` is of the bytes whose list the person saw. None: there are none yet, as months are
    still to be drawn, or none were looked at; naming a release in the terminal is a yes to what
    comes of it.
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


@dataclass(frozen=True)
class ProposalView:
    """What a proposal was read from: for a preview, and for the commit itself."""

    proposal: Proposal
    inputs: ReleaseInputs
    receiver: Receiver
    last: Release | None  # the entry that would be sent again
