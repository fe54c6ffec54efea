"""Writes the Flatpak manifest of the archive in dist/packages.

    python packaging/linux/flatpak.py [--url https://…/releases/download/v1.2.3]

Into dist/packages/io.epicrec.desktop.json, and its sum into SHA256SUMS. With `--url` it names the
folder the archive is published in, as a repository of Flatpaks wants it; without, the file beside
it. Then, where Freedesktop's runtime can be had:

    flatpak-builder --user --install build/flatpak dist/packages/io.epicrec.desktop.json

What the program may see is the table of browser folders (`resources/browsers.txt`), to read, and
nothing else of the home folder. A profile elsewhere is chosen in a dialog of the desktop, which
gives access to that folder alone.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1])]
from packages import NAME, OUT, add_sums, sha256, version  # noqa: E402

from epicrec_desktop.history.browser_paths import ROOTS  # noqa: E402

ID = "io.epicrec.desktop"
KEYRING = "org.freedesktop.secrets"
RUNTIME = "25.08"  # maintained until August 2027
PROGRAMS = ("epicrec", NAME)
SHARED = (
    f"applications/{NAME}.desktop",
    f"icons/hicolor/scalable/apps/{NAME}.svg",
    f"metainfo/{ID}.metainfo.xml",
)


def folders() -> list[str]:
    """Where browsers keep their histories on Linux, as Flatpak names places; sorted."""
    bases = {"home": "~", "config": "~/.config", "data": "~/.local/share"}
    return sorted({f"{bases[root.base]}/{root.path}" for root in ROOTS if root.platform == "linux"})


def permissions() -> list[str]:
    """What the sandbox lets the program do."""
    return [
        "--share=network",  # providers, and public catalogs; when is in docs/architecture.md
        "--share=ipc",
        *("--socket=wayland", "--socket=fallback-x11", "--device=dri"),
        "--talk-name=org.kde.StatusNotifierWatcher",  # the icon beside the clock
        "--talk-name=org.freedesktop.Notifications",  # which Qt shows by that icon
        f"--talk-name={KEYRING}",  # the key of an encrypted library
        "--env=QT_QPA_PLATFORMTHEME=xdgdesktopportal",  # dialogs give access to the choice
        *(f"--filesystem={folder}:ro" for folder in folders()),
    ]


def manifest(source: dict[str, Any]) -> dict[str, Any]:
    """Return the manifest for an archive, which is an entry of flatpak-builder's `sources`."""
    place = f"/app/lib/{NAME}"
    return {
        "id": ID,
        "runtime": "org.freedesktop.Platform",
        "runtime-version": RUNTIME,
        "sdk": "org.freedesktop.Sdk",
        "command": NAME,
        "rename-desktop-file": f"{NAME}.desktop",
        "rename-icon": NAME,
        "finish-args": permissions(),
        "modules": [
            {
                "name": NAME,
                "buildsystem": "simple",
                # The bundle was stripped where that can be done: packaging/slimming.py.
                "build-options": {"strip": False, "no-debuginfo": True},
                "build-commands": [
                    f"mkdir -p {place} /app/bin",
                    f"cp -a _internal {' '.join(PROGRAMS)} {place}/",
                    *(f"ln -s {place}/{program} /app/bin/{program}" for program in PROGRAMS),
                    *(f"install -Dm644 share/{file} /app/share/{file}" for file in SHARED),
                ],
                "sources": [source],
            }
        ],
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--url", help="the folder the archive is published in")
    url = parser.parse_args().url
    archives = sorted(OUT.glob(f"{NAME}-{version()}-linux-*.tar.xz"))
    if not archives:
        print("There is no archive: make packages", file=sys.stderr)
        return 1
    archive = archives[0]
    source = {"type": "archive", "sha256": sha256(archive)}
    source |= {"url": f"{url.rstrip('/')}/{archive.name}"} if url else {"path": archive.name}
    target = OUT / f"{ID}.json"
    target.write_text(json.dumps(manifest(source), indent=2) + "\n", encoding="utf-8")
    add_sums([target], OUT / "SHA256SUMS")
    print(target)
    return 0


if __name__ == "__main__":
    sys.exit(main())
