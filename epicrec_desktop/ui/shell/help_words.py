"""The words of the program in plain words."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication


@dataclass(frozen=True)
class GlossaryEntry:
    """`key` is stable: links from other pages name it."""

    key: str
    word: str
    meaning: str


def _tr(text: str) -> str:
    return QCoreApplication.translate("Help", text)


def glossary() -> list[GlossaryEntry]:
    """All words, those met first before the others."""
    return [*_movies(), *_leaving(), *_blurring()]


def _movies() -> list[GlossaryEntry]:
    return [
        GlossaryEntry(
            "confirmed",
            _tr("Confirmed movie"),
            _tr(
                "A movie among those you watched. What only waits for your answer is used for "
                "nothing."
            ),
        ),
        GlossaryEntry(
            "category",
            _tr("Category"),
            _tr("One of 18 kinds of movies, such as Drama. A movie can have several."),
        ),
        GlossaryEntry(
            "ranked-here",
            _tr("Ranked here"),
            _tr(
                "Put in order on this computer, with all your movies and what you said of them. "
                "Nobody else learns of it."
            ),
        ),
        GlossaryEntry(
            "kept",
            _tr("Kept to yourself"),
            _tr(
                "A movie that is in no list and in no number that leaves from now on. What left "
                "before cannot be called back."
            ),
        ),
    ]


def _leaving() -> list[GlossaryEntry]:
    return [
        GlossaryEntry(
            "provider",
            _tr("Provider"),
            _tr(
                "Somebody who recommends movies. “This computer” is one, and needs nobody else. "
                "Any other learns the lists that you send it, when you sent them, and that EpicRec "
                "is used from your internet address. It never gets your history, your "
                "ratings or your watchlist."
            ),
        ),
        GlossaryEntry(
            "release",
            _tr("Release"),
            _tr(
                "One list that a provider is given, after you said yes to it. Activity keeps "
                "each one as it was made. Refreshing sends the last one again, and never another."
            ),
        ),
        GlossaryEntry(
            "levels",
            _tr("No, Perturbed and All Release"),
            _tr(
                "How much may leave. No: nothing about your movies. Perturbed: only a blurred "
                "list. All: your confirmed movies as they are. A category can have a level of its "
                "own; of a movie with several categories the most careful one counts."
            ),
        ),
        GlossaryEntry(
            "activity",
            _tr("Activity"),
            _tr(
                "Every release, and who was asked for something else, such as a list of movies to "
                "recommend from. A firewall or your router can show you whether that is all."
            ),
        ),
    ]


def _blurring() -> list[GlossaryEntry]:
    return [
        GlossaryEntry(
            "blurred",
            _tr("Blurred"),
            _tr(
                "Your movies are counted by category, chance changes each number, and a new list "
                "is made that fits the changed numbers. Any movie in it may be one you never saw, "
                "and any you saw may be missing. The changed numbers leave with the list."
            ),
        ),
        GlossaryEntry(
            "budget",
            _tr("Privacy budget"),
            _tr(
                "How much a blurred list may give away about any one movie. The smaller it is, the "
                "more chance changes the numbers. It is found from public data, never from your "
                "history."
            ),
        ),
        GlossaryEntry(
            "month",
            _tr("Month"),
            _tr(
                "Each month is blurred once, when you first say yes to a list in it. A movie that "
                "you confirm afterwards waits for the next month, and for your next yes. Whoever "
                "asks again gets the same numbers: different ones would show together what "
                "each hides."
            ),
        ),
        GlossaryEntry(
            "trust",
            _tr("Trust"),
            _tr(
                "How precise a copy of the blurred numbers a provider gets: that of the whole "
                "budget, or of a half, a quarter or an eighth. Several providers that put their "
                "copies of a month together know no more than the best of them."
            ),
        ),
    ]


def steps() -> tuple[str, str, str]:
    """What the picture shows, step by step: names."""
    return _tr("Counted"), _tr("Blurred"), _tr("What leaves")


def step_description(step: int, listed: int, watched: int) -> str:
    """What is seen at a step, of a list of so many movies of which so many were watched."""
    if step == 0:
        return _tr(
            "A person who does not exist watched these movies. They are counted by category, on "
            "their computer."
        )
    if step == 1:
        return _tr(
            "Chance makes each number larger or smaller, some even less than nothing. The outlines "
            "are what was counted: they stay on the computer."
        )
    return _tr(
        "A list of {listed} movies is made that fits the blurred numbers; it and these numbers "
        "leave. The person watched {watched} of them, and the list does not say which."
    ).format(listed=listed, watched=watched)
