"""Every service in memory with a rich library: for walks over all pages."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import fake_privacy

from epicrec_desktop.paths import Paths
from epicrec_desktop.settings import Settings
from epicrec_desktop.wiring import Services
from ui.fakes import FakeServices


def whole_services(folder: Path, *, first_run: bool = False) -> Services:
    """Hundreds of movies and recommendations; levels, ledger, providers and browsers beside."""
    rich = FakeServices(Paths.under(folder))
    base = cast("SimpleNamespace", fake_privacy.fake_services(folder))
    base.settings = Settings(wizard_step="welcome" if first_run else "done")
    if not first_run:
        base.library, base.recommend, base.scan = rich.library, rich.recommend, rich.scan
    return cast("Services", base)
