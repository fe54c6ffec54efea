"""Discovery on invented home folders of Linux and Windows, and paths that a person names."""

import json
import os
from datetime import UTC, datetime
from pathlib import Path

import pytest

from epicrec_desktop.domain.errors import HistoryError
from epicrec_desktop.domain.history import BrowserFamily, BrowserProfile
from epicrec_desktop.history.browser_paths import ROOTS, Environment, Root
from epicrec_desktop.history.discovery import discover, open_profile_at, profile_key
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.paths import reachable
from visits import read_visits

links = pytest.mark.skipif(os.name == "nt", reason="links need a privilege on Windows")


def linux(home: Path, **env: str) -> Environment:
    return Environment("linux", home, env)


def windows(home: Path) -> Environment:
    data = home / "AppData"
    env = {"APPDATA": str(data / "Roaming"), "LOCALAPPDATA": str(data / "Local")}
    return Environment("win32", home, env)


def touch(*files: Path) -> None:
    for file in files:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"SQLite format 3\0")


def labels(environment: Environment) -> list[str]:
    return [f"{p.label} ({p.packaging})" for p in discover(environment)]


STORE = "AppData/Local/Packages/Mozilla.Firefox_n80bbvh6b1yt2"
ARC = "AppData/Local/Packages/TheBrowserCompany.Arc_ttt1ap7aakyb4"
# Where browsers really are, written out: a wrong row of the table fails here.
PLACES = f"""
Chrome | native | .config/google-chrome/Default/History
Chrome Beta | native | .config/google-chrome-beta/Default/History
Chrome Dev | native | .config/google-chrome-unstable/Profile 1/History
Chrome Canary | native | .config/google-chrome-canary/Default/History
Chromium | native | .config/chromium/Default/History
Chromium | snap | snap/chromium/common/chromium/Default/History
Chromium | flatpak | .var/app/org.chromium.Chromium/config/chromium/Default/History
Chrome | flatpak | .var/app/com.google.Chrome/config/google-chrome/Default/History
Edge | native | .config/microsoft-edge/Default/History
Edge Dev | native | .config/microsoft-edge-dev/Default/History
Edge | flatpak | .var/app/com.microsoft.Edge/config/microsoft-edge/Default/History
Brave | native | .config/BraveSoftware/Brave-Browser/Default/History
Brave Nightly | native | .config/BraveSoftware/Brave-Browser-Nightly/Default/History
Brave | snap | snap/brave/current/.config/BraveSoftware/Brave-Browser/Default/History
Brave | flatpak | .var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser/Default/History
Vivaldi | native | .config/vivaldi/Default/History
Vivaldi Snapshot | native | .config/vivaldi-snapshot/Default/History
Vivaldi | flatpak | .var/app/com.vivaldi.Vivaldi/config/vivaldi/Default/History
Opera | native | .config/opera/History
Opera Beta | native | .config/opera-beta/Default/History
Opera | snap | snap/opera/current/.config/opera/History
Opera | flatpak | .var/app/com.opera.Opera/config/opera/History
Firefox | native | .mozilla/firefox/a1.default/places.sqlite
Firefox | native | .config/mozilla/firefox/a1.default/places.sqlite
Firefox | snap | snap/firefox/common/.mozilla/firefox/a1.default/places.sqlite
Firefox | flatpak | .var/app/org.mozilla.firefox/.mozilla/firefox/a1.default/places.sqlite
Firefox | flatpak | .var/app/org.mozilla.firefox/config/mozilla/firefox/a1.default/places.sqlite
Chrome | native | AppData/Local/Google/Chrome/User Data/Default/History
Chrome Beta | native | AppData/Local/Google/Chrome Beta/User Data/Default/History
Chrome Canary | native | AppData/Local/Google/Chrome SxS/User Data/Default/History
Chromium | native | AppData/Local/Chromium/User Data/Default/History
Edge | native | AppData/Local/Microsoft/Edge/User Data/Profile 2/History
Edge Canary | native | AppData/Local/Microsoft/Edge SxS/User Data/Default/History
Brave | native | AppData/Local/BraveSoftware/Brave-Browser/User Data/Default/History
Vivaldi | native | AppData/Local/Vivaldi/User Data/Default/History
Opera | native | AppData/Roaming/Opera Software/Opera Stable/History
Opera GX | native | AppData/Roaming/Opera Software/Opera GX Stable/Default/History
Firefox | native | AppData/Roaming/Mozilla/Firefox/Profiles/a1.default/places.sqlite
Firefox | store | {STORE}/LocalCache/Roaming/Mozilla/Firefox/Profiles/a1.default/places.sqlite
Thorium | native | .config/thorium/Default/History
Zen | native | .zen/a1.default/places.sqlite
Zen | native | .config/zen/a1.default/places.sqlite
Zen | flatpak | .var/app/app.zen_browser.zen/.zen/a1.default/places.sqlite
LibreWolf | native | .librewolf/a1.default/places.sqlite
LibreWolf | native | .config/librewolf/librewolf/a1.default/places.sqlite
Waterfox | native | .waterfox/a1.default/places.sqlite
Floorp | flatpak | .var/app/one.ablaze.floorp/.floorp/a1.x/places.sqlite
Thorium | native | AppData/Local/Thorium/User Data/Default/History
Arc | store | {ARC}/LocalCache/Local/Arc/User Data/Default/History
Zen | native | AppData/Roaming/zen/Profiles/a1.default/places.sqlite
Floorp | native | AppData/Roaming/Floorp/Profiles/a1.default/places.sqlite
"""


