"""Both programs of the bundle: which of them was started, its name says.

On Linux there is one file under two names, on Windows there are two, of which one has a console.
"""

import sys
from pathlib import Path


def main() -> int | None:
    started = Path(sys.executable if sys.platform == "win32" else sys.argv[0])
    if started.stem.lower() == "epicrec":
        from epicrec_desktop.cli import main as run  # noqa: PLC0415 - the other one is not asked for
    else:
        from epicrec_desktop.__main__ import main as run  # noqa: PLC0415
    return run()


if __name__ == "__main__":
    sys.exit(main())
