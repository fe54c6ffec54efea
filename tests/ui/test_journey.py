"""From a browser's history to recommendations, by clicking, over the real services."""

from datetime import UTC, datetime

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton

from epicrec_desktop import app
from epicrec_desktop.domain.choices import ReleaseLevel
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.history.sample import write_sample_profile
from epicrec_desktop.paths import Paths
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.privacy.practice import PracticeDialog


@pytest.fixture
def window(qtbot, tmp_path):
    paths = Paths.under(tmp_path / "app")
    settings = Settings(wizard_step="done")
    settings.save(paths.settings)
    made = app.build_window(paths)
    qtbot.addWidget(made)
    made.show()
    yield made
    made.close()


@pytest.mark.slow
def test_scan_confirm_and_recommend(window, qtbot, tmp_path):
    folder = tmp_path / "browser"
    folder.mkdir()
    profile = write_sample_profile(folder, datetime.now(UTC))
    window.services.profiles.set_consent([profile], consent=True)

    def click(name):
        button = window.findChild(QAbstractButton, name)
        assert button.isVisible(), name
        qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
        qtbot.waitUntil(lambda: not window.tasks.busy)

    window.show_page("movies")
    qtbot.waitUntil(lambda: not window.tasks.busy)
    movies = window.page("movies")
    click("movies.empty.action")
    found = movies.model.rowCount()
    assert found > 10
    assert window.navigation.buttons["movies"].badge == found
    click("movies.select_all")
    click("movies.confirm")
    assert window.navigation.buttons["movies"].badge == 0

    window.show_page("recommendations")
    qtbot.waitUntil(lambda: not window.tasks.busy)
    page = window.page("recommendations")
    assert f"{found} movies" in page.subtitle.text()
    assert not window.services.ledger.entries(), "ranking here sends nothing"
    entries = window.services.library.entries(LibraryStatus.CONFIRMED)
    confirmed = {entry.movie.label for entry in entries}
    shown = {f"{s.title} ({s.year})" for row in page.ranking.result.rows for s in row.suggestions}
    assert not shown & confirmed
    assert any(s.because in confirmed for s in page.ranking.result.rows[0].suggestions)

    window.services.privacy.set_overall(ReleaseLevel.ALL)
    click("recommendations.refresh")
    assert "Nothing was sent" in page.subtitle.text()
    assert "Privacy" in page.subtitle.text(), "where it is shown before it is agreed to"
    assert not window.services.ledger.entries(), "a refresh never begins"

    window.show_page("privacy")
    qtbot.waitUntil(window.page("privacy").release.isEnabled)
    assert not window.page("privacy").release.isVisible(), "no service is in use"
    click("privacy.alone.practice")
    dialog = window.findChild(PracticeDialog)
    qtbot.waitUntil(lambda: len(dialog.lists) == 1)
    assert len(dialog.lists[0].items) == found
    dialog.accept()
    assert not window.services.ledger.entries(), "a rehearsal is no release"
    assert window.navigation.released.text() == "No list sent so far"
