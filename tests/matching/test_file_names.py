"""Names of video files: which movie they are, and which are none."""

from urllib.parse import quote

import pytest

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.history import Decision, Evidence
from epicrec_desktop.matching.file_names import Medium, read_file_name
from epicrec_desktop.matching.matcher import Matcher

MOVIES = {
    "The Lord of the Rings: The Fellowship of the Ring (2001)": (
        "The.Lord.of.the.Rings.The.Fellowship.of.the.Ring.EXTENDED.2001.1080p.BluRay.mkv",
    ),
    "Oppenheimer (2023)": (
        "[YTS.MX] Oppenheimer (2023) [1080p] [BluRay] [5.1].mp4",
        "www.UIndex.org    -    Oppenheimer.2023.2160p.mkv",
        "www.site.com - Oppenheimer (2023).mp4",
    ),
    "Spirited Away (2001)": (
        "Spirited Away [Sen to Chihiro no Kamikakushi] (2001) [Dual Audio] [Hindi-English].mkv",
        "Spirited Away (Sen to Chihiro no Kamikakushi) (2001).mkv",
    ),
    "Seven Samurai (1954)": (
        "Seven Samurai (Akira Kurosawa, 1954).mkv",
        "1954 - Seven Samurai - Akira Kurosawa.avi",
        "(1954) Seven Samurai.avi",
        "[1954] Seven Samurai.avi",
    ),
    "The Matrix (1999)": (
        "01. The Matrix (1999).mkv",
        "1 - The Matrix 1999.mkv",
        "The Matrix (1999) {imdb-tt0133093} - Remastered.mkv",
    ),
    "Inception (2010)": ("【site】《盗梦空间》2010.mkv", "Inception (2010)/movie.mkv"),
    "Blade Runner (1982)": ("Blade Runner Final Cut 1982.mkv", "Blade.Runner.REMASTERED.1982.mkv"),
    "12 Angry Men (1957)": ("12.Angry.Men.1957.mkv",),
    "2001: A Space Odyssey (1968)": ("2001.A.Space.Odyssey.1968.1080p.mkv",),
    "1917 (2019)": ("1917 (2019).mkv",),
    "300 (2006)": ("300.2006.1080p.BluRay.mkv",),
    "Fight Club (1999)": (
        "Fight.Club.10th.Anniversary.Edition.1999.1080p.BrRip.x264.YIFY.mp4",
        "(1999) Fight Club - David Fincher.mkv",
    ),
    "Dune: Part Two (2024)": ("Dune.Part.Two.2024.2160p.WEB-DL.DDP5.1.DV.HDR.H.265-FLUX.mkv",),
    "Blade Runner 2049 (2017)": ("Blade Runner 2049 (2017) (2160p BluRay x265 10bit).mkv",),
    "RRR (2022)": ("www.1TamilMV.com - RRR (2022) Telugu HQ HDRip - 1080p.mkv",),
    "Parasite (2019)": ("寄生虫.2019.1080p.mkv", "Parasite.2019.KOREAN.1080p.H264.AAC-VXT.mp4"),
}
NONE = {
    Medium.EXTRA: (
        "Heat (1995)-behindthescenes.mkv",
        "Heat (1995)-deleted.mkv",
        "Heat (1995)-interview.mp4",
        "Heat (1995)-scene.mkv",
        "Heat (1995)-short.mkv",
        "Heat (1995)-other.mkv",
        "Heat (1995)-sample.mkv",
        "Heat (1995)/Extras/Heat 1995.mkv",
        "Heat (1995)/Featurettes/Heat.mkv",
        "The Making of Heat (1995).mkv",
        "Heat 1995 commentary.mkv",
        "Heat 1995 OST.mkv",
        "Heat (1995) review.mp4",
    ),
    Medium.EPISODE: (
        "Fargo.S05E03.1080p.mkv",
        "The Office (US) - 3x12 - Back from Vacation.mkv",
        "[SubsPlease] Sousou no Frieren - 12 (1080p).mkv",
        "Breaking Bad 501 Live Free or Die.avi",
    ),
    Medium.RECORDING: ("VID_20240101_120000.mp4", "PXL_20240101.mp4", "20240101_120000.mp4"),
}


@pytest.fixture(scope="module")
def matcher() -> Matcher:
    return Matcher(load_starter())


def test_names_as_people_have_them(matcher):
    for label, names in MOVIES.items():
        for name in names:
            match = matcher.match("file:///home/u/Videos/" + quote(name), "")
            found = [matcher.movies[i].label for i in match.movies]
            assert (found, match.decision) == ([label], Decision.ACCEPT), name
            assert match.evidence is Evidence.WATCHED, name


def test_what_is_no_movie(matcher):
    for medium, names in NONE.items():
        for name in names:
            assert not matcher.match("file:///home/u/Videos/" + quote(name), "").movies, name
            assert read_file_name(f"/home/u/Videos/{quote(name)}").medium is medium, name


