"""The model of what the program knows: tilts of popularity, and their bounds."""

import numpy as np
import pytest

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.recommend import knowledge_model, model_files
from epicrec_desktop.recommend.knowledge_model import DEFAULTS, KnowledgeModel
from epicrec_desktop.recommend.ranking import Ranker

TRAITS = [
    ("directors", ("imdb:tt0000001", "starter:two", "imdb:tt0000003")),
    ("themes", ("imdb:tt0000004", "imdb:tt0000005", "imdb:tt9999999")),
]


def catalog(count: int = 12) -> Catalog:
    """Return movies of one category and time, equally popular; the second has no number at IMDb."""
    return Catalog(
        "known",
        "1",
        tuple(
            Movie(
                f"Movie {i}",
                1995 if i < 9 else 2015,
                ("Drama",) if i % 2 else ("Comedy",),
                imdb_id=None if i == 2 else f"tt{i:07d}",
                starter_id="two" if i == 2 else None,
                popularity=20.0,
            )
            for i in range(1, count + 1)
        ),
    )


def model() -> KnowledgeModel:
    return KnowledgeModel.from_catalog(catalog(), TRAITS)


def ranked(profile: list[int]) -> list[int]:
    """Return numbers of the movies, best first, for who watched these."""
    scores = model().scores(np.array(profile) - 1)
    order = np.argsort(-scores, kind="stable") + 1
    return [i for i in order.tolist() if i not in profile]


def test_users_of_a_directors_movies_get_the_third_one():
    assert ranked([1, 2])[0] == 3
    assert ranked([4])[0] == 5


def test_neighbors_come_first_and_those_of_a_small_circle_before_a_large_ones():
    """Movies 6 to 8 are of one circle, 8 to 12 and 1 of a larger one."""
    circles = [(6, 7, 8), (8, 9, 10, 11, 12, 1)]
    traits = [("circles", tuple(f"imdb:tt{i:07d}" for i in circle)) for circle in circles]
    found = KnowledgeModel.from_catalog(catalog(), traits)
    scores = found.scores(np.array([8]) - 1)
    assert min(scores[[5, 6]]) > scores[0] > max(scores[[1, 2, 4]])
    with pytest.raises(ValueError, match="order"):
        KnowledgeModel.from_catalog(catalog(), [*traits, *TRAITS])


def test_correlated_circles_count_no_more_than_their_sizes():
    """Ten circles of the same movies are not ten times the evidence: nearness is one ratio."""
    movies = tuple(f"imdb:tt{i:07d}" for i in (4, 5, 6))
    one = KnowledgeModel.from_catalog(catalog(), [("circles", movies)])
    ten = KnowledgeModel.from_catalog(catalog(), [("circles", movies)] * 10)
    profile = np.array([4]) - 1
    gains = [float(m.scores(profile)[4] - m.scores(profile)[8]) for m in (one, ten)]
    assert 0 < gains[0] < gains[1] < 2.5 * gains[0]


def test_unwatched_traits_lower_the_score():
    """Nobody who has twelve movies of the nineties and none of later is shown a later one first."""
    assert set(ranked([1, 3, 5, 7])[-4:]) == {9, 10, 11, 12}
    assert ranked([10, 12])[0] in {9, 11}


def test_a_category_watched_alone_comes_first():
    bare = KnowledgeModel.from_catalog(catalog(), [])
    scores = bare.scores(np.array([0, 2, 4]))  # movies 1, 3, 5: Drama
    assert scores[6] > scores[5]  # 7 is Drama, 6 Comedy


def test_an_empty_profile_is_popularity_and_doubles_count_once():
    np.testing.assert_array_equal(model().scores(np.zeros(0, np.int64)), model().popularity)
    one, twice = np.array([0, 3]), np.array([3, 0, 0])
    np.testing.assert_array_equal(model().scores(one), model().scores(twice))


def test_a_movie_without_a_year_or_categories_has_finite_scores():
    bare = Catalog("bare", "1", (Movie("A", None, (), imdb_id="tt0000001"), *catalog().movies[1:]))
    found = KnowledgeModel.from_catalog(bare, TRAITS)
    for profile in ([0], [1, 2], list(range(12))):
        assert np.isfinite(found.scores(np.array(profile))).all()
        assert np.isfinite(found.embeddings(np.array(profile))).all()


