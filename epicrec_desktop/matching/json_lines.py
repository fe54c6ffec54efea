"""Rows in, rows out: the matcher on JSON lines, for the command line and for measuring."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import Decision, Match
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.matching.matcher import Matcher


def match_rows(matcher: Matcher, lines: Iterable[str]) -> Iterator[dict[str, Any]]:
    """Match JSON lines {url, title}: one dictionary per row, in order; blank lines are left out.

    Gives `movie_ids` (the catalog's own ids; of candidates the most watched alone), `evidence`,
    `rule`, `confidence` and `decision`: accept, review or none. Where it is to be asked which of
    several films is meant, the decision is review, and `candidates` has them all. Raises
    `EpicRecError` for a line that is not such a row, naming its number and not its content.
    """
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        url, title = _row(line, number)
        match = matcher.match(url, title)
        yield _answer(matcher.catalog, match)


def _answer(catalog: Catalog, match: Match) -> dict[str, Any]:
    ids = [public_id(catalog.movies[i]) for i in match.movies]
    asks_which = match.decision is Decision.WHICH
    answer = {
        "movie_ids": ids[:1] if asks_which else ids,
        "evidence": match.evidence.value,
        "rule": match.rule,
        "confidence": match.confidence,
        "decision": Decision.REVIEW.value if asks_which else match.decision.value,
    }
    return answer | {"candidates": ids} if asks_which else answer


def public_id(movie: Movie) -> int | str | None:
    """A movie's id in its own catalog: MovieLens's number, else the name on the wire."""
    return movie.movielens_id if movie.movielens_id is not None else movie.wire_id


def _row(line: str, number: int) -> tuple[str, str]:
    try:
        row = json.loads(line)
    except ValueError:
        row = None
    if isinstance(row, dict):
        url, title = row.get("url"), row.get("title", "")
        if isinstance(url, str) and (title is None or isinstance(title, str)):
            return url, title or ""
    raise EpicRecError(
        'Line {number} is not a row: a JSON object with the texts "url" and "title" is needed. '
        "The rows before it were matched; correct the line and run this again.",
        number=number,
    ) from None
