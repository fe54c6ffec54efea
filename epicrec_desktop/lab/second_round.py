"""A second round of personas, which no release uses: it was measured to be worth nothing.

It asks about personas made of films that only the provider has, from its answers to the first
round. It counts only for users who watched such films; for others it made the newest films worse
(docs/evaluation.md).
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

import numpy as np

from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.movies import Movie
from epicrec_desktop.recommend.film_factors import FilmFactors
from epicrec_desktop.recommend.persona_reader import PersonaReader, unit
from epicrec_desktop.recommend.personas import Films, PersonaAnswers, place_worth

MOST = 150
ALIKE = 6
"""Films of a persona of the second round."""

FEWEST_OWN = 2 * ALIKE
"""Films that only the provider has, without which there is no second round."""

BY_NAME = 0.7
"""Length of the part of a taste that names films which only the provider has."""


class TwoRoundReader(PersonaReader):
    """Learns from two rounds: a taste says beside its factors which unknown films are in a profile.

    Personas of the second round have the second part alone; the mean is that of the first round.
    """

    def __init__(
        self,
        first: PersonaAnswers,
        second: PersonaAnswers,
        factors: FilmFactors,
        movie: Callable[[str], Movie | None],
        known: Container[str],
    ) -> None:
        """`known`: films of the starter catalog."""
        asked, lists = first.personas + second.personas, first.lists + second.lists
        both = PersonaAnswers(asked, lists)
        own = [film for film in both.films if film not in known and movie(film) is None]
        self._own = {film: j for j, film in enumerate(own)}
        self._first = len(first.personas)
        super().__init__(both, factors, movie)

    def _taste(self, profile: Mapping[str, float]) -> Floats:
        named = np.zeros(len(self._own))
        for film, weight in profile.items():
            if film in self._own:
                named[self._own[film]] = weight
        return np.concatenate([super()._taste(profile), BY_NAME * unit(named)])

    def _persona_tastes(self) -> Floats:
        tastes = super()._persona_tastes()
        tastes[self._first :, : tastes.shape[1] - len(self._own)] = 0.0
        return tastes

    def _mean_of(self, targets: Floats32) -> Floats32:
        return super()._mean_of(targets[: self._first])


def second_round(answers: PersonaAnswers, known: Container[str]) -> tuple[Films, ...]:
    """Return personas made of films that only the provider has, from its answers alone.

    `known`: films of the starter catalog. The most recommended of the others each make a persona
    with the films that are recommended to the same personas. Sums are of whole numbers below 2⁵³,
    so the personas are the same on every computer.
    """
    own = [film for film in answers.films if film not in known]
    if len(own) < FEWEST_OWN:
        return ()
    worth = _whole_worth(answers, own)
    tilt = len(worth) * worth - worth.sum(axis=0)
    norms = np.sqrt((tilt**2).sum(axis=0))
    named = np.argsort(-worth.sum(axis=0), kind="stable")[:MOST]
    nearness = (tilt[:, named].T @ tilt) / np.maximum(norms[named, None] * norms, 1.0)
    nearness[np.arange(len(named)), named] = 2.0  # itself first
    nearest = np.argsort(-nearness, axis=1, kind="stable")[:, :ALIKE]
    made = (tuple(sorted(own[film] for film in films)) for films in nearest.tolist())
    return tuple(dict.fromkeys(made))


def _whole_worth(answers: PersonaAnswers, films: list[str]) -> Floats:
    """Return what the answers say of these films, (personas, films), in whole thousandths."""
    column = {film: j for j, film in enumerate(films)}
    worth = np.zeros((len(answers.lists), len(films)))
    of_place = [round(1000 * value) for value in place_worth()]
    for row, listed in zip(worth, answers.lists, strict=True):
        for value, film in zip(of_place, listed, strict=False):
            if film in column:
                row[column[film]] = value
    return worth
