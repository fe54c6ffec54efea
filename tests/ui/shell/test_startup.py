"""Startup: the frame is drawn first, and the services are loaded behind it."""

import json
import os
import threading
import time

import pytest
import shiboken6
from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from epicrec_desktop.domain.errors import CatalogError, StoreError
from epicrec_desktop.domain.history import LibraryStatus
from epicrec_desktop.domain.messages import message
from epicrec_desktop.domain.progress import Progress
from epicrec_desktop.json_files import Damage
from epicrec_desktop.lab.benchmarks import responsive_bench, start_bench, wall_bench
from epicrec_desktop.paths import Paths
from epicrec_desktop.services.library import LibraryPart
from epicrec_desktop.settings import Settings
from epicrec_desktop.ui.shell import pages as pages_module
from epicrec_desktop.ui.shell import preparation
from epicrec_desktop.ui.shell.startup import DamageNotice
from epicrec_desktop.ui.shell.window import MainWindow
from processes import python
from waiting import LIMIT_S

pytestmark = pytest.mark.usefixtures("unpainted")


@pytest.fixture
def frame(qtbot, services) -> MainWindow:
    made = MainWindow(services.paths, services.settings)
    qtbot.addWidget(made)
    yield made
    made.close()


def test_the_frame_is_there_before_the_services(frame, services, qtbot):
    go_on = threading.Event()

    def build():
        assert threading.current_thread() is not threading.main_thread()
        assert go_on.wait(LIMIT_S)
        return services

    frame.open_after_first_paint(build)
    frame.show()
    qtbot.waitUntil(lambda: frame.tasks.busy)
    assert frame.navigation.isVisible()
    assert frame.findChild(QWidget, "page.recommendations") is None
    qtbot.keyClick(frame, Qt.Key.Key_3, Qt.KeyboardModifier.ControlModifier)  # remembered
    go_on.set()
    with qtbot.waitSignal(frame.services_attached):
        pass
    assert frame.services is services
    assert frame.stack.currentWidget().objectName() == "page.privacy"


def test_slow_opening_shows_a_notice(frame, services, qtbot, monkeypatch):
    go_on = threading.Event()
    frame.open_after_first_paint(lambda: (go_on.wait(LIMIT_S), services)[1])
    frame.show()
    assert not frame.service_loader.loading_state.isVisible()
    qtbot.waitUntil(frame.service_loader.loading_state.isVisible)
    assert "opened" in frame.service_loader.loading_state.sentence.text()
    with qtbot.waitSignal(frame.services_attached):
        go_on.set()
    qtbot.waitUntil(lambda: frame.findChild(QWidget, "window.opening") is None)


def test_a_window_closed_while_it_opens_closes_what_was_opened(services, qtbot):
    made = MainWindow(services.paths, services.settings)
    qtbot.addWidget(made)
    started, closing = threading.Event(), threading.Event()

    def build():
        started.set()
        assert closing.wait(LIMIT_S)
        return services

    made.open_after_first_paint(build)
    made.show()
    qtbot.waitUntil(started.is_set)
    close_tasks = made.tasks.close
    made.tasks.close = lambda: (closing.set(), close_tasks())[1]
    made.close()
    assert services.closed
    QApplication.sendPostedEvents(None, QEvent.Type.MetaCall)
    assert made.findChild(QWidget, "page.recommendations") is None


def test_window_reports_data_that_cannot_be_opened(frame, qtbot):
    def build():
        raise StoreError("The database is damaged. It was left as it is.")

    frame.open_after_first_paint(build)
    frame.show()
    qtbot.waitUntil(lambda: frame.findChild(QWidget, "failed") is not None)
    qtbot.waitUntil(lambda: not frame.tasks.busy)
    failed = frame.findChild(QWidget, "failed")
    qtbot.waitUntil(failed.isVisible)
    assert "damaged" in failed.sentence.text()
    qtbot.mouseClick(frame.findChild(QPushButton, "failed.action"), Qt.MouseButton.LeftButton)
    assert not frame.isVisible()


@pytest.mark.slow
def test_a_real_start_tells_when_it_could_be_used(tmp_path):
    """Also that nothing is complained of: a message of Qt would be on stderr."""
    Settings(wizard_step="done").save(Paths.under(tmp_path).settings)
    began = time.monotonic()
    done = python(
        "-m",
        "epicrec_desktop.lab.benchmarks.window_probe",
        "start",
        "--base-dir",
        str(tmp_path),
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
    )
    ended = time.monotonic()
    assert done.returncode == 0
    assert (
        done.stderr.replace("This plugin does not support propagateSizeHints()", "").strip() == ""
    )
    moments = json.loads(done.stdout)
    assert began < moments["first_paint"] < moments["usable"] < ended


@pytest.mark.slow
def test_the_benchmark_of_starts():
    result = start_bench.run(1, on_screen=False)
    (start,) = result["starts"]
    assert result["first_paint_s"] == start["first_paint_s"] < start["usable_s"]
    assert result["display"] == "offscreen"
    # A busy computer adds to the time, hardly to the work; twice what is promised is a fault.
    assert start["cpu_s"] is None or start["cpu_s"] < 2 * start_bench.USABLE_S


