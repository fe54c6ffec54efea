"""Reading visits: folding, what is left out, damaged rows, and reading on from a watermark."""

import sqlite3
import string
import threading
from contextlib import closing
from datetime import UTC, timedelta
from pathlib import Path

import pytest
from browser_databases import (
    NOW,
    Page,
    add_chromium,
    ago,
    chromium,
    chromium_ticks,
    firefox,
    firefox_ticks,
)

from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.history import (
    NO_MATCH,
    BrowserProfile,
    Decision,
    Evidence,
    Match,
    Visit,
    Watermark,
)
from epicrec_desktop.domain.progress import Job, Progress
from epicrec_desktop.history.cleaning import MAX_VISIT_S, TITLE_CHARACTERS, URL_CHARACTERS
from epicrec_desktop.history.reader import ProfileHistory
from sql import sql
from visits import read_visits

BOTH = pytest.mark.parametrize(
    ("build", "ticks"), [(chromium, chromium_ticks), (firefox, firefox_ticks)]
)


def read(
    profile: BrowserProfile, snapshots: Path, since: Watermark | None = None
) -> tuple[ProfileHistory, list[Visit]]:
    with read_visits(profile, snapshots, since=since, now=NOW) as history:
        visits = list(history.visits)
    return history, visits


@BOTH
def test_visits_of_a_page_are_one_with_first_and_last(tmp_path, snapshots, build, ticks):
    times = [ago(days=3), ago(days=9), ago(days=1)]
    profile = build(
        tmp_path / "p",
        [
            Page("https://a.example/", "A", tuple(map(ticks, times))),
            Page("https://b.example/", "B", (ticks(ago(hours=1)),)),
        ],
    )
    history, visits = read(profile, snapshots)
    a, b = sorted(visits, key=lambda v: v.url)
    assert (a.count, a.first_time, a.time) == (3, ago(days=9), ago(days=1))
    assert (b.count, b.first_time, b.time) == (1, ago(hours=1), ago(hours=1))
    assert (a.time.tzinfo, a.title) == (UTC, "A")
    assert (history.total, history.skipped, history.full) == (4, 0, True)


@BOTH
def test_a_page_never_visited_is_not_history(tmp_path, snapshots, build, ticks):
    history, visits = read(build(tmp_path / "p", [Page("https://bookmark.example/")]), snapshots)
    assert visits == []
    assert history.watermark == Watermark(0, "")


@BOTH
def test_hidden_pages_are_left_out_and_not_counted_as_damage(tmp_path, snapshots, build, ticks):
    profile = build(tmp_path / "p", [Page(times=(ticks(NOW),), hidden=1)])
    history, visits = read(profile, snapshots)
    assert (visits, history.skipped) == ([], 0)


@pytest.mark.parametrize(
    ("build", "kind", "kept"),
    [
        (chromium, 0x30000000, True),  # a link, one page
        (chromium, 0x30000001, True),  # typed
        (chromium, 0xA0000000 - 2**32, True),  # the end of a server redirect, as a signed number
        (chromium, 0x10000000, False),  # where a redirect began
        (chromium, 0x80000000 - 2**32, False),  # in the middle of one
        (chromium, 0x30000003, False),  # a frame
        (chromium, 0x3000000A, False),  # a search by keyword
        (chromium, 0, True),  # brought in by another program
        *((firefox, kind, kind not in (4, 8)) for kind in (1, 2, 4, 5, 6, 8)),  # frames, redirects
    ],
)
def test_visits_that_only_led_on_are_left_out(tmp_path, snapshots, build, kind, kept):
    ticks = chromium_ticks if build is chromium else firefox_ticks
    _, visits = read(build(tmp_path / "p", [Page(times=(ticks(NOW),), kind=kind)]), snapshots)
    assert len(visits) == kept


@pytest.mark.parametrize(
    ("duration", "seconds"),
    [(5_500_000, 5.5), (-1, 0), ("long", 0), (10**17, MAX_VISIT_S), (2.5, 0), (b"\xff", 0)],
)
def test_durations_of_every_kind(tmp_path, snapshots, duration, seconds):
    page = Page(times=(chromium_ticks(NOW),), duration=duration)
    _, (visit,) = read(chromium(tmp_path / "p", [page]), snapshots)
    assert visit.duration_s == seconds


