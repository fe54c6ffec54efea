"""Open invitations to services: read and judge one, and add its service after a yes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.door.certificates import pem_digests
from epicrec_desktop.files import write_file
from epicrec_desktop.paths import private_folder
from epicrec_desktop.provider.address import on_network, parse_address
from epicrec_desktop.recommend.invitation import Invitation, InvitationError, decode, read_line
from epicrec_desktop.services.context import ServiceContext
from epicrec_desktop.services.providers import FIRST_TRUST, ProviderInfo, ProviderService


@dataclass(frozen=True)
class OpenedInvitation:
    """An invitation that may be said yes to.

    `replaces`: the service of this name and address that is here already; its certificate and key
    would be others. `fingerprints`: SHA-256 of each certificate that comes with it, as each of them
    would be trusted.
    """

    invitation: Invitation
    replaces: ProviderInfo | None
    fingerprints: tuple[str, ...]


class InvitationService:
    """Opens invitations. Nothing is asked of anybody before a yes."""

    def __init__(self, context: ServiceContext, providers: ProviderService) -> None:
        self._context = context
        self._providers = providers

    def open(self, text: str) -> OpenedInvitation:
        """Return what a line says. Changes and sends nothing.

        Raises `ProviderError` for what is no invitation, is too old, has an address or certificate
        that cannot be, or the name or the address of another service that is here.
        """
        try:
            invitation = decode(text)
        except InvitationError:
            raise ProviderError(
                "This is not a whole invitation; nothing was changed. Copy the line once more, "
                "from “epicrec:” to its end, or ask for another one."
            ) from None
        if invitation.expires is not None and invitation.expires < self._context.now().date():
            raise ProviderError(
                "This invitation could be used until {day}; nothing was changed. Ask whoever gave "
                "it to you for another one.",
                day=invitation.expires.isoformat(),
            )
        address = parse_address(invitation.address)
        if not on_network(address):
            raise ProviderError(
                "This invitation leads to no service; nothing was changed. Ask for another one."
            )
        replaced = self._replaced(invitation.name, address)
        fingerprints = pem_digests(invitation.certificate)
        if invitation.certificate and not fingerprints:
            raise ProviderError(
                "The certificate in this invitation is damaged; nothing was changed. Ask for "
                "another one."
            )
        return OpenedInvitation(invitation, replaced, fingerprints)

    def open_file(self, file: Path) -> OpenedInvitation:
        """Return what a file with one line says; raises `ProviderError` as `open` does."""
        return self.open(read_line(file))

    def accept(self, opened: OpenedInvitation) -> ProviderInfo:
        """Add its service, after a yes. Asks nobody. Raises `ProviderError`."""
        invitation = opened.invitation
        certificate = None
        if invitation.certificate:
            folder = private_folder(self._providers.certificates)
            content = invitation.certificate.encode("ascii")
            # By all of it: an invitation must not rewrite the file of another service.
            certificate = folder / f"{hashlib.sha256(content).hexdigest()}.pem"
            write_file(certificate, content)
        return self._providers.add(
            invitation.name,
            invitation.address,
            certificate,
            first_trust=FIRST_TRUST,
            key=invitation.key or None,
        )

    def _replaced(self, name: str, address: str) -> ProviderInfo | None:
        """Return the same service where it is here; a stranger must not take another one's place.

        Raises `ProviderError` where only the name or only the address is known: a key belongs to
        an address, and a person knows a service by its name.
        """
        for info in self._providers.all():
            same_name = info.name.casefold() == name.casefold()
            if same_name and info.address == address:
                return info
            if same_name or info.address == address:
                raise ProviderError(
                    "{provider} is here already, at {address}, and this invitation is for another "
                    "name or address; nothing was changed. If it is right, remove that service "
                    "first.",
                    provider=info.name,
                    address=info.address or info.name,
                )
        return None
