"""How long a scan stops the event loop of the window at most."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from epicrec_desktop.domain.progress import UNATTENDED, Job, Progress
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.lab.benchmarks.window_probe import invented_user, measure, offscreen

PROMISED = "50 ms"


def run(*, job: Job = UNATTENDED) -> dict[str, Any]:
    """Return {ticks, longest_ms, longest_cpu_ms} of a first scan of the sample history."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        base = Path(folder)
        home = base / "home"
        job.report(Progress("Making an invented history"))
        with invented_user(base) as services:
            write_sample_profile(home / ".config" / "chromium", services.context.now())
            found = [known.profile for known in services.profiles.discover()]
            services.profiles.set_consent(found, consent=True)
        job.step("Scanning in the window")
        environment = {**offscreen(), "HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config")}
        return measure("scan", base, environment)
