"""A page loads again when something was announced or written, and not at every visit."""

from epicrec_desktop.ui.activity.page import ActivityPage
from epicrec_desktop.ui.common.page import Freshness


def test_what_was_loaded_is_stale_after_a_write_or_a_signal(real, in_context):
    context = in_context(real)
    fresh = Freshness(context, context.catalog_changed)
    assert fresh.stale, "nothing was loaded yet"
    fresh.begin()
    assert not fresh.stale
    real.library.entries()
    assert not fresh.stale, "reading changes nothing"
    real.library.add(real.library.search_catalog("amélie", 1)[0][0])
    assert fresh.stale
    fresh.begin()
    context.catalog_changed.emit()
    assert fresh.stale


def test_a_write_of_another_program_is_noticed(real, in_context, tmp_path):
    fresh = Freshness(in_context(real))
    fresh.begin()
    wal = real.paths.database.with_name(real.paths.database.name + "-wal")
    wal.write_bytes(wal.read_bytes() + b"\0" if wal.exists() else b"\0")
    assert fresh.stale


def test_activity_reads_the_ledger_once_while_nothing_happens(real, in_context, qtbot, monkeypatch):
    page = ActivityPage(in_context(real))
    qtbot.addWidget(page)
    read = []
    entries = real.ledger.entries
    monkeypatch.setattr(real.ledger, "entries", lambda: (read.append(1), entries())[1])
    for writes, times in ((False, 1), (False, 1), (True, 2)):
        if writes:
            real.library.add(real.library.search_catalog("amélie", 1)[0][0])
        page.activated()
        qtbot.waitUntil(lambda: not page.context.tasks.busy)
        assert len(read) == times
