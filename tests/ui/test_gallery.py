"""The scenes of the pictures can be taken."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from gallery.scenes import SCENES

from waiting import LIMIT_S

HERE = Path(__file__).parent


@pytest.mark.slow
@pytest.mark.timeout(10 * LIMIT_S)
def test_a_picture_is_taken_of_every_scene(tmp_path):
    done = subprocess.run(
        [sys.executable, "-m", "gallery", "--out", str(tmp_path), "--view", "light"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(HERE), str(HERE.parent), *sys.path])},
        capture_output=True,
        text=True,
        timeout=10 * LIMIT_S,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    assert {file.stem for file in tmp_path.iterdir()} == {f"{scene.name}-light" for scene in SCENES}
