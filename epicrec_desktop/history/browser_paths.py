"""Where browsers keep their profiles: one row for each browser, channel and packaging.

Paths are relative to a base of the system (`Environment.bases`); a `*` in them is looked up.
Chromium's come from its docs/user_data_dir.md and the forks' own pages, Firefox's from Mozilla's;
`mozilla/firefox` below the configuration folder is Firefox's default on Linux since version 147.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from epicrec_desktop.domain.history import BrowserFamily

CHROMIUM = BrowserFamily.CHROMIUM
FIREFOX = BrowserFamily.FIREFOX
GNOME_WEB = BrowserFamily.GNOME_WEB
QUTEBROWSER = BrowserFamily.QUTEBROWSER


@dataclass(frozen=True)
class Environment:
    """The system that browsers are looked for on; a test passes an invented one.

    `platform` is `sys.platform`, `home` the person's home folder, `env` the environment variables.
    """

    platform: str
    home: Path
    env: Mapping[str, str]

    @classmethod
    def current(cls) -> Environment:
        """This computer and this person."""
        return cls(sys.platform, Path.home(), dict(os.environ))

    def bases(self, base: str) -> list[Path]:
        """Return the folders that a base of the table stands for, most likely first."""
        if base == "home":
            return [self.home]
        if base in ("config", "data"):  # also the usual one: a browser may be started without it
            named = self.env.get(f"XDG_{base.upper()}_HOME", "")
            usual = self.home / (".config" if base == "config" else ".local/share")
            return [Path(named), usual] if Path(named).is_absolute() else [usual]
        variable, usual = {
            "appdata": ("APPDATA", self.home / "AppData" / "Roaming"),
            "localappdata": ("LOCALAPPDATA", self.home / "AppData" / "Local"),
        }[base]
        return [Path(self.env[variable])] if self.env.get(variable) else [usual]


class Root(NamedTuple):
    """One row of the table."""

    browser: str
    family: BrowserFamily
    platform: str
    packaging: str
    base: str
    path: str


def _linux(browser: str, name: str) -> Root:
    return Root(browser, CHROMIUM, "linux", "native", "config", name)


def _snap(browser: str, path: str, family: BrowserFamily = CHROMIUM) -> Root:
    return Root(browser, family, "linux", "snap", "home", f"snap/{path}")


def _flatpak(browser: str, path: str, family: BrowserFamily = CHROMIUM) -> Root:
    return Root(browser, family, "linux", "flatpak", "home", f".var/app/{path}")


def _local(browser: str, name: str) -> Root:
    return Root(browser, CHROMIUM, "win32", "native", "localappdata", f"{name}/User Data")


def _roaming(browser: str, name: str) -> Root:
    return Root(browser, CHROMIUM, "win32", "native", "appdata", f"Opera Software/{name}")


def _of_firefox(
    browser: str, hidden: str, config: str, flatpak: str, roaming: str
) -> tuple[Root, ...]:
    """Return the places of a Firefox derivative: "~/.zen", "~/.config/zen", flatpak, Windows."""
    return (
        Root(browser, FIREFOX, "linux", "native", "home", f".{hidden}"),
        Root(browser, FIREFOX, "linux", "native", "config", config),
        _flatpak(browser, f"{flatpak}/.{hidden}", FIREFOX),
        _flatpak(browser, f"{flatpak}/config/{config}", FIREFOX),
        Root(browser, FIREFOX, "win32", "native", "appdata", roaming),
    )


ROOTS: tuple[Root, ...] = (
    # Chrome
    _linux("Chrome", "google-chrome"),
    _linux("Chrome Beta", "google-chrome-beta"),
    _linux("Chrome Dev", "google-chrome-unstable"),
    _linux("Chrome Canary", "google-chrome-canary"),
    _flatpak("Chrome", "com.google.Chrome/config/google-chrome"),
    _flatpak("Chrome Dev", "com.google.ChromeDev/config/google-chrome-unstable"),
    _local("Chrome", "Google/Chrome"),
    _local("Chrome Beta", "Google/Chrome Beta"),
    _local("Chrome Dev", "Google/Chrome Dev"),
    _local("Chrome Canary", "Google/Chrome SxS"),
    # Chromium
    _linux("Chromium", "chromium"),
    _snap("Chromium", "chromium/common/chromium"),
    _snap("Chromium", "chromium/current/.config/chromium"),
    _flatpak("Chromium", "org.chromium.Chromium/config/chromium"),
    _flatpak("Chromium", "io.github.ungoogled_software.ungoogled_chromium/config/chromium"),
    _local("Chromium", "Chromium"),
    # Edge
    _linux("Edge", "microsoft-edge"),
    _linux("Edge Beta", "microsoft-edge-beta"),
    _linux("Edge Dev", "microsoft-edge-dev"),
    _linux("Edge Canary", "microsoft-edge-canary"),
    _flatpak("Edge", "com.microsoft.Edge/config/microsoft-edge"),
    _flatpak("Edge Dev", "com.microsoft.EdgeDev/config/microsoft-edge-dev"),
    _local("Edge", "Microsoft/Edge"),
    _local("Edge Beta", "Microsoft/Edge Beta"),
    _local("Edge Dev", "Microsoft/Edge Dev"),
    _local("Edge Canary", "Microsoft/Edge SxS"),
    # Brave
    _linux("Brave", "BraveSoftware/Brave-Browser"),
    _linux("Brave Beta", "BraveSoftware/Brave-Browser-Beta"),
    _linux("Brave Dev", "BraveSoftware/Brave-Browser-Dev"),
    _linux("Brave Nightly", "BraveSoftware/Brave-Browser-Nightly"),
    _snap("Brave", "brave/current/.config/BraveSoftware/Brave-Browser"),
    _snap("Brave", "brave/common/.config/BraveSoftware/Brave-Browser"),
    _flatpak("Brave", "com.brave.Browser/config/BraveSoftware/Brave-Browser"),
    _local("Brave", "BraveSoftware/Brave-Browser"),
    _local("Brave Beta", "BraveSoftware/Brave-Browser-Beta"),
    _local("Brave Dev", "BraveSoftware/Brave-Browser-Dev"),
    _local("Brave Nightly", "BraveSoftware/Brave-Browser-Nightly"),
    # Vivaldi
    _linux("Vivaldi", "vivaldi"),
    _linux("Vivaldi Snapshot", "vivaldi-snapshot"),
    _snap("Vivaldi", "vivaldi/current/.config/vivaldi"),
    _flatpak("Vivaldi", "com.vivaldi.Vivaldi/config/vivaldi"),
    _local("Vivaldi", "Vivaldi"),
    _local("Vivaldi Snapshot", "Vivaldi Snapshot"),
    # Opera: in the roaming folder, and without "User Data"
    _linux("Opera", "opera"),
    _linux("Opera Beta", "opera-beta"),
    _linux("Opera Developer", "opera-developer"),
    _linux("Opera GX", "opera-gx"),
    _snap("Opera", "opera/current/.config/opera"),
    _snap("Opera Beta", "opera-beta/current/.config/opera-beta"),
    _snap("Opera Developer", "opera-developer/current/.config/opera-developer"),
    _flatpak("Opera", "com.opera.Opera/config/opera"),
    _flatpak("Opera GX", "com.opera.opera-gx/config/opera-gx"),
    _roaming("Opera", "Opera Stable"),
    _roaming("Opera Beta", "Opera Next"),
    _roaming("Opera Developer", "Opera Developer"),
    _roaming("Opera GX", "Opera GX Stable"),
    _roaming("Opera Air", "Opera Air Stable"),
    # Firefox: every channel keeps its profiles in the same folder
    Root("Firefox", FIREFOX, "linux", "native", "home", ".mozilla/firefox"),
    Root("Firefox", FIREFOX, "linux", "native", "config", "mozilla/firefox"),
    _snap("Firefox", "firefox/common/.mozilla/firefox", FIREFOX),
    _snap("Firefox", "firefox/common/.config/mozilla/firefox", FIREFOX),
    _snap("Firefox", "firefox/current/.config/mozilla/firefox", FIREFOX),
    _flatpak("Firefox", "org.mozilla.firefox/.mozilla/firefox", FIREFOX),
    _flatpak("Firefox", "org.mozilla.firefox/config/mozilla/firefox", FIREFOX),
    Root("Firefox", FIREFOX, "win32", "native", "appdata", "Mozilla/Firefox"),
    Root(
        "Firefox",
        FIREFOX,
        "win32",
        "store",
        "localappdata",
        "Packages/Mozilla.Firefox*/LocalCache/Roaming/Mozilla/Firefox",
    ),
    # Browsers made of Chromium that keep its layout
    _linux("Thorium", "thorium"),
    _local("Thorium", "Thorium"),
    _local("Arc", "Arc"),
    Root(
        "Arc",
        CHROMIUM,
        "win32",
        "store",
        "localappdata",
        "Packages/TheBrowserCompany.Arc_*/LocalCache/Local/Arc/User Data",
    ),
    # Browsers made of Firefox; the newer ones follow it into the configuration folder
    *_of_firefox("Zen", "zen", "zen", "app.zen_browser.zen", "zen"),
    *_of_firefox(
        "LibreWolf",
        "librewolf",
        "librewolf/librewolf",
        "io.gitlab.librewolf-community",
        "librewolf",
    ),
    *_of_firefox("Waterfox", "waterfox", "waterfox", "net.waterfox.waterfox", "Waterfox"),
    *_of_firefox("Floorp", "floorp", "floorp", "one.ablaze.floorp", "Floorp"),
    # Browsers with a form of their own, one file each
    Root("GNOME Web", GNOME_WEB, "linux", "native", "data", "epiphany"),
    _flatpak("GNOME Web", "org.gnome.Epiphany/data/epiphany", GNOME_WEB),
    Root("qutebrowser", QUTEBROWSER, "linux", "native", "data", "qutebrowser"),
    _flatpak("qutebrowser", "org.qutebrowser.qutebrowser/data/qutebrowser", QUTEBROWSER),
    Root("qutebrowser", QUTEBROWSER, "win32", "native", "appdata", "qutebrowser/data"),
)


def existing_roots(environment: Environment) -> Iterator[tuple[Root, Path]]:
    """Yield the table's folders that are there, in the table's order."""
    for root in ROOTS:
        if root.platform != environment.platform:
            continue
        for base in environment.bases(root.base):
            for folder in sorted(base.glob(root.path)) if "*" in root.path else [base / root.path]:
                if folder_exists(folder):
                    yield root, folder


def folder_exists(path: Path) -> bool:
    """Return whether a folder is there that can be looked into by name; no error if it cannot."""
    try:
        return path.is_dir()
    except OSError:
        return False
