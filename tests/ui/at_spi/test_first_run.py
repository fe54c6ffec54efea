"""The first run by ear: the program as it is installed, on a computer with two browsers."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from at_spi.desk import Desk, at_desk
from at_spi.rules import HEADING, faults
from at_spi.session import Session
from gallery.library import OCTOBER

from epicrec_desktop.history.sample import write_sample_profile

pytestmark = [pytest.mark.slow, pytest.mark.timeout(200), pytest.mark.xdist_group("at_spi")]


def test_the_first_step_keeps_the_rules_and_its_ticks_are_taken(
    session: Session, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    for browser in ("chromium", "google-chrome"):
        write_sample_profile(home / ".config" / browser, OCTOBER)
    command = [sys.executable, "-m", "epicrec_desktop", "--base-dir", str(tmp_path / "base")]
    places = {"HOME": str(home), "XDG_CONFIG_HOME": str(home / ".config")}
    with at_desk(session, command, **places) as desk:
        first = _step(desk)
        assert faults(first) == []
        assert any(node.role == HEADING for node in first.all())
        boxes = [node for node in first.all() if node.role == "check box"]
        assert len(boxes) >= 2
        desk.reader.act(boxes[0])
        after = desk._until(
            lambda: next(
                (n for n in _step(desk).all() if n.at == boxes[0].at and "checked" in n.states),
                None,
            ),
            "the tick",
        )
        assert after.name == boxes[0].name


def _step(desk: Desk):
    return desk.at_rest(desk.window().at)
