"""Makes what wheels and source archives have and checkouts have not: a hook of hatchling."""

import sys
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).parents[1]))
sys.path.insert(0, str(Path(__file__).parent))
from joined_facts import main as join_facts
from packages import ROOT, commit


class BuildHook(BuildHookInterface):  # type: ignore[misc,type-arg,unused-ignore]
    """Joins the facts of films, also for an editable installation, which reads its checkout.

    Others get the commit in `commit.txt`.
    """

    def initialize(self, version: str, build_data: dict) -> None:  # type: ignore[type-arg]
        join_facts()
        found = commit()
        if version == "editable" or not found:
            return
        file = ROOT / "build" / "commit.txt"
        file.parent.mkdir(exist_ok=True)
        file.write_text(f"{found}\n", encoding="ascii", newline="\n")
        folder = "epicrec_desktop/resources" if self.target_name == "wheel" else "resources"
        build_data["force_include"][str(file)] = f"{folder}/commit.txt"
