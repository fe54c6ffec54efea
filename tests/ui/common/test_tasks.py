"""Work off the screen's thread: where it runs, what comes back, and that it can be stopped."""

import gc
import logging
import threading
import weakref

import pytest
from PySide6.QtCore import QAbstractEventDispatcher, QEventLoop, QThread
from PySide6.QtWidgets import QWidget

from epicrec_desktop.domain.errors import ProviderError
from epicrec_desktop.domain.progress import Progress
from epicrec_desktop.ui.common.progress import ProgressStrip
from epicrec_desktop.ui.common.tasks import DATABASE, LONG, NETWORK, Tasks
from waiting import LIMIT_S, wait_until


@pytest.fixture
def tasks(qapp):
    made = Tasks()
    yield made
    assert made.close()
    made.deleteLater()


class Heard:
    """Collects what a task says, in order."""

    def __init__(self) -> None:
        self.events: list[tuple[str, object]] = []

    def slots(self):
        def hear(kind):
            return lambda *value: self.events.append((kind, value[0] if value else None))

        return {f"on_{k}": hear(k) for k in ("result", "error", "cancelled", "finished")}

    @property
    def kinds(self):
        return [kind for kind, _ in self.events]


def until_cancelled(job):
    wait_until(job.check, "it was not cancelled")


def test_work_runs_elsewhere_and_its_result_comes_back_here(qtbot, tasks):
    threads = []
    heard = Heard()

    def work(job):
        threads.append(threading.get_ident())
        return 42

    task = tasks.run(work, **heard.slots())
    task.result.connect(lambda _: threads.append(threading.get_ident()))
    assert tasks.busy
    qtbot.waitUntil(lambda: not tasks.busy)
    assert heard.events == [("result", 42), ("finished", None)]
    assert threads[0] != threading.get_ident()
    assert threads[1] == threading.get_ident()


@pytest.mark.parametrize("queue", [DATABASE, NETWORK, LONG])
def test_one_queue_works_in_order_and_never_side_by_side(qtbot, tasks, queue):
    order, threads = [], set()

    def work(number):
        def run(job):
            threads.add(threading.get_ident())
            order.append(number)

        return run

    for number in range(8):
        tasks.run(work(number), queue=queue)
    qtbot.waitUntil(lambda: not tasks.busy)
    assert order == list(range(8))
    assert len(threads) == 1


def test_a_long_task_does_not_keep_the_database_waiting(qtbot, tasks):
    heard = Heard()
    long = tasks.run(until_cancelled, queue=LONG)
    tasks.run(lambda job: "quick", **heard.slots())
    qtbot.waitUntil(lambda: "result" in heard.kinds)
    long.cancel()
    qtbot.waitUntil(lambda: not tasks.busy)


def test_a_sentence_for_people_is_handed_on(qtbot, tasks, caplog):
    def work(job):
        raise ProviderError("The provider did not answer. Nothing was sent.")

    heard = Heard()
    tasks.run(work, **heard.slots())
    qtbot.waitUntil(lambda: not tasks.busy)
    assert heard.events[0] == ("error", "The provider did not answer. Nothing was sent.")
    assert not caplog.records


def test_unexpected_error_text_reaches_neither_screen_nor_log(qtbot, tasks, caplog):
    secret = "https://www.imdb.com/title/tt0133093/"

    def work(job):
        raise ValueError(secret)

    heard = Heard()
    logging.getLogger("epicrec_desktop").propagate = True
    with caplog.at_level(logging.ERROR):
        tasks.run(work, **heard.slots())
        qtbot.waitUntil(lambda: not tasks.busy)
    kind, sentence = heard.events[0]
    assert kind == "error"
    assert "Something went wrong that should not have" in str(sentence)
    assert secret not in str(sentence)
    assert "ValueError" in caplog.text
    assert "test_tasks.py" in caplog.text
    assert secret not in caplog.text


def test_cancelling_is_a_silent_state(qtbot, tasks):
    heard = Heard()
    task = tasks.run(until_cancelled, **heard.slots())
    waiting = Heard()
    behind = tasks.run(until_cancelled, **waiting.slots())
    behind.cancel()
    task.cancel()
    qtbot.waitUntil(lambda: not tasks.busy)
    assert heard.kinds == ["cancelled", "finished"]
    assert waiting.kinds == ["cancelled", "finished"]


