"""`epicrec contribute`: explain, preview, send and withdraw contributions."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from epicrec_desktop.cli.labels import moment
from epicrec_desktop.console.options import PROVIDER_NAME, Actions, action
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.services import contribution_text
from epicrec_desktop.services.contribution_service import NOTHING_COUNTED, ContributionProposal
from epicrec_desktop.services.contribution_status import ContributionEntry, ContributionStatus
from epicrec_desktop.services.release_proposal import WARNINGS
from epicrec_desktop.wiring import Services


@action("status", "What it does and costs, and what became of what you sent.")
def _status(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    status = services.contributions.status()
    terminal.say_each(contribution_text.about())
    terminal.say()
    terminal.say_each(contribution_text.scheduled(status, moment))
    if not status.entries:
        terminal.say(contribution_text.OFF)
    for entry in status.entries:
        terminal.heading(f"{entry.period} to {entry.provider} ({entry.receiver})")
        terminal.say(contribution_text.state(entry, moment))
        terminal.say(f"sha256 {entry.sha256}")
        terminal.say(entry.payload.decode("ascii"))
    _document(status, terminal)


@action("preview", "What would be sent, and an example of what chance makes of it.", PROVIDER_NAME)
def _preview(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    proposal = services.contributions.propose(_provider(services, options))
    example = services.contributions.example()
    _propose(proposal, terminal)
    terminal.heading("An example")
    terminal.table(
        (
            one.title,
            "watched" if one.watched else "not watched",
            f"the answer: {'yes' if one.reported else 'no'}",
        )
        for one in example.bits
    )
    terminal.say(contribution_text.example_sums(example))
    terminal.document(
        {
            **document(proposal, "provider address movies=size epsilon window=period again"),
            "told": proposal.disclosed,
            "after": None if proposal.after is None else str(proposal.after.epsilon),
            "example": [document(one, "movie=title watched said=reported") for one in example.bits],
        }
    )


def _propose(proposal: ContributionProposal, terminal: Terminal) -> None:
    if proposal.nothing:
        terminal.say(contribution_text.nothing_to_send(proposal, moment))
        return
    terminal.say_each(WARNINGS[one] for one in proposal.warnings if one in WARNINGS)
    terminal.say_each(contribution_text.proposed(proposal))


@action(
    "send",
    "Send a contribution, and what is due of earlier ones; a repeat sends the same bytes.",
    PROVIDER_NAME,
)
def _send(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    services.contributions.send_due(job=job)
    proposal = services.contributions.propose(_provider(services, options))
    _propose(proposal, terminal)
    status = services.contributions.status()
    if not proposal.nothing:
        status = services.contributions.contribute(proposal, job=job)
        terminal.say(contribution_text.sent(proposal, status, moment))
    _document(status, terminal)


@action("withdraw", "Have what you sent taken out of the sums again.", PROVIDER_NAME)
def _withdraw(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    entries = services.contributions.status().entries
    providers = {e.receiver: e.provider for e in reversed(entries) if e.withdrawable}
    if options.provider is not None:
        wanted = options.provider.casefold()
        providers = {
            receiver: name
            for receiver, name in providers.items()
            if wanted in {receiver.casefold(), name.casefold()}
        }
    if not providers:
        raise ProviderError(NOTHING_COUNTED)
    if len(providers) > 1:
        raise ProviderError(
            "You contributed to several: {names}. Nothing was withdrawn. Say which one with "
            "--provider.",
            names=", ".join(sorted({*providers.values(), *providers})),
        )
    ((receiver, name),) = providers.items()
    status = services.contributions.withdraw(receiver, job=job)
    terminal.say(contribution_text.withdrawn(name))
    _document(status, terminal)


def _provider(services: Services, options: Namespace) -> str:
    return str(options.provider or services.providers.current())


def _document(status: ContributionStatus, terminal: Terminal) -> None:
    terminal.document(
        {
            "epsilon": None if status.contributed is None else str(status.contributed.epsilon),
            "together": None if status.together is None else str(status.together.epsilon),
            "contributions": [_entry(entry) for entry in status.entries],
        }
    )


def _entry(entry: ContributionEntry) -> dict[str, Any]:
    return {
        **document(entry, "window=period drawn=sampled provider receiver state time error"),
        **document(entry, "wait_until sha256"),
        "payload": entry.payload.decode("ascii"),
    }


contribute = Actions(_status, _preview, _send, _withdraw, default=_status)
