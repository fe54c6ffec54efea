"""Sentences on what an observer can conclude, each once: for the window, the terminal and JSON.

Figures of one movie are bounds on a posterior, in percent and rounded up: of somebody who thought
it 50:50 before and knows nothing else (`privacy/posterior_bound.py`). Those of a taste are how
often a guess is right, for as many movies as the user has (`services/release_worth.py`).
"""

from __future__ import annotations

from bisect import bisect_right
from fractions import Fraction
from typing import TYPE_CHECKING

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.messages import N_, Message, counted, message
from epicrec_desktop.domain.release import THIS_COMPUTER, Learned, Release
from epicrec_desktop.privacy.posterior_bound import PosteriorBound

if TYPE_CHECKING:  # NumPy comes with it, and the first page does without
    from epicrec_desktop.services.period_calendar import Spending
    from epicrec_desktop.services.release_worth import Worth

_STEPS = (60, 75, 90)
"""Right in so many of 100 cases: where "almost nothing" becomes "a little", "something", "much"."""
_LEARNS = (
    N_("{provider} learns almost nothing of your taste from this list."),
    N_("{provider} learns a little of your taste from this list."),
    N_("{provider} learns something of your taste from this list."),
    N_("{provider} learns much of your taste from this list."),
)


def _step(worth: Worth) -> int:
    return bisect_right(_STEPS, worth.right_percent)


def learns(provider: str, worth: Worth | None) -> Message:
    """Of new blurred numbers: how much their receiver learns; None where that is not known."""
    if worth is None:
        return message("{provider} may learn something of your taste.", provider=provider)
    return Message(_LEARNS[_step(worth)], {"provider": provider})


def taste(worth: Worth) -> Message:
    """Of the numbers of so many movies, in short; where they tell little, that they are of no use.

    Little is a warning: what reveals no taste cannot be recommended by.
    """
    if worth.begins is None:
        return message(
            "It tells little of your taste, however many movies you have, too little to recommend "
            "by."
        )
    about = worth.begins if worth.begins < 20 else 10 * round(worth.begins / 10)
    count, step = worth.movies, _step(worth)
    if not count or step == 0:
        return counted(
            "With one movie it tells almost nothing of your taste, too little to recommend by; "
            "from about {about} on, something.",
            "With {count:,} movies it tells almost nothing of your taste, too little to recommend "
            "by; from about {about} on, something.",
            count=count,
            about=about,
        )
    if step == 1:
        return counted(
            "With one movie it tells a little of your taste, hardly enough to recommend by; from "
            "about {about} on, something.",
            "With {count:,} movies it tells a little of your taste, hardly enough to recommend "
            "by; from about {about} on, something.",
            count=count,
            about=about,
        )
    if step == 2:
        return counted(
            "With one movie it tells something of your taste.",
            "With {count:,} movies it tells something of your taste.",
            count=count,
        )
    return counted(
        "With one movie it tells much of your taste.",
        "With {count:,} movies it tells much of your taste.",
        count=count,
    )


_THEN = (
    N_("A blurred list then tells almost nothing of your taste."),
    N_("A blurred list then tells a little of your taste."),
    N_("A blurred list then tells something of your taste."),
    N_("A blurred list then tells much of your taste."),
)


def effect(
    before: Fraction, after: Fraction, now: Worth | None, then: Worth | None
) -> list[Message]:
    """Of levels that nobody chose yet: how much less, or more, they blur, and what that tells.

    The noise is inversely proportional to the budgets `before` and `after`.
    """
    percent = abs(round(100 * (before / after - 1)))
    said = []
    if percent and after > before:
        said.append(message("Other movies are blurred {percent}\u00a0% less.", percent=percent))
    elif percent:
        said.append(message("Other movies are blurred {percent}\u00a0% more.", percent=percent))
    if now is not None and then is not None and _step(then) != _step(now):
        said.append(Message(_THEN[_step(then)]))
    return said


def chances(worth: Worth) -> list[Message]:
    """Of the same, how surely; empty where it never tells anything."""
    if worth.begins is None:
        return []
    surest = message(
        "A reader's surest guess, whether you watch some kind of movie more or less than most "
        "people, is right in {right} of 100 cases; a coin, in 50.",
        right=worth.right_percent,
    )
    if _step(worth) < 2:
        return [surest]
    worst = message(
        "For the kind that it says least about, such a guess is right in {right}.",
        right=worth.worst_percent,
    )
    return [surest, worst]


def observer(one: int, three: int, kind: int | None) -> Message:
    """Of a release: for one movie that nothing else points to, and for several that go together.

    `kind` is for which of two similar movies it was, where a series counts as one movie does.
    Between two parts of a series it is twice as much, and one that is counted in several months
    adds up, so nothing is said of these.
    """
    if kind is not None:
        return message(
            "Someone who thought it 50:50 that you saw a movie, or all or none of a series in one "
            "month, and knows nothing else, can then be {one}\u00a0% sure at most; of three others "
            "always watched together, {three}\u00a0%; of which of two similar movies it was, "
            "usually {kind}\u00a0%.",
            one=one,
            three=three,
            kind=kind,
        )
    return message(
        "Someone who thought it 50:50 that you saw a movie, and knows nothing else, can then be "
        "{one}\u00a0% sure at most; of three always watched together, {three}\u00a0%.",
        one=one,
        three=three,
    )