@BOTH
@pytest.mark.parametrize("bad", [0, -1, -(2**63), "yesterday", 1.5, b"\x00\xff", 10**9])
def test_impossible_time_drops_only_its_visit(tmp_path, snapshots, build, ticks, bad):
    good = ticks(ago(days=1))
    profile = build(
        tmp_path / "p",
        [Page("https://a.example/", "A", (good, bad)), Page("https://b.example/", "B", (bad,))],
    )
    history, visits = read(profile, snapshots)
    assert [(v.url, v.count, v.time) for v in visits] == [("https://a.example/", 1, ago(days=1))]
    assert history.skipped == 2


@BOTH
@pytest.mark.parametrize("ahead", [timedelta(seconds=1), timedelta(days=4000), None])
def test_a_time_in_the_future_is_now(tmp_path, snapshots, build, ticks, ahead):
    time = 2**63 - 1 if ahead is None else ticks(NOW + ahead)
    history, (visit,) = read(build(tmp_path / "p", [Page(times=(time,))]), snapshots)
    assert (visit.time, visit.first_time, history.skipped) == (NOW, NOW, 0)


@BOTH
@pytest.mark.parametrize(
    ("title", "cleaned"),
    [
        (None, ""),
        (b"Caf\xe9 (1999)", "Caf\ufffd (1999)"),
        ("The\0Matrix", "The"),  # SQLite's own end of a text
        (" Two\nlines\t", "Two lines"),
        ("x" * 3_000_000, "x" * TITLE_CHARACTERS),
        ("🎬" * 600, "🎬" * TITLE_CHARACTERS),
        (1917, "1917"),
    ],
)
def test_titles_of_every_kind(tmp_path, snapshots, build, ticks, title, cleaned):
    profile = build(tmp_path / "p", [Page(title=title, times=(ticks(NOW),))])
    history, (visit,) = read(profile, snapshots)
    assert (visit.title, history.skipped) == (cleaned, 0)


@BOTH
def test_text_that_is_not_utf8_is_read_around(tmp_path, snapshots, build, ticks):
    profile = build(tmp_path / "p", [Page("https://a.example/1", "A", (ticks(NOW),))])
    with closing(sqlite3.connect(profile.database)) as connection, connection:
        for table in ("urls", "moz_places"):
            known = "SELECT 1 FROM sqlite_master WHERE name = ?"
            if connection.execute(known, (table,)).fetchone():
                connection.execute(
                    f"UPDATE {table} SET url = CAST(x'68747470733A2FFF' AS TEXT),"
                    " title = CAST(x'41FF42' AS TEXT)"
                )
    _, (visit,) = read(profile, snapshots)
    assert (visit.url, visit.title) == ("https:/\ufffd", "A\ufffdB")


@BOTH
@pytest.mark.parametrize("url", [None, "", "no address", 42, b""])
def test_a_row_without_a_url_is_skipped_and_counted(tmp_path, snapshots, build, ticks, url):
    profile = build(tmp_path / "p", [Page(url, "A", (ticks(NOW), ticks(ago(days=1))))])
    history, visits = read(profile, snapshots)
    assert (visits, history.skipped) == ([], 2)


def test_visit_of_a_deleted_page_is_skipped(tmp_path, snapshots):
    profile = chromium(tmp_path / "p", [Page(times=(chromium_ticks(NOW),))])
    sql(profile.database, "DELETE FROM urls")
    history, visits = read(profile, snapshots)
    assert (visits, history.skipped) == ([], 1)


def test_a_long_address_keeps_its_beginning(tmp_path, snapshots):
    url = "data:text/html," + "x" * 100_000
    profile = chromium(tmp_path / "p", [Page(url, "A", (chromium_ticks(NOW),))])
    _, (visit,) = read(profile, snapshots)
    assert visit.url == url[:URL_CHARACTERS]


