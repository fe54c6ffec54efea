"""Trailers, online players, broadcasters, anime databases and searches with a person's name."""

from functools import cache

import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.history import Decision, Evidence
from epicrec_desktop.matching.keywords import is_other_medium
from epicrec_desktop.matching.matcher import Matcher

YOUTUBE = "https://www.youtube.com/watch?v=1"
VIDEO = "https://www.youtube.com/watch?v=abcdefghijk"
FORUM = "https://www.reddit.com/r/movies/comments/1/x/"
ARD = "https://www.ardmediathek.de/video"
PLAYER = "https://player.example/watch/it"


@cache
def matcher() -> Matcher:
    return Matcher(load_starter())


def _found(url: str, title: str) -> tuple[list[str], Evidence]:
    match = matcher().match(url, title)
    assert not match.movies or matcher().may_match(url, title)
    return [matcher().catalog.movies[i].label for i in match.movies], match.evidence


@pytest.mark.parametrize(
    ("title", "movie"),
    [
        ("The Shawshank Redemption | Trailer | Warner Bros.", "The Shawshank Redemption (1994)"),
        ("NOPE | Official Trailer", "Nope (2022)"),
        ("TOP GUN 2: Maverick Trailer (2022)", "Top Gun: Maverick (2022)"),
        ("Oppenheimer | Bande-annonce officielle", "Oppenheimer (2023)"),
        ("OPPENHEIMER | Offizieller Trailer", "Oppenheimer (2023)"),
        ("Oppenheimer - Tráiler Oficial (Universal Pictures) HD", "Oppenheimer (2023)"),
        ("Barbie | Trailer Ufficiale", "Barbie (2023)"),
        ("Blade Runner 2049 - Trailer 2", "Blade Runner 2049 (2017)"),
        ("Interstellar Movie - Official Trailer 3", "Interstellar (2014)"),
        ("千と千尋の神隠し 予告編", "Spirited Away (2001)"),
        ("기생충 예고편", "Parasite (2019)"),
    ],
)
def test_trailer_is_interest(title, movie):
    assert _found(YOUTUBE, f"{title} - YouTube") == ([movie], Evidence.INTEREST)


@pytest.mark.parametrize(
    ("url", "title"),
    [
        (YOUTUBE, "Dark | Official Trailer | Netflix - YouTube"),
        (YOUTUBE, "Doom | Official Launch Trailer | PS5 - YouTube"),
        (YOUTUBE, "Heat | cooking class trailer park boys - YouTube"),
        (YOUTUBE, "Alien | Official Trailer | Hulu - YouTube"),
        (PLAYER, "Watch Fargo 2014 Season 1 Online Free"),
        (PLAYER, "Watch Live Football 2024 Online Free"),
        ("https://www.bbc.co.uk/iplayer/episode/b00/x", "BBC iPlayer - Heat - Series 1: Fargo"),
        (f"{ARD}/tatort/der-dritte-mann/ard/Y3J", "Tatort: Der dritte Mann | ARD Mediathek"),
        ("https://www.crunchyroll.com/series/GY1/x", "Watch Your Name - Crunchyroll"),
        ("https://www.raiplay.it/programmi/portaaporta", "Porta a porta - RaiPlay"),
        ("https://myanimelist.net/anime/1/x", "Akira (TV) Season 2 - MyAnimeList.net"),
        ("https://uwatch.example/x-online", "Watch Blue Lights S1 (2023) Full Movie Online Free"),
        ("https://hd.example/watch-tv/x/1", "The Pitt (2025) - Season 1 Episode 6 - Watch Online"),
        ("https://flix.example/tv/fargo", "Fargo (2014) TV Series | Watch Online Free | BoredFlix"),
        ("https://x.example/watch/heat-1995-online-free.html", "The Insider 123Movies"),
        (VIDEO, "Control - Ending Scene (PS5) - YouTube"),
        (VIDEO, "Resident Evil - Opening Scene - YouTube"),
        ("https://www.zdf.de/filme/ein-starkes-team/wespennest-118.html", "Ein starkes Team"),
    ],
)
def test_what_looks_like_a_trailer_a_player_or_a_scene_is_no_movie(url, title):
    assert _found(url, title)[0] == []


