"""Names and sentences for the terminal; JSON keeps the internal names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from epicrec_desktop.domain.history import Evidence
from epicrec_desktop.domain.movies import CATEGORIES, Movie, category_label
from epicrec_desktop.services import privacy_sentences

if TYPE_CHECKING:
    from epicrec_desktop.services.mechanism_planner import Budget

_MECHANISMS = {
    "S-MAP": "improved",
    "M-MAP": "improved",
    "S-LQ": "learned",
    "M-LQ": "learned",
    "S-DPDP": "published",
    "M-DPDP": "published",
}
EVIDENCE = {
    Evidence.WATCHED: "watched",
    Evidence.INTEREST: "looked at",
    Evidence.NONE: "-",
}
"""What a trace says of a movie, in words."""
_MODELS = {
    "als": "learned from public ratings",
    "linear": "learned from public ratings",
    "knowledge": "by what is known of each movie",
}


def category(name: str) -> str:
    """Return a category as shown, as in the window."""
    return category_label(name)


def category_key(text: str) -> str | None:
    """Return the category with this internal or shown name; None if there is none."""
    names = {name.casefold(): name for name in CATEGORIES}
    names |= {category(name).casefold(): name for name in CATEGORIES}
    return names.get(text.casefold())


def distinct_labels(movies: Sequence[Movie], directors: Sequence[str]) -> list[str]:
    """Return the names of movies; of several with one title and year with director and categories.

    `directors`: of each, empty where not known.
    """
    labels = Counter(movie.label for movie in movies)
    found = []
    for movie, director in zip(movies, directors, strict=True):
        kinds = ", ".join(map(category, movie.categories[:3]))
        facts = ", ".join(filter(None, (director, kinds))) if labels[movie.label] > 1 else ""
        found.append(f"{movie.label} – {facts}" if facts else movie.label)
    return found


def film_length(minutes: int | None) -> str:
    """Return a duration as text, "2 h 22 min"; an empty text for None."""
    if minutes is None:
        return ""
    hours, rest = divmod(minutes, 60)
    return " ".join(f"{count} {unit}" for count, unit in ((hours, "h"), (rest, "min")) if count)


def counted(count: int, one: str, several: str = "") -> str:
    """Return a number with its noun: "1 movie", "1,200 movies"; `several` if no "s" makes it."""
    return f"{count:,} {one if count == 1 else several or one + 's'}"


def mechanism_name(name: str) -> str:
    """Return the family of a mechanism, as chosen: "improved", "learned" or "published"."""
    return _MECHANISMS.get(name, name)


def budget_sentence(epsilon: Fraction) -> str:
    """Return a budget and what it is of: the movies of one period (docs/privacy.md 7)."""
    return (
        f"ε = {float(epsilon):.3f} for the movies confirmed between one list and "
        "the next, at most one a month."
    )


def model_name(kind: str) -> str:
    """Return what a model of this kind ranks by."""
    return _MODELS.get(kind, kind)


def observer_sentence(budget: Budget) -> str:
    """Return what an observer of a release can conclude at most, in percent, as in the window."""
    return str(budget.observer).replace("\u00a0", " ")


def series_sentence(percent: int) -> str:
    """Return the same of a whole series that several months counted."""
    return str(privacy_sentences.so_far_series(percent)).replace("\u00a0", " ")


def learned_sentence(percent: int) -> str:
    """Return the same for everything that was sent to one provider."""
    return str(privacy_sentences.learned(percent))
