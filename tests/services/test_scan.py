"""Tests of scanning browser profiles."""

import random
from collections import Counter
from datetime import UTC, datetime, timedelta

import labeled_rows
import pytest
from browser_databases import Page, add_chromium, chromium, chromium_ticks
from labeled_rows import corpus_rows

from epicrec_desktop import wiring
from epicrec_desktop.domain.errors import Cancelled
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile, Decision, LibraryStatus
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.lab.benchmarks.scan_bench import pages, write_history
from epicrec_desktop.matching.matcher import Matcher
from epicrec_desktop.services import scan as scan_module
from epicrec_desktop.services.deleted_visits import forgets_before
from epicrec_desktop.services.profile_reader import RemainingVisits
from processes import python
from sql import sql
from visits import read_visits


@pytest.fixture
def sample(tmp_path) -> BrowserProfile:
    return write_sample_profile(tmp_path / "sample", datetime.now(UTC))


@pytest.mark.parametrize("browser", ["chromium", "firefox"])
def test_a_real_profile(world, unpacked, browser):
    profile = world.services.profiles.at(unpacked / browser)
    result = world.services.scan.scan([profile], confirm_sure=True)
    assert result.failures == ()
    entries = {e.movie.title: e for e in world.services.library.entries()}
    for title in ("The Matrix", "Inception", "Interstellar", "Spirited Away"):
        assert entries[title].looked_at, f"pages about {title} do not say that it was watched"
    assert result.new_confirmed == sum(entry.watched for entry in entries.values())
    assert "Game of Thrones" not in entries
    assert "Keanu Reeves" not in entries
    assert not list(world.paths.snapshots.iterdir())


def test_scanning_again_finds_nothing_new(world, sample):
    texts: list[str] = []
    job = Job(report=lambda progress: texts.append(progress.text))
    first = world.services.scan.scan([sample], confirm_sure=True, job=job)
    assert any(sample.label in text for text in texts)
    assert not any("http" in text for text in texts)
    assert first.new_confirmed > 20
    counts = {e.id: e.count for e in world.services.library.entries()}
    again = world.services.scan.scan()
    assert again.profiles == 1
    assert (again.movies, again.new_confirmed, again.new_suggested) == (0, 0, 0)
    assert {e.id: e.count for e in world.services.library.entries()} == counts


def test_only_profiles_agreed_to_are_read(world, sample):
    assert world.services.scan.scan().profiles == 0
    world.services.profiles.set_consent([sample], consent=True)
    assert world.services.scan.scan().movies > 20
    world.services.recommend.rank_locally()
    assert world.services.library.last_recommendations() is not None
    copy = world.services.context.database.store_copy("import")
    world.services.profiles.set_consent([sample], consent=False)
    assert world.services.library.entries() == []
    assert world.services.library.last_recommendations() is None, "they rest on what was removed"
    assert not copy.exists(), "a copy of the library has the movies, too"
    rows = sql(world.paths.database, "SELECT count(*) FROM library")[0]
    assert rows == (0,), "no movie is stored that no sample counted"
    assert world.services.scan.scan().profiles == 0


def test_no_address_and_no_page_title_is_kept(world, sample):
    pages = sql(sample.database, "SELECT url, title FROM urls")
    world.services.scan.scan([sample], confirm_sure=True)
    world.release()
    world.services.close()
    kept = b"".join(f.read_bytes() for f in world.paths.data.rglob("*") if f.is_file())
    for url, title in pages:
        assert url.encode() not in kept
        if " - " in title or " | " in title:
            assert title.encode() not in kept, "a page title was stored"
    assert not list(world.paths.snapshots.iterdir())


def test_one_bad_profile_does_not_stop_the_others(world, sample, tmp_path):
    other = write_sample_profile(tmp_path / "broken", datetime.now(UTC))
    other.database.write_bytes(b"this is not a database")
    result = world.services.scan.scan([other, sample])
    assert result.profiles == 1
    assert result.movies > 20
    ((label, sentence),) = result.failures
    assert label == other.label
    assert str(sentence).endswith(".")


def test_cancelling_leaves_everything_as_it_was(world, sample):
    with pytest.raises(Cancelled):
        world.services.scan.scan([sample], job=Job(cancelled=lambda: True))
    assert world.services.library.entries() == []
    assert world.services.scan.scan([sample]).movies > 20  # no watermark was kept