@pytest.mark.slow
def test_the_benchmark_of_blocks_in_the_window():
    result = responsive_bench.run(400)
    assert result["scan"]["ticks"] > 5
    assert {"scan", "movies first", "privacy again"} <= result.keys()
    for step in result.values():
        assert 0 < step["longest_cpu_ms"] <= step["longest_ms"]


@pytest.mark.slow
def test_the_benchmark_of_the_wall():
    result = wall_bench.run(400)
    assert result["posters"] == 400
    assert result["frames"] > 100
    assert 1e3 / result["fps"] < result["slowest_ms"]
    assert result["peak_mb"] is None or result["peak_mb"] < 400  # as `PROMISED` says


def test_the_other_services_are_loaded_when_the_user_asks_for_nothing(
    no_preload, frame, services, qtbot, monkeypatch
):
    loaded = []
    monkeypatch.setattr(services, "make_all", lambda cancelled: loaded.append(True))
    frame.attach_services(services)
    frame.show()
    timer = frame.preparation.delay
    timer.start(10**6)
    frame.show_page("privacy")  # begins the delay again
    assert timer.isActive()
    assert timer.remainingTime() > 0
    timer.start(0)
    assert frame.tasks.busy
    frame.preparation.preload()
    assert loaded == [], "a page that is asked for comes first"
    qtbot.waitUntil(lambda: loaded == [True])


def test_damage_of_the_catalog_and_the_model_is_reported_once_the_window_is_there(
    frame, services, qtbot, monkeypatch
):
    damage = [message("The catalog was damaged."), message("The model is damaged.")]
    monkeypatch.setattr(services, "check_public_data", lambda job: damage)
    frame.attach_services(services)
    frame.show()
    frame.preparation.delay.start(0)
    notice = frame.public_damaged
    qtbot.waitUntil(notice.isVisible)
    assert notice.label.text() == "The catalog was damaged. The model is damaged."
    notice.buttons["act"].click()
    assert frame.stack.current_key == "settings"


def test_pages_are_built_once_before_the_user_asks_for_them(frame, services, qtbot, monkeypatch):
    built = []
    build = pages_module.build_page
    monkeypatch.setattr(
        pages_module, "build_page", lambda key, context: built.append(key) or build(key, context)
    )
    frame.attach_services(services)
    frame.show()
    shown = frame.stack.current_key
    frame.preparation.delay.start(0)
    qtbot.waitUntil(lambda: list(frame.stack.built) == list(frame.stack.titles))
    assert frame.stack.current_key == shown
    for key in frame.stack.titles:
        frame.show_page(key)
        assert frame.stack.current_key == key
    assert sorted(built) == sorted(frame.stack.titles)


def build_ahead(frame, services, qtbot):
    """Show the window; return My movies once all pages were built and it has its library."""
    frame.attach_services(services)
    frame.show()
    frame.preparation.delay.start(0)
    qtbot.waitUntil(lambda: list(frame.stack.built) == list(frame.stack.titles))
    movies = frame.stack.built["movies"]
    qtbot.waitUntil(lambda: movies.loader.done and not frame.tasks.busy)
    return movies


@pytest.fixture
def prepared(services, monkeypatch):
    """An entry for each preparation of public data."""
    found = []
    monkeypatch.setattr(services, "prepare_public_data", lambda job: found.append(True))
    return found


def test_public_data_is_prepared_once_and_again_for_another_catalog(
    frame, services, qtbot, prepared
):
    build_ahead(frame, services, qtbot)
    assert len(prepared) == 1
    frame.context.catalog_changed.emit()
    qtbot.waitUntil(lambda: len(prepared) == 2)


def test_a_hidden_window_loads_no_library_and_prepares_no_public_data_until_it_is_shown(
    frame, services, qtbot, prepared
):
    frame.attach_services(services)
    frame.preparation.delay.start(0)
    qtbot.waitUntil(lambda: list(frame.stack.built) == list(frame.stack.titles))
    qtbot.waitUntil(lambda: not frame.tasks.busy)
    assert not frame.stack.built["movies"].loader.done
    assert not prepared
    frame.show()
    qtbot.waitUntil(lambda: len(prepared) == 1)


def test_the_library_is_there_at_the_first_visit_of_its_page(frame, services, qtbot, prepared):
    services.real.context.known_now = 3
    movies = build_ahead(frame, services, qtbot)
    assert services.real.context.known_now == 3, "it waits for the visit"
    loads = []
    movies.loader.loaded.connect(loads.append)
    frame.show_page("movies")
    assert movies.model.rowCount()
    assert movies.news.label.text() == "3 of your films are known now."
    qtbot.waitUntil(lambda: not frame.tasks.busy)
    assert not loads


def test_the_first_movies_found_are_shown_on_a_page_loaded_without_any(
    frame, services, qtbot, prepared
):
    first = next(iter(services.kept()))
    services.empty_library()
    movies = build_ahead(frame, services, qtbot)
    services.real.library.set_status([first], LibraryStatus.CONFIRMED)
    frame.context.library_changed.emit(None)
    frame.show_page("movies")
    qtbot.waitUntil(lambda: bool(movies.model.rowCount()))
    assert movies.model.part is LibraryPart.CONFIRMED


