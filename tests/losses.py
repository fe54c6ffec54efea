"""What a library sampled and what that costs, as the program itself has it."""

from fractions import Fraction
from typing import Any

from epicrec_desktop.privacy.accountant import Account
from epicrec_desktop.privacy.period import Period
from epicrec_desktop.services.account import read_account
from epicrec_desktop.services.periods import read_periods
from epicrec_desktop.store.samples import SampleRepository


def account_of(services: Any) -> Account:
    with services.context.database.read() as session:
        return read_account(session)


def joint_loss(services: Any) -> Fraction:
    """Return the exact loss of one movie to all receivers together, so far."""
    return account_of(services).loss


def causes_of(services: Any) -> list[str]:
    """Why losses beside the stored periods count."""
    with services.context.database.read() as session:
        return [loss.why for loss in SampleRepository(session).read().prior_losses]


def periods_of(services: Any) -> dict[str, Period]:
    """The sampled periods, by name."""
    with services.context.database.read() as session:
        return read_periods(session)
