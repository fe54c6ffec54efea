"""The rows of recommendations: from what was ranked here, and from what a provider named."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.release import ProviderAnswer, Recommendations, Row, Suggestion
from epicrec_desktop.recommend.ranking import Ranked, Ranker, Ranking, deduplicate_heads

OVERALL = "overall"
PROVIDER = "provider"
HERE = "here"
SHOWN = 60
SHOWN_PER_CATEGORY = 30


@dataclass(frozen=True)
class RankingLibrary:
    """The library as ranking needs it: positions in the catalog.

    `weights`: how much a rated movie speaks for what is like it. They are used here, and nowhere
    else: what a release says comes from `release_inputs.py`, which reads no rating.
    """

    watched: tuple[int, ...]
    refused: tuple[int, ...]
    weights: Mapping[int, float]


@dataclass(frozen=True)
class ProviderMovies:
    """Movies that a provider named (wire ids with its scores, best first), and who ranks them.

    A provider that shares its model has ranked them as well as it can from the release. One that
    shares none gives candidates: the model at hand ranks those with the true history.
    """

    movies: tuple[tuple[str, float], ...]
    ranked: str  # HERE or PROVIDER

    @classmethod
    def answered(cls, answer: ProviderAnswer, shares_model: bool) -> ProviderMovies:
        """All that an answer names, or its own list where that is shown as it is."""
        if shares_model:
            return cls(answer.overall, PROVIDER)
        lists = (answer.overall, *answer.categories.values())
        scores = {wire_id: score for one in reversed(lists) for wire_id, score in one}
        order = dict.fromkeys(wire_id for one in lists for wire_id, _ in one)
        return cls(tuple((wire_id, scores[wire_id]) for wire_id in order), HERE)

    @classmethod
    def stored(cls, before: Recommendations | None, provider: str) -> ProviderMovies | None:
        """What is left of the provider's last answer in the last result."""
        if before is None or before.provider != provider:
            return None
        for row in before.rows:
            if row.name == PROVIDER:
                return cls(tuple((s.wire_id, s.score) for s in row.suggestions), row.ranked)
        return None


def category_rows(ranking: Ranking, catalog: Catalog, watched: Mapping[str, int]) -> list[Row]:
    """Rows per category, those of which most movies were watched first."""
    order = sorted(catalog.categories, key=lambda name: (-watched.get(name, 0), name))
    rows = [ranking.overall, *(ranking.categories[name] for name in order)]
    first = deduplicate_heads(
        [row[:SHOWN_PER_CATEGORY] for row in rows]
    )  # what follows stays behind
    return [
        Row(
            name,
            HERE,
            local_suggestions((*head, *row[SHOWN_PER_CATEGORY:]), catalog),
            watched.get(name, 0),
        )
        for name, head, row in zip(order, first[1:], rows[1:], strict=True)
    ]


def local_suggestions(ranked: Iterable[Ranked], catalog: Catalog) -> tuple[Suggestion, ...]:
    """What was ranked on this computer, with its reasons."""
    return tuple(
        _suggestion(
            catalog.movies[r.movie],
            r.score,
            HERE,
            catalog.movies[r.because].label if r.because is not None else None,
        )
        for r in ranked
    )


def provider_suggestions(
    named: ProviderMovies, ranker: Ranker, library: RankingLibrary
) -> tuple[Suggestion, ...]:
    """What the provider named, without what was watched or refused: it cannot know.

    Movies that the catalog here does not have are left out.
    """
    catalog = ranker.catalog
    places = [(catalog.index[w], score) for w, score in named.movies if w in catalog.index]
    if named.ranked == HERE:
        candidates = [position for position, _ in places]
        ranked = ranker.among(
            library.watched,
            candidates,
            limit=SHOWN,
            exclude=library.refused,
            weights=library.weights,
        )
        return local_suggestions(ranked, catalog)
    left_out = {*library.watched, *library.refused}
    return tuple(
        _suggestion(catalog.movies[position], score, PROVIDER, None)
        for position, score in places
        if position not in left_out
    )[:SHOWN]


def _suggestion(movie: Movie, score: float, ranked: str, because: str | None) -> Suggestion:
    return Suggestion(
        wire_id=movie.wire_id or "",
        title=movie.title,
        year=movie.year,
        categories=movie.categories,
        score=float(score),
        ranked=ranked,
        because=because,
    )