@pytest.mark.parametrize("place", PLACES.strip().splitlines())
def test_browser_is_found_in_its_folder(tmp_path, place):
    browser, packaging, file = place.split(" | ")
    touch(tmp_path / file)
    (profile,) = discover((windows if file.startswith("AppData") else linux)(tmp_path))
    assert (profile.browser, profile.packaging) == (browser, packaging)
    assert profile.database == tmp_path / file
    family = "firefox" if file.endswith("places.sqlite") else "chromium"
    assert profile.family is BrowserFamily(family)


def fill(root: Root, environment: Environment) -> None:
    folder = environment.bases(root.base)[0] / root.path.replace("*", "_n80bbvh6b1yt2")
    file = {
        BrowserFamily.CHROMIUM: "Default/History",
        BrowserFamily.FIREFOX: "x.default/places.sqlite",
        BrowserFamily.GNOME_WEB: "ephy-history.db",
        BrowserFamily.QUTEBROWSER: "history.sqlite",
    }[root.family]
    touch(folder / file)


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_every_root_at_once(tmp_path, platform):
    environment = windows(tmp_path) if platform == "win32" else linux(tmp_path)
    rows = [root for root in ROOTS if root.platform == platform]
    for root in rows:
        fill(root, environment)
    found = discover(environment)
    assert [(p.browser, p.packaging) for p in found] == [(r.browser, r.packaging) for r in rows]
    assert len({profile_key(p) for p in found}) == len(rows)


def test_windows_without_its_variables(tmp_path):
    touch(tmp_path / "AppData/Local/Google/Chrome/User Data/Default/History")
    touch(tmp_path / "AppData/Roaming/Opera Software/Opera Stable/History")
    found = labels(Environment("win32", tmp_path, {}))
    assert found == ["Chrome · Default (native)", "Opera · Default (native)"]


def test_a_configuration_folder_elsewhere_and_the_usual_one(tmp_path):
    touch(tmp_path / "cfg/google-chrome/Default/History")
    touch(tmp_path / "cfg/mozilla/firefox/a.new/places.sqlite")
    touch(tmp_path / "home/.config/chromium/Default/History")
    assert labels(linux(tmp_path / "home", XDG_CONFIG_HOME=str(tmp_path / "cfg"))) == [
        "Chrome · Default (native)",
        "Chromium · Default (native)",
        "Firefox · new (native)",
    ]
    assert labels(linux(tmp_path / "home", XDG_CONFIG_HOME="relative")) == [
        "Chromium · Default (native)"
    ]


def test_no_home_and_other_systems(tmp_path):
    assert discover(linux(tmp_path / "not-there")) == []
    assert discover(Environment("sunos5", tmp_path, {})) == []
    assert Environment.current().home == Path.home()


