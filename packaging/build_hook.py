"""Makes what wheels and source archives have and checkouts have not: a hook of hatchling."""

import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))
from packages import ROOT, commit
from ready_made import main as make_files


class BuildHook(BuildHookInterface):  # type: ignore[misc,type-arg,unused-ignore]
    """Makes files of the catalog, also for an editable installation, which reads its checkout.

    Others get the commit in `commit.txt`.
    """

    def initialize(self, version: str, build_data: dict) -> None:  # type: ignore[type-arg]
        make_files()
        found = commit()
        if version == "editable" or not found:
            return
        file = ROOT / "build" / "commit.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"{found}\n", encoding="ascii", newline="\n")
        folder = "epicrec_desktop/resources" if self.target_name == "wheel" else "resources"
        build_data["force_include"][str(file)] = f"{folder}/commit.txt"
