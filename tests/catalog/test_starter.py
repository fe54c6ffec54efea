"""Starter catalog: loading, version, and alternative titles for other catalogs."""

import hashlib
from pathlib import Path

import pytest

from epicrec_desktop.catalog.starter import add_starter_titles, load_starter, slug
from epicrec_desktop.domain.errors import CatalogError
from epicrec_desktop.domain.movies import WIRE_ID, Catalog, Movie

HEADER = "imdb_id,title,year,categories,popularity,alternative_titles\n"
ROWS = (
    'tt0990001,"The Kettle, the Cat",1994,Comedy|Drama,80,Le Chat|Kettle\n'
    ",Été à Halmar,2001,Romance,12.5,\n"
)


def starter(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "starter.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_movies_of_the_starter_catalog(tmp_path):
    path = starter(tmp_path, HEADER + ROWS)
    catalog = load_starter(path)
    cat, halmar = catalog.movies
    assert (cat.title, cat.year, cat.categories) == (
        "The Kettle, the Cat",
        1994,
        ("Comedy", "Drama"),
    )
    assert (cat.wire_id, cat.popularity) == ("imdb:tt0990001", 80)
    assert cat.alternative_titles == ("Le Chat", "Kettle")
    assert halmar.wire_id == "starter:ete-a-halmar-2001"
    assert halmar.alternative_titles == ()
    assert catalog.version == hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def test_alternative_titles_may_name_their_languages(tmp_path):
    """The first one of a language is the one to be shown."""
    titles = "de=Der Kessel|es,pt=Tetera|pt=O Bule|Le Chat|a=b"
    row = f'tt0990001,The Kettle,1994,Comedy,80,"{titles}"\n'
    (movie,) = load_starter(starter(tmp_path, HEADER + row)).movies
    assert movie.alternative_titles == ("Der Kessel", "Tetera", "O Bule", "Le Chat", "a=b")
    assert movie.local_titles == (("de", "Der Kessel"), ("es", "Tetera"), ("pt", "Tetera"))
    enriched = add_starter_titles(load_starter(starter(tmp_path, HEADER + row)))
    assert enriched.movies[0].local_titles == movie.local_titles


@pytest.mark.parametrize(
    "text",
    [
        "",
        HEADER,
        "title,year\nA,2000\n",
        HEADER + "tt1,A,2000,Drama,5,\n",
        HEADER + ",A,soon,Drama,5,\n",
        HEADER + ",A,2000,Telenovela,5,\n",
        HEADER + ",A,2000,Drama,much,\n",
        HEADER + ",A,2000,Drama\n",
        HEADER + ",A,2000,Drama,5,,,\n",
        HEADER + ",A,2000,Drama,5,\n,A!,2000,War,5,\n",
    ],
)
def test_damaged_installation_is_reported(tmp_path, text):
    with pytest.raises(CatalogError, match="Install the program again"):
        load_starter(starter(tmp_path, text))
    with pytest.raises(CatalogError):
        load_starter(tmp_path / "missing.csv")


def test_the_shipped_catalog_loads():
    catalog = load_starter()
    assert len(catalog.index) == len(catalog.movies) > 500
    assert all(WIRE_ID.match(name) for name in catalog.index)


def test_slugs():
    assert slug("The Matrix", 1999) == "the-matrix-1999"
    assert slug("Amélie", 2001) == "amelie-2001"
    assert slug("It's a Wonderful Life", 1946) == "its-a-wonderful-life-1946"
    assert slug("Babylon 5", None) == "babylon-5"


def test_starter_titles_join_by_imdb_id_or_title_and_year():
    movies = (
        Movie("Jaws", 1975, (), imdb_id="tt0073195", movielens_id=1387),
        Movie("Jaws", 1975, ()),
        Movie("Jaws", 2031, ()),
        Movie("Star Wars: Episode IV - A New Hope", 1977, (), imdb_id="tt0076759"),
    )
    by_id, by_name, another, renamed = add_starter_titles(Catalog("mine", "1", movies)).movies
    assert "Tiburón" in by_id.alternative_titles
    assert by_id.movielens_id == 1387
    assert by_name.alternative_titles == by_id.alternative_titles
    assert another.alternative_titles == ()
    assert "Star Wars" in renamed.alternative_titles
    assert renamed.title not in renamed.alternative_titles
