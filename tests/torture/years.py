"""Five years of one person, month by month, and what everything costs then.

    PYTHONPATH=tests .venv/bin/python -m torture.years --rows 1000

A month brings browsing (`--rows` pages) and a scan of all of it, a movie and a half by hand, a
release to each of two providers a week, and a contribution. Prints a Markdown table of processor
time: of services in this process with the children they start, of commands in processes of their
own. Names of movies, releases and what they cost are real; receivers are not.
"""

import argparse
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import closing
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from contribution_taker import taking
from elsewhere import deliver
from epicrec_desktop import wiring
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.lab.benchmarks import scan_bench
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.providers import ProviderService

MONTHS, WEEKS, MOVIES = 60, 4, 90
SHOWN = (1, 12, 36, MONTHS)
PROVIDERS = {"Near": Fraction(1), "Far": Fraction(1, 2)}
COMMANDS = (
    ("library", "--json"), ("ledger", "--json"), ("activity", "--json"), ("preview", "--json"),
)  # fmt: skip


def cost(do: Callable[[], object]) -> float:
    """Return the processor time of something, in seconds, with that of children that ended."""
    before = os.times()
    do()
    after = os.times()
    return sum(after[:4]) - sum(before[:4])


def of_command(base: Path, *command: str) -> float:
    """Return the median processor time of a command, its start included."""
    whole = [sys.executable, "-m", "epicrec_desktop.cli", "--base-dir", str(base), *command]

    def run() -> None:
        subprocess.run(whole, check=True, capture_output=True)

    return statistics.median(cost(run) for _ in range(3))


class Person:
    """A person with a clock that is set from month to month."""

    def __init__(self, folder: Path, rows: int, address: str) -> None:
        self.base, self.rows = folder / "base", rows
        self.moment = datetime.now(UTC) - timedelta(days=30 * MONTHS)
        self.services = self._open()
        self.pages = scan_bench.pages(wiring.load_starter())
        self.profile = scan_bench.write_history(folder / "browser", self.pages, rows)
        self.services.privacy.set_overall(ReleaseLevel.PERTURBED)
        for name, trust in PROVIDERS.items():
            self.services.providers.add(name, f"https://{name.lower()}.example", trust=trust)
        self.services.providers.add("Club", address)
        self.movies = iter(self.services.library.search_catalog("the", MOVIES))

    def _open(self) -> wiring.Services:
        nobody = Environment("linux", self.base, {})
        now = lambda: self.moment  # noqa: E731 - a clock
        return wiring.build(Paths.under(self.base), now=now, environment=nobody, pause=0.0)

    def restart(self) -> None:
        self.services.close()
        self.services = self._open()

    def live(self, month: int) -> dict[str, float]:
        """Live through a month; the costs of what is done in it."""
        services = self.services
        if month > 1:
            scan_bench.add_history(self.profile.database, self.pages, self.rows)
        costs = {"scan": cost(lambda: services.scan.scan([self.profile]))}
        for _ in range(1 + month % 2):
            services.library.add(next(self.movies)[0])
        costs["start"] = cost(self.restart)
        costs["first preview"] = cost(lambda: self.services.releases.propose(provider="Near"))
        costs["preview again"] = cost(lambda: self.services.releases.propose(provider="Near"))
        released = [cost(lambda n=name: self.release(n)) for name in self.weeks()]
        costs["release"] = statistics.median(released)
        costs["contribution"] = cost(self.contribute)
        return costs

    def weeks(self):
        for _ in range(WEEKS):
            self.moment += timedelta(days=7)
            yield from PROVIDERS
        self.moment += timedelta(days=2)

    def release(self, name: str) -> None:
        self.services.releases.accept_clock()
        proposal = self.services.releases.propose(provider=name)
        self.services.recommend.release(proposal)

    def contribute(self) -> None:
        contributions = self.services.contributions
        proposal = contributions.propose("Club")
        if not proposal.nothing:  # two of our months may begin in one of the calendar
            contributions.contribute(proposal)
        contributions.send_due()

    def look(self, folder: Path) -> dict[str, float]:
        """What commands cost in a copy of all there is now, and how large that is, in KB."""
        self.restart()
        copy = folder / "copy"
        shutil.copytree(self.base, copy)
        costs = {f"epicrec {' '.join(c)}": of_command(copy, *c) for c in COMMANDS}
        export = folder / "export.json"
        costs["epicrec export"] = of_command(copy, "export", str(export), "--force")
        files = {"export": export, "database": self.services.paths.database}
        costs |= {f"{name}, KB": file.stat().st_size / 1000 for name, file in files.items()}
        shutil.rmtree(copy)
        export.unlink()
        return costs


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=1_000, help="pages of history a month")
    options = parser.parse_args()
    columns: dict[int, dict[str, float]] = {}
    started = time.monotonic()
    with (
        tempfile.TemporaryDirectory(prefix="epicrec-years-") as name,
        pytest.MonkeyPatch.context() as patch,
        taking() as taker,
    ):
        real = ProviderService._http
        deliver(patch)
        elsewhere = ProviderService._http
        patch.setattr(
            ProviderService,
            "_http",
            lambda self, *a: (elsewhere if a[1].endswith(".example") else real)(self, *a),
        )
        person = Person(Path(name), options.rows, taker.address)
        with closing(person.services):
            for month in range(1, MONTHS + 1):
                costs = person.live(month)
                if month in SHOWN:
                    columns[month] = costs | person.look(Path(name))
                    sys.stderr.write(f"month {month}: {time.monotonic() - started:.0f} s\n")
        sys.stderr.write(f"contributions that arrived: {len(taker.asked)}\n")
    lines = [["month", *map(str, SHOWN)], ["---"] * (len(SHOWN) + 1)]
    for key in columns[1]:
        lines.append([key, *(f"{columns[month][key]:,.3g}" for month in SHOWN)])
    sys.stdout.writelines(f"| {' | '.join(line)} |\n" for line in lines)


if __name__ == "__main__":
    main()
