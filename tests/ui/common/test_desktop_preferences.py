"""Less motion and more contrast, as the desktop asks for them: over a real bus, from a portal."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from epicrec_desktop.ui.common import desktop_preferences
from epicrec_desktop.ui.common.desktop_preferences import (
    APPEARANCE,
    GNOME,
    GNOME_A11Y,
    KDE,
    KDE_FACTOR,
    DesktopPreferences,
    DesktopPreferencesWatcher,
    kde_factor,
    parse_preferences,
)
from epicrec_desktop.ui.common.theme import HIGH_LIGHT, Theme
from waiting import LIMIT_S

needs_bus = pytest.mark.skipif(
    sys.platform != "linux" or shutil.which("dbus-daemon") is None,
    reason="needs Linux's dbus-daemon",
)
HERE = Path(__file__).parent


def test_undocumented_portal_values_are_ignored():
    for answered, wanted in (
        ({}, DesktopPreferences()),
        ({(APPEARANCE, "reduced-motion"): 1}, DesktopPreferences(reduced_motion=True)),
        ({(APPEARANCE, "reduced-motion"): 0}, DesktopPreferences()),
        ({(GNOME, "enable-animations"): False}, DesktopPreferences(reduced_motion=True)),
        ({(GNOME, "enable-animations"): True}, DesktopPreferences()),
        ({(KDE, KDE_FACTOR): "0"}, DesktopPreferences(reduced_motion=True)),
        ({(KDE, KDE_FACTOR): 0.5}, DesktopPreferences()),
        ({(APPEARANCE, "contrast"): 1}, DesktopPreferences(high_contrast=True)),
        ({(GNOME_A11Y, "high-contrast"): True}, DesktopPreferences(high_contrast=True)),
        ({(APPEARANCE, "contrast"): True, (GNOME, "enable-animations"): 0}, DesktopPreferences()),
        ({(KDE, KDE_FACTOR): "none", (APPEARANCE, "reduced-motion"): "1"}, DesktopPreferences()),
        ({(KDE, KDE_FACTOR): False, (GNOME_A11Y, "high-contrast"): [1]}, DesktopPreferences()),
    ):
        assert parse_preferences(answered) == wanted, answered


def test_the_factor_is_found_in_kdes_file():
    for text, factor in (
        ("[KDE]\nAnimationDurationFactor=0\n", "0"),
        ("[General]\nAnimationDurationFactor=0\n", None),
        ("[KDE]\nSingleClick=false\nAnimationDurationFactor = 0.5\n[Icons]\n", "0.5"),
        ("[KDE", None),
        ("", None),
    ):
        assert kde_factor(text) == factor, text


@pytest.fixture
def bus() -> Iterator[str]:
    """The address of a session bus with nobody on it."""
    from screen_reader.session import session_bus

    with tempfile.TemporaryDirectory(prefix="preferences-") as folder:
        environment = {**os.environ, "XDG_RUNTIME_DIR": folder}
        with session_bus(Path(folder), environment) as address:
            yield address


@contextmanager
def portal(bus: str, *values: tuple[str, str, str, object], silent: bool = False):
    """The stand-in; it notifies listeners of what it is given."""
    command = [
        sys.executable,
        str(HERE / "desktop_portal.py"),
        bus,
        *(["silent"] if silent else []),
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:

        def tell(*changed: object) -> None:
            process.stdin.write(json.dumps(changed) + "\n")
            process.stdin.flush()

        tell.heard = process.stdout.readline
        tell(*values)
        assert process.stdout.readline() == "ready\n"
        try:
            yield tell
        finally:
            process.terminate()


@pytest.fixture
def follow() -> Iterator[Callable[..., DesktopPreferencesWatcher]]:
    made: list[DesktopPreferencesWatcher] = []

    def begin(bus, **more):
        one = DesktopPreferencesWatcher()
        made.append(one)
        one.begin({"DBUS_SESSION_BUS_ADDRESS": bus, "HOME": "/nowhere", **more})
        return one

    yield begin
    for one in made:
        one.end()
        assert not one._thread.is_alive()


@needs_bus
def test_the_portal_is_asked_and_listened_to(qtbot, bus, follow):
    with portal(bus, (GNOME, "enable-animations", "b", False)) as tell:
        one = follow(bus)
        assert one.now == DesktopPreferences()  # it is not waited for
        qtbot.waitUntil(lambda: one.now == DesktopPreferences(reduced_motion=True))
        tell(APPEARANCE, "contrast", "u", 1)
        qtbot.waitUntil(
            lambda: one.now == DesktopPreferences(reduced_motion=True, high_contrast=True)
        )
        tell(GNOME, "enable-animations", "b", True)
        tell("org.example", "contrast", "u", 0)
        qtbot.waitUntil(lambda: one.now == DesktopPreferences(high_contrast=True))
        tell(APPEARANCE, "reduced-motion", "u", 1)
        tell(APPEARANCE, "contrast", "u", 0)
        qtbot.waitUntil(lambda: one.now == DesktopPreferences(reduced_motion=True))


@needs_bus
def test_a_silent_portal_does_not_delay_the_start(bus, follow, monkeypatch):
    monkeypatch.setattr(desktop_preferences, "ANSWER_S", LIMIT_S)
    with portal(bus, silent=True) as tell:
        one = follow(bus)  # returns before there is an answer, for there is none
        assert tell.heard() == "asked\n"
        assert one._thread.is_alive()
        assert one.now == DesktopPreferences()


@needs_bus
def test_without_portal_or_bus_no_preference_is_set(qtbot, bus, follow):
    ones = [follow(""), follow("unix:path=/nowhere/at/all"), follow("nonsense")]
    alone, changes = follow(bus), []
    alone.changed.connect(lambda: changes.append(alone.now))
    qtbot.waitUntil(lambda: not any(one._thread.is_alive() for one in ones))
    assert {one.now for one in ones} == {DesktopPreferences()}
    with portal(bus, (APPEARANCE, "contrast", "u", 1)) as tell:  # it comes later
        tell(APPEARANCE, "contrast", "u", 1)
        qtbot.waitUntil(lambda: bool(changes))
    assert changes == [DesktopPreferences(high_contrast=True)]


@needs_bus
def test_kdes_file_is_read_on_kde_alone(qtbot, tmp_path, follow):
    (tmp_path / "kdeglobals").write_text("[KDE]\nAnimationDurationFactor=0\n")
    folder = {"XDG_CONFIG_HOME": str(tmp_path)}
    on_kde = follow("", XDG_CURRENT_DESKTOP="KDE", **folder)
    elsewhere = follow("", XDG_CURRENT_DESKTOP="GNOME", **folder)
    qtbot.waitUntil(lambda: on_kde.now == DesktopPreferences(reduced_motion=True))
    qtbot.waitUntil(lambda: not elsewhere._thread.is_alive())
    assert elsewhere.now == DesktopPreferences()


@pytest.fixture
def wished(qapp) -> Iterator[Callable[..., None]]:
    """Has the system of this process wish something."""
    one = desktop_preferences.preferences_watcher()

    def wish(**what):
        one._apply(DesktopPreferences(**what))

    yield wish
    one._apply(DesktopPreferences())


def test_motion_is_reduced_where_the_desktop_asks(qapp, wished):
    before = desktop_preferences.is_motion_reduced()
    wished(reduced_motion=True)
    assert desktop_preferences.is_motion_reduced() or sys.platform == "win32"
    wished()
    assert desktop_preferences.is_motion_reduced() == before


def test_theme_follows_the_contrast_preference(qapp, qtbot, wished):
    Theme(qapp, "system")  # it hears of the change first, and both follow it
    theme = Theme(qapp, "system")
    usual = theme.tokens
    with qtbot.waitSignal(theme.changed):
        wished(high_contrast=True)
    assert theme.tokens is HIGH_LIGHT or theme.tokens.ink == "#ffffff"
    theme.set_appearance("light")
    assert theme.tokens is not HIGH_LIGHT, "who chose an appearance keeps it"
    theme.set_appearance("system")
    wished()
    assert theme.tokens == usual
