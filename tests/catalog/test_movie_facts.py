"""Movie facts: sequels, sentences, and traits that refer to catalog movies."""

import os
from collections import Counter
from importlib import import_module
from pathlib import Path

import numpy as np
import pytest

from epicrec_desktop import resources
from epicrec_desktop.catalog.facts_table import load_facts
from epicrec_desktop.catalog.movie_facts import (
    SECTIONS,
    all_traits,
    coverage,
    known_movie_facts,
    load_joined,
    load_traits,
    model_traits,
    public_ids,
)
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.errors import CatalogError

ROOT = Path(__file__).parents[2]


@pytest.fixture
def build(monkeypatch):
    """Return the module that joins the files."""
    monkeypatch.syspath_prepend(str(ROOT / "packaging"))
    return import_module("joined_facts")


def test_the_joined_file_is_made_of_the_others(build):
    joined = build.join()
    assert load_joined() == joined
    assert build.FILE.read_text(encoding="utf-8") == build.to_text(joined)


def test_a_checkout_makes_the_joined_file_where_it_is_missing_or_older(tmp_path):
    """An installation never does: there is nothing to make it with."""
    folder = tmp_path / "resources" / "catalog"
    folder.mkdir(parents=True)
    source, file = folder / "facts.tsv", folder / "joined.json"
    source.touch()
    with pytest.raises(CatalogError):
        load_joined(file)
    script = tmp_path / "packaging" / "joined_facts.py"
    script.parent.mkdir()
    for count, changed in enumerate([file, source, script], start=1):
        made = f'{{"films":[[["{count}"],{{}}]],"traits":[]}}'
        text = f"from pathlib import Path; Path({str(file)!r}).write_text({made!r})"
        script.write_text(text, encoding="utf-8")
        for one in (source, script):
            os.utime(one, (1_000, 1_000))
        if changed.exists():
            os.utime(file, (2_000, 2_000))
            os.utime(changed, (3_000, 3_000))
        load_joined.cache_clear()
        assert [ids for ids, _ in load_joined(file).films] == [(str(count),)]
    script.unlink()
    load_joined.cache_clear()
    assert load_joined(file).films


@pytest.fixture(scope="module")
def starter():
    return load_starter().movies


def test_every_movie_is_in_the_starter_catalog_and_in_its_order(starter, build):
    place = {movie.label: at for at, movie in enumerate(starter)}
    for found in (load_facts(), build.load_sentences(), _sequels()):
        places = [place[label] for label in found]
        assert places == sorted(places)


def test_facts_are_known_by_every_public_id(starter):
    known, facts = known_movie_facts(), load_facts()
    for movie in starter:
        for name in public_ids(movie):
            row = facts.get(movie.label)
            assert (known[name].minutes if name in known else None) == (row and row.minutes)


def test_coverage_counts_movies_of_which_something_is_known():
    found = coverage()
    assert list(found) == ["all", "best_1000", "best_2000", "since_2024"]
    assert found["best_1000"]["directors"] >= 0.99
    assert found["best_1000"]["leads"] >= 0.98
    assert found["best_2000"]["minutes"] >= 0.98
    assert found["all"]["directors"] >= 0.95
    assert 0 < found["all"]["sentences"] < found["best_1000"]["sentences"] <= 1


def test_models_learn_from_the_best_known_people_and_from_no_subject(build):
    traits = model_traits()
    sections = Counter(section for section, _ in traits)
    assert all(sections[section] == most for section, most in build.MODELED.items())
    assert "subjects" not in sections
    assert list(sections) == list(SECTIONS[:-1]), "in the order that the model expects"
    pulp_fiction = "imdb:tt0110912"
    assert any(section == "directors" and pulp_fiction in movies for section, movies in traits)


def test_people_have_all_their_movies():
    traits = {(trait.section, trait.name): trait.movies for trait in all_traits()}
    sciamma = traits["directors", "Céline Sciamma"]
    assert {"Tomboy (2011)", "Portrait of a Lady on Fire (2019)"} <= set(sciamma)
    assert "Portrait of a Lady on Fire (2019)" in traits["actors", "Noémie Merlant"]
    assert "Parasite (2019)" in traits["countries", "South Korea"]


def test_a_movie_of_the_list_follows_another(build):
    known = known_movie_facts()
    assert known["starter:top-gun-maverick-2022"].follows
    assert not known["starter:top-gun-1986"].follows
    assert "Aliens (1986)" not in build.load_sequels(), "its series says so"


def test_a_sentence_is_one_of_8_to_22_words_that_does_not_name_its_kind(build):
    for label, by_language in build.load_sentences().items():
        for language, sentence in by_language.items():
            words = sentence.split()
            least, most = (8, 22) if language == "en" else (6, 26)
            assert least <= len(words) <= most, f"{label}: {sentence}"
            assert sentence[0].isupper(), f"{label}: {sentence}"
            assert sentence.endswith("."), f"{label}: {sentence}"
            assert words[-1].casefold() not in {"film.", "movie."}, f"{label}: {sentence}"


