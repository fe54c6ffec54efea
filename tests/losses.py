"""The exact loss of a library, as its account has it."""

from fractions import Fraction
from typing import Any

from epicrec_desktop.services.account import read_account


def joint_loss(services: Any) -> Fraction:
    """Return the exact loss of one movie to all receivers together, so far."""
    with services.context.database.read() as session:
        return read_account(session).loss
