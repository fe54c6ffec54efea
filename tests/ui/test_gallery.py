"""Every page still looks as in the pictures that are kept (`make screens` makes them anew)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from gallery.camera import EYES, FAR, TOLERATED, difference
from gallery.scenes import SCENES
from PySide6.QtGui import QColor, QImage, QPainter

from epicrec_desktop.ui.shell.pages import page_specs

HERE = Path(__file__).parent
KEPT = HERE / "gallery" / "kept"


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.skipif(sys.platform != "linux", reason="letters are drawn otherwise elsewhere")
def test_every_page_looks_as_it_is_kept():
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


def test_there_is_a_picture_of_every_page_from_all_sides(qapp):
    sides = [
        f"{width}-{appearance}-{scale}x"
        for width in (1024, 1920)
        for appearance in ("light", "dark")
        for scale in (1, 2)
    ]
    pages = [spec.key for spec in page_specs()]
    for page in [*pages, "movies-wall", "privacy-levels", "first-run-welcome"]:
        for side in sides:
            picture = QImage(str(KEPT / f"{page}-{side}.webp"))
            width, scale = (int(part.strip("x")) for part in side.split("-")[::2])
            assert picture.width() == width * scale, f"{page}-{side}"


def test_every_page_is_kept_for_every_eye(qapp):
    scenes = {scene.name for scene in SCENES if scene.eyes}
    assert scenes >= {spec.key for spec in page_specs()}
    for scene in scenes:
        for view in EYES:
            picture = QImage(str(KEPT / f"{scene}-{view.name}.webp"))
            assert picture.width() == round(view.size[0] * view.scale), f"{scene}-{view.name}"


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
