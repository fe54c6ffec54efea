"""Tests of the scorer of releases that count in the cells of a learned question."""

from dataclasses import replace

import numpy as np
import pytest

from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.question import Question
from epicrec_desktop.recommend.recommender import Recommender
from epicrec_desktop.recommend.release_scorers import ReleaseScorer
from epicrec_desktop.recommend.scorer_files import load_scorer, save_scorer
from epicrec_desktop.recommend.share_scorer import CellRows, ShareScorer
from epicrec_desktop.recommend.wire import RecommendationRequest, encode_request, parse_request
from epicrec_desktop.recommend.wire_schema import WireError
from small_world import ASKED_KINDS, models, world

OTHER = Question("other", 10, ("Something",), {"Comedy": (10,)})


def trained() -> ReleaseScorer:
    return ReleaseScorer.for_catalog(
        models()["als"], world().catalog, world().ratings, [OTHER, ASKED_KINDS]
    )


def request_of(kind: int, digest: str | None, mechanism: str = "S-LQ") -> RecommendationRequest:
    """A nearly exact release of 20 movies of one kind."""
    rows = (
        ASKED_KINDS.rows(world().catalog.movies)[world().of_kind(kind)[:20]]
        / ASKED_KINDS.multiplier
    )
    counts = dict(zip(ASKED_KINDS.cells, rows.sum(axis=0).tolist(), strict=True))
    return RecommendationRequest(
        (),
        ReleaseLevel.PERTURBED,
        mechanism,
        10.0,
        counts,
        dict.fromkeys(counts, 0.02),
        limit=20,
        question=digest,
    )


@pytest.mark.parametrize("kind", [1, 2, 3, 4])
def test_it_finds_the_kind_that_cells_tell(kind):
    recommender = Recommender(models()["als"], world().catalog, trained())
    answer = recommender.answer(request_of(kind, ASKED_KINDS.digest))
    own = set(world().ids(world().of_kind(kind)))
    assert sum(wire_id in own for wire_id, _ in answer.overall[:10]) >= 8


def test_it_scores_no_other_question_and_no_other_mechanism():
    scorer = trained()
    known = request_of(3, ASKED_KINDS.digest)
    assert scorer.scorer_for(known.mechanism, known.counts, ASKED_KINDS.digest)
    assert not scorer.scorer_for(known.mechanism, known.counts, "0" * 64)
    assert not scorer.scorer_for("S-MAP", known.counts, ASKED_KINDS.digest)
    assert not scorer.scorer_for(known.mechanism, {"Loud": 1.0}, ASKED_KINDS.digest)
    assert not scorer.scorer_for(known.mechanism, None, ASKED_KINDS.digest)
    assert not replace(scorer, asked=()).scorer_for("S-LQ", known.counts, ASKED_KINDS.digest)


def test_a_service_that_does_not_know_the_question_still_answers():
    without = Recommender(models()["als"], world().catalog)
    request = replace(request_of(3, "0" * 64), profile=world().ids(world().of_kind(3)[:10]))
    answer = without.answer(request)
    own = set(world().ids(world().of_kind(3)))
    assert sum(wire_id in own for wire_id, _ in answer.overall[:20]) >= 10


@pytest.mark.parametrize("epsilon", [1e-6, 1e-3, 1.0, 1e3])
@pytest.mark.parametrize("count", [-1e12, 0.0, 1e12])
def test_scores_are_finite_for_all_that_the_wire_lets_through(epsilon, count):
    scorer = trained().asked[1]
    assert np.isfinite(scorer.scores(dict.fromkeys(ASKED_KINDS.cells, count), epsilon)).all()


def test_it_is_stored_with_the_scorer_of_shares(tmp_path):
    scorer = trained()
    save_scorer(scorer, tmp_path / "scorer.npz", "key")
    again = load_scorer(tmp_path / "scorer.npz", "key")
    assert [one.digest for one in again.asked] == [OTHER.digest, ASKED_KINDS.digest]
    known = request_of(2, ASKED_KINDS.digest)
    assert known.counts is not None
    assert (
        again.asked[1].scores(known.counts, 1.0).tolist()
        == scorer.asked[1].scores(known.counts, 1.0).tolist()
    )
    save_scorer(replace(scorer, asked=()), tmp_path / "scorer.npz", "key")
    without = load_scorer(tmp_path / "scorer.npz", "key")
    assert without.asked == ()


def test_it_needs_two_users_with_movies():
    model = models()["als"]
    rows = CellRows.of(ASKED_KINDS, world().catalog, np.arange(len(model.records)))
    nobody = replace(
        world().ratings, users=world().ratings.users[:3], items=world().ratings.items[:3]
    )
    with pytest.raises(ValueError, match="too few"):
        ShareScorer.train("", ASKED_KINDS.cells, rows, model, nobody)


def test_the_question_is_on_the_wire_only_where_there_is_one():
    asked = request_of(1, ASKED_KINDS.digest)
    assert parse_request(encode_request(asked)).question == ASKED_KINDS.digest
    without = replace(asked, question=None)
    assert b"question" not in encode_request(without)
    assert parse_request(encode_request(without)).question is None
    for wrong in ("", "0" * 63, "Z" * 64, CATEGORIES[0]):
        with pytest.raises(WireError):
            encode_request(replace(asked, question=wrong))
