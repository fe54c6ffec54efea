"""Services whose folder can be filled up, made read-only, or taken away."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator

import pytest

from resource_limits.limited_disk import LimitedDisk


@pytest.fixture
def disk(tmp_path) -> Iterator[LimitedDisk]:
    """A disk of a few megabytes, in memory; skipped where none can be mounted."""
    if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("mount"):
        pytest.skip("mounting needs Linux and root")
    made = LimitedDisk(tmp_path / "disk")
    made.at.mkdir()
    size = f"size={LimitedDisk.BYTES},mode=700"
    done = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", size, "tmpfs", str(made.at)],
        capture_output=True,
        check=False,
    )
    if done.returncode:
        pytest.skip("nothing can be mounted here")
    yield made
    subprocess.run(["umount", "-l", str(made.at)], capture_output=True, check=False)
