"""Sentences about contributions, for the window and the terminal."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from datetime import datetime

from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.privacy.randomized_response import RandomizedResponse
from epicrec_desktop.recommend.wire_contribution import EPSILON, public_lists
from epicrec_desktop.services import privacy_sentences
from epicrec_desktop.services.contribution_service import ContributionProposal, Example
from epicrec_desktop.services.contribution_status import (
    ContributionEntry,
    ContributionStatus,
    State,
    by_receiver,
)

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
            "For each of {count:,} well-known movies, the same for everybody, EpicRec answers "
            "whether you watched it, and flips {percent} of 100 answers at random. One answer "
            "proves nothing; over many people the sums come out right.",
            count=len(movies),
            percent=math.ceil(100 * flip),
        ),
        privacy_sentences.contribution_cost(one.percent, three.percent),
        message(
            "Each movie is answered once and for good, the same to every service. Movies that your "
            "levels keep here, or of which you let less than usual leave, are answered as if never "
            "watched."
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
                "Of the {size:,} movies on the list, one that you confirmed is answered for the "
                "first time, at random.",
                "Of the {size:,} movies on the list, {count:,} that you confirmed are answered for "
                "the first time, at random.",
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
    if len(proposal.again) > 1:
        sentences.append(
            message(
                "They go one a day, while EpicRec is open, so that {provider} cannot tell from "
                "their time that they are of one person.",
                provider=proposal.provider,
            )
        )
    if proposal.first:
        sentences.append(
            message(
                "If you contributed before, from another computer or before erasing, that still "
                "counts: what others know of the same movies adds up."
            )
        )
    if proposal.after is not None:
        sentences.append(privacy_sentences.after_contribution(proposal.after.percent))
    return sentences


def nothing_to_send(proposal: ContributionProposal, moment: Moment) -> Message:
    """Return why nothing would be sent."""
    if proposal.scheduled:
        return next_contribution(proposal.provider, proposal.scheduled, moment)
    return message(
        "This month's contribution is made, and {provider} has it. What you confirm from now on "
        "can be contributed next month.",
        provider=proposal.provider,
    )


def example_sums(example: Example) -> Message:
    """Return the totals of an example."""
    return message(
        "In this example {yes:,} of {size:,} answers are yes, and {true:,} of them are true. It "
        "is only an example: what is sent is flipped by chance of its own.",
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
        case State.SCHEDULED | State.WAITING if entry.wait_until is not None:
            due = moment(entry.wait_until)
            return (
                message("To be sent on {time}.", time=due)
                if entry.state is State.SCHEDULED
                else message(
                    "It waits: {provider} asked to come back after {time}.",
                    provider=entry.provider,
                    time=due,
                )
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


def sent(proposal: ContributionProposal, status: ContributionStatus, moment: Moment) -> Message:
    """Return the sentence after what was agreed to was sent or scheduled."""
    mine = [entry for entry in status.entries if entry.receiver == proposal.address]
    waiting = [entry.wait_until for entry in mine if entry.state is State.SCHEDULED]
    if times := [due for due in waiting if due is not None]:
        return next_contribution(proposal.provider, times, moment)
    return message("Sent to {provider}, and counted there. Thank you.", provider=proposal.provider)


def next_contribution(provider: str, times: Sequence[datetime], moment: Moment) -> Message:
    """Return how many contributions are scheduled for a provider, and when the next one goes."""
    return counted(
        "One contribution to {provider} is still to be sent, on {time}, while EpicRec is open.",
        "{count:,} contributions to {provider} are still to be sent, one a day, while EpicRec is "
        "open. The next one goes on {time}.",
        count=len(times),
        provider=provider,
        time=moment(min(times)),
    )


def scheduled(status: ContributionStatus, moment: Moment) -> list[Message]:
    """Return when the next contribution goes, for each receiver that is to get one."""
    found = []
    for entries in by_receiver(status.entries).values():
        mine = [entry for entry in entries if entry.state is State.SCHEDULED]
        if times := [entry.wait_until for entry in mine if entry.wait_until is not None]:
            found.append(next_contribution(mine[0].provider, times, moment))
    return found


def remaining_contributions(entries: int) -> Message:
    """Return what erasing means for contributions that may still be counted somewhere."""
    return counted(
        "One contribution may still be counted where you sent it. It cannot be withdrawn any more.",
        "{count} contributions may still be counted where you sent them. They cannot be withdrawn "
        "any more.",
        count=entries,
    )
