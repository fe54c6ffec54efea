"""Looking after what is kept: consent, catalog, levels, providers, ledger, and erasing it all."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from epicrec_desktop.cli.labels import (
    category,
    category_key,
    mechanism_name,
    model_name,
    observer_sentence,
)
from epicrec_desktop.cli.pipeline import budget_document
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.domain.messages import Message
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.progress import IsCancelled, Job
from epicrec_desktop.domain.release import Release
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.families import FAMILIES, IMPROVED, PUBLISHED
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.services import erasing
from epicrec_desktop.services.catalogs import DOWNLOADS, CatalogInfo
from epicrec_desktop.services.contacts import for_what, how_it_ended
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.services.release_summary import LedgerEntry, summary_sections
from epicrec_desktop.wiring import Services


def browsers(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Browser profiles on this computer, and consent to them."""
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
                "browser": k.profile.browser,
                "profile": k.profile.name,
                "packaging": k.profile.packaging,
                "path": str(k.profile.database),
                "consent": k.consent,
                "present": k.present,
                "last_scan": k.last_scan.isoformat() if k.last_scan else None,
                "movies": k.movies,
            }
            for k in known
        ]
    )
    return 0


def _profile(services: Services, text: str) -> BrowserProfile:
    """The profile that may be read and has this name, this label, or this path."""
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
    if len(found) == 1:
        return found[0]
    problem = "is no profile that may be read" if not found else "names several profiles"
    raise EpicRecError(
        "“{text}” {problem}. Nothing was changed. Use a path that `epicrec browsers` shows.",
        text=text,
        problem=problem,
    )


def _paths(profile: BrowserProfile) -> set[str]:
    """The profile's database and its folder, in the way that links are followed."""
    database = Path(os.path.realpath(profile.database))
    return {str(database), str(database.parent)}


