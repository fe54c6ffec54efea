"""The list of a release, and its bytes: what is shown before, and what is sent."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.privacy.window import Period
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.services.draws import Receiver, issue_periods, receiver_copies
from epicrec_desktop.services.payload import Disclosure, build_disclosure, choose_movies, encode
from epicrec_desktop.services.release_inputs import ReleaseInputs


@dataclass(frozen=True)
class ReleaseList:
    """Public ids, what is said besides, and the bytes of both."""

    items: tuple[str, ...]
    disclosure: Disclosure | None
    payload: bytes

    @property
    def sha256(self) -> str:
        """Of the bytes."""
        return hashlib.sha256(self.payload).hexdigest()


def issue_to(periods: Mapping[str, Period], receiver: Receiver) -> dict[str, Period]:
    """The windows once this receiver was given its rung of each."""
    return issue_periods(periods, {}, receiver)


def build_list(
    inputs: ReleaseInputs,
    receiver: Receiver,
    periods: Mapping[str, Period],
    known_to_provider: frozenset[str],
) -> ReleaseList:
    """What a receiver is told from its copies of these windows; the same of the same, to the byte.

    Raises `PrivacyError` for what cannot be put into the format.
    """
    copies = receiver_copies(receiver, periods)
    items, disclosure = (
        choose_movies(inputs, copies, known_to_provider),
        build_disclosure(inputs, copies),
    )
    try:
        return ReleaseList(items, disclosure, encode(inputs, items, disclosure))
    except WireError as error:
        raise PrivacyError(
            "The release could not be put into its format ({reason}), so nothing "
            "was sent and nothing was blurred. Please report this as a fault of "
            "the program.",
            reason=str(error),
        ) from None
