"""`epicrec providers`: add, trust, show and remove providers; the key of a closed group."""

from __future__ import annotations

import getpass
import sys
from argparse import Namespace
from pathlib import Path

from epicrec_desktop.cli.labels import moment
from epicrec_desktop.console.arguments import fraction
from epicrec_desktop.console.options import NAME, Actions, OneOf, action, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError, ProviderError
from epicrec_desktop.domain.json_documents import document, plain
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services.provider_sentences import (
    NOTHING_SAID,
    OWN_WORDS,
    SILENT,
    Formats,
    asked_as_nobody,
    exchange_history,
    found,
    model_statement,
    statement,
    trial_result,
)
from epicrec_desktop.services.providers import ProviderInfo
from epicrec_desktop.wiring import Services

_MAX_KEY_FILE = 40_000
_ASKED = "time requests sent received"
FORMATS = Formats(
    moment=moment,
    day=str,
    size=lambda count: f"{count:,} bytes",
    decimal=lambda value, places: f"{value:.{places}f}",
)
_KEY_FILE = option(
    "--key-file",
    type=Path,
    metavar="FILE",
    help="where the key of a closed group stands; - to type it or to read it from a pipe",
)


def _share(info: ProviderInfo) -> str:
    return f"{float(info.trust):.0%} of the budget"