def catalog(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """The public catalog of movies."""
    if options.action == "info":
        _print_catalog(services.catalogs.info(), terminal)
        return 0
    if options.action == "posters":
        count = services.catalogs.download_posters(job=Job(terminal.report, cancelled))
        terminal.say(f"{count} posters were downloaded, for the whole catalog.")
        terminal.document({"posters": count})
        return 0
    if options.source.casefold() in DOWNLOADS:
        name = options.source.casefold()
        info = services.catalogs.download(name, job=Job(terminal.report, cancelled))
    else:
        source = Path(options.source).expanduser()
        if not source.exists():
            raise EpicRecError(
                "There is no file or folder at {source}. Nothing was changed. Give the path of a "
                "MovieLens folder or archive, or one of {names}.",
                source=source,
                names=", ".join(DOWNLOADS),
            )
        info = services.catalogs.import_path(source, job=Job(terminal.report, cancelled))
    _print_catalog(info, terminal)
    return 0


def train(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Train the recommendation model on the imported ratings."""
    result = services.catalogs.train(job=Job(terminal.report, cancelled))
    kept = "It is in use now." if result.replaced else "The earlier model was better and is kept."
    terminal.say(
        f"A model was trained on the ratings of {result.users} people. On {result.held_out} others "
        f"its recommendations reach an NDCG@10 of {result.ndcg10:.3f} (1 would be perfect). {kept}"
    )
    terminal.document(
        {
            "model": result.model_id,
            "users": result.users,
            "held_out": result.held_out,
            "ndcg10": result.ndcg10,
            "recall20": result.recall20,
            "replaced": result.replaced,
        }
    )
    return 0


def _print_catalog(info: CatalogInfo, terminal: Terminal) -> None:
    terminal.table(
        [
            ("Catalog", info.name),
            ("Checksum", info.version),
            ("Movies", f"{info.movies} ({info.with_imdb_id} with an IMDb id)"),
            ("Ratings", f"{info.ratings} by {info.users} people"),
            ("Model", model_name(info.model)),
        ]
    )
    terminal.document(
        {
            "name": info.name,
            "version": info.version,
            "movies": info.movies,
            "with_imdb_id": info.with_imdb_id,
            "ratings": info.ratings,
            "users": info.users,
            "model": info.model,
        }
    )


_MECHANISMS = {
    IMPROVED.key: "improved; months already released keep theirs",
    PUBLISHED.key: "as published (EpicRec); months already released keep theirs",
}


def privacy(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """What may leave."""
    if options.action == "set":
        _set_level(services, options)
    elif options.action == "mechanism":
        services.privacy.use_mechanism(FAMILIES[options.kind])
    family = services.privacy.mechanism()
    choice = services.privacy.choice()
    budget = services.privacy.budget(choice, job=Job(terminal.report, cancelled))
    terminal.say(f"Overall: {choice.overall.label}")
    terminal.table(
        (category(name), level.label) for name, level in sorted(choice.per_category.items())
    )
    terminal.say(f"Mechanism: {_MECHANISMS[family.key]}")
    if budget is not None:
        terminal.say(
            f"Privacy budget ε = {float(budget.epsilon):.3f} for the movies of each month. "
            f"{observer_sentence(budget.observer_percent, budget.together_percent)}"
        )
    spending = services.ledger.spending()
    if spending.joint is not None:
        what = "releases" if spending.contributed is None else "releases and contributions"
        terminal.say(
            f"After all {what} so far, with all providers together: "
            f"{spending.joint.percent} % at most (ε = {float(spending.joint.epsilon):.3f})."
        )
    terminal.document(
        {
            "overall": choice.overall.value,
            "mechanism": family.key,
            "categories": {name: level.value for name, level in choice.per_category.items()},
            "budget": budget_document(budget, None),
            "spent": {
                "joint": _spent(spending.joint),
                "contributed": _spent(spending.contributed),
                "providers": {name: _spent(own) for name, own in spending.alone.items()},
            },
        }
    )
    return 0


def _spent(bound: PosteriorBound | None) -> dict[str, Any] | None:
    if bound is None:
        return None
    return {"epsilon": str(bound.epsilon), "observer_percent": bound.percent}


def _set_level(services: Services, options: argparse.Namespace) -> PrivacyChoice:
    scope = options.scope.casefold()
    level = None if options.level == "default" else ReleaseLevel(options.level)
    if scope == "overall":
        if level is None:
            raise EpicRecError("The overall level is no, perturbed or all. Nothing was changed.")
        return services.privacy.set_overall(level)
    name = category_key(scope)
    if name is None:
        raise EpicRecError(
            "There is no category “{name}”. Nothing was changed. The categories are {names}.",
            name=options.scope,
            names=", ".join(map(category, CATEGORIES)),
        )
    return services.privacy.set_category(name, level)


def ledger(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Every release on record."""
    entries = services.ledger.entries()
    if not entries:
        terminal.say("No list was sent or made yet.")
    for entry in entries:
        made = entry.release
        local = made.provider == THIS_COMPUTER
        where = "on this computer" if local else f"to {made.provider}"
        terminal.heading(f"{made.created:%Y-%m-%d %H:%M} UTC {where}")
        epsilon = f", ε = {float(made.epsilon):.3f}" if made.epsilon is not None else ""
        terminal.say(f"{made.level.label}{_blurred(made)}{epsilon}, {len(made.items)} movies")
        terminal.say("Made here; nothing was sent." if local else _sends(entry))
        for section in summary_sections(services.summaries.release_summary(made), local=local):
            terminal.say(f"{section.heading}")
            for title in section.titles:
                terminal.say(f"  {title}")
            for name, value in section.numbers:
                terminal.say(f"  {category(name)}  {value:.1f}")
        terminal.say(f"sha256 {made.sha256}")
        terminal.say(made.payload.decode("utf-8"))
    terminal.document(
        [
            {
                "id": e.release.id,
                "created": e.release.created.isoformat(),
                "provider": e.release.provider,
                "receiver": e.release.receiver,
                "level": e.release.level.value,
                "mechanism": e.release.mechanism,
                "epsilon": str(e.release.epsilon) if e.release.epsilon is not None else None,
                "joint": str(e.release.joint) if e.release.joint is not None else None,
                "window": e.release.period,
                "items": list(e.release.items),
                "open_items": list(e.release.open_items),
                "sha256": e.release.sha256,
                "payload": e.release.payload.decode("utf-8"),
                "sent": [t.isoformat() for t in e.sent],
                "error": str(e.error) if e.error else None,
                "discloses": _disclosed(services, e),
            }
            for e in entries
        ]
    )
    return 0


def _disclosed(services: Services, entry: LedgerEntry) -> dict[str, Any] | None:
    """Return what a release told its receiver then; None where it stayed on this computer."""
    if entry.release.provider == THIS_COMPUTER:
        return None
    difference = services.summaries.release_summary(entry.release).difference
    return {
        "named_new": list(difference.new),
        "named_again": list(difference.again),
        "numbers": difference.numbers.value,
    }


def activity(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Everybody who was asked for something."""
    contacts = services.contacts.all()
    if not contacts:
        terminal.say("No contact with anybody is on record.")
    for contact in contacts:
        terminal.say(f"{contact.time:%Y-%m-%d %H:%M} UTC  {contact.name}")
        terminal.say(f"  {for_what(contact)}: {how_it_ended(contact)}")
    terminal.document(
        [
            {
                "time": contact.time.isoformat(),
                "name": contact.name,
                "address": contact.address,
                "kind": contact.kind.value,
                "asked": contact.asked,
                "outcome": contact.outcome.value,
                "error": str(contact.error) if contact.error else None,
            }
            for contact in contacts
        ]
    )
    return 0


def _blurred(made: Release) -> str:
    """How the release was blurred, if it was."""
    if made.epsilon is None:
        return ""
    return f", {mechanism_name(made.mechanism)} mechanism"


def _sends(entry: LedgerEntry) -> str:
    """When the bytes went out and were answered, and what went wrong the last time.

    Without an answer nobody knows that they did not arrive, so that is not said.
    """
    answered = ", ".join(f"{t:%Y-%m-%d %H:%M}" for t in entry.sent)
    if not answered and not entry.error:
        return "Not sent yet."
    said = [f"Sent: {answered}."] if answered else []
    return " ".join([*said, *([str(entry.error)] if entry.error else [])])


def erase(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Remove everything this program keeps."""
    return _erase(services.data.erase, options, terminal)


def erase_unopened(paths: Paths, options: argparse.Namespace, terminal: Terminal) -> int:
    """Remove everything although the database cannot be opened."""
    return _erase(lambda: erasing.erase_unopened(paths), options, terminal)


def _erase(
    remove: Callable[[], list[Message]], options: argparse.Namespace, terminal: Terminal
) -> int:
    if not options.yes and not _agreed(terminal):
        terminal.problem("Nothing was removed. Add --yes to remove everything.")
        return 1
    removed = [str(line) for line in remove()]
    for sentence in removed:
        terminal.say(sentence)
    terminal.document({"removed": removed})
    return 0


def _agreed(terminal: Terminal) -> bool:
    if not sys.stdin.isatty():
        return False
    terminal.clear_bar()
    # On stderr, because stdout may be one JSON document.
    question = (
        "This removes your movies, your levels and the record of what was sent, for good. What "
        "you contributed cannot be withdrawn afterwards. "
        "Type “erase” to go on: "
    )
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() == "erase"
