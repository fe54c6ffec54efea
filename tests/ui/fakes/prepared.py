"""Base folders of the program that tests copy: made once in a process, by the program itself.

Browsers lie beside them, in a home that no test changes.
"""

import itertools
import json
import shutil
import tempfile
from collections.abc import Callable, Iterable
from contextlib import closing
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from browser_databases import Page, chromium, chromium_ticks, firefox, firefox_ticks

from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.randomness import NumpySource
from epicrec_desktop.services.periods import assign_periods
from epicrec_desktop.services.providers import ProviderService
from epicrec_desktop.store.browser_profiles import ProfileRepository
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.choices import ChoiceRepository
from epicrec_desktop.store.contacts import Contact, ContactKind, ContactOutcome, ContactRepository
from epicrec_desktop.store.database_opening import open_database
from epicrec_desktop.store.driver import PLAIN, Driver
from epicrec_desktop.store.library import LibraryRepository
from epicrec_desktop.store.movie_lists import MovieList
from epicrec_desktop.store.records import change
from epicrec_desktop.wiring import Services
from ui.fakes.base import ADDRESS, CLUB
from ui.fakes.elsewhere import Club
from ui.fakes.records import NOW, movies, sighting

SOURCE = "made-up"
"""The source of the movies. The local key of each is its place in `movies()`, from 1."""
IN_BROWSERS = range(100, 103)
"""Places of the movies that a scan of any browser finds, all of them for certain."""


@cache
def _base() -> Path:
    folder = tempfile.TemporaryDirectory(prefix="epicrec-ui-")
    _base.folder = folder  # removed with the process
    return Path(folder.name)


@cache
def home() -> Path:
    """Return a home with three browsers that no test changes."""
    return write_home(_base() / "home")


def write_home(
    folder: Path, sure: Iterable[int] = IN_BROWSERS, doubtful: Iterable[int] = ()
) -> Path:
    """Write Chrome's profiles "Personal" and "Work", and one of Firefox, with the same pages.

    `sure`: places of movies that were played twice; a page about the `doubtful` was opened once.
    """
    chrome, fox = folder / ".config" / "google-chrome", folder / ".mozilla" / "firefox"
    some = movies()
    pages = [
        ("https://news.example/", "Nothing of interest", 2),
        *((f"https://www.hulu.com/watch/{p}", f"Watch {some[p].label} | Hulu", 2) for p in sure),
        *(
            (f"https://www.imdb.com/title/{some[p].imdb_id}/", f"{some[p].label} - IMDb", 1)
            for p in doubtful
        ),
    ]
    for name in ("Default", "Profile 1"):
        chromium(chrome / name, _visited(pages, chromium_ticks))
    names = {"Default": {"name": "Personal"}, "Profile 1": {"name": "Work"}}
    state = {"profile": {"info_cache": names}}
    (chrome / "Local State").write_text(json.dumps(state), encoding="utf-8")
    firefox(fox / "abcd.default-release", _visited(pages, firefox_ticks))
    return folder


def _visited(pages: list[tuple[str, str, int]], ticks: Callable[[datetime], int]) -> list[Page]:
    """Return pages from addresses, titles and numbers of visits, each at moments of its own."""
    made = []
    for minutes, (address, title, count) in enumerate(pages):
        moments = (NOW - timedelta(days=day, minutes=minutes) for day in range(1, count + 1))
        made.append(Page(address, title, tuple(map(ticks, moments))))
    return made


class Clock:
    """Shows a moment, and a millisecond more every time: what came later was later."""

    def __init__(self, moment: datetime = NOW) -> None:
        self.moment = moment
        self._readings = itertools.count()

    def __call__(self) -> datetime:
        return self.moment + timedelta(milliseconds=next(self._readings))


def build(
    folder: Path, browsers: Path | None = None, opened: Driver = PLAIN, clock: Clock | None = None
) -> Services:
    """Return the services over a folder, at `NOW`, on a computer with the browsers of a home."""
    return wiring.build(
        Paths.under(folder),
        opened,
        now=clock or Clock(),
        environment=Environment("linux", browsers or home(), {}),
        source=NumpySource(np.random.default_rng(0)),
        starter=False,
    )


def open_copy(made: Callable[[], Path], folder: Path, browsers: Path | None = None) -> Services:
    """Return the services over a copy of a folder that was made."""
    shutil.copytree(made(), folder, dirs_exist_ok=True)
    return build(folder, browsers)


def _new(folder: Path, clock: Clock | None = None) -> Services:
    """Return the services over an empty database: the movies are its only catalog."""
    paths = Paths.under(folder)
    paths.data.mkdir(parents=True, mode=0o700)
    open_database(paths.database).close()
    return build(folder, clock=clock)


def _opened_again(folder: Path) -> Path:
    """Return the folder, whose copy of the start is that of its last state: no test makes one."""
    build(folder).close()
    return folder


