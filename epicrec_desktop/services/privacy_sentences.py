"""Sentences on what an observer can conclude, each once: for the window, the terminal and JSON.

Every figure is a bound on a posterior, in percent and rounded up: of somebody who thought it 50:50
before and knows nothing else (`privacy/posterior_bound.py`).
"""

from __future__ import annotations

from epicrec_desktop.domain.messages import Message, message


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


def so_far(percent: int, *, together: bool) -> Message:
    """Of all releases; `together`: several providers have some."""
    if together:
        return message(
            "So far, someone who thought it 50:50 that you saw a movie not sent by name can be "
            "{percent}\u00a0% sure at most, even if all providers put together what they have.",
            percent=percent,
        )
    return message(
        "So far, someone who thought it 50:50 that you saw a movie not sent by name can be "
        "{percent}\u00a0% sure at most.",
        percent=percent,
    )


def so_far_series(percent: int) -> Message:
    """Of all releases: for a series of which each month counted its own part."""
    return message(
        "Of a whole series of movies counted in several months, all seen or none, it can be "
        "{percent}\u00a0%.",
        percent=percent,
    )


def so_far_contributed(percent: int, alone: int) -> Message:
    """Of all releases and contributions; `alone`: of the contributions."""
    return message(
        "So far, with what you contributed, someone who thought it 50:50 that you watched a movie "
        "can be {percent}\u00a0% sure at most, even if all who received something put it together. "
        "From contributions alone it is {alone}\u00a0%.",
        percent=percent,
        alone=alone,
    )


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
        "This comes on top of what your lists reveal, and it is the same for every provider, "
        "however much you trust it.",
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
