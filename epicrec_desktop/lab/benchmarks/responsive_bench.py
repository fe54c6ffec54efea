"""How long a scan, and the first visits of pages, stop the event loop of the window at most."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.movies import Catalog
from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.lab.benchmarks.search_bench import made_up
from epicrec_desktop.lab.benchmarks.window_probe import invented_user, measure, offscreen
from epicrec_desktop.services.periods import assign_periods
from epicrec_desktop.store.catalog import CatalogRepository
from epicrec_desktop.store.library import LibraryRepository

MOVIES = 81_000
"""Of the catalog, beside those of the starter catalog; the library has about half of all."""
PROMISED = "50 ms"


def run(movies: int = MOVIES, *, job: Job = UNATTENDED) -> dict[str, Any]:
    """Return {ticks, longest_ms, longest_cpu_ms} of a first scan of the sample history, and of each
    page over a large library: at its first visit, and at one more.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        base = Path(folder)
        home = base / "home"
        job.report(Progress("Making an invented history"))
        with invented_user(base) as services:
            write_sample_profile(home / ".config" / "chromium", services.context.now())
            found = [known.profile for known in services.profiles.discover()]
            services.profiles.set_consent(found, consent=True)
        job.step("Scanning in the window")
        environment = {**offscreen(), "HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config")}
        scan = measure("scan", base, environment)["scan"]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        job.step("Making an invented library")
        generator = random.Random(1)  # noqa: S311 - nothing here is secret
        made = tuple(made_up(movies, generator))
        with invented_user(Path(folder)) as services:
            now = services.context.now()
            with services.context.database.write() as session:
                keys = CatalogRepository(session).merge("Made", Catalog("Made", "1", made), now=now)
                watched = dict.fromkeys(keys[::2].tolist(), LibraryStatus.CONFIRMED)
                LibraryRepository(session).add_imported(watched, now=now)
                assign_periods(session)
            services.recommend.rank_locally()
        job.step("Visiting pages")
        return {"scan": scan, **measure("pages", Path(folder), offscreen())}