def test_a_flood_of_progress_reaches_the_screen_thinned_and_last_one_last(qtbot, tasks):
    flooded = threading.Event()

    def work(job):
        for done in range(20_000):
            job.report(Progress("Reading", done + 1, 20_000))
        flooded.set()

    reports = []
    tasks.run(work).progress.connect(reports.append)
    assert flooded.wait(LIMIT_S)  # no event is processed meanwhile
    qtbot.waitUntil(lambda: not tasks.busy)
    assert reports == [Progress("Reading", 20_000, 20_000)]


def workers():
    return {thread for thread in threading.enumerate() if thread.name.startswith("tasks.")}


def test_closing_cancels_and_waits_and_says_nothing_more(qapp):
    of_others = workers()  # pages that a module's tests share stay open
    tasks = Tasks()
    heard = Heard()
    started = threading.Event()

    def work(job):
        started.set()
        until_cancelled(job)

    tasks.run(work, **heard.slots())
    assert started.wait(LIMIT_S)
    assert tasks.close()
    assert workers() <= of_others
    qapp.processEvents()
    assert heard.kinds == ["finished"]
    late = Heard()
    tasks.run(lambda job: 1, **late.slots())
    qapp.processEvents()
    assert late.kinds == ["finished"]
    tasks.deleteLater()


def test_a_task_is_let_go_while_its_worker_is_still_posting(qtbot, tasks):
    """The screen may be quicker than the end of an emission: many short ones, one after another."""
    done = []
    for number in range(1_000):
        tasks.run(lambda job, n=number: job.report(Progress("P", n)), on_result=done.append)
        if number % 50 == 0:
            qtbot.waitUntil(lambda: not tasks.busy)
    qtbot.waitUntil(lambda: not tasks.busy)
    assert len(done) == 1_000


def test_a_result_may_start_more_work(qtbot, tasks):
    done = []

    def again(_):
        assert QThread.currentThread() is tasks.thread()
        tasks.run(lambda job: "second", on_result=done.append)

    tasks.run(lambda job: "first", on_result=again)
    qtbot.waitUntil(lambda: done == ["second"])
    qtbot.waitUntil(lambda: not tasks.busy)


def test_garbage_of_a_worker_is_collected_while_no_event_comes(tasks):
    """The event loop waits; nothing but the end of the work would wake it."""
    collected, waits, results, loop = threading.Event(), threading.Event(), [], QEventLoop()
    QAbstractEventDispatcher.instance().aboutToBlock.connect(waits.set)

    def work(job):
        assert waits.wait(LIMIT_S)
        cycle = Heard()
        cycle.itself = cycle
        weakref.finalize(cycle, collected.set)
        del cycle
        kept = [[] for _ in range(200_000)]
        return collected.wait(LIMIT_S) and bool(kept)

    tasks.run(work, on_result=results.append, on_finished=loop.quit)
    loop.exec()
    QAbstractEventDispatcher.instance().aboutToBlock.disconnect(waits.set)
    assert results == [True]


def test_widgets_in_a_cycle_are_destroyed_on_the_gui_thread(qtbot, monkeypatch):
    """Python's collector by itself runs on the worker that allocates."""
    monkeypatch.setattr(gc, "get_threshold", lambda: (10, 2, 2))
    gc.freeze()  # what other tests left is not this one's to destroy
    gc.enable()
    tasks, threads = Tasks(), []
    widget = QWidget()
    widget.itself = widget
    weakref.finalize(widget, lambda: threads.append(threading.current_thread()))
    del widget
    allocated = [[] for _ in range(10)]
    tasks.run(lambda job: allocated.extend([] for _ in range(200_000)))
    qtbot.waitUntil(lambda: not tasks.busy and bool(threads))
    assert threads == [threading.main_thread()]
    assert tasks.close()


def test_a_strip_shows_the_task_that_it_followed_last(qtbot, tasks):
    strip = ProgressStrip(name="strip")
    qtbot.addWidget(strip)
    ends = {queue: threading.Event() for queue in (DATABASE, LONG)}
    started = [
        tasks.run(lambda job, end=end: end.wait(LIMIT_S), queue=queue)
        for queue, end in ends.items()
    ]
    for task in started:
        strip.follow(task, "Looking")
    with qtbot.waitSignal(started[0].finished):
        ends[DATABASE].set()
    assert not strip.isHidden()
    with qtbot.waitSignal(started[1].finished):
        ends[LONG].set()
    assert strip.isHidden()
