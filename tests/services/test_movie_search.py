"""Search by title, person, theme, country, tone and likeness, on the starter catalog."""

import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.matching import sorted_texts
from epicrec_desktop.services import stored_search
from epicrec_desktop.services.movie_search import MovieSearch, in_english
from epicrec_desktop.services.stored_search import search_over, shipped_traits

STARTER = load_starter().movies


@pytest.fixture(scope="module")
def search() -> MovieSearch:
    return MovieSearch(STARTER, shipped_traits())


def found(search: MovieSearch, text: str, **names: str) -> list[str]:
    return [STARTER[hit.position].label for hit in search.find(text, names=names)]


def why(search: MovieSearch, text: str, label: str) -> list[str]:
    hits = {STARTER[hit.position].label: hit for hit in search.find(text)}
    return [in_english(reason) for reason in hits[label].reasons]


@pytest.mark.parametrize(
    "typed", ["spielberg", "Steven Spielberg", "films by spielberg", "speilberg"]
)
def test_a_director_brings_their_movies_first(search, typed):
    for hit in search.find(typed, limit=25):
        assert [in_english(r) for r in hit.reasons] == ["directed by Steven Spielberg"]


@pytest.mark.parametrize(
    ("typed", "first"),
    [
        ("sinners", "Sinners (2025)"),
        ("heat", "Heat (1995)"),
        ("das leben der anderen", "The Lives of Others (2006)"),
        ("like water for chocolate", "Like Water for Chocolate (1992)"),
        ("metroplis", "Metropolis (1927)"),
        ("tom hanks", "Forrest Gump (1994)"),
    ],
)
def test_a_title_or_a_whole_name_comes_first(search, typed, first):
    assert found(search, typed)[0] == first


@pytest.mark.parametrize(
    ("typed", "among", "reasons"),
    [
        ("korean revenge", "Oldboy (2003)", ["from South Korea", "revenge"]),
        (
            "batman nolan",
            "The Dark Knight (2008)",
            ["series: Batman", "directed by Christopher Nolan"],
        ),
        ("90s heist", "Heat (1995)", ["1990s", "heists and con artists"]),
        ("french comedies", "Amélie (2001)", ["from France", "romantic comedy"]),
        ("zombie comedy", "Zombieland (2009)", ["zombies and undead", "Comedy"]),
        ("1995 crime", "Se7en (1995)", ["Crime"]),
    ],
)
def test_words_of_several_names_are_combined(search, typed, among, reasons):
    assert among in found(search, typed)[:5]
    assert why(search, typed, among) == reasons


@pytest.mark.parametrize(
    "typed", ["like Arrival but a bit lighter", "etwas wie Arrival, aber etwas leichter"]
)
def test_like_a_movie_with_another_tone(search, typed):
    labels = found(search, typed)
    assert "Arrival (2016)" not in labels
    dark = {"Horror", "War", "Thriller"}
    kinds = [set(STARTER[hit.position].categories) for hit in search.find(typed, limit=10)]
    assert sum("Sci-Fi" in kind for kind in kinds) >= 5, "they are still like it"
    assert sum(bool(kind & dark) for kind in kinds) <= 2
    assert sum("Comedy" in kind for kind in kinds) >= 5
    assert labels[:10] != found(search, "like Arrival")[:10]
    others = {"La La Land (2016)", "The Nice Guys (2016)", "Green Book (2018)", "Akira (1988)"}
    assert not others & set(labels[:20]), "of the same years, or drawn, and nothing else"


def test_movies_of_the_subject_come_before_others_of_the_country(search):
    first = {"Oldboy (2003)", "I Saw the Devil (2010)", "Lady Vengeance (2005)"}
    assert set(found(search, "korean revenge")[:3]) == first


def test_like_a_movie_newer_or_from_elsewhere(search):
    years = [STARTER[hit.position].year for hit in search.find("like heat but newer", limit=10)]
    assert min(years) > 1995
    hits = search.find("like Oldboy but french", limit=5)
    assert all("from France" in [in_english(r) for r in hit.reasons] for hit in hits)


def test_names_of_the_users_language_are_found(search):
    names = {"Korea": "Korea", "heists and con artists": "Raubzüge und Hochstapler"}
    assert "Heat (1995)" in found(search, "raubzug 90er", **names)[:10]


def test_nothing_is_made_up(search):
    assert search.find("qqqq zzzz") == ()
    assert search.find("\x1b[2J") == ()
    assert search.find("") == ()
    assert MovieSearch(()).find("heat") == ()


def test_words_are_compared_with_few_others(search, monkeypatch):
    """The search is asked while a user types, and comparing spellings is what takes long."""
    compared = []
    extract = sorted_texts.process.extract

    def counting(text, choices, **options):
        compared.append(len(choices))
        return extract(text, choices, **options)

    monkeypatch.setattr(sorted_texts.process, "extract", counting)
    for typed in ("spielberg", "korean revenge", "like Arrival but lighter", "xyzzyq abcdefgh"):
        compared.clear()
        search.find(typed)
        assert sum(compared) < len(STARTER) / 10


def test_a_stored_search_finds_the_same_and_is_made_again_for_other_movies(
    search, tmp_path, monkeypatch
):
    made: list[int] = []

    def make(movies, traits):
        made.append(len(movies))
        return MovieSearch(movies, traits)

    make.restored = MovieSearch.restored
    monkeypatch.setattr(stored_search, "MovieSearch", make)
    movies, file = STARTER[:600], tmp_path / "search"
    first = search_over(movies, file)
    again = search_over(movies, file)
    for text in ("spielberg", "like Heat but lighter", "korean revenge", "matrx", "1994", "the"):
        assert again.find(text) == first.find(text)
    assert made == [600]
    renamed = (movies[0].replace(title="Another Name"), *movies[1:])
    assert search_over(renamed, file).titles.find("another name").places[0] == 0
    content = bytearray(file.read_bytes())
    content[len(content) // 2] ^= 1
    file.write_bytes(content)
    assert search_over(renamed, file).titles.find("another name").places[0] == 0
    assert made == [600, 600, 600]
    assert search_over(renamed, file, "a sum").titles.find("another name").places[0] == 0
    assert search_over(movies, file, "a sum").titles.find("another name").places[0] == 0
    assert search_over(movies, file, "another sum").find("heat") == first.find("heat")
    assert search_over((), file).find("heat") == ()
    content = file.read_bytes()
    assert search_over(movies, None).find("heat") == first.find("heat")
    assert file.read_bytes() == content
