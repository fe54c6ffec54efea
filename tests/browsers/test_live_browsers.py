"""Scans while a real browser writes: it loses no visit, and no scan shows a torn row.

The browser visits pages without a pause. Meanwhile its profile is read again and again, in full and
from the last watermark on. At the end the browser is closed as a person closes it, and its own
database must hold every visit, and the scans together every one of them once.
"""

import itertools
import os
import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import closing, contextmanager
from functools import partial
from pathlib import Path

import pytest
from browser_drivers import Browser, Chromium, Firefox, program
from page_server import Site, serving, title_of

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.history import BrowserFamily, Watermark
from epicrec_desktop.history.discovery import open_profile_at
from visits import read_visits
from waiting import LIMIT_S, wait_until

SCANS = int(os.environ.get("EPICREC_BROWSER_SCANS", "100"))
BETWEEN = 4  # visits from one scan to the next, at least
AGAIN = 25  # pages from one visit of a page to its next

pytestmark = pytest.mark.timeout(1800)


@pytest.fixture(params=["chromium", "firefox"])
def browser(request, tmp_path) -> Iterator[Browser]:
    """A browser just started, with a new profile."""
    if request.param == "chromium":
        executable = program("chromium", "chromium-browser", "google-chrome")
    else:
        executable = program("firefox-esr", "firefox")
    assert executable, f"{request.param} is not installed: sh packaging/system_packages.sh browsers"
    kind = Chromium if request.param == "chromium" else Firefox
    started: Browser = kind(executable, tmp_path / "profile")
    try:
        yield started
    finally:
        started.kill()


@contextmanager
def browsing(browser: Browser, site: Site) -> Iterator[Counter[int]]:
    """Visit pages without a pause while the block runs; gives the visits that are done."""
    done: Counter[int] = Counter()
    enough = threading.Event()
    problems: list[BaseException] = []

    def visit() -> None:
        try:
            for number in itertools.count():
                # Every other visit is of a page seen before, so that rows change, too.
                page = number // 2 if number % 2 else max(0, number // 2 - AGAIN) + 1_000_000
                browser.go(site.url(page))
                done[page] += 1
                if enough.is_set():
                    return
        except BaseException as problem:  # noqa: BLE001 - told where the test waits for it
            problems.append(problem)

    thread = threading.Thread(target=visit)
    thread.start()
    try:
        yield done
    finally:
        enough.set()
        thread.join(LIMIT_S)
    assert not problems, problems
    assert not thread.is_alive()


class Scans:
    """Reads one profile over and over, and checks what every scan gives."""

    def __init__(self, browser: Browser, site: Site, folder: Path) -> None:
        self._profile = open_profile_at(browser.database)
        self._site, self._folder = site, folder
        self._watermark: Watermark | None = None
        self.added: Counter[int] = Counter()  # what the scans from watermark to watermark gave
        self.untitled: set[int] = set()  # pages that were new, and had no title yet
        self.busy = self.done = 0

    def read_new(self) -> None:
        """Read from the last watermark on."""
        found = self._read(self._watermark)
        if found is not None:
            visits, self._watermark = found
            self.added += visits

    def read_all(self) -> Counter[int]:
        """Read everything; no visit that an earlier scan gave may be missing."""
        found = self._read(None)
        if found is None:
            return Counter()
        visits, _ = found
        assert self.added <= visits, "a visit that was there is gone"
        return visits

    def _read(self, since: Watermark | None) -> tuple[Counter[int], Watermark] | None:
        try:
            with read_visits(self._profile, self._folder, since=since) as history:
                visits: Counter[int] = Counter()
                for visit in history.visits:
                    page = self._site.page_of(visit.url)
                    if page is not None:
                        visits[page] += visit.count
                        self._check_title(page, visit.title, new=not history.full)
                assert history.skipped == 0, "a row that could not be used"
                read_before = since is not None and since.fingerprint != ""
                assert history.full is not read_before, "the watermark did not fit"
                return visits, history.watermark
        except HistoryError as error:
            if error.reason != "busy":
                raise
            self.busy += 1
            return None
        finally:
            self.done += 1

    def _check_title(self, page: int, title: str, *, new: bool) -> None:
        """What reading on gives is never read again: a title that comes later is lost."""
        assert not title or title == title_of(page), "the title of another page"
        if new and not title:
            self.untitled.add(page)


def in_the_browsers_own(browser: Browser, family: BrowserFamily, site: Site) -> Counter[int]:
    """Visits by page, read with SQLite from the closed browser's own file."""
    pages, visits, column = (
        ("urls", "visits", "url")
        if family is BrowserFamily.CHROMIUM
        else ("moz_places", "moz_historyvisits", "place_id")
    )
    query = f"SELECT p.url, count(*) FROM {visits} v JOIN {pages} p ON p.id = v.{column} GROUP BY 1"
    found: Counter[int] = Counter()
    with closing(sqlite3.connect(browser.database)) as connection:
        for url, number in connection.execute(query):
            page = site.page_of(url)
            if page is not None:
                found[page] += number
    return found


def test_copy_loses_no_visit_and_tears_no_row(browser, tmp_path):
    with serving() as site:
        with browsing(browser, site) as done:
            wait_until(lambda: browser.database.exists() and done.total() > 0)
            scans = Scans(browser, site, tmp_path / "snapshots")
            for number in range(SCANS):
                enough = done.total() + BETWEEN
                wait_until(partial(lambda visits: done.total() >= visits, enough))
                if number % 2:
                    scans.read_all()
                else:
                    scans.read_new()
            during = done.total()
        browser.quit()
        scans.read_new()
        everything = scans.read_all()
        family = open_profile_at(browser.database).family
        kept = in_the_browsers_own(browser, family, site)
        print(  # noqa: T201 - the figures, for a person
            f"\n{family}: {scans.done} scans ({scans.busy} found it busy) "
            f"during {during} visits; {kept.total()} of {done.total()} "
            f"visits kept by the browser, {scans.added.total()} seen by scans from watermark to "
            f"watermark, {len(scans.untitled)} of them without a title"
        )
        assert kept == done == site.served, "the browser lost a visit"
        assert everything == done
        assert scans.added == done
        assert not scans.untitled
        assert scans.busy <= SCANS / 4
