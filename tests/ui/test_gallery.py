"""Pages match the stored pictures (`make screens` makes new ones)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from gallery.camera import ACCESSIBLE, APPEARANCES, FAR, SIZE, TOLERATED, difference
from gallery.scenes import SCENES
from PySide6.QtGui import QColor, QImage, QPainter

from epicrec_desktop.ui.shell.pages import page_specs

HERE = Path(__file__).parent
KEPT = HERE / "gallery" / "kept"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(sys.platform != "linux", reason="letters are drawn otherwise elsewhere")
def test_pages_match_the_stored_pictures():
    done = subprocess.run(
        [sys.executable, "-m", "gallery", "--compare"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent), *sys.path])},
        capture_output=True,
        text=True,
        timeout=880,
        check=False,
    )
    wrong = [line for line in done.stdout.splitlines() if "DIFFERS" in line or "none of" in line]
    assert done.returncode == 0, "\n".join([*wrong, done.stderr[-2000:]])


def test_every_page_has_a_stored_picture_in_both_appearances(qapp):
    for page in [*(spec.key for spec in page_specs()), "movies-wall", "first-run-welcome"]:
        for appearance in APPEARANCES:
            assert QImage(str(KEPT / f"{page}-{appearance}.webp")).width() == SIZE[0], page


def test_stored_pictures_are_those_of_the_scenes(qapp):
    expected = {f"{scene.name}-light" for scene in SCENES}
    expected |= {f"{scene.name}-dark" for scene in SCENES if scene.dark}
    accessible = [scene.name for scene in SCENES if scene.accessible]
    expected |= {f"{name}-{view.name}" for name in accessible for view in ACCESSIBLE}
    assert {file.stem for file in KEPT.iterdir()} == expected
    assert len(expected) <= 70


def test_the_comparison_sees_a_word_and_no_smoothing(qapp):
    one = QImage(800, 600, QImage.Format.Format_RGB888)
    one.fill(QColor("#f7f6f3"))
    other = one.copy()
    assert difference(one, other) == 0
    painter = QPainter(other)
    painter.setPen(QColor("#1b1d21"))
    for place in range(0, 800, 40):  # hairlines, as where an edge is smoothed in another way
        painter.drawPoint(place, 300)
    painter.end()
    assert difference(one, other) <= TOLERATED
    painter = QPainter(other)
    painter.fillRect(100, 100, 120, 40, QColor("#2f6f5e"))  # a button that was not there
    painter.end()
    assert FAR < 255
    assert difference(one, other) > TOLERATED
