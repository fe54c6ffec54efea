"""Privacy levels and budget, the ledger of releases, and the contacts with others."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from typing import Any

from epicrec_desktop.cli.documents import budget_document
from epicrec_desktop.cli.labels import (
    budget_sentence,
    category_key,
    mechanism_name,
    observer_sentence,
    series_sentence,
)
from epicrec_desktop.cli.options import LEVELS, Actions, action, command, option
from epicrec_desktop.console.arguments import count
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.movies import CATEGORIES, category_label
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.domain.release import THIS_COMPUTER
from epicrec_desktop.privacy.families import FAMILIES, IMPROVED, LEARNED, PUBLISHED
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.services.contacts import for_what, how_it_ended
from epicrec_desktop.services.ledger import LedgerEntry
from epicrec_desktop.services.period_calendar import Spending
from epicrec_desktop.services.release_proposal import WARNINGS
from epicrec_desktop.services.release_summary import summary_sections
from epicrec_desktop.wiring import Services

_MECHANISMS = {
    IMPROVED.key: "improved; months already released keep theirs",
    LEARNED.key: "learned question; months already released keep theirs",
    PUBLISHED.key: "as published (EpicRec); months already released keep theirs",
}


@action("show", "Your levels, the privacy budget, and what it means.")
def _show(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    family = services.privacy.mechanism()
    choice = services.privacy.choice()
    budget = services.privacy.budget(choice, job=job)
    terminal.say(f"Overall: {choice.overall.label}")
    terminal.table(
        (category_label(name), level.label) for name, level in sorted(choice.per_category.items())
    )
    terminal.say(f"Mechanism: {_MECHANISMS[family.key]}")
    if budget is not None:
        terminal.say(
            f"Privacy budget {budget_sentence(budget.epsilon)} {observer_sentence(budget)}"
        )
    spending = services.ledger.spending()
    if spending.joint is not None:
        what = "releases" if spending.contributed is None else "releases and contributions"
        terminal.say(
            f"After all {what} so far, with all providers together: "
            f"{spending.joint.percent} % at most (ε = {float(spending.joint.epsilon):.3f})."
        )
    if spending.series is not None:
        terminal.say(series_sentence(spending.series.percent))
    _print_causes(spending, terminal)
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
                "causes": list(spending.causes),
            },
        }
    )


def _print_causes(spending: Spending, terminal: Terminal) -> None:
    """Print why more counts than what is on record, such as a lost copy of the samples."""
    for cause in spending.causes:
        terminal.say(WARNINGS[cause])


def _spent(bound: PosteriorBound | None) -> dict[str, Any] | None:
    return None if bound is None else document(bound, "epsilon observer_percent=percent")


@action(
    "set",
    "Choose a level, overall or for a category.",
    option("scope", metavar="overall|CATEGORY"),
    option("level", choices=[*LEVELS, "default"]),
)
def _set(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    scope = options.scope.casefold()
    level = None if options.level == "default" else ReleaseLevel(options.level)
    name = category_key(scope)
    if scope == "overall":
        if level is None:
            raise EpicRecError("The overall level is no, perturbed or all. Nothing was changed.")
        services.privacy.set_overall(level)
    elif name is not None:
        services.privacy.set_category(name, level)
    else:
        raise EpicRecError(
            "There is no category “{name}”. Nothing was changed. The categories are {names}.",
            name=options.scope,
            names=", ".join(map(category_label, CATEGORIES)),
        )
    _show(services, options, terminal, job)


@action(
    "mechanism",
    "Choose how months that are not released yet are blurred.",
    option("kind", choices=["improved", "published", "learned"]),
)
def _mechanism(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    services.privacy.use_mechanism(FAMILIES[options.kind])
    _show(services, options, terminal, job)


privacy = Actions(_show, _set, _mechanism)


@command(option("--last", type=count, metavar="N", help="only the newest N releases"))
def ledger(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Print releases on record with their bytes, newest first."""
    entries = services.ledger.entries(options.last)
    if terminal.as_json:
        terminal.document(_ledger_document(services, entries))
        return 0
    if not entries:
        terminal.say("No list was sent or used yet.")
    summaries = services.summaries.summaries([entry.release for entry in entries])
    for entry, release_summary in zip(entries, summaries, strict=True):
        job.check()
        made = entry.release
        local = made.provider == THIS_COMPUTER
        where = "on this computer" if local else f"to {made.provider}"
        terminal.heading(f"{made.created:%Y-%m-%d %H:%M} UTC {where}")
        blurred = ""
        if made.epsilon is not None:
            name = mechanism_name(made.mechanism)
            blurred = f", {name} mechanism, ε = {float(made.epsilon):.3f}"
        terminal.say(f"{made.level.label}{blurred}, {len(made.items)} movies")
        terminal.say("Made here; nothing was sent." if local else _sends(entry))
        for section in summary_sections(release_summary, local=local):
            terminal.say(f"{section.heading}")
            for title in section.titles:
                terminal.say(f"  {title}")
            for name, value in section.numbers:
                terminal.say(f"  {category_label(name)}  {value:.1f}")
        terminal.say(f"sha256 {made.sha256}")
        terminal.say(made.payload.decode("utf-8"))
    _print_causes(services.ledger.spending(), terminal)
    return 0


def _ledger_document(
    services: Services, entries: Sequence[LedgerEntry]
) -> Iterator[dict[str, Any]]:
    """Yield releases as JSON; `discloses` is null where one stayed on this computer."""
    sent = [e.release for e in entries if e.release.provider != THIS_COMPUTER]
    disclosed = {
        key: document(difference, "named_new=new named_again=again numbers")
        for key, difference in services.summaries.differences(sent).items()
    }
    for e in entries:
        yield {
            **document(e.release, "id created provider receiver level mechanism epsilon"),
            **document(e.release, "joint window=period items open_items sha256"),
            "payload": e.release.payload.decode("utf-8"),
            **document(e, "sent error"),
            "discloses": disclosed.get(e.release.id),
        }


@command()
def activity(services: Services, options: Namespace, terminal: Terminal, job: Job) -> int:
    """Print every contact with a provider or another service."""
    contacts = services.contacts.all()
    if not contacts:
        terminal.say("No contact with anybody is on record.")
    for contact in contacts:
        terminal.say(f"{contact.time:%Y-%m-%d %H:%M} UTC  {contact.name}")
        terminal.say(f"  {for_what(contact)}: {how_it_ended(contact)}")
        if contact.bytes_sent is not None:
            received = contact.bytes_received or 0
            terminal.say(f"  {contact.bytes_sent:,} bytes sent, {received:,} received")
    names = "time name address kind asked outcome error bytes_sent bytes_received"
    terminal.document([document(one, names) for one in contacts])
    return 0


def _sends(entry: LedgerEntry) -> str:
    """Return when the bytes were sent and answered, and the last problem.

    Without an answer they may have arrived, so "not sent" is printed only if nothing was tried.
    """
    answered = ", ".join(f"{t:%Y-%m-%d %H:%M}" for t in entry.sent)
    if not answered and not entry.error:
        return "Not sent yet."
    parts = [f"Sent: {answered}."] if answered else []
    return " ".join([*parts, *([str(entry.error)] if entry.error else [])])
