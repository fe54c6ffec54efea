"""The sample history that ships with the program."""

import re
from collections import Counter
from urllib.parse import urlsplit

from browser_databases import NOW

from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.history.discovery import open_profile_at
from epicrec_desktop.history.sample import sample_rows, write_sample_profile
from visits import read_visits

IMDB_MOVIE = re.compile(r"imdb\.com/title/tt(\d+)")
SERIES = {"0944947", "0903747"}


def plain(title: str) -> str:
    """Return the letters of a title, without its article."""
    return re.sub(r"\W|^The ", "", title).lower()


def test_sample_is_read_like_real_data(tmp_path, snapshots):
    profile = write_sample_profile(tmp_path / "sample", NOW)
    assert open_profile_at(tmp_path / "sample").database == profile.database
    with read_visits(profile, snapshots, now=NOW) as history:
        visits = {v.url: v for v in history.visits}
    rows = sample_rows()
    assert history.skipped == 0
    assert {(r.url, r.title, r.visits) for r in rows} == {
        (v.url, v.title, v.count) for v in visits.values()
    }
    for row in rows:
        visit = visits[row.url]
        assert row.days_ago <= (NOW - visit.time).days <= row.days_ago + 1
        assert visit.duration_s == row.visits * row.minutes * 60
        assert (visit.first_time == visit.time) == (row.visits == 1)


def test_writing_the_sample_again_replaces_it(tmp_path, snapshots):
    for _ in range(2):
        profile = write_sample_profile(tmp_path, NOW)
    with read_visits(profile, snapshots, now=NOW) as history:
        assert history.total == sum(r.visits for r in sample_rows())


def test_sample_contains_movies_and_other_pages(tmp_path):
    rows = sample_rows()
    assert 100 <= len(rows) <= 160
    assert len({r.url for r in rows}) == len(rows)
    assert all(0 < r.days_ago <= 90 and r.visits > 0 for r in rows)
    hosts = Counter((urlsplit(r.url).hostname or "").removeprefix("www.") for r in rows)
    for host in (
        "imdb.com",
        "letterboxd.com",
        "netflix.com",
        "en.wikipedia.org",
        "youtube.com",
        "themoviedb.org",
        "primevideo.com",
        "justwatch.com",
        "rottentomatoes.com",
        "goodreads.com",
    ):
        assert hosts[host] > 0


def test_sample_ids_match_its_movies():
    by_number = {
        movie.imdb_id.removeprefix("tt"): f"{movie.title} ({movie.year})"
        for movie in load_starter().movies
        if movie.imdb_id
    }
    checked = 0
    for row in sample_rows():
        match = IMDB_MOVIE.search(row.url)
        if match and match[1] in SERIES:
            assert match[1] not in by_number
        elif match:
            title, _, year = row.title.partition(" (")
            assert plain(title) in plain(by_number[match[1]])
            assert f"({year[:4]})" in by_number[match[1]]
            checked += 1
    assert checked >= 15
