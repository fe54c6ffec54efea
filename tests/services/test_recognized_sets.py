"""Which question a release asks: one of a recognized set that was imported, or the shipped one."""

import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop.catalog import sources
from epicrec_desktop.catalog.sources import content_of, read_source
from epicrec_desktop.privacy.families import LEARNED, PUBLISHED
from epicrec_desktop.recommend import learned_question as questions
from epicrec_desktop.recommend import question_learning
from epicrec_desktop.recommend.learned_question import SHIPPED, known_questions, load_question
from epicrec_desktop.recommend.question_learning import learn_question
from epicrec_desktop.recommend.training_data import load_catalog, release_scorer, scorer_key
from epicrec_desktop.services import catalogs
from epicrec_desktop.services.release_proposal import IMPORTED

GENRES = ("Action|Thriller", "Comedy", "Horror", "Drama|Romance")


@pytest.fixture
def small(tmp_path, monkeypatch) -> Path:
    """A folder of public ratings, known to the program as a recognized set."""
    folder = tmp_path / "small"
    folder.mkdir()
    generator = np.random.default_rng(3)
    movies = [f"{i},Film {i} ({1950 + i % 70}),{GENRES[i % 4]}" for i in range(1, 121)]
    ratings = [
        f"{user},{movie},4.0,1"
        for user in range(1, 61)
        for movie in np.flatnonzero(generator.random(120) < (0.5, 0.1)[user % 2]).tolist()
        if movie
    ]
    tables = {"movies.csv": movies, "ratings.csv": ratings}
    heads = {"movies.csv": "movieId,title,genres", "ratings.csv": "userId,movieId,rating,timestamp"}
    for name, lines in tables.items():
        data = "".join(f"{line}\r\n" for line in (heads[name], *lines)).encode()
        (folder / name).write_bytes(data)
    content = len(ratings), content_of(read_source(folder))
    monkeypatch.setattr(sources, "RECOGNIZED", {"small": content})
    # A child process would not know of it.
    monkeypatch.setattr(catalogs, "read_confined", lambda path, *, job: read_source(path, job))
    learn = question_learning._learn_rows
    few = replace(question_learning.DEFAULT_STEPS, steps=6)  # how well they are learned: elsewhere
    monkeypatch.setattr(
        question_learning, "_learn_rows", lambda tastes, rows, _, job: learn(tastes, rows, few, job)
    )
    imported = read_source(folder)
    question = learn_question(
        "small-1",
        imported.catalog.movies,
        imported.ratings.users,
        imported.ratings.items,
        series=load_question().series,
    )
    known = questions.RecognizedSet("Small", "small-1", question.cells, question.digest)
    for module in (questions, catalogs):
        monkeypatch.setattr(module, "RECOGNIZED", {"small": known})
    return folder


def asked(world) -> str:
    return world.services.catalogs.info().question


def test_with_nothing_imported_the_shipped_question_is_asked(world):
    assert world.services.privacy.mechanism() is LEARNED
    assert asked(world) == SHIPPED


def test_a_recognized_set_makes_the_question_that_is_asked(world, small):
    info = world.services.catalogs.import_path(small)
    assert (info.question, info.notes) == ("small-1", ())
    assert world.services.privacy.mechanism() is LEARNED
    made = known_questions(world.paths)[0]
    world.add("Heat (1995)", "Alien (1979)")
    release = world.release().release
    part = json.loads(release.payload)["release"]
    assert part["question"] == made.digest
    assert set(part["counts"]) == set(made.cells)
    # Rows are found by MovieLens's number where a movie has one, and by the formula elsewhere.
    catalog = world.services.context.catalog().catalog
    numbered = [movie for movie in catalog.movies if movie.movielens_id is not None]
    assert {made.movies[f"ml:{movie.movielens_id}"] for movie in numbered[:50]} <= set(
        map(tuple, made.rows(catalog.movies).tolist())
    )