@pytest.mark.parametrize(
    "text",
    [
        "# a comment\n",
        "title\ten\nHeat (1995)\tA thief.\n",
        "film\ten\nHeat\tA thief.\n",
        "film\ten\nHeat (1995)\n",
        "film\ten\nHeat (1995)\tA.\nHeat (1995)\tB.\n",
    ],
)
def test_damaged_sentences_are_not_joined(tmp_path, text, build):
    file = tmp_path / "sentences.tsv"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(ValueError, match=r"film|sentences"):
        build.load_sentences(file)


def test_missing_or_binary_file_is_reported(tmp_path):
    (tmp_path / "binary").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "other.json").write_text('{"films": [], "traits": 3}', encoding="utf-8")
    for path in (tmp_path / "binary", tmp_path / "other.json", tmp_path / "nowhere.txt"):
        for load in (load_joined, load_traits):
            with pytest.raises(CatalogError, match="damaged"):
                load(path)


def _sequels() -> list[str]:
    text = resources.path("catalog", "sequels.txt").read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


LEAST_MOVIES = 2_000
MOST_YEARS = 70


def test_every_movie_is_in_the_starter_catalog_and_named_once():
    labels = Counter(movie.label for movie in load_starter().movies)
    for trait in load_traits():
        assert len(trait.movies) > 1, trait.name
        assert len(set(trait.movies)) == len(trait.movies), trait.name
        for label in trait.movies:
            assert labels[label] == 1, f"{trait.name}: {label}"


def test_sections_and_names_are_a_controlled_vocabulary():
    traits = load_traits()
    sections = [s for s in SECTIONS if any(t.section == s for t in traits)]
    assert sections == ["series", "themes", "tones", "circles", "subjects"]
    names = Counter((trait.section, trait.name) for trait in traits)
    assert max(names.values()) == 1
    assert all(name.strip() == name and name for _, name in names)
    themes = [trait for trait in traits if trait.section == "themes"]
    assert 50 <= len(themes) <= 150


def test_the_best_known_movies_are_known_about():
    known = {label for trait in load_traits() for label in trait.movies}
    assert len(known) >= LEAST_MOVIES
    movies = sorted(load_starter().movies, key=lambda movie: -movie.popularity)
    best = [movie.label in known for movie in movies[:1_000]]
    assert np.mean(best) > 0.9


def test_the_best_known_movies_have_neighbors():
    """Some ten movies each, with which they share a circle."""
    neighbors: dict[str, set[str]] = {}
    for trait in load_traits():
        if trait.section == "circles":
            for label in trait.movies:
                neighbors.setdefault(label, set()).update(set(trait.movies) - {label})
    movies = sorted(load_starter().movies, key=lambda movie: -movie.popularity)[:2_000]
    assert [m.label for m in movies if len(neighbors.get(m.label, ())) < 10] == []
    near = np.array([len(found) for found in neighbors.values()])
    assert np.median(near) < 0.03 * len(load_starter().movies)  # circles tell movies apart


def test_movie_facts_load_fast_enough_for_every_start():
    assert resources.path("catalog", "knowledge.txt").stat().st_size < 400_000


def test_people_are_of_their_time():
    """Few make movies for 70 years: a movie of somebody else of that name would show here."""
    year = {movie.label: movie.year or 0 for movie in load_starter().movies}
    for trait in all_traits():
        if trait.section in {"directors", "actors"}:
            years = sorted(year[label] for label in trait.movies)
            assert years[-1] - years[0] <= MOST_YEARS, f"{trait.name} {years}"


def test_movies_are_their_directors_own_and_no_others_of_that_name():
    """These were listed by their titles alone once, for a movie of another time."""
    traits = {(trait.section, trait.name): trait.movies for trait in all_traits()}
    assert "Legend (1985)" in traits["directors", "Ridley Scott"]
    assert "Sisters (1973)" in traits["directors", "Brian De Palma"]
    assert "The Hills Have Eyes (1977)" in traits["directors", "Wes Craven"]
    assert "Little Women (1994)" in traits["actors", "Winona Ryder"]
    assert "Mutiny on the Bounty (1962)" in traits["actors", "Marlon Brando"]
    others = {
        "Always: Sunset on Third Street (2005)": "Steven Spielberg",
        "Happening (2021)": "M. Night Shyamalan",
        "New World (2013)": "Terrence Malick",
    }
    for label, name in others.items():
        assert label not in traits["directors", name]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "Heat (1995)\n",
        "[colors]\nred = Heat (1995)\n",
        "[themes]\na = Heat (1995)\n[series]\nb = Heat (1995)\n",
        "[directors]\nb = Heat (1995)\n",
        "[themes]\nno films\n",
    ],
)
def test_damaged_file_is_reported(tmp_path, text):
    (tmp_path / "knowledge.txt").write_text(text, encoding="utf-8")
    with pytest.raises(CatalogError, match="damaged"):
        load_traits(tmp_path / "knowledge.txt")
    with pytest.raises(CatalogError, match="missing"):
        load_traits(tmp_path / "nowhere.txt")
