"""Writes winget's manifest of the installer in dist/packages: three files, schema 1.12.0.

    python packaging/windows/winget.py --url https://…/releases/download/v1.2.3

`--url` is the folder the installer is published in. A pull request to the community's repository of
manifests takes the files as they are (docs/releasing.md); their sums are in SHA256SUMS.windows.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE.parent))
from packages import NAME, OUT, add_sums, day, sha256, version  # noqa: E402

ID = "EpicRec.EpicRecDesktop"
SCHEMA = "1.12.0"
LOCALE = "en-US"
SCOPES = {"user": "/CurrentUser", "machine": "/AllUsers"}
"""By winget's names, and what installer.nsi calls them."""
EXIT_CODES = {2: "systemNotSupported", 3: "packageInUse"}


def manifests(setup: Path, url: str) -> dict[str, Mapping[str, object]]:
    """Return the documents by their files' names."""
    about = {"PackageIdentifier": ID, "PackageVersion": version()}
    installers = [
        {
            "Architecture": "x64",
            "Scope": scope,
            "InstallerUrl": f"{url.rstrip('/')}/{setup.name}",
            "InstallerSha256": sha256(setup).upper(),
            "InstallerSwitches": {"Custom": switch},
        }
        for scope, switch in SCOPES.items()
    ]
    documents: dict[str, dict[str, object]] = {
        "": {"DefaultLocale": LOCALE, "ManifestType": "version"},
        ".installer": {
            "InstallerType": "nullsoft",
            "MinimumOSVersion": "10.0.17763.0",
            "UpgradeBehavior": "install",
            "ExpectedReturnCodes": [
                {"InstallerReturnCode": code, "ReturnResponse": response}
                for code, response in EXIT_CODES.items()
            ],
            "ProductCode": NAME,  # the key below which Windows lists it
            "ReleaseDate": day(),
            "Installers": installers,
            "ManifestType": "installer",
        },
        f".locale.{LOCALE}": {
            "PackageLocale": LOCALE,
            "Publisher": "The EpicRec Desktop authors",
            "PackageName": "EpicRec",
            "License": "MIT",
            "ShortDescription": "Movie recommendations without handing your history over",
            "ManifestType": "defaultLocale",
        },
    }
    ends = {"ManifestVersion": SCHEMA}
    return {f"{ID}{part}.yaml": about | own | ends for part, own in documents.items()}


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--url", required=True, help="the folder the installer is published in")
    url = parser.parse_args().url
    setup = OUT / f"{NAME}-{version()}-windows-x86_64-setup.exe"
    if not setup.is_file():
        print("There is no installer: make packages-windows", file=sys.stderr)
        return 1
    made = []
    for name, document in manifests(setup, url).items():
        made.append(OUT / name)
        # JSON is YAML.
        made[-1].write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8", newline="\n")
        print(made[-1])
    add_sums(made, OUT / "SHA256SUMS.windows")
    return 0


if __name__ == "__main__":
    sys.exit(main())
