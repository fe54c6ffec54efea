"""Answers of a reader that was taken over: whatever is malformed is "the reader failed"."""

import math
import pickle
from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Any

import msgspec
import numpy as np
import pytest

from epicrec_desktop.catalog.movielens import ImportedCatalog
from epicrec_desktop.catalog.ratings import PublicRatings
from epicrec_desktop.confinement import barriers
from epicrec_desktop.domain.errors import Cancelled, EpicRecError, HistoryError
from epicrec_desktop.domain.export_records import MatchReason, RecordKind, Service, Skip
from epicrec_desktop.domain.history import Decision, Evidence, RuleEvidence, Sighting, Watermark
from epicrec_desktop.domain.messages import counted, message
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.history.errors import problem
from epicrec_desktop.services import scan as scan_module
from epicrec_desktop.services import source_reader
from epicrec_desktop.services.child_messages import (
    FAILURE,
    PROGRESS,
    RESULT,
    MalformedAnswerError,
    decode,
    encode,
)
from epicrec_desktop.services.child_process import run_in_child
from epicrec_desktop.services.import_preview import ImportEntry, ImportPreview, ReadFile
from epicrec_desktop.services.import_reader import read_files
from epicrec_desktop.services.profile_reader import (
    ProfileFindings,
    RemainingVisits,
    read_profiles,
    read_remaining,
)
from epicrec_desktop.services.source_reader import read_confined, read_in_child
from epicrec_desktop.store.ratings import Imported

NOON = datetime(2026, 11, 1, 12, tzinfo=UTC)
EVIDENCE = RuleEvidence("imdb-id", Decision.ACCEPT, Evidence.WATCHED, 0.9, 2, 60.0, (3, 4))
MOVIE = Movie("Heat", 1995, ("Crime",), imdb_id="tt0113277", site_ids=(("netflix", "7"),))
SIGHTING = Sighting(0, NOON, NOON, (EVIDENCE,), ("ab" * 32,))
FINDINGS = ProfileFindings(
    "key",
    "Chrome",
    "v",
    9,
    watermark=Watermark(7, "f"),
    sightings=((5, SIGHTING), (MOVIE, SIGHTING)),
)
ENTRY = ImportEntry(
    "Heat", 1995, RecordKind.WATCHED, MatchReason.TITLE_YEAR, (5,),
    (Imported(Service.NETFLIX, date(2026, 1, 2), 0.8),), frozenset({"Ada"}), ids=(("imdb", "tt1"),),
)  # fmt: skip
PREVIEW = ImportPreview(
    (ENTRY,), (ReadFile("a.csv", Service.NETFLIX, 1),), (("b.csv", message("No.")),),
    {(Skip.SERIES, "Ada"): 3}, ("Ada",),
)  # fmt: skip
RATINGS = PublicRatings(
    np.array([0, 0, 1], np.int32), np.array([0, 1, 0], np.int32), np.array([4, 3, 5], np.float32)
)
SOURCE = ImportedCatalog(Catalog("t", "1", (MOVIE, MOVIE.replace(imdb_id=None))), RATINGS)


def unequal(one: Any, other: Any) -> bool:
    if isinstance(one, ImportedCatalog):
        arrays = ("users", "items", "values")
        return one.catalog != other.catalog or any(
            not np.array_equal(getattr(one.ratings, name), getattr(other.ratings, name))
            or getattr(one.ratings, name).dtype != getattr(other.ratings, name).dtype
            for name in arrays
        )
    return bool(one != other)


@pytest.mark.parametrize(
    ("work", "answer"),
    [
        (read_profiles, [FINDINGS, ProfileFindings("k", "Fox", failure=problem("busy").message)]),
        (
            read_remaining,
            [RemainingVisits("k", "Fox", frozenset({5, MOVIE}), frozenset({NOON}), NOON)],
        ),
        (read_files, PREVIEW),
        (read_in_child, SOURCE),
    ],
)
def test_what_readers_answer_arrives(work, answer):
    (arrived,) = decode(encode(RESULT, answer), work)
    assert not unequal(arrived, answer)


def test_progress_and_errors_arrive():
    step = counted("One of {name}", "{count:,} of {name}", count=3, name=message("films"))
    assert decode(encode(PROGRESS, Progress(step, 2, 3)), barriers) == Progress(step, 2, 3)
    for error in (problem("busy"), Cancelled(), EpicRecError("No {x}.", x=1)):
        arrived = decode(encode(FAILURE, error), barriers)
        assert type(arrived) is type(error)
        assert (arrived.message, str(arrived)) == (error.message, str(error))
        if isinstance(error, HistoryError):
            assert arrived.reason == error.reason


def test_an_error_may_quote_a_name_that_is_no_utf_8():
    """Nested, as a catalog's error has it."""
    inner = message("There is no {file}.", file="M\udcfcller")
    arrived = decode(encode(FAILURE, EpicRecError("{what} Choose one.", what=inner)), barriers)
    assert str(arrived) == "There is no M\N{REPLACEMENT CHARACTER}ller. Choose one."


class _Lie:
    """A dtype as `numpy` would take it from a pickle."""

    def __reduce__(self) -> tuple[Any, ...]:
        return bytearray, (20 * 10**9,)