def test_movies_of_one_director_are_alike():
    rows = model().embeddings(np.arange(12))
    assert rows[0] @ rows[2] > rows[0] @ rows[6] + 0.3
    np.testing.assert_allclose(np.linalg.norm(rows, axis=1), 1.0, atol=1e-5)


def test_a_reason_is_what_is_known_of_two_movies_and_never_their_category():
    """Movies 1 to 3 have one director, 4 and 5 a theme; 7 is of one category and time with 1."""
    kinship = model().kinship(np.arange(12), np.array([0]))[:, 0]
    least = KnowledgeModel.least_kinship
    assert (kinship[[1, 2]] >= least).all()
    assert kinship[6] == 0.0
    found = Ranker(model(), catalog()).rank([0], limit=11).overall
    assert {e.movie for e in found if e.because is not None} == {1, 2}


def test_a_country_or_a_tone_alone_is_no_reason():
    movies = tuple(f"imdb:tt{i:07d}" for i in (6, 7))
    traits = [(section, movies) for section in ("countries", "tones")]
    found = KnowledgeModel.from_catalog(catalog(), traits)
    assert not found.kinship(np.array([5]), np.array([6])).any()
    assert found.scores(np.array([5]))[6] > found.scores(np.array([5]))[8]


def test_a_common_lead_is_less_than_a_circle_and_a_kind_more_than_none():
    """Movie 4 has a lead with 6 and 20 others, a circle with 8; a circle with 5, another kind."""
    lead = ("actors", tuple(f"imdb:tt{i:07d}" for i in (4, 6, *range(13, 33))))
    circles = [("circles", tuple(f"imdb:tt{i:07d}" for i in (4, i, 7))) for i in (8, 5)]
    found = KnowledgeModel.from_catalog(catalog(32), [lead, *circles])
    near = found.kinship(np.array([5, 7, 4]), np.array([3]))[:, 0]
    assert near[1] > near[2] > near[0]
    assert near[1] > KnowledgeModel.least_kinship > near[0]


def test_model_is_saved_and_loaded(tmp_path):
    model_files.save(model(), tmp_path)
    back = model_files.load(tmp_path)
    profile = np.array([0, 1])
    np.testing.assert_array_equal(back.scores(profile), model().scores(profile))
    assert back.id == model().id


@pytest.mark.parametrize(
    "change",
    [
        {"era_years": 0.0},
        {"trait_prior": 0.0},
        {"popularity_power": -1.0},
        {"trait_end_themes": 9_999},
        {"trait_end_directors": 2, "trait_end_series": 1},
        {"trait_weight_actors": -1.0},
        {"trait_end_circles": 1},
        {"near_prior": 0.0},
        {"near_prior": 5e-324},
        {"era_prior": 1e-300},
        {"near_weight": -1.0},
    ],
)
def test_parameters_of_untrusted_models_are_checked(change):
    good = model()
    with pytest.raises(ValueError, match="out of range"):
        KnowledgeModel.create(good.records, {**good.parameters, **change})
    missing = {k: v for k, v in good.parameters.items() if k not in change}
    with pytest.raises(ValueError, match="out of range"):
        KnowledgeModel.create(good.records, missing)


def test_a_model_whose_traits_would_fill_the_memory_is_refused(monkeypatch):
    good = model()
    full = good.records.copy()
    full["traits"] = 255
    held = 8 * full["traits"].size
    monkeypatch.setattr(knowledge_model, "MAX_SHARED", held)
    monkeypatch.setattr(knowledge_model, "MAX_TABLE", held)
    KnowledgeModel.create(full, good.parameters)
    for bound in ("MAX_SHARED", "MAX_TABLE"):
        with monkeypatch.context() as patch:
            patch.setattr(knowledge_model, bound, held - 1)
            with pytest.raises(ValueError, match="too many traits"):
                KnowledgeModel.create(full, good.parameters)


def test_traits_out_of_order_are_refused():
    with pytest.raises(ValueError, match="order"):
        KnowledgeModel.from_catalog(catalog(), TRAITS[::-1], DEFAULTS)