@pytest.mark.parametrize(
    "title",
    [
        "Watch Gone Girl (2014) Online Free - Movies",
        "Gone Girl (2014) Full Movie Watch Online Free",
        "Ver Gone Girl (2014) online gratis",
        "Watch Gone Girl 2014 Full Movie Online Free",
        "Watch Movie Gone Girl (2014) Online HD",
        "Free Watch Gone Girl (2014) Online",
        "[HD] Watch Gone Girl (2014) Online",
        "Смотреть онлайн Gone Girl (2014) бесплатно",
    ],
)
def test_online_player_says_watched_for_review(title):
    match = matcher().match("https://player.example/watch/gone-girl", title)
    assert (match.decision.value, match.rule) == ("review", "online-player")
    assert match.evidence is Evidence.WATCHED


@pytest.mark.parametrize(
    ("url", "title", "movie", "decision"),
    [
        (
            f"{ARD}/filme-im-ersten/das-leben-der-anderen/ard/Y3J",
            "Filme im Ersten: Das Leben der Anderen - hier anschauen",
            "The Lives of Others (2006)",
            "review",
        ),
        (
            "https://www.zdf.de/play/filme/das-leben-der-anderen-movie-100",
            "Das Leben der Anderen - ZDF",
            "The Lives of Others (2006)",
            "review",
        ),
        (
            "https://www.bbc.co.uk/iplayer/episode/b0078s0t/the-third-man",
            "BBC iPlayer - The Third Man",
            "The Third Man (1949)",
            "review",
        ),
        (
            "https://www.crunchyroll.com/watch/GY1/your-name",
            "Your Name. - Watch on Crunchyroll",
            "Your Name. (2016)",
            "review",
        ),
        (
            "https://myanimelist.net/anime/32281/Kimi_no_Na_wa",
            "Kimi no Na wa. (Your Name.) - MyAnimeList.net",
            "Your Name. (2016)",
            "review",
        ),
        (
            "https://anilist.co/anime/21519/x/",
            "Your Name. · AniList",
            "Your Name. (2016)",
            "review",
        ),
        (  # two pages that say "film", of famous ones
            "https://www.france.tv/films/longs-metrages/123-amelie.html",
            "Le Fabuleux Destin d'Amélie Poulain - film en streaming | France TV",
            "Amélie (2001)",
            "accept",
        ),
        (
            "https://www.raiplay.it/programmi/lavitaebella",
            "La vita è bella - Film - RaiPlay",
            "Life Is Beautiful (1997)",
            "accept",
        ),
    ],
)
def test_page_of_a_broadcaster_or_of_anime_is_accepted_only_where_it_says_film(
    url, title, movie, decision
):
    assert _found(url, title)[0] == [movie]
    assert matcher().match(url, title).decision.value == decision


@pytest.mark.parametrize(
    ("url", "title", "movie"),
    [
        (
            "https://www.raiplay.it/programmi/lagrandebellezza",
            "La grande bellezza - RaiPlay",
            "The Great Beauty (2013)",
        ),
        (
            "https://www.3sat.de/film/spielfilm/das-leben-der-anderen-100.html",
            "Das Leben der Anderen - 3sat-Mediathek",
            "The Lives of Others (2006)",
        ),
        (
            "https://moviedakhi.example/movie/arrival",
            "Watch Arrival Full Movie Online Free | Download HD 1080p - MovieDakhi",
            "Arrival (2016)",
        ),
        (
            "https://www1.123movies6.example/watch/the-hunger-games-2012-online-free.html",
            "The Hunger Games 123Movies",
            "The Hunger Games (2012)",
        ),
        (
            "https://fmovies.example/movie/watch-no-country-for-old-men-online-19876",
            "Watch No Country for Old Men Online Free | Fmovies",
            "No Country for Old Men (2007)",
        ),
        (VIDEO, "「君の名は。」予告 - YouTube", "Your Name. (2016)"),
        (VIDEO, "El padrino (1972) Tráiler Oficial #1 - YouTube", "The Godfather (1972)"),
        (VIDEO, "Interstellar - Docking Scene 1080p IMAX HD - YouTube", "Interstellar (2014)"),
        (
            VIDEO,
            "Good Will Hunting | 'Your Move Chief' (HD) - Matt Damon | MIRAMAX - YouTube",
            "Good Will Hunting (1997)",
        ),
    ],
)
def test_players_scenes_and_stations_name_a_movie(url, title, movie):
    assert _found(url, title)[0] == [movie]


