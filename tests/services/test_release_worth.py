"""What a release would tell, computed before anything is sampled."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from epicrec_desktop.catalog.sources import read_source
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.movies import Catalog, Movie
from epicrec_desktop.lab.population import with_ids
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.families import IMPROVED, PUBLISHED, CategoryFamily
from epicrec_desktop.privacy.learned import AskedQuestion, PublicHistories
from epicrec_desktop.privacy.mechanism import Mechanism, movie_shares, plan, plan_question
from epicrec_desktop.recommend.learned_question import load_question
from epicrec_desktop.recommend.ratings import Ratings
from epicrec_desktop.recommend.share_scorer import CellRows
from epicrec_desktop.services import release_worth
from epicrec_desktop.services.asked_question import asked_questions
from epicrec_desktop.services.privacy_sentences import chances, effect, learns, taste
from epicrec_desktop.services.public_profiles import PublicProfiles
from epicrec_desktop.services.release_worth import (
    SIZES,
    Crowd,
    Query,
    Worth,
    WorthTable,
    people_with_tastes,
    simulate,
    simulate_people,
    stored_people,
)

PERTURBED = PrivacyChoice(ReleaseLevel.PERTURBED)
EPSILON = Fraction(18, 100)


@pytest.fixture(scope="module")
def catalog() -> Catalog:
    return load_starter()


def mechanism(catalog: Catalog, family: CategoryFamily, epsilon: Fraction = EPSILON) -> Mechanism:
    planned = plan(catalog.groups, PERTURBED, epsilon, family=family)
    assert planned is not None
    return planned


def measured(
    planned: Mechanism,
    catalog: Catalog,
    histories: PublicHistories | None,
    asked: AskedQuestion | None = None,
    periods: int = 1,
) -> WorthTable:
    people = people_with_tastes(Query(planned, catalog, PERTURBED, histories, asked))
    return simulate(planned, people, periods)


@pytest.fixture(scope="module")
def table(catalog) -> WorthTable:
    return measured(mechanism(catalog, IMPROVED), catalog, None)


def test_the_known_answers_of_the_starter_catalog(table):
    """Measured apart with other simulated people at this budget: 15 movies 59 %, 60 74, 210 94."""
    found = [table.at(movies).right_percent for movies in (15, 60, 210)]
    assert found == pytest.approx([59, 74, 94], abs=4)
    assert table.at(0).right_percent == 50
    begins = table.at(15).begins
    assert begins is not None
    assert 40 <= begins <= 75


def test_more_movies_never_tell_less_and_single_numbers_stay_uncertain(table):
    found = [table.at(movies).right_percent for movies in SIZES]
    assert found == sorted(found)
    assert all(50 <= table.at(movies).worst_percent <= 80 for movies in SIZES)


def test_who_knows_the_crowd_gains_nothing_without_a_release():
    """Noise alone leaves a coin, also where the crowd's numbers are far from even."""
    generator = np.random.default_rng(3)
    true = generator.gamma(0.5, 1.0, size=(4_000, 6)) * np.arange(6)  # skewed, the first all zero
    variance = np.full(6, 2.0)
    crowd = Crowd.of(true, variance)
    assert crowd.balanced.all()
    strangers = generator.permutation(true)[None] + generator.laplace(size=(4, *true.shape))
    surest, each = crowd.accuracy(true, strangers)
    assert surest == pytest.approx(0.5, abs=0.02)
    assert each == pytest.approx(0.5, abs=0.02)
    assert crowd.accuracy(true, true[None])[0] > 0.9


def test_a_number_that_most_people_have_none_of_is_not_read():
    """“Less than most” would be right of four in five of them, whatever the release says."""
    rare = (np.random.default_rng(5).random((1_000, 1)) < 0.2).astype(float)
    crowd = Crowd.of(rare, np.array([2.0]))
    surest, each = crowd.accuracy(rare, rare[None])
    assert (surest, each.tolist()) == (0.5, [0.5])


