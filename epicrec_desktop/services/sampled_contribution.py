"""A contribution as it was sampled: its bytes, their content, and who was given them."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from epicrec_desktop.domain.errors import StoreError
from epicrec_desktop.domain.json_text import month
from epicrec_desktop.privacy.accountant import Contributed
from epicrec_desktop.recommend.wire_contribution import (
    MAX_CONTRIBUTION_BYTES,
    Contribution,
    parse_contribution,
)
from epicrec_desktop.recommend.wire_schema import WireError
from epicrec_desktop.store.database_errors import ODD


@dataclass(frozen=True)
class Recipient:
    """A contribution given to one receiver: under which random id, and its provider's name."""

    id: UUID
    name: str


@dataclass(frozen=True)
class SampledContribution:
    """The bytes of a period's contribution, their content, and who was given them, by address."""

    payload: bytes
    disclosure: Contribution
    issued: Mapping[str, Recipient] = field(default_factory=dict)

    @classmethod
    def of(cls, payload: bytes) -> SampledContribution:
        """Return one that nobody was given yet. Raises `WireError`."""
        return cls(payload, parse_contribution(payload))

    @classmethod
    def from_dict(cls, document: Mapping[str, Any]) -> SampledContribution:
        """Return what `to_dict` wrote; else raises `ValueError`, `LookupError` or `TypeError`."""
        payload = document["payload"].encode("ascii")
        if len(payload) > MAX_CONTRIBUTION_BYTES:
            raise ValueError("no contribution is as long")
        if hashlib.sha256(payload).hexdigest() != document["sha256"]:
            raise ValueError("the bytes are other ones")
        issued = {
            str(receiver): Recipient(UUID(given["id"]), str(given["name"]))
            for receiver, given in document["issued"].items()
        }
        try:
            return cls(payload, parse_contribution(payload), issued)
        except WireError:
            raise ValueError("no contribution") from None

    def to_dict(self) -> dict[str, Any]:
        """Return the contribution as JSON."""
        issued = {
            receiver: {"id": str(given.id), "name": given.name}
            for receiver, given in self.issued.items()
        }
        sha256 = hashlib.sha256(self.payload).hexdigest()
        return {"payload": self.payload.decode("ascii"), "sha256": sha256, "issued": issued}

    def issue(self, receiver: str, name: str, identifier: UUID) -> SampledContribution:
        """Return the same, given to this receiver; under the id it has there, if it was before."""
        known = self.issued.get(receiver)
        given = Recipient(identifier if known is None else known.id, name)
        return replace(self, issued={**self.issued, receiver: given})

    @property
    def account(self) -> Contributed:
        """Return what it costs, for each movie of its list, as the accountant takes it."""
        return Contributed(self.disclosure.epsilon, frozenset(self.issued))


def contributions_of(documents: Mapping[str, Mapping[str, Any]]) -> dict[str, SampledContribution]:
    """Return stored contributions by period. Raises `StoreError` where one is damaged."""
    try:
        return {
            month(name): SampledContribution.from_dict(document)
            for name, document in documents.items()
        }
    except ODD:
        raise StoreError(
            "The random answers of your contributions are damaged in the database, so nothing "
            "was sent. Restore a copy of it, or erase everything to start anew."
        ) from None
