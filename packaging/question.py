"""Learns the question that ships with the program: `python packaging/question.py`.

It is made of the program's own knowledge of movies, in two minutes. No public rating is used. Users
are simulated: each watches a few well-known movies, then goes on to what `KnowledgeModel` finds
likely for somebody with that history, until a size sampled from a log-normal distribution. A
movie's row is a weight per category plus one per span of five years, scaled to sum 1, so every
movie of every catalog has one. The weights maximize what the noisy cells explain of the users'
tastes,

    tr(W·SA (AᵀSA + v·I)⁻¹ AᵀS),   v = 2/ε² over the median size,

S being the covariance of the users' histories after size and popularity are taken out, each scaled
by the root of its size, and W a mild weight for well-known movies. Adam, from a random start.

A run now learns other weights than those that are shipped: the users it simulates follow what the
program knows of movies, which has grown since, and sums of floats differ between computers. Shipped
weights stay, as releases name their question by its digest; `question_of` makes the shipped
question of them, byte for byte.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from epicrec_desktop import resources
from epicrec_desktop.catalog.movie_facts import load_traits, model_traits, public_ids
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.arrays import Floats, Floats32
from epicrec_desktop.domain.movies import CATEGORIES, Catalog
from epicrec_desktop.domain.question import Question
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.recommend.learned_question import SHIPPED
from epicrec_desktop.recommend.question_learning import ERAS, MULTIPLIER, WEIGHT
from epicrec_desktop.recommend.ranking import Alignment

HEADER = """\
# What a release with the learned question counts: weights of categories and years in ten cells,
# and which films count together. Learned by packaging/question.py from what the program
# itself knows of films; no public rating is in it. Read by recommend/learned_question.py; the rule
# is in domain/question.py.
"""


def public_series() -> tuple[tuple[str, ...], ...]:
    """Return the series that the program knows, each as public ids in order; no movie is in two.

    Two of which a movie belongs to both, as of the Marvel movies, are one. The same for everybody:
    no imported catalog and no library has a part in it.
    """
    ids = {movie.label: public_ids(movie)[0] for movie in load_starter().movies}
    joined: list[set[str]] = []
    for trait in load_traits():
        if trait.section == "series":
            members = {ids[label] for label in trait.movies if label in ids}
            for other in [one for one in joined if not one.isdisjoint(members)]:
                joined.remove(other)
                members |= other
            joined.append(members)
    return tuple(sorted(tuple(sorted(members)) for members in joined if len(members) > 1))


@dataclass(frozen=True)
class LearningSettings:
    """How a question is learned. Chosen on simulated users and half of latest-small's."""

    cells: int = 10
    epsilon: float = 0.3
    users: int = 1_500
    median_size: float = 90.0
    size_deviation: float = 0.9
    steps: int = 200
    rate: float = 0.05
    popularity_power: float = 0.25
    seed: int = 0


DEFAULTS = LearningSettings()

CELLS = (
    "Silent films, not the 2020s",
    "2005 to 2014, not the late 1970s",
    "Family films of the early 1990s, not the 2000s",
    "The 1970s and 1980s",
    "Animation and musicals, not adventures",
    "A little of everything",
    "1965 to 1974",
    "Old Hollywood",
    "Horror and the late 1960s, not family films",
    "Family classics, not crime of the 1990s",
)
"""Names of the default question's cells, by their largest weights."""


def simulate_users(
    model: KnowledgeModel, settings: LearningSettings, generator: np.random.Generator
) -> Floats32:
    """Return the histories (users, n) 0/1 of users simulated from what is known of movies."""
    count = len(model.records)
    known = model.log_odds
    histories = np.zeros((settings.users, count), dtype=np.float32)
    for user in range(settings.users):
        log_size = np.log(settings.median_size) + settings.size_deviation * generator.normal()
        size = int(np.clip(np.exp(log_size), 10, 600))
        profile = np.zeros(0, dtype=np.int64)
        scores = known
        while len(profile) < size:
            more = min(max(3, int(0.6 * len(profile))), size - len(profile))
            keys = scores + generator.gumbel(size=count)
            keys[profile] = -np.inf
            profile = np.concatenate([profile, np.argpartition(-keys, more)[:more]])
            scores = model.scores(profile).astype(np.float64)
        histories[user, profile] = 1.0
    return histories


