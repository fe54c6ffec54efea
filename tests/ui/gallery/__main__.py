"""Makes the pictures, or compares the window with those that are kept.

    python -m gallery [--out FOLDER] [--compare] [--only NAME] [--view NAME] [--format png]

Each resolution is a process of its own, on Xvfb where it is installed.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
KEPT = HERE / "kept"
LARGE = 1.5
"""Of a laptop whose person needs large type: the window has as much less room."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="gallery", description=__doc__)
    parser.add_argument("--out", type=Path, default=KEPT, help="where pictures are put")
    parser.add_argument("--compare", action="store_true", help="compare with those kept")
    parser.add_argument("--only", nargs="*", default=[], help="scenes by name")
    parser.add_argument("--view", nargs="*", default=[], help="views by name: 1024-light-1x")
    parser.add_argument("--format", default="webp")
    parser.add_argument("--scale", type=float, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.scale is None:
        return max(_each(scale) for scale in (1, 2, LARGE))
    from gallery.camera import Camera

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        camera = Camera(Path(folder), options.out, options.scale, options.format, options.view)
        return camera.compare(options.only) if options.compare else camera.make(options.only)


def _each(scale: float) -> int:
    environment = {
        **os.environ,
        "QT_SCALE_FACTOR": str(scale),
        "QT_QPA_PLATFORM": "offscreen",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join([*sys.path, str(HERE.parent)]),
    }
    command = [sys.executable, "-m", "gallery", *sys.argv[1:], "--scale", str(scale)]
    server = shutil.which("xvfb-run")
    if server is not None:
        environment["QT_QPA_PLATFORM"] = "xcb"
        command = [server, "-a", "-s", "-screen 0 3840x2160x24", *command]
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