def test_an_older_chromium_without_durations(tmp_path, snapshots):
    profile = chromium(tmp_path / "p", [Page(times=(chromium_ticks(NOW),))])
    with closing(sqlite3.connect(profile.database)) as connection, connection:
        for column in ("visit_duration", "transition"):
            connection.execute(f"ALTER TABLE visits DROP COLUMN {column}")
    _, (visit,) = read(profile, snapshots)
    assert visit.duration_s == 0


def test_second_read_returns_only_added_visits(tmp_path, snapshots):
    profile = chromium(
        tmp_path / "p", [Page("https://a.example/", "A", (chromium_ticks(ago(days=2)),))]
    )
    first, visits = read(profile, snapshots)
    assert (first.full, len(visits)) == (True, 1)
    second, visits = read(profile, snapshots, first.watermark)
    assert (second.full, visits, second.total) == (False, [], 0)
    assert second.watermark == first.watermark
    # A visit synced from another device arrives late: newer id, older time.
    add_chromium(
        profile.database, [Page("https://b.example/", "B", (chromium_ticks(ago(days=5)),))]
    )
    sql(
        profile.database,
        "INSERT INTO visits (url, visit_time, transition) VALUES (1, ?, 0x30000000)",
        values=(chromium_ticks(NOW),),
    )
    third, visits = read(profile, snapshots, second.watermark)
    assert not third.full
    assert {(v.url, v.count, v.time) for v in visits} == {
        ("https://b.example/", 1, ago(days=5)),
        ("https://a.example/", 1, NOW),
    }
    assert read(profile, snapshots, third.watermark)[1] == []


@BOTH
def test_a_history_cleared_with_ids_used_again_is_read_in_full(tmp_path, snapshots, build, ticks):
    old = build(tmp_path / "old", [Page(times=(ticks(ago(days=3)), ticks(ago(days=2))))])
    earlier, _ = read(old, snapshots)
    times = tuple(ticks(ago(hours=h)) for h in (3, 2, 1))
    cleared = build(tmp_path / "new", [Page("https://new.example/", "New", times)])
    history, visits = read(cleared, snapshots, earlier.watermark)
    assert history.full
    assert [(v.url, v.count) for v in visits] == [("https://new.example/", 3)]


def test_a_history_shorter_than_the_watermark_is_read_in_full(tmp_path, snapshots):
    profile = chromium(
        tmp_path / "p", [Page(times=(chromium_ticks(ago(days=1)), chromium_ticks(NOW)))]
    )
    earlier, _ = read(profile, snapshots)
    sql(profile.database, "DELETE FROM visits WHERE id = 2")
    history, visits = read(profile, snapshots, earlier.watermark)
    assert (history.full, [v.count for v in visits]) == (True, [1])
    assert history.watermark.visit_id == 1


def test_chromium_updating_a_visit_does_not_reset_the_watermark(tmp_path, snapshots):
    profile = chromium(tmp_path / "p", [Page(times=(chromium_ticks(NOW),))])
    earlier, _ = read(profile, snapshots)
    sql(
        profile.database,
        "UPDATE visits SET visit_duration = 9, transition = 0x10000000",
        "UPDATE urls SET title = 'Late title'",
    )
    assert not read(profile, snapshots, earlier.watermark)[0].full


def test_watermark_reveals_nothing_about_the_page(tmp_path, snapshots):
    time = chromium_ticks(NOW)
    one = chromium(tmp_path / "1", [Page("https://a.example/", "A", (time,))])
    other = chromium(tmp_path / "2", [Page("https://b.example/", "B", (time,))])
    mark = read(one, snapshots)[0].watermark
    assert mark == read(other, snapshots)[0].watermark
    assert set(mark.fingerprint) <= set(string.hexdigits)


def test_progress_reaches_its_total_and_names_no_page(tmp_path, snapshots):
    pages = [
        Page(f"https://secret.example/{i}", f"Secret {i}", (chromium_ticks(NOW),) * 2)
        for i in range(3000)
    ]
    reports: list[Progress] = []
    profile = chromium(tmp_path / "p", pages)
    with read_visits(profile, snapshots, job=Job(report=reports.append), now=NOW) as history:
        assert len(list(history.visits)) == 3000
    done = [r.done for r in reports]
    assert done == sorted(done)
    assert (reports[-1].done, reports[-1].total) == (6000, 6000)
    assert not any("ecret" in r.text for r in reports)