@pytest.mark.parametrize(
    ("query", "movies"),
    [
        ("gone+girl+rosamund+pike", ["Gone Girl (2014)"]),
        ("gladiator+russell+crowe", ["Gladiator (2000)"]),
        ("alien+sigourney+weaver", ["Alien (1979)"]),
        ("fargo+frances+mcdormand", ["Fargo (1996)"]),
        ("russell+crowe+age", []),
        ("heat+al+pacino", ["Heat (1995)"]),
        ("tom+hanks+forrest+gump", ["Forrest Gump (1994)"]),
        ("tom+hanks+interview", []),
        ("tom+hanks+movies", []),
    ],
)
def test_search_for_a_title_and_an_actor(query, movies):
    url = f"https://www.google.com/search?q={query}"
    assert _found(url, "Search")[0] == movies


@pytest.mark.parametrize(
    ("url", "title"),
    [
        (VIDEO, "The Lighthouse (2019) | Short Film - YouTube"),
        (VIDEO, "Nobody | Short Film (2021) - YouTube"),
        (VIDEO, "The Guilty (2018) - Student Film - YouTube"),
        ("https://vimeo.com/12345", "Drive | Cortometraje (2011) on Vimeo"),
        ("https://www.google.com/search?q=f1+2025+streaming", ""),
        ("https://www.google.com/search?q=air+2023+review", ""),
        ("https://www.google.com/search?q=rio+2011+watch+online", ""),
        (VIDEO, "Minecraft: Jaws (1975) movie recreated - YouTube"),
        (VIDEO, "Jurassic Park (1993) but with cats | movie parody - YouTube"),
        (VIDEO, "From the Director of Get Out (2017) - Official Trailer - YouTube"),
        (FORUM, "Director of The Witch (2015) announces next film : r/movies"),
        (FORUM, "The star of Heat (1995) on his career : r/movies"),
        ("https://port.hu/adatlap/film/tv/fargo-fargo/movie-1", "Fargo - PORT.hu"),
        ("https://filmow.com/matrix-t1/", "Matrix | Filmow"),
    ],
)
def test_what_other_works_and_things_have_as_well_is_asked(url, title):
    assert matcher().match(url, title).decision is not Decision.ACCEPT


@pytest.mark.parametrize(
    "title",
    [
        "Fargo (1ª Temporada)",
        "Fargo 2. Staffel",
        "Fargo - 1. Sezon",
        "Fargo | 3. évad",
        "Фарго (1 сезон)",
        "Fargo seizoen 2",
        "Fargo säsong 1",
        "Fargo odcinek 3",
        "Fargo (Série)",
        "Fargo 第1季",
        "파고 시즌 1",
        "مسلسل Fargo",
    ],
)
def test_a_season_in_any_language_is_no_movie(title):
    assert is_other_medium(title)
    for url in ("https://filmow.com/fargo-t1/", "https://www.kinobox.cz/film/fargo"):
        assert not matcher().match(url, title).movies


def test_a_word_for_seasons_and_the_year_of_a_movie_are_no_season():
    url = "file:///films/A.Man.for.All.Seasons.1966.1080p.mkv"
    assert _found(url, "")[0] == ["A Man for All Seasons (1966)"]
    assert not is_other_medium("The Four Seasons 1981")


@pytest.mark.parametrize(
    "title",
    [
        "Alien (1979) full movie in 10 minutes",
        "Kill Bill: Vol. 1 (2003) full movie fight scenes",
        "Frozen (2013) bedtime story full movie",
        "Inception (2010) full movie facts",
    ],
)
def test_a_video_about_a_whole_movie_is_not_the_movie(title):
    assert _found(VIDEO, title)[1] is Evidence.INTEREST
    assert _found(VIDEO, "Aladdin Full Movie (1992)") == (["Aladdin (1992)"], Evidence.WATCHED)
