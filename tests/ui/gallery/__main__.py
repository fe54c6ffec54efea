"""Write pictures of all scenes to build/screens, to be looked at.

    python -m gallery [--out FOLDER] [--only NAME] [--view NAME] [--format png]

Runs in a child process, on Xvfb where it is installed.
"""

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
SCREENS = HERE.parents[2] / "build" / "screens"


def main() -> int:
    parser = argparse.ArgumentParser(prog="gallery", description=__doc__)
    parser.add_argument("--out", type=Path, default=SCREENS, help="folder of the pictures")
    parser.add_argument("--only", nargs="*", default=[], help="scenes by name")
    parser.add_argument("--view", nargs="*", default=[], help="views by name: light, dark")
    parser.add_argument("--format", default="webp")
    parser.add_argument("--child", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if not options.child:
        return _run_child()
    from gallery.camera import Camera

    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        camera = Camera(Path(folder), options.out, options.format, options.view)
        camera.make(options.only)
    return 0


def _run_child() -> int:
    environment = {
        **os.environ,
        "QT_SCALE_FACTOR": "1",
        "QT_QPA_PLATFORM": "offscreen",
        "TZ": "UTC",
        "LC_ALL": "C.UTF-8",
        "PYTHONPATH": os.pathsep.join([*sys.path, str(HERE.parent)]),
    }
    command = [sys.executable, "-m", "gallery", *sys.argv[1:], "--child"]
    server = shutil.which("xvfb-run")
    if server is not None:
        environment["QT_QPA_PLATFORM"] = "xcb"
        command = [server, "-a", "-s", "-screen 0 3840x2160x24", *command]
    return subprocess.run(command, env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
