"""What the recording service keeps, and what the observer reads from it."""

import json
import urllib.request

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.lab.audit.observer import Observer, recording
from epicrec_desktop.lab.audit.subject import CATALOG
from epicrec_desktop.recommend.wire import RecommendationRequest, encode_request
from waiting import LIMIT_S

WATCHED = tuple(str(movie.wire_id) for movie in CATALOG.movies[:3])  # documentaries
OTHER = str(CATALOG.movies[9].wire_id)  # a horror movie


def body(**changes: object) -> bytes:
    given = {
        "profile": WATCHED,
        "level": ReleaseLevel.PERTURBED,
        "mechanism": "S-DPDP",
        "epsilon": 1.0,
        "counts": {"Documentary": 3.25, "Horror": -1.0},
    }
    return encode_request(RecommendationRequest(**{**given, **changes}))


def read(observer: Observer, sent: bytes) -> dict[str, float]:
    return dict(zip(observer.names, observer.read(sent), strict=True))


def test_what_arrives_is_kept_byte_for_byte_and_by_provider():
    with recording(CATALOG) as server:
        for provider in ("one", "other"):
            request = urllib.request.Request(
                f"{server.address(provider)}/v1/recommendations", data=body(), method="POST"
            )
            with urllib.request.urlopen(request, timeout=LIMIT_S) as answer:
                assert json.load(answer)["known"] == 3
        assert server.take_arrived() == [("one", body()), ("other", body())]
        assert server.take_arrived() == []


def test_an_observer_reads_counts_movies_and_sizes():
    seen = read(Observer(CATALOG, WATCHED[0]), body())
    assert seen["count of Documentary"] == 3.25
    assert seen["count of Horror"] == -1.0
    assert seen["count of Comedy"] < -1e5  # was not told
    assert seen["movies of Documentary"] == seen["size"] == 3
    assert seen["movies of Horror"] == 0
    assert seen["the movie itself"] == 1
    assert seen["length"] == len(body())


def test_every_difference_between_requests_is_a_difference_in_what_is_read():
    observer = Observer(CATALOG, WATCHED[0])
    usual = observer.read(body())
    for different in (
        body(profile=WATCHED[1:]),
        body(profile=(*WATCHED, OTHER)),
        body(profile=(*WATCHED, "imdb:tt0133093")),
        body(level=ReleaseLevel.ALL),
        body(mechanism="M-DPDP"),
        body(epsilon=1.01),
        body(counts=None),
        body(counts={"Documentary": 3.26, "Horror": -1.0}),
        body(counts={"Documentary": 3.25, "Horror": -1.0, "Unheard of": 7.0}),
        body(limit=201),
        body(exclude_profile=True),
    ):
        assert observer.read(different) != usual


def test_a_coalition_has_the_numbers_of_each():
    observer = Observer(CATALOG, OTHER)
    names = observer.names_of(("one", "other"))
    values = [*observer.read(body()), *observer.read(body(counts={"Documentary": 9.0}))]
    seen = dict(zip(names, values, strict=True))
    assert seen["one: count of Documentary"] == 3.25
    assert seen["other: count of Documentary"] == 9.0
    assert seen["one: the movie itself"] == 0
