"""Titles beside a word for movies, on sites that no table knows."""

import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.history import Decision, Evidence
from epicrec_desktop.matching.matcher import Matcher

NAMED = {
    "盗梦空间-电影-高清在线观看-腾讯视频": "Inception (2010)",
    "《盗梦空间》电影解说": "Inception (2010)",
    "Başlangıç izle - Türkçe dublaj film": "Inception (2010)",
    "Assistir Clube da Luta Online Dublado": "Fight Club (1999)",
    "Podziemny krąg - oglądaj film online": "Fight Club (1999)",
    "Fight Club | Film complet en streaming": "Fight Club (1999)",
    "El club de la lucha - película completa": "Fight Club (1999)",
    "Il padrino | Film": "The Godfather (1972)",
    "Der Pate | Film | Kinoprogramm": "The Godfather (1972)",
    "Oppenheimer | Película | EL PAÍS": "Oppenheimer (2023)",
}
DATED = {
    "Фильм Матрица (1999) смотреть онлайн": "The Matrix (1999)",
    "فيلم The Matrix 1999 مترجم": "The Matrix (1999)",
    "Matrix | 1999 | Filmkritik": "The Matrix (1999)",
    "Nomadland | Film 2020": "Nomadland (2020)",
    "Cinema Paradiso | Film 1988": "Cinema Paradiso (1988)",
}
LISTS_AND_CINEMAS = (
    ("www.elle.fr", "Les meilleurs films de 2016 - Elle"),
    ("www.vice.com", "The Best Films of 2018 - VICE"),
    ("www.thepost.co.nz", "The best films of 2017 | The Post"),
    ("x.com", 'Film Updates on X: "Best movies of 2022" / X'),
    ("x.com", 'A24 on X: "a new film by Ti West in 2022" / X'),
    ("example.com", "Halloween Movies | 2018 schedule"),
    ("example.com", "Thanksgiving Movies 2023 - What to Watch"),
    ("example.com", "Old Movies (2021)"),
    ("example.com", "Cinema Roma | Film in programmazione 2018"),
    ("example.com", "Kino Babylon | Programm 2022"),
    ("example.com", "Belfast | Cinema listings 2021"),
    ("example.com", "Hamilton | movie theaters 2020"),
    ("example.com", "Her | Kurzfilm | 2013 | Film"),
    ("example.com", "Paroles - Titanic - film 1997"),
    ("example.com", "Disfraz | Película Coco | 2017"),
    ("example.com", "Jaws | Movie | 1975 | Wallpaper 4K"),
    ("example.com", "Flow | Film production software 2024"),
    ("example.com", "Air | Film crew travel 2023"),
)
OTHERS = (
    ("shop.example.com", "Heat | Movie poster | Shop"),
    ("shop.example.com", "Fight Club | Film"),
    ("mail.example.com", "Fight Club | film | Inbox"),
    ("github.com", "heat - film simulation | GitHub"),
    ("example.com", "Alien | Game trailer"),
    ("example.com", "The Shining | Book vs film"),
    ("example.com", "Heat | Trailer park news"),
    ("example.com", "Up | Film club"),
    ("example.com", "Her | cinema blog"),
    ("example.com", "Us | Cinema"),
    ("example.com", "The Matrix 4 | film"),
    ("example.com", "Titanic exhibition | film"),
    ("example.com", "Chicago | Movie theaters near you"),
    ("example.com", "Fight Club"),
)


@pytest.fixture(scope="module")
def matcher() -> Matcher:
    return Matcher(load_starter())


def test_a_title_alone_is_a_suggestion_and_was_looked_at(matcher):
    for title, label in NAMED.items():
        assert matcher.may_match("https://site.example/a", title), title
        match = matcher.match("https://site.example/a", title)
        assert [matcher.movies[i].label for i in match.movies] == [label], title
        assert (match.decision, match.evidence) == (Decision.REVIEW, Evidence.INTEREST), title


def test_with_its_year_it_is_certain_which_movie_it_is(matcher):
    for title, label in DATED.items():
        match = matcher.match("https://site.example/a", title)
        assert [matcher.movies[i].label for i in match.movies] == [label], title
        assert (match.decision, match.evidence) == (Decision.ACCEPT, Evidence.INTEREST), title
    other_year = matcher.match("https://site.example/a", "Фильм Матрица (1998) смотреть онлайн")
    assert other_year.decision is not Decision.ACCEPT


def test_a_year_of_a_list_or_of_a_cinema_is_no_movies_year(matcher):
    for host, title in LISTS_AND_CINEMAS:
        match = matcher.match(f"https://{host}/a", title)
        assert match.decision is not Decision.ACCEPT, title


def test_a_little_known_title_with_its_year_is_asked_about_at_a_cinema(matcher):
    match = matcher.match("https://example.com/a", "Toni Erdmann | Film | 2016 | Kinoprogramm")
    assert [matcher.catalog.movies[i].label for i in match.movies] == ["Toni Erdmann (2016)"]
    assert match.decision is Decision.REVIEW


def test_the_name_of_a_site_is_no_title(matcher):
    elsewhere = matcher.match("https://films.example/a", "Filmkritik - Oppenheimer")
    assert elsewhere.movies
    assert not matcher.match("https://www.oppenheimer.example/a", "Filmkritik - Oppenheimer").movies


def test_shops_mail_code_games_books_and_plain_words_stay_out(matcher):
    for host, title in OTHERS:
        assert not matcher.match(f"https://{host}/a", title).movies, title
