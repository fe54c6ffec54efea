"""The installer for Windows and the archive to carry along, as somebody at home meets them."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ROOT / "dist" / "packages"


@pytest.mark.slow
@pytest.mark.timeout(1800)
def test_installed_upgraded_removed_and_carried_along():
    if sys.platform != "linux":
        pytest.skip("Windows is made under Wine, on Linux")
    if not list(PACKAGES.glob("*-windows-x86_64-setup.exe")):
        pytest.skip("there are no packages for Windows here: make packages-windows")
    done = subprocess.run(
        [sys.executable, ROOT / "packaging" / "windows" / "try_installer.py"],
        capture_output=True,
        text=True,
        timeout=1700,
        check=False,
    )
    if "There is no Windows to try it in" in done.stderr:
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stdout + done.stderr
    assert "  ok  carried along" in done.stdout
