"""Sentences on a row that was learned from answers to personas: for window and terminal."""

from __future__ import annotations

from epicrec_desktop.domain.messages import Message, message
from epicrec_desktop.domain.release import Learned


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