@cache
def empty() -> Path:
    """Return a folder with a catalog, three browsers found and none agreed to."""
    folder = _base() / "empty"
    with closing(_new(folder)) as services:
        _fill(services, suggested=range(0), confirmed=range(0))
    return _opened_again(folder)


@cache
def just_started() -> Path:
    """Return `empty` with a small library."""
    folder = _base() / "just-started"
    with closing(_new(folder)) as services:
        _fill(services, suggested=range(4), confirmed=range(4, 30))
    return _opened_again(folder)


@cache
def lived_in() -> Path:
    """Return a folder past the first run: hundreds of movies, and a browser agreed to."""
    folder = _base() / "lived-in"
    with closing(_new(folder)) as services:
        services.settings.wizard_step = "done"
        services.settings.save(services.paths.settings)
        _fill(services, suggested=range(24), confirmed=range(399, 249, -1))
        (first, *_) = services.profiles.discover()
        services.profiles.set_consent([first.profile], consent=True)
        services.providers.add(CLUB, ADDRESS)
        _release(services)
        note = "Two a night, the short one first."
        services.lists.add(MovieList("For the long weekend", note, tuple(range(250, 260))))
        services.lists.add(MovieList("Worst"))
    return _opened_again(folder)


@cache
def released() -> Path:
    """Return a folder after three releases, two of them to the club, which failed once."""
    folder, clock, club = _base() / "released", Clock(NOW - timedelta(days=60)), Club()
    with pytest.MonkeyPatch.context() as patch, closing(_new(folder, clock)) as services:
        patch.setattr(ProviderService, "_http", club.way(ProviderService._http))
        _fill(services, suggested=range(40, 64), confirmed=range(4, 30))
        services.privacy.set_overall(ReleaseLevel.ALL)
        _release(services)
        services.providers.add(CLUB, ADDRESS)
        services.providers.choose(CLUB)
        services.privacy.set_overall(ReleaseLevel.PERTURBED)
        clock.moment, club.down = NOW - timedelta(days=32), True
        _release(services)
        _confirm(services, range(30, 33))
        clock.moment, club.down = NOW - timedelta(days=2), False
        _release(services)
        clock.moment = NOW - timedelta(hours=3)
        services.recommend.refresh()
        _confirm(services, range(33, 36))
        services.providers.choose(THIS_COMPUTER)
    return _opened_again(folder)


def _confirm(services: Services, places: range) -> None:
    for place in places:
        services.library.add(place + 1)


def _release(services: Services) -> None:
    """Say yes to what a release is proposed to be, and show recommendations."""
    proposal = services.releases.propose()
    if proposal.due:
        proposal = services.releases.sample(proposal).proposal
    services.recommend.release(proposal)


def _fill(services: Services, *, suggested: range, confirmed: range) -> None:
    """Merge the catalog, and store what browsers had of these places in it."""
    now, places = services.context.now(), (*suggested, *confirmed)
    catalog = Catalog("Made-up", "1", tuple(movies()))
    with services.context.database.write() as session:
        keys = CatalogRepository(session).merge(SOURCE, catalog, now=now)
        seen = {int(keys[p]): sighting(n, p) for n, p in enumerate(places)}
        ProfileRepository(session).restore(seen.items())
        library = LibraryRepository(session)
        library.add_found(
            {key: one.verdict for key, one in seen.items()}, confirm_sure=False, now=now
        )
        if places:
            ChoiceRepository(session).save(PrivacyChoice())
        library.put_status({int(keys[p]): LibraryStatus.CONFIRMED for p in confirmed}, now=now)
        assign_periods(session)


def log_contacts(services: Services) -> None:
    """Log a contact of every kind and end, the newest yesterday."""
    published, ended = ContactKind.PUBLISHED, ContactOutcome
    silent = message("{provider} could not be reached. {kept}", provider="Cinema", kept="")
    made = [
        ("TMDB", None, ContactKind.POSTERS, True, ended.STARTED, None),
        ("MovieLens", None, ContactKind.CATALOG, True, ended.ANSWERED, None),
        ("Cinema", ADDRESS, published, True, ended.FAILED, silent),
        (CLUB, ADDRESS, published, False, ended.ANSWERED, None),
    ]
    with services.context.database.write() as session:
        repository = ContactRepository(session)
        for days, (name, address, kind, asked, outcome, error) in zip(
            (4, 3, 2, 1), made, strict=True
        ):
            contact = Contact(NOW - timedelta(days=days), name, address, kind, asked, ended.STARTED)
            key = repository.begin(contact)
            if outcome is not ended.STARTED:
                counted = {} if error else {"bytes_sent": 612, "bytes_received": 1_204_355}
                change(session, Contact, key, outcome=outcome, error=error, **counted)
