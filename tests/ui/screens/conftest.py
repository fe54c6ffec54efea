"""A window's context over fake or real services, for one screen at a time."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from fake_privacy import fake_services
from PySide6.QtWidgets import QFileDialog

from epicrec_desktop import wiring
from epicrec_desktop.history.roots import Environment
from epicrec_desktop.paths import Paths
from epicrec_desktop.ui.context import Context
from epicrec_desktop.ui.tasks import Tasks
from epicrec_desktop.ui.theme import Theme

NOW = datetime(2026, 11, 14, 18, 30, tzinfo=UTC)


@pytest.fixture
def in_context(qapp, qtbot) -> Iterator[Callable[[wiring.Services], Context]]:
    """Makes the context of a page; afterwards its workers are waited for."""
    made: list[Context] = []

    def make(services: wiring.Services) -> Context:
        tasks = Tasks()
        context = Context(services, tasks, Theme(qapp, "light", tasks))
        made.append(context)
        return context

    yield make
    for context in made:
        assert context.tasks.close()
        qapp.processEvents()


@pytest.fixture
def fake(tmp_path: Path) -> wiring.Services:
    """Services in memory."""
    return fake_services(tmp_path)


@pytest.fixture
def real(tmp_path: Path) -> Iterator[wiring.Services]:
    """The real services on an empty folder, on a computer without browsers."""
    home = tmp_path / "home"
    home.mkdir()
    services = wiring.build(
        Paths.under(tmp_path / "data"),
        now=lambda: NOW,
        environment=Environment("linux", home, {}),
    )
    yield services
    services.close()


@pytest.fixture(autouse=True)
def no_file_dialogs(monkeypatch) -> None:
    """A native dialog would wait for a person for ever; none may open unless a test says how."""

    def opened(*_, **__):
        raise AssertionError("a file dialog was opened")

    for name in ("getExistingDirectory", "getOpenFileName", "getSaveFileName"):
        monkeypatch.setattr(QFileDialog, name, opened)
