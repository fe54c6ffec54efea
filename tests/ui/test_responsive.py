"""Only workers call services, so that the window never waits for a database or a provider."""

import threading

import pytest

from epicrec_desktop.domain.choices import ReleaseLevel
from ui.agreeing import agree, ask
from ui.fakes import FakeServices, lived_in
from ui.places import PLACES, come_to, rest

pytestmark = pytest.mark.usefixtures("unpainted")

ALLOWED = {"profiles.last_scan"}
"""One row, read once before the window is shown."""


@pytest.fixture
def called(monkeypatch) -> dict[bool, set[str]]:
    """Names of the services called, by whether the window's thread called them."""
    calls: dict[bool, set[str]] = {True: set(), False: set()}
    enter = FakeServices.enter

    def note(self, name, *job):
        calls[threading.current_thread() is threading.main_thread()].add(name)
        enter(self, name, *job)

    monkeypatch.setattr(FakeServices, "enter", note)
    return calls


@pytest.fixture
def services(called, tmp_path) -> FakeServices:
    services = lived_in(tmp_path)
    for calls in called.values():
        calls.clear()
    return services


def test_only_workers_call_services(called, services, window, qtbot):
    for place in PLACES:
        come_to(window, place, qtbot)
    come_to(window, "movies", qtbot).scan()
    rest(window, qtbot)
    privacy = come_to(window, "privacy", qtbot)
    privacy.levels.choose_category("Drama", ReleaseLevel.ALL)
    rest(window, qtbot)
    agree(ask(privacy, qtbot), qtbot)
    rest(window, qtbot)
    recommendations = come_to(window, "recommendations", qtbot)
    recommendations.refresh_button.click()
    rest(window, qtbot)
    recommendations.search.setText("the")
    recommendations.results.refresh()
    rest(window, qtbot)
    expected = {"scan.scan", "releases.preview", "recommend.release", "recommend.refresh"}
    assert called[False] >= expected | {"library.search", "library.entries"}
    assert called[True] <= ALLOWED
    services.library.entries()
    assert "library.entries" in called[True], "a call of the window's thread is noted"
