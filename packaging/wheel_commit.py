"""Writes the commit into a wheel and a source archive: a build hook of hatchling."""

import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parent))
from packages import ROOT, commit


class CommitHook(BuildHookInterface):  # type: ignore[misc,type-arg,unused-ignore]
    """Adds `commit.txt` to the resources; an editable installation reads its checkout."""

    def initialize(self, version: str, build_data: dict) -> None:  # type: ignore[type-arg]
        found = commit()
        if version == "editable" or not found:
            return
        file = ROOT / "build" / "commit.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"{found}\n", encoding="ascii", newline="\n")
        folder = "epicrec_desktop/resources" if self.target_name == "wheel" else "resources"
        build_data["force_include"][str(file)] = f"{folder}/commit.txt"
