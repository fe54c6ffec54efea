"""The list of a release, and its bytes: what is shown before, and what is sent."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass

from epicrec_desktop.domain.errors import PrivacyError
from epicrec_desktop.privacy.window import Window
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.services.draws import Receiver, copies_of, issue_windows
from epicrec_desktop.services.payload import Disclosure, choose_movies, disclose, encode
from epicrec_desktop.services.release_inputs import ReleaseInputs


@dataclass(frozen=True)
class Listed:
    """Public ids, what is said besides, and the bytes of both."""

    items: tuple[str, ...]
    said: Disclosure | None
    payload: bytes

    @property
    def sha256(self) -> str:
        """Of the bytes."""
        return hashlib.sha256(self.payload).hexdigest()


def given(windows: Mapping[str, Window], receiver: Receiver) -> dict[str, Window]:
    """The windows once this receiver was given its rung of each."""
    return issue_windows(windows, {}, receiver)


def list_of(
    inputs: ReleaseInputs,
    receiver: Receiver,
    windows: Mapping[str, Window],
    nameable: frozenset[str],
) -> Listed:
    """What a receiver is told from its copies of these windows; the same of the same, to the byte.

    Raises `PrivacyError` for what cannot be put into the format.
    """
    copies = copies_of(receiver, windows)
    items, said = choose_movies(inputs, copies, nameable), disclose(inputs, copies)
    try:
        return Listed(items, said, encode(inputs, items, said))
    except WireError as error:
        raise PrivacyError(
            "The release could not be put into its format ({reason}), so nothing "
            "was sent and nothing was blurred. Please report this as a fault of "
            "the program.",
            reason=str(error),
        ) from None
