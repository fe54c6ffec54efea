"""`epicrec update`: whether there is a newer version, and whether a file is the one announced."""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path

from epicrec_desktop.cli.terminal import Terminal
from epicrec_desktop.domain.errors import EpicRecError, UpdateError
from epicrec_desktop.domain.plain_text import plain
from epicrec_desktop.domain.progress import IsCancelled
from epicrec_desktop.services.update_check import UpdateAnswer, Verdict, answer_text
from epicrec_desktop.updates.manifest import Artifact
from epicrec_desktop.wiring import Services


def update(
    services: Services, options: argparse.Namespace, terminal: Terminal, cancelled: IsCancelled
) -> int:
    """Ask, tell, and compare a downloaded file with what was signed."""
    sha256 = None if options.file is None else _sha256(options.file.expanduser())
    answer = services.updates.check(cancelled)
    terminal.say(str(answer_text(answer)))
    if answer.verdict is Verdict.NEWER:
        _offer(answer, terminal)
    found = None if sha256 is None else _known(answer, sha256)
    if found is not None:
        terminal.say(f"The file is {found.name}, byte for byte as it was signed.")
    manifest = answer.manifest
    terminal.document(
        {
            "version": answer.own,
            "newest": manifest.version,
            "verdict": answer.verdict.value,
            "issued": manifest.issued.isoformat(),
            "expires": manifest.expires.isoformat(),
            "page": manifest.page,
            "note": answer.note("en"),
            "files": [
                {"name": file.name, "size": file.size, "sha256": file.sha256}
                for file in answer.files
            ],
            "verified": None if found is None else found.name,
        }
    )
    return 0


def _offer(answer: UpdateAnswer, terminal: Terminal) -> None:
    for line in answer.note("en").splitlines():
        terminal.say(f"  {plain(line)}")
    terminal.say(f"It is found at {answer.manifest.page}")
    for file in answer.files:
        terminal.say(f"  {file.name} ({file.size / 1e6:,.1f} MB)")
        terminal.say(f"  SHA-256 {file.sha256}")


def _sha256(file: Path) -> str:
    try:
        with file.open("rb") as stream:
            return hashlib.file_digest(stream, "sha256").hexdigest()
    except OSError:
        raise EpicRecError(
            "{file} cannot be read. Nobody was asked. Give the path of the file you downloaded.",
            file=file,
        ) from None


def _known(answer: UpdateAnswer, sha256: str) -> Artifact:
    """The announced file of this digest; `UpdateError` where there is none."""
    for file in answer.manifest.artifacts:
        if file.sha256 == sha256:
            return file
    raise UpdateError(
        "The file is none of those that were announced with version {newest}: it is damaged, "
        "changed or of another version. Do not install it.",
        newest=answer.manifest.version,
    )
