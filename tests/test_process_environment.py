"""What programs that are not ours get of the environment: the user's, and nothing of a bundle."""

import json
import os
import sys
from pathlib import Path

import pytest

from epicrec_desktop import process_environment
from processes import python

BUNDLE = "/opt/epicrec/_internal"
BOOTLOADER = {
    "LD_LIBRARY_PATH": BUNDLE,
    "_PYI_ARCHIVE_FILE": f"{BUNDLE}/epicrec",
    "_PYI_PARENT_PROCESS_LEVEL": "1",
}

# A program of a bundle: what the bootloader, a hook and Qt's package do is done here.
_BUNDLE = """
import json, os, subprocess, sys

sys.frozen, sys._MEIPASS = True, "/opt/epicrec/_internal"
sys._environment_at_start = dict(os.environ)
from epicrec_desktop import process_environment

os.environ["QT_PLUGIN_PATH"] = sys._MEIPASS + "/plugins"
os.environ["XDG_DATA_DIRS"] = sys._MEIPASS + "/share:" + os.environ.get("XDG_DATA_DIRS", "")
process_environment.prepare()
process_environment.prepare_qt()

def found():
    done = subprocess.run([sys.argv[1]], capture_output=True, text=True, check=True)
    return dict(line.split("=", 1) for line in done.stdout.splitlines())

unasked = found()
with process_environment.for_other_programs():
    other = found()
with process_environment.for_own_programs():
    own = found()
print(json.dumps({"unasked": unasked, "other": other, "own": own, "after": found()}))
"""


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        (BOOTLOADER, {}),
        ({**BOOTLOADER, "LD_LIBRARY_PATH_ORIG": "/opt/own"}, {"LD_LIBRARY_PATH": "/opt/own"}),
        ({**BOOTLOADER, "LD_LIBRARY_PATH_ORIG": ""}, {"LD_LIBRARY_PATH": ""}),
        ({"XDG_ACTIVATION_TOKEN": "once", "PYTHONPATH": "/own"}, {"PYTHONPATH": "/own"}),
    ],
)
def test_the_bootloader_is_undone(given, expected):
    assert process_environment.without_bundle(given, bundle=True) == expected


def test_a_package_leaves_the_library_path_alone():
    given = {"LD_LIBRARY_PATH": "/a", "LD_LIBRARY_PATH_ORIG": "/b", "_PYI_X": "1"}
    assert process_environment.without_bundle(given, bundle=False) == given


@pytest.mark.skipif(os.name == "nt", reason="the fake program is a script of a shell")
@pytest.mark.parametrize("own", [{}, {"LD_LIBRARY_PATH": "/opt/own", "QT_PLUGIN_PATH": "/qt"}])
def test_a_fake_program_gets_what_the_user_has(tmp_path, own):
    fake = tmp_path / "browser"
    fake.write_text("#!/bin/sh\nexec /usr/bin/env\n", encoding="utf-8")
    fake.chmod(0o755)
    users = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", **own}
    original = {"LD_LIBRARY_PATH_ORIG": own["LD_LIBRARY_PATH"]} if own else {}
    root = Path(__file__).parents[1]
    done = python(
        "-c", _BUNDLE, fake, check=True, cwd=root, env={**users, **BOOTLOADER, **original}
    )
    seen = json.loads(done.stdout)
    for environment in seen.values():
        environment.pop("PWD", None)
    assert seen["other"] == users
    assert seen["after"] == users  # Qt may start a browser later
    assert seen["own"] == {**users, "OPENBLAS_NUM_THREADS": "1"}
    # Without being asked, such as a library that starts a helper: no library path either.
    assert seen["unasked"].get("LD_LIBRARY_PATH") == users.get("LD_LIBRARY_PATH")
    assert not any(name.startswith("_PYI") for name in seen["unasked"])


_PORTAL = {
    "dbus-1/services/org.freedesktop.portal.Desktop.service": "[D-BUS Service]",
    "xdg-desktop-portal/portals/gnome.portal": "Interfaces=org.freedesktop.impl.portal.Settings;",
}
_FILES_ALONE = {**_PORTAL, "xdg-desktop-portal/portals/gnome.portal": "Interfaces=a.FileChooser;"}
_CLOSED = dict.fromkeys(("XDG_RUNTIME_DIR", "XDG_DATA_DIRS"), "/" + "x" * 300)
"""Places that cannot be looked at: as of another account's, the system says more than "none"."""
_BUS = {"DBUS_SESSION_BUS_ADDRESS": "unix:path=/run/bus"}


@pytest.mark.skipif(sys.platform != "linux", reason="Wayland is Linux's")
@pytest.mark.parametrize(
    ("given", "files", "expected"),
    [
        ({"XDG_CURRENT_DESKTOP": "ubuntu:GNOME", **_BUS}, {}, "bradient"),
        ({"XDG_CURRENT_DESKTOP": "GNOME"}, _PORTAL, "bradient"),  # no bus to ask it on
        ({"XDG_CURRENT_DESKTOP": "GNOME", **_BUS}, _FILES_ALONE, "bradient"),
        ({"XDG_CURRENT_DESKTOP": "GNOME", **_BUS}, _PORTAL, None),
        ({"XDG_CURRENT_DESKTOP": "GNOME", "FLATPAK_ID": "io.epicrec.desktop"}, {}, None),
        ({"XDG_CURRENT_DESKTOP": "GNOME", "QT_WAYLAND_DECORATION": "own"}, {}, "own"),
        ({"XDG_CURRENT_DESKTOP": "GNOME", **_CLOSED}, {}, "bradient"),
        ({"XDG_CURRENT_DESKTOP": "GNOME", **_CLOSED, **_BUS}, {}, "bradient"),
        ({"XDG_CURRENT_DESKTOP": "KDE"}, {}, None),
        ({}, {}, None),
    ],
)
def test_a_title_bar_without_a_portal_has_its_buttons(
    tmp_path, monkeypatch, given, files, expected
):
    for name, text in files.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    environment = {"XDG_DATA_DIRS": f"{tmp_path}:/nowhere", **given}
    monkeypatch.setattr(os, "environ", environment)
    monkeypatch.setattr(process_environment, "_set_here", set())
    process_environment.prepare_qt()
    assert environment.get("QT_WAYLAND_DECORATION") == expected
