"""What a provider is asked and what it answers: the one place where both sides read the format.

A request is a JSON object:

    {"profile": ["imdb:tt0133093", …],          released movies, no order
     "release": {"level": "perturbed"|"all",
                 "mechanism": "S-DPDP"|…|null,   null where nothing was perturbed
                 "epsilon": 0.21|null,
                 "counts": {"Drama": 12, …}|null,   noisy category aggregates
                 "variance": {"Drama": 50, …}|null,  of each count's noise, all periods together
                 "question": "3f…"},               SHA-256 of the learned question that was asked
     "limit": 200, "categories": true|false|["Drama", …], "per_category": 30,
     "exclude_profile": false}

Only `profile`, `release` and its `level` are required. Counts are sums over periods, each
with noise of its own: `variance` says how much that is, where it is known; without it, it is that
of one period of the budget `epsilon`. With a `question`, counts are by its cells instead of
categories (`domain/question.py`); it is left out otherwise. Both have bounds, within which every
answer is finite. An answer is a JSON object:

    {"model": "linear-…", "known": 12, "unknown": 0,
     "overall": [{"id": "imdb:tt0083658", "score": 0.91}, …],    best first
     "categories": {"Drama": [{"id": …, "score": …}, …]}}

Problems name the place in the document, never what was found there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from operator import add
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import asdict

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import WIRE_ID
from epicrec_desktop.domain.release import ProviderAnswer
from epicrec_desktop.recommend.wire_schema import (
    LARGEST,
    Digest,
    WireError,
    check_lines,
    convert,
    decode,
)

MAX_PROFILE = 20_000
MAX_LIMIT = 500
MAX_CATEGORIES = 100
MAX_TEXT = 64
MAX_ID = 128
MAX_REQUEST_BYTES = 2_000_000
MAX_ANSWER_BYTES = 4_000_000
MAX_REQUEST_VALUES = 50_000
MAX_ANSWER_VALUES = 200_000
"""Three for each of the 50,500 movies that an answer can name, and some to spare."""

MIN_EPSILON, MAX_EPSILON = 1e-6, 1e3
MIN_VARIANCE, MAX_VARIANCE = 1e-9, 1e18
"""In movies squared. A release of the least budget, with plain Laplace noise on 100 categories,
has 2·(100/10⁻⁶)² = 2·10¹⁶ in each period."""

DEFAULT_LIMIT, DEFAULT_PER_CATEGORY = 200, 30

MovieId = Annotated[
    str,
    Meta(
        pattern=WIRE_ID.pattern,
        max_length=MAX_ID,
        examples=["imdb:tt0133093", "wd:Q83495", "ml:2571"],
    ),
]
Name = Annotated[str, Meta(min_length=1, max_length=MAX_TEXT, extra_json_schema={"format": "line"})]
"""Text that is shown in one line; `check_lines` looks at that."""
Names = Annotated[list[Name], Meta(max_length=MAX_CATEGORIES)]
Number = Annotated[float, Meta(ge=-LARGEST, le=LARGEST)]
_OF_CATEGORIES = Meta(max_length=MAX_CATEGORIES)
_Epsilon = Annotated[float, Meta(ge=MIN_EPSILON, le=MAX_EPSILON)]
_Variance = Annotated[float, Meta(ge=MIN_VARIANCE, le=MAX_VARIANCE)]


class _Release(msgspec.Struct, forbid_unknown_fields=True):
    level: Literal["perturbed", "all"]
    mechanism: Name | None = None
    epsilon: _Epsilon | None = None
    counts: Annotated[dict[Name, Number], _OF_CATEGORIES] | None = None
    variance: Annotated[dict[Name, _Variance], _OF_CATEGORIES] | None = None
    question: Digest | None = None


class Request(msgspec.Struct, forbid_unknown_fields=True):
    """A request as it is sent."""

    profile: Annotated[list[MovieId], Meta(max_length=MAX_PROFILE)]
    release: _Release
    limit: Annotated[int, Meta(ge=1, le=MAX_LIMIT)] = DEFAULT_LIMIT
    categories: bool | Names = True
    per_category: Annotated[int, Meta(ge=0, le=MAX_LIMIT)] = DEFAULT_PER_CATEGORY
    exclude_profile: bool = False


class _ScoredMovie(msgspec.Struct, gc=False):
    id: MovieId
    score: Number


_Known = Annotated[int, Meta(ge=0, le=MAX_PROFILE)]
_Scored = Annotated[list[_ScoredMovie], Meta(max_length=MAX_LIMIT)]


class Answer(msgspec.Struct):
    """An answer as it is sent."""

    model: Name
    known: _Known
    unknown: _Known
    overall: _Scored
    categories: Annotated[dict[Name, _Scored], _OF_CATEGORIES] = msgspec.field(default_factory=dict)


Scored = tuple[tuple[str, float], ...]


@dataclass(frozen=True, repr=False)
class RecommendationRequest:
    """A request for recommendations, checked. `epsilon` and `mechanism` are None where exact.

    `variance`, by category, is that of the noise in `counts`; None where that is not said.
    `question` names the learned question whose cells the counts are in.
    """

    profile: tuple[str, ...]
    level: ReleaseLevel
    mechanism: str | None = None
    epsilon: float | None = None
    counts: Mapping[str, float] | None = None
    variance: Mapping[str, float] | None = None
    limit: int = DEFAULT_LIMIT
    categories: bool | tuple[str, ...] = True
    per_category: int = DEFAULT_PER_CATEGORY
    exclude_profile: bool = False
    question: str | None = None


def encode_request(request: RecommendationRequest) -> bytes:
    """Return the bytes of a request: always the same for the same request.

    The profile is sorted, so that its order tells nothing. Raises `WireError` for a request that
    a provider would refuse.
    """
    wanted = request.categories
    release: dict[str, Any] = {
        "level": request.level.value,
        "mechanism": request.mechanism,
        "epsilon": request.epsilon,
        "counts": None if request.counts is None else dict(request.counts),
    }
    if request.variance is not None:
        release["variance"] = dict(request.variance)
    if request.question is not None:
        release["question"] = request.question
    document = {
        "profile": sorted(set(request.profile)),
        "release": release,
        "limit": request.limit,
        "categories": wanted if isinstance(wanted, bool) else list(wanted),
        "per_category": request.per_category,
        "exclude_profile": request.exclude_profile,
    }
    # As it is in the ledger since the first version: json, not msgspec, which writes 1e-06 as 1e-6.
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    body = text.encode()
    parse_request(body)
    return body


def parse_request(body: bytes) -> RecommendationRequest:
    """Read a request. Raises `WireError`."""
    if len(body) > MAX_REQUEST_BYTES:
        raise WireError("", "is too large")
    request = convert(decode(body, MAX_REQUEST_VALUES), Request)
    release, wanted = request.release, request.categories
    counts = release.counts or {}
    if release.variance is not None and release.variance.keys() != counts.keys():
        raise WireError("/release/variance", "must have the categories of the counts")
    names = () if isinstance(wanted, bool) else tuple(dict.fromkeys(wanted))
    for pointer, lines in (("/release/counts", counts), ("/categories", names)):
        check_lines(pointer, *lines)
    check_lines("/release/mechanism", release.mechanism or "")
    disclosed = {**asdict(release), "level": ReleaseLevel(release.level)}
    return RecommendationRequest(
        profile=tuple(dict.fromkeys(request.profile)),
        limit=request.limit,
        categories=wanted if isinstance(wanted, bool) else names,
        per_category=request.per_category,
        exclude_profile=request.exclude_profile,
        **disclosed,
    )


def encode_answer(answer: ProviderAnswer) -> bytes:
    """Return the bytes of an answer. Raises `ValueError` for a score that is not finite."""
    lists = (answer.overall, *answer.categories.values())
    if not all(math.isfinite(score) for found in lists for _, score in found):
        raise ValueError("a score is not finite")
    overall, *rows = ([_ScoredMovie(*entry) for entry in found] for found in lists)
    categories = dict(zip(answer.categories, rows, strict=True))
    return msgspec.json.encode(
        Answer(answer.model_id, answer.known, answer.unknown, overall, categories)
    )


class AnswerEncoder:
    """Encodes answers about the movies of a model as `encode_answer` does, in a third of the time.

    What is said of a movie is written once, up to its score: an answer names some 700.
    """

    def __init__(self, model_id: str, wire_ids: Iterable[str]) -> None:
        self._model_id = model_id
        self._movies = [b'{"id":%b,"score":' % msgspec.json.encode(one) for one in wire_ids]

    def encode(
        self,
        known: int,
        unknown: int,
        names: Sequence[str],
        lists: Sequence[Sequence[int]],
        scores: Sequence[float],
    ) -> bytes:
        """Return the bytes of an answer.

        `lists` has places in `wire_ids`, best first: of all movies, then of each category that is
        named. `scores`, which are finite, are those of all lists, one after the other.
        """
        movies = map(self._movies.__getitem__, chain.from_iterable(lists))
        entries = map(add, movies, msgspec.json.encode(scores)[1:-1].split(b","))
        rows = (b"},".join(islice(entries, len(one))) for one in lists)
        written: list[Any] = [msgspec.Raw(b"[%b}]" % row if row else b"[]") for row in rows]
        categories = dict(zip(names, written[1:], strict=True))
        return msgspec.json.encode(Answer(self._model_id, known, unknown, written[0], categories))


def parse_answer(body: bytes) -> ProviderAnswer:
    """Read an answer. Raises `WireError`; keys this version does not know are ignored."""
    answer = convert(decode(body, MAX_ANSWER_VALUES), Answer)
    check_lines("/model", answer.model)
    check_lines("/categories", *answer.categories)
    return ProviderAnswer(
        model_id=answer.model,
        known=answer.known,
        unknown=answer.unknown,
        overall=_scored(answer.overall, "/overall"),
        categories={
            name: _scored(entries, "/categories/…") for name, entries in answer.categories.items()
        },
    )


def _scored(entries: list[_ScoredMovie], pointer: str) -> Scored:
    scored = tuple((entry.id, entry.score) for entry in entries)
    if len({wire_id for wire_id, _ in scored}) != len(scored):
        raise WireError(pointer, "has a movie twice")
    return scored