def test_public_data_that_is_damaged_stops_no_page_from_being_built(
    frame, services, qtbot, monkeypatch
):
    def damaged(job):
        raise CatalogError("The question is damaged.")

    monkeypatch.setattr(services, "prepare_public_data", damaged)
    build_ahead(frame, services, qtbot)


def test_a_preparation_waits_for_the_end_of_tasks_without_looking_for_it(
    frame, services, qtbot, prepared
):
    build_ahead(frame, services, qtbot)
    qtbot.waitUntil(lambda: not frame.tasks.busy and not frame.preparation.steps.isActive())
    go_on = threading.Event()
    frame.tasks.run(lambda job: go_on.wait(LIMIT_S))
    frame.context.catalog_changed.emit()
    qtbot.waitUntil(lambda: not frame.preparation.steps.isActive())
    assert len(prepared) == 1
    go_on.set()
    qtbot.waitUntil(lambda: len(prepared) == 2)


def test_a_window_that_was_closed_over_running_work_builds_no_page(
    frame, services, qtbot, monkeypatch
):
    frame.attach_services(services)
    frame.show()
    monkeypatch.setattr(frame.stack, "prepare_next", lambda: False)
    frame.preparation.delay.start(0)
    qtbot.waitUntil(lambda: frame.preparation._preloaded and not frame.tasks.busy)

    def until_cancelled(job):
        while not job.cancelled():
            job.report(Progress("Reading"))

    frame.tasks.run(until_cancelled)
    frame.close()
    qtbot.waitUntil(lambda: not frame.tasks.busy)
    assert not frame.preparation.steps.isActive()


@pytest.fixture
def no_preload(monkeypatch) -> None:
    """Have the window prepare no page by itself."""
    monkeypatch.setattr(preparation, "PRELOAD_DELAY_MS", 10**8)


@pytest.fixture
def prepared_page(no_preload, frame, services) -> tuple[str, QWidget]:
    """A page that is built and not shown yet, with its key."""
    frame.attach_services(services)
    frame.show()
    assert frame.stack.prepare_next()
    ((key, page),) = frame.stack._prepared.items()
    return key, page


def test_a_page_is_shown_whole_while_it_is_prepared(frame, prepared_page):
    key, prepared = prepared_page
    assert not prepared.isVisible()
    frame.show_page(key)
    assert frame.stack.currentWidget() is prepared


SIGNALS = (
    "lists_changed",
    "choice_changed",
    "providers_changed",
    "catalog_changed",
    "released",
    "provider_contacted",
    "recommendations_changed",
    "month_changed",
    "users_changed",
    "protection_settings_changed",
)


def test_a_page_that_was_not_visited_does_no_work_for_a_signal(
    no_preload, frame, services, qtbot, monkeypatch
):
    frame.show_page("activity")
    frame.attach_services(services)
    frame.show()
    run, count = frame.tasks.run, []
    monkeypatch.setattr(
        frame.tasks, "run", lambda *args, **how: count.append(args) or run(*args, **how)
    )

    def work_of_signals():
        found = {}
        for name in ("library_changed", *SIGNALS):
            qtbot.waitUntil(lambda: not frame.tasks.busy)
            count.clear()
            signal = getattr(frame.context, name)
            signal.emit(*[None] * (name == "library_changed"))
            found[name] = len(count)
        return found

    alone = work_of_signals()
    while frame.stack.prepare_next():
        pass
    assert set(frame.stack.built) == set(frame.stack.titles)
    assert work_of_signals() == alone


def test_the_end_of_the_window_drops_prepared_pages(frame, prepared_page, qtbot):
    _, prepared = prepared_page
    frame.close()  # a lock of the library ends the window in the same way
    qtbot.waitUntil(lambda: not shiboken6.isValid(prepared))
    assert not frame.stack._prepared
    assert not frame.preparation.steps.isActive()


def test_a_language_change_drops_prepared_pages(frame, prepared_page, qtbot):
    key, prepared = prepared_page
    frame.context.save_settings(language="de")
    qtbot.waitUntil(lambda: not shiboken6.isValid(prepared))
    assert not frame.stack._prepared
    frame.show_page(key)
    assert frame.stack.currentWidget().title.text() == frame.stack.titles[key]


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (Damage.NONE, None),
        (Damage.RESTORED, "as they were saved last"),
        (Damage.LOST, "so was its copy"),
    ],
)
def test_a_notice_says_what_became_of_damaged_settings(qtbot, damage, words):
    notice = DamageNotice(name="damaged", button=lambda: "Open Settings")
    qtbot.addWidget(notice)
    sentence = Settings(damage=damage).damage_sentence
    notice.show_sentences(filter(None, [sentence]), button=damage is Damage.LOST)
    assert notice.buttons["act"].isHidden() is (damage is not Damage.LOST)
    assert notice.isHidden() is (words is None)
    assert words is None or words in notice.label.text()
    notice.close_button.click()
    assert notice.isHidden()