@action("list", "The services you know.")
def _list(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    known = services.providers.all()
    terminal.table(
        (
            "→" if info.current else " ",
            info.name,
            info.address or "in this program",
            _share(info),
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


@action(
    "add",
    "Add a service.",
    NAME,
    option(
        "address",
        metavar="URL",
        help="https://…; gorse+https://…#like of a gorse server, with the type of feedback that "
        "means watched; json+https://…#items:results.id of another, with the places of films in "
        "its question and answer",
    ),
    option("--certificate", type=Path, metavar="PEM"),
    option(
        "--trust",
        type=fraction,
        metavar="FRACTION",
        help="1, 1/2, 1/4 or 1/8; without it, as before, and 1 for a new service",
    ),
    option("--replace", action="store_true", help="change the address of the service of this name"),
    _KEY_FILE,
)
def _add(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    known = services.providers.known_elsewhere(options.name, options.address)
    if known is not None and not options.replace:
        raise EpicRecError(
            "There is a service named {provider} already, at {address}. Nothing was "
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
    _fetch_first(services, options, terminal, job)


@action(
    "accept",
    "Say what an invitation to a service has in it; with --yes, add the service.",
    option(
        "invitation",
        type=Path,
        metavar="FILE",
        help="the invitation's file; - to paste its line or to read it from a pipe",
    ),
    option("--yes", action="store_true", help="add it, and fetch its catalog"),
)
def _accept(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    invitations = services.invitations
    if str(options.invitation) == "-":
        opened = invitations.open(read_key(options.invitation))
    else:
        opened = invitations.open_file(options.invitation.expanduser())
    invitation, digests = opened.invitation, ", ".join(opened.fingerprints)
    if options.yes:
        options.name = invitations.accept(opened).name
        _fetch_first(services, options, terminal, job)
        return
    terminal.table(
        [
            ("Service", invitation.name),
            ("Address", invitation.address),
            ("Certificate", f"SHA-256 {digests}" if digests else "-"),
            ("Key", "of one member, who can be recognized by it" if invitation.key else "-"),
            ("Until", str(invitation.expires or "-")),
            ("Here", "yes; certificate and key become these" if opened.replaces else "no"),
        ]
    )
    terminal.say("Nothing was changed, and nobody was asked. With --yes it is added.")
    terminal.document(
        {
            **document(invitation, "name address"),
            "expires": str(invitation.expires or ""),
            "certificate": digests,
            "key": bool(invitation.key),
        }
    )


@action(
    "key",
    "Keep the key of a closed group, or remove it. With it whoever runs the service knows which "
    "of its members asks.",
    NAME,
    OneOf((_KEY_FILE, option("--remove", action="store_true", help="keep no key any longer"))),
)
def _key(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    services.providers.set_key(options.name, None if options.remove else read_key(options.key_file))
    _list(services, options, terminal, job)


@action(
    "as-nobody",
    "Whether a service in use is asked once a month about made-up people, the same in every "
    "installation. It learns that EpicRec is used, and nothing about you.",
    NAME,
    option("allowed", choices=("on", "off")),
)
def _ask_as_nobody(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    services.providers.set_as_nobody(options.name, options.allowed == "on")
    _list(services, options, terminal, job)


@action(
    "trust",
    "How much of the privacy budget a service may have.",
    NAME,
    option("trust", type=fraction, metavar="FRACTION", help="1, 1/2, 1/4 or 1/8"),
)
def _trust(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    services.providers.set_trust(options.name, options.trust)
    _list(services, options, terminal, job)


@action("remove", "Remove a service; the ledger keeps what was sent.", NAME)
def _remove(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    services.providers.remove(options.name)
    _list(services, options, terminal, job)


@action("use", "Use this service from now on.", NAME)
def _use(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    services.providers.choose(options.name)
    _fetch_first(services, options, terminal, job)


def _fetch_first(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    """List the providers; where nothing is stored of this one, fetch what it publishes before.

    It was added or chosen also where that fails.
    """
    try:
        services.providers.fetch_first(options.name, job=job)
    except ProviderError as error:
        terminal.problem(f"{error} To fetch its catalog later: `epicrec providers test`.")
    _list(services, options, terminal, job)


@action("test", "Reach a service without sending anything, and fetch its catalog again.", NAME)
def _test(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    sentence = str(services.providers.fetch(options.name, job=job))
    terminal.say(sentence)
    terminal.document({"name": options.name, "answer": sentence})


@action(
    "refresh",
    "Fetch the catalogs that are due, each at most once a day, and the films of this year where "
    "that is on; for a timer of the system.",
)
def _refresh(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    asked = list(services.providers.refresh_public(job=job))
    with_answers = False
    while (whole := services.personas.ask_due(job=job)) is not None:
        with_answers |= whole
    if services.catalogs.update_if_due(job=job):
        asked.append("Wikidata")
    terminal.say(f"Asked: {', '.join(asked)}." if asked else "No catalog is due to be fetched.")
    if with_answers:
        terminal.say("The service in use answered about all made-up people.")
    terminal.document({"asked": asked, "personas": with_answers})


@action(
    "show",
    "What a service says of itself, and what this computer found of it.",
    NAME,
    option(
        "--try",
        action="store_true",
        dest="try_model",
        help="try the model that it shares on public people whose ratings were imported",
    ),
)
def _show(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    card = services.cards.card(options.name)
    tried = None
    if options.try_model:
        tried = services.cards.try_model(card.info.name, job=job)
    terminal.say(f"{card.info.name}, {card.info.address}, {_share(card.info)}")
    terminal.say(OWN_WORDS)
    if card.about is None:
        terminal.say(f"  {NOTHING_SAID}")
    for label, stated in (*statement(card), *model_statement(card, FORMATS)):
        terminal.say(f"  {label}: {stated or SILENT}")
    terminal.say("Found on this computer:")
    for label, value in (*found(card, FORMATS), *exchange_history(card, FORMATS)):
        terminal.say(f"  {label}: {value}")
    terminal.say(f"  Asked as nobody: {asked_as_nobody(card, FORMATS)}")
    if tried is not None:
        terminal.say(f"  {trial_result(tried, FORMATS)}")
    if card.last_contact is None:
        terminal.say("To test it: `epicrec providers test`.")
    contact = card.last_contact
    terminal.document(
        {
            "name": card.info.name,
            "address": card.info.address,
            **document(card, "says=about reads"),
            "found": {
                "fetched": plain(contact.time) if contact is not None else None,
                "certificate": plain(contact.certificate) if contact is not None else None,
                **document(card, "movies model sent last_sent asked left_users"),
                **document(card.info, "trust key=has_key as_nobody"),
                "personas": card.personas and document(card.personas, _ASKED),
                "observer_percent": None if card.learned is None else card.learned.percent,
                "tried": plain(tried),
            },
        }
    )


def read_key(file: Path) -> str:
    """Return the key in a file; `-` reads it from the terminal, without echo, or from a pipe.

    Never an argument: those are stored by the shell and visible in the list of processes. Raises
    `EpicRecError`.
    """
    if str(file) == "-":
        if sys.stdin.isatty():
            try:
                return getpass.getpass("Key: ")
            except EOFError:  # Ctrl+D
                return ""
        return sys.stdin.read(_MAX_KEY_FILE)
    try:
        with file.expanduser().open(encoding="utf-8") as stream:
            return stream.read(_MAX_KEY_FILE)
    except (OSError, UnicodeDecodeError):
        raise EpicRecError(
            "The file {file} cannot be read. Nothing was changed. Check its path.", file=file
        ) from None


providers = Actions(
    _list,
    _add,
    _accept,
    _key,
    _show,
    _ask_as_nobody,
    _trust,
    _remove,
    _use,
    _test,
    _refresh,
    default=_list,
)