def test_cancelling_while_reading_leaves_nothing(tmp_path, snapshots):
    pages = [Page(f"https://a.example/{i}", "A", (chromium_ticks(NOW),)) for i in range(5000)]
    profile = chromium(tmp_path / "p", pages)
    stop = threading.Event()

    def take():
        with read_visits(profile, snapshots, job=Job(cancelled=stop.is_set), now=NOW) as history:
            for _ in history.visits:
                assert next(snapshots.rglob("copy.sqlite"))
                stop.set()

    with pytest.raises(Cancelled):
        take()
    assert list(snapshots.iterdir()) == []


def test_the_copy_is_gone_when_visits_were_not_all_taken(tmp_path, snapshots):
    pages = [Page(f"https://a.example/{i}", "A", (chromium_ticks(NOW),)) for i in range(5000)]
    with read_visits(chromium(tmp_path / "p", pages), snapshots, now=NOW) as history:
        next(history.visits)
    assert list(snapshots.iterdir()) == []


def test_an_error_of_the_caller_is_left_alone(tmp_path, snapshots):
    """The store's own SQLite errors are not taken for a damaged history."""

    def use():
        with read_visits(chromium(tmp_path / "p"), snapshots, now=NOW):
            raise sqlite3.DatabaseError("of another database")

    with pytest.raises(sqlite3.DatabaseError, match="of another"):
        use()


@pytest.mark.slow
def test_memory_does_not_grow_with_the_history(tmp_path, snapshots):
    import tracemalloc

    def one_in_a_hundred(url, _title):
        return Match(movies=(1,) if url.endswith("00") else ())

    profile = chromium(tmp_path / "p")
    with closing(sqlite3.connect(profile.database)) as connection, connection:
        connection.executemany(
            "INSERT INTO urls (url, title) VALUES (?, ?)",
            ((f"https://site.example/some/page/{i}", f"A title number {i}") for i in range(30_000)),
        )
        connection.executemany(
            "INSERT INTO visits (url, visit_time, transition) VALUES (?, ?, 0x30000000)",
            ((1 + i % 30_000, chromium_ticks(NOW) - i) for i in range(60_000)),
        )
    tracemalloc.start()
    try:
        with read_visits(profile, snapshots, now=NOW, find=one_in_a_hundred) as history:
            count = sum(v.count for v in history.visits)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert count == 2 * 299  # visits of each
    assert peak < 5_000_000  # all visits at once, or all pages, would take more than 12 MB


@BOTH
def test_only_pages_that_say_something_are_read(tmp_path, snapshots, build, ticks):
    """All else is as without: watermark, totals, and what is skipped as damaged."""
    when = (ticks(ago(days=1)), ticks(NOW))
    movie = Page("https://films.example/1", None, when)
    other = Page("https://a.example/", " A\n", when)
    pages = [Page("https://mail.example/", "M", when), other, movie, Page("no address", "B", when)]
    profile = build(tmp_path / "p", pages)
    everything, _ = read(profile, snapshots)
    said = Match(Decision.REVIEW, (3,), Evidence.INTEREST, "rule", 0.5)
    asked: list[tuple[str, str]] = []

    def wanted(url, _title):
        return "mail" not in url

    def find(url, title):
        asked.append((url, title))
        return said if "films" in url else NO_MATCH

    with read_visits(profile, snapshots, wanted=wanted, find=find, now=NOW) as history:
        (visit,) = history.visits
    assert (visit.match, visit.count, visit.time) == (said, 2, NOW)
    assert sorted(asked) == [("https://a.example/", "A"), ("https://films.example/1", "")]
    assert (history.total, history.skipped, history.watermark) == (
        everything.total,
        everything.skipped,
        everything.watermark,
    )


