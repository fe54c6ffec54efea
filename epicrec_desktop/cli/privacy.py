"""Privacy levels, and the budget."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from epicrec_desktop.cli.documents import budget_document
from epicrec_desktop.cli.labels import budget_sentence, category_key
from epicrec_desktop.console.options import LEVELS, Actions, action, option
from epicrec_desktop.console.terminal import Terminal
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.errors import EpicRecError
from epicrec_desktop.domain.json_documents import document
from epicrec_desktop.domain.movies import CATEGORIES, category_label
from epicrec_desktop.domain.progress import Job
from epicrec_desktop.privacy.families import FAMILIES
from epicrec_desktop.privacy.posterior_bound import PosteriorBound
from epicrec_desktop.services.period_calendar import Spending
from epicrec_desktop.services.privacy_sentences import spent
from epicrec_desktop.services.release_proposal import WARNINGS
from epicrec_desktop.wiring import Services


@action("show", "Your levels, the privacy budget, and what it means.")
def _show(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    family = services.privacy.mechanism()
    choice = services.privacy.choice()
    budget = services.privacy.budget(choice, job=job)
    chosen = services.privacy.chosen()
    terminal.say(f"Overall: {_named(choice.overall)}{'' if chosen else ', as nobody chose yet'}")
    terminal.table(
        (category_label(name), _named(level)) for name, level in sorted(choice.per_category.items())
    )
    terminal.say(f"Mechanism: {family.title}; months already released keep theirs")
    if budget is not None:
        terminal.say(f"Privacy budget {budget_sentence(budget.epsilon)} {budget.observer}")
    spending = services.ledger.spending()
    terminal.say_each(spent(spending))
    print_causes(spending, terminal)
    terminal.document(
        {
            "overall": choice.overall.value,
            "chosen": chosen,
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


def _named(level: ReleaseLevel) -> str:
    return f"{level.word} ({level.value})"


def print_causes(spending: Spending, terminal: Terminal) -> None:
    """Print why more counts than what is on record, such as a lost copy of the samples."""
    terminal.say_each(WARNINGS[cause] for cause in spending.causes)


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
    option("kind", choices=[*FAMILIES]),
)
def _mechanism(services: Services, options: Namespace, terminal: Terminal, job: Job) -> None:
    services.privacy.use_mechanism(FAMILIES[options.kind])
    _show(services, options, terminal, job)


privacy = Actions(_show, _set, _mechanism)
