"""What a provider is asked and what it answers: the one place where both sides read the format.

A request is a JSON object:

    {"profile": ["imdb:tt0133093", …],          released movies, no order
     "release": {"level": "perturbed"|"all",
                 "mechanism": "S-DPDP"|…|null,   null where nothing was perturbed
                 "epsilon": 0.21|null,
                 "counts": {"Drama": 12, …}|null,   noisy category aggregates
                 "variance": {"Drama": 50, …}|null},  of each count's noise, all windows together
     "limit": 200, "categories": true|false|["Drama", …], "per_category": 30,
     "exclude_profile": false}

Only `profile`, `release` and its `level` are required. Counts are sums over release windows, each
with noise of its own: `variance` says how much that is, where it is known; without it, it is that
of one window of the budget `epsilon`. Both have bounds, within which every answer is finite. An
answer is a JSON object:

    {"model": "als-…", "known": 12, "unknown": 0,
     "overall": [{"id": "imdb:tt0083658", "score": 0.91}, …],    best first
     "categories": {"Drama": [{"id": …, "score": …}, …]}}

Problems name the place in the document, never what was found there.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import WIRE_ID
from epicrec_desktop.domain.release import ProviderAnswer

MAX_PROFILE = 20_000
MAX_LIMIT = 500
MAX_CATEGORIES = 100
MAX_TEXT = 64
MAX_ID = 128
MAX_REQUEST_BYTES = 2_000_000
MAX_ANSWER_BYTES = 8_000_000

MIN_EPSILON, MAX_EPSILON = 1e-6, 1e3
MIN_VARIANCE, MAX_VARIANCE = 1e-9, 1e18
"""In movies squared. A release of the least budget, with plain Laplace noise on 100 categories,
has 2·(100/10⁻⁶)² = 2·10¹⁶ in each window."""

Scored = tuple[tuple[str, float], ...]


class WireError(ValueError):
    """A document is not of the format. `pointer` (RFC 6901) says where, `reason` what is wrong."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(f"{pointer or 'the document'} {reason}")
        self.pointer = pointer
        self.reason = reason


@dataclass(frozen=True)
class RecommendationRequest:
    """A request for recommendations, checked. `epsilon` and `mechanism` are None where exact.

    `variance`, by category, is that of the noise in `counts`; None where that is not said.
    """

    profile: tuple[str, ...]
    level: ReleaseLevel
    mechanism: str | None = None
    epsilon: float | None = None
    counts: Mapping[str, float] | None = None
    variance: Mapping[str, float] | None = None
    limit: int = 200
    categories: bool | tuple[str, ...] = True
    per_category: int = 30
    exclude_profile: bool = False

    def __repr__(self) -> str:
        return "RecommendationRequest(…)"


def encode_request(request: RecommendationRequest) -> bytes:
    """The bytes of a request: always the same for the same request.

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
    body = _encode(
        {
            "profile": sorted(set(request.profile)),
            "release": release,
            "limit": request.limit,
            "categories": wanted if isinstance(wanted, bool) else list(wanted),
            "per_category": request.per_category,
            "exclude_profile": request.exclude_profile,
        }
    )
    parse_request(body)
    return body


def parse_request(body: bytes) -> RecommendationRequest:
    """Read a request. Raises `WireError`."""
    if len(body) > MAX_REQUEST_BYTES:
        raise WireError("", "is too large")
    document = _object(decode(body), "")
    _only(document, "", {"profile", "release", *_OPTIONS})
    release = _object(_required(document, "release", ""), "/release")
    _only(release, "/release", {"level", "mechanism", "epsilon", "counts", "variance"})
    level = _required(release, "level", "/release")
    if level not in (ReleaseLevel.PERTURBED.value, ReleaseLevel.ALL.value):
        raise WireError("/release/level", 'must be "perturbed" or "all"')
    options = {key: check(document[key]) for key, check in _OPTIONS.items() if key in document}
    counts = _numbers(release.get("counts"), "/release/counts", _number)
    return RecommendationRequest(
        profile=_ids(_required(document, "profile", ""), "/profile"),
        level=ReleaseLevel(level),
        mechanism=_optional_text(release.get("mechanism"), "/release/mechanism"),
        epsilon=_epsilon(release.get("epsilon")),
        counts=counts,
        variance=_variance(release.get("variance"), counts),
        **options,
    )


def encode_answer(answer: ProviderAnswer) -> bytes:
    """The bytes of an answer."""
    return _encode(
        {
            "model": answer.model_id,
            "known": answer.known,
            "unknown": answer.unknown,
            "overall": _scored_document(answer.overall),
            "categories": {name: _scored_document(s) for name, s in answer.categories.items()},
        }
    )


def parse_answer(body: bytes) -> ProviderAnswer:
    """Read an answer. Raises `WireError`; keys this version does not know are ignored."""
    document = _object(decode(body), "")
    categories = _object(document.get("categories", {}), "/categories")
    if len(categories) > MAX_CATEGORIES:
        raise WireError("/categories", "has too many entries")
    return ProviderAnswer(
        model_id=_text(_required(document, "model", ""), "/model"),
        known=_integer(_required(document, "known", ""), "/known", 0, MAX_PROFILE),
        unknown=_integer(_required(document, "unknown", ""), "/unknown", 0, MAX_PROFILE),
        overall=_scored(_required(document, "overall", ""), "/overall"),
        categories={
            _text(name, "/categories"): _scored(entries, "/categories/…")
            for name, entries in categories.items()
        },
    )


def is_wire_id(value: Any) -> bool:
    """Whether this is a movie's public id, as opposed to anything else in a document."""
    if not isinstance(value, str) or len(value) > MAX_ID:
        return False
    return value.isascii() and WIRE_ID.fullmatch(value) is not None