class TestChromium:
    @pytest.fixture
    def root(self, tmp_path) -> Path:
        root = tmp_path / ".config/google-chrome"
        folders = ("Default", "Profile 1", "Guest Profile", "System Profile", "Default/Deeper")
        touch(*(root / f / "History" for f in folders), root / "Snapshots/1/Default/History")
        (root / "Crashpad").mkdir()
        return root

    def test_one_level_deep_and_only_persons(self, root, tmp_path):
        assert labels(linux(tmp_path)) == [
            "Chrome · Default (native)",
            "Chrome · Profile 1 (native)",
        ]

    def test_names_of_local_state(self, root, tmp_path):
        names = {"Default": {"name": "Ada"}, "Profile 1": {"name": "Work\n\u202e 🎬"}}
        state = {"profile": {"info_cache": names}}
        (root / "Local State").write_text(json.dumps(state), encoding="utf-8")
        assert labels(linux(tmp_path)) == ["Chrome · Ada (native)", "Chrome · Work   🎬 (native)"]

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"{",
            b"\xff\xfe\x00",
            b"[]",
            b'{"profile": 1}',
            b'{"profile": {"info_cache": []}}',
            b'{"profile": {"info_cache": {"Default": 3, "Profile 1": {"name": ["x"]}}}}',
            b'{"profile": {"info_cache": {"Default": {"name": ""}, "Gone": {"name": "G"}}}}',
            b"[" * 100_000,
        ],
    )
    def test_damaged_local_state_costs_names_only(self, root, tmp_path, content):
        (root / "Local State").write_bytes(content)
        assert [p.name for p in discover(linux(tmp_path))] == ["Default", "Profile 1"]

    @links
    def test_links_to_the_same_profile_are_one(self, root, tmp_path):
        (root / "Profile 2").symlink_to(root / "Profile 1")
        (tmp_path / ".config/chromium").symlink_to(root)
        (root / "Loop").symlink_to(root / "Loop")
        assert len(discover(linux(tmp_path))) == 2

    def test_a_history_that_is_no_file(self, root, tmp_path):
        (root / "Profile 9" / "History").mkdir(parents=True)
        assert len(discover(linux(tmp_path))) == 2


class TestFirefox:
    @pytest.fixture
    def root(self, tmp_path) -> Path:
        return tmp_path / ".mozilla/firefox"

    def test_profiles_ini_and_listing(self, root, tmp_path):
        far = tmp_path / "disk/far-away"
        touch(
            root / "a1.default/places.sqlite",
            root / "b2.default-release/places.sqlite",
            root / "c3.unlisted/places.sqlite",
            root / "Profiles/d4.Profile 1/places.sqlite",
            far / "places.sqlite",
        )
        (root / "profiles.ini").write_text(
            "[Profile0]\nName=Old\nIsRelative=1\nPath=a1.default\nDefault=1\n"
            "[Profile1]\nName=Everyday\nIsRelative=1\nPath=b2.default-release\n"
            f"[Profile2]\nName=Far\nIsRelative=0\nPath={far}\n"
            "[Profile3]\nName=Gone\nPath=gone\n[Profile4]\nName=No path\n"
            "[InstallABC]\nDefault=b2.default-release\nLocked=1\n",
            encoding="utf-8",
        )
        names = [p.name for p in discover(linux(tmp_path))]
        assert names == ["Everyday", "Old", "Far", "Profile 1", "unlisted"]

    @pytest.mark.parametrize(
        "content",
        [
            b"",
            b"Path=a1.default",
            b"[Profile0",
            b"\xff\xfe[\x00",
            b"[Profile0]\nPath=%(x)s\nName=%\n",
            b"[Profile0]\nPath=a\x00b\nIsRelative=0\n",
            b"[Profile0]\nName=A\n[Profile0]\nName=B\n",
            b"x" * 200_000,
        ],
    )
    def test_damaged_profiles_ini_falls_back_to_listing(self, root, tmp_path, content):
        touch(root / "a1.default/places.sqlite", root / "b2.work/places.sqlite")
        (root / "profiles.ini").write_bytes(content)
        assert sorted(p.name for p in discover(linux(tmp_path))) == ["default", "work"]


