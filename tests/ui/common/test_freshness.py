"""A page loads again when something was announced or written, and not at every visit."""

import sqlite3
from contextlib import closing

import pytest

from epicrec_desktop.store.choices import StateRepository
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


def test_a_write_that_follows_from_the_rest_is_not_noticed(real, in_context):
    """The first preview stores its budget, and changes nothing that a page shows."""
    fresh = Freshness(in_context(real))
    database = real.context.database
    for value in "ab":
        fresh.begin()
        with database.write(noticed=False) as session:
            StateRepository(session).put("test", value)
        assert not fresh.stale
    with database.write() as session:
        StateRepository(session).put("test", "c")
    assert fresh.stale


@pytest.mark.parametrize("before", [True, False])
def test_a_write_of_another_beside_such_a_write_is_noticed(real, in_context, before, monkeypatch):
    fresh = Freshness(in_context(real))
    fresh.begin()
    database = real.context.database

    def write_elsewhere():
        with closing(sqlite3.connect(database.path)) as other:
            other.execute("INSERT INTO state VALUES ('test', 'theirs')")
            other.commit()

    stamps = database._stamps

    def late_stamps():  # committed between a write of this program and the look at the file
        monkeypatch.undo()
        write_elsewhere()
        return stamps()

    if before:
        write_elsewhere()
    with database.write(noticed=False) as session:
        StateRepository(session).put("own", "ours")
        if not before:
            monkeypatch.setattr(database, "_stamps", late_stamps)
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
