"""What is forgotten is gone: from the library, from what was shown, from the disk."""

from __future__ import annotations

import logging
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.logs import ROOT, configure
from epicrec_desktop.services.erasing import close_log
from epicrec_desktop.store.models import LibraryRow

HOLD = """
import sys
from pathlib import Path
from epicrec_desktop.store.database import open_database
database = open_database(Path(sys.argv[1]))
print("open", flush=True)
sys.stdin.readline()
"""


def test_a_forgotten_movie_is_no_reason_any_more(world) -> None:
    """The rows that were shown last say why: "because you watched Heat (1995)"."""
    keys = world.add("Heat (1995)", "Alien (1979)")
    assert any(
        s.because == "Heat (1995)"
        for row in world.release().recommendations.rows
        for s in row.suggestions
    )
    world.services.library.forget(keys[:1])
    assert world.services.recommend.latest() is None


def test_revoking_leaves_no_trace_of_movies_that_no_window_holds(world, tmp_path: Path) -> None:
    profile = write_sample_profile(tmp_path / "sample", datetime.now(UTC))
    world.services.scan.scan([profile])
    world.services.profiles.set_consent([profile], consent=False)
    with world.services.context.database.read() as session:
        assert session.query(LibraryRow).count() == 0


def test_what_was_forgotten_is_not_in_the_file_of_recent_writes(world) -> None:
    """SQLite's write-ahead log would keep old pages for as long as the window is open."""
    log = world.paths.database.with_name(world.paths.database.name + "-wal")
    heat = world.add("Heat (1995)")
    world.release()
    assert b"because" in log.read_bytes()
    world.services.library.forget(heat)
    assert b"because" not in log.read_bytes()


def test_erasing_while_another_one_is_open_changes_nothing(world) -> None:
    world.add("Heat (1995)")
    with subprocess.Popen(
        [sys.executable, "-c", HOLD, str(world.paths.database)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "open\n"
        with pytest.raises(EpicRecError, match="Nothing was removed"):
            world.services.data.erase()
        assert len(world.services.library.entries()) == 1
        other.communicate("\n")
    world.services.data.erase()
    assert not world.paths.data.exists()
    assert not world.paths.cache.exists()


def test_erasing_lets_go_of_the_log_first(world) -> None:
    """Windows removes no file that is open."""
    close_log()  # of a test before this one
    configure(world.paths)
    logging.getLogger(ROOT).warning("a line")
    world.services.data.erase()
    assert not [h for h in logging.getLogger(ROOT).handlers if isinstance(h, logging.FileHandler)]
    descriptors = Path("/proc/self/fd")
    if sys.platform == "linux" and descriptors.is_dir():
        opened = [entry.resolve() for entry in descriptors.iterdir()]
        assert not [file for file in opened if file.is_relative_to(world.paths.data)]