def test_a_service_with_the_same_set_knows_the_question(world, small):
    world.services.catalogs.import_path(small)
    stored = load_catalog(world.paths)
    assert stored is not None
    made, *others = known_questions(world.paths)
    ours = world.services.context.catalog().catalog
    by_id = dict(
        zip((m.wire_id for m in ours.movies), made.rows(ours.movies).tolist(), strict=True)
    )
    theirs = dict(
        zip((m.wire_id for m in stored.movies), made.rows(stored.movies).tolist(), strict=True)
    )
    assert theirs.items() <= by_id.items()
    model = world.services.models.current(ours)
    scorer = release_scorer(world.paths, model, stored, scorer_key(world.paths, model, stored))
    assert [one.digest for one in scorer.asked] == [
        made.digest,
        *(other.digest for other in others),
    ]


def test_who_gets_a_release_learns_which_set_and_that_is_said(world, small):
    here = world.services.providers.connect()
    new = world.receiver("New", "https://new.example")
    world.add("Heat (1995)")
    assert IMPORTED not in world.services.releases.propose_to(new).warnings
    world.services.catalogs.import_path(small)
    assert IMPORTED in world.services.releases.propose_to(new).warnings
    assert IMPORTED not in world.services.releases.propose_to(here).warnings


@pytest.mark.parametrize("changed", ["a pair", "a year", "a category", "one more", "no ratings"])
def test_anything_else_makes_no_question(world, small, changed):
    of_movies = changed in ("a year", "a category")
    file = small / ("movies.csv" if of_movies else "ratings.csv")
    data = file.read_bytes()
    if changed == "a pair":
        data = data.replace(b"\r\n1,", b"\r\n61,", 1)
    elif changed == "a year":
        data = data.replace(b"Film 7 (1957)", b"Film 7 (1958)")
    elif changed == "a category":
        data = data.replace(b"Comedy", b"War", 1)
    elif changed == "one more":
        data += b"999,7,4.0,1\r\n"
    if changed == "no ratings":
        file.unlink()
    else:
        file.write_bytes(data)
    info = world.services.catalogs.import_path(small)
    assert info.question == SHIPPED
    assert world.services.privacy.mechanism() is LEARNED


def test_the_format_of_its_files_does_not_matter(world, small):
    """Other ends of lines, order, stars and titles; the tables of MovieLens 1M."""
    movies, ratings = (
        [line.split(",") for line in (small / name).read_text().splitlines()[1:]]
        for name in ("movies.csv", "ratings.csv")
    )
    for name in ("movies.csv", "ratings.csv"):
        (small / name).unlink()
    for name, rows in (("movies.dat", movies[::-1]), ("ratings.dat", ratings[::-1])):
        lines = [f"{'::'.join(row)}\n".replace("Film", "Movie").replace("4.0", "3") for row in rows]
        (small / name).write_text("".join(lines))
    assert world.services.catalogs.import_path(small).question == "small-1"


def test_a_question_that_came_out_differently_is_not_used_and_that_is_said(
    world, small, monkeypatch
):
    known = questions.RecognizedSet(
        "Small", "small-1", catalogs.RECOGNIZED["small"].cells, "0" * 64
    )
    for module in (questions, catalogs):
        monkeypatch.setattr(module, "RECOGNIZED", {"small": known})
    info = world.services.catalogs.import_path(small)
    assert "differently" in " ".join(map(str, info.notes))
    assert info.question == SHIPPED
    assert world.services.privacy.mechanism() is LEARNED


def test_the_choice_of_the_user_stays_and_old_periods_are_still_read(world, small):
    world.add("Heat (1995)", "Alien (1979)")
    before = world.release().release
    assert json.loads(before.payload)["release"]["question"] == load_question().digest
    world.services.catalogs.import_path(small)
    again = world.services.releases.preview()
    assert tuple(sorted(m.wire_id for m in again.items)) == before.items
    world.services.privacy.use_mechanism(PUBLISHED)
    assert world.services.privacy.mechanism() is PUBLISHED
