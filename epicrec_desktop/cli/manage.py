"""Looking after what is kept: consent, catalog, levels, providers, ledger, the data as a whole."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from epicrec_desktop.cli.journey import budget_document
from epicrec_desktop.cli.terminal import Terminal
from epicrec_desktop.domain.choices import PrivacyChoice, ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.history import BrowserProfile
from epicrec_desktop.domain.movies import CATEGORIES
from epicrec_desktop.domain.tasks import IsCancelled
from epicrec_desktop.paths import Paths
from epicrec_desktop.privacy.accountant import Meaning
from epicrec_desktop.services import data
from epicrec_desktop.services.catalogs import DOWNLOADS, CatalogInfo
from epicrec_desktop.services.privacy import Kind
from epicrec_desktop.services.providers import THIS_COMPUTER
from epicrec_desktop.wiring import Services


def browsers(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Browser profiles on this computer, and consent to them."""
    for text in options.revoke:
        profile = _profile(services, text)
        services.profiles.set_consent([profile], consent=False)
        terminal.say(f"{profile.label} is not read any more. What came from it alone was removed.")
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
        f"“{text}” {problem}. Nothing was changed. Use a path that `epicrec browsers` shows."
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
        _tell_catalog(services.catalogs.info(), terminal)
        return 0
    if options.action == "posters":
        count = services.catalogs.download_posters(report=terminal.report, cancelled=cancelled)
        terminal.say(f"{count} posters came, of the whole catalog.")
        terminal.document({"posters": count})
        return 0
    if options.source.casefold() in DOWNLOADS:
        name = options.source.casefold()
        info = services.catalogs.download(name, report=terminal.report, cancelled=cancelled)
    else:
        source = Path(options.source).expanduser()
        if not source.exists():
            raise EpicRecError(
                f"There is no file or folder at {source}. Nothing was changed. Give the path of a "
                f"MovieLens folder or archive, or one of {', '.join(DOWNLOADS)}."
            )
        info = services.catalogs.import_path(source, report=terminal.report, cancelled=cancelled)
    _tell_catalog(info, terminal)
    return 0


