"""A disk whose power can be cut: what was not synced is gone.

A file system in a file. A cut copies the file at the moment the program ended: writes that the
system still held in memory are not in it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path


class Disk:
    """Mounted at `at`, where that is possible; else a plain folder, without power to cut."""

    BYTES = 160 << 20

    def __init__(self, folder: Path) -> None:
        self.at = folder / "disk"
        self.at.mkdir()
        self._image = folder / "disk.img"
        self.can_lose_power = self._make()

    def _make(self) -> bool:
        if sys.platform != "linux" or os.geteuid() != 0 or not shutil.which("mkfs.ext4"):
            return False
        with self._image.open("wb") as file:
            file.truncate(self.BYTES)
        made = _run("mkfs.ext4", "-q", "-O", "^metadata_csum", str(self._image))
        return made and self._mount()

    def _mount(self) -> bool:
        return _run("mount", "-o", "loop", str(self._image), str(self.at))

    def cut_power(self) -> None:
        """Go back to what was on the disk; the journal is replayed, as after a cut."""
        after = self._image.with_name("after.img")
        _run("cp", "--sparse=always", str(self._image), str(after))
        self.close()
        after.replace(self._image)
        if not self._mount():
            raise RuntimeError("the disk cannot be mounted after the cut")

    def close(self) -> None:
        """Unmount it."""
        if self.can_lose_power and not _run("umount", str(self.at)):
            _run("umount", "-l", str(self.at))


def _run(*command: str) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0
