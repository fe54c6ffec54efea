"""A disk that a test fills up."""

import shutil
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import ClassVar


@dataclass
class LimitedDisk:
    """Mounted at `at`."""

    BYTES: ClassVar[int] = 24_000_000
    at: Path

    def leave(self, left: int) -> None:
        """Fill it until no more than so many bytes are free."""
        filler = self.at / "filler"
        filler.unlink(missing_ok=True)
        free = shutil.disk_usage(self.at).free
        with filler.open("wb") as stream:
            stream.write(bytes(max(0, free - left)))

    def empty(self) -> None:
        """Take away what fills it."""
        (self.at / "filler").unlink()

    def read_only(self, on: bool) -> None:
        """Refuse every write, or take them again."""
        subprocess.run(["mount", "-o", f"remount,{'ro' if on else 'rw'}", str(self.at)], check=True)
