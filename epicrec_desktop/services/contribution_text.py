"""Sentences about contributions, for the window and the terminal."""

from __future__ import annotations

import math
from collections.abc import Callable
from datetime import datetime

from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.privacy.randomized_response import RandomizedResponse
from epicrec_desktop.recommend.wire_contribution import EPSILON, public_lists
from epicrec_desktop.services import privacy_sentences
from epicrec_desktop.services.contribution_service import ContributionProposal, Example
from epicrec_desktop.services.contribution_status import ContributionEntry, State

Moment = Callable[[datetime], str]
"""How a time is written where it is shown."""

OFF = message("Off. Nothing was ever contributed from this library.")

WITHDRAWING = message(
    "Withdrawing takes it out of the sums there. It cannot undo models that were trained before, "
    "nor make anybody forget what they received. What it revealed stays counted."
)


def about() -> list[Message]:
    """Return what contributing does for others and what it costs, before anybody is asked."""
    movies = public_lists()[-1].movies
    flip = RandomizedResponse(movies, EPSILON).flip
    one, three = PosteriorBound.of(EPSILON), PosteriorBound.of(EPSILON, 3)
    return [
        message(
            "A service gives everybody better recommendations if it knows which movies are watched "
            "together. You can help one to learn it, whether you use its recommendations or not."
        ),
        message(
            "For each of {count:,} well-known movies, the same for everybody, EpicRec answers "
            "whether you watched it, and chance turns round {percent} in 100 answers. A single "
            "answer proves nothing, but over many people the sums come out right.",
            count=len(movies),
            percent=math.ceil(100 * flip),
        ),
        privacy_sentences.contribution_cost(one.percent, three.percent),
        message(
            "Each movie is told of once for ever, and everybody you contribute to gets the same "
            "answers. Movies that your levels keep here, and those of which you let less than "
            "usual leave, are answered as if you had never watched them."
        ),
    ]


def proposed(proposal: ContributionProposal) -> list[Message]:
    """Return what would be sent, to whom, and what it costs."""
    sentences = [
        message(
            "{provider} gets it, at {address}. It learns your network address too.",
            provider=proposal.provider,
            address=proposal.address,
        )
    ]
    if proposal.period is None:
        sentences.append(
            counted(
                "It is the contribution that was made before, byte for byte, under the levels you "
                "had then. It costs no more privacy than is counted already.",
                "They are the {count} contributions that were made before, byte for byte, under "
                "the levels you had then. They cost no more privacy than is counted already.",
                count=len(proposal.again),
            )
        )
    else:
        sentences.append(
            counted(
                "Of the {size:,} movies on the list, one that you confirmed and that was not told "
                "of before is told of now, through chance.",
                "Of the {size:,} movies on the list, {count:,} that you confirmed and that were "
                "not told of before are told of now, through chance.",
                count=proposal.disclosed,
                size=proposal.size,
            )
        )
        sentences.append(
            message(
                "This is done once a month at most. A few movies add next to nothing, so wait "
                "until most of what you watched is in My movies."
            )
        )
    if proposal.first:
        sentences.append(
            message(
                "If you contributed before, from another computer or before erasing, that still "
                "counts: what was told of the same movies adds up."
            )
        )
    if proposal.after is not None:
        sentences.append(privacy_sentences.after_contribution(proposal.after.percent))
    return sentences


def nothing_to_send(proposal: ContributionProposal) -> Message:
    """Return why nothing would be sent."""
    return message(
        "This month's contribution is made, and {provider} has it. What you confirm from now on "
        "can be contributed next month.",
        provider=proposal.provider,
    )


def example_sums(example: Example) -> Message:
    """Return the totals of an example."""
    return message(
        "In this example {yes:,} of {size:,} answers are yes, and {true:,} of them are true. It "
        "was drawn for you to look at, and thrown away; what is sent is drawn anew.",
        yes=example.yes,
        size=example.size,
        true=example.true,
    )


def state(entry: ContributionEntry, moment: Moment) -> Message:
    """Return the state of a contribution, and what to do."""
    when = moment(entry.time) if entry.time is not None else ""
    error = entry.error or message("No answer is on record.")
    match entry.state:
        case State.SENT:
            return message("Sent on {time}, and counted there.", time=when)
        case State.WITHDRAWN:
            return message("Withdrawn on {time}.", time=when)
        case State.WAITING if entry.wait_until is not None:
            return message(
                "It waits: {provider} asked to come back after {time}.",
                provider=entry.provider,
                time=moment(entry.wait_until),
            )
        case State.UNCERTAIN:
            return message("It may have arrived. {error}", error=error)
        case State.NOT_WITHDRAWN:
            return message("It is not withdrawn, as far as is known. {error}", error=error)
        case _:
            return message("It is not counted, as far as is known. {error}", error=error)


def withdrawn(provider: str) -> Message:
    """Return the sentence after a withdrawal."""
    return message(
        "Withdrawn from {provider}. Models that were trained with it before keep what they "
        "learned.",
        provider=provider,
    )


def sent(provider: str) -> Message:
    """Return the sentence after it was sent."""
    return message("Sent to {provider}, and counted there. Thank you.", provider=provider)


def remaining_contributions(entries: int) -> Message:
    """Return what erasing means for contributions that may still be counted somewhere."""
    return counted(
        "One contribution may still be counted where you sent it. It cannot be withdrawn any more.",
        "{count} contributions may still be counted where you sent them. They cannot be withdrawn "
        "any more.",
        count=entries,
    )