def test_the_mechanism_decides(catalog, table):
    """The published one has more noise; a budget of nothing tells nothing."""
    published = measured(mechanism(catalog, PUBLISHED), catalog, None)
    assert published.at(60).right_percent < table.at(60).right_percent
    none = measured(mechanism(catalog, IMPROVED, Fraction(1, 10_000)), catalog, None)
    assert none.at(500).begins is None
    assert "however many" in str(taste(none.at(500)))
    assert chances(none.at(500)) == []


def test_months_add_their_noise(catalog, table):
    """Four months have four noises, whose sum is as large as that of one at half the budget."""
    year = measured(mechanism(catalog, IMPROVED), catalog, None, periods=4)
    half = measured(mechanism(catalog, IMPROVED, EPSILON / 2), catalog, None)
    assert year.at(210).right_percent == pytest.approx(half.at(210).right_percent, abs=5)
    assert year.at(210).right_percent < table.at(210).right_percent - 5


def test_people_are_made_once_for_all_months_and_budgets(catalog, monkeypatch):
    """A ledger of years has a table for each month and provider; people are the costly part."""
    made: list[Mechanism] = []

    def make(query):
        made.append(query.mechanism)
        width = len(query.mechanism.categories)
        return [40 * np.random.default_rng(1).random((50, width))] * len(SIZES)

    monkeypatch.setattr(release_worth, "people_with_tastes", make)
    service = release_worth.WorthService()
    for epsilon in (EPSILON, EPSILON / 2):
        query = Query(mechanism(catalog, IMPROVED, epsilon), catalog, PERTURBED)
        found = {service.worth(query, 60, periods).right_percent for periods in (1, 50)}
        assert len(found) == 2
    assert len(made) == 1


def test_stored_people_are_the_same_and_made_again_for_another_catalog(
    catalog, tmp_path, monkeypatch
):
    made: list[int] = []

    def make(query):
        made.append(len(query.catalog.movies))
        return people_with_tastes(query)

    monkeypatch.setattr(release_worth, "people_with_tastes", make)
    file = tmp_path / "people"

    def people(count: int, choice: PrivacyChoice = PERTURBED) -> list[np.ndarray]:
        some = replace(catalog, movies=catalog.movies[:count])
        return stored_people(Query(mechanism(some, IMPROVED), some, choice), file)

    first = people(300)
    assert all(map(np.array_equal, people(300), first))
    assert made == [300]
    people(310)
    file.write_bytes(file.read_bytes()[:-1])
    people(310)
    assert made == [300, 310, 310]
    content = file.read_bytes()
    people(310, PrivacyChoice(ReleaseLevel.PERTURBED, {"War": ReleaseLevel.NO}))
    assert file.read_bytes() == content  # the user's own levels are in no file of public data


def test_begins_half_way_from_a_coin_to_certainty():
    surest = np.where(np.array(SIZES) < 66, 0.74, 0.76)
    found = WorthTable(("War",), surest, np.full((len(SIZES), 1), 0.5)).at(10)
    assert found.begins is not None
    assert 46 < found.begins < 66
    assert found.worst == "War"


def test_a_simulated_profile_has_as_many_movies_as_its_size():
    movies = tuple(Movie(f"Film {number}", 1990, ()) for number in range(1_200))
    catalog = Catalog("made", "1", movies)
    rows = CellRows(np.ones((1_200, 1)), np.full(1_200, -1))
    found = simulate_people(rows, catalog, np.random.default_rng(1), 5)
    assert (found[:, :, 0] == np.array(SIZES)[:, None]).all()


@pytest.mark.parametrize(("begins", "about"), [(12, "12"), (19, "19"), (24, "20"), (66, "70")])
def test_the_number_from_which_it_says_something_is_rounded(begins, about):
    worth = Worth(5, 60, begins, "War", 50)
    (chance,) = map(str, chances(worth))
    assert str(taste(worth)).endswith(f"from about {about} on, something.")
    assert "A reader's surest guess" in chance
    assert "is right in 60 of 100 cases; a coin, in 50." in chance


