"""The newest announcement that was believed, kept so that an older one is not believed later."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from epicrec_desktop.files import write_file
from epicrec_desktop.updates.manifest import Manifest, order

_MOST_BYTES = 4_096


@dataclass(frozen=True)
class AcceptedManifest:
    """What is kept of one announcement."""

    version: str
    issued: datetime
    digest: str

    @classmethod
    def of(cls, manifest: Manifest) -> AcceptedManifest:
        """What is kept of this one."""
        return cls(manifest.version, manifest.issued, manifest.digest)

    def is_before(self, manifest: Manifest) -> bool:
        """Whether the other one follows: made later with no older version, or this very one."""
        if manifest.issued == self.issued:
            return manifest.digest == self.digest
        return manifest.issued > self.issued and order(manifest.version) >= order(self.version)


def load_accepted(file: Path) -> AcceptedManifest | None:
    """What `save_accepted` wrote; None where there is nothing, or nothing that can be read."""
    try:
        with file.open("rb") as stream:
            document = json.loads(stream.read(_MOST_BYTES))
        issued = datetime.fromisoformat(document["issued"]).astimezone(UTC)
        order(document["version"])
        return AcceptedManifest(document["version"], issued, str(document["digest"]))
    except (OSError, ValueError, KeyError, TypeError, OverflowError, RecursionError):
        return None


def save_accepted(file: Path, seen: AcceptedManifest) -> None:
    """Keep it, in one step. Raises `OSError`."""
    document = {
        "version": seen.version,
        "issued": seen.issued.isoformat(),
        "digest": seen.digest,
    }
    write_file(file, json.dumps(document).encode())
