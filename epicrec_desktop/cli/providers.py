"""`epicrec providers`: add, trust, show and remove providers; the key of a closed group."""

from __future__ import annotations

import argparse
import getpass
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

from epicrec_desktop.cli.labels import counted, learned_sentence
from epicrec_desktop.cli.options import add_action
from epicrec_desktop.console.arguments import add_actions, fraction
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError, ProviderError
from epicrec_desktop.domain.json_documents import document, plain
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.provider_details import ProviderDetails, Tried
from epicrec_desktop.wiring import Services

_MAX_KEY_FILE = 40_000
_READS = {
    None: "",
    True: "ranks from those that your releases have now",
    False: "takes only counts by category; your releases have others, so it uses the list alone",
}


_INVITATION = "the invitation's file; - to paste its line or to read it from a pipe"
_KEY_FILE = "where the key of a closed group stands; - to type it or to read it from a pipe"


def providers_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the actions of `providers`."""
    actions = add_actions(parser)
    add_action(actions, "list", "The providers you know.")
    add = add_action(actions, "add", "Add a provider.")
    add.add_argument("name")
    add.add_argument("address", metavar="URL")
    add.add_argument("--certificate", type=Path, metavar="PEM")
    add.add_argument(
        "--trust",
        type=fraction,
        metavar="FRACTION",
        help="1, 1/2, 1/4 or 1/8; without it, as before, and 1 for a new provider",
    )
    add.add_argument(
        "--replace", action="store_true", help="change the address of the provider of this name"
    )
    add.add_argument("--key-file", type=Path, metavar="FILE", help=_KEY_FILE)
    accept = add_action(
        actions,
        "accept",
        "Say what an invitation to a service has in it; with --yes, add the service.",
    )
    accept.add_argument("invitation", type=Path, metavar="FILE", help=_INVITATION)
    accept.add_argument("--yes", action="store_true", help="add it, and fetch its catalog")
    key = add_action(
        actions,
        "key",
        "Keep the key of a closed group, or remove it. With it whoever runs the provider knows "
        "which of its members asks.",
    )
    key.add_argument("name")
    given = key.add_mutually_exclusive_group(required=True)
    given.add_argument("--key-file", type=Path, metavar="FILE", help=_KEY_FILE)
    given.add_argument("--remove", action="store_true", help="keep no key any longer")
    show = add_action(
        actions, "show", "What a provider says of itself, and what this computer found of it."
    )
    show.add_argument("name")
    show.add_argument(
        "--try",
        action="store_true",
        dest="try_model",
        help="try the model that it shares on public people whose ratings were imported",
    )
    _add_asking(actions)


def _add_asking(actions: Any) -> None:
    """Add the actions that say what a provider in use may be asked and told."""
    nobody = add_action(
        actions,
        "as-nobody",
        "Whether a provider in use is asked once a month about made-up people, the same in every "
        "installation. It learns that EpicRec is used, and nothing about you.",
    )
    nobody.add_argument("name")
    nobody.add_argument("allowed", choices=("on", "off"))
    trust = add_action(actions, "trust", "How much of the privacy budget a provider may have.")
    trust.add_argument("name")
    trust.add_argument("trust", type=fraction, metavar="FRACTION", help="1, 1/2, 1/4 or 1/8")
    for name, text in (
        ("remove", "Remove a provider; the ledger keeps what was sent."),
        ("use", "Use this provider from now on."),
        ("test", "Reach a provider without sending anything, and fetch its catalog again."),
    ):
        add_action(actions, name, text).add_argument("name")
    add_action(
        actions,
        "refresh",
        "Fetch the catalogs that are due, each at most once a day, and the films of this year "
        "where that is on; for a timer of the system.",
    )


def providers(services: Services, options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    """Run an action of `providers`; without one, list them."""
    if options.action == "test":
        sentence = str(services.providers.fetch(options.name, job=job))
        terminal.say(sentence)
        terminal.document({"name": options.name, "answer": sentence})
        return 0
    if options.action == "refresh":
        return _refresh(services, terminal, job)
    if options.action == "show":
        return _show(services, options, terminal, job)
    if options.action == "accept":
        return _accept(services, options, terminal, job)
    problem = _change(services, options, job)
    if problem is not None:  # the provider was added nevertheless
        terminal.problem(problem)
    known = services.providers.all()
    terminal.table(
        (
            "→" if info.current else " ",
            info.name,
            info.address or "in this program",
            f"{float(info.trust):.0%} of the budget",
            "with a key" if info.has_key else "",
        )
        for info in known
    )
    terminal.document(
        [
            document(info, "name address certificate current trust key=has_key as_nobody")
            for info in known
        ]
    )
    return 0


def _accept(services: Services, options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    """Print what is in an invitation, and add its service after a yes."""
    read_stdin = str(options.invitation) == "-"
    invitations = services.invitations
    opened = (
        invitations.open(read_key(options.invitation))
        if read_stdin
        else invitations.open_file(options.invitation.expanduser())
    )
    invitation = opened.invitation
    terminal.table(
        [
            ("Service", invitation.name),
            ("Address", invitation.address),
            (
                "Certificate",
                f"its own, SHA-256 {opened.fingerprint}" if opened.fingerprint else "-",
            ),
            ("Key", "of one member, who can be recognized by it" if invitation.key else "-"),
            ("Until", str(invitation.expires or "-")),
            ("Here", "yes; certificate and key become these" if opened.replaces else "no"),
        ]
    )
    problem = None
    if options.yes:
        info = invitations.accept(opened)
        problem = _fetch_first(services, info.name, job)
    else:
        terminal.say("Nothing was changed, and nobody was asked. With --yes it is added.")
    if problem is not None:  # it was added nevertheless
        terminal.problem(problem)
    terminal.document(
        {
            **document(invitation, "name address"),
            "expires": str(invitation.expires or ""),
            "certificate": opened.fingerprint,
            "key": bool(invitation.key),
            "added": options.yes,
        }
    )
    return 0


def _change(services: Services, options: argparse.Namespace, job: Job) -> str | None:
    """Change what the action says; return a problem with fetching, if any."""
    providers, name = services.providers, getattr(options, "name", "")
    changes: dict[str, Callable[[], object]] = {
        "add": lambda: _add_provider(services, options),
        "key": lambda: providers.set_key(
            name, None if options.remove else read_key(options.key_file)
        ),
        "as-nobody": lambda: providers.set_as_nobody(name, options.allowed == "on"),
        "trust": lambda: providers.set_trust(name, options.trust),
        "remove": lambda: providers.remove(name),
        "use": lambda: providers.choose(name),
    }
    if options.action in changes:
        changes[options.action]()
    return _fetch_first(services, name, job) if options.action in ("add", "use") else None


def _refresh(services: Services, terminal: Terminal, job: Job) -> int:
    asked = list(services.providers.refresh_public(job=job))
    with_answers = False
    while (whole := services.personas.ask_due(job=job)) is not None:
        with_answers |= whole
    if services.catalogs.update_if_due(job=job):
        asked.append("Wikidata")
    terminal.say(f"Asked: {', '.join(asked)}." if asked else "No catalog is due to be fetched.")
    if with_answers:
        terminal.say("The provider in use answered about all made-up people.")
    terminal.document({"asked": asked, "personas": with_answers})
    return 0


def _show(services: Services, options: argparse.Namespace, terminal: Terminal, job: Job) -> int:
    """Print what a provider says of itself and, separately, what was found on this computer."""
    card = services.cards.card(options.name)
    tried = None
    if options.try_model:
        tried = services.cards.try_model(card.info.name, job=job)
    terminal.say(f"{card.info.name}, {card.info.address}")
    terminal.say("Its own word, which nobody here can check:")
    terminal.table([(f"  {label}", text) for label, text in _own_statement(card)])
    terminal.say("Found on this computer:")
    terminal.table([(f"  {label}", text) for label, text in _found(card, tried)])
    contact = card.last_contact
    terminal.document(
        {
            "name": card.info.name,
            "address": card.info.address,
            **document(card, "says=about reads"),
            "found": {
                "fetched": plain(contact.time) if contact is not None else None,
                "certificate": plain(contact.certificate) if contact is not None else None,
                **document(card, "movies model sent last_sent asked"),
                **document(card.info, "trust key=has_key as_nobody"),
                "personas": plain(card.personas),
                "observer_percent": None if card.learned is None else card.learned.percent,
                "tried": plain(tried),
            },
        }
    )
    return 0


def _own_statement(card: ProviderDetails) -> list[tuple[str, str]]:
    about = card.about
    if about is None:
        return [("It says nothing of itself.", "")]
    people = "" if about.people is None else f"{about.people:,}"
    statements = {
        "Name": about.name,
        "Run by": about.operator,
        "Contact": about.contact,
        "For whom": about.purpose,
        "Keeps": about.retention,
        "Model": about.model or "",
        "Learned from": f"{people} people" if people else "",
        "In use since": about.published or "",
        "Blurred numbers": _READS[card.reads],
    }
    return [(label, text or "does not say") for label, text in statements.items()]


def _found(card: ProviderDetails, tried: Tried | None) -> list[tuple[str, str]]:
    last_contact, model = card.last_contact, card.model
    if last_contact is None:
        certificate = "not fetched yet: epicrec providers test"
    elif last_contact.certificate is None:
        certificate = "none, plain HTTP on this computer"
    else:
        seen = last_contact.certificate
        certificate = f"from {seen.issuer or 'nobody named'}, until {seen.expires}"
    rows = [
        ("Certificate", certificate),
        (
            "Fetched",
            "never" if last_contact is None else f"{last_contact.time.date()}, {card.asked} times",
        ),
        ("Catalog", "not here" if card.movies is None else counted(card.movies, "movie")),
        ("Model", "none shared" if model is None else f"{model.id}, checksum matches"),
        (
            "Lists sent",
            f"{card.sent}" + (f", last {card.last_sent.date()}" if card.last_sent else ""),
        ),
        ("Trust", f"{float(card.info.trust):.0%} of the budget"),
        ("Asked as nobody", _as_nobody(card)),
    ]
    if last_contact is not None and last_contact.certificate is not None:
        rows.insert(1, ("Fingerprint", f"SHA-256 {last_contact.certificate.sha256}"))
    if card.learned is not None:
        rows.append(("What it can know", learned_sentence(card.learned.percent)))
    if tried is not None:
        quality = (
            f"NDCG@10 {tried.ndcg10:.3f} on {tried.users} people, popularity {tried.popularity:.3f}"
        )
        rows.append(("Model tried", f"{quality}; it may have learned from the same people"))
    return rows


def _as_nobody(card: ProviderDetails) -> str:
    """Return what the provider was asked about made-up people."""
    if not card.info.as_nobody:
        return "no, as you chose"
    asked = card.personas
    if asked is None:
        return "not yet" if card.info.current else "only while it is in use"
    return (
        f"{asked.personas} questions since {asked.time.date()}, {asked.sent:,} bytes sent, "
        f"{asked.received:,} received"
    )


def _fetch_first(services: Services, name: str, job: Job) -> str | None:
    """Fetch what a provider publishes, if nothing is stored; return the problem, if any."""
    try:
        services.providers.fetch_first(name, job=job)
    except ProviderError as error:
        return f"{error} To fetch its catalog later: `epicrec providers test`."
    return None


def _add_provider(services: Services, options: argparse.Namespace) -> None:
    known = services.providers.known_elsewhere(options.name, options.address)
    if known is not None and not options.replace:
        raise EpicRecError(
            "There is a provider named {provider} already, at {address}. Nothing was "
            "changed. Choose another name, or use --replace to change its address.",
            provider=known.name,
            address=known.address or known.name,
        )
    services.providers.add(
        options.name,
        options.address,
        options.certificate,
        options.trust,
        key=None if options.key_file is None else read_key(options.key_file),
        replace=options.replace,
    )


def read_key(file: Path) -> str:
    """Return the key in a file; `-` reads it from the terminal, without echo, or from a pipe.

    Never an argument: those are stored by the shell and visible in the list of processes. Raises
    `EpicRecError`.
    """
    if str(file) == "-":
        if sys.stdin.isatty():
            return getpass.getpass("Key: ")
        return sys.stdin.read(_MAX_KEY_FILE)
    try:
        with file.expanduser().open(encoding="utf-8") as stream:
            return stream.read(_MAX_KEY_FILE)
    except (OSError, UnicodeDecodeError):
        raise EpicRecError(
            "The file {file} cannot be read. Nothing was changed. Check its path.", file=file
        ) from None