def decode(body: bytes) -> Any:
    """Read JSON as RFC 8259 has it: UTF-8, and no NaN or Infinity. Raises `WireError`."""
    try:
        return json.loads(body.decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        # The cause would quote the document, and the document may be a profile.
        raise WireError("", "is not valid JSON") from None


def _encode(document: Mapping[str, Any]) -> bytes:
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode()


def _no_constant(_name: str) -> None:
    raise ValueError


def _scored_document(entries: Scored) -> list[dict[str, Any]]:
    return [{"id": wire_id, "score": round(score, 6)} for wire_id, score in entries]


def _object(value: Any, pointer: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise WireError(pointer, "must be an object")
    return value


def _list(value: Any, pointer: str, longest: int) -> list[Any]:
    if not isinstance(value, list):
        raise WireError(pointer, "must be a list")
    if len(value) > longest:
        raise WireError(pointer, f"must not have more than {longest} entries")
    return value


def _only(document: Mapping[str, Any], pointer: str, allowed: Iterable[str]) -> None:
    if not document.keys() <= set(allowed):
        raise WireError(pointer, "has a member that is not part of the format")


def _required(document: Mapping[str, Any], key: str, pointer: str) -> Any:
    if key not in document:
        raise WireError(f"{pointer}/{key}", "is missing")
    return document[key]


def _text(value: Any, pointer: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= MAX_TEXT or not value.isprintable():
        raise WireError(pointer, f"must be text of 1 to {MAX_TEXT} characters")
    return value


def _optional_text(value: Any, pointer: str) -> str | None:
    return None if value is None else _text(value, pointer)


def _integer(value: Any, pointer: str, least: int, most: int) -> int:
    if type(value) is not int or not least <= value <= most:
        raise WireError(pointer, f"must be a whole number from {least} to {most}")
    return value


def _number(value: Any, pointer: str) -> float:
    if type(value) not in (int, float) or not abs(value) < 1e12 or not math.isfinite(value):
        raise WireError(pointer, "must be a number")
    return float(value)


def _within(value: Any, pointer: str, least: float, most: float) -> float:
    # Compared before it is converted: an integer of any length is JSON.
    if type(value) not in (int, float) or not least <= value <= most:
        raise WireError(pointer, f"must be a number from {least:g} to {most:g}")
    return float(value)


def _boolean(value: Any, pointer: str) -> bool:
    if not isinstance(value, bool):
        raise WireError(pointer, "must be true or false")
    return value


def _id(value: Any, pointer: str) -> str:
    if not is_wire_id(value):
        raise WireError(pointer, "must be a movie's public id")
    return str(value)


def _ids(value: Any, pointer: str) -> tuple[str, ...]:
    entries = _list(value, pointer, MAX_PROFILE)
    return tuple(dict.fromkeys(_id(entry, f"{pointer}/{i}") for i, entry in enumerate(entries)))


def _epsilon(value: Any) -> float | None:
    if value is None:
        return None
    return _within(value, "/release/epsilon", MIN_EPSILON, MAX_EPSILON)


def _numbers(
    value: Any, pointer: str, number: Callable[[Any, str], float]
) -> dict[str, float] | None:
    if value is None:
        return None
    numbers = _object(value, pointer)
    if len(numbers) > MAX_CATEGORIES:
        raise WireError(pointer, "has too many entries")
    return {_text(name, pointer): number(each, f"{pointer}/…") for name, each in numbers.items()}


def _variance(value: Any, counts: Mapping[str, float] | None) -> dict[str, float] | None:
    pointer = "/release/variance"
    variance = _numbers(
        value, pointer, lambda each, at: _within(each, at, MIN_VARIANCE, MAX_VARIANCE)
    )
    if variance is not None and variance.keys() != (counts or {}).keys():
        raise WireError(pointer, "must have the categories of the counts")
    return variance


def _categories(value: Any) -> bool | tuple[str, ...]:
    if isinstance(value, bool):
        return value
    names = _list(value, "/categories", MAX_CATEGORIES)
    return tuple(dict.fromkeys(_text(n, f"/categories/{i}") for i, n in enumerate(names)))


_OPTIONS: dict[str, Callable[[Any], Any]] = {
    "limit": lambda value: _integer(value, "/limit", 1, MAX_LIMIT),
    "categories": _categories,
    "per_category": lambda value: _integer(value, "/per_category", 0, MAX_LIMIT),
    "exclude_profile": lambda value: _boolean(value, "/exclude_profile"),
}


def _scored(value: Any, pointer: str) -> Scored:
    entries = [_object(entry, f"{pointer}/…") for entry in _list(value, pointer, MAX_LIMIT)]
    scored = tuple(
        (_id(entry.get("id"), f"{pointer}/…/id"), _number(entry.get("score"), f"{pointer}/…/score"))
        for entry in entries
    )
    if len({wire_id for wire_id, _ in scored}) != len(scored):
        raise WireError(pointer, "has a movie twice")
    return scored