def behind_numbers(percent: int) -> Message:
    """Of a release, or of all that one provider has: for a movie that is not named."""
    return message(
        "Someone who thought it 50:50 that you saw a movie not sent by name, and knows nothing "
        "else, can then be {percent}\u00a0% sure at most.",
        percent=percent,
    )


NO_MOVIE = message("Nothing about any movie.")
"""What a receiver can conclude from what names no movie and has no numbers."""


CAN_REVEAL = message("What it can reveal")
"""Label of `certainty`."""


def certainty(release: Release) -> list[Message]:
    """Return what someone who reads the release can conclude about one movie."""
    named = len(release.open_items)
    if release.epsilon is None:
        if release.level is ReleaseLevel.NO or not release.items:
            return [NO_MOVIE]
        return [message("Every movie in it, with certainty.")]
    blurred = behind_numbers(PosteriorBound.of(release.epsilon).percent)
    if not named:
        return [blurred]
    by_name = counted(
        "One movie by name, with certainty.",
        "{count:,} movies by name, with certainty.",
        count=named,
    )
    return [by_name, blurred]


def spent(spending: Spending) -> list[Message]:
    """Return what all that left through noise lets an observer conclude; empty for nothing."""
    joint, contributed = spending.joint, spending.contributed
    if joint is None:
        return []
    if contributed is not None:
        return [
            message(
                "So far, with what you contributed, someone who thought it 50:50 that you watched "
                "a movie can be {percent}\u00a0% sure at most, even if all who received something "
                "put it together. From contributions alone it is {alone}\u00a0%.",
                percent=joint.percent,
                alone=contributed.percent,
            )
        ]
    sentence = message(
        "So far, someone who thought it 50:50 that you saw a movie not sent by name can be "
        "{percent}\u00a0% sure at most.",
        percent=joint.percent,
    )
    if len(spending.alone.keys() - {THIS_COMPUTER}) > 1:
        sentence = message(
            "So far, someone who thought it 50:50 that you saw a movie not sent by name can be "
            "{percent}\u00a0% sure at most, even if all services put together what they have.",
            percent=joint.percent,
        )
    if spending.series is None:
        return [sentence]
    of_series = message(
        "Of a whole series of movies counted in several months, all seen or none, it can be "
        "{percent}\u00a0%.",
        percent=spending.series.percent,
    )
    return [sentence, of_series]


def learned(percent: int) -> Message:
    """Of all that was sent to one provider."""
    return message(
        "Someone who thought it 50:50 that you saw a movie that only left blurred, and knows "
        "nothing else, can be {percent} % sure at most, from all that was sent there.",
        percent=percent,
    )


def contribution_cost(one: int, three: int) -> Message:
    """Of a first contribution, before anybody is asked."""
    return message(
        "It costs privacy: someone who thought it 50:50 that you watched a movie can then be "
        "{percent} % sure at most, and {three} % of three that are always watched together. "
        "This adds to what your lists reveal, and is the same for every service, however much you "
        "trust it.",
        percent=one,
        three=three,
    )


def after_contribution(percent: int) -> Message:
    """Of all releases and contributions, once a proposed contribution is sent."""
    return message(
        "With everything blurred that you ever sent, someone who thought it 50:50 that you "
        "watched one movie can then be {percent} % sure at most.",
        percent=percent,
    )


def after_restore(percent: int) -> Message:
    """Of all releases, once an export is restored."""
    return message(
        "With what was sent from there, someone who thought it 50:50 that a movie is behind "
        "the blurred numbers can be {percent} % sure at most.",
        percent=percent,
    )


def learned_sentences(learned: Learned, provider: str) -> list[Message]:
    """Return where a learned row comes from, and how well it is known."""
    found = [
        message(
            "Learned on this computer from what {provider} would recommend to {personas:,} made-up "
            "people, the same in every installation. For this it got nothing about you.",
            provider=provider,
            personas=learned.personas,
        ),
        message(
            "Tried on its own answers: {guessed} of 100 films that it named first were guessed "
            "from its other answers, {by_mean} by naming the same to everybody.",
            guessed=round(10 * learned.guessed),
            by_mean=round(10 * learned.by_mean),
        ),
    ]
    if not learned.agrees:
        found.append(
            message(
                "It agrees little with the order found here, so it may know little of tastes. "
                "None of its films are put into other rows."
            )
        )
    elif learned.one_list:
        found.append(
            message(
                "It names nearly the same films to everybody, so this is what is popular there, "
                "and not your taste. None of its films are put into other rows."
            )
        )
    return found
