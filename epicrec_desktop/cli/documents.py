"""JSON documents of releases, recommendations and movies, as several commands print them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from epicrec_desktop.domain.json_documents import document, plain
from epicrec_desktop.domain.release import (
    LEARNED,
    NEW,
    OVERALL,
    PROVIDER,
    Recommendations,
    Release,
    Row,
    Suggestion,
)

if TYPE_CHECKING:
    from epicrec_desktop.services.library import LibraryEntry
    from epicrec_desktop.services.mechanism_planner import Budget
    from epicrec_desktop.services.movie_facts import MovieFactsService


def movie_document(entry: LibraryEntry) -> dict[str, Any]:
    """Return a movie of the library as JSON."""
    return {
        **document(entry.movie, "id=wire_id title year"),
        "imdb_id": entry.movie.identities.get("imdb"),
        "in_catalog": not entry.movie.unlisted,
        **document(entry, "status evidence rule"),
        "day": day.isoformat() if (day := entry.watched_day) else None,
        **document(entry.movie, "categories"),
        "visits": entry.count,
        "confidence": round(entry.confidence, 3),
        "weight": entry.weight,
        "imports": plain(entry.imports),
        **document(entry.own, "rating seen_again=again"),
        "stars": entry.own.stars / 2 if entry.own.stars is not None else None,
    }


def budget_document(budget: Budget | None, made: Release | None) -> dict[str, Any] | None:
    """Return a budget as JSON: that of the release, if one was made."""
    if budget is None:
        return None
    budget = released_budget(budget, made)
    return {
        "epsilon": float(budget.epsilon),
        **document(
            budget,
            "mechanism scales observer_percent observer_percent_of_three=together_percent "
            "observer_percent_of_similar=similar_percent",
        ),
    }


def released_budget(budget: Budget, made: Release | None) -> Budget:
    """Return the budget with the ε of the release: periods sampled before may have cost more."""
    if made is None or made.epsilon is None:
        return budget
    return replace(budget, epsilon=made.epsilon)


def release_document(made: Release | None, *, repeated: bool) -> dict[str, Any] | None:
    """Return a release as JSON; None where nothing was released."""
    if made is None:
        return None
    return {
        **document(made, "id level provider mechanism"),
        "epsilon": float(made.epsilon) if made.epsilon is not None else None,
        **document(made, "window=period items"),
        "bytes": len(made.payload),
        "sha256": made.sha256,
        "repeated": repeated,
    }


def recommendations_document(
    recommendations: Recommendations, facts: MovieFactsService
) -> dict[str, Any]:
    """Return recommendations as JSON.

    `overall` has what was ranked here, then what only the provider has; `new` movies of this year
    and the last one; `learned` what the provider would say, learned from its answers to personas
    (null where it was not asked), with how well that is known.
    """
    learned: dict[str, Any] | None = None
    overall: list[Suggestion] = []
    new: list[dict[str, Any]] = []
    categories: dict[str, list[dict[str, Any]]] = {}
    for row in recommendations.rows:
        if row.name in (OVERALL, PROVIDER):
            seen = {s.wire_id for s in overall}
            overall += [s for s in row.suggestions if s.wire_id not in seen]
        elif row.name == NEW:
            new = _suggestions(row, facts)
        elif row.name == LEARNED:
            measured = "guessed guessed_by_mean=by_mean agreement agrees personas"
            learned = {"movies": _suggestions(row, facts), **document(row.learned, measured)}
        else:
            categories[row.name] = _suggestions(row, facts)
    return {
        "overall": [_suggestion_document(s, facts) for s in overall],
        "new": new,
        "learned": learned,
        "categories": categories,
        "provider": recommendations.provider,
        "model": recommendations.model_id,
        "notes": [str(note) for note in recommendations.notes],
    }


def _suggestions(row: Row, facts: MovieFactsService) -> list[dict[str, Any]]:
    return [_suggestion_document(s, facts) for s in row.suggestions]


def _suggestion_document(suggestion: Suggestion, facts: MovieFactsService) -> dict[str, Any]:
    return {
        **document(suggestion, "id=wire_id title year"),
        "minutes": facts.minutes(suggestion.wire_id),
        **document(suggestion, "ranked because"),
    }
