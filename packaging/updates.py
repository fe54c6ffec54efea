"""Makes keys for announcements of new versions, signs them, and says whom a package asks.

    python packaging/updates.py key FILE
    python packaging/updates.py sign --key FILE --version 1.2.0 --page https://… [--days 60]
        [--note en=TEXT]… [--after ANNOUNCEMENT] --out ANNOUNCEMENT PACKAGE…
    python packaging/updates.py settings [--address https://… --key PUBLIC…]

`key` writes a new private key, which no backup of the sources and no build machine ever holds, and
prints the public one. `sign` reads the packages and writes what is published at the address; it is
made again before it expires, also if nothing has changed. `settings` writes resources/updates.json
before a package is built; without an address the package has no update checks. More in
docs/packaging.md.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import stat
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))
from nacl.signing import SigningKey  # noqa: E402

from epicrec_desktop.files import create_file, write_file  # noqa: E402
from epicrec_desktop.updates.manifest import (  # noqa: E402
    CONTEXT,
    AcceptedManifest,
    Manifest,
    read,
)
from epicrec_desktop.updates.source import source_of  # noqa: E402

SETTINGS = ROOT / "resources" / "updates.json"
DAYS = 60


class Refused(Exception):  # noqa: N818 - said to whoever runs this
    """Why nothing was written."""


def make_key(file: Path) -> str:
    """Write a new private key, for its owner alone; the public one. Never replaces a file."""
    key = SigningKey.generate()
    create_file(file, key.encode().hex().encode() + b"\n")
    return key.verify_key.encode().hex()


def private_key(file: Path) -> SigningKey:
    """Read a private key. Raises `Refused` where others could read it too."""
    if os.name == "posix" and stat.S_IMODE(file.stat().st_mode) & 0o077:
        raise Refused(f"{file} can be read by others: chmod 600 {file}")
    text = file.read_text(encoding="ascii", errors="replace").strip()
    if not re.fullmatch(r"[0-9a-f]{64}", text):
        raise Refused(f"{file} is no private key of this tool.")
    return SigningKey(bytes.fromhex(text))


def envelope(document: Any, keys: Sequence[SigningKey]) -> bytes:
    """A document with the signatures of these keys, as it is laid at the address."""
    text = json.dumps(document, ensure_ascii=False, sort_keys=True)
    signed = CONTEXT + text.encode("utf-8")
    signatures = [
        {"key": key.verify_key.encode().hex(), "signature": key.sign(signed).signature.hex()}
        for key in keys
    ]
    whole = {"format": 1, "manifest": text, "signatures": signatures}
    return json.dumps(whole, ensure_ascii=False, indent=1).encode("utf-8") + b"\n"


def described(package: Path) -> dict[str, Any]:
    """A package as an announcement names it."""
    system = "windows" if "windows" in package.name or package.suffix == ".exe" else "linux"
    with package.open("rb") as stream:
        digest = hashlib.file_digest(stream, "sha256").hexdigest()
    return {
        "name": package.name,
        "system": system,
        "size": package.stat().st_size,
        "sha256": digest,
    }


def sign(options: argparse.Namespace, now: datetime) -> Manifest:
    """Write an announcement, having read it as the program does."""
    keys = [private_key(file) for file in options.key]
    now = now.replace(microsecond=0)
    document = {
        "version": options.version,
        "issued": now.isoformat(),
        "expires": (now + timedelta(days=options.days)).isoformat(),
        "page": options.page,
        "notes": dict(options.note),
        "artifacts": [described(package) for package in options.packages],
    }
    made = envelope(document, keys)
    trusted = [key.verify_key.encode() for key in keys]
    try:
        manifest = read(made, trusted)
    except ValueError:
        raise Refused("The program would not read this announcement: see its limits.") from None
    if options.after is not None:
        earlier = read(options.after.read_bytes(), trusted)
        if not AcceptedManifest.of(earlier).is_before(manifest):
            raise Refused(f"It does not follow {options.after}, of version {earlier.version}.")
    write_file(options.out, made)
    options.out.chmod(0o644)  # it is for everybody
    return manifest


def settle(address: str | None, keys: Sequence[str], file: Path = SETTINGS) -> None:
    """Write whom a package asks. Raises `Refused`."""
    document = {"address": address, "keys": list(keys)}
    try:
        source_of(document)
    except ValueError as error:
        raise Refused(f"{error}.") from None
    file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8", newline="\n")


def _note(text: str) -> tuple[str, str]:
    language, equals, words = text.partition("=")
    if not equals:
        raise argparse.ArgumentTypeError("a note is LANGUAGE=TEXT")
    return language, words


def _options(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Keys, signatures and settings of update checks.")
    actions = parser.add_subparsers(dest="action", required=True)
    key = actions.add_parser("key", help="make a private key")
    key.add_argument("file", type=Path)
    signing = actions.add_parser("sign", help="sign an announcement of a version")
    signing.add_argument("--key", type=Path, action="append", required=True, metavar="FILE")
    signing.add_argument("--version", required=True)
    signing.add_argument("--page", required=True, help="where people find the packages")
    signing.add_argument("--days", type=int, default=DAYS, help="how long it is valid")
    signing.add_argument("--note", type=_note, action="append", default=[], metavar="en=TEXT")
    signing.add_argument("--after", type=Path, help="the announcement that this one follows")
    signing.add_argument("--out", type=Path, required=True)
    signing.add_argument("packages", type=Path, nargs="+")
    settings = actions.add_parser("settings", help="say whom packages ask")
    settings.add_argument("--address")
    settings.add_argument("--key", action="append", default=[], metavar="PUBLIC")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what is asked; 1 and a sentence where it was refused."""
    options = _options(arguments)
    try:
        if options.action == "key":
            print(make_key(options.file))
        elif options.action == "sign":
            manifest = sign(options, datetime.now(UTC))
            print(f"{manifest.version}, valid until {manifest.expires:%Y-%m-%d}: {options.out}")
        else:
            settle(options.address, options.key)
    except (Refused, OSError) as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