def features(catalog: Catalog, positions: np.ndarray) -> Floats32:
    """Return the parts (m, c + e) of each movie's row: shares of categories, and its era."""
    has = catalog.matrix[positions]
    shares = has / np.maximum(has.sum(axis=1, keepdims=True), 1.0)
    years = np.array([catalog.movies[i].year or 0 for i in positions.tolist()])
    era = np.clip(np.searchsorted(ERAS, years, side="right") - 1, 0, len(ERAS) - 1)
    of_era = np.eye(len(ERAS))[era] * (years > 0)[:, None]
    return np.hstack([shares, of_era]).astype(np.float32)


def learn_weights(histories: Floats32, parts: Floats32, settings: LearningSettings) -> Floats:
    """Return the weights (c + e, k) of the rows' parts that explain most of these histories."""
    sizes = histories.sum(axis=1)
    popularity = histories.sum(axis=0)
    share = popularity / popularity.sum()
    tastes = (histories - sizes[:, None] * share) / np.sqrt(sizes * len(sizes))[:, None]
    wanted = tastes * ((popularity + 1.0) / popularity.mean()) ** settings.popularity_power
    noise = 2.0 / settings.epsilon**2 / float(np.median(sizes))
    generator = np.random.default_rng(settings.seed)
    weights = generator.normal(size=(parts.shape[1], settings.cells)).astype(np.float32)
    first, second = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, settings.steps + 1):
        raw = parts @ weights
        length = np.maximum(np.abs(raw).sum(axis=1, keepdims=True), 1e-6)
        rows = raw / length
        gradient = _gradient(tastes, wanted, rows, noise)
        inward = (gradient * rows).sum(axis=1, keepdims=True)
        pulled = parts.T @ ((gradient - np.sign(raw) * inward) / length)
        pulled /= max(float(np.sqrt((pulled**2).mean())), 1e-12)
        first = 0.9 * first + 0.1 * pulled
        second = 0.999 * second + 0.001 * pulled**2
        rate = settings.rate * (1.0 - 0.9 * step / settings.steps)
        mean, square = first / (1.0 - 0.9**step), second / (1.0 - 0.999**step)
        weights = weights + rate * mean / (np.sqrt(square) + 1e-8)
    return weights.astype(np.float64)


def _gradient(tastes: Floats32, wanted: Floats32, rows: Floats32, noise: float) -> Floats32:
    """Return half the gradient (n, k) of what noisy cells of these rows explain."""
    cells = tastes @ rows
    inner = cells.T @ cells + noise * np.eye(rows.shape[1])
    inverse = np.linalg.inv(inner.astype(np.float64)).astype(np.float32)
    target = wanted.T @ cells
    product = inverse @ (target.T @ target) @ inverse
    found: Floats32 = tastes.T @ ((wanted @ target) @ inverse - cells @ product)
    return found


def question_of(weights: Floats, names: tuple[str, ...], name: str = SHIPPED) -> Question:
    """Return the question of these weights (c + e, k) as integers.

    Each cell's largest weight is positive, so that its name says what it counts.
    """
    largest = np.abs(weights).argmax(axis=0)
    weights = weights * np.sign(weights[largest, np.arange(weights.shape[1])])
    scaled = np.rint(weights * (WEIGHT / float(np.abs(weights).max()))).astype(np.int64)
    rows = [tuple(row) for row in scaled.tolist()]
    count = len(CATEGORIES)
    return Question(
        name,
        MULTIPLIER,
        names,
        dict(zip(CATEGORIES, rows[:count], strict=True)),
        ((0, rows[count]), *zip(ERAS[1:], rows[count + 1 :], strict=True)),
        series=public_series(),
    )


def build_question(settings: LearningSettings = DEFAULTS) -> Question:
    """Learn a question from the program's own knowledge; takes two minutes."""
    starter = load_starter()
    model = KnowledgeModel.from_catalog(starter, model_traits())
    positions = Alignment.of(model, starter).movie
    histories = simulate_users(model, settings, np.random.default_rng(settings.seed))
    weights = learn_weights(histories, features(starter, positions), settings)
    numbered = tuple(f"Cell {number + 1}" for number in range(settings.cells))
    return question_of(weights, CELLS if settings == DEFAULTS else numbered)


def main() -> None:
    """Write the file and print its digest."""
    path = resources.path("question", f"{SHIPPED}.txt")
    if path.exists():  # releases name it by its digest, and the program knows more by now
        raise SystemExit(f"{path.name} is shipped; a question learned anew has a new name.")
    question = build_question()
    path.write_text(HEADER + question.to_text(), encoding="utf-8", newline="\n")
    print(f"{len(question.cells)} cells, {question.digest}: {path}")


if __name__ == "__main__":
    main()
