"""The log: one record, one line, nothing that a terminal obeys; and it goes on."""

import logging
import os
from collections.abc import Iterator
from logging.handlers import RotatingFileHandler
from pathlib import Path
from unittest.mock import Mock

import pytest

from epicrec_desktop import logs
from epicrec_desktop.paths import Paths


@pytest.fixture
def logger(tmp_path) -> Iterator[logging.Logger]:
    logger = logging.getLogger(logs.ROOT)
    earlier = list(logger.handlers)
    logger.handlers.clear()
    logs.configure(Paths.under(tmp_path))
    yield logger
    for handler in logger.handlers:
        handler.close()
    logger.handlers[:] = earlier
    logger.propagate = True


@pytest.fixture
def log(tmp_path) -> Path:
    return Paths.under(tmp_path).logs / "epicrec.log"


def fill(logger: logging.Logger) -> None:
    for number in range(6000):
        logger.info(
            "a line of which there are many, so that the file is full at some time %d", number
        )


def test_a_full_log_makes_way_for_a_new_one(logger, log):
    fill(logger)
    logger.info("the last line")
    names = sorted(file.name for file in log.parent.iterdir())
    assert names == ["epicrec.log", "epicrec.log.1"]
    assert "the last line" in log.read_text("utf-8")


def test_a_log_that_cannot_be_renamed_goes_on(logger, log, monkeypatch, capfd):
    """On Windows another process that has it open is in the way."""
    refuse = Mock(side_effect=PermissionError(13, "used by another process"))
    monkeypatch.setattr(os, "rename", refuse)
    fill(logger)
    logger.info("the last line")
    kept = log.read_text("utf-8")
    assert "the last line" in kept
    assert len(kept) > 512_000
    assert capfd.readouterr().err == ""


def test_a_name_from_outside_begins_no_line_and_holds_no_escape():
    formatter = logs.PlainFormatter("%(levelname)s %(message)s")
    record = logging.LogRecord(
        "x", logging.INFO, "", 0, "Fetched %s", ("\x1b[2Ja\nERROR all\u202e\0\ud800",), None
    )
    line = formatter.format(record)
    assert line == "INFO Fetched \ufffd[2Ja ERROR all\ufffd\ufffd"


def test_a_traceback_keeps_its_lines():
    formatter = logs.PlainFormatter("%(message)s")
    try:
        raise ValueError("\x1b[2J")
    except ValueError as error:
        record = logging.LogRecord(
            "x", logging.ERROR, "", 0, "no", (), (type(error), error, error.__traceback__)
        )
    text = formatter.format(record)
    assert "\nTraceback" in text
    assert "\x1b" not in text


def test_the_programs_own_log_is_written_so(logger, log):
    logging.getLogger(f"{logs.ROOT}.test").warning("a\nb\x1b")
    assert log.read_text("utf-8").endswith("a b\ufffd\n")


def test_log_that_cannot_be_written_prints_nothing(logger, log, capfd):
    log.mkdir()
    logger.error("a line that finds no file")
    assert capfd.readouterr().err == ""


def test_fault_in_a_call_of_the_log_is_reported(logger, capfd):
    record = logging.LogRecord(logs.ROOT, logging.ERROR, "", 0, "%d", ("no number",), None)
    next(one for one in logger.handlers if isinstance(one, RotatingFileHandler)).handle(record)
    assert "--- Logging error ---" in capfd.readouterr().err