class TestNamedPath:
    @pytest.fixture
    def anywhere(self, tmp_path) -> Environment:
        return linux(tmp_path / "nobody")

    def reason(self, path: Path, environment: Environment) -> str:
        with pytest.raises(HistoryError) as caught:
            open_profile_at(path, environment)
        assert str(caught.value).endswith(".")
        return caught.value.reason

    def test_a_profile_folder_or_its_file(self, tmp_path, anywhere):
        touch(tmp_path / "p/History", tmp_path / "f/places.sqlite")
        for path, family in (("p", "chromium"), ("f", "firefox")):
            profile = open_profile_at(tmp_path / path, anywhere)
            assert profile.family is BrowserFamily(family)
            assert open_profile_at(profile.database, anywhere) == profile

    def test_a_user_data_folder(self, tmp_path, anywhere):
        touch(tmp_path / "one/Profile 3/History")
        assert open_profile_at(tmp_path / "one", anywhere).name == "Profile 3"
        touch(tmp_path / "one/Profile 4/History")
        assert self.reason(tmp_path / "one", anywhere) == "several"
        touch(tmp_path / "one/Default/History")
        assert open_profile_at(tmp_path / "one", anywhere).name == "Default"

    def test_a_firefox_folder(self, tmp_path, anywhere):
        touch(tmp_path / "ff/a.one/places.sqlite", tmp_path / "ff/b.two/places.sqlite")
        assert self.reason(tmp_path / "ff", anywhere) == "several"
        ini = tmp_path / "ff/profiles.ini"
        ini.write_text(
            "[Profile1]\nName=Empty\nPath=c.empty\nDefault=1\n[Profile0]\nName=Two\nPath=b.two\n"
        )
        assert open_profile_at(tmp_path / "ff", anywhere).name == "Two"

    def test_folder_without_history_is_no_profile(self, tmp_path, anywhere):
        (tmp_path / "empty").mkdir()
        (tmp_path / "notes.txt").write_text("no history")
        assert self.reason(tmp_path / "gone", anywhere) == "missing"
        assert self.reason(tmp_path / "empty", anywhere) == "no-profile"
        assert self.reason(tmp_path / "notes.txt", anywhere) == "no-profile"
        assert self.reason(tmp_path / "notes.txt/History", anywhere) == "missing"

    @links
    def test_a_link_loop_is_left_for_the_reader_to_tell(self, tmp_path, anywhere):
        (tmp_path / "History").symlink_to(tmp_path / "History")
        assert open_profile_at(tmp_path / "History", anywhere).database == tmp_path / "History"

    def test_a_known_place_keeps_its_browser(self, tmp_path):
        touch(tmp_path / ".config/BraveSoftware/Brave-Browser/Default/History")
        environment = linux(tmp_path)
        (found,) = discover(environment)
        assert found.browser == "Brave"
        assert open_profile_at(found.database.parent.parent, environment) == found

    @links
    def test_the_key_is_of_the_file_not_of_the_way_to_it(self, tmp_path):
        touch(tmp_path / "real/History")
        (tmp_path / "link").symlink_to(tmp_path / "real")

        def key(folder):
            return profile_key(
                BrowserProfile("Any", BrowserFamily.CHROMIUM, folder, tmp_path / folder / "History")
            )

        assert key("link") == key("real") != key("other")
        assert len(key("real")) == 32


def test_a_profile_in_a_deep_folder_is_found_and_read(tmp_path):
    folder = tmp_path
    while len(str(folder)) < 330:
        folder /= "a folder within another one, äöü"
    write_sample_profile(reachable(folder), datetime.now(UTC))
    profile = open_profile_at(folder / "Default")
    with read_visits(profile, tmp_path / "snapshots") as history:
        assert history.total > 0
    assert profile_key(profile) == profile_key(open_profile_at(folder / "Default" / "History"))


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("default-release", "Firefox"),
        ("default-esr", "Firefox"),
        ("Everyday", "Firefox · Everyday"),
        ("default", "Firefox · default"),
    ],
)
def test_default_profile_name_is_hidden(tmp_path, name, shown):
    database = tmp_path / "places.sqlite"
    assert BrowserProfile("Firefox", BrowserFamily.FIREFOX, name, database).label == shown