def test_consent_withdrawn_during_a_scan_keeps_nothing_of_it(world, sample, monkeypatch):
    read = scan_module.run_in_child

    def withdrawn(*arguments, **options):
        findings = read(*arguments, **options)
        world.services.profiles.set_consent([sample], consent=False)
        return findings

    monkeypatch.setattr(scan_module, "run_in_child", withdrawn)
    result = world.services.scan.scan([sample])
    assert result.movies == 0
    assert world.services.library.entries() == []


def test_naming_a_profile_confirms_what_an_earlier_scan_found(world, sample):
    world.services.scan.scan([sample])
    result = world.services.scan.scan([sample], confirm_sure=True)
    assert result.movies == 0  # nothing new was read
    assert result.new_confirmed > 20
    entries = world.services.library.entries()
    assert all(e.sure is (e.status is LibraryStatus.CONFIRMED) for e in entries)


def test_two_scans_at_once_count_every_visit_once(world, sample, monkeypatch):
    """The first scan of a history, and then one that reads on, while another one does the same."""
    read = scan_module.run_in_child
    other = wiring.build(world.paths, now=world.clock)

    def overtaken(*arguments, **options):
        findings = read(*arguments, **options)
        with monkeypatch.context() as patch:
            patch.setattr(scan_module, "run_in_child", read)
            other.scan.scan()
        return findings

    world.services.profiles.set_consent([sample], consent=True)
    monkeypatch.setattr(scan_module, "run_in_child", overtaken)
    world.services.scan.scan()
    counts = {e.movie.label: e.count for e in world.services.library.entries()}
    assert len(counts) > 20
    visit_again(sample)
    world.services.scan.scan()
    again = {e.movie.label: e.count for e in world.services.library.entries()}
    assert sum(again.values()) == sum(counts.values()) + 1
    monkeypatch.setattr(scan_module, "run_in_child", read)
    assert world.services.scan.scan().movies == 0
    other.close()


def visit_again(profile: BrowserProfile) -> None:
    """One more visit of the first movie page of the sample."""
    last = "max(last_visit_time, ifnull((SELECT max(visit_time) FROM visits), 0))"
    sql(
        profile.database,
        f"INSERT INTO visits (url, visit_time, transition) SELECT id, {last} + 1, {0x30000000}"
        " FROM urls WHERE url LIKE 'https://www.imdb.com/title/%' LIMIT 1",
    )


def test_suggestions_are_confirmed_by_nobody_and_come_in_the_order_of_doubt(world, sample):
    result = world.services.scan.scan([sample])
    assert result.new_confirmed == 0
    assert result.new_suggested == result.movies > 20
    assert world.services.library.counts()[LibraryStatus.CONFIRMED] == 0
    suggested = world.services.library.entries(LibraryStatus.SUGGESTED)
    doubts = [(-e.decision.strength, -e.confidence) for e in suggested]
    assert doubts == sorted(doubts)
    assert len(set(doubts)) > 3


def test_what_was_rejected_stays_rejected(world, sample):
    world.services.scan.scan([sample])
    rejected = world.services.library.entries()[0]
    world.services.library.set_status([rejected.id], LibraryStatus.REJECTED)
    visit_again(sample)
    world.services.scan.scan()  # reads on
    world.services.profiles.set_consent([sample], consent=False)
    world.services.profiles.set_consent([sample], consent=True)
    world.services.scan.scan([sample], confirm_sure=True)  # reads everything
    entries = {e.id: e for e in world.services.library.entries()}
    assert entries[rejected.id].status is LibraryStatus.REJECTED


def test_a_page_opened_once_by_accident_is_a_suggestion(world, tmp_path):
    """A second visit makes certain which movie it is, and still not that it was watched."""
    profile = write_sample_profile(tmp_path / "accident", datetime.now(UTC))
    sql(profile.database, "DELETE FROM visits")
    visit_again(profile)
    world.services.scan.scan([profile], confirm_sure=True)
    (entry,) = world.services.library.entries()
    assert (entry.status, entry.count, entry.brief_visit) == (LibraryStatus.SUGGESTED, 1, True)
    visit_again(profile)
    world.services.scan.scan([profile], confirm_sure=True)
    (entry,) = world.services.library.entries()
    assert (entry.status, entry.count, entry.brief_visit) == (LibraryStatus.SUGGESTED, 2, False)
    assert (entry.decision, entry.looked_at) == (Decision.ACCEPT, True)


def delete_in_browser(profile: BrowserProfile, pattern: str) -> None:
    pages = "SELECT id FROM urls WHERE url LIKE ?"
    sql(profile.database, f"DELETE FROM visits WHERE url IN ({pages})", values=[pattern])