def test_public_people_are_drawn_where_they_are_known(catalog):
    """Theirs is horror or comedy and nothing else, so they can be distinguished long before."""
    horror, comedy = (
        [i for i, movie in enumerate(catalog.movies) if name in movie.categories][:60]
        for name in ("Horror", "Comedy")
    )
    both = set(horror) & set(comedy)
    horror, comedy = ([i for i in some if i not in both][:40] for some in (horror, comedy))
    parts = [horror[:number] + comedy[number:] for number in range(40)]
    people = PublicHistories(np.repeat(np.arange(40), 40), np.concatenate(parts))
    found = measured(mechanism(catalog, IMPROVED), catalog, people)
    usual = measured(mechanism(catalog, IMPROVED), catalog, None)
    assert found.at(22).right_percent > usual.at(22).right_percent + 5


def test_simulated_people_are_as_easy_to_distinguish_as_real_ones(movielens, tmp_path):
    """The people of odd numbers, on whom no constant was chosen; both families, every size."""
    imported = with_ids(read_source(movielens))
    catalog, public = imported.catalog, imported.ratings
    odd = public.users % 2 == 1
    users, items = public.users[odd].astype(np.int64), public.items[odd].astype(np.int64)
    ratings = Ratings(users, items, [movie.wire_id for movie in catalog.movies])
    people = PublicProfiles.sample(ratings).histories(catalog)
    asked = AskedQuestion.of(load_question(), catalog.movies)
    learned = plan_question(asked, catalog.groups, PERTURBED, EPSILON)
    assert learned is not None
    for planned, question in ((mechanism(catalog, IMPROVED), None), (learned, asked)):
        real = measured(planned, catalog, people, question)
        made = measured(planned, catalog, None, question)
        assert 100 * made.surest_accuracy == pytest.approx(100 * real.surest_accuracy, abs=8)


def test_shares_are_what_is_counted(catalog, tmp_path):
    asked = asked_questions(Paths.under(tmp_path), catalog)[0]
    learned = plan_question(asked, catalog.groups, PERTURBED, EPSILON)
    assert learned is not None
    items = np.arange(0, len(catalog.movies), 7)
    for planned, question in ((mechanism(catalog, IMPROVED), None), (learned, asked)):
        counted = planned.count(catalog.groups, PERTURBED, items, asked=question)
        shares = movie_shares(planned, catalog.groups, PERTURBED, question)
        series = np.full(len(shares), -1) if question is None else question.series
        found = CellRows(shares, series).count(items) * planned.multiplier
        assert found == pytest.approx(counted, abs=len(items))
    assert measured(learned, catalog, None, asked).at(400).right_percent > 60


@pytest.mark.parametrize(
    ("right", "size"),
    [
        (50, "almost nothing"),
        (59, "almost nothing"),
        (60, "a little"),
        (74, "a little"),
        (75, "something"),
        (89, "something"),
        (90, "much"),
        (100, "much"),
    ],
)
def test_the_words_for_its_size_follow_from_what_it_tells(right, size):
    """One scale in every sentence: before the yes, on the card, and of levels nobody chose yet."""
    worth = Worth(28, right, 31 if right < 75 else 20, "War", 52)
    other = replace(worth, right_percent=50 if right >= 60 else 100)
    assert f" {size} of your taste" in str(learns("Film club", worth))
    assert f" {size} of your taste" in str(taste(worth))
    said = [str(one) for one in effect(Fraction(17, 100), Fraction(1, 5), other, worth)]
    assert said[0] == "Other movies are blurred 15\u00a0% less."
    assert f" {size} of your taste" in said[1]
    assert effect(Fraction(1, 5), Fraction(1, 5), worth, worth) == []


def test_what_tells_little_is_no_praise():
    """A list that shows no taste cannot be recommended by: that is said with it."""
    for right, begins in ((55, 31), (70, 31), (50, None)):
        assert "to recommend by" in str(taste(Worth(28, right, begins, "War", 50)))
    assert "to recommend by" not in str(taste(Worth(28, 80, 20, "War", 50)))