@BOTH
def test_reading_on_waits_for_titles_that_are_not_there_yet(tmp_path, snapshots, build, ticks):
    """Else a page read between its visit and its title is never matched by its title."""
    earlier = Page("https://a.example/", "A", (ticks(ago(days=1)),))
    loading = [
        Page("https://b.example/", "B", (ticks(ago(seconds=9)),)),
        Page("https://c.example/", None, (ticks(ago(seconds=6)),)),
        Page("https://d.example/", "D", (ticks(ago(seconds=3)),)),
    ]
    first, _ = read(build(tmp_path / "p", [earlier]), snapshots)
    profile = build(tmp_path / "q", [earlier, *loading])
    history, visits = read(profile, snapshots, first.watermark)
    assert [v.url for v in visits] == ["https://b.example/"]
    assert history.total == 1
    loading[1] = Page("https://c.example/", "C", loading[1].times)
    profile = build(tmp_path / "r", [earlier, *loading])
    history, visits = read(profile, snapshots, history.watermark)
    assert [(v.url, v.title) for v in visits] == [
        ("https://c.example/", "C"),
        ("https://d.example/", "D"),
    ]
    assert read(profile, snapshots, history.watermark)[1] == []


@BOTH
@pytest.mark.parametrize("when", [ago(seconds=20), NOW + timedelta(days=400)])
@pytest.mark.parametrize("hidden", [0, 1])
def test_a_page_without_a_title_is_not_waited_for_for_ever(
    tmp_path, snapshots, build, ticks, when, hidden
):
    earlier = Page("https://a.example/", "A", (ticks(ago(days=1)),))
    first, _ = read(build(tmp_path / "p", [earlier]), snapshots)
    new = [
        Page("https://b.example/", "", (ticks(when),), hidden=hidden),
        Page("https://c.example/", "C", (ticks(ago(seconds=1)),)),
    ]
    _, visits = read(build(tmp_path / "q", [earlier, *new]), snapshots, first.watermark)
    assert [v.url for v in visits if v.title] == ["https://c.example/"]
    assert len(visits) == 2 - hidden


def test_firefox_says_how_long_a_page_was_in_front(tmp_path, snapshots):
    profile = firefox(
        tmp_path / "p", [Page("https://a.example/", "A", (firefox_ticks(ago(days=9)),))]
    )
    watermark = read(profile, snapshots)[0].watermark
    with closing(sqlite3.connect(profile.database)) as connection, connection:
        connection.execute(
            "CREATE TABLE moz_places_metadata (place_id INTEGER, created_at, total_view_time)"
        )
        new = firefox_ticks(ago(minutes=5))
        connection.execute("INSERT INTO moz_historyvisits VALUES (2, 0, 1, ?, 1)", (new,))
        for created, viewed in [
            (ago(days=9), 7_000),
            (ago(minutes=5), 30_000),
            (ago(minutes=3), 12_500),
            (ago(minutes=2), -4),
            (ago(minutes=2), "long"),
            (ago(minutes=2), None),
        ]:
            connection.execute(
                "INSERT INTO moz_places_metadata VALUES (1, ?, ?)",
                (firefox_ticks(created) // 1000, viewed),
            )
    assert read(profile, snapshots)[1][0].duration_s == 49.5
    assert read(profile, snapshots, watermark)[1][0].duration_s == 42.5


@BOTH
def test_watermark_finds_the_last_remaining_visit(tmp_path, snapshots, build, ticks):
    """To the microsecond, and also of pages that are not read."""
    moments = [ago(days=3, microseconds=n * 333_333) for n in range(4)]
    profile = build(
        tmp_path / "p",
        [
            Page("https://a.example/", "A", (ticks(moments[0]), ticks(moments[1]))),
            Page("https://b.example/", "B", (ticks(moments[2]), "never"), hidden=1),
        ],
    )
    with read_visits(profile, snapshots, now=NOW) as history:
        assert history.remaining_visits(moments) == set(moments[:3])
        (visit,) = history.visits
        assert history.remaining_visits([visit.time, visit.first_time]) == set(moments[:2])
        assert history.remaining_visits([]) == set()
        assert history.oldest == moments[2], "also of a page that is not read"
    nothing, _ = read(build(tmp_path / "empty"), snapshots)
    assert nothing.oldest is None


def test_a_visit_does_not_show_what_is_in_it():
    visit = Visit("https://private.example/", "Private", NOW)
    assert "rivate" not in f"{visit} {visit!r} {[visit]}"