def test_what_was_deleted_in_the_browser_is_forgotten_on_request(world, tmp_path):
    now = datetime.now(UTC)
    world.clock.moment = now
    mine = write_sample_profile(tmp_path / "mine", now)
    other = write_sample_profile(tmp_path / "other", now)
    world.add("Heat (1995)")  # by hand, and in no browser
    sql(other.database, "DELETE FROM visits WHERE url NOT IN (SELECT id FROM urls LIMIT 10)")
    world.services.scan.scan([mine, other])
    everything = {e.id for e in world.services.library.entries()}
    assert world.services.scan.deletions().movies == ()
    recent = {
        e.id
        for e in world.services.library.entries()
        if e.last_seen and e.last_seen > now - timedelta(days=80)
    }
    delete_in_browser(mine, "%")
    deleted = set(world.services.scan.deletions().movies)
    in_other = everything - deleted
    assert deleted
    assert deleted <= recent, "what the browser forgot by itself was not deleted"
    assert len(in_other) > 1, "what is left in another browser is not deleted"
    assert {e.id for e in world.services.library.entries()} == everything, "nothing by itself"
    delete_in_browser(other, "%")
    other.database.write_bytes(b"not a database")
    unread = world.services.scan.deletions()
    assert set(unread.movies) == deleted, "what an unreadable browser may have is not deleted"
    assert [label for label, _ in unread.failures] == [other.label]
    world.services.library.forget(unread.movies)
    assert {e.id for e in world.services.library.entries()} == in_other
    assert world.services.scan.scan([mine]).movies == 0


WIKIPEDIA = "https://en.wikipedia.org/wiki/The_Lion_King"
IMDB_1994 = "https://www.imdb.com/title/tt0110357/"
MOVIE = "https://films.example/king"


def page(url: str, title: str, now: datetime, *days: int) -> Page:
    """A page that was visited so many days ago."""
    return Page(url, title, tuple(chromium_ticks(now - timedelta(days=n)) for n in days))


def test_a_page_that_another_movie_is_made_of_now_was_not_deleted(world, tmp_path):
    """ "The Lion King" was taken for 2019; a later page says that 1994 is meant."""
    now = world.clock.moment = datetime.now(UTC)
    profile = chromium(tmp_path / "mine", [page(WIKIPEDIA, "The Lion King - Wikipedia", now, 5)])
    world.services.scan.scan([world.services.profiles.at(tmp_path / "mine")])
    (first,) = world.services.library.entries()
    assert first.movie.year == 2019
    add_chromium(profile.database, [page(IMDB_1994, "The Lion King (1994) - IMDb", now, 1)])
    world.services.scan.scan()
    assert len(world.services.library.entries()) == 2
    assert world.services.scan.deletions().movies == ()
    delete_in_browser(profile, WIKIPEDIA)
    assert world.services.scan.deletions().movies == (first.id,)


def test_a_page_that_changed_its_title_was_not_deleted(world, tmp_path):
    """A browser keeps one title per page; an update of catalog or rules leaves the same gap."""
    now = world.clock.moment = datetime.now(UTC)
    watched = page(MOVIE, "The Lion King (1994) - watch", now, 5, 4, 3)
    profile = chromium(tmp_path / "mine", [watched])
    world.services.scan.scan([profile])
    (entry,) = world.services.library.entries()
    sql(profile.database, "UPDATE urls SET title = 'Not available'")
    assert world.services.scan.deletions().movies == ()
    last = "SELECT max(visit_time) FROM visits"
    sql(profile.database, f"DELETE FROM visits WHERE visit_time = ({last})")
    assert world.services.scan.deletions().movies == (), "a visit is left"
    delete_in_browser(profile, MOVIE)
    assert world.services.scan.deletions().movies == (entry.id,)


def test_where_the_browser_forgot_the_first_visit_itself_the_last_says_too_little(world, tmp_path):
    """A visit between them may be left, on a page that is no longer known."""
    now = world.clock.moment = datetime.now(UTC)
    watched = page(MOVIE, "The Lion King (1994) - watch", now, 100, 50, 1)
    profile = chromium(tmp_path / "mine", [watched])
    world.services.scan.scan([profile])
    sql(
        profile.database,
        "UPDATE urls SET title = 'Not available'",
        "DELETE FROM visits WHERE visit_time IN "
        "((SELECT max(visit_time) FROM visits), (SELECT min(visit_time) FROM visits))",
    )
    assert world.services.scan.deletions().movies == ()


