"""The program itself, on a day that stands still, over a library that is the same every time.

    python -m screen_reader.program HOME FOLDER

Clock, noise, browsers and the way to the provider elsewhere are a test's; everything else, window
and process and all that a screen reader meets, is what `epicrec-desktop` is.
"""

import sys
from functools import partial
from pathlib import Path

from gallery.library import NOW, Seeded, connect_to_club

from epicrec_desktop import wiring
from epicrec_desktop.__main__ import main
from epicrec_desktop.history.browser_paths import Environment
from epicrec_desktop.services.providers import ProviderService
from moments import Clock


def run(home: Path, folder: Path) -> int:
    """Until the window is closed."""
    source = Seeded()
    source.again()
    wiring.build = partial(
        wiring.build,
        now=Clock(NOW),
        environment=Environment("linux", home, {}),
        source=source,
        starter=False,
    )
    ProviderService._http = connect_to_club
    return main(["--base-dir", str(folder)])


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1]), Path(sys.argv[2])))