@pytest.mark.parametrize(
    "path",
    [
        "Halloween 2018/IMG_0001.mov",
        "Rio 2011/DSC0001.mp4",
        "Rio (2011)/PXL_20111224.mp4",
        "Belfast 2021/clip1.mp4",
        "Thanksgiving 2023/dinner.mp4",
        "Holiday 2006/Rome.mp4",
        "Halloween 2018-10-31.mp4",
        "Adele - Skyfall.mp4",
        "John Mayer - Gravity.mp4",
        "Music/Titanic.mp4",
        "Course/05 - Arrival.mp4",
        "Series/Westworld/Heat.mkv",
    ],
)
def test_videos_of_a_persons_own_and_songs_are_no_movies(matcher, path):
    assert not matcher.match(f"file:///home/u/Videos/{quote(path)}", "").movies
    folder = path.rpartition("/")[0].rpartition(" ")[0]  # without its year
    assert read_file_name(f"/home/u/Videos/{quote(path)}").title != folder or not folder


@pytest.mark.parametrize(
    "path", ["Music/Titanic.mp4", "Course/05 - Arrival.mp4", "Series/Westworld/Heat.mkv"]
)
def test_a_list_of_files_says_which_are_among_other_videos(path):
    assert read_file_name(f"/home/u/Videos/{path}").medium is Medium.RECORDING


def test_a_release_may_be_named_as_a_camera_names_its_videos(matcher):
    match = matcher.match("file:///home/u/Videos/REC.2007.1080p.BluRay.mkv", "")
    assert [matcher.catalog.movies[i].label for i in match.movies] == ["[REC] (2007)"]


@pytest.mark.parametrize("name", ["Rio 2011.mp4", "Amsterdam 2022.mp4", "Us 2019.mp4"])
def test_one_word_and_a_year_may_be_a_holiday(matcher, name):
    match = matcher.match(f"file:///home/u/Videos/{quote(name)}", "")
    assert (len(match.movies), match.decision) == (1, Decision.REVIEW)
    release = name.replace(" ", ".").replace(".mp4", ".720p.mp4")
    assert matcher.match(f"file:///home/u/{release}", "").decision is Decision.ACCEPT


def test_a_race_is_no_release_of_the_movie(matcher):
    page = "https://1337x.to/torrent/1/x/"
    race = matcher.match(page, "F1 2025 British Grand Prix 1080p WEB")
    assert race.decision is not Decision.ACCEPT
    for title in ("F1 2025 1080p WEB", "F1 2025 IMAX 2160p WEB-DL", "F1.2025.HINDI.1080p"):
        assert matcher.match(page, title).decision is Decision.ACCEPT, title


@pytest.mark.parametrize(
    "words",
    [
        "Ita.Eng",
        "Dual.Audio.Hindi",
        "Castellano.Latino",
        "Lektor.PL",
        "Rus.Ukr.Eng",
        "Director's.Cut",
        "30th.Anniversary.Edition",
        "Open.Matte",
        "3D.HSBS",
        "DDP5.1.Atmos",
    ],
)
def test_languages_and_versions_behind_the_year_leave_a_release_certain(matcher, words):
    for place, title in (("file:///v/{}.mkv", ""), ("https://1337x.to/torrent/1/x/", "{}")):
        name = f"Heat.1995.{words}.1080p.BluRay"
        match = matcher.match(place.format(quote(name)), title.format(name))
        assert match.decision is Decision.ACCEPT


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("Heat 1995/CD1.avi", "Heat (1995)"),
        ("The Matrix 1999/title_t00.mkv", "The Matrix (1999)"),
        ("The Matrix 1999/01.mkv", "The Matrix (1999)"),
        ("Home Alone 1990/Kevin allein zu Haus.mkv", "Home Alone (1990)"),
        ("Star Wars - The Empire Strikes Back.mkv", "The Empire Strikes Back (1980)"),
    ],
)
def test_a_name_that_denies_nothing_is_asked_about(matcher, path, title):
    match = matcher.match(f"file:///home/u/Videos/{quote(path)}", "")
    assert match.decision is Decision.REVIEW
    assert [matcher.catalog.movies[i].label for i in match.movies] == [title]


def test_a_director_before_the_title_is_a_doubt(matcher):
    match = matcher.match("file:///v/Kurosawa%20-%20Ikiru.avi", "")
    assert [matcher.movies[i].label for i in match.movies] == ["Ikiru (1952)"]
    assert match.decision is Decision.REVIEW


@pytest.mark.parametrize(
    ("name", "title", "year"),
    [
        ("The.Collector.2009.720p.BluRay.DTS.x264-HDS.mkv", "The Collector", 2009),
        (
            "A Very Harold & Kumar 3D Christmas (2011).mkv",
            "A Very Harold & Kumar 3D Christmas",
            2011,
        ),
        ("21.2008.720p.BrRip.x264.YIFY.mp4", "21", 2008),
        ("No Such Film [Kein Film] (2011).mkv", "No Such Film", 2011),
        ("Some Film 1080p WEB-DL.mkv", "Some Film", None),
    ],
)
def test_a_movie_that_no_catalog_has_keeps_its_name(name, title, year):
    found = read_file_name(f"/v/{quote(name)}")
    assert (found.medium, found.title, found.year) == (Medium.MOVIE, title, year)
    assert title not in repr(found).partition(" at 0x")[0]  # an address may have any digits
