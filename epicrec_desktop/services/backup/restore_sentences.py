"""Say what restoring an export would bring in, and what it means for privacy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from epicrec_desktop.domain.messages import Message, counted, message
from epicrec_desktop.services import privacy_sentences

if TYPE_CHECKING:
    from epicrec_desktop.services.backup.restore import RestoreResult

COPY_STORED = message(
    "A copy of your library as it is now is kept beside it for a month. Nothing that is here is "
    "lost."
)


def restore_sentences(would: RestoreResult) -> list[Message]:
    """Return what would come in, what stays as it is here, and what it means for your privacy."""
    if not would.changes:
        return [message("Everything in this export is here already.")]
    return [*_movies(would), *_choices(would), *_record(would), *_privacy(would)]


def _movies(would: RestoreResult) -> Iterator[Message]:
    movies = would.movies
    sentences = (
        counted(
            "One movie comes into your library.",
            "{count:,} movies come into your library.",
            count=movies.new,
        ),
        counted(
            "One movie is in your library already.",
            "{count:,} movies are in your library already.",
            count=movies.known,
        ),
        counted(
            "One movie that waits for your answer here gets the one you gave there.",
            "{count:,} movies that wait for your answer here get the one you gave there.",
            count=movies.answered,
        ),
        counted(
            "Of one movie you said something else here. That stays.",
            "Of {count:,} movies you said something else here. That stays.",
            count=movies.differing,
        ),
        counted(
            "One movie is not in the catalog here. It comes along, and counts for "
            "recommendations once you import a catalog that has it.",
            "{count:,} movies are not in the catalog here. They come along, and count for "
            "recommendations once you import a catalog that has them.",
            count=would.unknown,
        ),
        counted(
            "One rating of yours comes along.",
            "{count:,} ratings of yours come along.",
            count=movies.ratings,
        ),
        counted(
            "One row of another service that names no movie yet comes along.",
            "{count:,} rows of other services that name no movie yet come along.",
            count=would.unplaced,
        ),
        counted(
            "One movie comes onto your list to watch later.",
            "{count:,} movies come onto your list to watch later.",
            count=would.watchlist,
        ),
        counted(
            "One list of movies comes along.",
            "{count:,} lists of movies come along.",
            count=would.lists,
        ),
    )
    yield from (sentence for sentence in sentences if sentence.count)


def _choices(would: RestoreResult) -> Iterator[Message]:
    if would.choice is not None:
        yield message(
            "What may leave will be what you chose there. Privacy shows it; look at it before "
            "you send anything."
        )
    elif would.choice_stays:
        yield message("What may leave stays as you chose it here.")
    if would.providers:
        yield counted(
            "One service comes along: {names}. Nothing of yours is sent to it before you agree.",
            "{count} services come along: {names}. Nothing of yours is sent to them before you "
            "agree.",
            count=len(would.providers),
            names=_some([f"{one.name} ({one.address})" for one in would.providers]),
        )
    if would.other_address:
        yield message(
            "Services of the same name stay at the address they have here: {names}.",
            names=_some(would.other_address),
        )


def _record(would: RestoreResult) -> Iterator[Message]:
    if would.releases:
        yield counted(
            "The record of one list that was made or sent comes along.",
            "The record of {count:,} lists that were made or sent comes along.",
            count=would.releases,
        )


def _privacy(would: RestoreResult) -> Iterator[Message]:
    """Restore samples and privacy losses, and handle those that cannot be known."""
    samples, contributions = would.samples.periods, would.samples.contributions
    if would.samples.exported:
        yield message(
            "What was blurred for past months comes along as it was. No month is blurred a second "
            "time, and what was sent stays counted."
        )
    if samples.twice:
        yield counted(
            "One month was blurred there and here, each for itself: {months}. What both gave away "
            "adds up.",
            "{count} months were blurred there and here, each for itself: {months}. What both gave "
            "away adds up.",
            count=len(samples.twice),
            months=_some(samples.twice),
        )
    ahead = sorted({*samples.ahead, *contributions.ahead})
    if ahead:
        yield counted(
            "One month that is still to come was blurred there: {months}. It stays out, so that it "
            "can be blurred here, and what it gave away stays counted.",
            "{count} months that are still to come were blurred there: {months}. They stay out, so "
            "that they can be blurred here, and what they gave away stays counted.",
            count=len(ahead),
            months=_some(ahead),
        )
    if samples.unknown:
        yield counted(
            "One month was blurred by a question that this version does not know: {months}. It "
            "stays out, as it could not be read, and what it gave away stays counted.",
            "{count} months were blurred by a question that this version does not know: {months}. "
            "They stay out, as they could not be read, and what they gave away stays counted.",
            count=len(samples.unknown),
            months=_some(samples.unknown),
        )
    if contributions.taken:
        yield counted(
            "One contribution comes along as it was made, and so does what became of it.",
            "{count} contributions come along as they were made, and so does what became of them.",
            count=len(contributions.taken),
        )
    if contributions.twice:
        yield counted(
            "For one month there is a contribution from there and one from here: {months}. What "
            "both gave away adds up. The one from there can be withdrawn there only.",
            "For {count} months there is a contribution from there and one from here: {months}. "
            "What both gave away adds up. Those from there can be withdrawn there only.",
            count=len(contributions.twice),
            months=_some(contributions.twice),
        )
    if would.samples.copied:
        yield message(
            "If EpicRec goes on sending from where this export was made, this computer cannot "
            "know of it. So what was blurred there is counted twice. Send from one of the two "
            "only."
        )
    if would.after is not None and would.after != would.before:
        yield privacy_sentences.after_restore(would.after.percent)


def _some(names: Sequence[str], most: int = 6) -> str:
    """Return the first of these, and whether there are more."""
    return ", ".join(names[:most]) + (", …" if len(names) > most else "")