def test_how_far_back_a_missing_visit_was_deleted_by_the_person():
    now = datetime.now(UTC)
    for family, oldest, forgets in (
        (BrowserFamily.CHROMIUM, 300, 88),
        (BrowserFamily.CHROMIUM, None, 88),
        (BrowserFamily.FIREFOX, 300, 58),  # older visits are left: its size is not why one is gone
        (BrowserFamily.FIREFOX, 30, 30),
        (BrowserFamily.FIREFOX, 1, 7),
        (BrowserFamily.FIREFOX, None, 7),
    ):
        first = None if oldest is None else now - timedelta(days=oldest)
        remaining = RemainingVisits("key", "Browser", oldest=first)
        assert now - forgets_before(family, remaining, now) == timedelta(days=forgets)


def test_a_copy_that_another_program_has_open_is_reported(world, sample, monkeypatch):
    left = world.paths.snapshots / "snapshot-open"

    read = scan_module.run_in_child

    def here(work, arguments, **more):
        left.mkdir(parents=True, exist_ok=True)
        return read(work, arguments, **more)

    with monkeypatch.context() as patch:
        patch.setattr(scan_module, "run_in_child", here)
        patch.setattr("epicrec_desktop.history.snapshot.shutil.rmtree", lambda *_, **__: None)
        patch.setattr("epicrec_desktop.history.snapshot._PATIENCE_S", (0.0,))
        assert world.services.scan.scan([sample]).stale_snapshots == 2  # with that of this scan
    assert world.services.scan.scan([sample]).stale_snapshots == 0


NOISE = ("\0", " ", "é", "#", "(", "%", "/", "https://", "\t", ".mkv", "?", "http")


def _damaged(url: str, title: str, generator: random.Random) -> tuple[str, str]:
    noise, at = generator.choice(NOISE), generator.randrange(len(url) + 1)
    kind = generator.randrange(4)
    if kind == 0:
        return url[:at] + noise + url[at:], title
    if kind == 1:
        return url[at:], title
    if kind == 2:
        return url + noise, title
    return url, title[: generator.randrange(len(title) + 1)] + noise


@pytest.fixture(scope="module")
def rows() -> list[tuple[str, str]]:
    """Rows of every kind, as they are and damaged; every address once."""
    generator = random.Random(5)
    known = [(str(r["url"]), str(r["title"])) for r in corpus_rows()]
    known += [(t.url, t.title) for t in labeled_rows.all_traces()]
    made_up = pages(labeled_rows.catalog(), 3)
    known += [next(made_up) for _ in range(1_000)]
    known += [_damaged(url, title, generator) for url, title in known]
    return list(dict(known).items())


def test_nothing_that_matches_is_passed_over(rows, tmp_path):
    matcher = Matcher(labeled_rows.catalog())
    profile = write_history(tmp_path / "browser", iter(rows), len(rows))
    folder = tmp_path / "snapshots"
    folder.mkdir(mode=0o700)
    with read_visits(profile, folder) as history:
        every = [matcher.match(v.url, v.title) for v in history.visits]
    with read_visits(profile, folder, wanted=matcher.may_match, find=matcher.match) as history:
        said = [visit.match for visit in history.visits]
    expected = Counter(match for match in every if match.movies)
    assert Counter(said) == expected
    assert expected.total() > 2_000
    wanted = sum(matcher.may_match(u, t) for u, t in rows)
    assert wanted < 0.9 * len(rows), "it passes something over"


def test_the_process_of_a_scan_imports_neither_sqlalchemy_nor_numpy():
    """Each takes longer to import than a small history to read."""
    code = (
        "import sys; from epicrec_desktop.services import child_process, profile_reader,"
        " deleted_visits; from epicrec_desktop.matching import matcher, sightings;"
        "print([m for m in ('sqlalchemy', 'numpy', 'requests') if m in sys.modules])"
    )
    done = python("-c", code, check=True)
    assert done.stdout.strip() == "[]"


def test_a_profile_whose_drive_does_not_answer_is_listed_and_can_be_revoked(world, tmp_path):
    away = tmp_path / ("x" * 300) / "Default" / "History"  # too long a name: an error of any system
    profile = BrowserProfile("Chrome", BrowserFamily.CHROMIUM, "Away", away)
    profiles = world.services.profiles
    profiles.set_consent([profile], consent=True)
    (known,) = (one for one in profiles.discover() if one.profile.name == "Away")
    assert (known.consent, known.present) == (True, False)
    profiles.set_consent([known.profile], consent=False)
    assert "Away" not in [one.profile.name for one in profiles.discover()]
