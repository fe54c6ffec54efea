"""One person's way through the real window to a real service over HTTP, and back."""

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest

pytest.importorskip("PySide6", reason="this test opens the window")
pytest.importorskip("pytestqt", reason="this test opens the window")
pytest.importorskip("fastapi", reason="this test runs the service (extra: server)")

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLineEdit, QListView, QWidget

from epicrec_desktop.app import build_window
from epicrec_desktop.catalog.starter import load_starter
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.paths import Paths
from epicrec_desktop.recommend.knowledge_model import KnowledgeModel
from epicrec_desktop.ui.privacy.practice import PracticeDialog
from epicrec_desktop.ui.privacy.release_dialog import ReleaseDialog
from epicrec_desktop.ui.shell.window import MainWindow
from relay import Relay, relayed
from service_world import running
from waiting import LIMIT_MS

pytestmark = [
    pytest.mark.qt,
    pytest.mark.slow,
    pytest.mark.qt_log_ignore("This plugin does not support propagateSizeHints", extend=True),
]


@pytest.fixture
def service(tmp_path) -> Iterator[Relay]:
    """The reference service on a port of its own, and the line to it."""
    catalog = load_starter()
    model = KnowledgeModel.from_catalog(catalog, ())
    database = f"sqlite:///{tmp_path / 'service.sqlite3'}"
    with running(catalog, model, database=database) as address, relayed(address) as relay:
        yield relay


@pytest.fixture
def home(tmp_path, monkeypatch) -> Path:
    """A person's home with one browser in it."""
    folder = tmp_path / "home"
    write_sample_profile(folder / ".config" / "chromium", datetime.now(UTC))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("USERPROFILE", str(folder))
    return folder


class LocalUser:
    """Finds controls by their stable names and clicks them, as anybody's test could."""

    def __init__(self, window: MainWindow, qtbot) -> None:
        self.window = window
        self.qtbot = qtbot

    def control(self, name: str, kind: type[QWidget] = QWidget) -> QWidget:
        def visible() -> list[QWidget]:
            return [w for w in self.window.findChildren(kind, name) if w.isVisible()]

        self.qtbot.waitUntil(lambda: bool(visible()), timeout=LIMIT_MS)
        return visible()[0]

    def click(self, name: str) -> None:
        button = self.control(name, QAbstractButton)
        self.qtbot.waitUntil(button.isEnabled, timeout=LIMIT_MS)
        self.qtbot.mouseClick(button, Qt.MouseButton.LeftButton)

    def type(self, name: str, text: str) -> None:
        field = self.control(name, QLineEdit)
        field.setFocus()
        self.qtbot.keyClicks(field, text)

    def rest(self) -> None:
        self.qtbot.waitUntil(lambda: not self.window.tasks.busy, timeout=LIMIT_MS)

    def until(self, happened: Callable[[], bool]) -> None:
        self.qtbot.waitUntil(happened, timeout=LIMIT_MS)


def first_run(person: LocalUser) -> None:
    """Three clicks: a tick, which is the consent; look; keep what is found."""
    services = person.window.services
    person.control("wizard.profiles.list")
    person.rest()
    assert not any(known.consent for known in services.profiles.discover())
    person.click("wizard.profiles.0")
    person.click("wizard.next")
    person.control("wizard.movies.played")
    person.rest()
    person.click("wizard.next")
    person.rest()


def test_from_the_first_run_to_a_release_over_http(home, service, tmp_path, qtbot):
    window = build_window(Paths.under(tmp_path / "base"))
    qtbot.addWidget(window)
    window.resize(1280, 800)
    window.show()
    person = LocalUser(window, qtbot)
    services = window.services

    first_run(person)
    confirmed = services.library.entries(LibraryStatus.CONFIRMED)
    assert len(confirmed) > 20
    assert services.settings.wizard_step == "done"
    (first, *_) = services.library.last_recommendations().rows
    assert {one.because for one in first.suggestions} & {e.movie.label for e in confirmed}
    assert not services.ledger.entries(), "nothing is drawn before a release was agreed to"

    person.click("nav.privacy")
    person.rest()
    person.click("privacy.alone.practice")  # without a service there is a rehearsal
    person.control("privacy.practice.wall")
    person.rest()
    rehearsed = window.findChild(PracticeDialog).lists[0].numbers
    person.click("privacy.practice.close")
    assert not services.ledger.entries()

    person.click("nav.settings")
    person.click("settings.part.services")
    person.click("settings.providers.open")
    person.type("settings.provider.name", "Loopback")
    person.type("settings.provider.address", service.address)
    person.click("settings.provider.add")
    person.until(lambda: any(p.name == "Loopback" for p in services.providers.all()))
    person.rest()
    services.providers.choose("Loopback")
    window.context.providers_changed.emit()

    person.click("nav.privacy")
    person.rest()
    assert not services.privacy.chosen(), "a rehearsal chooses nothing"
    person.click("privacy.level.perturbed")
    person.rest()
    assert services.privacy.choice().overall is ReleaseLevel.PERTURBED
    person.click("privacy.release")
    person.control("privacy.confirm.heading")
    dialog = window.findChild(ReleaseDialog)
    person.until(dialog.yes.isEnabled)
    shown = {movie.wire_id for movie in dialog.preview.items}
    seen = dialog.preview.proposal.sha256
    assert b"POST " not in service.sent, "nobody said yes"
    person.click("privacy.confirm.yes")
    person.until(lambda: len(services.ledger.entries()) == 1)
    person.rest()
    second = services.ledger.entries()[0]
    assert second.release.provider == "Loopback"
    assert len(second.sent) == 1
    assert second.error is None
    payload = json.loads(second.release.payload)
    # What was shown is what came over the line, byte for byte.
    (body,) = re.findall(
        rb"POST [^\r]*\r\n(?:[^\r]+\r\n)+\r\n(\{.*?\})(?=GET |$)", service.sent, re.S
    )
    assert hashlib.sha256(body).hexdigest() == seen
    assert set(json.loads(body)["profile"]) == shown
    # The same question as in the rehearsal, with noise of its own.
    asked = payload["release"]
    assert asked["counts"].keys() == rehearsed.keys()
    assert asked["counts"] != rehearsed

    person.click("nav.recommendations")
    person.rest()
    latest = services.library.last_recommendations()
    assert {row.ranked for row in latest.rows} == {"here", "provider"}
    watched = {e.movie.wire_id for e in confirmed}
    assert not watched & {s.wire_id for row in latest.rows for s in row.suggestions}

    person.click("nav.activity")
    person.rest()
    entries = person.control("activity.list", QListView)
    assert entries.model().rowCount() == 1, "a rehearsal is none"
    assert window.close()