def train(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Train the recommendation model on the imported ratings."""
    result = services.catalogs.train(report=terminal.report, cancelled=cancelled)
    kept = "It is in use now." if result.replaced else "The model before was better and is kept."
    terminal.say(
        f"Trained {result.model_id} on {result.users} public users: NDCG@10 {result.ndcg10:.3f} on "
        f"{result.held_out} users held out. {kept}"
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


def _tell_catalog(info: CatalogInfo, terminal: Terminal) -> None:
    terminal.table(
        [
            ("Catalog", info.name),
            ("Version", info.version),
            ("Movies", f"{info.movies} ({info.with_imdb_id} with an IMDb id)"),
            ("Ratings", f"{info.ratings} of {info.users} public users"),
            ("Model", info.model),
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
    Kind.IMPROVED: "improved; windows that were drawn keep their own",
    Kind.PUBLISHED: "as published (EpicRec); windows that were drawn keep their own",
}


def privacy(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """What may leave."""
    if options.action == "set":
        _set_level(services, options)
    elif options.action == "mechanism":
        services.privacy.use_mechanism(Kind(options.kind))
    kind = services.privacy.mechanism()
    choice = services.privacy.choice()
    budget = services.privacy.budget(choice, report=terminal.report, cancelled=cancelled)
    terminal.say(f"Overall: {choice.overall.label}")
    terminal.table((name, level.label) for name, level in sorted(choice.per_category.items()))
    terminal.say(f"Mechanism: {_MECHANISMS[kind]}")
    if budget is not None:
        terminal.say(
            f"Budget ε = {float(budget.epsilon):.3f} ({budget.mechanism}): someone who guessed "
            f"50:50 that you saw a movie can get to {budget.observer_percent} % at most."
        )
    spending = services.ledger.spending()
    if spending.joint is not None:
        terminal.say(
            "All releases so far, and all providers together: "
            f"{spending.joint.percent} % at most (ε = {float(spending.joint.epsilon):.3f})."
        )
    terminal.document(
        {
            "overall": choice.overall.value,
            "mechanism": kind.value,
            "categories": {name: level.value for name, level in choice.per_category.items()},
            "budget": budget_document(budget, None),
            "spent": {
                "joint": _spent(spending.joint),
                "providers": {name: _spent(own) for name, own in spending.alone.items()},
            },
        }
    )
    return 0


def _spent(meaning: Meaning | None) -> dict[str, Any] | None:
    if meaning is None:
        return None
    return {"epsilon": str(meaning.epsilon), "observer_percent": meaning.percent}


def _set_level(services: Services, options: argparse.Namespace) -> PrivacyChoice:
    scope = options.scope.casefold()
    level = None if options.level == "default" else ReleaseLevel(options.level)
    if scope == "overall":
        if level is None:
            raise EpicRecError("The overall level is no, perturbed or all. Nothing was changed.")
        return services.privacy.set_overall(level)
    names = {name.casefold(): name for name in CATEGORIES}
    if scope not in names:
        raise EpicRecError(
            f"There is no category “{options.scope}”. Nothing was changed. "
            f"The categories are {', '.join(CATEGORIES)}."
        )
    return services.privacy.set_category(names[scope], level)


def providers(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Who may be asked."""
    if options.action == "test":
        sentence = services.providers.test(options.name)
        terminal.say(sentence)
        terminal.document({"name": options.name, "answer": sentence})
        return 0
    if options.action == "add":
        _add_provider(services, options)
    elif options.action == "trust":
        services.providers.set_trust(options.name, options.trust)
    elif options.action == "remove":
        services.providers.remove(options.name)
    elif options.action == "use":
        services.providers.choose(options.name)
    known = services.providers.all()
    terminal.table(
        (
            "→" if info.current else " ",
            info.name,
            info.address or "in this program",
            f"{float(info.trust):.0%} of the budget",
        )
        for info in known
    )
    terminal.document(
        [
            {
                "name": info.name,
                "address": info.address,
                "certificate": str(info.certificate) if info.certificate else None,
                "current": info.current,
                "trust": str(info.trust),
            }
            for info in known
        ]
    )
    return 0


def _add_provider(services: Services, options: argparse.Namespace) -> None:
    known = services.providers.known_elsewhere(options.name, options.address)
    if known is not None and not options.replace:
        raise EpicRecError(
            f"There is a provider named {known.name} already, at {known.address}. Nothing was "
            "changed. Choose another name, or use --replace to change its address."
        )
    services.providers.add(
        options.name,
        options.address,
        options.certificate,
        options.trust,
        replace=options.replace,
    )


def ledger(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Every release that was ever made."""
    entries = services.ledger.entries()
    if not entries:
        terminal.say("Nothing has left this computer.")
    for entry in entries:
        made = entry.release
        here = made.provider == THIS_COMPUTER
        where = "on this computer" if here else f"to {made.provider}"
        terminal.heading(f"{made.created:%Y-%m-%d %H:%M} UTC {where}")
        epsilon = f", ε = {float(made.epsilon):.3f}" if made.epsilon is not None else ""
        terminal.say(f"{made.level.label} by {made.mechanism}{epsilon}, {len(made.items)} movies")
        times = ", ".join(f"{t:%Y-%m-%d %H:%M}" for t in entry.sent) or "never"
        sent = f"Sent: {times}{f'. {entry.error}' if entry.error else ''}"
        terminal.say("Made here, nothing left." if here else sent)
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
                "window": e.release.window,
                "items": list(e.release.items),
                "sha256": e.release.sha256,
                "payload": e.release.payload.decode("utf-8"),
                "sent": [t.isoformat() for t in e.sent],
                "error": e.error,
            }
            for e in entries
        ]
    )
    return 0


def export(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Take the data along."""
    file = options.file.expanduser()
    if file.exists() and not options.force:
        raise EpicRecError(
            f"There is something at {file} already. Nothing was written. Choose another name, or "
            "use --force to replace it."
        )
    services.data.export(file)
    terminal.say(f"Everything was written to {file}. Only you can read it.")
    terminal.document({"file": str(file)})
    return 0


def erase(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Remove everything this program keeps."""
    return _erase(services.data.erase, options, terminal)


def erase_unopened(paths: Paths, options: argparse.Namespace, terminal: Terminal) -> int:
    """Remove everything although the database cannot be opened."""
    return _erase(lambda: data.erase_unopened(paths), options, terminal)


def _erase(remove: Callable[[], list[str]], options: argparse.Namespace, terminal: Terminal) -> int:
    if not options.yes and not _agreed(terminal):
        terminal.problem("Nothing was removed. Say --yes to remove everything.")
        return 1
    removed = remove()
    for sentence in removed:
        terminal.say(sentence)
    terminal.document({"removed": removed})
    return 0


def _agreed(terminal: Terminal) -> bool:
    if not sys.stdin.isatty():
        return False
    terminal.clear_bar()
    # On stderr, because stdout may be one JSON document.
    question = "This removes your library, levels and ledger for good. Type “erase” to go on: "
    print(question, end="", file=sys.stderr, flush=True)
    return sys.stdin.readline().strip().casefold() == "erase"
