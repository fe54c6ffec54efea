"""`epicrec browsers`: the browser profiles of this computer, and consent to read them."""

from __future__ import annotations

import os
from argparse import Namespace
from pathlib import Path

from epicrec_desktop.cli.labels import only_one
from epicrec_desktop.console.options import command, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.wiring import Services


@command(
    option(
        "--revoke",
        action="append",
        default=[],
        metavar="PROFILE",
        help="never read this profile again, and remove what came from it: its name or path",
    )
)
def browsers(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Revoke consent where asked to, and list the profiles of this computer."""
    for text in options.revoke:
        profile = _profile(services, text)
        services.profiles.set_consent([profile], consent=False)
        terminal.say(f"{profile.label} is not read any more. What came only from it was removed.")
    known = services.profiles.discover()
    if not known:
        terminal.say("No browser profile was found. Name one with `epicrec scan --profile PATH`.")
    terminal.table(
        (k.profile.label, "may be read" if k.consent else "not read", str(k.profile.database))
        for k in known
    )
    terminal.document(
        [
            {
                **document(k.profile, "browser profile=name packaging path=database"),
                **document(k, "consent present last_scan movies"),
            }
            for k in known
        ]
    )
    return 0


def _profile(services: Services, text: str) -> BrowserProfile:
    """Return the profile with consent that has this name, label or path."""
    path = os.path.realpath(Path(text).expanduser())
    found = [
        known.profile
        for known in services.profiles.discover()
        if known.consent
        and (
            text.casefold() in {known.profile.name.casefold(), known.profile.label.casefold()}
            or path in _paths(known.profile)
        )
    ]
    problem = "names several profiles" if found else "is no profile that may be read"
    return only_one(found, text, problem, "a path that `epicrec browsers` shows")


def _paths(profile: BrowserProfile) -> set[str]:
    """Return the database of a profile and its folder, with links resolved."""
    database = Path(os.path.realpath(profile.database))
    return {str(database), str(database.parent)}
