"""Print for which Python, system and processor every dependency of the app has a wheel.

    python packaging/wheels.py [--check]

Asks the index by uv, without installing anything. With --check it fails where a supported pair has
none: those that releases are built for.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PYTHONS = ("3.11", "3.12", "3.13", "3.14", "3.15")
PLATFORMS = {
    "Linux x86-64": "x86_64-manylinux_2_34",
    "Linux ARM64": "aarch64-manylinux_2_39",
    "Windows x86-64": "x86_64-pc-windows-msvc",
    "Windows ARM64": "aarch64-pc-windows-msvc",
}
"""The tags that PySide6 asks for: glibc 2.34 and 2.39."""
SUPPORTED = {(python, name) for python in PYTHONS[:-1] for name in PLATFORMS}
_MISSING = re.compile(r"(\S+?)(?:[<>=!~].*?)? has no (?:usable )?wheels")


def missing(python: str, platform: str) -> str:
    """Return the first dependency without a wheel; empty if there is none."""
    with tempfile.TemporaryDirectory(prefix="epicrec-wheels-") as folder:
        command = [
            "-m",
            "uv",
            "pip",
            "compile",
            "pyproject.toml",
            "--quiet",
            "--only-binary",
            ":all:",
        ]
        for_them = ["--python-version", python, "--python-platform", platform]
        done = subprocess.run(
            [sys.executable, *command, *for_them, "--output-file", str(Path(folder) / "out")],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode == 0:
        return ""
    found = _MISSING.search(" ".join(done.stderr.split()))
    return found[1] if found else "?"


def main() -> int:
    failed = []
    print("| Python | " + " | ".join(PLATFORMS) + " |")
    print("| --- |" + " --- |" * len(PLATFORMS))
    for python in PYTHONS:
        row = []
        for name, platform in PLATFORMS.items():
            lacks = missing(python, platform)
            row.append("yes" if not lacks else f"no wheel of {lacks}")
            if lacks and (python, name) in SUPPORTED:
                failed.append(f"{python} on {name}: {lacks}")
        print(f"| {python} | " + " | ".join(row) + " |", flush=True)
    for line in failed:
        print(f"no wheel for Python {line}", file=sys.stderr)
    return 1 if failed and "--check" in sys.argv[1:] else 0


if __name__ == "__main__":
    sys.exit(main())
