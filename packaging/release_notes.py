"""Print the notes of a release: the section of CHANGELOG.md for this version.

    python packaging/release_notes.py [v0.1.0]

With a tag, fails unless the tag, the package and the newest dated section name the same version.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
from packages import ROOT, release_version

_HEADING = re.compile(r"^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$", re.MULTILINE)


def newest(changelog: str) -> tuple[str, str]:
    """Return version and notes of the newest dated section."""
    found = _HEADING.search(changelog)
    if found is None:
        raise ValueError("CHANGELOG.md has no dated section, such as “## 1.2.0 - 2027-01-31”.")
    return found[1], changelog[found.end() :].partition("\n## ")[0].strip()


def main(arguments: list[str]) -> int:
    named, notes = newest((ROOT / "CHANGELOG.md").read_text(encoding="utf-8"))
    for what, other in [("epicrec_desktop/__init__.py", release_version())] + [
        ("The tag", tag.removeprefix("v")) for tag in arguments
    ]:
        if other != named:
            print(f"{what} says {other}, CHANGELOG.md says {named}.", file=sys.stderr)
            return 1
    print(notes)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