def lies_of_arrays() -> list[Any]:
    document = msgspec.msgpack.decode(encode(RESULT, SOURCE)[1:])
    name, shape, content = document["ratings"]["users"]
    arrays = [
        ["|O8", shape, content],
        ["<i8", [1], content[:8]],
        [name, [10**9], content],
        [name, [-1, -3], content],
        [name, [True, 3], content],
        [name, shape, content[:-1]],
        ["<i4,(99999999,)i4", shape, content],
        [name],
        b"",
    ]
    return [document | {"ratings": document["ratings"] | {"users": lie}} for lie in arrays]


def lies_of_findings() -> list[Any]:
    (found,) = msgspec.msgpack.decode(encode(RESULT, [FINDINGS])[1:])

    def sighted(**change: Any) -> dict[str, Any]:
        movie, sighting = found["sightings"][0]
        return found | {"sightings": [[movie, sighting | change]]}

    rule = list(sightings_rule(found))
    return [
        [found | {"visits": -1}],
        [found | {"visits": 2**63}],
        [found | {"watermark": {"visit_id": 2**63, "fingerprint": "f"}}],
        [sighted(first_seen="2026-11-01T12:00:00")],
        [sighted(rule_evidence=[[*rule[:3], math.nan, *rule[4:]]])],
        [sighted(rule_evidence=[[*rule[:5], math.inf, *rule[6:]]])],
        [sighted(rule_evidence=[["r", "accept", "everything", 0.5]])],
        [found | {"sightings": [[2**63, found["sightings"][0][1]]]}],
        [found | {"key": None}],
        [found, 7],
        found,
    ]


def sightings_rule(found: dict[str, Any]) -> list[Any]:
    _, sighting = found["sightings"][0]
    (rule,) = sighting["rule_evidence"]
    return list(rule)


def test_lies_are_refused():
    pack = msgspec.msgpack.encode
    nested: Any = {"template": "x", "values": {}, "singular": ""}
    for _ in range(5_000):
        nested = {"template": "x", "values": {"x": nested}, "singular": ""}
    lies = [
        *((read_in_child, RESULT + pack(lie)) for lie in lies_of_arrays()),
        *((read_profiles, RESULT + pack(lie)) for lie in lies_of_findings()),
        (read_profiles, RESULT + pickle.dumps(_Lie())),
        (read_profiles, pickle.dumps(("result", _Lie()))),
        (read_profiles, b""),
        (read_profiles, b"x" + pack([])),
        (read_profiles, PROGRESS + pack({"step": "x", "done": 2**63})),
        (read_profiles, PROGRESS + pack({"step": "x" * 70_000})),
        (read_profiles, FAILURE + pack({"kind": "Cancelled"})),
        (read_profiles, FAILURE + b"\xdd\xff\xff\xff\xff"),
        (read_profiles, RESULT + b"\xdd\xff\xff\xff\xff"),
    ]
    for work, body in lies:
        with pytest.raises(MalformedAnswerError):
            decode(body, work)
    with pytest.raises((MalformedAnswerError, RecursionError)):
        decode(FAILURE + pack({"kind": "x", "message": nested}), read_profiles)


def test_an_error_of_another_kind_is_a_plain_one():
    body = FAILURE + msgspec.msgpack.encode(
        {"kind": "ProviderBusyError", "message": {"template": "x"}}
    )
    assert type(decode(body, barriers)) is EpicRecError


def lying(*, job: Job) -> int:
    return "no number"


def test_a_process_that_lies_or_never_ends_has_failed():
    with pytest.raises(EpicRecError, match="broke off unexpectedly"):
        run_in_child(barriers, (), job=UNATTENDED, most=10)
    with pytest.raises(EpicRecError, match="broke off unexpectedly"):
        run_in_child(lying, (), job=UNATTENDED)


def test_movies_and_ratings_that_are_not_there_are_refused(world, monkeypatch, tmp_path):
    missing = ((10**9, SIGHTING),)
    monkeypatch.setattr(
        scan_module,
        "run_in_child",
        lambda _read, arguments, **_: [
            replace(
                FINDINGS, key=arguments[1][0].key, sightings=missing, watermark=Watermark(1, "f")
            )
        ],
    )
    from epicrec_desktop.history.sample import write_sample_profile

    profile = write_sample_profile(tmp_path / "sample", now=world.clock.moment)
    with pytest.raises(EpicRecError, match="broke off unexpectedly"):
        world.services.scan.scan([profile])
    assert world.services.library.entries() == []
    for change in (
        {"users": np.array([0, 5, 5], np.int32)},
        {"users": np.array([1, 0, 0], np.int32)},
        {"items": np.array([0, 2, 0], np.int32)},
        {"items": np.array([0, -1, 0], np.int32)},
        {"items": np.array([0], np.int32)},
        {"values": np.array([1, np.nan, 1], np.float32)},
    ):
        wrong = replace(SOURCE, ratings=replace(RATINGS, **change))
        with monkeypatch.context() as patch:
            patch.setattr(source_reader, "run_in_child", lambda *_, wrong=wrong, **__: wrong)
            with pytest.raises(EpicRecError, match="broke off unexpectedly"):
                read_confined(tmp_path)
