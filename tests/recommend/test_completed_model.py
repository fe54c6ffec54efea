"""A trained model completed by knowledge: movies without ratings have their place."""

import numpy as np
import pytest

from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.recommend.completed_model import complete
from epicrec_desktop.recommend.hyperparameter_search import select
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel, trait_rows
from epicrec_desktop.recommend.linear_training import LinearSettings, train
from epicrec_desktop.recommend.ranking import Ranker
from epicrec_desktop.recommend.ratings import Ratings

MOVIES = 80
NEW = MOVIES  # and the movie after it: the first is of the first taste, the other of the second
TRAITS = [
    ("circles", [f"imdb:tt{i:07d}" for i in (*range(0, MOVIES, 2), NEW)]),
    ("circles", [f"imdb:tt{i:07d}" for i in (*range(1, MOVIES, 2), NEW + 1)]),
]


def catalog() -> Catalog:
    movies = (
        Movie(f"Film {i}", 2000, ("Drama",), imdb_id=f"tt{i:07d}", popularity=30.0)
        for i in range(MOVIES + 2)
    )
    return Catalog("test", "1", tuple(movies))


def ratings(people: int = 60, movies: int = MOVIES) -> Ratings:
    """People who watch even movies, and people who watch odd ones; nobody the two newest."""
    generator = np.random.default_rng(3)
    own = [generator.choice(np.arange(p % 2, movies, 2), 12, replace=False) for p in range(people)]
    users = np.repeat(np.arange(people), 12)
    return Ratings(users, np.concatenate(own), [f"imdb:tt{i:07d}" for i in range(movies)])


def models() -> tuple[object, object]:
    trained = train(ratings(), LinearSettings(16))
    return trained, complete(trained, KnowledgeModel.from_catalog(catalog(), TRAITS))


def test_the_order_of_movies_with_ratings_is_the_trained_models():
    trained, whole = models()
    profile = np.array([0, 2, 4])
    count = len(trained.records)
    np.testing.assert_array_equal(whole.scores(profile)[:count], trained.scores(profile))
    assert whole.wire_ids[:count] == trained.wire_ids
    assert whole.id == trained.id


def test_a_movie_without_ratings_is_ranked_by_knowledge():
    _, whole = models()
    of_even, of_odd = whole.index[f"imdb:tt{NEW:07d}"], whole.index[f"imdb:tt{NEW + 1:07d}"]
    even = whole.scores(whole.positions([f"imdb:tt{i:07d}" for i in (0, 2, 4, 6)]))
    odd = whole.scores(whole.positions([f"imdb:tt{i:07d}" for i in (1, 3, 5, 7)]))
    assert even[of_even] > np.median(even) > even[of_odd]
    assert odd[of_odd] > np.median(odd) > odd[of_even]


def test_a_movie_without_ratings_counts_as_watched_too():
    """Its owner's other new movies are ranked by it, and it may be negative."""
    _, whole = models()
    new = whole.positions([f"imdb:tt{NEW:07d}", f"imdb:tt{NEW + 1:07d}"])
    liked = whole.scores(new[:1])
    assert np.isfinite(liked).all()
    disliked = whole.scores(
        whole.positions(["imdb:tt0000000", f"imdb:tt{NEW:07d}"]), np.array([1.0, -0.5], np.float32)
    )
    assert np.isfinite(disliked).all()


def test_it_is_listed_and_has_neighbors_and_kin():
    trained, whole = models()
    ranker = Ranker(whole, catalog())
    assert ranker.listable.all()
    assert not Ranker(trained, catalog()).listable.all()
    ranking = ranker.rank((0, 2, 4, 6), limit=MOVIES, per_category=5)
    titles = [catalog().movies[one.movie].title for one in ranking.overall]
    assert f"Film {NEW}" in titles
    some = np.array([0, whole.index[f"imdb:tt{NEW:07d}"]])
    lengths = np.linalg.norm(whole.embeddings(some), axis=1)
    np.testing.assert_allclose(lengths, 1.0, atol=1e-3)
    kin = whole.kinship(some, some)
    assert kin[1, 0] == pytest.approx(kin[0, 1], abs=1e-4)


def test_a_model_that_has_every_movie_is_left_as_it_is():
    known = KnowledgeModel.from_catalog(catalog(), TRAITS)
    whole = train(ratings(movies=MOVIES), LinearSettings(16))
    few = Catalog("test", "1", catalog().movies[:MOVIES])
    every = KnowledgeModel.from_catalog(few, TRAITS)
    assert set(whole.wire_ids) == {f"imdb:tt{i:07d}" for i in range(MOVIES)}
    assert complete(whole, every) is whole
    assert complete(known, every) is known


def test_traits_are_rows_of_equal_energy():
    rows = trait_rows([f"imdb:tt{i:07d}" for i in range(10)], TRAITS)
    assert rows.shape == (2, 10)
    energy = np.asarray(rows.multiply(rows).sum(axis=1)).ravel()
    np.testing.assert_allclose(energy, 10.0, rtol=1e-5)
    assert rows[0, 0] > 0
    assert rows[0, 1] == 0


def test_knowledge_as_prior_brings_a_rare_movie_to_movies_like_it():
    """Movie 78 was watched once, beside odd movies; knowledge says that it is of the even ones."""
    some = ratings(movies=MOVIES - 2)
    users = np.append(some.users, 1)
    items = np.append(some.items, MOVIES - 2)
    rare = Ratings(users, items, [f"imdb:tt{i:07d}" for i in range(MOVIES)])

    def lead(weight):
        model = train(rare, LinearSettings(MOVIES, knowledge=weight), traits=TRAITS)
        even = model.positions([f"imdb:tt{i:07d}" for i in (0, 2, 4, 6)])
        odd = model.positions([f"imdb:tt{i:07d}" for i in some.items[some.users == 1][:4]])
        at = model.index[f"imdb:tt{MOVIES - 2:07d}"]
        return float(model.scores(even)[at] - model.scores(odd)[at])

    assert lead(0.0) < 0.0
    assert lead(0.0) < lead(10.0)
    plain = train(rare, LinearSettings(16)).items_file
    assert train(rare, LinearSettings(16), traits=TRAITS).items_file == plain


def test_the_search_takes_knowledge_where_it_helps():
    helpful = select(ratings(), traits=TRAITS, factors=8)
    tried = {a.settings.knowledge for a in helpful.attempts if hasattr(a.settings, "knowledge")}
    assert {0.0, 10.0} <= tried
    best = max(helpful.attempts, key=lambda a: a.ndcg10)
    assert helpful.settings == best.settings
    assert {a.document.get("knowledge", 0.0) for a in select(ratings(), factors=8).attempts} == {
        0.0
    }
